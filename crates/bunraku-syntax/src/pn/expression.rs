//! Expressions in Puppet's notation.

use super::{Pn, Transform};
use crate::{
    STATEMENT_FUNCTIONS, TokenKind, ast,
    tree::{NodeKind, Syntax},
};

impl Transform<'_> {
    pub(super) fn expression(&mut self, node: Syntax<'_>) -> Pn {
        match node.kind() {
            NodeKind::Name => Pn::call("qn", vec![Pn::str(node.text())]),
            NodeKind::TypeName => Pn::call("qr", vec![Pn::str(node.text())]),
            NodeKind::Variable => Pn::call("var", vec![variable(node)]),
            NodeKind::Number => number(node.text(), false),
            NodeKind::Boolean => Pn::Bool(node.text() == "true"),
            NodeKind::Undef => Pn::Nil,
            NodeKind::Default => Pn::call("default", Vec::new()),
            NodeKind::Word | NodeKind::String => Pn::str(ast::string_value(node, self.rules)),
            NodeKind::InterpolatedString => self.concatenation(node),
            NodeKind::Interpolation => self.all(node.children()).pop().unwrap_or_else(Pn::nop),
            NodeKind::Regexp => Pn::call("regexp", vec![regexp(node.text())]),
            NodeKind::Heredoc => self.heredoc(node),
            NodeKind::Array => Pn::call("array", self.elements(node.children())),
            NodeKind::Hash => Pn::call("hash", self.all(node.children())),
            NodeKind::HashEntry | NodeKind::SelectorEntry => Pn::call("=>", self.all(node.children())),
            NodeKind::ReservedWord => Pn::call("reserved", vec![Pn::str(node.text())]),
            NodeKind::Parenthesized => Pn::call("paren", self.all(node.children())),
            NodeKind::Not => Pn::call("!", self.all(node.children())),
            NodeKind::Negate => match node.child(0) {
                Some(child) if child.kind() == NodeKind::Number => number(child.text(), true),
                _ => Pn::call("-", self.all(node.children())),
            },
            NodeKind::Splat => Pn::call("unfold", self.all(node.children())),
            NodeKind::Binary | NodeKind::Assignment => {
                let operator = ast::operator(node).map_or("?", |(_, range)| range.of(node.source()));
                Pn::call(operator, self.all(node.children()))
            }
            NodeKind::Relationship => self.relationship(node),
            NodeKind::Access => Pn::call("access", self.elements(node.children())),
            NodeKind::Call => self.call(node, "call"),
            NodeKind::MethodCall => self.method_call(node),
            NodeKind::StatementCall => self.statement_call(node),
            NodeKind::Lambda => self.lambda(node),
            NodeKind::If | NodeKind::Elsif => self.if_expression(node, "if"),
            NodeKind::Unless => self.if_expression(node, "unless"),
            NodeKind::Case => self.case(node),
            NodeKind::Selector => {
                let mut children = node.children();
                let value = children.next().map_or_else(Pn::nop, |value| self.expression(value));
                Pn::call("?", vec![value, Pn::List(self.all(children))])
            }
            NodeKind::Collector => self.collector(node),
            NodeKind::Query => {
                let exported = node.first_token() == Some(TokenKind::LLCollect);
                Pn::call(if exported { "exported-query" } else { "virtual-query" }, self.all(node.children()))
            }
            NodeKind::RenderText => Pn::call("render-s", vec![Pn::str(ast::render_text(node))]),
            NodeKind::Render => Pn::call("render", self.all(node.children())),
            NodeKind::Block => self.block_or_expression(node.children()),
            NodeKind::UntitledResource => self.untitled_resource(node),
            NodeKind::Attribute => self.attribute(node),
            NodeKind::AttributeSplat => Pn::call("splat-hash", self.all(node.children())),
            _ => self.definition(node),
        }
    }

    /// A statement: a call that is one is made for its effect.
    fn statement(&mut self, node: Syntax<'_>) -> Pn {
        if node.kind() == NodeKind::Call { self.call(node, "invoke") } else { self.expression(node) }
    }

    pub(super) fn statements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Pn> {
        nodes.map(|node| self.statement(node)).collect()
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
        let mut left = children.next().map_or_else(Pn::nop, |child| self.expression(child));
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
        let functor = children.next().map_or_else(Pn::nop, |name| self.expression(name));
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

    fn if_expression(&mut self, node: Syntax<'_>, name: &str) -> Pn {
        let children: Vec<Syntax<'_>> = node.children().collect();
        self.if_parts(&children, name)
    }

    /// A test, a block, and what follows: the `elsif` parts nest to the right.
    fn if_parts(&mut self, parts: &[Syntax<'_>], name: &str) -> Pn {
        let mut entries = Vec::new();
        if let Some(&test) = parts.first() {
            entries.push(("test", self.expression(test)));
        }
        if let Some(then) = parts.get(1).and_then(|&block| self.branch(block)) {
            entries.push(("then", then));
        }
        match parts.get(2) {
            Some(elsif) if elsif.kind() == NodeKind::Elsif => {
                let mut rest: Vec<Syntax<'_>> = elsif.children().take(2).collect();
                rest.extend(parts.iter().skip(3).copied());
                entries.push(("else", Pn::List(vec![self.if_parts(&rest, "if")])));
            }
            Some(part) => {
                if let Some(block) = part.child(0)
                    && let Some(otherwise) = self.branch(block)
                {
                    entries.push(("else", otherwise));
                }
            }
            None => {}
        }
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
        let value = children.next().map_or_else(Pn::nop, |value| self.expression(value));
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
    let tied = !source.is_ascii() || source.contains("\\u");
    Pn::str(if tied { format!("(?-imx:{source})") } else { source.into_owned() })
}

fn number(text: &str, negative: bool) -> Pn {
    let sign = if negative { "-" } else { "" };
    match ast::number(text) {
        ast::Number::Integer { digits, radix: 10 } if digits == "0" => Pn::Number(digits),
        ast::Number::Float(value) => Pn::Number(format!("{sign}{value:?}")),
        ast::Number::Integer { digits, radix: 10 } => Pn::Number(format!("{sign}{digits}")),
        ast::Number::Integer { digits, .. } if negative => Pn::Number(format!("-{digits}")),
        ast::Number::Integer { digits, radix } => {
            let entries = vec![("radix", Pn::Number(radix.to_string())), ("value", Pn::Number(digits))];
            Pn::parts("int", entries)
        }
    }
}
