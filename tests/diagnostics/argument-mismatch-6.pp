$limits = { 'soft' => 1024, 'hard' => 4096 }
$limits.each |$name, $limit, $unit| {
  notice("${name} ${limit} ${unit}")
}
