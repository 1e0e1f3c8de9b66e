//! The lossless syntax tree: two flat vectors.

use bunraku_diag::TextRange;

use crate::{NodeKind, SourceKind, Syntax, SyntaxError, lexer::Heredoc, token::Token};

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A node: its kind, its tokens, and the end of its subtree.
///
/// Parents come before children, in source order: the first child of `n` is `n + 1`, the next sibling of `n` is
/// `nodes[n].end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    pub kind: NodeKind,
    pub up: Up,
    pub first_token: u32,
    pub end_token: u32,
    pub end: u32,
}

const _: () = assert!(size_of::<Node>() == 16, "a tree has as many nodes as its source has words");

/// The distance from a node back to its parent, in three bytes that would otherwise be padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Up([u8; 3]);

impl Up {
    /// The root has no parent.
    pub(crate) const NONE: Up = Up([0; 3]);

    /// The distance does not fit in three bytes: the parent must be searched for.
    const FAR: u32 = (1 << 24) - 1;

    pub(crate) fn new(distance: u32) -> Up {
        let [_, bytes @ ..] = distance.min(Up::FAR).to_be_bytes();
        Up(bytes)
    }

    fn distance(self) -> u32 {
        let Up([high, middle, low]) = self;
        u32::from_be_bytes([0, high, middle, low])
    }
}

/// The syntax tree of one source.
///
/// It does not contain the source; [`Tree::root`] combines the two for reading.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(crate) kind: SourceKind,
    pub(crate) tokens: Vec<Token>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) heredocs: Vec<Heredoc>,
    pub(crate) errors: Vec<SyntaxError>,
}

impl Tree {
    /// The root, combined with the source that the tree was parsed from.
    pub fn root<'t>(&'t self, text: &'t str) -> Syntax<'t> {
        Syntax::new(self, text, NodeId(0))
    }

    /// A node by its index, combined with the source that the tree was parsed from.
    pub fn node<'t>(&'t self, text: &'t str, id: NodeId) -> Option<Syntax<'t>> {
        self.get(id)?;
        Some(Syntax::new(self, text, id))
    }

    /// The parent of a node; the root has none.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        match self.get(id)?.up.distance() {
            0 => None,
            Up::FAR => self.parent_by_search(id),
            distance => Some(NodeId(id.0 - distance)),
        }
    }

    /// How the source was parsed.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// The errors, starting with the one that Puppet would report.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// All tokens in source order, ending with `Eof`. Their texts concatenate to the source.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The heredocs.
    pub fn heredocs(&self) -> &[Heredoc] {
        &self.heredocs
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The range of the token with this index.
    pub fn token_range(&self, token: u32) -> TextRange {
        let at = |index: u32| self.tokens.get(index as usize).map(|token| token.start);
        let end = self.tokens.last().map_or(0, |token| token.start);
        let start = at(token).unwrap_or(end);
        TextRange::new(start, at(token + 1).unwrap_or(end))
    }

    /// The memory used by the tree in bytes, for measurements.
    pub fn memory(&self) -> usize {
        self.tokens.capacity() * size_of::<Token>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.heredocs.capacity() * size_of::<Heredoc>()
            + self.errors.capacity() * size_of::<SyntaxError>()
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }

    /// The heredoc whose text starts with a token.
    pub(crate) fn heredoc_at(&self, first_token: u32) -> Option<&Heredoc> {
        let found = self.heredocs.binary_search_by_key(&first_token, |heredoc| heredoc.first_token);
        found.ok().and_then(|at| self.heredocs.get(at))
    }

    pub(crate) fn node_range(&self, node: &Node) -> TextRange {
        let at = |index: u32| self.tokens.get(index as usize).map_or(0, |token| token.start);
        if node.first_token >= node.end_token {
            return TextRange::at(at(node.first_token));
        }
        TextRange::new(at(node.first_token), self.token_range(node.end_token - 1).end)
    }
    /// The parent of a node in a tree with many millions of nodes, found by descending from the root.
    fn parent_by_search(&self, id: NodeId) -> Option<NodeId> {
        let mut parent = NodeId(0);
        let mut next = parent.0 + 1;
        while next < id.0 {
            let end = self.get(NodeId(next))?.end;
            if id.0 < end {
                parent = NodeId(next);
                next += 1;
            } else {
                next = end.max(next + 1);
            }
        }
        Some(parent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_parents_are_found_by_search() {
        let text = "class a { if $x { f([1, 2]) } else { @(E) } }\nt\nE\n$y = 1 + 2";
        let tree = crate::parse(text, SourceKind::Manifest, &bunraku_edition::PUPPET8.syntax);
        for id in (1..tree.node_count() as u32).map(NodeId) {
            assert_eq!(tree.parent_by_search(id), tree.parent(id));
        }
        assert_eq!(tree.parent(NodeId(0)), None);
        assert_eq!(Up::new(u32::MAX).distance(), Up::FAR);
        assert_eq!(Up::new(0x01_02_03).distance(), 0x01_02_03);
    }
}
