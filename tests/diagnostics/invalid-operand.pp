$port = 'eighty'
notice($port + 1)
