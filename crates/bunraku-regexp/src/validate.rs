//! What Ruby checks after it has parsed a pattern: references, recursion and look-behinds.

mod lengths;
mod lookbehind;
mod recursion;

use crate::ast::{Callee, GroupKind, Node, NodeKind, Pattern};
use crate::error::{Error, ErrorKind};
use crate::options::Options;

pub use lengths::Lengths;

/// The highest number of calls. Checking recursion takes time that grows faster than their number.
const MAX_CALLS: usize = 500;

/// Numbers the groups as Ruby does, resolves calls, and checks the pattern. `text` is the unescaped pattern.
pub fn validate(pattern: &mut Pattern, text: &str, options: Options) -> Result<(), Error> {
    if !pattern.names.is_empty() {
        only_named_capture(pattern);
    }
    let names = std::mem::take(&mut pattern.names);
    let references = References { groups: pattern.groups, names: &names };
    let checked = references.check(&mut pattern.root);
    pattern.names = names;
    checked?;
    if pattern.calls > MAX_CALLS {
        return Err(Error::new(pattern.root.range.clone(), ErrorKind::TooLarge));
    }
    if pattern.calls > 0 {
        recursion::check(pattern)?;
    }
    if text.contains("(?~") {
        check_absences(pattern)?;
    }
    lookbehind::check(pattern, text, options)
}

/// Renumbers the groups of a pattern with named groups, where groups without a name do not capture.
fn only_named_capture(pattern: &mut Pattern) {
    let mut new_numbers = vec![0; pattern.groups + 1];
    let mut named: Vec<usize> = pattern.names.iter().flat_map(|(_, groups)| groups.iter().copied()).collect();
    named.sort_unstable();
    for (index, &old) in named.iter().enumerate() {
        if let Some(new) = new_numbers.get_mut(old) {
            *new = index + 1;
        }
    }
    let new = |old: &mut usize| *old = new_numbers.get(*old).copied().unwrap_or(0);
    pattern.names.iter_mut().flat_map(|(_, groups)| groups).for_each(new);
    pattern.groups = named.len();
    renumber(&mut pattern.root, &new);
}

fn renumber(node: &mut Node, new: &impl Fn(&mut usize)) {
    match &mut node.kind {
        NodeKind::Group { kind, .. } => {
            if let GroupKind::Capture(number) = kind {
                new(number);
                if *number == 0 {
                    *kind = GroupKind::Plain;
                }
            }
        }
        NodeKind::Backreference { groups, by_name: true, .. } => groups.iter_mut().for_each(new),
        NodeKind::Conditional { group, by_name: true, .. } => new(group),
        _ => {}
    }
    node.children_mut().for_each(|child| renumber(child, new));
}

/// Rejects absence operators with groups or with pieces that can match the empty string. Ruby accepts them, but what they
/// match there depends on details of its matcher.
fn check_absences(pattern: &Pattern) -> Result<(), Error> {
    fn plain(node: &Node) -> bool {
        !matches!(
            node.kind,
            NodeKind::Backreference { .. }
                | NodeKind::Call(_)
                | NodeKind::Conditional { .. }
                | NodeKind::Group { kind: GroupKind::Capture(_) | GroupKind::Absent, .. }
        ) && node.children().all(plain)
    }
    fn visit(node: &Node, lengths: &Lengths<'_>) -> Result<(), Error> {
        if let NodeKind::Group { kind: GroupKind::Absent, node: inner } = &node.kind
            && !(plain(inner) && (lengths.consumes(inner) || matches!(inner.kind, NodeKind::Empty)))
        {
            return Err(Error::new(node.range.clone(), ErrorKind::AbsenceOperator));
        }
        node.children().try_for_each(|child| visit(child, lengths))
    }
    visit(&pattern.root, &Lengths::of(pattern))
}

struct References<'a> {
    groups: usize,
    names: &'a [(String, Vec<usize>)],
}

impl References<'_> {
    fn check(&self, node: &mut Node) -> Result<(), Error> {
        let error = |kind| Err(Error::new(node.range.clone(), kind));
        match &mut node.kind {
            NodeKind::Backreference { by_name: false, .. } | NodeKind::Conditional { by_name: false, .. }
                if !self.names.is_empty() =>
            {
                return error(ErrorKind::NumberWithNames);
            }
            NodeKind::Backreference { groups, .. } if groups.iter().any(|&group| group > self.groups) => {
                return error(ErrorKind::UnknownGroupNumber);
            }
            NodeKind::Conditional { group, .. } if *group > self.groups => {
                return error(ErrorKind::UnknownGroupNumber);
            }
            NodeKind::Call(Callee::Number(number)) if *number > 0 => {
                if !self.names.is_empty() {
                    return error(ErrorKind::NumberWithNames);
                }
                if *number > self.groups {
                    return error(ErrorKind::UnknownGroupNumber);
                }
            }
            NodeKind::Call(callee) => {
                if let Callee::Name(name) = callee {
                    match self
                        .names
                        .iter()
                        .find(|(known, _)| known == name)
                        .map(|(_, groups)| groups.as_slice())
                    {
                        Some([number]) => *callee = Callee::Number(*number),
                        Some(_) => return error(ErrorKind::AmbiguousCall(name.clone())),
                        None => return error(ErrorKind::UnknownGroupName(name.clone())),
                    }
                }
            }
            _ => {}
        }
        node.children_mut().try_for_each(|child| self.check(child))
    }
}
