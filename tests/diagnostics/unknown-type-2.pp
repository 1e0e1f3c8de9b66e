$ok = 8080 =~ Stdlib::Port
