//! Calls, lambdas and parameters.

use bunraku_diag::TextRange;
use bunraku_intern::Symbol;
use bunraku_syntax::{
    STATEMENT_FUNCTIONS, Syntax,
    ast::{self, AttributeOperation, View},
};

use super::Lowering;
use crate::{CallSite, Callee, Expr, Lambda, Operand, Param, RESERVED_NAMES};

impl Lowering {
    pub(super) fn call(&mut self, node: ast::Call<'_>) -> Operand {
        let Some(called) = node.callee() else { return self.undef() };
        let callee = match ast::Name::cast(called) {
            Some(name) => self.function(name.text()),
            None => Callee::New(self.expression(called)),
        };
        let arguments = self.arguments(None, node.arguments());
        let call = Call { callee, arguments, name_range: called.range(), place: node.range(), method: false };
        self.finish_call(call, node.lambda())
    }

    pub(super) fn method_call(&mut self, node: ast::MethodCall<'_>) -> Operand {
        let Some(name) = node.function() else { return self.undef() };
        let callee = self.function(name.text());
        let arguments = self.arguments(node.receiver(), node.arguments());
        let (name_range, place) = (name.range(), method_place(node, name.range()));
        self.finish_call(Call { callee, arguments, name_range, place, method: true }, node.lambda())
    }

    pub(super) fn statement_call(&mut self, node: ast::StatementCall<'_>) -> Operand {
        let Some(name) = node.function() else { return self.undef() };
        let callee = self.function(name.text());
        let arguments = self.elements(node.arguments());
        let call = Call { callee, arguments, name_range: name.range(), place: node.range(), method: false };
        self.finish_call(call, None)
    }

    /// `notice { a => 1 }`: a call with a hash. Other forms have been rejected by the static checks.
    pub(super) fn untitled_resource(&mut self, node: ast::UntitledResource<'_>) -> Operand {
        let Some(name) = node.name().filter(|name| STATEMENT_FUNCTIONS.contains(&name.text())) else {
            return self.undef();
        };
        let callee = self.function(name.text());
        let mut operands = Vec::new();
        for attribute in node.attributes() {
            let key = match attribute {
                AttributeOperation::Attribute(attribute) => attribute.name(),
                AttributeOperation::Splat(_) => "*",
            };
            operands.push(self.builder.constant(bunraku_pcore::Value::str(key)));
            operands.push(self.optional(attribute.value()));
        }
        let list = self.builder.list(&operands);
        let hash = self.builder.push(Expr::Hash(list), node.range());
        let arguments = (vec![hash], false);
        let call = Call { callee, arguments, name_range: name.range(), place: node.range(), method: false };
        self.finish_call(call, None)
    }

    /// Lowers a receiver and arguments. Also returns whether one of them is a splat.
    fn arguments(
        &mut self,
        receiver: Option<Syntax<'_>>,
        arguments: Option<ast::Arguments<'_>>,
    ) -> (Vec<Operand>, bool) {
        let listed = arguments.into_iter().flat_map(ast::Arguments::values);
        self.elements(receiver.into_iter().chain(listed))
    }

    fn function(&mut self, name: &str) -> Callee {
        let name = name.strip_prefix("::").unwrap_or(name);
        self.builder.by_name |= !(self.harmless)(name);
        Callee::Function(Symbol::new(name))
    }

    fn finish_call(&mut self, call: Call, lambda: Option<ast::Lambda<'_>>) -> Operand {
        let Call { callee, arguments: (operands, splat), name_range, place, method } = call;
        let arguments = self.builder.list(&operands);
        let lambda = lambda.map(|lambda| self.lambda(lambda));
        self.builder.body.calls.push(CallSite { callee, arguments, splat, method, lambda, name_range });
        let index = self.builder.body.calls.len() as u32 - 1;
        self.builder.push(Expr::Call(index), place)
    }

    fn lambda(&mut self, node: ast::Lambda<'_>) -> u32 {
        let index = self.builder.body.lambdas.len() as u32;
        let parent = self.builder.lambda();
        // The index is reserved before nested lambdas take theirs.
        self.builder.body.lambdas.push(Lambda {
            params: Vec::new(),
            slots: 0..0,
            root: Operand::Const(crate::ConstId(0)),
            returns: None,
            index,
            parent,
            range: node.parameters().map_or(node.range(), View::range),
        });
        let branch = self.builder.branch();
        self.builder.open_lambda(index);
        let first = self.builder.slots();
        let params = match node.parameters() {
            Some(parameters) => self.parameters(parameters),
            None => Vec::new(),
        };
        let returns = node.return_type().map(|ty| self.expression(ty));
        let root = self.block(node.body());
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

    /// Lowers parameters. Types and defaults are evaluated in order, and each sees the parameters before it.
    pub(super) fn parameters(&mut self, parameters: ast::Parameters<'_>) -> Vec<Param> {
        // All names are declared before the first default: a parameter without a value hides outer variables.
        for parameter in parameters.iter() {
            self.builder.declare(Symbol::new(parameter.name()), true);
        }
        let mut params = Vec::new();
        for parameter in parameters.iter() {
            let name = Symbol::new(parameter.name());
            let slot = self.builder.declare(name, true);
            let ty = parameter.ty().map(|ty| self.expression(ty));
            let default = parameter.default().map(|default| self.expression(default));
            let rest = parameter.star().is_some();
            let range = parameter.name_range().unwrap_or_else(|| parameter.range());
            self.builder.set(slot);
            let reserved = RESERVED_NAMES.contains(&name.as_str());
            params.push(Param { name, slot, ty, default, rest, reserved, range });
        }
        params
    }
}

/// A call before it is added to the body.
struct Call {
    callee: Callee,
    /// The operands, and whether one of them is a splat.
    arguments: (Vec<Operand>, bool),
    name_range: TextRange,
    place: TextRange,
    method: bool,
}

/// The place that Puppet names for a method call: the parenthesis or the dot, if it is on a different line than the
/// name; otherwise the name.
fn method_place(node: ast::MethodCall<'_>, name: TextRange) -> TextRange {
    let parenthesis = node.arguments().map(|arguments| arguments.range().start);
    let start = parenthesis.or_else(|| Some(node.dot()?.start)).unwrap_or(name.start);
    let between = TextRange::new(name.start.min(start), name.start.max(start));
    if between.of(node.syntax().source()).contains('\n') { TextRange::at(start) } else { name }
}
