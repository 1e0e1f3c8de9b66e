//! YAML as Ruby's Psych and its libyaml write it: which style a scalar gets, and how a document is laid out.

mod emitter;
mod style;
mod value;

use std::{cell::Cell, collections::HashMap, hash::Hash, rc::Rc};

pub use emitter::Emitter;
pub use value::document;

/// What is written: scalars with the style that is wished, and collections of them.
pub enum Node {
    /// A scalar.
    Scalar(Scalar),
    /// A sequence.
    Sequence(Vec<Node>),
    /// Keys and values in order.
    Mapping(Vec<(Node, Node)>),
    /// A collection with a tag.
    Tagged(String, Box<Node>),
    /// A collection that may occur again, as an alias of this place.
    Anchored(Anchor, Box<Node>),
    /// A collection that has been written before, by the number of its anchor.
    Alias(u32),
}

/// The anchor of a collection: none as long as it occurs once.
#[derive(Clone, Default)]
pub struct Anchor(Rc<Cell<u32>>);

/// The collections of a document, by an address that tells one from another. One that occurs again becomes an alias, as
/// Psych writes it: anchors are numbered in the order of their first aliases.
#[derive(Default)]
pub struct Anchors<K> {
    known: HashMap<K, Anchor>,
    count: u32,
}

impl<K: Eq + Hash> Anchors<K> {
    /// An anchor for a collection that occurs for the first time, or the alias of one that has occurred.
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

/// A scalar and how it is wished to be written.
pub struct Scalar {
    /// The text.
    pub text: String,
    /// The style that is wished for; one that cannot hold the text is replaced by one that can.
    pub style: Style,
    /// A tag that is always written.
    pub tag: Option<&'static str>,
    /// A tag that is written only if the scalar has to be quoted, because it would mean something else in quotes.
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
