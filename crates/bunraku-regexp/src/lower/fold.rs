//! What ignoring case adds: the other cases of characters, and strings that fold to the same letters (`ß` and `ss`).

use super::Varying;
use crate::charset::CharSet;
use crate::ir::Node;
use crate::unicode::{Folding, folding};
use std::sync::Arc;

/// The highest number of letters that a single character folds to.
const LONGEST: usize = 3;
/// The limit for the number of ways to divide a stretch of letters into characters. A longer stretch is split.
const MAX_WAYS: usize = 16;

/// A string to match, in any case if `ignore_case`.
pub fn string(chars: &[char], ignore_case: bool) -> Node {
    if !ignore_case {
        return Node::Text(chars.iter().collect());
    }
    let table = folding();
    let mut folded = Vec::with_capacity(chars.len());
    chars.iter().for_each(|&c| table.fold_into(c, &mut folded));
    let mut parts = Vec::new();
    let mut rest = folded.as_slice();
    while !rest.is_empty() {
        let (stretch, after) = rest.split_at(stretch(table, rest));
        rest = after;
        match stretch {
            [c] => letter(&mut parts, table, *c),
            _ => parts.push(ways(table, stretch)),
        }
    }
    match parts.pop() {
        None => Node::Empty,
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Node::Concat(parts)
        }
    }
}

/// A string repeated up to `min` times, with case ignored, if the repetition can match other characters than the string:
/// `s{2}` matches `ß`. Also returns the number of repetitions, because Onigmo expands only up to a number of bytes.
pub fn repeated(chars: &[char], min: u32) -> Option<(Node, u32)> {
    const MAX_BYTES: usize = 100;
    let len: usize = chars.iter().map(|c| c.len_utf8()).sum();
    let times = (MAX_BYTES / len.max(1)).clamp(1, min as usize);
    if times < 2 || has_ways(&string(chars, true)) {
        return None;
    }
    let all: Vec<char> = chars.iter().copied().cycle().take(chars.len() * times).collect();
    let node = string(&all, true);
    has_ways(&node).then_some((node, times as u32))
}

/// Where letters of a string can be matched by fewer characters, as `ss` by `ß`. A character that itself folds to several
/// letters does not count, because Onigmo handles it in another way.
pub fn varying(chars: &[char]) -> Varying {
    let table = folding();
    let mut folded = Vec::new();
    let letters: Vec<char> = chars
        .iter()
        .map(|&c| {
            folded.clear();
            table.fold_into(c, &mut folded);
            // The character NUL is not part of any folding.
            if let [only] = folded.as_slice() { *only } else { '\0' }
        })
        .collect();
    let mut at = 0;
    while let Some(rest) = letters.get(at..).filter(|rest| !rest.is_empty()) {
        let len = stretch(table, rest);
        if len > 1 {
            // Onigmo does not look at the rest of a string that it has split at its start.
            return if at == 0 { Varying::First } else { Varying::Later };
        }
        at += len;
    }
    Varying::None
}

fn has_ways(node: &Node) -> bool {
    match node {
        Node::Alternation(_) => true,
        Node::Concat(nodes) => nodes.iter().any(has_ways),
        _ => false,
    }
}

