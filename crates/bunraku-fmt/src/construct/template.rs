//! EPP templates: only the code in tags is formatted; text, comments and tags stay as they are.

use bunraku_syntax::ast::{EppParameters, Render, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::comments::Trivium;
use crate::document::{Element, Flat};
use crate::formatter::Formatter;
use crate::tokens::Gap;

impl<'s> Formatter<'s> {
    /// Writes a whole template.
    pub(crate) fn template(&mut self, root: Syntax<'s>, eof: u32) {
        let parameters = root.children().find_map(EppParameters::cast).and_then(EppParameters::parameters);
        if let Some(parameters) = parameters {
            self.flush(parameters.syntax().tokens().0);
            self.parameter_list(parameters, Flat::Space, false);
        }
        let nodes: Vec<Syntax<'s>> =
            root.children().filter(|part| part.kind() != NodeKind::EppParameters).collect();
        self.template_statements(&nodes, eof);
    }

    /// Whether there are tags or text of a template between two tokens.
    pub(crate) fn has_tags(&self, open: u32, close: u32) -> bool {
        self.is_template()
            && (open..close).any(|index| {
                use TokenKind::*;
                matches!(
                    self.token_kind(index),
                    EppOpen
                        | EppOpenTrim
                        | EppClose
                        | EppCloseTrim
                        | EppBlank
                        | EppText
                        | EppComment
                        | EppRender
                )
            })
    }

    /// Whether a construct contains tags or text although no line may end outside the tags: it stays as it is.
    pub(crate) fn is_torn(&self, node: Syntax<'s>) -> bool {
        use NodeKind::*;
        let (first, end) = node.tokens();
        let around = matches!(
            node.kind(),
            If | Unless | Case | CaseOption | Call | MethodCall | Block | Render | RenderText
        );
        !around && self.has_tags(first, end)
    }

    /// `{ -%>` text `<% }`: the braces and everything between them, including tags.
    pub(crate) fn template_block(&mut self, nodes: &[Syntax<'s>], open: u32, close: u32) {
        self.token(open);
        self.template_statements(nodes, close);
        self.doc.space();
        self.token(close);
    }

    /// Statements mixed with tags and text. Those in one tag are on separate lines if they were.
    fn template_statements(&mut self, nodes: &[Syntax<'s>], close: u32) {
        for (index, node) in nodes.iter().enumerate() {
            let (first, _) = node.tokens();
            let tag = self.trivia.waiting(first).iter().any(|trivium| !trivium.is_comment());
            if !is_text(*node) && !tag {
                let previous = index.checked_sub(1).and_then(|at| nodes.get(at));
                let after_text = previous.is_some_and(|previous| is_text(*previous));
                if self.gap(first) != Gap::Nothing {
                    self.leading_comments(first, Flat::Never, index > 0);
                } else if !after_text {
                    self.doc.space();
                }
            }
            self.flush_tags(first);
            self.expression(*node);
            let next = nodes.get(index + 1).map_or(close, |next| next.tokens().0);
            if self.has_semicolon(next) {
                self.doc.text(";");
            }
        }
        self.flush(close);
    }

    /// Writes tags before a statement, and the comments in between.
    fn flush_tags(&mut self, first: u32) {
        let mut tags = self.trivia.waiting(first).iter().filter(|trivium| !trivium.is_comment());
        if let Some(last) = tags.next_back().map(|trivium| trivium.token) {
            self.flush(last + 1);
        }
        while self.tag_on_lines
            && let Some(comment) = self.trivia.take(first)
        {
            self.comment(comment, 0);
            self.doc.hard_line();
        }
        self.flush(first);
    }

    /// Text of a template.
    pub(crate) fn render_text(&mut self, node: Syntax<'s>) {
        self.flush(node.tokens().0);
        self.doc.elements.push(Element::Verbatim(node.text()));
    }

    /// `<%= expression %>`.
    pub(crate) fn render(&mut self, render: Render<'s>) {
        let (open, end) = render.syntax().tokens();
        self.flush(open);
        self.doc.elements.push(Element::Mark(self.tree.token_range(open).start));
        self.doc.elements.push(Element::Verbatim(self.token_text(open)));
        self.doc.space();
        if let Some(value) = render.value() {
            self.value(value);
        }
        self.doc.space();
        self.token(end.saturating_sub(1));
    }

    /// Whether the source has the code of a tag on separate lines, and the code is complete.
    fn is_on_lines(&self, open: u32) -> bool {
        use TokenKind::*;
        let mut depth = 0i32;
        let mut tokens = (open + 1..).map(|index| (index, self.token_kind(index)));
        let close = tokens.find(|(_, kind)| {
            match kind {
                LBrace | SelectorBrace | LBracket | ListStart | LParen | LineLParen => depth += 1,
                RBrace | RBracket | RParen => depth -= 1,
                _ => {}
            }
            depth < 0 || matches!(kind, EppClose | EppCloseTrim | EppRender | Eof)
        });
        let Some((close, EppClose | EppCloseTrim)) = close.filter(|_| depth == 0) else { return false };
        let starts_line = |token| self.gap(token) != Gap::Nothing;
        let first = (open + 1..close).find(|index| self.token_kind(*index) != Whitespace);
        // Parameters have their own brackets in which lines can be broken.
        let first = first.filter(|index| self.token_kind(*index) != Pipe);
        first.is_some_and(starts_line) && starts_line(close)
    }

    /// A tag around code, or whitespace between two tags.
    pub(crate) fn tag(&mut self, trivium: Trivium) {
        let text = self.token_text(trivium.token);
        match trivium.kind {
            TokenKind::EppOpen | TokenKind::EppOpenTrim => {
                self.doc.elements.push(Element::Mark(self.tree.token_range(trivium.token).start));
                // It follows text, to which nothing may be added.
                self.doc.elements.push(Element::Verbatim(text));
                self.tag_on_lines = self.is_on_lines(trivium.token);
                if self.tag_on_lines {
                    self.doc.indent(2);
                    self.doc.hard_line();
                } else {
                    self.doc.space();
                }
            }
            TokenKind::EppClose | TokenKind::EppCloseTrim => {
                if std::mem::take(&mut self.tag_on_lines) {
                    self.doc.indent(-2);
                    self.doc.hard_line();
                } else {
                    self.doc.space();
                }
                self.doc.text(text);
            }
            _ => self.doc.elements.push(Element::Verbatim(text)),
        }
    }
}

fn is_text(node: Syntax<'_>) -> bool {
    matches!(node.kind(), NodeKind::RenderText | NodeKind::Render)
}
