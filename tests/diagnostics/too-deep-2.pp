define app::part {
  app::part { "${title}.": }
}
app::part { 'a': }
