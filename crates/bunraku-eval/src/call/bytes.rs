//! Byte strings as arguments: which functions receive them unchanged, and what others make of them, as in Ruby.

use bunraku_pcore::{Str, Type, Value, bytes};

/// How a function treats byte strings among its arguments. Part of its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// It receives character strings and returns character strings, like most functions.
    Lost,
    /// It receives the arguments unchanged and passes them on, to a lambda or as its value.
    PassedOn,
    /// It transforms its first argument: it receives a character string, and its result becomes a byte string again.
    Kept,
    /// Like `Kept`, but letters outside ASCII have no case.
    Cased,
    /// It joins strings: a byte string with non-ASCII bytes makes the result a byte string.
    Joined,
    /// It counts the bytes of its first argument.
    Counted,
    /// It converts its first argument, or the one after the type, to a type. A String stays unchanged, and sensitive
    /// values are not looked at.
    Converted,
}

impl Bytes {
    /// Resolves the treatment for these arguments. Never returns [`Bytes::Converted`].
    pub(super) fn for_arguments(self, arguments: &[Value]) -> Bytes {
        match self {
            Bytes::Kept | Bytes::Cased | Bytes::Counted => {
                if matches!(arguments.first(), Some(Value::ByteStr(_))) { self } else { Bytes::Lost }
            }
            Bytes::Converted => match arguments {
                [Value::Type(ty), _] if matches!(ty.resolved(), Type::String(_) | Type::Sensitive(_)) => {
                    Bytes::PassedOn
                }
                [Value::Type(ty), ..] if matches!(ty.resolved(), Type::String(_)) => Bytes::Joined,
                [_, Value::Type(ty)] if matches!(ty.resolved(), Type::String(_)) => Bytes::PassedOn,
                _ => Bytes::Lost,
            },
            other => other,
        }
    }
}

/// Converts the arguments to what the function receives.
pub(super) fn prepare(effect: Bytes, arguments: &mut [Value]) {
    if effect == Bytes::PassedOn {
        return;
    }
    for value in arguments {
        let plain = std::mem::take(value).plain();
        *value = match (effect, plain) {
            (Bytes::Cased, Value::Str(text)) if !text.is_ascii() => Value::str(without_case(&text)),
            (Bytes::Counted, Value::Str(text)) if !text.is_ascii() => {
                Value::str(bytes::of_str(&text).iter().map(|_| 'b').collect::<String>())
            }
            (_, plain) => plain,
        };
    }
}

/// Converts the result to what the caller receives; `ascii` says whether the byte strings were all ASCII.
pub(super) fn finish(effect: Bytes, ascii: bool, value: Value) -> Value {
    let bytes = |text: Str| match ascii && !text.is_ascii() {
        // A non-ASCII string among the arguments makes the result a character string.
        true => Value::Str(text),
        false => Value::ByteStr(text),
    };
    match (effect, value) {
        (Bytes::Kept, Value::Str(text)) => bytes(text),
        (Bytes::Cased, Value::Str(text)) => bytes(with_case(&text).into()),
        (Bytes::Joined, Value::Str(text)) if !ascii => Value::ByteStr(text),
        (Bytes::Kept, Value::Array(values)) => Value::array(values.iter().map(|value| match value {
            Value::Str(text) => bytes(text.clone()),
            other => other.clone(),
        })),
        (_, value) => value,
    }
}

/// Private-use characters that replace letters outside ASCII, so that case conversion leaves them alone. Planes 15 and
/// 16 have room for all planes that contain letters.
const PRIVATE: u32 = 0xf_0000;

fn without_case(text: &str) -> String {
    let stand_in = |char: char| match char {
        char if char.is_ascii() => char,
        char => char::from_u32(PRIVATE + (char as u32 & 0xffff)).unwrap_or(char),
    };
    text.chars().map(|char| if (char as u32) < 0x1_0000 { stand_in(char) } else { char }).collect()
}

fn with_case(text: &str) -> String {
    let original = |char: char| match char as u32 {
        code if (PRIVATE..PRIVATE + 0x1_0000).contains(&code) => {
            char::from_u32(code - PRIVATE).unwrap_or(char)
        }
        _ => char,
    };
    text.chars().map(original).collect()
}
