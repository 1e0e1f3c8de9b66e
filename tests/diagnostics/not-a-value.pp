$found = File <| tag == 'web' |>
