//! From tokens to the tree: hand-written descent with precedence climbing.
//!
//! Productions are methods with the grammar's names, in files by chapter of the language. The parser never
//! fails: where something is missing it puts a `Missing` node, where something fits nowhere it puts an `Error`
//! node around it, and goes on.

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

/// How deep expressions and blocks may be nested; one level of brackets counts two or three times.
pub const MAX_NESTING: u32 = 600;

/// How high a tree may be: a chain of operators adds a level for each.
///
/// Walking a tree of this height takes less than 2 MiB of stack in debug builds; `tests/robustness.rs` walks them.
pub const MAX_HEIGHT: u32 = 500;

/// How many expressions are read between two questions whether to go on: less than a millisecond of work.
const INTERVAL: u32 = 1 << 13;

/// Reads a text: its tree, with the errors found on the way.
pub fn parse(text: &str, kind: SourceKind, rules: &SyntaxRules) -> Tree {
    let nothing =
        || Tree { kind, tokens: Vec::new(), nodes: Vec::new(), heredocs: Vec::new(), errors: Vec::new() };
    // Nobody ends it, so that there is a tree.
    parse_while(text, kind, rules, &|| true).unwrap_or_else(nothing)
}

/// Reads a text for as long as `go_on` agrees, which is asked every millisecond or so; nothing if it does not.
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

/// Where a node begins: what was there before it.
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
    /// The index after the last token taken.
    end_token: u32,
    /// The nodes so far, children before parents: wrapping what has been read costs nothing.
    nodes: Vec<PostNode>,
    errors: Vec<SyntaxError>,
    /// The position of the last error: one token is reported once, and the next one not at all.
    reported_at: usize,
    /// How many errors there were, those that were not reported included.
    faults: u32,
    /// The position of a word that is a variable because `${` stands before it.
    variable_at: usize,
    depth: u32,
    /// Set when the nesting is too deep: the rest is skipped in silence.
    aborted: bool,
    go_on: &'s dyn Fn() -> bool,
    /// How many expressions have been entered.
    entered: u32,
    /// Whether somebody ended it before all of the text was read.
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

    /// Takes the current token.
    fn bump(&mut self) {
        if let Some(&index) = self.order.get(self.pos)
            && self.pos + 1 < self.order.len()
        {
            self.pos += 1;
            self.end_token = index + 1;
        }
    }

    /// Takes the current token if it is of that kind.
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

    /// The bytes of the current token.
    fn range(&self) -> TextRange {
        self.token_range(self.token())
    }

    fn start(&self) -> Mark {
        Mark { nodes: self.nodes.len() as u32, token: self.token() }
    }

    /// Makes a node of everything read since the mark.
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

    /// Says that something should stand here.
    fn missing(&mut self) {
        let token = self.token();
        self.nodes.push(PostNode { kind: NodeKind::Missing, first_token: token, end_token: token, size: 1 });
    }

    /// The node read last.
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

    /// Goes one level deeper, unless that is too deep or reading is to end: then the rest of the text is given up.
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

    /// Leaves the rest of the text alone.
    fn give_up(&mut self) {
        self.aborted = true;
        self.pos = self.order.len().saturating_sub(1);
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}
