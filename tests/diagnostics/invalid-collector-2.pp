File['/etc/motd'] <| |>
