class app (
  String  $User,
  Integer $app::port,
) {
}
