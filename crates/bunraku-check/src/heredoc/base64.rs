//! Strict Base64; spaces and line breaks are ignored.

/// Checks that a text is valid Base64. The error says what is wrong.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let blank = |c: &char| !matches!(c, '\r' | '\n' | '?') && !c.is_whitespace();
    let cleaned: Vec<char> = text.chars().filter(blank).collect();
    let padding = cleaned.iter().rev().take_while(|c| **c == '=').count();
    let letters = cleaned.get(..cleaned.len() - padding).unwrap_or_default();
    if let Some(bad) = letters.iter().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/'))) {
        return Err(format!("`{bad}` is not a base64 character"));
    }
    if !cleaned.len().is_multiple_of(4) || padding > 2 {
        return Err("its length is not a multiple of 4, counting the `=` at its end".to_owned());
    }
    Ok(())
}
