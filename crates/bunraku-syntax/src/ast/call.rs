//! Calls, lambdas and parameters.

use bunraku_diag::TextRange;

use super::{
    Arguments, Block, Call, Element, Lambda, MethodCall, Node, Parameter, ParameterDefault, Parameters,
    ReturnType, StatementCall, View, all, child, elements, first, token,
};
use crate::{NodeKind, Syntax, TokenKind};

/// A call of a function by name, in any of its three forms: `f($a)`, `$a.f` and `f $a`.
#[derive(Debug, Clone)]
pub struct FunctionCall<'t> {
    /// The whole call.
    pub node: Syntax<'t>,
    /// The name of the function, without `::` at its start.
    pub name: &'t str,
    /// The place of the name.
    pub name_range: TextRange,
    /// The arguments; the receiver of a method call is the first.
    pub arguments: Vec<Element<'t>>,
    /// The lambda, if there is one.
    pub lambda: Option<Lambda<'t>>,
}

impl<'t> FunctionCall<'t> {
    /// Returns the call at a node, if it calls a function by name.
    pub fn of(node: Syntax<'t>) -> Option<FunctionCall<'t>> {
        let listed = |arguments: Option<Arguments<'t>>| {
            arguments.map(|arguments| elements(arguments.values())).unwrap_or_default()
        };
        let (function, arguments, lambda) = match Node::of(node) {
            Node::Call(call) => (call.callee()?, listed(call.arguments()), call.lambda()),
            Node::MethodCall(call) => {
                let mut arguments = vec![Element::Value(call.receiver()?)];
                arguments.extend(listed(call.arguments()));
                (call.function()?, arguments, call.lambda())
            }
            Node::StatementCall(call) => (call.function()?, elements(call.arguments()), None),
            _ => return None,
        };
        if function.kind() != NodeKind::Name {
            return None;
        }
        let name = function.text().trim_start_matches("::");
        Some(FunctionCall { node, name, name_range: function.range(), arguments, lambda })
    }

    /// An argument that is a single expression.
    pub fn argument(&self, index: usize) -> Option<Syntax<'t>> {
        match self.arguments.get(index)? {
            Element::Value(node) => Some(*node),
            Element::Pairs(_) => None,
        }
    }

    /// Whether an argument is splatted with `*`, so that the number of arguments is unknown.
    pub fn has_splat(&self) -> bool {
        self.arguments
            .iter()
            .any(|argument| matches!(argument, Element::Value(node) if node.kind() == NodeKind::Splat))
    }

    /// All nodes of the arguments.
    pub fn argument_nodes(&self) -> Vec<Syntax<'t>> {
        let nodes = self.arguments.iter().flat_map(|argument| match argument {
            Element::Value(node) => vec![*node],
            Element::Pairs(pairs) => pairs.iter().map(|pair| pair.syntax()).collect(),
        });
        nodes.collect()
    }
}

impl<'t> Call<'t> {
    /// What is called: the name of a function, or an expression that evaluates to a type.
    pub fn callee(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The arguments in parentheses.
    pub fn arguments(self) -> Option<Arguments<'t>> {
        first(self.0)
    }

    /// The lambda after the arguments.
    pub fn lambda(self) -> Option<Lambda<'t>> {
        first(self.0)
    }
}

impl<'t> MethodCall<'t> {
    /// The expression before the dot.
    pub fn receiver(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The name of the function after the dot.
    pub fn function(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }

    /// The arguments in parentheses, if there are parentheses.
    pub fn arguments(self) -> Option<Arguments<'t>> {
        first(self.0)
    }

    /// The lambda at the end.
    pub fn lambda(self) -> Option<Lambda<'t>> {
        first(self.0)
    }

    /// The place of the dot.
    pub fn dot(self) -> Option<TextRange> {
        token(self.0, TokenKind::Dot)
    }
}

impl<'t> StatementCall<'t> {
    /// The name of the function.
    pub fn function(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The arguments, which are not in parentheses.
    pub fn arguments(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children().skip(1)
    }
}

impl<'t> Arguments<'t> {
    /// The arguments; adjacent `HashEntry` nodes form one hash, see [`super::elements`].
    pub fn values(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }
}

impl<'t> Lambda<'t> {
    /// The lambda of a call, if the node is a call with one.
    pub fn of_call(node: Syntax<'t>) -> Option<Lambda<'t>> {
        match Node::of(node) {
            Node::Call(call) => call.lambda(),
            Node::MethodCall(call) => call.lambda(),
            _ => None,
        }
    }

    /// The parameters between the bars.
    pub fn parameters(self) -> Option<Parameters<'t>> {
        first(self.0)
    }

    /// The type after `>>`.
    pub fn return_type(self) -> Option<Syntax<'t>> {
        return_type(self.0)
    }

    /// The statements in braces.
    pub fn body(self) -> Option<Block<'t>> {
        first(self.0)
    }
}

impl<'t> Parameters<'t> {
    /// The parameters, in source order.
    pub fn iter(self) -> impl Iterator<Item = Parameter<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> Parameter<'t> {
    /// The name without its `$`; empty if it is missing.
    pub fn name(self) -> &'t str {
        let text = self.name_range().map_or("", |range| range.of(self.0.source()));
        text.strip_prefix('$').unwrap_or(text)
    }

    /// The place of the name, with its `$`.
    pub fn name_range(self) -> Option<TextRange> {
        token(self.0, TokenKind::Variable)
    }

    /// The expression for its type.
    pub fn ty(self) -> Option<Syntax<'t>> {
        child(self.0, 0).filter(|part| ParameterDefault::cast(*part).is_none())
    }

    /// The expression after `=`.
    pub fn default(self) -> Option<Syntax<'t>> {
        child(first::<ParameterDefault<'t>>(self.0)?.0, 0)
    }

    /// The `*` of a rest parameter.
    pub fn star(self) -> Option<TextRange> {
        token(self.0, TokenKind::Star)
    }
}

/// The type after the `>>` of a lambda or function.
pub(super) fn return_type<'t>(node: Syntax<'t>) -> Option<Syntax<'t>> {
    child(first::<ReturnType<'t>>(node)?.0, 0)
}
