//! `if`, `case`, selectors and blocks. The match variables that they set last until they end.

use bunraku_diag::codes;
use bunraku_edition::{SelectorDefault, SelectorWithoutMatch};
use bunraku_ir::{Arm, Body, Expr, List, Operand};
use bunraku_pcore::Value;

use crate::{
    Eval, Evaluator,
    collection::is_splat,
    machine::{place, with_help},
};

/// What the caller needs from a branch.
#[derive(Clone, Copy)]
pub(crate) enum Demand {
    /// Its value.
    Value,
    /// Only its effects; the result is `undef`.
    Nothing,
}

/// The parts of an `if`, and its place.
#[derive(Clone, Copy)]
pub(crate) struct If {
    pub(crate) at: Operand,
    pub(crate) test: Operand,
    pub(crate) then: Operand,
    pub(crate) otherwise: Operand,
}

impl Evaluator<'_> {
    /// Evaluates an `if`. An `else` that contains nothing but another `if`, as an `elsif` does, is the next round of
    /// the loop: a chain of them may be longer than the stack allows.
    pub(crate) fn if_expression(
        &mut self,
        body: &Body,
        If { mut at, mut test, mut then, mut otherwise }: If,
        asked: Demand,
    ) -> Eval<Value> {
        let captures = self.captures.clone();
        let result = loop {
            if self.truth(body, test, at, 0)? {
                break self.branch(body, then, asked);
            }
            let next = match otherwise {
                Operand::Expr(id) => *body.expr(id),
                _ => Expr::Nothing,
            };
            let Expr::If { test: next_test, then: next_then, otherwise: next_otherwise } = next else {
                break self.branch(body, otherwise, asked);
            };
            self.count_step(body, place(body, otherwise))?;
            (at, test, then, otherwise) = (otherwise, next_test, next_then, next_otherwise);
        };
        self.captures = captures;
        result
    }

    pub(crate) fn case(&mut self, body: &Body, index: u32, at: Operand, asked: Demand) -> Eval<Value> {
        let Some(case) = body.cases.get(index as usize) else { return Ok(Value::Undef) };
        let captures = self.captures.clone();
        let value = self.eval(body, case.value)?;
        let mut default = None;
        let mut chosen = None;
        for (number, arm) in (0..).zip(&case.arms) {
            if self.arm_matches(body, &value, (number, arm), &mut default)? {
                chosen = Some((number, arm.body));
                break;
            }
        }
        let result = match chosen.or(default) {
            Some((number, operand)) => {
                self.note_option(body, at, number);
                self.branch(body, operand, asked)
            }
            None => Ok(Value::Undef),
        };
        self.captures = captures;
        result
    }

    fn branch(&mut self, body: &Body, operand: Operand, asked: Demand) -> Eval<Value> {
        match asked {
            Demand::Value => self.eval(body, operand),
            Demand::Nothing => self.statement(body, operand).map(|()| Value::Undef),
        }
    }

    pub(crate) fn selector(&mut self, body: &Body, index: u32, at: Operand) -> Eval<Value> {
        let Some(selector) = body.cases.get(index as usize) else { return Ok(Value::Undef) };
        let captures = self.captures.clone();
        let value = self.eval(body, selector.value)?;
        let mut default = None;
        let mut chosen = None;
        for (number, arm) in (0..).zip(&selector.arms) {
            let in_place = matches!(self.edition.eval.selector_default, SelectorDefault::InPlace);
            if in_place && arm.default.is_some()
                || self.arm_matches(body, &value, (number, arm), &mut default)?
            {
                chosen = Some((number, arm.body));
                break;
            }
        }
        let result = match (chosen.or(default), self.edition.eval.selector_without_match) {
            (Some((number, operand)), _) => {
                self.note_option(body, at, number);
                self.eval(body, operand)
            }
            (None, SelectorWithoutMatch::Undef) => Ok(Value::Undef),
            (None, SelectorWithoutMatch::Error) => {
                let shown = bunraku_pcore::notation::literal(&self.edition.types, &value);
                let message = format!("no option of this selector matches {shown}");
                let label = self.this_is(&value);
                let error = self.part_error(codes::NO_OPTION, body, at, 0, message, label);
                Err(with_help(error, "add an option for it, or `default`"))
            }
        };
        self.captures = captures;
        result
    }

    /// Records the chosen option of a `case` or selector, if coverage is measured.
    fn note_option(&mut self, body: &Body, at: Operand, number: u32) {
        if self.coverage.is_some() {
            self.note_choice(body, place(body, at), number, true);
        }
    }

    /// Whether one of an arm's options matches. Also records the arm with the option `default`.
    fn arm_matches(
        &mut self,
        body: &Body,
        value: &Value,
        (number, arm): (u32, &Arm),
        default: &mut Option<(u32, Operand)>,
    ) -> Eval<bool> {
        for (index, operand) in body.list(arm.options).iter().enumerate() {
            if arm.default == Some(index as u32) {
                *default = Some((number, arm.body));
                continue;
            }
            let option = self.eval(body, *operand)?;
            let matched = match option {
                Value::Array(options) if is_splat(body, *operand) => {
                    let mut matched = false;
                    for option in &options {
                        matched = matched || self.option_matches(body, value, option)?;
                    }
                    matched
                }
                option => self.option_matches(body, value, &option)?,
            };
            if matched {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(crate) fn block(&mut self, body: &Body, list: List) -> Eval<Value> {
        let operands = body.list(list);
        let Some((last, others)) = operands.split_last() else { return Ok(Value::Undef) };
        for operand in others {
            self.statement(body, *operand)?;
        }
        self.eval_own(body, *last)
    }
}
