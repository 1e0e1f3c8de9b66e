$face = "smile: \u{1F600}, frown: \u{110000}"
