//! Expressions in Puppet's notation.

use bunraku_edition::SyntaxRules;

use super::{Pn, Transform};
use crate::{
    NodeKind, STATEMENT_FUNCTIONS, Syntax,
    ast::{self, Node, NumberValue, Piece, View},
};

impl Transform<'_> {
    /// Each arm is a single call, to keep the stack frame small.
    pub(super) fn expression(&mut self, node: Syntax<'_>) -> Pn {
        match node.kind() {
            NodeKind::InterpolatedString => self.interpolated_string(node),
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
            NodeKind::If => self.if_expression(node),
            NodeKind::Unless => self.unless_expression(node),
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
        match leaf(node, self.rules) {
            Some(leaf) => leaf,
            None => self.definition(node),
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
        let operand = ast::Negate::cast(node).and_then(ast::Negate::operand);
        match operand.and_then(ast::Number::cast) {
            Some(negated) => number(negated, true),
            None => self.called("-", node),
        }
    }

    fn selector(&mut self, node: Syntax<'_>) -> Pn {
        let mut children = node.children();
        let value = self.next(&mut children);
        Pn::call("?", vec![value, Pn::List(self.all(children))])
    }

    /// A statement. If it is a call, it is one for its effect.
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
    pub(super) fn elements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Vec<Pn> {
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

    fn interpolated_string(&mut self, node: Syntax<'_>) -> Pn {
        match ast::InterpolatedString::cast(node) {
            Some(string) => self.concatenation(string.pieces()),
            None => Pn::nop(),
        }
    }

    fn concatenation<'t>(&mut self, pieces: impl Iterator<Item = Piece<'t>>) -> Pn {
        let mut segments = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(piece) => {
                    let text = piece.value(self.rules);
                    if !text.is_empty() {
                        segments.push(Pn::str(text));
                    }
                }
                Piece::Value(value) => segments.push(Pn::call("str", vec![self.expression(value)])),
            }
        }
        Pn::call("concat", segments)
    }

    fn heredoc(&mut self, node: Syntax<'_>) -> Pn {
        let Some(heredoc) = ast::Heredoc::cast(node) else { return Pn::nop() };
        let mut entries = Vec::new();
        if !heredoc.syntax_name().is_empty() {
            entries.push(("syntax", Pn::str(heredoc.syntax_name())));
        }
        let text = match heredoc.body() {
            Some(text) => match text.plain(self.rules) {
                Some(plain) => Pn::str(plain),
                None => self.concatenation(text.pieces()),
            },
            None => Pn::str(""),
        };
        entries.push(("text", text));
        Pn::parts("heredoc", entries)
    }

    fn relationship(&mut self, node: Syntax<'_>) -> Pn {
        let Some(relationship) = ast::Relationship::cast(node) else { return Pn::nop() };
        let mut arrows = relationship.arrows();
        let mut operands = relationship.operands();
        let mut left = self.next(&mut operands);
        for operand in operands {
            let arrow = arrows.next().map_or("->", |(_, range)| range.of(node.source()));
            left = Pn::call(arrow, vec![left, self.expression(operand)]);
        }
        left
    }

    fn call(&mut self, node: Syntax<'_>, name: &str) -> Pn {
        let Some(call) = ast::Call::cast(node) else { return Pn::nop() };
        let functor = call.callee().map_or_else(Pn::nop, |functor| self.expression(functor));
        self.call_parts(call.arguments(), call.lambda(), name, functor)
    }

    fn method_call(&mut self, node: Syntax<'_>) -> Pn {
        let Some(call) = ast::MethodCall::cast(node) else { return Pn::nop() };
        let access = self.all(call.receiver().into_iter().chain(call.function()));
        self.call_parts(call.arguments(), call.lambda(), "call-method", Pn::call(".", access))
    }

    fn call_parts(
        &mut self,
        arguments: Option<ast::Arguments<'_>>,
        lambda: Option<ast::Lambda<'_>>,
        name: &str,
        functor: Pn,
    ) -> Pn {
        let arguments = arguments.map(|arguments| self.elements(arguments.values()));
        let mut entries = vec![("functor", functor), ("args", Pn::List(arguments.unwrap_or_default()))];
        if let Some(lambda) = lambda {
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

    /// `name { a => 1 }`: a call with a hash if the function may be called that way, otherwise a name and a hash.
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

    /// A condition, a block, and the rest: `elsif` branches nest to the right, so they are built from the last.
    fn if_expression(&mut self, node: Syntax<'_>) -> Pn {
        let Some(node) = ast::If::cast(node) else { return Pn::nop() };
        let mut otherwise = node.otherwise().and_then(|block| self.branch(block));
        let elsifs: Vec<ast::Elsif<'_>> = node.elsifs().collect();
        for elsif in elsifs.into_iter().rev() {
            let nested = self.test_and_block("if", elsif.condition(), elsif.then(), otherwise);
            otherwise = Some(Pn::List(vec![nested]));
        }
        self.test_and_block("if", node.condition(), node.then(), otherwise)
    }

    fn unless_expression(&mut self, node: Syntax<'_>) -> Pn {
        let Some(node) = ast::Unless::cast(node) else { return Pn::nop() };
        let otherwise = node.otherwise().and_then(|block| self.branch(block));
        self.test_and_block("unless", node.condition(), node.then(), otherwise)
    }

    fn test_and_block(
        &mut self,
        name: &str,
        test: Option<Syntax<'_>>,
        then: Option<ast::Block<'_>>,
        otherwise: Option<Pn>,
    ) -> Pn {
        let mut entries = Vec::new();
        if let Some(test) = test {
            entries.push(("test", self.expression(test)));
        }
        if let Some(then) = then.and_then(|block| self.branch(block)) {
            entries.push(("then", then));
        }
        entries.extend(otherwise.map(|otherwise| ("else", otherwise)));
        Pn::parts(name, entries)
    }

    /// The statements of a branch; `None` if it is empty.
    fn branch(&mut self, block: ast::Block<'_>) -> Option<Pn> {
        let mut statements = self.statements(block.statements());
        if let [Pn::Call(name, _)] = statements.as_slice()
            && name == "block"
            && let Some(Pn::Call(_, inner)) = statements.pop()
        {
            return Some(Pn::List(inner));
        }
        (!statements.is_empty()).then_some(Pn::List(statements))
    }

    fn case(&mut self, node: Syntax<'_>) -> Pn {
        let Some(case) = ast::Case::cast(node) else { return Pn::nop() };
        let value = case.value().map_or_else(Pn::nop, |value| self.expression(value));
        let mut options = Vec::new();
        for option in case.options() {
            let values = Pn::List(self.all(option.values()));
            let mut then = option.body().map(|block| self.statements(block.statements())).unwrap_or_default();
            if then.is_empty() {
                then.push(Pn::nop());
            }
            options.push(Pn::Map(vec![("when".to_owned(), values), ("then".to_owned(), Pn::List(then))]));
        }
        Pn::call("case", vec![value, Pn::List(options)])
    }
}

fn leaf(node: Syntax<'_>, rules: &SyntaxRules) -> Option<Pn> {
    Some(match Node::of(node) {
        Node::Name(name) => Pn::call("qn", vec![Pn::str(name.text())]),
        Node::TypeName(name) => Pn::call("qr", vec![Pn::str(name.text())]),
        Node::Variable(node) => Pn::call("var", vec![variable(node)]),
        Node::Number(node) => number(node, false),
        Node::Boolean(boolean) => Pn::Bool(boolean.value()),
        Node::Undef(_) => Pn::Nil,
        Node::Default(_) => Pn::call("default", Vec::new()),
        Node::Word(word) => Pn::str(word.value()),
        Node::String(string) => Pn::str(string.value(rules)),
        Node::Regexp(node) => Pn::call("regexp", vec![regexp(node)]),
        Node::ReservedWord(word) => Pn::call("reserved", vec![Pn::str(word.text())]),
        Node::RenderText(text) => Pn::call("render-s", vec![Pn::str(text.value())]),
        _ => return None,
    })
}

fn operator<'t>(node: Syntax<'t>) -> &'t str {
    let operator = match Node::of(node) {
        Node::Binary(binary) => binary.operator(),
        Node::Assignment(assignment) => assignment.operator(),
        _ => None,
    };
    operator.map_or("?", |(_, range)| range.of(node.source()))
}

