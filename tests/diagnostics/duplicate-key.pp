$limits = {
  'nofile' => 65536,
  'nproc'  => 4096,
  'core'   => 0,
  "nofile" => 1024,
}
