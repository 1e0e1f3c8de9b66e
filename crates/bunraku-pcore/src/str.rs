//! The contents of string values.

/// The contents of a string value. Up to 15 bytes are stored inline, longer strings are reference counted.
///
/// It takes 16 bytes, which keeps a [`Value`](crate::Value) at 24, and a clone is a copy or one increment. Titles, hash
/// keys and most words of manifests are stored inline. Appending to a string that nobody shares happens in place.
pub type Str = ecow::EcoString;

/// A string in lower case. The result shares its contents with `text` if there is nothing to change.
pub fn lowercase(text: &Str) -> Str {
    if !text.is_ascii() {
        return text.to_lowercase();
    }
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Str::from(text.as_str().to_ascii_lowercase()),
        false => text.clone(),
    }
}
