//! Reorders the nodes from the order of parsing, children first, to that of the tree, parents first.

use bunraku_diag::{TextRange, codes};

use super::MAX_HEIGHT;
use crate::{
    SyntaxError,
    kind::NodeKind,
    token::Token,
    tree::{Node, Up},
};

/// A node after its children; `size` counts itself and all descendants.
#[derive(Debug, Clone, Copy)]
pub(super) struct PostNode {
    pub(super) kind: NodeKind,
    pub(super) first_token: u32,
    pub(super) end_token: u32,
    pub(super) size: u32,
}

/// Returns the nodes with parents first. Whatever is deeper than [`MAX_HEIGHT`] is cut off, with an error, so that code
/// that walks a tree may recurse.
pub(super) fn preorder(nodes: &[PostNode], tokens: &[Token], errors: &mut Vec<SyntaxError>) -> Vec<Node> {
    let empty = Node { kind: NodeKind::Missing, up: Up::NONE, first_token: 0, end_token: 0, end: 0 };
    let mut result = vec![empty; nodes.len()];
    // The position of each node in the result and its depth, from the root, which is last, to its children.
    let mut places = vec![(0u32, 0u32); nodes.len()];
    let mut too_deep = None;
    for (index, node) in nodes.iter().enumerate().rev() {
        let Some(&(place, depth)) = places.get(index) else { break };
        let end = place + node.size;
        if let Some(slot) = result.get_mut(place as usize) {
            // The offset to the parent has been set by the parent.
            let up = slot.up;
            *slot =
                Node { kind: node.kind, up, first_token: node.first_token, end_token: node.end_token, end };
        }
        if depth > MAX_HEIGHT && too_deep.is_none() {
            too_deep = Some(node.first_token);
        }
        // The last child ends where its parent does; the others end where the next one begins.
        let mut child = index;
        let mut child_end = end;
        while child_end > place + 1 && child > 0 {
            child -= 1;
            let Some(size) = nodes.get(child).map(|node| node.size) else { break };
            child_end = child_end.saturating_sub(size);
            if let Some(slot) = places.get_mut(child) {
                *slot = (child_end, depth + 1);
            }
            if let Some(slot) = result.get_mut(child_end as usize) {
                slot.up = Up::new(child_end - place);
            }
            child = (child + 1).saturating_sub(size as usize);
        }
    }
    if let Some(token) = too_deep {
        let at = |index: u32| tokens.get(index as usize).map_or(0, |token| token.start);
        let range = TextRange::new(at(token), at(token + 1));
        errors.push(
            SyntaxError::new(codes::NESTED_TOO_DEEPLY, range, "this expression has too many parts")
                .label("too many operators or calls are chained before this")
                .help("assign parts of it to variables first"),
        );
        return pruned(&result);
    }
    result
}

/// Removes nodes below [`MAX_HEIGHT`]; the lowest ones that stay become `Error` nodes.
fn pruned(nodes: &[Node]) -> Vec<Node> {
    let mut result: Vec<Node> = Vec::with_capacity(nodes.len());
    // The open ancestors: their end in `nodes` and their position in `result`.
    let mut open: Vec<(u32, usize)> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        while let Some(&(end, place)) = open.last()
            && index as u32 >= end
        {
            let length = result.len() as u32;
            if let Some(parent) = result.get_mut(place) {
                parent.end = length;
            }
            open.pop();
        }
        if open.len() as u32 > MAX_HEIGHT {
            continue;
        }
        let kind = if open.len() as u32 == MAX_HEIGHT { NodeKind::Error } else { node.kind };
        let place = result.len();
        let up = open.last().map_or(Up::NONE, |(_, parent)| Up::new((place - parent) as u32));
        open.push((node.end, place));
        result.push(Node { kind, up, end: place as u32 + 1, ..*node });
    }
    let length = result.len() as u32;
    for (_, place) in open {
        if let Some(parent) = result.get_mut(place) {
            parent.end = length;
        }
    }
    result
}
