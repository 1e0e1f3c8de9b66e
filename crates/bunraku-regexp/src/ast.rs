//! The syntax tree of a pattern: what is written, where it is written, and nothing else.
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
    /// How many groups capture. Group 0, the whole match, is not counted.
    pub groups: usize,
    /// The names of groups in the order of their first appearance, each with the numbers of its groups.
    pub names: Vec<(String, Vec<usize>)>,
    /// How often groups are called with `\g`.
    pub calls: usize,
}

/// One piece of a pattern.
#[derive(Clone, Debug)]
pub struct Node {
    /// The bytes of the pattern this piece is made of.
    pub range: Range<usize>,
    /// What it is.
    pub kind: NodeKind,
}

/// What a piece of a pattern is.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Nothing, which always matches.
    Empty,
    /// One character that matches itself.
    Literal {
        /// The character.
        c: char,
        /// Whether it is written as a byte escape such as `\x41`; Ruby does not join it with its neighbours when it
        /// looks for foldings of several characters.
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
    /// An assertion about a place in the text.
    Anchor(Anchor),
    /// `\R`, any line break.
    LineBreak,
    /// `\X`, an extended grapheme cluster.
    Grapheme,
    /// `\K`, which moves the start of the match to where it stands.
    Keep,
    /// Pieces one after the other.
    Concat(Vec<Node>),
    /// Alternatives, the first that matches is taken.
    Alternation(Vec<Node>),
    /// A piece in parentheses.
    Group {
        /// The kind of parentheses.
        kind: GroupKind,
        /// What is inside.
        node: Box<Node>,
    },
    /// A repeated piece.
    Repeat {
        /// What is repeated.
        node: Box<Node>,
        /// How often.
        repeat: Repeat,
    },
    /// `\1`, `\k<name>` and the like.
    Backreference {
        /// What is referred to; with several groups, the last of them that has matched.
        groups: Vec<usize>,
        /// Whether the reference is by name.
        by_name: bool,
        /// The recursion level relative to the current one, as in `\k<name+1>`.
        level: Option<i32>,
    },
    /// `\g<name>`: the group's pattern once more.
    Call(Callee),
    /// `(?(1)yes|no)`
    Conditional {
        /// The group that must have matched for `yes` to be tried.
        group: usize,
        /// Whether the group is named, not numbered.
        by_name: bool,
        /// What must match if the group has.
        yes: Box<Node>,
        /// What must match if it has not.
        no: Box<Node>,
    },
}

/// The group that a call means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A group's number; 0 is the whole pattern.
    Number(usize),
    /// A group's name.
    Name(String),
}

/// A kind of group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// `(...)` or `(?<name>...)`, with its number.
    Capture(usize),
    /// `(?:...)`, and `(...)` in a pattern with named groups.
    Plain,
    /// `(?imx-imx:...)`, or `(?imx-imx)` up to the end of the surrounding group: the options now in force.
    Options(Flags),
    /// `(?>...)`
    Atomic,
    /// `(?~...)`: any text in which what is inside matches nowhere.
    Absent,
    /// `(?=...)`, `(?!...)`, `(?<=...)`, `(?<!...)`
    Look {
        /// Whether the text before the place is looked at.
        behind: bool,
        /// Whether it must not match.
        negated: bool,
    },
}

/// How often something is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// At least this often.
    pub min: u32,
    /// At most this often, if there is a limit.
    pub max: Option<u32>,
    /// Which number of repetitions is tried first.
    pub mode: RepeatMode,
}

/// Which number of repetitions is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatMode {
    /// As many as possible.
    Greedy,
    /// As few as possible.
    Lazy,
    /// As many as possible, and no other number is tried.
    Possessive,
}

/// An assertion about a place in the text.
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

/// A set of characters with a letter of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shorthand {
    /// Which set.
    pub set: ShorthandSet,
    /// Whether the characters outside the set are meant.
    pub negated: bool,
}

/// The sets of characters with letters of their own.
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
    /// The name as written.
    pub name: String,
    /// Whether the characters without the property are meant.
    pub negated: bool,
}

/// A character class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Whether the class begins with `^`.
    pub negated: bool,
    /// The parts between `&&`; a character must be in all of them.
    pub operands: Vec<Vec<ClassItem>>,
}

/// A member of a character class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassItem {
    /// The characters from the first to the second, which may be the same.
    Range(char, char),
    /// `\w` and the like.
    Shorthand(Shorthand),
    /// `\p{name}`
    Property(Property),
    /// `[:name:]`
    Posix(Property),
    /// A class in the class.
    Class(Class),
}

impl Pattern {
    /// Parses a pattern and checks what Ruby checks.
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

    /// The pieces directly inside this one.
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

    /// This piece without the `(?:...)` around it, which mean nothing to Ruby once the tree is built.
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

fn locate(node: &mut Node, original: &impl Fn(Range<usize>) -> Range<usize>) {
    node.range = original(node.range.clone());
    node.children_mut().for_each(|child| locate(child, original));
}
