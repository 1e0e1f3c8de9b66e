//! Calls, lambdas and parameters.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_syntax::{NodeKind, STATEMENT_FUNCTIONS, Syntax, TokenKind, ast};

use super::Lowering;
use crate::{CallSite, Callee, Expr, Lambda, Operand, Param};

/// Functions that reach variables by names in text: no value may be taken out of a slot where they are called.
const BY_NAME: [&str; 12] = [
    "getvar",
    "inline_epp",
    "epp",
    "template",
    "inline_template",
    "lookup",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "hiera_include",
    "defined",
    "call",
];

impl Lowering {
    pub(super) fn call(&mut self, node: Syntax<'_>) -> Operand {
        let Some(called) = node.child(0) else { return self.undef() };
        let callee = match called.kind() {
            NodeKind::Name => self.function(called.text()),
            _ => Callee::New(self.expression(called)),
        };
        let arguments = node.find(NodeKind::Arguments);
        let (operands, splat) = self.elements(arguments.into_iter().flat_map(Syntax::children));
        self.finish_call(node, callee, &operands, splat, called.range())
    }

    pub(super) fn method_call(&mut self, node: Syntax<'_>) -> Operand {
        let Some(name) = node.child(1) else { return self.undef() };
        let callee = self.function(name.text());
        let receiver = node.child(0);
        let arguments = node.find(NodeKind::Arguments);
        let nodes = receiver.into_iter().chain(arguments.into_iter().flat_map(Syntax::children));
        let (operands, splat) = self.elements(nodes);
        self.finish_call(node, callee, &operands, splat, name.range())
    }

    pub(super) fn statement_call(&mut self, node: Syntax<'_>) -> Operand {
        let Some(name) = node.child(0) else { return self.undef() };
        let callee = self.function(name.text());
        let (operands, splat) = self.elements(node.children().skip(1));
        self.finish_call(node, callee, &operands, splat, name.range())
    }

    /// `notice { a => 1 }`: a call with a hash. Anything else of this form was refused by the static checks.
    pub(super) fn untitled_resource(&mut self, node: Syntax<'_>) -> Operand {
        let Some(name) = node.child(0).filter(|name| STATEMENT_FUNCTIONS.contains(&name.text())) else {
            return self.undef();
        };
        let callee = self.function(name.text());
        let mut operands = Vec::new();
        for attribute in node.children().skip(1) {
            let (key, _) = ast::attribute(attribute);
            operands.push(self.builder.constant(bunraku_pcore::Value::str(key)));
            operands.push(self.child(attribute, 0));
        }
        let list = self.builder.list(&operands);
        let hash = self.builder.push(Expr::Hash(list), node.range());
        self.finish_call(node, callee, &[hash], false, name.range())
    }

    fn function(&mut self, name: &str) -> Callee {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.builder.by_name |= BY_NAME.contains(&name);
        Callee::Function(Symbol::new(name))
    }

    fn finish_call(
        &mut self,
        node: Syntax<'_>,
        callee: Callee,
        operands: &[Operand],
        splat: bool,
        name_range: TextRange,
    ) -> Operand {
        let arguments = self.builder.list(operands);
        let lambda = node.find(NodeKind::Lambda).map(|lambda| self.lambda(lambda));
        let method = node.kind() == NodeKind::MethodCall;
        let site = CallSite { callee, arguments, splat, method, lambda, name_range };
        self.builder.body.calls.push(site);
        let index = self.builder.body.calls.len() as u32 - 1;
        // The place that Puppet names: the parenthesis or the dot of a method call, else the name.
        let place = match node.kind() {
            NodeKind::MethodCall => {
                let from = node.find(NodeKind::Arguments).map(|arguments| arguments.range().start);
                let dot = node.own_token(|kind| kind == TokenKind::Dot).map(|(_, range)| range.start);
                let start = from.or(dot).unwrap_or(name_range.start);
                let between = TextRange::new(name_range.start.min(start), name_range.start.max(start));
                if between.of(node.source()).contains('\n') { TextRange::at(start) } else { name_range }
            }
            _ => node.range(),
        };
        self.builder.push(Expr::Call(index), place)
    }

    fn lambda(&mut self, node: Syntax<'_>) -> u32 {
        let index = self.builder.body.lambdas.len() as u32;
        let parent = self.builder.lambda();
        // The place is taken before the lambdas inside take theirs.
        self.builder.body.lambdas.push(Lambda {
            params: Vec::new(),
            slots: 0..0,
            root: Operand::Const(crate::ConstId(0)),
            returns: None,
            index,
            parent,
            range: node.find(NodeKind::Parameters).map_or(node.range(), Syntax::range),
        });
        let branch = self.builder.branch();
        self.builder.open_lambda(index);
        let first = self.builder.slots();
        let params = match node.find(NodeKind::Parameters) {
            Some(parameters) => self.parameters(parameters),
            None => Vec::new(),
        };
        let returns = self.return_type(node);
        let root = match node.find(NodeKind::Block) {
            Some(block) => self.statements(block.children()),
            None => self.undef(),
        };
        let slots = first..self.builder.slots();
        self.builder.close_lambda();
        self.builder.join(branch);
        if let Some(lambda) = self.builder.body.lambdas.get_mut(index as usize) {
            lambda.params = params;
            lambda.slots = slots;
            lambda.root = root;
            lambda.returns = returns;
        }
        index
    }

    /// Parameters: types and defaults are evaluated in their order, and each sees those before it.
    pub(super) fn parameters(&mut self, node: Syntax<'_>) -> Vec<Param> {
        let nodes: Vec<Syntax<'_>> =
            node.children().filter(|child| child.kind() == NodeKind::Parameter).collect();
        // All names are known before the first default: one without a value yet hides what lies outside.
        for parameter in &nodes {
            self.builder.declare(Symbol::new(ast::parameter_name(*parameter)), true);
        }
        let mut params = Vec::with_capacity(nodes.len());
        for parameter in nodes {
            let name = Symbol::new(ast::parameter_name(parameter));
            let slot = self.builder.declare(name, true);
            let ty = parameter.child(0).filter(|child| child.kind() != NodeKind::ParameterDefault);
            let ty = ty.map(|ty| self.expression(ty));
            let default = parameter.find(NodeKind::ParameterDefault).map(|default| self.child(default, 0));
            let rest = parameter.own_token(|kind| kind == TokenKind::Star).is_some();
            let token = parameter.own_token(|kind| kind == TokenKind::Variable);
            let range = token.map_or(parameter.range(), |(_, range)| range);
            self.builder.set(slot);
            params.push(Param { name, slot, ty, default, rest, range });
        }
        params
    }

    pub(super) fn return_type(&mut self, node: Syntax<'_>) -> Option<Operand> {
        let ty = node.find(NodeKind::ReturnType)?.child(0)?;
        Some(self.expression(ty))
    }
}
