$node_groups = { web => ['a', 'b'],
  db => ['c'], web
    => ['d'],
}
