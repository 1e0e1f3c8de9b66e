//! Expressions in Puppet's notation.

use super::{Pn, Transform};
use crate::{
    STATEMENT_FUNCTIONS, TokenKind, ast,
    tree::{NodeKind, Syntax},
};

impl Transform<'_> {
    /// Each arm is a single call, so that a level of the tree takes little of the stack.
    pub(super) fn expression(&mut self, node: Syntax<'_>) -> Pn {
        match node.kind() {
            NodeKind::InterpolatedString => self.concatenation(node),
            NodeKind::Interpolation => self.interpolation(node),
            NodeKind::Heredoc => self.heredoc(node),
            NodeKind::Array => self.listed("array", node),
            NodeKind::Hash => self.called("hash", node),
            NodeKind::HashEntry | NodeKind::SelectorEntry => self.called("=>", node),
            NodeKind::Parenthesized => self.called("paren", node),
            NodeKind::Not => self.called("!", node),
            NodeKind::Negate => self.negate(node),
            NodeKind::Splat => self.called("unfold", node),
            NodeKind::Binary | NodeKind::Assignment => self.called(operator(node), node),
            NodeKind::Relationship => self.relationship(node),
            NodeKind::Access => self.listed("access", node),
            NodeKind::Call => self.call(node, "call"),
            NodeKind::MethodCall => self.method_call(node),
            NodeKind::StatementCall => self.statement_call(node),
            NodeKind::Lambda => self.lambda(node),
            NodeKind::If | NodeKind::Elsif => self.if_expression(node, "if"),
            NodeKind::Unless => self.if_expression(node, "unless"),
            NodeKind::Case => self.case(node),
            NodeKind::Selector => self.selector(node),
            NodeKind::Collector => self.collector(node),
            NodeKind::Query => self.called(query(node), node),
            NodeKind::Render => self.called("render", node),
            NodeKind::Block => self.block_or_expression(node.children()),
            NodeKind::UntitledResource => self.untitled_resource(node),
            NodeKind::Attribute => self.attribute(node),
            NodeKind::AttributeSplat => self.called("splat-hash", node),
            _ => self.leaf_or_definition(node),
        }
    }

    fn leaf_or_definition(&mut self, node: Syntax<'_>) -> Pn {
        match node.kind() {
            NodeKind::Name => Pn::call("qn", vec![Pn::str(node.text())]),
            NodeKind::TypeName => Pn::call("qr", vec![Pn::str(node.text())]),
            NodeKind::Variable => Pn::call("var", vec![variable(node)]),
            NodeKind::Number => number(node.text(), false),
            NodeKind::Boolean => Pn::Bool(node.text() == "true"),
            NodeKind::Undef => Pn::Nil,
            NodeKind::Default => Pn::call("default", Vec::new()),
            NodeKind::Word | NodeKind::String => Pn::str(ast::string_value(node, self.rules)),
            NodeKind::Regexp => Pn::call("regexp", vec![regexp(node.text())]),
            NodeKind::ReservedWord => Pn::call("reserved", vec![Pn::str(node.text())]),
            NodeKind::RenderText => Pn::call("render-s", vec![Pn::str(ast::render_text(node))]),
            _ => self.definition(node),
        }
    }

    fn called(&mut self, name: &str, node: Syntax<'_>) -> Pn {
        Pn::call(name, self.all(node.children()))
    }

    fn listed(&mut self, name: &str, node: Syntax<'_>) -> Pn {
        Pn::call(name, self.elements(node.children()))
    }

    fn interpolation(&mut self, node: Syntax<'_>) -> Pn {
        self.all(node.children()).pop().unwrap_or_else(Pn::nop)
    }

    fn negate(&mut self, node: Syntax<'_>) -> Pn {
        match node.child(0) {
            Some(child) if child.kind() == NodeKind::Number => number(child.text(), true),
            _ => self.called("-", node),
        }
    }

    fn selector(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let value = self.next(&mut children);
        Pn::call("?", vec![value, Pn::List(self.all(children))])
    }

    /// A statement: a call that is one is made for its effect.
    fn statement(&mut self, node: Syntax<'_>) -> Pn {
        if node.kind() == NodeKind::Call { self.call(node, "invoke") } else { self.expression(node) }
    }

    pub(super) fn statements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Pn> {
        let mut result = Vec::new();
        for node in nodes {
            result.push(self.statement(node));
        }
        result
    }

    pub(super) fn block_or_expression<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Pn {
        let mut statements = self.statements(nodes);
        match statements.len() {
            0 => Pn::nop(),
            1 => statements.pop().unwrap_or(Pn::Nil),
            _ => Pn::call("block", statements),
        }
    }

    /// Elements or keys: adjacent pairs without braces form one hash.
    fn elements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Pn> {
        let mut result = Vec::new();
        let mut pairs = Vec::new();
        for node in nodes {
            let value = self.expression(node);
            if node.kind() == NodeKind::HashEntry {
                pairs.push(value);
                continue;
            }
            if !pairs.is_empty() {
                result.push(Pn::call("hash", std::mem::take(&mut pairs)));
            }
            result.push(value);
        }
        if !pairs.is_empty() {
            result.push(Pn::call("hash", pairs));
        }
        result
    }

    fn concatenation(&mut self, node: Syntax<'_>) -> Pn {
        let mut segments = Vec::new();
        for piece in node.children() {
            if piece.kind() == NodeKind::StringText {
                let text = ast::string_value(piece, self.rules);
                if !text.is_empty() {
                    segments.push(Pn::str(text));
                }
            } else {
                segments.push(Pn::call("str", vec![self.expression(piece)]));
            }
        }
        Pn::call("concat", segments)
    }

    fn heredoc(&mut self, node: Syntax<'_>) -> Pn {
        let mut entries = Vec::new();
        let syntax = ast::heredoc(node).map_or("", |heredoc| heredoc.syntax.of(node.source()));
        if !syntax.is_empty() {
            entries.push(("syntax", Pn::str(syntax)));
        }
        let plain = |text: Syntax<'_>| text.children().all(|piece| piece.kind() == NodeKind::StringText);
        let text = match node.child(0) {
            Some(text) if plain(text) => {
                let pieces = text.children().map(|piece| ast::string_value(piece, self.rules));
                Pn::str(pieces.collect::<String>())
            }
            Some(text) => self.concatenation(text),
            None => Pn::str(""),
        };
        entries.push(("text", text));
        Pn::parts("heredoc", entries)
    }

    fn relationship(&mut self, node: Syntax<'_>) -> Pn {
        let mut operators = node.own_tokens();
        let mut children = node.children();
        let mut left = self.next(&mut children);
        for child in children {
            let operator =
                operators.next().map_or("->", |(index, _)| node.tree().token_range(index).of(node.source()));
            left = Pn::call(operator, vec![left, self.expression(child)]);
        }
        left
    }

    fn call(&mut self, node: Syntax<'_>, name: &str) -> Pn {
        let functor = node.child(0).map_or_else(Pn::nop, |functor| self.expression(functor));
        self.call_parts(node, name, functor)
    }

    fn method_call(&mut self, node: Syntax<'_>) -> Pn {
        let access = self.all(node.children().take(2));
        self.call_parts(node, "call-method", Pn::call(".", access))
    }

    fn call_parts(&mut self, node: Syntax<'_>, name: &str, functor: Pn) -> Pn {
        let arguments = node.find(NodeKind::Arguments).map(|arguments| self.elements(arguments.children()));
        let mut entries = vec![("functor", functor), ("args", Pn::List(arguments.unwrap_or_default()))];
        if let Some(lambda) = node.find(NodeKind::Lambda) {
            entries.push(("block", self.lambda(lambda)));
        }
        Pn::parts(name, entries)
    }

    fn statement_call(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let functor = self.next(&mut children);
        let arguments = self.all(children);
        Pn::parts("invoke", vec![("functor", functor), ("args", Pn::List(arguments))])
    }

    /// `name { a => 1 }`: a call with a hash if the function may be called so, else a name and a hash.
    fn untitled_resource(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let Some(name) = children.next() else { return Pn::nop() };
        let entries = children.map(|attribute| match self.attribute(attribute) {
            Pn::Call(_, parts) => Pn::call("=>", parts),
            other => other,
        });
        let hash = Pn::call("hash", entries.collect());
        let functor = self.expression(name);
        if STATEMENT_FUNCTIONS.contains(&name.text()) {
            return Pn::parts("invoke", vec![("functor", functor), ("args", Pn::List(vec![hash]))]);
        }
        Pn::call("block", vec![functor, hash])
    }

    /// A test, a block, and what follows: the `elsif` parts nest to the right, so they are made from the last.
    fn if_expression(&mut self, node: Syntax<'_>, name: &str) -> Pn {
        let parts: Vec<Syntax<'_>> = node.children().skip(2).collect();
        let mut otherwise = None;
        for part in parts.into_iter().rev() {
            otherwise = if part.kind() == NodeKind::Elsif {
                Some(Pn::List(vec![self.test_and_block(part, "if", otherwise)]))
            } else {
                part.child(0).and_then(|block| self.branch(block))
            };
        }
        self.test_and_block(node, name, otherwise)
    }

    fn test_and_block(&mut self, node: Syntax<'_>, name: &str, otherwise: Option<Pn>) -> Pn {
        let mut entries = Vec::new();
        if let Some(test) = node.child(0) {
            entries.push(("test", self.expression(test)));
        }
        if let Some(then) = node.child(1).and_then(|block| self.branch(block)) {
            entries.push(("then", then));
        }
        entries.extend(otherwise.map(|otherwise| ("else", otherwise)));
        Pn::parts(name, entries)
    }

    /// The statements of a branch; none if it is empty.
    fn branch(&mut self, block: Syntax<'_>) -> Option<Pn> {
        let mut statements = self.statements(block.children());
        if let [Pn::Call(name, _)] = statements.as_slice()
            && name == "block"
            && let Some(Pn::Call(_, inner)) = statements.pop()
        {
            return Some(Pn::List(inner));
        }
        (!statements.is_empty()).then_some(Pn::List(statements))
    }

    fn case(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let value = self.next(&mut children);
        let options = children.map(|option| {
            let values = option.children().filter(|child| child.kind() != NodeKind::Block);
            let values = Pn::List(self.all(values));
            let block = option.find(NodeKind::Block);
            let mut then = block.map(|block| self.statements(block.children())).unwrap_or_default();
            if then.is_empty() {
                then.push(Pn::nop());
            }
            Pn::Map(vec![("when".to_owned(), values), ("then".to_owned(), Pn::List(then))])
        });
        let options = options.collect();
        Pn::call("case", vec![value, Pn::List(options)])
    }
}

