//! The text of a value.

/// A string: up to 15 bytes in place, longer ones counted and shared, appended to in place when not shared.
///
/// The type is `ecow`'s: 16 bytes, so that a [`Value`](crate::Value) stays at 24, and its clone is a copy or one
/// increment. Titles, hash keys and most words of manifests fit in place.
pub type Str = ecow::EcoString;
