#! limit memory 1000000
$words = Integer[1, 1000].map |$n| { 'word' }
$between = Integer[1, 12].reduce('-') |$memo, $n| { "${memo}${memo}" }
notice($words.join($between))
