function app::port(String $name) >> Integer {
  case $name {
    'http': { 80 }
    'https': { 443 }
    default: { undef }
  }
}

notice(app::port('gopher'))
