$hosts = []
$share = 100 / $hosts.length
