//! Helpers for the security rules: the values of attributes, anywhere in a resource.

use bunraku_infer::bare;

use crate::File;
use crate::parts::Body;
use crate::word::{Kind, Word};

/// The bodies of resources of some types, and of the classes of these names.
pub(super) fn resources<'a, 'f>(
    file: &'a File<'f>,
    types: &'static [&'static str],
) -> impl Iterator<Item = Body<'f>> + 'a {
    file.bodies().filter(move |body| {
        let name = match body.resource_type.kind() {
            Kind::Class => super::title(file, *body),
            _ => Some(body.resource_type),
        };
        name.is_some_and(|name| types.contains(&bare(name.value())))
    })
}

/// The words that are values of an attribute, or of a key in a hash of the resource. For a string with variables, these
/// are all its pieces and variables.
pub(super) fn values<'f>(body: Body<'f>, name: &str) -> Vec<Word<'f>> {
    let is_value = |word: &Word<'f>| is_value_of(*word, name) && is_content(*word);
    let mut found = Vec::new();
    for word in body.words().filter(is_value) {
        found.push(word);
        if word.is(Kind::StringStart) {
            let rest = std::iter::successors(word.next_code(), |word| word.next_code());
            found.extend(rest.take_while(|word| !word.is(Kind::StringEnd)));
        }
    }
    found
}

/// The values of an attribute that may be a list.
pub(super) fn list<'f>(body: Body<'f>, name: &str) -> Vec<Word<'f>> {
    let Some(bracket) = body.words().find(|word| word.is(Kind::LBrack) && is_value_of(*word, name)) else {
        return values(body, name);
    };
    let inside = bracket.through(body.end).skip(1).take_while(|word| !word.is(Kind::RBrack));
    inside.filter(|word| is_content(*word)).collect()
}

/// Whether a firewall rule drops traffic from anywhere.
pub(super) fn drops_from_anywhere(body: Body<'_>) -> bool {
    let sources = values(body, "source");
    let anywhere =
        sources.is_empty() || sources.iter().any(|source| matches!(source.value(), "0.0.0.0/0" | "::"));
    anywhere && values(body, "action").iter().any(|action| action.value() == "drop")
}

/// Whether a mode of four digits begins with a digit.
pub(super) fn has_bit(mode: &str, first: char) -> bool {
    mode.len() == 4 && mode.starts_with(first) && mode.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the name of a variable suggests a password.
pub(super) fn names_password(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["password", "passwort", "_pw"].into_iter().any(|part| name.contains(part))
}

fn is_value_of(word: Word<'_>, name: &str) -> bool {
    let arrow = word.previous_code().filter(|before| before.is(Kind::Arrow));
    arrow.and_then(Word::previous_code).is_some_and(|before| before.value() == name)
}

fn is_content(word: Word<'_>) -> bool {
    word.kind().is_plain_string()
        || word.is_any(&[
            Kind::Name,
            Kind::FunctionName,
            Kind::Number,
            Kind::True,
            Kind::False,
            Kind::Variable,
            Kind::StringStart,
        ])
}
