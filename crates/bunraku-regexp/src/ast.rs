//! The syntax tree of a pattern: what is written, and where.
//!
//! ```
//! use bunraku_regexp::ast::{NodeKind, Pattern};
//! use bunraku_regexp::Options;
//!
//! let pattern = Pattern::parse(r"a(?<port>\d+)", Options::default()).unwrap();
//! assert!(matches!(&pattern.root.kind, NodeKind::Concat(parts) if parts.len() == 2));
//! assert_eq!(pattern.names, [("port".to_owned(), vec![1])]);
//! ```

use crate::error::Error;
use crate::options::Options;
use std::ops::Range;

pub use crate::options::{Charset, Flags};

/// A pattern that Ruby accepts.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The whole pattern.
    pub root: Node,
    /// The number of capturing groups, without group 0, which is the whole match.
    pub groups: usize,
    /// The names of groups in the order of their first appearance, each with the numbers of its groups.
    pub names: Vec<(String, Vec<usize>)>,
    /// The number of calls of groups with `\g`.
    pub calls: usize,
}

/// One piece of a pattern.
#[derive(Clone, Debug)]
pub struct Node {
    /// The bytes of the pattern that this piece covers.
    pub range: Range<usize>,
    /// What this piece matches, with the pieces inside it.
    pub kind: NodeKind,
}

/// The kinds of pieces of a pattern.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// The empty pattern, which always matches.
    Empty,
    /// A character that matches itself.
    Literal {
        /// The character.
        c: char,
        /// Whether it is written as a byte escape such as `\x41`. Ruby does not join such a character with its neighbours
        /// when it looks for foldings of several characters.
        raw: bool,
    },
    /// `.`
    Dot,
    /// `\w`, `\d`, `\s`, `\h` or their negations.
    Shorthand(Shorthand),
    /// `\p{name}` and its negations.
    Property(Property),
    /// `[...]`
    Class(Class),
    /// An assertion about a position in the string.
    Anchor(Anchor),
    /// `\R`, any line break.
    LineBreak,
    /// `\X`, an extended grapheme cluster.
    Grapheme,
    /// `\K`, which moves the start of the match to the current position.
    Keep,
    /// Pieces that must match one after the other.
    Concat(Vec<Node>),
    /// Alternatives. The first one that matches is taken.
    Alternation(Vec<Node>),
    /// A piece in parentheses.
    Group {
        /// The kind of parentheses.
        kind: GroupKind,
        /// The piece inside the parentheses.
        node: Box<Node>,
    },
    /// A repeated piece.
    Repeat {
        /// The piece that is repeated.
        node: Box<Node>,
        /// The number of repetitions.
        repeat: Repeat,
    },
    /// `\1`, `\k<name>` and the like.
    Backreference {
        /// The groups that are referred to. If there are several, it is the last one that has matched.
        groups: Vec<usize>,
        /// Whether the reference is by name.
        by_name: bool,
        /// The recursion level relative to the current one, as in `\k<name+1>`.
        level: Option<i32>,
    },
    /// `\g<name>`, which matches the pattern of a group again.
    Call(Callee),
    /// `(?(1)yes|no)`
    Conditional {
        /// The group that decides.
        group: usize,
        /// Whether the group is given by name.
        by_name: bool,
        /// What must match if the group has matched.
        yes: Box<Node>,
        /// What must match if the group has not matched.
        no: Box<Node>,
    },
}

/// The group that a call refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// The number of a group, where 0 is the whole pattern.
    Number(usize),
    /// The name of a group.
    Name(String),
}

/// A kind of group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// `(...)` or `(?<name>...)`, with its number.
    Capture(usize),
    /// `(?:...)`, and `(...)` in a pattern with named groups.
    Plain,
    /// `(?imx-imx:...)`, or `(?imx-imx)` up to the end of the surrounding group, with all options that apply inside.
    Options(Flags),
    /// `(?>...)`
    Atomic,
    /// `(?~...)`: any string in which the piece inside matches nowhere.
    Absent,
    /// `(?=...)`, `(?!...)`, `(?<=...)`, `(?<!...)`
    Look {
        /// Whether it looks at what is before the position instead of after it.
        behind: bool,
        /// Whether it must not match.
        negated: bool,
    },
}

/// The number of repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The lowest number.
    pub min: u32,
    /// The highest number. `None` if there is no limit.
    pub max: Option<u32>,
    /// Which numbers are tried first.
    pub mode: RepeatMode,
}