fn query(node: Syntax<'_>) -> &'static str {
    let exported = ast::Query::cast(node).is_some_and(ast::Query::is_exported);
    if exported { "exported-query" } else { "virtual-query" }
}

fn variable(variable: ast::Variable<'_>) -> Pn {
    // Puppet uses the value of the word as the name.
    if variable.is_boolean() { Pn::Bool(variable.name() == "true") } else { Pn::str(variable.name()) }
}

/// Puppet shows a group with flags around each pattern to which Ruby assigns a fixed encoding.
fn regexp(regexp: ast::Regexp<'_>) -> Pn {
    let source = regexp.pattern();
    let tied = !source.is_ascii() || ["\\u", "\\p", "\\P"].iter().any(|escape| source.contains(escape));
    Pn::str(if tied { format!("(?-imx:{source})") } else { source.into_owned() })
}

fn number(number: ast::Number<'_>, negative: bool) -> Pn {
    let sign = if negative { "-" } else { "" };
    match number.value() {
        NumberValue::Integer { digits, .. } if negative && digits == "0" => Pn::Number(digits),
        NumberValue::Float(value) => Pn::Number(format!("{sign}{value:?}")),
        NumberValue::Integer { digits, radix: 10 } => Pn::Number(format!("{sign}{digits}")),
        NumberValue::Integer { digits, .. } if negative => Pn::Number(format!("-{digits}")),
        NumberValue::Integer { digits, radix } => {
            let entries = vec![("radix", Pn::Number(radix.to_string())), ("value", Pn::Number(digits))];
            Pn::parts("int", entries)
        }
    }
}
