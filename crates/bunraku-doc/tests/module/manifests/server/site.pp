define web::server::site (
  String $root,
) {
}