fn operator<'t>(node: Syntax<'t>) -> &'t str {
    ast::operator(node).map_or("?", |(_, range)| range.of(node.source()))
}

fn query(node: Syntax<'_>) -> &'static str {
    if node.first_token() == Some(TokenKind::LLCollect) { "exported-query" } else { "virtual-query" }
}

fn variable(node: Syntax<'_>) -> Pn {
    match node.first_token() {
        // Puppet takes the value of the word for the name.
        Some(TokenKind::True) => Pn::Bool(true),
        Some(TokenKind::False) => Pn::Bool(false),
        _ => Pn::str(ast::variable_name(node)),
    }
}

/// Puppet shows a group with flags around each pattern that Ruby ties to an encoding.
fn regexp(text: &str) -> Pn {
    let source = crate::text::regexp_source(text);
    let tied = !source.is_ascii() || ["\\u", "\\p", "\\P"].iter().any(|escape| source.contains(escape));
    Pn::str(if tied { format!("(?-imx:{source})") } else { source.into_owned() })
}

fn number(text: &str, negative: bool) -> Pn {
    let sign = if negative { "-" } else { "" };
    match ast::number(text) {
        ast::Number::Integer { digits, .. } if negative && digits == "0" => Pn::Number(digits),
        ast::Number::Float(value) => Pn::Number(format!("{sign}{value:?}")),
        ast::Number::Integer { digits, radix: 10 } => Pn::Number(format!("{sign}{digits}")),
        ast::Number::Integer { digits, .. } if negative => Pn::Number(format!("-{digits}")),
        ast::Number::Integer { digits, radix } => {
            let entries = vec![("radix", Pn::Number(radix.to_string())), ("value", Pn::Number(digits))];
            Pn::parts("int", entries)
        }
    }
}
