//! Finds nodes by position without visiting all of them.
//!
//! Parents come before children and earlier nodes come first, so nodes are sorted by their first token, and a binary
//! search finds the last one that begins before a position; the node that contains the position is that one or an
//! ancestor. Only the texts of heredocs are out of order: they are on the lines below their tags, while their nodes are
//! children of the tags' nodes. Each text is therefore a separate *region*, searched on its own, in which the nodes of
//! nested texts count as if they were at their tags.

use bunraku_diag::TextRange;

use crate::{NodeId, NodeKind, Tree, lexer::Heredoc, tree::Node};

impl Tree {
    /// The nodes around a byte, from the root to the innermost node that contains it.
    ///
    /// The text of a heredoc belongs to the heredoc, although it is outside its tag: the path to a byte of the text
    /// leads through the tag and its ancestors.
    pub fn path_at(&self, offset: u32) -> Vec<NodeId> {
        let innermost = self.innermost(self.token_at(offset));
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(innermost), |node| self.parent(*node)).collect();
        path.reverse();
        path
    }

    /// The innermost node that contains all bytes of a range, itself or in the texts of its heredocs. An empty range
    /// counts as the byte after it.
    pub fn node_at(&self, range: TextRange) -> NodeId {
        let mut first = self.innermost(self.token_at(range.start));
        let last = match range.end.checked_sub(1).filter(|_| !range.is_empty()) {
            Some(end) => self.innermost(self.token_at(end)),
            None => first,
        };
        while !self.is_within(last, first)
            && let Some(parent) = self.parent(first)
        {
            first = parent;
        }
        first
    }

    /// The token that contains a byte; `Eof` at the end of the text.
    fn token_at(&self, offset: u32) -> u32 {
        self.tokens.partition_point(|token| token.start <= offset).saturating_sub(1) as u32
    }

    /// The innermost node that contains a token.
    fn innermost(&self, token: u32) -> NodeId {
        self.innermost_in(self.region(token), token)
    }

    /// The innermost node of a region that contains a token; the region itself if no node inside it does.
    fn innermost_in(&self, region: NodeId, token: u32) -> NodeId {
        let end = self.get(region).map_or(0, |node| node.end);
        let (mut low, mut high) = (region.0 + 1, end);
        while low < high {
            let middle = low + (high - low) / 2;
            let anchor = self.anchor(NodeId(middle), region);
            if self.get(anchor).is_some_and(|node| node.first_token <= token) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut node = self.anchor(NodeId(low - 1), region);
        while node != region
            && !self.get(node).is_some_and(|node| contains(node, token))
            && let Some(parent) = self.parent(node)
        {
            node = parent;
        }
        node
    }

    /// The representative of a node in a region: the node itself, or the heredoc whose text contains it.
    fn anchor(&self, node: NodeId, region: NodeId) -> NodeId {
        let mut anchor = node;
        let mut at = node;
        while at != region
            && let Some(parent) = self.parent(at)
        {
            if self.is_text(at) {
                anchor = parent;
            }
            at = parent;
        }
        anchor
    }

    /// The innermost heredoc text that contains a token; the root if there is none.
    fn region(&self, token: u32) -> NodeId {
        let mut heredoc = self.heredoc_around(token);
        while let Some(around) = heredoc {
            // A text has no node if the parser stopped before its tag.
            if let Some(text) = self.text_of(around)
                && self.get(text).is_some_and(|node| contains(node, token))
            {
                return text;
            }
            heredoc = self.outer(around);
        }
        NodeId(0)
    }

    /// The node of a heredoc's text. Its tag may be in the text of another heredoc, so the recursion depth is the
    /// nesting of heredocs.
    fn text_of(&self, heredoc: &Heredoc) -> Option<NodeId> {
        let tag = self.innermost(heredoc.tag);
        let text = NodeId(tag.0 + 1);
        let found = self.is_text(text) && self.get(tag)?.first_token == heredoc.tag;
        found.then_some(text)
    }

    /// The innermost heredoc whose text contains a token.
    pub(crate) fn heredoc_around(&self, token: u32) -> Option<&Heredoc> {
        let before = self.heredocs.partition_point(|heredoc| heredoc.first_token < token);
        let mut heredoc = self.heredocs.get(before.checked_sub(1)?)?;
        while token >= heredoc.end_token {
            heredoc = self.outer(heredoc)?;
        }
        Some(heredoc)
    }

    fn outer(&self, heredoc: &Heredoc) -> Option<&Heredoc> {
        self.heredocs.get(heredoc.outer? as usize)
    }

    fn is_text(&self, node: NodeId) -> bool {
        self.get(node).is_some_and(|node| node.kind == NodeKind::HeredocText)
    }

    /// Whether a node is another one or one of its descendants.
    fn is_within(&self, node: NodeId, around: NodeId) -> bool {
        around.0 <= node.0 && self.get(around).is_some_and(|around| node.0 < around.end)
    }
}

fn contains(node: &Node, token: u32) -> bool {
    node.first_token <= token && token < node.end_token
}
