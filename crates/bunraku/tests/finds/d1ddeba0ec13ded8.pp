$a = [1, undef]
notice(10000000000.map |Integer $x| { '%' })
