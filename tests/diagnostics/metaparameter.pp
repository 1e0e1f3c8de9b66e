class app (
  String $tag = 'app',
) {
  notice($tag)
}
include app
define app::site (
  String $alias,
) {
  notice($alias)
}
