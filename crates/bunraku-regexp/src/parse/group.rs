//! Everything in parentheses.

use super::name::{Reference, digit};
use super::{MAX_GROUPS, Parser};
use crate::ast::{GroupKind, Node, NodeKind};
use crate::error::{Error, ErrorKind};
use crate::options::{Charset, Flags};

impl Parser<'_> {
    /// Parses a group. The parser is at its `(`.
    pub(super) fn group(&mut self, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        if self.peek().is_none() {
            return Err(self.error(start, ErrorKind::UnclosedGroup));
        }
        if !self.eat('?') {
            let number = self.number(start)?;
            return self.body(start, GroupKind::Capture(number), nodes);
        }
        let kind = match self.bump() {
            None => return Err(self.error(start, ErrorKind::UnclosedGroup)),
            Some(':') => GroupKind::Plain,
            Some('=') => GroupKind::Look { behind: false, negated: false },
            Some('!') => GroupKind::Look { behind: false, negated: true },
            Some('>') => GroupKind::Atomic,
            Some('~') => GroupKind::Absent,
            Some('\'') => self.named(start, '\'')?,
            Some('<') => match self.peek() {
                None => return Err(self.error(start, ErrorKind::UnclosedGroup)),
                Some(c @ ('=' | '!')) => {
                    self.at += 1;
                    GroupKind::Look { behind: true, negated: c == '!' }
                }
                Some(_) => self.named(start, '>')?,
            },
            Some('(') => return self.conditional(start, nodes),
            Some(c) => return self.options(start, c, nodes),
        };
        self.body(start, kind, nodes)
    }

    /// Parses what is inside a group, and its `)`.
    fn body(&mut self, start: usize, kind: GroupKind, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let outer = self.flags;
        if let GroupKind::Options(flags) = kind {
            self.flags = flags;
        }
        let node = self.alternation();
        self.flags = outer;
        let node = Box::new(node?);
        self.close_group(start)?;
        let group = self.node(start, NodeKind::Group { kind, node });
        nodes.push(group);
        Ok(())
    }

    fn close_group(&mut self, start: usize) -> Result<(), Error> {
        if self.eat(')') { Ok(()) } else { Err(self.error_at(start, ErrorKind::UnclosedGroup)) }
    }

    /// The number of a new capturing group.
    fn number(&mut self, start: usize) -> Result<usize, Error> {
        self.groups += 1;
        if self.groups > MAX_GROUPS {
            return Err(self.error(start, ErrorKind::TooManyGroups));
        }
        Ok(self.groups)
    }

    fn named(&mut self, start: usize, close: char) -> Result<GroupKind, Error> {
        let name = self.definition_name(close)?;
        let number = self.number(start)?;
        match self.names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, groups)) => groups.push(number),
            None => self.names.push((name, vec![number])),
        }
        Ok(GroupKind::Capture(number))
    }

    /// Parses `(?imx-imx:...)` or `(?imx-imx)`. The latter extends to the end of the surrounding group and includes its
    /// alternatives: `a(?i)b|c` is `a(?i:b|c)`.
    fn options(&mut self, start: usize, first: char, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let mut flags: Flags = self.flags;
        let mut on = true;
        let mut c = first;
        loop {
            match c {
                '-' => on = false,
                'i' => flags.ignore_case = on,
                'm' => flags.multi_line = on,
                'x' => flags.extended = on,
                'a' if on => flags.charset = Charset::Ascii,
                'u' if on => flags.charset = Charset::Unicode,
                'd' if on => flags.charset = Charset::Default,
                ':' if self.at > start + 3 => return self.body(start, GroupKind::Options(flags), nodes),
                ')' if self.at > start + 3 => break,
                _ => return Err(self.error(start, ErrorKind::UnknownGroup)),
            }
            c = match self.bump() {
                Some(c) => c,
                None => return Err(self.error(start, ErrorKind::UnclosedGroup)),
            };
        }
        let outer = self.flags;
        self.flags = flags;
        let rest = self.alternation();
        self.flags = outer;
        let node = Box::new(rest?);
        let group = self.node(start, NodeKind::Group { kind: GroupKind::Options(flags), node });
        nodes.push(group);
        Ok(())
    }

    /// Parses `(?(1)yes|no)`. The parser is after the second `(`.
    fn conditional(&mut self, start: usize, nodes: &mut Vec<Node>) -> Result<(), Error> {
        let (group, by_name) = match self.peek() {
            None => return Err(self.error(start, ErrorKind::UnknownGroup)),
            Some(c) if digit(c).is_some() => match self.reference(')', false)?.0 {
                Reference::Number(number) => (usize::try_from(number).unwrap_or(usize::MAX), false),
                Reference::Name(_) => return Err(self.error(start, ErrorKind::Condition)),
            },
            Some(c @ ('<' | '\'')) => {
                self.at += 1;
                let close = if c == '<' { '>' } else { '\'' };
                let (reference, _) = self.reference(close, true)?;
                let (groups, _) = self.resolve(start, reference)?;
                if !self.eat(')') {
                    return Err(self.error(start, ErrorKind::Condition));
                }
                (groups.first().copied().unwrap_or(0), true)
            }
            Some(_) => return Err(self.error(start, ErrorKind::Condition)),
        };
        let node = self.alternation()?;
        self.close_group(start)?;
        // In Ruby, `(?(1)(?:a|b))` is the same as `(?(1)a|b)`.
        let mut node = node;
        while let NodeKind::Group { kind: GroupKind::Plain, node: inner } = node.kind {
            node = *inner;
        }
        let end = node.range.end;
        let empty = Node::new(end..end, NodeKind::Empty);
        let (yes, no) = match node.kind {
            NodeKind::Alternation(branches) => {
                let mut branches = branches.into_iter();
                match (branches.next(), branches.next(), branches.next()) {
                    (Some(yes), Some(no), None) => (yes, no),
                    _ => return Err(self.error(start, ErrorKind::Condition)),
                }
            }
            kind => (Node::new(node.range, kind), empty),
        };
        let kind = NodeKind::Conditional { group, by_name, yes: Box::new(yes), no: Box::new(no) };
        let conditional = self.node(start, kind);
        nodes.push(conditional);
        Ok(())
    }
}
