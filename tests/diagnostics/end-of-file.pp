notify { 'no line end':
  message => 'the file ends too early'