//! `case ... in` and its patterns.

use ruby_prism::Node;

use super::{Lowerer, line_of, literal::text};
use crate::tree::{Expr, HashRest, InBranch, Kind, Pattern, Target};

impl Lowerer {
    pub(super) fn pattern_matching(&mut self, node: &Node<'_>, line: u32) -> Option<Kind> {
        if let Some(n) = node.as_case_match_node() {
            let subject = self.boxed(&n.predicate()?);
            let mut branches = Vec::new();
            for condition in n.conditions().iter() {
                let branch = condition.as_in_node()?;
                let (pattern, guard) = self.guarded(&branch.pattern());
                let body = self.statements(branch.statements().as_ref(), line);
                branches.push(InBranch { pattern, guard, body });
            }
            let otherwise = n.else_clause().map(|clause| self.boxed(&clause.as_node()));
            return Some(Kind::CaseIn { subject, branches, otherwise });
        }
        let (value, pattern, required) = if let Some(n) = node.as_match_predicate_node() {
            (n.value(), n.pattern(), false)
        } else if let Some(n) = node.as_match_required_node() {
            (n.value(), n.pattern(), true)
        } else {
            return None;
        };
        let value = self.boxed(&value);
        Some(Kind::MatchPattern { value, pattern: Box::new(self.pattern(&pattern)), required })
    }

    /// A pattern, possibly followed by `if` or `unless`.
    fn guarded(&mut self, node: &Node<'_>) -> (Pattern, Option<Expr>) {
        if let Some(n) = node.as_if_node()
            && let Some(inner) = first(n.statements())
        {
            let pattern = self.pattern(&inner);
            return (pattern, Some(self.expr(&n.predicate())));
        }
        if let Some(n) = node.as_unless_node()
            && let Some(inner) = first(n.statements())
        {
            let pattern = self.pattern(&inner);
            let line = line_of(&node.location());
            let guard = Expr { kind: Kind::Not(self.boxed(&n.predicate())), line };
            return (pattern, Some(guard));
        }
        (self.pattern(node), None)
    }

    fn pattern(&mut self, node: &Node<'_>) -> Pattern {
        if let Some(n) = node.as_local_variable_target_node() {
            let slot = self.slot(n.depth(), &n.name());
            return Pattern::Bind(Target::Local { depth: n.depth(), slot });
        }
        if let Some(n) = node.as_alternation_pattern_node() {
            return Pattern::Either(Box::new(self.pattern(&n.left())), Box::new(self.pattern(&n.right())));
        }
        if let Some(n) = node.as_capture_pattern_node() {
            let target = n.target();
            let slot = self.slot(target.depth(), &target.name());
            let target = Target::Local { depth: target.depth(), slot };
            return Pattern::Capture(Box::new(self.pattern(&n.value())), target);
        }
        if let Some(n) = node.as_array_pattern_node() {
            let constant = n.constant().map(|constant| self.expr(&constant));
            let before = n.requireds().iter().map(|each| self.pattern(&each)).collect();
            let rest = n.rest().map(|rest| self.splat_target(&rest));
            let after = n.posts().iter().map(|each| self.pattern(&each)).collect();
            return Pattern::Array { constant, before, rest, after };
        }
        if let Some(n) = node.as_find_pattern_node() {
            let constant = n.constant().map(|constant| self.expr(&constant));
            let before = self.splat_target(&n.left().as_node());
            let middle = n.requireds().iter().map(|each| self.pattern(&each)).collect();
            let after = self.splat_target(&n.right().as_node());
            return Pattern::Find { constant, before, middle, after };
        }
        if let Some(n) = node.as_hash_pattern_node() {
            let constant = n.constant().map(|constant| self.expr(&constant));
            let mut entries = Vec::new();
            for element in n.elements().iter() {
                let Some(pair) = element.as_assoc_node() else { continue };
                let key = pair.key();
                let name = key.as_symbol_node().map(|key| text(key.unescaped())).unwrap_or_default();
                let value = pair.value();
                let pattern = match value.as_implicit_node() {
                    Some(implicit) => Some(self.pattern(&implicit.value())),
                    None => Some(self.pattern(&value)),
                };
                entries.push((name, pattern));
            }
            let rest = match n.rest() {
                None => HashRest::Any,
                Some(rest) if rest.as_no_keywords_parameter_node().is_some() => HashRest::None,
                Some(rest) => match rest.as_assoc_splat_node().and_then(|splat| splat.value()) {
                    Some(inner) => self.target(&inner).map_or(HashRest::Any, HashRest::Bind),
                    None => HashRest::Any,
                },
            };
            return Pattern::Hash { constant, entries, rest };
        }
        if let Some(n) = node.as_pinned_variable_node() {
            return Pattern::Value(self.expr(&n.variable()));
        }
        if let Some(n) = node.as_pinned_expression_node() {
            return Pattern::Value(self.expr(&n.expression()));
        }
        if let Some(n) = node.as_parentheses_node()
            && let Some(inner) = n.body()
        {
            return self.pattern(&inner);
        }
        Pattern::Value(self.expr(node))
    }

    fn splat_target(&mut self, node: &Node<'_>) -> Option<Target> {
        let inner = node.as_splat_node()?.expression()?;
        self.target(&inner)
    }
}

fn first<'a>(statements: Option<ruby_prism::StatementsNode<'a>>) -> Option<Node<'a>> {
    statements.and_then(|statements| statements.body().iter().next())
}
