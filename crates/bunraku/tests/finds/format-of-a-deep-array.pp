$d = Integer[1,3000].reduce([]) |$m,$x| { [$m] }
$e = Integer[1,3000].reduce([]) |$m,$x| { [$m] }
notice(String($d, "%p"))
