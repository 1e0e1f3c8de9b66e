//! Undef, default, strings and binaries in a format of `String.new`.

use bunraku_edition::TypeRules;

use super::super::map::Format;
use super::super::{FormatError, inspect};
use super::wrong;
use crate::Value;
use crate::text::{capitalize, double_quote, downcase, quote, upcase};
use crate::values::Binary;

/// `undef` in a format.
pub(super) fn undef(format: &Format) -> Result<String, FormatError> {
    let alt = format.directive.alt;
    let text = match format.letter {
        'n' => {
            if alt {
                "null"
            } else {
                "nil"
            }
        }
        'u' => {
            if alt {
                "undefined"
            } else {
                "undef"
            }
        }
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => "NaN",
        'v' => "n/a",
        'V' => "N/A",
        's' => {
            if alt {
                "\"\""
            } else {
                ""
            }
        }
        'p' => {
            if alt {
                "\"undef\""
            } else {
                "undef"
            }
        }
        letter => return Err(wrong("Undef", letter, "nudxXobBeEfgGaAvVsp")),
    };
    Ok(format.directive.text(text))
}

/// `default` in a format.
pub(super) fn default(format: &Format) -> Result<String, FormatError> {
    let alt = format.directive.alt;
    let text = match format.letter {
        'd' | 's' | 'p' => {
            if alt {
                "\"default\""
            } else {
                "default"
            }
        }
        'D' => {
            if alt {
                "\"Default\""
            } else {
                "Default"
            }
        }
        letter => return Err(wrong("Default", letter, "dDsp")),
    };
    Ok(format.directive.text(text))
}

/// A string in a format.
pub(super) fn string(text: &str, format: &Format) -> Result<String, FormatError> {
    let changed = match format.letter {
        's' => return Ok(format.plain()?.text(text)),
        'p' if format.directive.alt => return Ok(format.directive.text(&double_quote(text))),
        'p' => return Ok(format.directive.text(&quote(text))),
        'c' => capitalize(text),
        'C' => {
            // Ruby's `split` drops empty segments at the end.
            let segments: Vec<String> = text.split("::").map(capitalize).collect();
            segments.join("::").trim_end_matches("::").to_string()
        }
        'u' => upcase(text),
        'd' => downcase(text),
        't' => text
            .trim_matches(|char: char| char.is_ascii_whitespace() || matches!(char, '\0' | '\u{b}'))
            .to_string(),
        letter => return Err(wrong("String", letter, "cCudspt")),
    };
    if format.directive.alt {
        Ok(format.directive.text(&quote(&changed)))
    } else {
        Ok(format.plain()?.text(&changed))
    }
}

/// A `Binary` in a format.
pub(super) fn binary(binary: &Binary, format: &Format) -> Result<String, FormatError> {
    let directive = format.plain()?;
    let text = match format.letter {
        's' => match std::str::from_utf8(binary.as_bytes()) {
            Ok(text) => text.to_string(),
            Err(_) => {
                return Err(FormatError::Value {
                    expected: "bytes that are valid UTF-8",
                    value: format!("Binary(\"{}\")", binary.to_base64_strict()),
                });
            }
        },
        'p' => return Ok(format!("Binary(\"{}\")", directive.text(&binary.to_base64_strict()))),
        'b' => binary.to_base64(),
        'B' => binary.to_base64_strict(),
        'u' => binary.to_base64_url(),
        't' => "Binary".to_string(),
        'T' => "BINARY".to_string(),
        letter => return Err(wrong("Binary", letter, "bButTsp")),
    };
    // A string looks the same in every edition, so any rules will do.
    let rules = &TypeRules::PUPPET8;
    let shown = if directive.alt { inspect(rules, &Value::str(text)) } else { text };
    Ok(directive.text(&shown))
}
