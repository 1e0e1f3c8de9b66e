//! The dispatch over all kinds of nodes, and the lowering of simple ones.

use ruby_prism::{Node, StatementsNode};

use super::{Lowerer, MAX_NESTING, line_of, symbol};
use crate::tree::{Expr, Kind};

/// Tries the kinds of nodes in turn.
macro_rules! on {
    ($node:expr, $($as:ident => |$name:ident| $kind:expr),* $(,)?) => {
        $(if let Some($name) = $node.$as() { return $kind; })*
    };
}

impl Lowerer {
    /// Lowers any expression.
    pub(super) fn expr(&mut self, node: &Node<'_>) -> Expr {
        let line = line_of(&node.location());
        if self.depth > MAX_NESTING {
            return Expr { kind: self.fail("the code is nested too deeply", line), line };
        }
        if !self.goes_on(line) {
            return Expr { kind: Kind::Nil, line };
        }
        self.depth += 1;
        let kind = self.kind(node, line);
        self.depth -= 1;
        Expr { kind, line }
    }

    /// Lowers a sequence of statements. Its value is that of the last one.
    pub(super) fn statements(&mut self, statements: Option<&StatementsNode<'_>>, line: u32) -> Expr {
        let Some(statements) = statements else { return Expr { kind: Kind::Nil, line } };
        let mut all: Vec<Expr> = statements.body().iter().map(|node| self.expr(&node)).collect();
        match all.len() {
            0 => Expr { kind: Kind::Nil, line },
            1 => all.pop().unwrap_or(Expr { kind: Kind::Nil, line }),
            _ => Expr { kind: Kind::Sequence(all), line },
        }
    }

    /// The body of a definition or block: statements, or `begin` with `rescue`.
    pub(super) fn body(&mut self, node: Option<Node<'_>>, line: u32) -> Expr {
        match node {
            Some(node) => self.expr(&node),
            None => Expr { kind: Kind::Nil, line },
        }
    }

    fn kind(&mut self, node: &Node<'_>, line: u32) -> Kind {
        on!(node,
            as_statements_node => |n| self.statements(Some(&n), line).kind,
            as_call_node => |n| self.call(&n),
            as_local_variable_read_node => |n| Kind::Local { depth: n.depth(), slot: self.slot(n.depth(), &n.name()) },
            as_instance_variable_read_node => |n| Kind::InstanceVariable(symbol(&n.name())),
            as_constant_read_node => |n| Kind::Constant(symbol(&n.name())),
            as_constant_path_node => |n| self.constant_path(&n),
            as_global_variable_read_node => |n| Kind::GlobalVariable(symbol(&n.name())),
            as_class_variable_read_node => |n| Kind::ClassVariable(symbol(&n.name())),
            as_numbered_reference_read_node => |n| Kind::Group(n.number()),
            as_back_reference_read_node => |n| {
                let name = n.name();
                Kind::LastMatch(name.as_slice().last().map_or('~', |byte| char::from(*byte)))
            },
            as_nil_node => |_n| Kind::Nil,
            as_true_node => |_n| Kind::True,
            as_false_node => |_n| Kind::False,
            as_self_node => |_n| Kind::SelfValue,
            as_parentheses_node => |n| self.body(n.body(), line).kind,
            as_and_node => |n| Kind::And(self.boxed(&n.left()), self.boxed(&n.right())),
            as_or_node => |n| Kind::Or(self.boxed(&n.left()), self.boxed(&n.right())),
            as_defined_node => |n| Kind::Defined(self.boxed(&n.value())),
            as_splat_node => |n| Kind::Splat(match n.expression() {
                Some(inner) => Some(self.boxed(&inner)),
                None => self.nameless(super::forward::REST, line).map(Box::new),
            }),
            as_range_node => |n| Kind::Range {
                first: n.left().map(|left| self.boxed(&left)),
                last: n.right().map(|right| self.boxed(&right)),
                exclusive: n.is_exclude_end(),
            },
            as_implicit_node => |n| self.expr(&n.value()).kind,
            as_source_file_node => |_n| Kind::File,
            as_source_line_node => |_n| Kind::Int(i64::from(line)),
            as_source_encoding_node => |_n| Kind::Refused("__ENCODING__"),
            as_alias_global_variable_node => |_n| Kind::Refused("`alias` of a global variable"),
            as_pre_execution_node => |_n| Kind::Refused("`BEGIN`"),
            as_post_execution_node => |_n| Kind::Refused("`END`"),
            as_flip_flop_node => |_n| Kind::Refused("a flip-flop"),
            as_imaginary_node => |_n| Kind::Refused("a complex number"),
            as_rational_node => |n| self.rational(&n, line),
            as_it_local_variable_read_node => |_n| Kind::Refused("`it`"),
            as_match_last_line_node => |_n| Kind::Refused("a regular expression as a condition"),
            as_interpolated_match_last_line_node => |_n| Kind::Refused("a regular expression as a condition"),
            as_shareable_constant_node => |n| self.expr(&n.write()).kind,
        );
        let kind = self
            .literal(node)
            .or_else(|| self.assignment(node))
            .or_else(|| self.control(node, line))
            .or_else(|| self.definition(node, line));
        match kind {
            Some(kind) => kind,
            None => Kind::Refused("this construct"),
        }
    }
}
