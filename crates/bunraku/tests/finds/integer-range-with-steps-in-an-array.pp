$r = [suffix({'a'=>1},'p')]
notice(String($r, Integer[-9223372036854775808, [([1, 2].map |$x| { $x + 1 })]]))
