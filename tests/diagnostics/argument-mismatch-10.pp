notice(split('a,b,c', ',', 2, true))
