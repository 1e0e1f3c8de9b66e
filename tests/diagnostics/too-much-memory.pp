#! limit memory 65536
$words = Integer[1, 100].map |$n| { 'a word of about twenty letters' }
$lines = Integer[1, 100].map |$n| { $words }
notice($lines.length)
