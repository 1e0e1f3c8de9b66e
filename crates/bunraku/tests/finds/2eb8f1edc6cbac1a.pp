notice(Integer[-9223372036854775808,1].map |$x| { $x })
notice(Integer[-9223372036854775808,1].map |$x| { $x })
