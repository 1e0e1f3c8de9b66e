//! The flags, the width and the precision of a directive, and texts padded by them.

/// What stands between `%` and the letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Directive {
    /// `-`: pad on the right.
    pub left: bool,
    /// `+`: a sign always.
    pub plus: bool,
    /// A blank in place of a plus sign.
    pub space: bool,
    /// `0`: pad with zeros.
    pub zero: bool,
    /// `#`: another form, which depends on the letter.
    pub alt: bool,
    /// The least number of characters.
    pub width: Option<usize>,
    /// Digits, or the greatest number of characters.
    pub precision: Option<usize>,
}

/// The widest output that a directive can ask for; a wider one is a mistake, and would take all memory.
pub const MAX_WIDTH: usize = 1 << 20;

impl Directive {
    /// A text cut to the precision and padded with blanks to the width.
    pub fn text(&self, text: &str) -> String {
        let cut: String = match self.precision {
            Some(precision) => text.chars().take(precision).collect(),
            None => text.to_string(),
        };
        self.padded(&cut)
    }

    /// A text padded with blanks to the width.
    pub fn padded(&self, text: &str) -> String {
        let width = self.width.unwrap_or(0).min(MAX_WIDTH);
        // Widths of the standard library end at 65,535.
        let blanks = " ".repeat(width.saturating_sub(text.chars().count()));
        if self.left { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
    }

    /// The sign of a number.
    pub fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// A number of sign, prefix and digits: zeros go between prefix and digits, blanks outside.
    pub fn number(&self, sign: &str, prefix: &str, digits: &str) -> String {
        let width = self.width.unwrap_or(0).min(MAX_WIDTH);
        if self.zero && !self.left {
            let room = width.saturating_sub(sign.len() + prefix.len());
            return format!("{sign}{prefix}{}", with_zeros(digits, room));
        }
        self.padded(&format!("{sign}{prefix}{digits}"))
    }
}

/// Digits with as many zeros before them as make up a width.
pub fn with_zeros(digits: &str, width: usize) -> String {
    "0".repeat(width.saturating_sub(digits.len())) + digits
}
