function app::pair(String $left, String $right) {
  "${left}:${right}"
}

notice(app::pair('a'))
