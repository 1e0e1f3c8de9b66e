define web::site(Array[String] $pages = [], Optional[String] $heading = undef) {
  $pages.each |$page| {
    file { "/srv/${name}/${page}": content => "${heading}\n", tag => 'page' }
  }
}
