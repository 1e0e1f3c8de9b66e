$color = 0xBADCAFÉ
$width = 80px
$mask  = 0x
