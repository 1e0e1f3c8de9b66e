//! YAML as Ruby's Psych and its libyaml write it: which style a scalar gets, and how a document is laid out.

mod emitter;
mod style;

pub use emitter::Emitter;

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
