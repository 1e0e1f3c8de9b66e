class app (
  String  $user,
  Integer $workers = 4,
) {
  notice("${user} ${workers}")
}
include app
