//! A tree together with its source, for reading.

use bunraku_diag::TextRange;

use crate::{NodeId, NodeKind, Tree, token::TokenKind, tree::Node};

/// A node together with its tree and source, for reading.
#[derive(Clone, Copy)]
pub struct Syntax<'t> {
    tree: &'t Tree,
    text: &'t str,
    id: NodeId,
}

impl<'t> Syntax<'t> {
    pub(crate) fn new(tree: &'t Tree, text: &'t str, id: NodeId) -> Syntax<'t> {
        Syntax { tree, text, id }
    }

    /// The kind of the node.
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.node().map_or(NodeKind::Missing, |node| node.kind)
    }

    /// The index of the node in its tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The tree that the node belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The text of the whole file.
    pub fn source(self) -> &'t str {
        self.text
    }

    /// Its range: from its first to its last token that is neither whitespace nor comment. A node without tokens has an
    /// empty range where something was expected.
    #[inline]
    pub fn range(self) -> TextRange {
        self.node().map_or(TextRange::default(), |node| self.tree.node_range(node))
    }

    /// Its text.
    #[inline]
    pub fn text(self) -> &'t str {
        self.range().of(self.text)
    }

    /// The index after its last descendant.
    pub fn subtree_end(self) -> NodeId {
        NodeId(self.node().map_or(self.id.0 + 1, |node| node.end))
    }

    /// Its children, in source order.
    pub fn children(self) -> Children<'t> {
        let end = self.node().map_or(0, |node| node.end);
        Children { parent: self, next: self.id.0 + 1, end }
    }

    /// The parent; the root has none.
    #[inline]
    pub fn parent(self) -> Option<Syntax<'t>> {
        let id = self.tree.parent(self.id)?;
        Some(Syntax { id, ..self })
    }

    /// Whether it is the last child of its parent.
    pub fn is_last_child(self) -> bool {
        let end = |node: Syntax<'_>| node.node().map(|node| node.end);
        self.parent().is_some_and(|parent| end(parent) == end(self))
    }

    /// Its ancestors, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Syntax<'t>> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// The node itself and all descendants, parents first.
    pub fn descendants(self) -> impl Iterator<Item = Syntax<'t>> {
        let end = self.node().map_or(self.id.0, |node| node.end);
        (self.id.0..end).map(move |id| Syntax { id: NodeId(id), ..self })
    }

    /// Its own tokens, with their indexes: those between its first and last that do not belong to a child, without
    /// whitespace and comments.
    ///
    /// The text of a heredoc in between belongs to the heredoc, wherever its tag is.
    pub fn own_tokens(self) -> impl Iterator<Item = (u32, TokenKind)> + 't {
        let (first, end) = self.tokens();
        let mut children = self.children();
        let mut child = children.next();
        let mut index = first;
        std::iter::from_fn(move || {
            while index < end {
                while let Some(node) = child.and_then(Syntax::node)
                    && (node.end_token <= index
                        || node.first_token >= end
                        || node.first_token == node.end_token)
                {
                    child = children.next();
                }
                if let Some(node) = child.and_then(Syntax::node)
                    && node.first_token <= index
                {
                    index = node.end_token;
                    continue;
                }
                let (at, kind) = (index, self.tree.tokens.get(index as usize)?.kind);
                index += 1;
                if kind == TokenKind::HeredocStart {
                    index = self.tree.heredoc_at(at).map_or(index, |heredoc| heredoc.end_token);
                } else if !kind.is_trivia() {
                    return Some((at, kind));
                }
            }
            None
        })
    }

    /// The first of its own tokens with a kind that satisfies a condition.
    pub fn own_token(self, accept: impl Fn(TokenKind) -> bool) -> Option<(TokenKind, TextRange)> {
        let (index, kind) = self.own_tokens().find(|&(_, kind)| accept(kind))?;
        Some((kind, self.tree.token_range(index)))
    }

    /// The kind of its first token.
    pub fn first_token(self) -> Option<TokenKind> {
        let node = self.node()?;
        self.tree.tokens.get(node.first_token as usize).map(|token| token.kind)
    }

    /// The index of its first token, and the index after its last.
    pub fn tokens(self) -> (u32, u32) {
        self.node().map_or((0, 0), |node| (node.first_token, node.end_token))
    }

    fn node(self) -> Option<&'t Node> {
        self.tree.get(self.id)
    }
}

impl std::fmt::Debug for Syntax<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{}..{}", self.kind(), self.range().start, self.range().end)
    }
}

/// The children of a node.
#[derive(Clone)]
pub struct Children<'t> {
    parent: Syntax<'t>,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Syntax<'t>;

    fn next(&mut self) -> Option<Syntax<'t>> {
        if self.next >= self.end {
            return None;
        }
        let child = Syntax { id: NodeId(self.next), ..self.parent };
        // A node ends after itself, so this always advances.
        self.next = child.node().map_or(self.end, |node| node.end.max(self.next + 1));
        Some(child)
    }
}
