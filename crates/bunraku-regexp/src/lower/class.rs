//! Character classes and properties as sets of characters.

use super::fold;
use crate::ast::{Class, ClassItem, Property, Shorthand, ShorthandSet};
use crate::charset::CharSet;
use crate::ir::Node;
use crate::options::{Charset, Flags};
use crate::unicode;
use std::sync::Arc;

/// Where a shorthand is written. Outside a class, `\w` has a few more characters in Onigmo.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WrittenIn {
    /// Outside a class.
    Alone,
    /// In a class.
    Class,
}

/// A lowered class.
pub enum Lowered {
    /// A class with a single character. Onigmo treats it like that character, so it can be joined with its neighbours.
    Char(char),
    /// Any other class.
    Node(Node),
}

/// The characters of a class.
struct Sets {
    all: CharSet,
    /// The characters whose other cases count even if only one of the two is ASCII: with case ignored, `[k]` matches the
    /// Kelvin sign, and `[\w]` does not.
    crossing: CharSet,
}

/// Lowers a class.
pub fn class(class: &Class, flags: Flags) -> Lowered {
    let mut sets = operands(class, flags);
    if !class.negated
        && let Some(c) = sets.all.single()
    {
        return Lowered::Char(c);
    }
    let mut strings = Vec::new();
    if flags.ignore_case {
        strings = fold::set(&mut sets.all, &sets.crossing);
    }
    Lowered::Node(with_strings(sets.all, class.negated, &strings))
}

/// Lowers a property outside a class.
pub fn property(property: &Property, flags: Flags) -> Node {
    let mut set = unicode::known(&property.name);
    let mut strings = Vec::new();
    if flags.ignore_case && set != CharSet::ascii() {
        let crossing = set.clone();
        strings = fold::set(&mut set, &crossing);
    }
    with_strings(set, property.negated, &strings)
}

/// The characters of `\w` and the like.
pub fn shorthand(shorthand: Shorthand, flags: Flags, place: WrittenIn) -> CharSet {
    let ascii = flags.charset != Charset::Unicode;
    let set = match shorthand.set {
        ShorthandSet::Word if ascii => CharSet::of([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]),
        ShorthandSet::Word if place == WrittenIn::Alone => unicode::word().clone(),
        ShorthandSet::Word => unicode::known("word"),
        ShorthandSet::Digit if ascii => CharSet::range(0x30, 0x39),
        ShorthandSet::Digit => unicode::known("digit"),
        ShorthandSet::Space if ascii => CharSet::of([(0x09, 0x0D), (0x20, 0x20)]),
        ShorthandSet::Space => unicode::known("space"),
        ShorthandSet::Hex => CharSet::of([(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
    };
    if shorthand.negated { set.complement() } else { set }
}

/// A set with the strings of several characters that case folding adds. A negated class has none.
fn with_strings(set: CharSet, negated: bool, strings: &[Vec<char>]) -> Node {
    if negated {
        return Node::Set(Arc::new(set.complement()));
    }
    let set = Node::Set(Arc::new(set));
    if strings.is_empty() {
        return set;
    }
    Node::Alternation(
        std::iter::once(set).chain(strings.iter().map(|chars| fold::string(chars, true))).collect(),
    )
}

/// The characters of a class before its own `^` is applied.
fn operands(class: &Class, flags: Flags) -> Sets {
    let mut result: Option<Sets> = None;
    for items in &class.operands {
        let mut all = CharSet::default();
        let mut crossing = CharSet::default();
        let ranges = items.iter().filter_map(|item| match item {
            ClassItem::Range(first, last) => Some((u32::from(*first), u32::from(*last))),
            _ => None,
        });
        all.add(&CharSet::of(ranges));
        crossing.add(&all);
        for item in items {
            let (set, crosses) = match item {
                ClassItem::Range(..) => continue,
                ClassItem::Shorthand(item) => {
                    (shorthand(*item, flags, WrittenIn::Class), item.set != ShorthandSet::Word)
                }
                ClassItem::Property(item) => {
                    let set = unicode::known(&item.name);
                    let crosses = set != CharSet::ascii();
                    (if item.negated { set.complement() } else { set }, crosses)
                }
                ClassItem::Posix(item) => posix(item, flags),
                ClassItem::Class(inner) => {
                    let mut sets = operands(inner, flags);
                    if inner.negated {
                        sets.all = sets.all.complement();
                        sets.crossing = sets.crossing.complement();
                    }
                    all.add(&sets.all);
                    crossing.add(&sets.crossing);
                    continue;
                }
            };
            all.add(&set);
            if crosses {
                crossing.add(&set);
            }
        }
        result = Some(match result {
            None => Sets { all, crossing },
            Some(before) => {
                Sets { all: before.all.intersection(&all), crossing: before.crossing.intersection(&crossing) }
            }
        });
    }
    result.unwrap_or(Sets { all: CharSet::default(), crossing: CharSet::default() })
}

/// The characters of `[:name:]`, and whether they belong to [`Sets::crossing`].
fn posix(item: &Property, flags: Flags) -> (CharSet, bool) {
    let ascii = flags.charset == Charset::Ascii;
    // `[[:punct:]]` includes the ASCII symbols that `\p{punct}` does not, such as `$` and `+`.
    let name = if item.name == "punct" { "xposixpunct" } else { item.name.as_str() };
    let mut set = unicode::known(name);
    if ascii {
        set = set.intersection(&CharSet::ascii());
    }
    let crosses = !ascii && item.name != "word" && item.name != "ascii";
    (if item.negated { set.complement() } else { set }, crosses)
}
