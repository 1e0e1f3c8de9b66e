$half = 01.5
