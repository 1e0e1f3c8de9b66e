notice(Integer(0x7fffffffffffffff).map |$x| { $x })
notice(Integer[1,6,2] == [1, 3, 5])
