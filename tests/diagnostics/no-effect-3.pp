$count = 3
[
  'a',
  'b',
]
notice($count)
