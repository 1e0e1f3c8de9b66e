//! Broken programs derived from valid ones by small changes to tokens, lines and characters.

use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, TokenKind, parse};

use crate::random::Random;

/// Fragments of the language, for programs that nobody would write.
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

/// Concatenates up to `most` fragments of the dictionary.
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

/// Deletes, inserts, moves or doubles some characters.
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

/// Deletes, doubles, replaces or swaps one or two tokens.
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

/// Makes a mistake like a person would: deletes or doubles a token or line, swaps two tokens, or omits a bracket, quote
/// or comma.
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

/// Values at the limits of the language, to replace others.
const EXTREMES: [&str; 60] = [
    "0",
    "1",
    "2",
    "-1",
    "63",
    "64",
    "100",
    "9223372036854775807",
    "-9223372036854775808",
    "(-9223372036854775807 - 1)",
    "10000000000",
    "2000000000",
    "0.0",
    "-0.0",
    "1e308",
    "1.5e-300",
    "Float('nan')",
    "''",
    "' '",
    "'é😀'",
    "\"\\u{0}\"",
    "'%'",
    "'%1000000000d'",
    "'%.1000000000f'",
    "'%-99999999999999999999s'",
    "'%#x'",
    "'0x7fffffffffffffffffff'",
    "'9999-99-99T99:99:99Z'",
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'",
    "/(a*)*b/",
    "/(?<n>a|aa)+\\1$/",
    "//",
    "[]",
    "[[]]",
    "[1, [2, [3, [4]]]]",
    "{}",
    "{ 'a' => 1 }",
    "{ 'a' => { 'a' => { 'a' => {} } } }",
    "[['a', 1], ['b', 2]]",
    "undef",
    "default",
    "true",
    "Integer[1, 10000000000]",
    "Integer[-9223372036854775807, 9223372036854775807]",
    "Integer[0, 3].reverse_each",
    "Integer[1, 10000000000].step(3)",
    "[1, 2, 3].tree_each",
    "Any",
    "Variant",
    "Tuple[Integer, 0, 9223372036854775807]",
    "Struct[{ 'a' => Optional[Integer] }]",
    "Callable[Integer, default]",
    "Type[Type[Integer]]",
    "Pattern[/a/, 'b']",
    "Enum['a', true]",
    "Sensitive('a')",
    "SemVer('1.2.3-a+b')",
    "SemVerRange('>=1.0.0 <2.0.0')",
    "Timespan('9999-23:59:59.999')",
    "Timestamp('1969-12-31T23:59:59.999Z')",
];

/// Derives a program from others that has some chance of running: swaps tokens for tokens of the same kind from another
/// program and values for extreme ones, and inserts, deletes and doubles lines.
pub fn program(programs: &[String], random: &mut Random) -> String {
    let any = |random: &mut Random| programs[random.below(programs.len())].as_str();
    let mut text = any(random).to_owned();
    for _ in 0..1 + random.below(5) {
        let other = any(random);
        text = match random.below(10) {
            0..3 => exchange(&text, other, random),
            3..6 => extreme(&text, random),
            6 => lines(&text, other, random),
            7 => splice(&text, other, random),
            8 => slip(&text, SourceKind::Manifest, random),
            _ => tokens(&text, SourceKind::Manifest, random),
        };
        // Larger programs are slow to parse and find nothing new.
        if text.len() > 20_000 {
            return any(random).to_owned();
        }
    }
    text
}

/// Replaces tokens by tokens of the same kind from another program.
fn exchange(text: &str, other: &str, random: &mut Random) -> String {
    let (own, others) = (pieces(text, SourceKind::Manifest), pieces(other, SourceKind::Manifest));
    let mut texts: Vec<&str> = own.iter().map(|&(_, text)| text).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(own.len());
        let Some(&(kind, _)) = own.get(at) else { break };
        let same: Vec<&str> =
            others.iter().filter(|(other, _)| *other == kind).map(|&(_, text)| text).collect();
        if !kind.is_trivia() && !same.is_empty() {
            texts[at] = random.pick(&same);
        }
    }
    texts.concat()
}

/// Replaces a number, word, variable or string by an extreme value.
fn extreme(text: &str, random: &mut Random) -> String {
    let pieces = pieces(text, SourceKind::Manifest);
    let is_value = |text: &str| {
        let first = text.chars().next();
        first.is_some_and(|first| first.is_ascii_digit() || matches!(first, '\'' | '$'))
    };
    let places: Vec<usize> = (0..pieces.len()).filter(|&at| is_value(pieces[at].1)).collect();
    if places.is_empty() {
        return format!("{text}\nnotice({})\n", random.pick(&EXTREMES));
    }
    let mut texts: Vec<&str> = pieces.iter().map(|&(_, text)| text).collect();
    texts[random.pick(&places)] = random.pick(&EXTREMES);
    texts.concat()
}

/// Inserts a few lines of another program.
fn lines(text: &str, other: &str, random: &mut Random) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let others: Vec<&str> = other.split_inclusive('\n').collect();
    let from = random.below(others.len());
    let length = (1 + random.below(6)).min(others.len() - from);
    let at = random.below(lines.len() + 1);
    lines.splice(at..at, others[from..from + length].iter().copied());
    lines.concat()
}

/// Replaces some tokens by a bracketed group of another program, or by a few of its tokens.
fn splice(text: &str, other: &str, random: &mut Random) -> String {
    let (own, others) = (pieces(text, SourceKind::Manifest), pieces(other, SourceKind::Manifest));
    let (from, to) = group(&own, random);
    let (start, end) = group(&others, random);
    let (before, after) = (&own[..from], &own[to..]);
    before.iter().chain(&others[start..end]).chain(after).map(|&(_, text)| text).collect()
}

/// The range of tokens from a bracket to the one that closes it; an arbitrary range if there are no brackets.
fn group(pieces: &[(TokenKind, &str)], random: &mut Random) -> (usize, usize) {
    let opens = |text: &str| matches!(text, "(" | "[" | "{");
    let places: Vec<usize> = (0..pieces.len()).filter(|&at| opens(pieces[at].1)).collect();
    if places.is_empty() {
        let at = random.below(pieces.len());
        return (at, at);
    }
    let from = random.pick(&places);
    let mut depth = 0;
    for (at, (_, text)) in pieces.iter().enumerate().skip(from) {
        if opens(text) {
            depth += 1;
        } else if matches!(*text, ")" | "]" | "}") {
            depth -= 1;
            if depth == 0 {
                return (from, at + 1);
            }
        }
    }
    (from, pieces.len())
}

/// The tokens of a source with their kinds.
fn pieces(text: &str, kind: SourceKind) -> Vec<(TokenKind, &str)> {
    let tree = parse(text, kind, &PUPPET8.syntax);
    let tokens = tree.tokens().iter().enumerate();
    tokens.map(|(index, token)| (token.kind, tree.token_range(index as u32).of(text))).collect()
}
