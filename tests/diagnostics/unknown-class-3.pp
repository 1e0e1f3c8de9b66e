define app::vhost { }
include app::vhost
