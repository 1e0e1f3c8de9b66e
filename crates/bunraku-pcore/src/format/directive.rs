//! The flags, the width and the precision of a directive, and strings padded accordingly.

/// What is written between the `%` and the letter of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Directive {
    /// The flag `-`: pad on the right instead of the left.
    pub left: bool,
    /// The flag `+`: write a sign even for positive numbers.
    pub plus: bool,
    /// The flag ` `: write a space for the sign of positive numbers.
    pub space: bool,
    /// The flag `0`: pad with zeros instead of spaces.
    pub zero: bool,
    /// The flag `#`: use the alternative form of the letter.
    pub alt: bool,
    /// The minimum number of characters.
    pub width: Option<usize>,
    /// The number of digits of a number, or the maximum number of characters of a string.
    pub precision: Option<usize>,
}

/// The maximum width of a directive. Anything wider is a mistake, and would exhaust the memory.
pub const MAX_WIDTH: usize = 1 << 20;

impl Directive {
    /// Truncates a string to the precision and pads it with spaces to the width.
    pub fn text(&self, text: &str) -> String {
        let cut: String = match self.precision {
            Some(precision) => text.chars().take(precision).collect(),
            None => text.to_string(),
        };
        self.padded(&cut)
    }

    /// Pads a string with spaces to the width.
    pub fn padded(&self, string: &str) -> String {
        let width = self.width.unwrap_or(0).min(MAX_WIDTH);
        // Not with `{:width$}`, because the widths of the standard library are limited to 65,535.
        let blanks = " ".repeat(width.saturating_sub(string.chars().count()));
        if self.left { format!("{string}{blanks}") } else { format!("{blanks}{string}") }
    }

    /// The sign to write before a number.
    pub fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// A number that is made of a sign, a prefix and digits. Zeros are padded between the prefix and the digits, blanks
    /// around the whole.
    pub fn number(&self, sign: &str, prefix: &str, digits: &str) -> String {
        let width = self.width.unwrap_or(0).min(MAX_WIDTH);
        if self.zero && !self.left {
            let room = width.saturating_sub(sign.len() + prefix.len());
            return format!("{sign}{prefix}{}", with_zeros(digits, room));
        }
        self.padded(&format!("{sign}{prefix}{digits}"))
    }
}

/// Digits padded with zeros on the left to a width.
pub fn with_zeros(digits: &str, width: usize) -> String {
    "0".repeat(width.saturating_sub(digits.len())) + digits
}
