$ports = [80, 443]
app::listen { $ports: }
define app::listen { notice($title) }
