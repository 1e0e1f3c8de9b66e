//! Integers of any size.

use bunraku_diag::codes;
use bunraku_edition::{IntegerSize, NegativeShift};
use bunraku_ir::{Binary, Body, Operand};
use bunraku_pcore::{Value, number};
use num_bigint::BigInt;

use crate::{Eval, Machine};

/// The largest size of an integer: a program must not fill the memory with one number.
const MAX_BITS: u64 = 1 << 20;

impl Machine {
    /// Integers of any size, and results that need more than 64 bits.
    pub(super) fn big_integers(
        &mut self,
        body: &Body,
        operator: Binary,
        left: &Value,
        right: &Value,
        at: Operand,
    ) -> Eval<Value> {
        let (Some(a), Some(b)) = (number::big(left), number::big(right)) else {
            let message = format!("cannot apply `{}` to these values", operator.sign());
            return Err(self.error_at(codes::INVALID_OPERAND, body, at, message));
        };
        let zero = BigInt::from(0);
        let result = match operator {
            Binary::Add => &*a + &*b,
            Binary::Subtract => &*a - &*b,
            Binary::Multiply => self.bounded_product(body, &a, &b, at)?,
            Binary::Divide | Binary::Modulo if *b == zero => {
                return Err(self.zero_division(body, at));
            }
            Binary::Divide => floor_division(&a, &b).0,
            Binary::Modulo => floor_division(&a, &b).1,
            Binary::ShiftLeft => self.shift(body, &a, &b, at)?,
            // If shifting a negative integer to the right leaves nothing, a shift by zero does as well.
            Binary::ShiftRight
                if *b == zero
                    && *a < zero
                    && matches!(self.edition.eval.negative_shift, NegativeShift::Zero) =>
            {
                zero
            }
            Binary::ShiftRight => self.shift(body, &a, &-&*b, at)?,
            _ => zero,
        };
        let value = Value::integer(result);
        if matches!(value, Value::Big(_)) && matches!(self.edition.types.integer_size, IntegerSize::Signed64)
        {
            let message = format!("the result of `{}` does not fit in 64 bits", operator.sign());
            return Err(self.error_at(codes::INTEGER_OUT_OF_RANGE, body, at, message));
        }
        Ok(value)
    }

    fn bounded_product(&mut self, body: &Body, a: &BigInt, b: &BigInt, at: Operand) -> Eval<BigInt> {
        if a.bits() + b.bits() > MAX_BITS {
            return Err(self.error_at(
                codes::INTEGER_OUT_OF_RANGE,
                body,
                at,
                "this number has too many digits",
            ));
        }
        Ok(a * b)
    }

    /// Shifts to the left, or to the right if the count is negative.
    fn shift(&mut self, body: &Body, value: &BigInt, count: &BigInt, at: Operand) -> Eval<BigInt> {
        let right = *count < BigInt::from(0);
        if right
            && *value < BigInt::from(0)
            && matches!(self.edition.eval.negative_shift, NegativeShift::Zero)
        {
            return Ok(BigInt::from(0));
        }
        let steps = u64::try_from(if right { -count } else { count.clone() }).unwrap_or(u64::MAX);
        if right {
            return Ok(value >> steps.min(MAX_BITS));
        }
        if *value == BigInt::from(0) {
            return Ok(BigInt::from(0));
        }
        if value.bits().saturating_add(steps) > MAX_BITS {
            return Err(self.error_at(
                codes::INTEGER_OUT_OF_RANGE,
                body,
                at,
                "this number has too many digits",
            ));
        }
        Ok(value << steps)
    }
}

fn floor_division(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, rest) = (a / b, a % b);
    let zero = BigInt::from(0);
    if rest != zero && (rest < zero) != (*b < zero) { (quotient - 1, rest + b) } else { (quotient, rest) }
}
