//! The text of templates and the tags in it.

use bunraku_diag::codes;

use super::Lexer;
use crate::{
    text::{find_template_comment_end, template_text},
    token::TokenKind,
};

/// What is being lexed in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EppMode {
    /// Not a template.
    None,
    /// Text, or the end.
    Text,
    /// Code that renders nothing, after the `<%` at this offset.
    Code(u32),
    /// An expression, after the `<%=` at this offset.
    Render(u32),
}

impl EppMode {
    /// Whether a `%>` would end what is being lexed.
    pub(super) fn is_code(self) -> bool {
        matches!(self, EppMode::Code(_) | EppMode::Render(_))
    }
}

impl Lexer<'_> {
    /// `%>` (2 bytes) or `-%>` (3 bytes), and the text after it.
    pub(super) fn epp_close(&mut self, length: usize) {
        let trim = length == 3;
        match (self.epp, trim) {
            (EppMode::Render(_), false) => self.sign(TokenKind::EppRenderClose, length),
            (EppMode::Render(_), true) => self.sign(TokenKind::EppRenderCloseTrim, length),
            _ => {
                self.push(if trim { TokenKind::EppCloseTrim } else { TokenKind::EppClose }, self.pos);
                self.pos += length;
            }
        }
        self.epp_text(trim);
    }

    /// Lexes text up to and including the next opening tag.
    pub(super) fn epp_text(&mut self, trim_start: bool) {
        let start = self.pos;
        self.epp = EppMode::Text;
        let mut pos = start;
        let mut pieces: Vec<(TokenKind, usize)> = vec![(TokenKind::EppText, start)];
        let open = loop {
            let rest = self.text.get(pos..self.limit).unwrap_or("");
            let Some(found) = rest.find("<%") else { break None };
            pos += found;
            match self.byte(pos + 2) {
                b'%' => pos += 3,
                b'#' => {
                    let Some(end) =
                        find_template_comment_end(self.text.get(pos + 2..self.limit).unwrap_or(""))
                    else {
                        let error = self
                            .error(
                                codes::UNCLOSED_TEMPLATE_TAG,
                                self.range(pos, pos + 3),
                                "this comment is never closed",
                            )
                            .label("opened here")
                            .help("close it with `%>`");
                        self.report(error);
                        break None;
                    };
                    pieces.push((TokenKind::EppComment, pos));
                    pos += 2 + end;
                    pieces.push((TokenKind::EppText, pos));
                }
                _ => break Some(pos),
            }
        };
        let end = open.unwrap_or(self.limit);
        let raw = self.text.get(start..end).unwrap_or("");
        let trim_end = open.is_some_and(|at| self.byte(at + 2) == b'-');
        // Text that is trimmed completely is not rendered. At the end of a template even empty text is.
        let seen =
            if open.is_some() { !template_text(raw, trim_start, trim_end).is_empty() } else { start < end };
        for (index, &(kind, piece)) in pieces.iter().enumerate() {
            let next = pieces.get(index + 1).map_or(end, |&(_, next)| next);
            if piece < next {
                self.push(if seen { kind } else { TokenKind::EppBlank }, piece);
            }
        }
        if seen {
            self.after = Some(TokenKind::EppText);
        }
        self.pos = end;
        let Some(at) = open else { return };
        self.line_start = at;
        match self.byte(at + 2) {
            b'=' => {
                self.sign(TokenKind::EppRender, 3);
                self.epp = EppMode::Render(at as u32);
            }
            b'-' => {
                self.push(TokenKind::EppOpenTrim, at);
                self.pos = at + 3;
                self.epp = EppMode::Code(at as u32);
            }
            _ => {
                self.push(TokenKind::EppOpen, at);
                self.pos = at + 2;
                self.epp = EppMode::Code(at as u32);
            }
        }
    }

    /// Reports a tag that is still open at the end of a template.
    pub(super) fn epp_finish(&mut self) {
        let (EppMode::Code(open) | EppMode::Render(open)) = self.epp else { return };
        let open = open as usize;
        let error = self
            .error(codes::UNCLOSED_TEMPLATE_TAG, self.range(open, open + 2), "this tag has no closing `%>`")
            .label("opened here")
            .rank(self.limit as u32)
            .help("close it with `%>`, or write `<%%` for a literal `<%`");
        self.report(error);
        if matches!(self.epp, EppMode::Render(_)) {
            self.push(TokenKind::EppRenderClose, self.limit);
        }
    }
}
