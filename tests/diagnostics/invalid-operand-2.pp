$memory = '2048'
$half = $memory / 2
