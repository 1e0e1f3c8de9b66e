//! Character classes and properties as sets of characters.

use super::fold;
use crate::ast::{Class, ClassItem, Property, Shorthand, ShorthandSet};
use crate::charset::CharSet;
use crate::ir::Node;
use crate::options::{Charset, Flags};
use crate::unicode;
use std::sync::Arc;

/// Where a shorthand stands, which matters for a few characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Outside of a class.
    Alone,
    /// In a class.
    Class,
}

/// A class, lowered.
pub enum Lowered {
    /// The class has one character and is nothing but that character.
    Char(char),
    /// Anything else.
    Node(Node),
}

/// A class and the part of it that may cross the border of ASCII when case is ignored: `[k]` then matches the Kelvin
/// sign, but `[\w]` does not.
struct Sets {
    all: CharSet,
    crossing: CharSet,
}

/// The characters of a class.
pub fn class(class: &Class, flags: Flags) -> Lowered {
    let mut sets = operands(class, flags);
    if !class.negated
        && let Some(c) = sets.all.single()
    {
        return Lowered::Char(c);
    }
    let mut texts = Vec::new();
    if flags.ignore_case {
        texts = fold::set(&mut sets.all, &sets.crossing);
    }
    Lowered::Node(with_texts(sets.all, class.negated, &texts))
}

/// The characters of a property outside of a class.
pub fn property(property: &Property, flags: Flags) -> Node {
    let mut set = unicode::known(&property.name);
    let mut texts = Vec::new();
    if flags.ignore_case && set != CharSet::ascii() {
        let crossing = set.clone();
        texts = fold::set(&mut set, &crossing);
    }
    with_texts(set, property.negated, &texts)
}

/// The characters of `\w` and the like.
pub fn shorthand(shorthand: Shorthand, flags: Flags, place: Place) -> CharSet {
    let ascii = flags.charset != Charset::Unicode;
    let set = match shorthand.set {
        ShorthandSet::Word if ascii => CharSet::of([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]),
        ShorthandSet::Word if place == Place::Alone => unicode::word().clone(),
        ShorthandSet::Word => unicode::known("word"),
        ShorthandSet::Digit if ascii => CharSet::range(0x30, 0x39),
        ShorthandSet::Digit => unicode::known("digit"),
        ShorthandSet::Space if ascii => CharSet::of([(0x09, 0x0D), (0x20, 0x20)]),
        ShorthandSet::Space => unicode::known("space"),
        ShorthandSet::Hex => CharSet::of([(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
    };
    if shorthand.negated { set.complement() } else { set }
}

/// A set with the texts of several characters that its folding adds; a negated class has none of those.
fn with_texts(set: CharSet, negated: bool, texts: &[Vec<char>]) -> Node {
    if negated {
        return Node::Set(Arc::new(set.complement()));
    }
    let set = Node::Set(Arc::new(set));
    if texts.is_empty() {
        return set;
    }
    Node::Alternation(std::iter::once(set).chain(texts.iter().map(|text| fold::text(text, true))).collect())
}

/// What the class holds before its own `^` is applied.
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
                    (shorthand(*item, flags, Place::Class), item.set != ShorthandSet::Word)
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

/// `[:name:]`, and whether its characters may cross the border of ASCII.
fn posix(item: &Property, flags: Flags) -> (CharSet, bool) {
    let ascii = flags.charset == Charset::Ascii;
    let name = if item.name == "punct" { "xposixpunct" } else { item.name.as_str() };
    let mut set = unicode::known(name);
    if ascii {
        set = set.intersection(&CharSet::ascii());
    }
    let crosses = !ascii && item.name != "word" && item.name != "ascii";
    (if item.negated { set.complement() } else { set }, crosses)
}