/// Which numbers of repetitions are tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatMode {
    /// As many as possible.
    Greedy,
    /// As few as possible.
    Lazy,
    /// As many as possible, and no other number is tried.
    Possessive,
}

/// An assertion about a position in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// `^`
    LineStart,
    /// `$`
    LineEnd,
    /// `\A`
    TextStart,
    /// `\z`
    TextEnd,
    /// `\Z`
    TextEndOrNewline,
    /// `\G`
    SearchStart,
    /// `\b`
    WordBoundary,
    /// `\B`
    NotWordBoundary,
}

/// A set of characters that is written as a backslash and a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shorthand {
    /// The set that the letter stands for, in lower case.
    pub set: ShorthandSet,
    /// Whether the characters that are not in the set are meant.
    pub negated: bool,
}

/// The sets of characters that can be written as a backslash and a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShorthandSet {
    /// `\w`
    Word,
    /// `\d`
    Digit,
    /// `\s`
    Space,
    /// `\h`
    Hex,
}

/// A property of characters: `\p{name}`, or `[:name:]` in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name as it is written.
    pub name: String,
    /// Whether the characters that do not have the property are meant.
    pub negated: bool,
}

/// A character class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Whether the class begins with `^`.
    pub negated: bool,
    /// The parts between `&&`. A character must be in all of them.
    pub operands: Vec<Vec<ClassItem>>,
}

/// A member of a character class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassItem {
    /// The characters from the first to the second inclusive, or a single character twice.
    Range(char, char),
    /// `\w` and the like.
    Shorthand(Shorthand),
    /// `\p{name}`
    Property(Property),
    /// `[:name:]`
    Posix(Property),
    /// A nested class.
    Class(Class),
}

impl Pattern {
    /// Parses a pattern and makes all checks that Ruby makes.
    pub fn parse(pattern: &str, options: Options) -> Result<Pattern, Error> {
        let unescaped = crate::unescape::unescape(pattern)?;
        let parsed = crate::parse::parse(&unescaped.text, options);
        let checked = parsed.and_then(|mut tree| {
            crate::validate::validate(&mut tree, &unescaped.text, options).map(|()| tree)
        });
        checked
            .map(|mut tree| {
                locate(&mut tree.root, &|range| unescaped.original(range));
                tree
            })
            .map_err(|error| Error::new(unescaped.original(error.range), error.kind))
    }
}

impl Node {
    pub(crate) fn new(range: Range<usize>, kind: NodeKind) -> Node {
        Node { range, kind }
    }

    /// The pieces directly inside this one.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Node> {
        let (list, first, second): (&[Node], _, _) = match &self.kind {
            NodeKind::Concat(nodes) | NodeKind::Alternation(nodes) => (nodes, None, None),
            NodeKind::Group { node, .. } | NodeKind::Repeat { node, .. } => (&[], Some(&**node), None),
            NodeKind::Conditional { yes, no, .. } => (&[], Some(&**yes), Some(&**no)),
            _ => (&[], None, None),
        };
        list.iter().chain(first).chain(second)
    }

    /// The pieces directly inside this one, to change them.
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        let (list, first, second): (&mut [Node], _, _) = match &mut self.kind {
            NodeKind::Concat(nodes) | NodeKind::Alternation(nodes) => (nodes, None, None),
            NodeKind::Group { node, .. } | NodeKind::Repeat { node, .. } => {
                (&mut [], Some(&mut **node), None)
            }
            NodeKind::Conditional { yes, no, .. } => (&mut [], Some(&mut **yes), Some(&mut **no)),
            _ => (&mut [], None, None),
        };
        list.iter_mut().chain(first).chain(second)
    }

    /// This piece without any `(?:...)` around it. They have no meaning in Ruby once the tree is built.
    pub fn peeled(&self) -> &Node {
        let mut node = self;
        loop {
            node = match &node.kind {
                NodeKind::Group { kind: GroupKind::Plain, node } => node,
                NodeKind::Concat(nodes) => match nodes.as_slice() {
                    [only] => only,
                    _ => return node,
                },
                _ => return node,
            };
        }
    }
}

/// Replaces the ranges in the unescaped pattern by those in the original one.
fn locate(node: &mut Node, original: &impl Fn(Range<usize>) -> Range<usize>) {
    node.range = original(node.range.clone());
    node.children_mut().for_each(|child| locate(child, original));
}
