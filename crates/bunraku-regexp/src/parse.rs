//! The parser of unescaped patterns, which follows Onigmo's grammar for Ruby.

mod class;
mod escape;
mod group;
mod name;

use crate::ast::{Node, NodeKind, Pattern, Repeat, RepeatMode};
use crate::error::{Error, ErrorKind};
use crate::options::{Flags, Options};
use std::ops::Range;

/// How deeply groups, classes and repeats may be nested. Trees are processed recursively, and this is far below what the
/// stack of a thread can take.
const MAX_DEPTH: usize = 200;
/// The highest repeat count, as in Ruby.
const MAX_REPEAT: u64 = 100_000;
/// The highest number of capturing groups, as in Ruby.
const MAX_GROUPS: usize = 32_767;

/// Parses an unescaped pattern. References are not checked yet, and unnamed groups are numbered even if there are named
/// ones. Both is done by `validate`, because it needs the whole pattern.
pub fn parse(text: &str, options: Options) -> Result<Pattern, Error> {
    let mut parser =
        Parser { text, at: 0, flags: options.into(), depth: 0, groups: 0, names: Vec::new(), calls: 0 };
    let root = parser.alternation()?;
    if parser.at < text.len() {
        return Err(parser.error_at(parser.at, ErrorKind::UnopenedGroup));
    }
    Ok(Pattern { root, groups: parser.groups, names: parser.names, calls: parser.calls })
}

pub(crate) struct Parser<'p> {
    text: &'p str,
    at: usize,
    flags: Flags,
    depth: usize,
    /// The number of capturing groups that have been opened.
    groups: usize,
    names: Vec<(String, Vec<usize>)>,
    calls: usize,
}

