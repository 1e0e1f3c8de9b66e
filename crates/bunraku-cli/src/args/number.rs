//! Whole numbers as values of options.

use std::str::FromStr;

/// Parses a whole number. The messages of the standard library describe the parser instead of the value.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| match text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
        true => "this number is too large".to_owned(),
        false => "expected a whole number".to_owned(),
    })
}

/// Parses a whole number greater than 0.
pub(super) fn positive<T: FromStr + PartialEq + Default>(text: &str) -> Result<T, String> {
    let number = whole(text)?;
    if number == T::default() { Err("expected a whole number greater than 0".to_owned()) } else { Ok(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(whole::<u16>("8140"), Ok(8140));
        assert_eq!(whole::<u16>("x"), Err("expected a whole number".to_owned()));
        assert_eq!(whole::<u16>(""), Err("expected a whole number".to_owned()));
        assert_eq!(whole::<u16>("70000"), Err("this number is too large".to_owned()));
        assert_eq!(positive::<u32>("0"), Err("expected a whole number greater than 0".to_owned()));
    }
}
