User <| uid >= 1000 and tag == 'staff' |>
