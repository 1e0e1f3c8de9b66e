//! Whole files, and nodes that only occur in templates.

use super::{EppParameters, Parameters, Render, RenderText, Root, View, child, first};
use crate::{Syntax, TokenKind, text};

impl<'t> Root<'t> {
    /// The statements of the file, without the parameters of a template.
    pub fn statements(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children().filter(|part| EppParameters::cast(*part).is_none())
    }

    /// The parameters that a template declares.
    pub fn template_parameters(self) -> Option<EppParameters<'t>> {
        first(self.0)
    }
}

impl<'t> EppParameters<'t> {
    /// The parameters between the bars.
    pub fn parameters(self) -> Option<Parameters<'t>> {
        first(self.0)
    }
}

impl<'t> Render<'t> {
    /// The expression or `Block` whose value is rendered.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl RenderText<'_> {
    /// The rendered text, without comments and what the surrounding tags trim.
    pub fn value(self) -> String {
        let (first, end) = self.0.tokens();
        let kind = |index: u32| self.0.tree().tokens().get(index as usize).map(|token| token.kind);
        let before = first.checked_sub(1).and_then(kind);
        let trim_start = matches!(before, Some(TokenKind::EppCloseTrim | TokenKind::EppRenderCloseTrim));
        let trim_end = kind(end) == Some(TokenKind::EppOpenTrim);
        text::template_text(self.0.text(), trim_start, trim_end)
    }
}
