//! Strings of bytes as arguments: which functions are given them as they are, and what others make of them, as in Ruby.

use bunraku_pcore::{Str, Type, Value, bytes};

/// What a function does with strings of bytes among its arguments; part of its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// It is given strings of characters, and so is its caller: what most functions do.
    Lost,
    /// It is given the arguments as they are, and passes them on, to a lambda or as its value.
    PassedOn,
    /// It changes its first argument: it is given a string of characters, and what it gives is again one of bytes.
    Kept,
    /// The same; letters beyond ASCII have no case.
    Cased,
    /// It puts strings together: one of bytes with more than ASCII makes the whole one of bytes.
    Joined,
    /// It counts the bytes of its first argument.
    Counted,
    /// It converts its first argument, or what is after the type, to a type: a String stays itself, and what is hidden
    /// is not looked at.
    Converted,
}

impl Bytes {
    /// What it comes to for these arguments: never [`Bytes::Converted`].
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

/// The arguments as the function is given them.
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

/// The value as the caller gets it; `ascii` says whether the strings of bytes had nothing but ASCII.
pub(super) fn finish(effect: Bytes, ascii: bool, value: Value) -> Value {
    let bytes = |text: Str| match ascii && !text.is_ascii() {
        // A string beyond ASCII that has come in makes it a string of characters.
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

/// The private characters that stand in for those beyond ASCII, which have a case: the planes 15 and 16 are as large as
/// all others that have letters.
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
