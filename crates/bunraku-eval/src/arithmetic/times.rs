//! Arithmetic on times. Versions have no operators and fail in the same way.

use bunraku_diag::codes;
use bunraku_ir::{Binary, Body, Operand};
use bunraku_pcore::{
    Value,
    values::{Timespan, Timestamp},
};

use crate::{Eval, Machine, Unwind};

const NANOS: i128 = 1_000_000_000;

/// Why an operator has no result.
#[derive(Clone, Copy)]
enum Reason {
    /// It is not defined for these values.
    Operator,
    /// The result would not be a time.
    Size,
}

impl Machine {
    /// Applies an operator to values of which one is a time or a version.
    pub(super) fn times(
        &mut self,
        body: &Body,
        operator: Binary,
        (left, right): (&Value, &Value),
        place: Operand,
        at: Operand,
    ) -> Eval<Value> {
        computed(operator, left, right)
            .map_err(|reason| self.no_time(body, operator, (left, right), reason, place, at))
    }

    /// The failure if the left operand does not have an operator, which Puppet reports there, if the operator does not
    /// accept the right operand, or if the result is too large.
    #[cold]
    fn no_time(
        &mut self,
        body: &Body,
        operator: Binary,
        (left, right): (&Value, &Value),
        reason: Reason,
        place: Operand,
        at: Operand,
    ) -> Box<Unwind> {
        let is_zero = match right {
            Value::Int(number) => *number == 0,
            Value::Timespan(span) => span.nanoseconds() == 0 && matches!(operator, Binary::Divide),
            _ => false,
        };
        if is_zero
            && matches!(operator, Binary::Divide | Binary::Modulo)
            && matches!(left, Value::Timespan(_))
        {
            return self.zero_division(body, at);
        }
        if matches!(reason, Reason::Size) {
            let message = format!("the result of `{}` is too large for a time", operator.sign());
            return self.error_at(codes::INVALID_OPERAND, body, at, message);
        }
        let (left_kind, right_kind) = (self.kind_of(left), self.kind_of(right));
        let message = format!("cannot apply `{}` to {left_kind} and {right_kind}", operator.sign());
        if has_operator(operator, left, right) {
            self.error_at(codes::INVALID_OPERAND, body, at, message)
        } else {
            self.left_error(codes::INVALID_OPERAND, body, place, at, message)
        }
    }
}

/// Whether a value is a time or a version, whose operators are their own.
pub(super) fn has_own_operators(value: &Value) -> bool {
    is_time(value) || matches!(value, Value::Version(_))
}

/// Computes with times. Plain numbers are seconds.
fn computed(operator: Binary, left: &Value, right: &Value) -> Result<Value, Reason> {
    let span =
        |nanoseconds: Option<i128>| nanoseconds.and_then(Timespan::from_nanoseconds).map(Value::Timespan);
    let stamp =
        |nanoseconds: Option<i128>| nanoseconds.and_then(Timestamp::from_nanoseconds).map(Value::Timestamp);
    let seconds = |value: &Value| match value {
        Value::Int(number) => Ok(i128::from(*number) * NANOS),
        // What does not fit becomes the largest number, which no time has.
        Value::Float(number) => Ok((number * 1e9) as i128),
        Value::Timespan(span) => Ok(span.nanoseconds()),
        _ => Err(Reason::Operator),
    };
    let result = match (operator, left, right) {
        (Binary::Add, Value::Timestamp(a), b) => stamp(a.nanoseconds().checked_add(seconds(b)?)),
        (Binary::Add, a, Value::Timestamp(b)) => stamp(seconds(a)?.checked_add(b.nanoseconds())),
        (Binary::Add, a, b) => span(seconds(a)?.checked_add(seconds(b)?)),
        (Binary::Subtract, Value::Timestamp(a), Value::Timestamp(b)) => {
            span(a.nanoseconds().checked_sub(b.nanoseconds()))
        }
        (Binary::Subtract, Value::Timestamp(a), b) => stamp(a.nanoseconds().checked_sub(seconds(b)?)),
        (Binary::Subtract, a, b) => span(seconds(a)?.checked_sub(seconds(b)?)),
        (Binary::Multiply, Value::Timespan(a), Value::Int(b))
        | (Binary::Multiply, Value::Int(b), Value::Timespan(a)) => {
            span(a.nanoseconds().checked_mul(i128::from(*b)))
        }
        (Binary::Multiply, Value::Timespan(a), Value::Float(b))
        | (Binary::Multiply, Value::Float(b), Value::Timespan(a)) => {
            span(Some((a.nanoseconds() as f64 * b) as i128))
        }
        // As with floats, nothing by nothing is not a number, and anything else by nothing an error.
        (Binary::Divide, Value::Timespan(a), Value::Timespan(b))
            if b.nanoseconds() != 0 || a.nanoseconds() == 0 =>
        {
            Some(Value::Float(a.nanoseconds() as f64 / b.nanoseconds() as f64))
        }
        (Binary::Divide, Value::Timespan(a), Value::Int(b)) if *b != 0 => {
            let (a, b) = (a.nanoseconds(), i128::from(*b));
            span(Some(a / b - i128::from(a % b != 0 && (a < 0) != (b < 0))))
        }
        (Binary::Divide, Value::Timespan(a), Value::Float(b)) if *b != 0.0 => {
            span(Some((a.nanoseconds() as f64 / b) as i128))
        }
        // As in Puppet, the remainder is that of the whole seconds, and an integer.
        (Binary::Modulo, Value::Timespan(a), Value::Int(b)) if *b != 0 => {
            let rest = i128::from(a.seconds()).rem_euclid(i128::from(*b));
            let rest = if *b < 0 && rest != 0 { rest + i128::from(*b) } else { rest };
            i64::try_from(rest).ok().map(Value::Int)
        }
        _ => return Err(Reason::Operator),
    };
    result.ok_or(Reason::Size)
}

/// Whether the operand that implements an operator, with a time or a version on one side, has that operator at all.
fn has_operator(operator: Binary, left: &Value, right: &Value) -> bool {
    // With a number on the left, a time on the right implements the operator.
    let turned = match operator {
        Binary::Add => is_time(right),
        Binary::Multiply => matches!(right, Value::Timespan(_)),
        _ => false,
    };
    let worker = if turned && !is_time(left) { right } else { left };
    let shift = matches!(operator, Binary::ShiftLeft | Binary::ShiftRight);
    match worker {
        Value::Timespan(_) => !shift,
        Value::Timestamp(_) => matches!(operator, Binary::Add | Binary::Subtract),
        Value::Version(_) => false,
        _ => !shift && !is_time(right),
    }
}

fn is_time(value: &Value) -> bool {
    matches!(value, Value::Timespan(_) | Value::Timestamp(_))
}
