//! Typed views of the tree: a handle for each kind of node, with named accessors for its parts.
//!
//! A view is a [`Syntax`] that is known to be of one kind; it is `Copy` and owns nothing. [`View::cast`] creates one,
//! [`Node::of`] creates the right one for any node. Parts are optional if a broken file may lack them; a missing
//! expression may also be a `Missing` node.
//!
//! Only these files know the positions of parts among the children, and which token is a name, an operator or a sign.
//! No other code counts children or looks at tokens.

mod call;
mod conditional;
mod definition;
mod list;
mod literal;
mod operator;
mod resource;
mod template;

pub use call::FunctionCall;
pub use definition::Definition;
pub use list::{Element, elements};
pub use literal::{NumberValue, Piece};
pub use resource::AttributeOperation;

use bunraku_diag::TextRange;

use crate::{Syntax, TokenKind, kind::with_node_kinds};

/// A node of one kind, or of one of a few kinds.
pub trait View<'t>: Copy {
    /// Returns the view of a node, if it is of the right kind.
    fn cast(node: Syntax<'t>) -> Option<Self>;

    /// The underlying node.
    fn syntax(self) -> Syntax<'t>;

    /// The range of the node in the file.
    fn range(self) -> TextRange {
        self.syntax().range()
    }

    /// The text of the node.
    fn text(self) -> &'t str {
        self.syntax().text()
    }
}

impl<'t> View<'t> for Syntax<'t> {
    fn cast(node: Syntax<'t>) -> Option<Syntax<'t>> {
        Some(node)
    }

    fn syntax(self) -> Syntax<'t> {
        self
    }
}

macro_rules! declare_views {
    ($($(#[doc = $doc:literal])* $kind:ident,)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone, Copy)]
            pub struct $kind<'t>(Syntax<'t>);

            impl<'t> View<'t> for $kind<'t> {
                #[inline]
                fn cast(node: Syntax<'t>) -> Option<$kind<'t>> {
                    (node.kind() == crate::NodeKind::$kind).then_some($kind(node))
                }

                #[inline]
                fn syntax(self) -> Syntax<'t> {
                    self.0
                }
            }
        )*

        /// A node of any kind, as the view for its kind.
        #[derive(Debug, Clone, Copy)]
        pub enum Node<'t> {
            $($(#[doc = $doc])* $kind($kind<'t>),)*
        }

        impl<'t> Node<'t> {
            /// Returns the view of a node.
            #[inline]
            pub fn of(node: Syntax<'t>) -> Node<'t> {
                match node.kind() {
                    $(crate::NodeKind::$kind => Node::$kind($kind(node)),)*
                }
            }
        }
    };
}

with_node_kinds!(declare_views);

/// The child at a position.
fn child<'t>(node: Syntax<'t>, index: usize) -> Option<Syntax<'t>> {
    node.children().nth(index)
}

/// The first child of a kind.
fn first<'t, V: View<'t>>(node: Syntax<'t>) -> Option<V> {
    node.children().find_map(V::cast)
}

/// The children of a kind.
fn all<'t, V: View<'t>>(node: Syntax<'t>) -> impl Iterator<Item = V> + Clone {
    node.children().filter_map(V::cast)
}

/// The first token of a kind that belongs to the node itself.
fn token(node: Syntax<'_>, kind: TokenKind) -> Option<TextRange> {
    node.own_token(|found| found == kind).map(|(_, range)| range)
}
