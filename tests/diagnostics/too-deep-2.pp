define app::folder {
  app::folder { "${title}/sub": }
}
app::folder { '/srv': }
