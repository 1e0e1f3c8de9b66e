//! The tree of a document before its substitutions are resolved.

use std::collections::VecDeque;

use bunraku_pcore::Value;

use super::fields::Fields;
use crate::Position;

/// A part of a document.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A scalar, and its text if it is not quoted.
    Scalar(Value, Option<String>),
    Array(Vec<Node>),
    Object(Fields<Node>),
    Substitution(Substitution),
    /// Adjacent pieces, at least one of which is a substitution.
    Pieces(Vec<Piece>),
    /// Values written for the same key, the last one first, at least one of which is not resolved yet.
    Stack(VecDeque<Node>),
}

/// `${path}`.
#[derive(Debug, Clone)]
pub(super) struct Substitution {
    /// What it refers to.
    pub(super) path: Vec<String>,
    /// The path at which its file was included, which is searched first.
    pub(super) prefix: Vec<String>,
    /// Whether it may be unresolved: `${?path}`.
    pub(super) optional: bool,
    pub(super) position: Position,
}

/// A piece of a value: several of them on a line form one value.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    Node(Node),
    Blank(String),
}

impl Node {
    /// Layers this over something written earlier for the same key.
    pub(super) fn over(self, lower: Node) -> Node {
        match (self, lower) {
            (Node::Object(upper), Node::Object(lower)) => Node::Object(upper.over(lower, Node::over)),
            (upper @ (Node::Scalar(..) | Node::Array(_)), _) => upper,
            (upper @ Node::Object(_), Node::Scalar(..) | Node::Array(_)) => upper,
            (upper, lower) => {
                let mut stack = match lower {
                    Node::Stack(stack) => stack,
                    lower => VecDeque::from([lower]),
                };
                match upper {
                    Node::Stack(upper) => upper.into_iter().rev().for_each(|upper| stack.push_front(upper)),
                    upper => stack.push_front(upper),
                }
                Node::Stack(stack)
            }
        }
    }
}
