//! Texts of bytes as arguments: which functions are given them as they are, and what others make of them, as in Ruby.

use bunraku_pcore::{Str, Type, Value};

/// What a function does with a text of bytes as an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It is given the text as it is, and passes it on.
    PassedOn,
    /// It is given a text of characters; what it gives is again of bytes.
    Kept,
    /// The same; letters beyond ASCII have no case.
    Cased,
    /// It puts texts together: one of bytes with more than ASCII makes the whole one of bytes.
    Joined,
    /// It counts the bytes.
    Counted,
    /// It is given a text of characters, and so is its caller.
    Lost,
}

/// Functions that pass their argument on, to a lambda or as their value.
const PASSING: [&str; 9] =
    ["any2array", "assert_type", "lest", "pick", "pick_default", "sensitive", "then", "unwrap", "with"];

/// Functions that change their first argument.
const KEEPING: [&str; 16] = [
    "basename",
    "chomp",
    "chop",
    "delete",
    "dos2unix",
    "fqdn_rotate",
    "lstrip",
    "range",
    "regsubst",
    "reverse",
    "rstrip",
    "shell_escape",
    "split",
    "squeeze",
    "strip",
    "unix2dos",
];

/// Functions that change the case of letters.
const CASING: [&str; 5] = ["camelcase", "capitalize", "downcase", "swapcase", "upcase"];

/// Functions that put texts together.
const JOINING: [&str; 3] = ["regexpescape", "shellquote", "sprintf"];

/// What a function does with texts of bytes among its arguments.
pub(super) fn effect(name: &str, arguments: &[Value]) -> Effect {
    let first =
        |effect| if matches!(arguments.first(), Some(Value::ByteStr(_))) { effect } else { Effect::Lost };
    // Functions of a module may have its name in front.
    match name.strip_prefix("stdlib::").unwrap_or(name) {
        name if PASSING.contains(&name) => Effect::PassedOn,
        name if KEEPING.contains(&name) => first(Effect::Kept),
        name if CASING.contains(&name) => first(Effect::Cased),
        name if JOINING.contains(&name) => Effect::Joined,
        "length" | "size" => first(Effect::Counted),
        // A text stays itself as a String, and what is hidden is not looked at.
        "new" => match arguments {
            [Value::Type(ty), _] if matches!(ty.resolved(), Type::String(_) | Type::Sensitive(_)) => {
                Effect::PassedOn
            }
            [Value::Type(ty), ..] if matches!(ty.resolved(), Type::String(_)) => Effect::Joined,
            _ => Effect::Lost,
        },
        "convert_to" => match arguments {
            [_, Value::Type(ty)] if matches!(ty.resolved(), Type::String(_)) => Effect::PassedOn,
            _ => Effect::Lost,
        },
        _ => Effect::Lost,
    }
}

/// The arguments as the function is given them.
pub(super) fn prepare(effect: Effect, arguments: &mut [Value]) {
    if effect == Effect::PassedOn {
        return;
    }
    for value in arguments {
        let plain = std::mem::take(value).plain();
        *value = match (effect, plain) {
            (Effect::Cased, Value::Str(text)) if !text.is_ascii() => Value::str(without_case(&text)),
            (Effect::Counted, Value::Str(text)) if !text.is_ascii() => {
                Value::str(text.bytes().map(|_| 'b').collect::<String>())
            }
            (_, plain) => plain,
        };
    }
}

/// The value as the caller gets it; `ascii` says whether the texts of bytes had nothing but ASCII.
pub(super) fn finish(effect: Effect, ascii: bool, value: Value) -> Value {
    let bytes = |text: Str| match ascii && !text.is_ascii() {
        // Text beyond ASCII that has come in makes it a text of characters.
        true => Value::Str(text),
        false => Value::ByteStr(text),
    };
    match (effect, value) {
        (Effect::Kept, Value::Str(text)) => bytes(text),
        (Effect::Cased, Value::Str(text)) => bytes(with_case(&text).into()),
        (Effect::Joined, Value::Str(text)) if !ascii => Value::ByteStr(text),
        (Effect::Kept, Value::Array(values)) => Value::array(values.iter().map(|value| match value {
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
