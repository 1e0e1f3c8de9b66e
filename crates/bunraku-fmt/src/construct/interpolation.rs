//! Code in strings: `${...}` on one line.

use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Interpolation, View};

use crate::document::{Element, Flat};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// The source of an interpolation with normalized spaces; `None` if it is not simple code on one line, which stays
    /// as it is.
    pub(crate) fn interpolation(&mut self, node: Syntax<'s>) -> Option<String> {
        let operand = Interpolation::cast(node)?.operand()?;
        if node.text().contains('\n') || self.has_comments_in(node) {
            return None;
        }
        let outer = std::mem::take(&mut self.doc);
        self.value(operand);
        let inner = std::mem::replace(&mut self.doc, outer);
        let mut text = String::from("${");
        for element in &inner.elements {
            match element {
                Element::Text(piece) => text.push_str(piece),
                Element::Space => add_space(&mut text),
                Element::Line(line) if line.flat == Flat::Space => add_space(&mut text),
                Element::Line(line) if line.flat == Flat::Never => return None,
                Element::Start(group) if group.broken => return None,
                Element::Comment(_) | Element::Heredoc(_) | Element::Verbatim(_) => return None,
                _ => {}
            }
        }
        text.push('}');
        Some(text)
    }
}

fn add_space(text: &mut String) {
    if !text.ends_with(' ') {
        text.push(' ');
    }
}
