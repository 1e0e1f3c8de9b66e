//! What a text says before its substitutions are resolved.

use std::collections::VecDeque;

use bunraku_pcore::Value;

use super::fields::Fields;
use crate::Position;

/// A part of a text.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A scalar, and its text if it has no quotes.
    Scalar(Value, Option<String>),
    Array(Vec<Node>),
    Object(Fields<Node>),
    Substitution(Substitution),
    /// Pieces side by side, of which at least one is a substitution.
    Pieces(Vec<Piece>),
    /// Things that were written for one key, the last one first, of which at least one is not known yet.
    Stack(VecDeque<Node>),
}

/// `${path}`.
#[derive(Debug, Clone)]
pub(super) struct Substitution {
    /// What it refers to.
    pub(super) path: Vec<String>,
    /// Where the file that it is in was included, which is looked at first.
    pub(super) prefix: Vec<String>,
    /// Whether it may refer to nothing: `${?path}`.
    pub(super) optional: bool,
    pub(super) position: Position,
}

/// A piece of a value: several of them in a line are one value.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    Node(Node),
    Blank(String),
}

impl Node {
    /// This over something that was written before for the same key.
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
