//! Checks that two sources are the same program with the same comments: the guarantee of the formatter, verified for
//! each result.

use bunraku_diag::TextRange;
use bunraku_edition::SyntaxRules;
use bunraku_syntax::ast::{self, Interpolation, Variable, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind, Tree};

use crate::FormatError;

/// Returns where a source differs from another, apart from layout.
pub(crate) fn same_program(
    (old_text, old): (&str, &Tree),
    (new_text, new): (&str, &Tree),
    rules: &SyntaxRules,
) -> Result<(), FormatError> {
    let verify = Verify { rules };
    if let Some(error) = new.errors().first() {
        // The place in the result may not exist in the source.
        let end = (error.range.start as usize).min(old_text.len()) as u32;
        return Err(FormatError::Different { range: TextRange::at(end) });
    }
    verify.node(old.root(old_text), new.root(new_text))?;
    verify.trivia((old_text, old), (new_text, new))
}

struct Verify<'r> {
    rules: &'r SyntaxRules,
}

impl Verify<'_> {
    fn node(&self, old: Syntax<'_>, new: Syntax<'_>) -> Result<(), FormatError> {
        let different = Err(FormatError::Different { range: old.range() });
        if let (Some(old), Some(new)) = (interpolated(old), interpolated(new)) {
            return if old == new { Ok(()) } else { different };
        }
        if old.kind() != new.kind() || !self.same_tokens(old, new) {
            return different;
        }
        let mut others = children(new);
        for child in children(old) {
            let Some(other) = others.next() else { return different };
            self.node(child, other)?;
        }
        if others.next().is_some() { different } else { Ok(()) }
    }

    /// Whether the tokens of two nodes of the same kind have the same meaning. Commas and semicolons do not count.
    fn same_tokens(&self, old: Syntax<'_>, new: Syntax<'_>) -> bool {
        match (ast::Node::of(old), ast::Node::of(new)) {
            (ast::Node::String(old), ast::Node::String(new)) => {
                old.value(self.rules) == new.value(self.rules)
            }
            (ast::Node::StringText(old), ast::Node::StringText(new)) => {
                old.value(self.rules) == new.value(self.rules)
            }
            // The spaces around the end tag are layout.
            (ast::Node::HeredocText(_), _) => true,
            _ => signs(old).eq(signs(new)),
        }
    }

    /// Checks that comments, tags and text of templates are the same, in the same order.
    fn trivia(
        &self,
        (old_text, old): (&str, &Tree),
        (new_text, new): (&str, &Tree),
    ) -> Result<(), FormatError> {
        let mut others = kept(new_text, new);
        for (kind, text, range) in kept(old_text, old) {
            let other = others.next();
            if other.is_none_or(|(other_kind, other, _)| (kind, text) != (other_kind, other)) {
                return Err(FormatError::Different { range });
            }
        }
        match others.next() {
            Some(_) => Err(FormatError::Different { range: TextRange::at(old_text.len() as u32) }),
            None => Ok(()),
        }
    }
}

/// The variable in a part of a string, in any of its forms: `$x`, `${x}`, `${$x}`.
fn interpolated(node: Syntax<'_>) -> Option<(&str, bool)> {
    let variable = match node.kind() {
        NodeKind::Variable => Variable::cast(node),
        NodeKind::Interpolation => Interpolation::cast(node)?.operand().and_then(Variable::cast),
        _ => None,
    }?;
    Some((variable.name(), variable.is_boolean()))
}

/// The children of a node, except empty parentheses, which a class does not need.
fn children(node: Syntax<'_>) -> impl Iterator<Item = Syntax<'_>> {
    let optional = matches!(node.kind(), NodeKind::Class | NodeKind::Define);
    node.children().filter(move |child| {
        !(optional && child.kind() == NodeKind::Parameters && child.children().next().is_none())
    })
}

/// The texts of a node's own tokens.
fn signs(node: Syntax<'_>) -> impl Iterator<Item = &str> {
    let tokens =
        node.own_tokens().filter(|(_, kind)| !matches!(kind, TokenKind::Comma | TokenKind::Semicolon));
    tokens.map(move |(index, _)| node.tree().token_range(index).of(node.source()))
}

/// What is between the tokens and not layout.
fn kept<'t>(text: &'t str, tree: &'t Tree) -> impl Iterator<Item = (TokenKind, &'t str, TextRange)> {
    use TokenKind::*;
    tree.tokens().iter().enumerate().filter_map(move |(index, token)| {
        let range = tree.token_range(index as u32);
        let found = range.of(text);
        match token.kind {
            LineComment | BlockComment => Some((token.kind, found.trim_end(), range)),
            EppOpen | EppOpenTrim | EppClose | EppCloseTrim | EppBlank | EppText | EppComment => {
                Some((token.kind, found, range))
            }
            _ => None,
        }
    })
}
