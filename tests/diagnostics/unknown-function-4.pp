$port = undef
notice(pick($port, 80))
