//! Views of the tree: a handle for each kind of node, with its parts by name.
//!
//! A view is a [`Syntax`] that is known to be of one kind; it is copied freely and holds nothing of its own. [`View::cast`]
//! makes one, [`Node::of`] makes the right one for any node. The parts of a view are optional where a broken text may
//! lack them; an expression that is missing may also be a `Missing` node.
//!
//! These files are the only ones that know where a part stands among the children and which token is a name, an
//! operator or a sign, so that nobody else counts children or looks at tokens.

mod call;
mod conditional;
mod definition;
mod list;
mod literal;
mod operator;
mod resource;
mod template;

pub use definition::Definition;
pub use list::{Element, elements};
pub use literal::{NumberValue, Piece};
pub use resource::AttributeOperation;

use bunraku_diag::TextRange;

use crate::{Syntax, TokenKind, kind::with_node_kinds};

/// A node of one kind, or of one of a few kinds.
pub trait View<'t>: Copy {
    /// The view of a node, if it is of that kind.
    fn cast(node: Syntax<'t>) -> Option<Self>;

    /// The node.
    fn syntax(self) -> Syntax<'t>;

    /// The bytes of the node.
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

        /// A node of any kind, as the view of its kind.
        #[derive(Debug, Clone, Copy)]
        pub enum Node<'t> {
            $($(#[doc = $doc])* $kind($kind<'t>),)*
        }

        impl<'t> Node<'t> {
            /// The view of a node.
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

/// The first of a node's own tokens of a kind.
fn token(node: Syntax<'_>, kind: TokenKind) -> Option<TextRange> {
    node.own_token(|found| found == kind).map(|(_, range)| range)
}
