//! Ruby's restrictions on look-behinds: it steps back by a fixed number of characters.

use super::lengths::{Length, Lengths};
use crate::ast::{Anchor, GroupKind, Node, NodeKind, Pattern, RepeatMode};
use crate::error::{Error, ErrorKind};
use crate::lower;
use crate::options::{Flags, Options};

/// Checks all look-behinds of a pattern with the given text.
pub fn check(pattern: &Pattern, text: &str, options: Options) -> Result<(), Error> {
    if !has_look_behind(&pattern.root) {
        return Ok(());
    }
    // Ruby compiles a pattern as ASCII unless something in it is not. Only then do foldings of several characters
    // make a look-behind vary in length; an ASCII pattern is accepted and works here, while Ruby would fail when it
    // meets a text that is not ASCII.
    let unicode = !text.is_ascii() || text.contains("\\p{") || text.contains("\\P{");
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

/// Whether a piece is all of a look-behind, where it may vary in length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
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
                || self.unicode && self.folds_differ(body, flags, Place::Top)
            {
                return Err(Error::new(node.range.clone(), ErrorKind::LookBehind));
            }
        }
        node.children().try_for_each(|child| self.visit(child, flags))
    }

    /// Whether ignoring case makes a piece vary in length where that is not allowed.
    fn folds_differ(&self, node: &Node, flags: Flags, place: Place) -> bool {
        let node = node.peeled();
        match &node.kind {
            NodeKind::Group { kind: GroupKind::Options(flags), node } => {
                self.folds_differ(node, *flags, Place::Inside)
            }
            NodeKind::Group { kind: GroupKind::Look { .. }, .. } => false,
            NodeKind::Concat(nodes) => {
                let all_literal =
                    nodes.iter().all(|node| matches!(node.kind, NodeKind::Literal { raw: false, .. }));
                let place = if all_literal { place } else { Place::Inside };
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
            _ => node.children().any(|child| self.folds_differ(child, flags, Place::Inside)),
        }
    }

    /// A piece that varies may only be the first and only one.
    fn varies(&self, nodes: &[Node], flags: Flags, place: Place) -> bool {
        flags.ignore_case
            && match lower::folded_texts(nodes, flags) {
                lower::Texts::None => false,
                lower::Texts::First => place == Place::Inside,
                lower::Texts::Later => true,
            }
    }
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
            GroupKind::Atomic | GroupKind::Absent | GroupKind::Look { behind: false, .. } => true,
            GroupKind::Capture(_) => negated,
            _ => false,
        },
        NodeKind::Repeat { repeat, .. } => repeat.mode == RepeatMode::Possessive,
        _ => false,
    };
    if bad { Some(node) } else { node.children().find_map(|child| forbidden(child, negated)) }
}