impl Parser<'_> {
    /// Parses alternatives up to a `)` or the end.
    fn alternation(&mut self) -> Result<Node, Error> {
        self.enter()?;
        let start = self.at;
        let mut branches = vec![self.branch()?];
        while self.eat('|') {
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        match branches.pop() {
            Some(only) if branches.is_empty() => Ok(only),
            last => {
                branches.extend(last);
                Ok(self.node(start, NodeKind::Alternation(branches)))
            }
        }
    }

    fn branch(&mut self) -> Result<Node, Error> {
        let start = self.at;
        let mut nodes = Vec::new();
        loop {
            self.skip_ignored()?;
            if matches!(self.peek(), None | Some('|' | ')')) {
                break;
            }
            let at = self.at;
            self.atom(&mut nodes)?;
            self.repeats(at, &mut nodes)?;
        }
        match nodes.pop() {
            None => Ok(self.node(start, NodeKind::Empty)),
            Some(only) if nodes.is_empty() => Ok(only),
            Some(last) => {
                nodes.push(last);
                Ok(self.node(start, NodeKind::Concat(nodes)))
            }
        }
    }

    /// Parses one piece without its repeats. An escape such as `\u{61 62}` has already become several characters.
    fn atom(&mut self, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let start = self.at;
        let kind = match self.peek() {
            Some('(') => return self.group(nodes),
            Some('[') => {
                self.at += 1;
                NodeKind::Class(self.class(start)?)
            }
            Some('\\') => self.escape()?,
            Some('*' | '+' | '?') => return Err(self.error_at(start, ErrorKind::NothingToRepeat)),
            Some('{') => {
                // A brace that does not start a valid interval is a character.
                if self.interval()?.is_some() {
                    return Err(self.error(start, ErrorKind::NothingToRepeat));
                }
                self.at = start + 1;
                NodeKind::Literal { c: '{', raw: false }
            }
            Some(c) => {
                self.at += c.len_utf8();
                match c {
                    '.' => NodeKind::Dot,
                    '^' => NodeKind::Anchor(crate::ast::Anchor::LineStart),
                    '$' => NodeKind::Anchor(crate::ast::Anchor::LineEnd),
                    c => NodeKind::Literal { c, raw: false },
                }
            }
            None => NodeKind::Empty,
        };
        let node = self.node(start, kind);
        nodes.push(node);
        Ok(())
    }

    /// Wraps the last piece into the repeats that follow it.
    fn repeats(&mut self, start: usize, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let mut depth = self.depth;
        loop {
            self.skip_ignored()?;
            let Some(repeat) = self.repeat()? else { return Ok(()) };
            // Ruby drops `{1}` at once, so that a repeat after it applies to the piece itself.
            if repeat.min == 1 && repeat.max == Some(1) {
                continue;
            }
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(self.error(start, ErrorKind::TooDeep));
            }
            if let Some(node) = nodes.pop() {
                let repeated = self.node(start, NodeKind::Repeat { node: Box::new(node), repeat });
                nodes.push(repeated);
            }
        }
    }

    fn repeat(&mut self) -> Result<Option<Repeat>, Error> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let start = self.at;
                let Some((min, max, exact)) = self.interval()? else {
                    self.at = start;
                    return Ok(None);
                };
                // In Ruby, `{n}?` is not lazy but optional, and `+` after an interval repeats the interval.
                let lazy = !exact && self.eat('?');
                let mode = if lazy { RepeatMode::Lazy } else { RepeatMode::Greedy };
                return Ok(Some(Repeat { min, max, mode }));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        let mode = if self.eat('?') {
            RepeatMode::Lazy
        } else if self.eat('+') {
            RepeatMode::Possessive
        } else {
            RepeatMode::Greedy
        };
        Ok(Some(Repeat { min, max, mode }))
    }

    /// Parses `{n}`, `{n,}`, `{,m}` or `{n,m}`: the lower and the upper count, and whether it is `{n}`. `None` if the brace
    /// is just a character.
    fn interval(&mut self) -> Result<Option<(u32, Option<u32>, bool)>, Error> {
        let start = self.at;
        self.at += 1;
        let min = self.count(start)?;
        let comma = self.eat(',');
        let max = if comma { self.count(start)? } else { min };
        if min.is_none() && max.is_none() {
            return Ok(None);
        }
        if !self.eat('}') {
            return Ok(None);
        }
        let min = min.unwrap_or(0);
        if max.is_some_and(|max| max < min) {
            return Err(self.error(start, ErrorKind::RepeatOrder));
        }
        Ok(Some((min, max, !comma)))
    }

    fn count(&mut self, start: usize) -> Result<Option<u32>, Error> {
        let from = self.at;
        let mut value: u64 = 0;
        while let Some(digit) = self.peek().and_then(name::digit) {
            self.bump();
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
        }
        if value > MAX_REPEAT {
            return Err(self.error(start, ErrorKind::RepeatTooBig));
        }
        Ok((self.at > from).then_some(value as u32))
    }

    /// Skips `(?#...)`, and in extended mode blanks and comments.
    fn skip_ignored(&mut self) -> Result<(), Error> {
        loop {
            if self.rest().starts_with("(?#") {
                let start = self.at;
                self.at += 3;
                loop {
                    match self.bump() {
                        Some('\\') => {
                            self.bump();
                        }
                        Some(')') => break,
                        Some(_) => {}
                        None => return Err(self.error(start, ErrorKind::UnclosedGroup)),
                    }
                }
                continue;
            }
            match self.peek() {
                Some(' ' | '\t' | '\n' | '\r' | '\x0C') if self.flags.extended => self.at += 1,
                Some('#') if self.flags.extended => {
                    let rest = self.rest();
                    self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                }
                _ => return Ok(()),
            }
        }
    }

    fn enter(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error_at(self.at.min(self.text.len().saturating_sub(1)), ErrorKind::TooDeep));
        }
        Ok(())
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn node(&self, start: usize, kind: NodeKind) -> Node {
        Node::new(start..self.at, kind)
    }

    /// An error about everything from `start` to the current position.
    fn error(&self, start: usize, kind: ErrorKind) -> Error {
        Error::new(start..self.at, kind)
    }

    /// An error about the character at `start`.
    fn error_at(&self, start: usize, kind: ErrorKind) -> Error {
        let len = self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let range: Range<usize> = start..start + len;
        Error::new(range, kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree as a string: the kinds of its pieces with the parts of the pattern they cover.
    fn tree(pattern: &str) -> String {
        fn show(node: &Node, pattern: &str, out: &mut String) {
            let kind = format!("{:?}", node.kind);
            let name: String = kind.chars().take_while(|c| c.is_alphanumeric()).collect();
            out.push_str(&format!("{name}<{}>", pattern.get(node.range.clone()).unwrap_or("?")));
            let mut children = node.children().peekable();
            if children.peek().is_some() {
                out.push('(');
                children.for_each(|child| show(child, pattern, out));
                out.push(')');
            }
        }
        match Pattern::parse(pattern, Options::default()) {
            Ok(parsed) => {
                let mut out = String::new();
                show(&parsed.root, pattern, &mut out);
                out
            }
            Err(error) => format!("{:?} at {:?}", error.kind, error.range),
        }
    }

    #[test]
    fn pieces_know_their_ranges() {
        assert_eq!(tree("ab*"), "Concat<ab*>(Literal<a>Repeat<b*>(Literal<b>))");
        assert_eq!(tree("a|(?:b)"), "Alternation<a|(?:b)>(Literal<a>Group<(?:b)>(Literal<b>))");
        assert_eq!(
            tree(r"\u{61 e9}+"),
            r"Concat<\u{61 e9}+>(Literal<\u{61 e9}>Repeat<\u{61 e9}+>(Literal<\u{61 e9}>))"
        );
        assert_eq!(
            tree("a(?i)b|c"),
            "Concat<a(?i)b|c>(Literal<a>Group<(?i)b|c>(Alternation<b|c>(Literal<b>Literal<c>)))"
        );
    }

    #[test]
    fn braces_may_be_characters() {
        assert_eq!(tree("a{,2}"), "Repeat<a{,2}>(Literal<a>)");
        assert_eq!(tree("{x"), "Concat<{x>(Literal<{>Literal<x>)");
        assert_eq!(tree("a{2}?"), "Repeat<a{2}?>(Repeat<a{2}>(Literal<a>))");
        assert_eq!(tree("{2}"), "NothingToRepeat at 0..3");
    }
}
