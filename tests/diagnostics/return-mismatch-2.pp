$sizes = ['small', 'large'].map |$size| >> Integer {
  $size.length ? {
    5       => 'five',
    default => 0,
  }
}
