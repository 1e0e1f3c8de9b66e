//! The evaluator, with the `match` over all expressions.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bunraku_ir::{Body, Expr, Operand};
use bunraku_pcore::Value;

use crate::{
    Eval, Host, Machine, ScopeId,
    control::{Demand, If},
    machine::place,
};

/// An evaluation in progress: its state, and the host that provides what the evaluator does not know.
///
/// Both are borrowed, so that the host can be passed the state and evaluate more code with it.
pub struct Evaluator<'e> {
    /// The state of the evaluation.
    pub machine: &'e mut Machine,
    /// The surroundings: definitions, the catalog, resource types.
    pub host: &'e mut (dyn Host + 'e),
}

impl Deref for Evaluator<'_> {
    type Target = Machine;

    #[inline]
    fn deref(&self) -> &Machine {
        self.machine
    }
}

impl DerefMut for Evaluator<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Machine {
        self.machine
    }
}

impl Evaluator<'_> {
    /// Borrows the evaluation for a shorter time.
    #[inline]
    pub fn reborrow(&mut self) -> Evaluator<'_> {
        Evaluator { machine: self.machine, host: self.host }
    }

    /// Runs the code of a file, class, defined type or node in a scope, which keeps its variables.
    pub fn run(&mut self, body: &Arc<Body>, scope: ScopeId) -> Eval<Value> {
        let opened = self.open_body(body, scope)?;
        let result = self.eval(body, body.root);
        self.close_body(opened);
        result
    }

    /// Runs code that does not belong to a scope, such as the type of an alias. It sees the top scope.
    pub fn run_detached(&mut self, body: &Arc<Body>) -> Eval<Value> {
        let opened = self.open_detached(body)?;
        let result = self.eval(body, body.root);
        self.close_body(opened);
        result
    }

    /// Evaluates an operand for a variable. A literal collection is a new one each time, because Ruby code may change
    /// it in place.
    #[inline]
    pub fn eval_own(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        match operand {
            Operand::Const(id) => Ok(body.constant(id).to_own()),
            operand => self.eval(body, operand),
        }
    }

    /// Evaluates an operand.
    #[inline]
    pub fn eval(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        match operand {
            Operand::Const(id) => Ok(body.constant(id).clone()),
            Operand::Local(slot) => Ok(self.local(slot).cloned().unwrap_or_default()),
            Operand::Take(slot) => Ok(self.take(slot)),
            Operand::Expr(id) => {
                let expr = *body.expr(id);
                self.expression(body, expr, operand)
            }
        }
    }

    /// Evaluates an operand whose value is not used: a statement that is not the last one of its block, or the last one
    /// of a class. Resource expressions then need not create references.
    pub fn statement(&mut self, body: &Body, operand: Operand) -> Eval<()> {
        let Operand::Expr(id) = operand else { return Ok(()) };
        let expr = *body.expr(id);
        if !matches!(expr, Expr::Resource(_) | Expr::Block(_) | Expr::If { .. } | Expr::Case(_)) {
            return self.expression(body, expr, operand).map(drop);
        }
        self.count_step_at(body, operand)?;
        match expr {
            Expr::Resource(index) => {
                self.host.resource_statement(self.machine, body, index, place(body, operand))
            }
            Expr::Block(list) => {
                body.list(list).iter().try_for_each(|operand| self.statement(body, *operand))
            }
            Expr::If { test, then, otherwise } => {
                let parts = If { at: operand, test, then, otherwise };
                self.if_expression(body, parts, Demand::Nothing).map(drop)
            }
            Expr::Case(index) => self.case(body, index, operand, Demand::Nothing).map(drop),
            _ => Ok(()),
        }
    }

    fn expression(&mut self, body: &Body, expr: Expr, at: Operand) -> Eval<Value> {
        self.count_step_at(body, at)?;
        match expr {
            Expr::Nothing | Expr::Definition => Ok(Value::Undef),
            Expr::Variable(index) => self.variable(body, index),
            Expr::MatchVariable(number) => Ok(self.match_variable(number)),
            Expr::Assign { slot, name, value } => self.assign(body, slot, name, value, at),
            Expr::AssignMany { target, value } => self.assign_many(body, target, value, at),
            Expr::Append { slot, outer, delete, value } => {
                self.append_assign(body, slot, outer, delete, value, at)
            }
            Expr::Binary { operator, left, right } => self.binary(body, operator, left, right, at),
            Expr::And(left, right) => {
                let value = self.truth(body, left, at, 0)? && self.truth(body, right, at, 1)?;
                Ok(Value::Bool(value))
            }
            Expr::Or(left, right) => {
                let value = self.truth(body, left, at, 0)? || self.truth(body, right, at, 1)?;
                Ok(Value::Bool(value))
            }
            Expr::Not(operand) => Ok(Value::Bool(!self.truth(body, operand, at, 0)?)),
            Expr::Negate(operand) => self.negate(body, operand, at),
            Expr::Splat(operand) => self.splat(body, operand),
            Expr::Array(list) => self.array(body, list, at),
            Expr::Hash(list) => self.hash(body, list, at),
            Expr::Access { target, keys } => self.access(body, target, keys, at),
            Expr::Interpolate(list) => self.interpolate(body, list, at),
            Expr::Heredoc { text, syntax } => self.heredoc(body, text, syntax, at),
            Expr::If { test, then, otherwise } => {
                self.if_expression(body, If { at, test, then, otherwise }, Demand::Value)
            }
            Expr::Case(index) => self.case(body, index, at, Demand::Value),
            Expr::Selector(index) => self.selector(body, index, at),
            Expr::Block(list) => self.block(body, list),
            Expr::Call(index) => self.call(body, index, at),
            Expr::TypeName(name) => self.type_name(body, name, at),
            Expr::Resource(index) => self.host.resource(self.machine, body, index, place(body, at)),
            Expr::Defaults(index) => self.host.defaults(self.machine, body, index, place(body, at)),
            Expr::Override(index) => self.host.overrides(self.machine, body, index, place(body, at)),
            Expr::Collector(index) => self.host.collector(self.machine, body, index, place(body, at)),
            Expr::Chain(index) => self.host.chain(self.machine, body, index, place(body, at)),
            Expr::RenderText(text) => {
                let text = body.constant(text).clone();
                self.render(text, body, at)
            }
            Expr::Render(operand) => {
                let value = self.eval(body, operand)?;
                self.render(value, body, at)
            }
        }
    }

    /// Whether an operand is true: the part with this number of the expression at a place.
    pub(crate) fn truth(&mut self, body: &Body, operand: Operand, at: Operand, part: u32) -> Eval<bool> {
        let value = self.eval(body, operand)?;
        let holds = self.is_true(&value);
        if self.coverage.is_some() {
            self.note_choice(body, place(body, at), part, holds);
        }
        Ok(holds)
    }
}
