//! Ruby's restrictions on look-behinds, which it matches by stepping back a fixed number of characters.

use super::lengths::{Length, Lengths};
use crate::ast::{Anchor, GroupKind, Node, NodeKind, Pattern, RepeatMode};
use crate::error::{Error, ErrorKind};
use crate::lower;
use crate::options::{Flags, Options};

/// Checks all look-behinds of a pattern. `text` is the unescaped pattern.
pub fn check(pattern: &Pattern, string: &str, options: Options) -> Result<(), Error> {
    if !has_look_behind(&pattern.root) {
        return Ok(());
    }
    // Ruby compiles a pattern as ASCII if everything in it is ASCII. There, no character folds to several, and look-behinds
    // do not vary in length for that reason. Such a pattern is accepted. Ruby would compile it again for a string that is
    // not ASCII, and might fail; here it works.
    let unicode = !string.is_ascii() || string.contains("\\p{") || string.contains("\\P{");
    let check = Check { lengths: Lengths::of(pattern), unicode };
    check.visit(&pattern.root, options.into())
}

fn has_look_behind(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Group { kind: GroupKind::Look { behind: true, .. }, .. })
        || node.children().any(has_look_behind)
}

struct Check<'a> {
    lengths: Lengths<'a>,
    unicode: bool,
}

/// Whether a piece is the whole look-behind, and so may vary in length, or only a part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Top,
    Inside,
}

impl Check<'_> {
    fn visit(&self, node: &Node, mut flags: Flags) -> Result<(), Error> {
        if let NodeKind::Group { kind: GroupKind::Options(inner), .. } = &node.kind {
            flags = *inner;
        }
        if let NodeKind::Group { kind: GroupKind::Look { behind: true, negated }, node: body } = &node.kind {
            if let Some(culprit) = forbidden(body, *negated) {
                return Err(Error::new(culprit.range.clone(), ErrorKind::LookBehind));
            }
            if self.lengths.length(body) == Length::Variable
                || self.unicode && self.folds_differ(body, flags, Nesting::Top)
            {
                return Err(Error::new(node.range.clone(), ErrorKind::LookBehind));
            }
        }
        node.children().try_for_each(|child| self.visit(child, flags))
    }

    /// Whether ignoring case makes a piece vary in length where that is not allowed.
    fn folds_differ(&self, node: &Node, flags: Flags, place: Nesting) -> bool {
        let node = node.peeled();
        match &node.kind {
            NodeKind::Group { kind: GroupKind::Options(flags), node } => {
                self.folds_differ(node, *flags, Nesting::Inside)
            }
            NodeKind::Group { kind: GroupKind::Look { .. }, .. } => false,
            NodeKind::Concat(nodes) => {
                let all_literal =
                    nodes.iter().all(|node| matches!(node.kind, NodeKind::Literal { raw: false, .. }));
                let place = if all_literal { place } else { Nesting::Inside };
                let mut runs = nodes.chunk_by(|a, b| {
                    matches!(a.kind, NodeKind::Literal { raw: false, .. })
                        && matches!(b.kind, NodeKind::Literal { raw: false, .. })
                });
                runs.any(|run| match run {
                    [only] => self.folds_differ(only, flags, place),
                    run => self.varies(run, flags, place),
                })
            }
            NodeKind::Literal { .. } | NodeKind::Class(_) | NodeKind::Property(_) => {
                self.varies(std::slice::from_ref(node), flags, place)
            }
            _ => node.children().any(|child| self.folds_differ(child, flags, Nesting::Inside)),
        }
    }

    /// Whether these pieces vary in length. The whole look-behind may vary at its start.
    fn varies(&self, nodes: &[Node], flags: Flags, place: Nesting) -> bool {
        flags.ignore_case
            && match lower::varying(nodes, flags) {
                lower::Varying::None => false,
                lower::Varying::First => place == Nesting::Inside,
                lower::Varying::Later => true,
            }
    }
}

/// The first piece that is not allowed in a look-behind.
fn forbidden(node: &Node, negated: bool) -> Option<&Node> {
    let bad = match &node.kind {
        NodeKind::Backreference { .. }
        | NodeKind::Conditional { .. }
        | NodeKind::LineBreak
        | NodeKind::Grapheme
        | NodeKind::Anchor(Anchor::TextEnd | Anchor::TextEndOrNewline) => true,
        NodeKind::Group { kind, .. } => match kind {
            GroupKind::Atomic | GroupKind::Absent | GroupKind::Look { behind: false, .. } => true,
            GroupKind::Capture(_) => negated,
            _ => false,
        },
        NodeKind::Repeat { repeat, .. } => repeat.mode == RepeatMode::Possessive,
        _ => false,
    };
    if bad { Some(node) } else { node.children().find_map(|child| forbidden(child, negated)) }
}
