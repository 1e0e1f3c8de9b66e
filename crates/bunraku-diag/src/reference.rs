//! Names as references show them.

/// A name with each segment capitalized: `apache::vhost` becomes `Apache::Vhost`.
pub fn capitalized(name: &str) -> String {
    let mut reference = String::with_capacity(name.len());
    let mut rest = Some(name);
    while let Some(text) = rest {
        // Unlike `str::split` this builds no searcher, which would take longer than scanning a short name.
        let end = text.as_bytes().windows(2).position(|pair| pair == b"::");
        rest = end.and_then(|end| text.get(end + 2..));
        let segment = end.and_then(|end| text.get(..end)).unwrap_or(text);
        let mut characters = segment.chars();
        match characters.next() {
            // The names of almost all resources are in ASCII, and there are many of them.
            Some(first) if first.is_ascii() => reference.push(first.to_ascii_uppercase()),
            Some(first) => reference.extend(first.to_uppercase()),
            None => {}
        }
        reference.push_str(characters.as_str());
        if rest.is_some() {
            reference.push_str("::");
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    use super::capitalized;

    #[test]
    fn each_segment_is_capitalized_and_the_rest_is_kept() {
        for (name, reference) in [
            ("file", "File"),
            ("apache::vhost", "Apache::Vhost"),
            ("apacheModule::x", "ApacheModule::X"),
            ("::file", "::File"),
            ("a::", "A::"),
            ("éa", "Éa"),
            ("9p", "9p"),
            ("", ""),
        ] {
            assert_eq!(capitalized(name), reference);
        }
    }
}
