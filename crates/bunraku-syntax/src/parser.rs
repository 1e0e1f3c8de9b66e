//! Turns tokens into the tree: recursive descent with precedence climbing.
//!
//! Productions are methods with the names of the grammar, in files by chapter of the language. The parser never fails:
//! it inserts a `Missing` node for something that is missing, wraps what does not fit in an `Error` node, and goes on.

mod build;
mod call;
mod conditional;
mod definition;
mod expression;
mod literal;
mod recover;
mod resource;
mod statement;

use bunraku_diag::{TextRange, codes};
use bunraku_edition::SyntaxRules;

use crate::{
    SourceKind, SyntaxError,
    kind::NodeKind,
    lexer::{self, Lexed},
    token::{Token, TokenKind},
    tree::Tree,
};
use build::PostNode;
pub use statement::STATEMENT_FUNCTIONS;

/// How deeply expressions and blocks may be nested; one level of brackets counts two or three times.
pub const MAX_NESTING: u32 = 600;

/// How deep a tree may be: a chain of operators adds a level for each.
///
/// Walking a tree of this depth takes less than 2 MiB of stack in debug builds; `tests/robustness.rs` walks them.
pub const MAX_HEIGHT: u32 = 500;

/// How many expressions are parsed between two checks whether to go on: less than a millisecond of work.
const INTERVAL: u32 = 1 << 13;

/// Parses a source. Errors are part of the tree.
pub fn parse(text: &str, kind: SourceKind, rules: &SyntaxRules) -> Tree {
    let nothing =
        || Tree { kind, tokens: Vec::new(), nodes: Vec::new(), heredocs: Vec::new(), errors: Vec::new() };
    // It is never ended early, so there is a tree.
    parse_while(text, kind, rules, &|| true).unwrap_or_else(nothing)
}

/// Parses a source as long as `go_on` returns `true`, which is called about every millisecond; otherwise returns
/// `None`.
pub fn parse_while(
    text: &str,
    kind: SourceKind,
    rules: &SyntaxRules,
    go_on: &dyn Fn() -> bool,
) -> Option<Tree> {
    let Lexed { tokens, order, heredocs, errors, ended } = lexer::lex(text, kind, rules, go_on);
    if ended {
        return None;
    }
    let mut parser = Parser {
        text,
        rules,
        tokens: &tokens,
        order: &order,
        pos: 0,
        end_token: 0,
        nodes: Vec::with_capacity(order.len()),
        errors,
        reported_at: usize::MAX,
        faults: 0,
        variable_at: usize::MAX,
        depth: 0,
        aborted: false,
        go_on,
        entered: 0,
        ended: false,
    };
    parser.root(kind);
    if parser.ended || !go_on() {
        return None;
    }
    let mut errors = parser.errors;
    let nodes = build::preorder(&parser.nodes, &tokens, &mut errors);
    recover::drop_consequences(&mut errors);
    errors.sort_by_key(|error| error.rank);
    crate::hints::add(text, kind, &tokens, &mut errors);
    Some(Tree { kind, tokens, nodes, heredocs, errors })
}

/// The start of a node: the state before it.
#[derive(Clone, Copy)]
struct Mark {
    nodes: u32,
    token: u32,
}

struct Parser<'s> {
    text: &'s str,
    rules: &'s SyntaxRules,
    tokens: &'s [Token],
    /// The tokens that the grammar sees, as indexes into `tokens`.
    order: &'s [u32],
    /// The position in `order`.
    pos: usize,
    /// The index after the last consumed token.
    end_token: u32,
    /// The nodes so far, children before parents: wrapping nodes that have been parsed costs nothing.
    nodes: Vec<PostNode>,
    errors: Vec<SyntaxError>,
    /// The position of the last error. A token is reported once, and the next one not at all.
    reported_at: usize,
    /// The number of errors, including those that were not reported.
    faults: u32,
    /// The position of a word that is a variable because it follows `${`.
    variable_at: usize,
    depth: u32,
    /// Set if the nesting is too deep: the rest is skipped without further errors.
    aborted: bool,
    go_on: &'s dyn Fn() -> bool,
    /// How many expressions have been entered.
    entered: u32,
    /// Whether parsing was ended before all of the text was read.
    ended: bool,
}

impl Parser<'_> {
    fn kind(&self) -> TokenKind {
        self.peek(0)
    }

    fn peek(&self, ahead: usize) -> TokenKind {
        let token = self.order.get(self.pos + ahead).and_then(|&index| self.tokens.get(index as usize));
        token.map_or(TokenKind::Eof, |token| token.kind)
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Consumes the current token.
    fn bump(&mut self) {
        if let Some(&index) = self.order.get(self.pos)
            && self.pos + 1 < self.order.len()
        {
            self.pos += 1;
            self.end_token = index + 1;
        }
    }

    /// Consumes the current token if it has this kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// The index of the current token.
    fn token(&self) -> u32 {
        let last = self.tokens.len().saturating_sub(1) as u32;
        self.order.get(self.pos).copied().unwrap_or(last)
    }

    fn token_range(&self, token: u32) -> TextRange {
        let at = |index: u32| self.tokens.get(index as usize).map(|token| token.start);
        let start = at(token).unwrap_or(self.text.len() as u32);
        TextRange::new(start, at(token + 1).unwrap_or(self.text.len() as u32))
    }

    /// The range of the current token.
    fn range(&self) -> TextRange {
        self.token_range(self.token())
    }

    fn start(&self) -> Mark {
        Mark { nodes: self.nodes.len() as u32, token: self.token() }
    }

    /// Makes a node of everything parsed since the mark.
    fn finish(&mut self, mark: Mark, kind: NodeKind) {
        self.nodes.push(PostNode {
            kind,
            first_token: mark.token,
            end_token: self.end_token.max(mark.token),
            size: self.nodes.len() as u32 - mark.nodes + 1,
        });
    }

    /// Makes a node of the current token alone.
    fn leaf(&mut self, kind: NodeKind) {
        let mark = self.start();
        self.bump();
        self.finish(mark, kind);
    }

    /// Inserts a `Missing` node.
    fn missing(&mut self) {
        let token = self.token();
        self.nodes.push(PostNode { kind: NodeKind::Missing, first_token: token, end_token: token, size: 1 });
    }

    /// The node that was finished last.
    fn top(&self) -> Option<&PostNode> {
        self.nodes.last()
    }

    fn top_kind(&self) -> NodeKind {
        self.top().map_or(NodeKind::Missing, |node| node.kind)
    }

    fn node_range(&self, node: &PostNode) -> TextRange {
        let start = self.token_range(node.first_token);
        if node.first_token >= node.end_token {
            return TextRange::at(start.start);
        }
        start.cover(self.token_range(node.end_token - 1))
    }

    /// Enters a nested level, unless it is too deep or parsing should end: then the rest of the file is skipped.
    fn enter(&mut self) -> bool {
        self.entered = self.entered.wrapping_add(1);
        if self.entered.is_multiple_of(INTERVAL) && !(self.go_on)() {
            self.ended = true;
            self.give_up();
            return false;
        }
        if self.depth >= MAX_NESTING {
            if !self.aborted {
                let error =
                    SyntaxError::new(codes::NESTED_TOO_DEEPLY, self.range(), "this is nested too deeply")
                        .label("too many levels of brackets, blocks or operators around this")
                        .help("assign inner parts to variables first");
                self.errors.push(error);
            }
            self.give_up();
            return false;
        }
        self.depth += 1;
        true
    }

    /// Skips the rest of the file.
    fn give_up(&mut self) {
        self.aborted = true;
        self.pos = self.order.len().saturating_sub(1);
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
