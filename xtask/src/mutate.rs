//! Broken programs made of good ones: small changes to tokens, lines and characters.

use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, TokenKind, parse};

use crate::random::Random;

/// Pieces of the language, for programs that no person would write.
pub const DICTIONARY: [&str; 132] = [
    " ",
    "\n",
    "\r\n",
    "\t",
    "# c\n",
    "/* c */",
    "/*",
    "a",
    "foo::bar",
    "::a",
    "a-b",
    "_x",
    "A",
    "Foo::Bar",
    "$x",
    "$::a::b",
    "$",
    "0",
    "1",
    "0x1f",
    "07",
    "1.5",
    "1e9",
    "09",
    "'s'",
    "'",
    "\"",
    "\"t\"",
    "\"$x\"",
    "\"${x}\"",
    "\"${",
    "${",
    "\\",
    "\\\"",
    "\\u{1F600}",
    "\\uD800",
    "/r/",
    "/",
    "@(E)",
    "@(\"E\")",
    "@(E:json/t)",
    "@(",
    "\nE\n",
    "\n| E\n",
    "\n  |- E\n",
    "<%",
    "<%-",
    "<%=",
    "<%#",
    "<%%",
    "%>",
    "-%>",
    "%%>",
    "and",
    "attr",
    "case",
    "class",
    "default",
    "define",
    "else",
    "elsif",
    "false",
    "function",
    "if",
    "in",
    "inherits",
    "node",
    "or",
    "private",
    "true",
    "type",
    "undef",
    "unless",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "::",
    ".",
    "|",
    "?",
    "@",
    "@@",
    "~",
    "=",
    "+=",
    "-=",
    "=>",
    "+>",
    "->",
    "~>",
    "<-",
    "<~",
    "<|",
    "|>",
    "<<|",
    "|>>",
    "==",
    "!=",
    "=~",
    "!~",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "%",
    "<<",
    ">>",
    "!",
    "notice",
    "include",
    "file { 'a': }",
    "|$x| { }",
    "if true { }",
    "x => 1,",
    "a: ",
    "$x = 1",
    "é",
    "\u{a0}",
    "\u{1F600}",
    "\u{0}",
    "`",
    "&",
    "\u{feff}",
];

/// A text of a few pieces of the dictionary.
pub fn soup(random: &mut Random, most: usize) -> String {
    let length = 1 + random.below(most);
    let mut text = String::new();
    for _ in 0..length {
        text.push_str(random.pick(&DICTIONARY));
        if random.chance(50) {
            text.push(' ');
        }
    }
    text
}

/// A change of characters: some go, come, move or are doubled.
pub fn characters(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    let length = (1 + random.below(6)).min(characters.len() - at);
    match random.below(4) {
        0 => drop(characters.drain(at..at + length)),
        1 => {
            let piece: Vec<char> = random.pick(&DICTIONARY).chars().collect();
            characters.splice(at..at, piece);
        }
        2 => {
            let piece: Vec<char> = characters[at..at + length].to_vec();
            characters.splice(at..at, piece);
        }
        _ => {
            let piece: Vec<char> = characters.drain(at..at + length).collect();
            let to = random.below(characters.len() + 1);
            characters.splice(to..to, piece);
        }
    }
    characters.into_iter().collect()
}

/// A change of one or two tokens: a token goes, is doubled, replaced or changes places with the next.
pub fn tokens(text: &str, kind: SourceKind, random: &mut Random) -> String {
    let pieces = pieces(text, kind);
    let seen: Vec<usize> =
        pieces.iter().enumerate().filter(|(_, (kind, _))| !kind.is_trivia()).map(|(at, _)| at).collect();
    if seen.is_empty() {
        return soup(random, 5);
    }
    let place = random.below(seen.len());
    let at = seen[place];
    let mut texts: Vec<&str> = pieces.iter().map(|&(_, text)| text).collect();
    match random.below(5) {
        0 => texts[at] = "",
        1 => texts.insert(at, texts[at]),
        2 => texts[at] = random.pick(&DICTIONARY),
        3 => texts.insert(at, random.pick(&DICTIONARY)),
        _ => {
            if let Some(&next) = seen.get(place + 1) {
                texts.swap(at, next);
            }
        }
    }
    texts.concat()
}

/// A change as people make them: a token or a line goes or is doubled, two tokens change places, a bracket, quote
/// or comma is left out.
pub fn slip(text: &str, kind: SourceKind, random: &mut Random) -> String {
    match random.below(6) {
        0 => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            if !lines.is_empty() {
                lines.remove(random.below(lines.len()));
            }
            lines.concat()
        }
        1 => {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            if !lines.is_empty() {
                let at = random.below(lines.len());
                lines.insert(at, lines[at]);
            }
            lines.concat()
        }
        2 | 3 => {
            let signs = ['(', ')', '[', ']', '{', '}', '\'', '"', ',', ':', ';', '|', '$'];
            let places: Vec<usize> = text.match_indices(signs).map(|(at, _)| at).collect();
            if places.is_empty() {
                return text.to_owned();
            }
            let at = random.pick(&places);
            format!("{}{}", &text[..at], &text[at + 1..])
        }
        _ => {
            let pieces = pieces(text, kind);
            let seen: Vec<usize> = (0..pieces.len()).filter(|&at| !pieces[at].0.is_trivia()).collect();
            if seen.is_empty() {
                return text.to_owned();
            }
            let place = random.below(seen.len());
            let mut texts: Vec<&str> = pieces.iter().map(|&(_, text)| text).collect();
            match random.below(3) {
                0 => texts[seen[place]] = "",
                1 => texts.insert(seen[place], texts[seen[place]]),
                _ => {
                    if let Some(&next) = seen.get(place + 1) {
                        texts.swap(seen[place], next);
                    }
                }
            }
            texts.concat()
        }
    }
}

/// The tokens of a text and what they are.
fn pieces(text: &str, kind: SourceKind) -> Vec<(TokenKind, &str)> {
    let tree = parse(text, kind, &PUPPET8.syntax);
    let tokens = tree.tokens().iter().enumerate();
    tokens.map(|(index, token)| (token.kind, tree.token_range(index as u32).of(text))).collect()
}
