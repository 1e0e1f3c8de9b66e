notice(@(END), "two
lines")
text
END
