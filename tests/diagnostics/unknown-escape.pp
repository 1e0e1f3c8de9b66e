$path = "C:\Program Files\app\bin"
$smile = "\u263a and \u26"
