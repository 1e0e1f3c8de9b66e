class app (
  String                $user,
  Enum["run-${1 + 1}"]  $mode,
) {
  notice($mode)
}
