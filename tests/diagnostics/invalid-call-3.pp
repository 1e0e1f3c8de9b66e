'notice'('ready')
