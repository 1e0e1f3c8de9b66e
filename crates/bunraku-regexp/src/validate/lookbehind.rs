//! Ruby's restrictions on look-behinds: it steps back by a fixed number of characters.

use super::lengths::{Length, Lengths};
use crate::ast::{Anchor, GroupKind, Node, NodeKind, Pattern, RepeatMode};
use crate::error::{Error, ErrorKind};

/// Checks all look-behinds of a pattern.
pub fn check(pattern: &Pattern) -> Result<(), Error> {
    if !has_look_behind(&pattern.root) {
        return Ok(());
    }
    visit(&pattern.root, &Lengths::of(pattern))
}

fn has_look_behind(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Group { kind: GroupKind::Look { behind: true, .. }, .. })
        || node.children().any(has_look_behind)
}

fn visit(node: &Node, lengths: &Lengths<'_>) -> Result<(), Error> {
    if let NodeKind::Group { kind: GroupKind::Look { behind: true, negated }, node: body } = &node.kind {
        if let Some(culprit) = forbidden(body, *negated) {
            return Err(Error::new(culprit.range.clone(), ErrorKind::LookBehind));
        }
        if lengths.length(body) == Length::Variable {
            return Err(Error::new(node.range.clone(), ErrorKind::LookBehind));
        }
    }
    node.children().try_for_each(|child| visit(child, lengths))
}

/// The first piece that may not stand in a look-behind.
fn forbidden(node: &Node, negated: bool) -> Option<&Node> {
    let bad = match &node.kind {
        NodeKind::Backreference { .. }
        | NodeKind::Conditional { .. }
        | NodeKind::LineBreak
        | NodeKind::Grapheme
        | NodeKind::Anchor(Anchor::TextEnd | Anchor::TextEndOrNewline) => true,
        NodeKind::Group { kind, .. } => match kind {
            GroupKind::Atomic | GroupKind::Look { behind: false, .. } => true,
            GroupKind::Capture(_) => negated,
            _ => false,
        },
        NodeKind::Repeat { repeat, .. } => repeat.mode == RepeatMode::Possessive,
        _ => false,
    };
    if bad { Some(node) } else { node.children().find_map(|child| forbidden(child, negated)) }
}
