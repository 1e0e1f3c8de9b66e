#! limit memory 1000000
$d = Integer[1, 30].reduce(['x']) |$memo, $n| { [$memo, $memo] }
notice($d)
