define app::user (
  String $name = $title,
  String $shell = '/bin/bash',
) {
  user { $name: shell => $shell }
}
