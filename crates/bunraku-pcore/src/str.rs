//! The contents of string values.

/// The contents of a string value. Up to 15 bytes are stored inline, longer strings are reference-counted.
///
/// It takes 16 bytes, which keeps a [`Value`](crate::Value) at 24, and a clone is a copy or one increment. Titles, hash
/// keys and most words of manifests are stored inline. Appending to a string that is not shared happens in place.
pub type Str = ecow::EcoString;

/// Converts a string to lowercase. The result shares its contents with `text` if there is nothing to change.
pub fn lowercase(text: &Str) -> Str {
    if !text.is_ascii() {
        return text.to_lowercase();
    }
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Str::from(text.as_str().to_ascii_lowercase()),
        false => text.clone(),
    }
}

/// The segments of a name, separated by `::`. Unlike [`str::split`], it does not build a searcher, which would take
/// longer than scanning a short name.
pub fn segments(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(name);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.as_bytes().windows(2).position(|pair| pair == b"::");
        rest = end.and_then(|end| text.get(end + 2..));
        Some(end.and_then(|end| text.get(..end)).unwrap_or(text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_what_split_gives() {
        for name in ["", "a", "a::b", "::a::b::", "a:b", "a:::b", "::", ":", "é::ü::x", "::::"] {
            let expected: Vec<&str> = name.split("::").collect();
            assert_eq!(segments(name).collect::<Vec<_>>(), expected, "{name}");
        }
    }
}
