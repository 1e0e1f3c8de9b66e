#! edition spec
[$host, $port] = ['localhost', 80]
