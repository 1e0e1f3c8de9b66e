//! Type aliases, and the other forms that the grammar accepts after `type`.

use bunraku_syntax::TokenKind;
use bunraku_syntax::ast::{ObjectBody, TypeAlias, TypeDefinition, View};

use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `type A = B`.
    pub(crate) fn type_alias(&mut self, alias: TypeAlias<'s>) {
        let node = alias.syntax();
        self.token(node.tokens().0);
        self.doc.space();
        if let Some(left) = alias.left() {
            self.outer_type(left);
        }
        self.doc.space();
        self.own_token(node, TokenKind::Assign);
        self.doc.space();
        if let Some(right) = alias.right() {
            self.expression(right);
        }
    }

    /// `Parent { ... }` on the right of a type alias.
    pub(crate) fn object_body(&mut self, body: ObjectBody<'s>) {
        for (index, part) in body.syntax().children().enumerate() {
            if index > 0 {
                self.doc.space();
            }
            self.expression(part);
        }
    }

    /// `type A inherits B { ... }`.
    pub(crate) fn type_definition(&mut self, definition: TypeDefinition<'s>) {
        let tokens: Vec<u32> = definition.syntax().own_tokens().map(|(index, _)| index).collect();
        for token in tokens {
            self.token(token);
            self.doc.space();
        }
        if let Some(body) = definition.body() {
            self.block(body);
        }
    }
}
