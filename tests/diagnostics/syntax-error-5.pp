$ports = [80, 443 8080]
$owner = { 'user': 'root', group => 'root' }
notice("value: ${}")
