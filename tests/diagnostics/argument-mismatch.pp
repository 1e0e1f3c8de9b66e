$ports = '80,443'
notice(join($ports, ' '))
