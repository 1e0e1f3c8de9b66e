$config = { 'port' => 80 }
$config['port'] = 8080
