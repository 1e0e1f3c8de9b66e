//! Assignments.

use bunraku_intern::Symbol;
use ruby_prism::{ConstantId, ConstantPathNode, Node, NodeList};

use super::{Lowerer, line_of, symbol};
use crate::tree::{Kind, Operator, Quick, Target, Targets};

impl Lowerer {
    pub(super) fn assignment(&mut self, node: &Node<'_>) -> Option<Kind> {
        self.plain(node).or_else(|| self.with_operator(node))
    }

    fn plain(&mut self, node: &Node<'_>) -> Option<Kind> {
        let (target, value) = if let Some(n) = node.as_local_variable_write_node() {
            (self.local(n.depth(), &n.name()), n.value())
        } else if let Some(n) = node.as_instance_variable_write_node() {
            (Target::InstanceVariable(symbol(&n.name())), n.value())
        } else if let Some(n) = node.as_global_variable_write_node() {
            (Target::GlobalVariable(symbol(&n.name())), n.value())
        } else if let Some(n) = node.as_class_variable_write_node() {
            (Target::ClassVariable(symbol(&n.name())), n.value())
        } else if let Some(n) = node.as_constant_write_node() {
            (Target::Constant(None, symbol(&n.name())), n.value())
        } else if let Some(n) = node.as_constant_path_write_node() {
            (self.constant_target(&n.target())?, n.value())
        } else if let Some(n) = node.as_multi_write_node() {
            let targets = self.targets(&n.lefts(), n.rest(), &n.rights())?;
            return Some(Kind::AssignMany(Box::new(targets), self.boxed(&n.value())));
        } else {
            return None;
        };
        Some(Kind::Assign(Box::new(target), self.boxed(&value)))
    }

    fn with_operator(&mut self, node: &Node<'_>) -> Option<Kind> {
        macro_rules! writes {
            ($($or:ident, $and:ident, $operator:ident => |$n:ident| $target:expr;)*) => {
                $(
                    if let Some($n) = node.$or() {
                        let target = $target;
                        return Some(self.assign_with(target, Operator::Or, &$n.value()));
                    }
                    if let Some($n) = node.$and() {
                        let target = $target;
                        return Some(self.assign_with(target, Operator::And, &$n.value()));
                    }
                    if let Some($n) = node.$operator() {
                        let target = $target;
                        let name = symbol(&$n.binary_operator());
                        let operator = Operator::Method(name, Quick::of(name));
                        return Some(self.assign_with(target, operator, &$n.value()));
                    }
                )*
            };
        }
        writes! {
            as_local_variable_or_write_node, as_local_variable_and_write_node, as_local_variable_operator_write_node
                => |n| self.local(n.depth(), &n.name());
            as_instance_variable_or_write_node, as_instance_variable_and_write_node,
                as_instance_variable_operator_write_node => |n| Target::InstanceVariable(symbol(&n.name()));
            as_global_variable_or_write_node, as_global_variable_and_write_node, as_global_variable_operator_write_node
                => |n| Target::GlobalVariable(symbol(&n.name()));
            as_class_variable_or_write_node, as_class_variable_and_write_node, as_class_variable_operator_write_node
                => |n| Target::ClassVariable(symbol(&n.name()));
            as_constant_or_write_node, as_constant_and_write_node, as_constant_operator_write_node
                => |n| Target::Constant(None, symbol(&n.name()));
            as_constant_path_or_write_node, as_constant_path_and_write_node, as_constant_path_operator_write_node
                => |n| self.constant_target(&n.target())?;
            as_index_or_write_node, as_index_and_write_node, as_index_operator_write_node => |n| {
                let receiver = self.receiver(n.receiver(), line_of(&n.location()));
                Target::Index(receiver, self.arguments(n.arguments().as_ref()).0)
            };
            as_call_or_write_node, as_call_and_write_node, as_call_operator_write_node => |n| {
                let receiver = self.receiver(n.receiver(), line_of(&n.location()));
                Target::Attribute(receiver, symbol(&n.read_name()), symbol(&n.write_name()), n.is_safe_navigation())
            };
        }
        None
    }

    fn assign_with(&mut self, target: Target, operator: Operator, value: &Node<'_>) -> Kind {
        Kind::AssignWith { target: Box::new(target), operator, value: self.boxed(value) }
    }

    fn local(&mut self, depth: u32, name: &ConstantId<'_>) -> Target {
        Target::Local { depth, slot: self.slot(depth, name) }
    }

    fn constant_target(&mut self, node: &ConstantPathNode<'_>) -> Option<Target> {
        let scope = node.parent().map(|parent| self.expr(&parent));
        Some(Target::Constant(scope, symbol(&node.name()?)))
    }

    /// A target of a multiple assignment, a parameter, or the variable of `for` or `rescue`.
    pub(super) fn target(&mut self, node: &Node<'_>) -> Option<Target> {
        if let Some(n) = node.as_local_variable_target_node() {
            return Some(self.local(n.depth(), &n.name()));
        }
        if let Some(n) = node.as_required_parameter_node() {
            return Some(self.local(0, &n.name()));
        }
        if let Some(n) = node.as_instance_variable_target_node() {
            return Some(Target::InstanceVariable(symbol(&n.name())));
        }
        if let Some(n) = node.as_global_variable_target_node() {
            return Some(Target::GlobalVariable(symbol(&n.name())));
        }
        if let Some(n) = node.as_class_variable_target_node() {
            return Some(Target::ClassVariable(symbol(&n.name())));
        }
        if let Some(n) = node.as_constant_target_node() {
            return Some(Target::Constant(None, symbol(&n.name())));
        }
        if let Some(n) = node.as_constant_path_target_node() {
            let scope = n.parent().map(|parent| self.expr(&parent));
            return Some(Target::Constant(scope, symbol(&n.name()?)));
        }
        if let Some(n) = node.as_index_target_node() {
            let receiver = self.expr(&n.receiver());
            return Some(Target::Index(receiver, self.arguments(n.arguments().as_ref()).0));
        }
        if let Some(n) = node.as_call_target_node() {
            let receiver = self.expr(&n.receiver());
            let write = symbol(&n.name());
            let read = Symbol::new(write.as_str().trim_end_matches('='));
            return Some(Target::Attribute(receiver, read, write, n.is_safe_navigation()));
        }
        if let Some(n) = node.as_multi_target_node() {
            return Some(Target::Many(Box::new(self.targets(&n.lefts(), n.rest(), &n.rights())?)));
        }
        None
    }

    fn targets(
        &mut self,
        lefts: &NodeList<'_>,
        rest: Option<Node<'_>>,
        rights: &NodeList<'_>,
    ) -> Option<Targets> {
        let before = lefts.iter().map(|node| self.target(&node)).collect::<Option<Vec<_>>>()?;
        let rest = match rest {
            None => None,
            Some(node) => match node.as_splat_node().and_then(|splat| splat.expression()) {
                Some(inner) => Some(Some(Box::new(self.target(&inner)?))),
                None => Some(None),
            },
        };
        let after = rights.iter().map(|node| self.target(&node)).collect::<Option<Vec<_>>>()?;
        Some(Targets { before, rest, after })
    }
}
