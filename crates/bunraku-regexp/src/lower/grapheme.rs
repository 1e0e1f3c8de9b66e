//! `\R` and `\X`, which are abbreviations of larger patterns.

use crate::charset::CharSet;
use crate::ir::{EmptyCheck, Node, Repeat};
use crate::unicode::known;
use std::sync::Arc;

/// `\R`, which is `(?>\r\n|[\n-\r\u{85 2028 2029}])`.
pub fn line_break() -> Node {
    let breaks = CharSet::of([(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)]);
    Node::Atomic(Box::new(Node::Alternation(vec![Node::Text("\r\n".to_owned()), set(breaks)])))
}

/// `\X`, an extended grapheme cluster by the rules of Unicode 11, which are those of Onigmo.
pub fn cluster() -> Node {
    let class = |name: &str| known(&format!("Grapheme_Cluster_Break={name}"));
    let of = |name: &str| set(class(name));
    let pictographic = || set(known("Extended_Pictographic"));
    let joiner = CharSet::range(0x200D, 0x200D);
    let mut control = class("Control");
    control.add_codes(&[0x0A, 0x0D]);
    let mut after = class("Extend");
    after.add(&class("SpacingMark"));
    after.add(&joiner);

    let syllable = Node::Concat(vec![
        many(of("L"), 0, None),
        Node::Alternation(vec![
            many(of("V"), 1, None),
            Node::Concat(vec![of("LV"), many(of("V"), 0, None)]),
            of("LVT"),
        ]),
        many(of("T"), 0, None),
    ]);
    let joined = Node::Concat(vec![many(of("Extend"), 0, None), set(joiner), pictographic()]);
    let core = Node::Alternation(vec![
        syllable,
        many(of("L"), 1, None),
        many(of("T"), 1, None),
        many(set(known("Regional_Indicator")), 2, Some(2)),
        Node::Concat(vec![pictographic(), many(joined, 0, None)]),
        set(control.complement()),
    ]);
    Node::Atomic(Box::new(Node::Alternation(vec![
        Node::Text("\r\n".to_owned()),
        set(control),
        Node::Concat(vec![many(of("Prepend"), 0, None), core, many(set(after), 0, None)]),
        set(CharSet::all()),
    ])))
}

fn set(set: CharSet) -> Node {
    Node::Set(Arc::new(set))
}

fn many(node: Node, min: u32, max: Option<u32>) -> Node {
    Node::Repeat(Box::new(Repeat { node, min, max, greedy: true, empty: EmptyCheck::Never }))
}
