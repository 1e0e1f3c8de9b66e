#! limit size 1000
$few = Integer[1, 100].map |$number| { "host${number}" }
$many = [1, 2, 3, 4].reduce($few) |$all, $round| { $all + $all }
