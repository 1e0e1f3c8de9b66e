//! The text of a value.

/// A string: up to 15 bytes in place, longer ones counted and shared, appended to in place when not shared.
///
/// The type is `ecow`'s: 16 bytes, so that a [`Value`](crate::Value) stays at 24, and its clone is a copy or one
/// increment. Titles, hash keys and most words of manifests fit in place.
pub type Str = ecow::EcoString;

/// A text in lower case. What has no capital letters is shared.
pub fn lowercase(text: &Str) -> Str {
    if !text.is_ascii() {
        return text.to_lowercase();
    }
    match text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Str::from(text.as_str().to_ascii_lowercase()),
        false => text.clone(),
    }
}
