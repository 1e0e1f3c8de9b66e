# Renders templates with variables of many kinds.
class demo (Array[String] $templates, String $text = 'hello') {
  include demo::data
  $number = 41
  $float = 1.25
  $list = ['a', 'b', 'skip', 3, undef]
  $hash = { 'key' => 'value', 'none' => undef, 'deep' => { 'list' => [1, true] } }
  $nothing = undef
  $secret = Sensitive('hidden')
  $type = Integer[1, 2]
  $regexp = /a.b/
  notice(template(*$templates))
}
