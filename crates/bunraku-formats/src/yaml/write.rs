//! Writes YAML like Ruby's Psych and its libyaml: the style of each scalar, and the layout of a document.

mod emitter;
mod style;
mod value;

use std::{cell::Cell, collections::HashMap, hash::Hash, rc::Rc};

pub use emitter::Emitter;
pub use value::document;

/// A node to write: scalars with their preferred style, and collections.
pub enum Node {
    /// A scalar.
    Scalar(Scalar),
    /// A sequence.
    Sequence(Vec<Node>),
    /// A mapping: keys and values in order.
    Mapping(Vec<(Node, Node)>),
    /// A collection with a tag.
    Tagged(String, Box<Node>),
    /// A collection that may occur again, as an alias of this one.
    Anchored(Anchor, Box<Node>),
    /// A collection that has been written before, by the number of its anchor.
    Alias(u32),
}

/// The anchor of a collection: 0 as long as it occurs once.
#[derive(Clone, Default)]
pub struct Anchor(Rc<Cell<u32>>);

/// The collections of a document, by an identifying address. A collection that occurs again becomes an alias, as in
/// Psych: anchors are numbered in the order of their first aliases.
#[derive(Default)]
pub struct Anchors<K> {
    known: HashMap<K, Anchor>,
    count: u32,
}

impl<K: Eq + Hash> Anchors<K> {
    /// Returns an anchor for a collection that occurs for the first time, or an alias for a known one.
    pub fn meet(&mut self, collection: K) -> Result<Anchor, Node> {
        if let Some(Anchor(number)) = self.known.get(&collection) {
            if number.get() == 0 {
                self.count += 1;
                number.set(self.count);
            }
            return Err(Node::Alias(number.get()));
        }
        let anchor = Anchor::default();
        self.known.insert(collection, anchor.clone());
        Ok(anchor)
    }
}

/// A scalar with its preferred style.
pub struct Scalar {
    /// The content, before quoting and escaping.
    pub text: String,
    /// The preferred style. If it cannot represent the text, another one is used.
    pub style: Style,
    /// A tag that is always written.
    pub tag: Option<&'static str>,
    /// A tag that is written only if the scalar has to be quoted, because quotes would change its meaning.
    pub quoted_tag: Option<&'static str>,
}

/// The styles of scalars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the YAML specification")]
pub enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
    Folded,
}
