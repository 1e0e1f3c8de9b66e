$long = Integer[1, 25].reduce('ab') |$memo, $n| { "${memo}${memo}" }
notice('before')
notice($long)
notice('after')
