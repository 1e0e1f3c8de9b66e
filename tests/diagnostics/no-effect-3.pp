$nodes = ['a', 'b']

$nodes.each |$node| {
  notice($node)
}
{
  'a' => 1,
  'b' => 2,
}
notice('done')
