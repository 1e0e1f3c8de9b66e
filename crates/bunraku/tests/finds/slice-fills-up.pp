$r = slice([true, false], 9223372036854775807) |$a, *$b| { notice($a, $b) true }
notice($r)
notice(type($r))
