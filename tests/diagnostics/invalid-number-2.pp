$color = 0xBADCAFFEG
$width = 80px
$mask  = 0x
