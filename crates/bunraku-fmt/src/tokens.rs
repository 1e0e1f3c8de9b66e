//! Line breaks between tokens.

use bunraku_syntax::{TokenKind, Tree};

/// The line breaks that are layout: those inside strings, comments and heredocs are not.
pub(crate) struct LineEnds {
    /// For each token, the number of line breaks before it.
    before: Vec<u32>,
}

impl LineEnds {
    pub(crate) fn new(text: &str, tree: &Tree) -> LineEnds {
        let mut before = Vec::with_capacity(tree.tokens().len() + 1);
        let mut count = 0;
        let mut heredocs = tree.heredocs().iter().peekable();
        let mut skip_to = 0;
        for (index, token) in tree.tokens().iter().enumerate() {
            before.push(count);
            let index = index as u32;
            while let Some(heredoc) = heredocs.next_if(|heredoc| heredoc.first_token <= index) {
                skip_to = skip_to.max(heredoc.end_token);
            }
            if token.kind == TokenKind::Whitespace && index >= skip_to {
                let blanks = tree.token_range(index).of(text);
                count += blanks.bytes().filter(|byte| *byte == b'\n').count() as u32;
            }
        }
        before.push(count);
        LineEnds { before }
    }

    /// The number of line breaks between two tokens.
    pub(crate) fn between(&self, token: u32, later: u32) -> u32 {
        self.up_to(later).saturating_sub(self.up_to(token + 1))
    }

    /// Whether there is a line break between two tokens.
    pub(crate) fn any_between(&self, token: u32, later: u32) -> bool {
        self.between(token, later) > 0
    }

    fn up_to(&self, token: u32) -> u32 {
        self.before.get(token as usize).or(self.before.last()).copied().unwrap_or(0)
    }
}

/// Whether an empty line or a line break directly precedes a token.
pub(crate) fn gap_before(tree: &Tree, ends: &LineEnds, token: u32) -> Gap {
    let tokens = tree.tokens();
    let mut at = token;
    let before = loop {
        let Some(previous) = at.checked_sub(1) else { return Gap::LineEnd };
        at = previous;
        match tokens.get(at as usize).map(|token| token.kind) {
            Some(TokenKind::Whitespace) => {}
            kind => break kind,
        }
    };
    // The last line of a heredoc includes its line break.
    let heredoc = u32::from(before == Some(TokenKind::HeredocEnd));
    match ends.between(at, token) + heredoc {
        0 => Gap::Nothing,
        1 => Gap::LineEnd,
        _ => Gap::EmptyLine,
    }
}

/// What separates a token from the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gap {
    /// They are on the same line.
    Nothing,
    /// The token begins a line.
    LineEnd,
    /// The token begins a line after an empty one.
    EmptyLine,
}
