type Tree = Variant[Integer, Array[Tree], Tuple[Tree]]
$value = Integer[1, 60].reduce('leaf') |$memo, $n| { [$memo] }
notice($value =~ Tree)
