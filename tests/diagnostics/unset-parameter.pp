define app::unit (
  String $binary = "${prefix}/bin/${title}",
  String $prefix = '/opt',
) {
  notice($binary)
}
app::unit { 'worker': }
