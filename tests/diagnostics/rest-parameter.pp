define app::hosts (
  String *$names,
) {
  notice($names)
}
