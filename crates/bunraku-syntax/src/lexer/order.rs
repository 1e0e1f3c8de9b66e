//! The order in which the grammar sees the tokens: the text of a heredoc right after its tag.

use super::Heredoc;
use crate::token::{Token, TokenKind};

/// The indexes of the tokens that the grammar sees, in its order, up to and including `Eof`.
pub(super) fn order(tokens: &[Token], heredocs: &[Heredoc]) -> Vec<u32> {
    let mut order = Order {
        tokens,
        by_text: heredocs,
        by_tag: Vec::new(),
        result: Vec::with_capacity(tokens.len() * 2 / 3),
    };
    if heredocs.is_empty() {
        let visible = tokens.iter().enumerate().filter(|(_, token)| !token.kind.is_trivia());
        order.result.extend(visible.map(|(index, _)| index as u32));
        return order.result;
    }
    order.by_tag = heredocs.iter().collect();
    order.by_tag.sort_unstable_by_key(|heredoc| heredoc.tag);
    order.walk(0, tokens.len() as u32);
    order.result
}

struct Order<'t> {
    tokens: &'t [Token],
    by_text: &'t [Heredoc],
    by_tag: Vec<&'t Heredoc>,
    result: Vec<u32>,
}

impl Order<'_> {
    /// The recursion depth is the nesting of heredocs, which the lexer limits.
    fn walk(&mut self, first: u32, end: u32) {
        let mut index = first;
        while index < end {
            let Some(token) = self.tokens.get(index as usize) else { return };
            match token.kind {
                TokenKind::HeredocStart => {
                    let found = self.by_text.binary_search_by_key(&index, |heredoc| heredoc.first_token);
                    let heredoc = found.ok().and_then(|at| self.by_text.get(at));
                    index = heredoc.map_or(index + 1, |heredoc| heredoc.end_token);
                    continue;
                }
                TokenKind::HeredocTag => {
                    self.result.push(index);
                    if let Ok(at) = self.by_tag.binary_search_by_key(&index, |heredoc| heredoc.tag)
                        && let Some((first, end)) =
                            self.by_tag.get(at).map(|h| (h.first_token + 1, h.end_token))
                    {
                        self.walk(first, end);
                    }
                }
                kind if kind.is_trivia() => {}
                _ => self.result.push(index),
            }
            index += 1;
        }
    }
}
