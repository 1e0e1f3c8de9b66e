#! limit depth 20
$deep = Integer[1, 30].reduce([]) |$memo, $n| { [$memo] }
notice($deep)
