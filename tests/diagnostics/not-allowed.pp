$started = generate('/usr/bin/uptime', '-s')
