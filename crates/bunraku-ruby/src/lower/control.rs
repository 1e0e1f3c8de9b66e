//! Conditions, loops, `case`, `begin`, and the statements that leave them.

use ruby_prism::{ArgumentsNode, BeginNode, Node, RescueNode};

use super::{Lowerer, line_of, literal::text};
use crate::tree::{Begin, BlockArg, Expr, Kind, Rescue};

impl Lowerer {
    pub(super) fn control(&mut self, node: &Node<'_>, line: u32) -> Option<Kind> {
        if let Some(n) = node.as_if_node() {
            let test = self.boxed(&n.predicate());
            let then = Box::new(self.statements(n.statements().as_ref(), line));
            return Some(Kind::If { test, then, otherwise: Box::new(self.otherwise(n.subsequent(), line)) });
        }
        if let Some(n) = node.as_unless_node() {
            let test = self.boxed(&n.predicate());
            let otherwise = Box::new(self.statements(n.statements().as_ref(), line));
            let then = Box::new(self.otherwise(n.else_clause().map(|clause| clause.as_node()), line));
            return Some(Kind::If { test, then, otherwise });
        }
        if let Some(n) = node.as_else_node() {
            return Some(self.statements(n.statements().as_ref(), line).kind);
        }
        if let Some(n) = node.as_while_node() {
            let first = n.is_begin_modifier();
            return Some(self.while_loop(&n.predicate(), n.statements().as_ref(), false, first, line));
        }
        if let Some(n) = node.as_until_node() {
            let first = n.is_begin_modifier();
            return Some(self.while_loop(&n.predicate(), n.statements().as_ref(), true, first, line));
        }
        if let Some(n) = node.as_for_node() {
            let list = self.boxed(&n.collection());
            let target = Box::new(self.target(&n.index())?);
            let outer = std::mem::replace(&mut self.in_loop, true);
            let body = Box::new(self.statements(n.statements().as_ref(), line));
            self.in_loop = outer;
            return Some(Kind::For { target, list, body });
        }
        if let Some(n) = node.as_case_node() {
            let subject = n.predicate().map(|subject| self.boxed(&subject));
            let mut branches = Vec::new();
            for condition in n.conditions().iter() {
                if let Some(when) = condition.as_when_node() {
                    let tests = self.list(&when.conditions());
                    branches.push((tests, self.statements(when.statements().as_ref(), line)));
                }
            }
            let otherwise = Box::new(self.otherwise(n.else_clause().map(|clause| clause.as_node()), line));
            return Some(Kind::Case { subject, branches, otherwise });
        }
        if let Some(n) = node.as_begin_node() {
            return Some(self.begin(&n, line));
        }
        if let Some(n) = node.as_rescue_modifier_node() {
            let body = self.expr(&n.expression());
            let rescue =
                Rescue { classes: Vec::new(), target: None, body: self.expr(&n.rescue_expression()) };
            let begin = Begin { body, rescues: vec![rescue], otherwise: None, ensure: None };
            return Some(Kind::Begin(Box::new(begin)));
        }
        if let Some(n) = node.as_return_node() {
            return Some(Kind::Return(self.value_of(n.arguments().as_ref(), line)));
        }
        if let Some(n) = node.as_break_node() {
            let value = self.value_of(n.arguments().as_ref(), line);
            return Some(Kind::Break { value, in_loop: self.in_loop });
        }
        if let Some(n) = node.as_next_node() {
            let value = self.value_of(n.arguments().as_ref(), line);
            return Some(Kind::Next { value, in_loop: self.in_loop });
        }
        if node.as_redo_node().is_some() {
            return Some(Kind::Redo);
        }
        if node.as_retry_node().is_some() {
            return Some(Kind::Retry);
        }
        if let Some(n) = node.as_yield_node() {
            let (args, keywords, _) = self.arguments(n.arguments().as_ref());
            return Some(Kind::Yield(args, keywords));
        }
        if let Some(n) = node.as_super_node() {
            let (args, keywords, _) = self.arguments(n.arguments().as_ref());
            let block = self.block_of_call(n.block(), n.arguments().as_ref());
            return Some(Kind::Super { args: Some(args), keywords, block });
        }
        if let Some(n) = node.as_forwarding_super_node() {
            let block = match n.block() {
                Some(block) => self.block_arg(Some(block.as_node())),
                None => BlockArg::None,
            };
            let (args, keywords) = self.own_arguments(line).unzip();
            self.keeps_args |= args.is_none();
            return Some(Kind::Super { args, keywords: keywords.unwrap_or(false), block });
        }
        if let Some(n) = node.as_match_write_node() {
            let call = self.boxed(&n.call().as_node());
            let mut targets = Vec::new();
            for target in n.targets().iter() {
                if let Some(local) = target.as_local_variable_target_node() {
                    let slot = self.slot(local.depth(), &local.name());
                    targets.push((text(local.name().as_slice()), local.depth(), slot));
                }
            }
            return Some(Kind::MatchWrite { call, targets });
        }
        self.pattern_matching(node, line)
    }

    /// The code after `else` or `elsif`; `nil` if there is none.
    pub(super) fn otherwise(&mut self, node: Option<Node<'_>>, line: u32) -> Expr {
        match node {
            Some(node) => self.expr(&node),
            None => Expr { kind: Kind::Nil, line },
        }
    }

    fn while_loop(
        &mut self,
        predicate: &Node<'_>,
        statements: Option<&ruby_prism::StatementsNode<'_>>,
        negated: bool,
        body_first: bool,
        line: u32,
    ) -> Kind {
        let outer = std::mem::replace(&mut self.in_loop, true);
        let test = self.boxed(predicate);
        let body = Box::new(self.statements(statements, line));
        self.in_loop = outer;
        Kind::While { test, negated, body_first, body }
    }

    fn begin(&mut self, node: &BeginNode<'_>, line: u32) -> Kind {
        let body = self.statements(node.statements().as_ref(), line);
        let mut rescues = Vec::new();
        let mut clause = node.rescue_clause();
        while let Some(rescue) = clause {
            rescues.push(self.rescue(&rescue));
            clause = rescue.subsequent();
        }
        let otherwise = node.else_clause().map(|clause| self.statements(clause.statements().as_ref(), line));
        let ensure = node.ensure_clause().map(|clause| self.statements(clause.statements().as_ref(), line));
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return body.kind;
        }
        Kind::Begin(Box::new(Begin { body, rescues, otherwise, ensure }))
    }

    fn rescue(&mut self, node: &RescueNode<'_>) -> Rescue {
        let line = line_of(&node.location());
        let classes = self.list(&node.exceptions());
        let target = node.reference().and_then(|reference| self.target(&reference));
        Rescue { classes, target, body: self.statements(node.statements().as_ref(), line) }
    }

    /// The value of `return`, `break` or `next`. Several values become an array.
    fn value_of(&mut self, arguments: Option<&ArgumentsNode<'_>>, line: u32) -> Option<Box<Expr>> {
        let (mut args, _, splat) = self.arguments(arguments);
        match args.len() {
            0 => None,
            1 if !splat => args.pop().map(Box::new),
            _ => Some(Box::new(Expr { kind: Kind::Array(args), line })),
        }
    }
}
