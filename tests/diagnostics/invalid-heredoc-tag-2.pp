$unit = @(UNIT:ini file)
[Service]
ExecStart=/usr/bin/app
UNIT
