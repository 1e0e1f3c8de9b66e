//! Resolving a syntax tree: options, classes, case folding, calls and look-behinds.

mod class;
mod fold;
mod grapheme;
mod repeat;

use crate::ast::{self, Anchor, Callee, GroupKind, NodeKind, Pattern};
use crate::charset::CharSet;
use crate::ir::{Assert, Ir, Node};
use crate::options::{Charset, Flags, Options};
use crate::validate::Lengths;
use std::sync::Arc;

/// The number of bytes that a call takes in Onigmo's code. See [`Node::onigmo_size`].
const CALL: usize = 5;
/// The number of bytes that Onigmo's code has around a group that is called.
const SUBROUTINE: usize = 11;

/// Resolves a pattern.
pub fn lower(pattern: &Pattern, options: Options) -> Ir {
    let mut lower = Lower {
        lengths: Lengths::of(pattern),
        called: vec![None; pattern.groups + 1],
        is_called: vec![false; pattern.groups + 1],
        levels: false,
    };
    mark_called(&pattern.root, &mut lower.is_called);
    let mut root = lower.node(&pattern.root, options.into());
    if lower.is_called.first() == Some(&true) {
        if let Some(body) = lower.called.first_mut() {
            *body = Some(root);
        }
        root = Node::Call { group: 0, size: CALL };
    }
    Ir { root, groups: pattern.groups, called: lower.called, levels: lower.levels }
}

/// Where ignoring case lets several characters of a pattern match a single one, or the other way round, so that the
/// length of a match varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Varying {
    /// Nowhere.
    None,
    /// At the start.
    First,
    /// Only after the start.
    Later,
}

/// Where ignoring case makes neighbouring characters, or a class or property, match strings of different lengths.
pub fn varying(nodes: &[ast::Node], flags: Flags) -> Varying {
    let chars: Option<Vec<char>> = nodes
        .iter()
        .map(|node| match node.kind {
            NodeKind::Literal { c, .. } => Some(c),
            _ => None,
        })
        .collect();
    let varies = match (chars, nodes) {
        (Some(chars), _) => return fold::varying(&chars),
        (None, [ast::Node { kind: NodeKind::Class(class), .. }]) => match class::class(class, flags) {
            class::Lowered::Char(c) => return fold::varying(&[c]),
            class::Lowered::Node(node) => matches!(node, Node::Alternation(_)),
        },
        (None, [ast::Node { kind: NodeKind::Property(property), .. }]) => {
            matches!(class::property(property, flags), Node::Alternation(_))
        }
        _ => false,
    };
    if varies { Varying::First } else { Varying::None }
}

struct Lower<'a> {
    lengths: Lengths<'a>,
    /// By number: the groups that are called, as far as they have been lowered.
    called: Vec<Option<Node>>,
    /// By number: whether the group is called.
    is_called: Vec<bool>,
    /// Whether there is a backreference with a recursion level.
    levels: bool,
}

