$visibility = $internal ? {
  true    => private,
  default => 'public',
}
