File <<| title =~ /^\/etc/ or !(tag == 'local') |>>
