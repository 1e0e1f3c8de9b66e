$functions = ['notice', 'warning']
$functions[0]('ready')
