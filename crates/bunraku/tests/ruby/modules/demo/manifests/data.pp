class demo::data {
  $setting = 'of the class'
}
