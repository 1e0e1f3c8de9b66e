//! Backreferences: matching the same string as a group.

use super::scratch::{Frame, Scratch};
use crate::lookup::decode;
use crate::program::Backreference;
use crate::unicode::folding;

/// Matches a backreference at `at` with the first of its groups that matches. Returns where the match ends, if there is
/// one, and the number of steps that looking for it costs.
pub fn find(wanted: &Backreference, scratch: &Scratch, text: &[u8], at: usize) -> (Option<usize>, usize) {
    if let Some(level) = wanted.level {
        let cost = scratch.stack.len() >> 3;
        return (at_level(wanted, level, scratch, text, at), cost);
    }
    let mut cost = 0;
    for &group in &wanted.groups {
        let Some((start, end)) = scratch.group(group) else { continue };
        cost += super::passing(end - start);
        // Onigmo tries no other group after one that is longer than the rest of the string.
        if end - start > text.len().saturating_sub(at) {
            break;
        }
        let found = same(text, start..end, at, wanted.fold);
        if found.is_some() {
            return (found, cost);
        }
    }
    (None, cost)
}

/// Matches a group as it was on another level of recursion. The stack has the starts and ends of groups on all levels, and
/// is searched from the top.
fn at_level(
    wanted: &Backreference,
    wanted_level: i32,
    scratch: &Scratch,
    text: &[u8],
    at: usize,
) -> Option<usize> {
    let mut level = 0;
    let mut end = None;
    for frame in scratch.stack.iter().rev() {
        match *frame {
            Frame::Called { .. } => level -= 1,
            Frame::Returned { .. } => level += 1,
            Frame::Closed { group, at } if level == wanted_level && wanted.groups.contains(&group) => {
                end = Some(at);
            }
            Frame::Opened { group, at: start } if level == wanted_level && wanted.groups.contains(&group) => {
                if let Some(end) = end {
                    return same(text, start..end, at, wanted.fold);
                }
            }
            _ => {}
        }
    }
    None
}

/// Matches the string of `range` again at `at`. Returns where the match ends.
fn same(text: &[u8], range: std::ops::Range<usize>, at: usize, fold: bool) -> Option<usize> {
    let len = range.len();
    // Onigmo requires as many bytes as the group has, even with case ignored, where the match may take fewer.
    let wanted = text.get(range.clone())?;
    let found = text.get(at..at + len)?;
    if !fold {
        return (wanted == found).then_some(at + len);
    }
    let table = folding();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let (mut from, mut to) = (range.start, at);
    while from < range.end {
        if to >= text.len() {
            return None;
        }
        let (a, a_len) = decode(text, from);
        let (b, b_len) = decode(text, to);
        (from, to) = (from + a_len, to + b_len);
        if a == b {
            continue;
        }
        left.clear();
        right.clear();
        table.fold_into(char::from_u32(a)?, &mut left);
        table.fold_into(char::from_u32(b)?, &mut right);
        if left != right {
            return None;
        }
    }
    Some(to)
}
