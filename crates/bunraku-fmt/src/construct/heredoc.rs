//! Heredocs: the tag is code; the lines below keep their text and follow the tag to its new indentation.

use bunraku_diag::TextRange;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Heredoc, View};

use crate::document::{self, Element, Margin};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    pub(crate) fn heredoc(&mut self, heredoc: Heredoc<'s>) {
        let (tag, _) = heredoc.syntax().tokens();
        self.token(tag);
        let Some(details) = heredoc.details() else { return };
        let margin =
            details.margin.map(|margin| margin.of(self.text)).filter(|margin| self.can_move(heredoc, margin));
        let margin = margin.map(|margin| Margin { width: margin.len(), tag_indent: self.source_indent(tag) });
        self.heredoc_lines(details, margin);
    }

    /// Writes the lines of a heredoc whose tag has been written.
    pub(crate) fn heredoc_lines(&mut self, heredoc: &bunraku_syntax::Heredoc, margin: Option<Margin>) {
        let end = self.tree.token_range(heredoc.end_token.saturating_sub(1)).end;
        let text = TextRange::new(heredoc.text.start, end).of(self.text);
        self.doc.elements.push(Element::Heredoc(document::Heredoc { text, margin }));
    }

    /// Whether the lines of a heredoc have the same meaning with another margin: all non-empty lines begin with the
    /// whole margin, in spaces, and no interpolation contains a line break, which would move with them.
    fn can_move(&self, heredoc: Heredoc<'s>, margin: &str) -> bool {
        let Some(body) = heredoc.body() else { return false };
        let Some(details) = heredoc.details() else { return false };
        let whole = |line: &str| line.starts_with(margin) || line.trim_end_matches(['\n', '\r']).is_empty();
        let mut values = body.syntax().children().filter(|part| part.kind() != NodeKind::StringText);
        margin.bytes().all(|byte| byte == b' ')
            && details.text.of(self.text).split_inclusive('\n').all(whole)
            && !values.any(|value| value.text().contains('\n'))
    }

    /// The indentation of the source line that contains a token.
    fn source_indent(&self, token: u32) -> usize {
        let start = self.tree.token_range(token).start as usize;
        let before = self.text.get(..start).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        // A tab is as wide as a level of indentation.
        indent + line.get(..indent).unwrap_or("").matches('\t').count()
    }
}