impl Lower<'_> {
    fn node(&mut self, node: &ast::Node, flags: Flags) -> Node {
        match &node.kind {
            NodeKind::Empty => Node::Empty,
            NodeKind::Literal { .. } | NodeKind::Class(_) => self.concat(std::slice::from_ref(node), flags),
            NodeKind::Concat(nodes) => self.concat(nodes, flags),
            NodeKind::Alternation(nodes) => {
                Node::Alternation(nodes.iter().map(|node| self.node(node, flags)).collect())
            }
            NodeKind::Dot if flags.multi_line => Node::Set(Arc::new(CharSet::all())),
            NodeKind::Dot => Node::Set(Arc::new(CharSet::range(0x0A, 0x0A).complement())),
            NodeKind::Shorthand(shorthand) => {
                Node::Set(Arc::new(class::shorthand(*shorthand, flags, class::WrittenIn::Alone)))
            }
            NodeKind::Property(property) => class::property(property, flags),
            NodeKind::Anchor(anchor) => Node::Assert(assert(*anchor, flags)),
            NodeKind::LineBreak => grapheme::line_break(),
            NodeKind::Grapheme => grapheme::cluster(),
            NodeKind::Keep => Node::Keep,
            NodeKind::Group { kind, node: inner } => self.group(kind, inner, flags),
            NodeKind::Repeat { .. } => self.repeat(node, flags),
            NodeKind::Backreference { groups, level, .. } => {
                self.levels |= level.is_some();
                Node::Backreference { groups: groups.clone(), fold: flags.ignore_case, level: *level }
            }
            NodeKind::Call(Callee::Number(number)) => Node::Call { group: *number, size: CALL },
            // Validation has replaced all names by numbers.
            NodeKind::Call(Callee::Name(_)) => Node::Empty,
            NodeKind::Conditional { group, yes, no, .. } => Node::Conditional {
                group: *group,
                yes: Box::new(self.node(yes, flags)),
                no: Box::new(self.node(no, flags)),
            },
        }
    }

    /// Lowers a sequence. Neighbouring characters become one string, which matters if case is ignored: `ss` then also
    /// matches `ß`, while two separate `s` do not.
    fn concat(&mut self, nodes: &[ast::Node], flags: Flags) -> Node {
        let mut out = Vec::new();
        let mut run: Vec<char> = Vec::new();
        let flush = |run: &mut Vec<char>, out: &mut Vec<Node>| {
            if !run.is_empty() {
                out.push(fold::string(run, flags.ignore_case));
                run.clear();
            }
        };
        for node in nodes {
            let lowered = match &node.kind {
                NodeKind::Literal { c, raw: false } => {
                    run.push(*c);
                    continue;
                }
                NodeKind::Literal { c, raw: true } => {
                    flush(&mut run, &mut out);
                    fold::string(&[*c], flags.ignore_case)
                }
                NodeKind::Class(class) => match class::class(class, flags) {
                    class::Lowered::Char(c) => {
                        run.push(c);
                        continue;
                    }
                    class::Lowered::Node(node) => node,
                },
                _ => self.node(node, flags),
            };
            flush(&mut run, &mut out);
            push(&mut out, lowered);
        }
        flush(&mut run, &mut out);
        match out.pop() {
            None => Node::Empty,
            Some(only) if out.is_empty() => only,
            Some(last) => {
                out.push(last);
                Node::Concat(out)
            }
        }
    }

    fn group(&mut self, kind: &GroupKind, inner: &ast::Node, flags: Flags) -> Node {
        match kind {
            GroupKind::Plain => self.node(inner, flags),
            GroupKind::Options(flags) => self.node(inner, *flags),
            GroupKind::Atomic => Node::Atomic(Box::new(self.node(inner, flags))),
            GroupKind::Absent => Node::Absent(Box::new(self.node(inner, flags))),
            GroupKind::Capture(number) => {
                let node = Node::Capture(*number, Box::new(self.node(inner, flags)));
                if self.is_called.get(*number) != Some(&true) {
                    return node;
                }
                // A called group is a subroutine even where it is written, because Onigmo counts a recursion level there.
                let size = SUBROUTINE + node.onigmo_size();
                if let Some(body) = self.called.get_mut(*number) {
                    *body = Some(node);
                }
                Node::Call { group: *number, size }
            }
            GroupKind::Look { behind: false, negated } => {
                Node::Ahead { negated: *negated, node: Box::new(self.node(inner, flags)) }
            }
            GroupKind::Look { behind: true, negated } => {
                // Alternatives of different lengths step back by different distances, so each becomes a look-behind.
                let branches = match &inner.peeled().kind {
                    NodeKind::Alternation(branches) => branches.as_slice(),
                    _ => std::slice::from_ref(inner),
                };
                let mut looks: Vec<Node> =
                    branches.iter().map(|branch| self.behind(branch, *negated, flags)).collect();
                match looks.pop() {
                    Some(only) if looks.is_empty() => only,
                    last => {
                        looks.extend(last);
                        if *negated { Node::Concat(looks) } else { Node::Alternation(looks) }
                    }
                }
            }
        }
    }

    fn behind(&mut self, branch: &ast::Node, negated: bool, flags: Flags) -> Node {
        let node = self.node(branch, flags);
        let lengths = &self.lengths;
        let steps = node.char_lengths(&|group| lengths.fixed_group(group));
        Node::Behind { negated, node: Box::new(node), steps }
    }
}

/// Appends a piece to a sequence. Strings are joined with a string before them, and sequences are flattened.
fn push(out: &mut Vec<Node>, node: Node) {
    match node {
        Node::Empty => {}
        Node::Concat(nodes) => out.extend(nodes),
        Node::Text(text) => match out.last_mut() {
            Some(Node::Text(before)) => before.push_str(&text),
            _ => out.push(Node::Text(text)),
        },
        node => out.push(node),
    }
}

fn assert(anchor: Anchor, flags: Flags) -> Assert {
    let ascii = flags.charset == Charset::Ascii;
    match anchor {
        Anchor::LineStart => Assert::LineStart,
        Anchor::LineEnd => Assert::LineEnd,
        Anchor::TextStart => Assert::TextStart,
        Anchor::TextEnd => Assert::TextEnd,
        Anchor::TextEndOrNewline => Assert::TextEndOrNewline,
        Anchor::SearchStart => Assert::SearchStart,
        Anchor::WordBoundary => Assert::WordBoundary { ascii, negated: false },
        Anchor::NotWordBoundary => Assert::WordBoundary { ascii, negated: true },
    }
}

fn mark_called(node: &ast::Node, called: &mut [bool]) {
    if let NodeKind::Call(Callee::Number(number)) = &node.kind
        && let Some(mark) = called.get_mut(*number)
    {
        *mark = true;
    }
    node.children().for_each(|child| mark_called(child, called));
}
