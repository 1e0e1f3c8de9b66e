class app (
  String              $user,
  Enum["run-${env}"]  $mode,
) {
  notice($mode)
}
