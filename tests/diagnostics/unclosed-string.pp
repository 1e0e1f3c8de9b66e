class motd {
  $text = 'It's a fine day'
  notice($text)
}