/// Adds the other cases of the characters of a set, and returns the strings of several letters that some of them fold to.
///
/// If only one of two cases is ASCII, it is added only for the characters in `crossing`.
pub fn set(set: &mut CharSet, crossing: &CharSet) -> Vec<Vec<char>> {
    let table = folding();
    let mut added: Vec<char> = Vec::new();
    let mut strings = Vec::new();
    let mut class = Vec::new();
    // Most classes have ASCII characters only, which fold to single letters. Going through all of Unicode would be slow.
    let ascii = set.ranges().last().is_none_or(|&(_, last)| last < 0x80);
    let letters: Vec<char> = ('a'..='z').collect();
    let few = letters.iter().map(|c| (std::slice::from_ref(c), table.unfold(std::slice::from_ref(c))));
    let (few, all) = if ascii { (Some(few), None) } else { (None, Some(table.classes())) };
    for (folded, unfolded) in few.into_iter().flatten().chain(all.into_iter().flatten()) {
        class.clear();
        class.extend_from_slice(unfolded);
        match folded {
            [c] => class.push(*c),
            // The characters that fold to the same string, such as `ß` and `ẞ`, add it once.
            _ if class.iter().any(|&c| set.contains(u32::from(c))) => strings.push(folded.to_vec()),
            _ => continue,
        }
        for &from in class.iter().filter(|&&c| set.contains(u32::from(c))) {
            // Onigmo records additions below 256 in a table that it consults only for single bytes. In UTF-8, those from 128
            // on have no effect then: `/[éx]/i` does not match `É`.
            added.extend(class.iter().filter(|&&to| {
                (from.is_ascii() == to.is_ascii() || crossing.contains(u32::from(from)))
                    && !(0x80..0x100).contains(&u32::from(to))
            }));
        }
    }
    let added: Vec<u32> = added.into_iter().map(u32::from).collect();
    set.add_codes(&added);
    strings.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    strings
}

/// The number of letters from the start that belong together, because there are characters that fold to several of them.
fn stretch(table: &Folding, letters: &[char]) -> usize {
    let mut end = 1;
    let mut at = 0;
    while at < end {
        for len in 2..=LONGEST {
            if let Some(part) = letters.get(at..at + len)
                && !table.unfold(part).is_empty()
            {
                end = end.max(at + len);
            }
        }
        at += 1;
        if end > MAX_WAYS / 2 {
            break;
        }
    }
    end
}

/// All ways to divide a stretch of letters into characters. At most one of them matches a given string, so their order does
/// not matter.
fn ways(table: &Folding, letters: &[char]) -> Node {
    let mut done = Vec::new();
    let mut open: Vec<(usize, Vec<Node>)> = vec![(0, Vec::new())];
    while let Some((at, parts)) = open.pop() {
        if at == letters.len() {
            done.push(Node::Concat(parts));
            continue;
        }
        for len in 1..=LONGEST {
            let Some(part) = letters.get(at..at + len) else { break };
            let mut parts = parts.clone();
            if let [c] = part {
                letter(&mut parts, table, *c);
            } else {
                let unfolded = table.unfold(part);
                if unfolded.is_empty() {
                    continue;
                }
                parts.push(one_of(unfolded));
            }
            open.push((at + len, parts));
        }
    }
    Node::Alternation(done)
}

/// Appends a letter in all of its cases.
fn letter(parts: &mut Vec<Node>, table: &Folding, c: char) {
    let others = table.unfold(&[c]);
    if others.is_empty() {
        match parts.last_mut() {
            Some(Node::Text(text)) => text.push(c),
            _ => parts.push(Node::Text(c.to_string())),
        }
        return;
    }
    let mut all = others.to_vec();
    all.push(c);
    parts.push(one_of(&all));
}

fn one_of(chars: &[char]) -> Node {
    Node::Set(Arc::new(CharSet::of(chars.iter().map(|&c| (u32::from(c), u32::from(c))))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_fold_together_stay_together() {
        let Node::Concat(parts) = string(&['a', 'ß', 'b'], true) else { panic!("three parts") };
        assert_eq!(parts.len(), 3);
        assert!(matches!(&parts[1], Node::Alternation(ways) if ways.len() == 2));
        assert!(matches!(string(&['1', '2'], true), Node::Text(text) if text == "12"));
    }

    #[test]
    fn sets_grow() {
        let mut letters = CharSet::range(0x61, 0x7A);
        assert!(set(&mut letters.clone(), &CharSet::default()).is_empty());
        let crossing = letters.clone();
        set(&mut letters, &crossing);
        assert!(letters.contains('K' as u32) && letters.contains(0x212A));
        let mut sharp = CharSet::range(0xDF, 0xDF);
        assert_eq!(set(&mut sharp, &CharSet::default()), [['s', 's']]);
        assert!(sharp.contains(0x1E9E));
    }
}
