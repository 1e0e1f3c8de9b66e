//! Resources: titled, defaults, overrides, virtual, and their attributes.

use bunraku_diag::{Applicability, TextRange, codes};

use super::{Mark, Parser, build::PostNode, recover::starts_statement};
use crate::{
    SyntaxError,
    kind::NodeKind,
    token::TokenKind::{self, *},
};

impl Parser<'_> {
    /// An expression, and braces after it that make it a resource.
    pub(super) fn resource(&mut self) {
        let mark = self.start();
        match self.kind() {
            At | AtAt => return self.virtual_resource(mark),
            Class if self.peek(1) == LBrace => {
                self.leaf(NodeKind::Name);
                let open = self.range();
                self.bump();
                self.resource_bodies();
                self.close(RBrace, open, "`;` or `}`");
                self.finish(mark, NodeKind::Resource);
            }
            _ => self.expression(),
        }
        while self.at(LBrace) {
            self.resource_rest(mark);
        }
    }

    fn virtual_resource(&mut self, mark: Mark) {
        let at = self.range();
        self.bump();
        if !self.enter() {
            return self.missing();
        }
        self.resource();
        self.leave();
        let resource = matches!(
            self.top_kind(),
            NodeKind::Resource
                | NodeKind::ResourceDefaults
                | NodeKind::ResourceOverride
                | NodeKind::Virtual
                | NodeKind::Missing
        );
        if !resource {
            self.not_virtualizable(at);
        }
        self.finish(mark, NodeKind::Virtual);
    }

    /// The braces after the expression parsed since `mark`.
    fn resource_rest(&mut self, mark: Mark) {
        let open = self.range();
        let left = self.top().copied();
        self.bump();
        if !self.starts_attributes() {
            self.resource_bodies();
            self.close(RBrace, open, "an attribute, `;` or `}`");
            return self.finish(mark, NodeKind::Resource);
        }
        let attributes = self.nodes.len();
        self.attributes();
        self.close(RBrace, open, "an attribute or `}`");
        let kind = self.untitled_kind(left, open, attributes);
        self.finish(mark, kind);
    }

    /// The kind of `left { attributes }`, which Puppet decides at the closing brace.
    fn untitled_kind(&mut self, left: Option<PostNode>, open: TextRange, attributes: usize) -> NodeKind {
        let Some(left) = left else { return NodeKind::Error };
        match left.kind {
            NodeKind::TypeName => NodeKind::ResourceDefaults,
            NodeKind::Access => NodeKind::ResourceOverride,
            NodeKind::Name => {
                if self.appends(attributes) {
                    let name = self.node_range(&left).of(self.text);
                    let error = SyntaxError::new(codes::SYNTAX_ERROR, open, "this resource has no title")
                        .label("expected a title and `:` after this")
                        .rank(self.range().start)
                        .help(format!("write `{name} {{ 'title': ... }}`"));
                    self.report(error);
                }
                NodeKind::UntitledResource
            }
            NodeKind::Missing => NodeKind::Error,
            _ if self.is_reported(&left) => NodeKind::Error,
            _ => {
                let range = self.node_range(&left);
                let error = SyntaxError::new(codes::SYNTAX_ERROR, range, "this cannot have attributes")
                    .label("neither a resource type nor a reference to a resource")
                    .rank(self.range().start)
                    .help(match range.of(self.text).strip_suffix(')').and_then(|call| call.split_once('(')) {
                        Some((name, title)) if !title.contains(',') => {
                            format!("write the title inside the braces: `{name} {{ {title}: ... }}`")
                        }
                        _ => "write `type { 'title': ... }`, `Type { ... }` for defaults, or `Type['title'] { ... }` \
                              to change a resource"
                            .to_owned(),
                    });
                self.report(error);
                NodeKind::Error
            }
        }
    }

    /// Whether one of the attributes parsed since `from` uses `+>`.
    fn appends(&self, from: usize) -> bool {
        let nodes = self.nodes.get(from..).unwrap_or_default();
        nodes.iter().filter(|node| node.kind == NodeKind::Attribute).any(|node| {
            let tokens = self.tokens.get(node.first_token as usize + 1..node.end_token as usize);
            let arrow = tokens.unwrap_or_default().iter().find(|token| !token.kind.is_trivia());
            arrow.is_some_and(|token| token.kind == PlusArrow)
        })
    }

    /// Whether attributes follow rather than a title.
    fn starts_attributes(&self) -> bool {
        match self.kind() {
            RBrace | Comma => true,
            Star => self.peek(1) == FatArrow,
            kind => {
                // A keyword with which no title can start is the name of an attribute.
                let arrow = matches!(self.peek(1), FatArrow | PlusArrow);
                is_attribute_name(kind) && (arrow || !starts_statement(kind))
            }
        }
    }

    /// `title: attributes; title: attributes`.
    fn resource_bodies(&mut self) {
        loop {
            let mark = self.start();
            self.expression();
            if self.at(FatArrow) {
                self.expected_with("`:` after the title of a resource", |error| {
                    error.help("a resource needs a title: `type { 'title': attribute => value }`")
                });
                self.skip_to(|kind| kind == RBrace);
                return self.finish(mark, NodeKind::ResourceBody);
            }
            if !self.eat(Colon) {
                let title = self.token_range(self.end_token.saturating_sub(1));
                let next_line = self.first_on_line();
                let attribute = is_attribute_name(self.kind()) && self.peek(1) == FatArrow;
                self.expected_with("`:` after the title of a resource", |error| match next_line {
                    true => error.also(title, "a `:` is missing after this"),
                    false if attribute => error.help("write `:` between the title and the attributes"),
                    false => error,
                });
                self.skip_to(|kind| matches!(kind, RBrace | Semicolon));
                if self.starts_other_statement() {
                    // This starts a definition, not an attribute of that name.
                    return self.finish(mark, NodeKind::ResourceBody);
                }
            }
            self.attributes();
            self.finish(mark, NodeKind::ResourceBody);
            if !self.eat(Semicolon) || self.at(RBrace) {
                return;
            }
        }
    }

    /// Attributes separated by commas. Commas before the first and after the last are allowed.
    pub(super) fn attributes(&mut self) {
        self.eat(Comma);
        loop {
            match self.kind() {
                Star if self.peek(1) == FatArrow => {
                    let mark = self.start();
                    self.bump();
                    self.bump();
                    self.expression();
                    self.finish(mark, NodeKind::AttributeSplat);
                }
                kind if is_attribute_name(kind) => self.attribute(),
                SingleQuoted | DoubleQuoted if matches!(self.peek(1), FatArrow | PlusArrow) => {
                    let quoted = self.range();
                    let name = unquoted(quoted.of(self.text));
                    self.expected_with("the name of an attribute", |error| {
                        let error = error.help("names of attributes are written without quotes");
                        without_quotes(error, quoted, name)
                    });
                    self.attribute();
                }
                _ => return,
            }
            if self.eat(Comma) {
                continue;
            }
            let another = is_attribute_name(self.kind()) && matches!(self.peek(1), FatArrow | PlusArrow);
            if !another {
                return;
            }
            self.missing_comma("`,` or `}` after this attribute", "separate the attributes with commas");
        }
    }

    /// `name => value` or `name +> value`.
    fn attribute(&mut self) {
        let mark = self.start();
        self.bump();
        match self.kind() {
            FatArrow | PlusArrow => self.bump(),
            Assign | Colon => {
                let sign = self.range();
                self.expected_with("`=>` after the name of an attribute", |error| {
                    error.help("write `=>`").fix(Applicability::Safe, "write `=>`", [(sign, "=>")])
                });
                self.bump();
            }
            _ => {
                let name = self.token_range(self.end_token.saturating_sub(1)).of(self.text);
                self.expected_with("`=>` after the name of an attribute", |error| {
                    error.help(match name {
                        "if" | "unless" | "case" => {
                            format!("attributes cannot be inside `{name}`: choose the value with it, as in `mode => if ...`")
                        }
                        _ => format!("write `{name} => ...`"),
                    })
                });
                self.missing();
                self.skip_to(|kind| matches!(kind, Comma | RBrace | Semicolon));
                return self.finish(mark, NodeKind::Attribute);
            }
        }
        self.expression();
        self.finish(mark, NodeKind::Attribute);
    }
}

/// The content of a quoted string, if it is a name that needs no quotes.
pub(super) fn unquoted(string: &str) -> Option<&str> {
    let inside = string.get(1..string.len().checked_sub(1)?)?;
    let name = inside.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    });
    name.then_some(inside)
}

/// Adds the fix that removes the quotes around a name.
pub(super) fn without_quotes(error: SyntaxError, quoted: TextRange, name: Option<&str>) -> SyntaxError {
    match name {
        Some(name) => error.fix(Applicability::Safe, "remove the quotes", [(quoted, name)]),
        None => error,
    }
}

/// Whether a token may name an attribute.
fn is_attribute_name(kind: TokenKind) -> bool {
    kind == Name || kind.is_attribute_keyword()
}
