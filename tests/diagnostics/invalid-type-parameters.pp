$port = Integer[65535, 1]
