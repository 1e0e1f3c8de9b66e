$größe = 'XL'
$日本 = `hostname`
