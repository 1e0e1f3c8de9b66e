//! Limits on the size of values: none may be so deep that walking it would overflow the stack, or so large, written out
//! with everything it shares, that it would fill the memory.
//!
//! Every value is checked where it is created or comes from elsewhere, which is cheap because values know their
//! measure. Code that receives a value may therefore walk it recursively; the cost is counted beforehand.

use bunraku_diag::{Span, TextRange, codes};
use bunraku_ir::{Body, Operand};
use bunraku_pcore::{Measure, Value};

use crate::{
    Eval, Machine, Unwind,
    budget::bytes,
    machine::{place, with_help},
};

/// The maximum depth of values, whatever the limits say: functions that walk values recurse, and in an unoptimized
/// build a level may use tens of kilobytes of stack.
const MAX_DEPTH: u32 = 2_000;

/// How much stack a level of a value may use in an optimized build, if the stack is small.
const STACK_OF_LEVEL: usize = 1 << 12;

/// Walks up to this weight are not counted.
const LIGHT: u64 = 256;

/// How many parts of a walked value count as one step.
const PARTS_OF_STEP: u64 = 16;

impl Machine {
    /// Whether a value is within the limits.
    #[inline]
    pub(crate) fn is_acceptable(&self, value: &Value) -> bool {
        let size = match value {
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) => return true,
            Value::Array(array) => array.len(),
            Value::Hash(hash) => hash.len(),
            Value::Str(text) | Value::ByteStr(text) => text.len(),
            _ => 0,
        };
        let measure = value.measure();
        size <= self.limits.size && measure.depth() <= self.deepest() && measure.bytes() <= self.limits.memory
    }

    /// Fails if a value exceeds the limits.
    #[inline]
    pub fn check_value(&mut self, value: &Value, body: &Body, range: TextRange) -> Eval<()> {
        if self.is_acceptable(value) { Ok(()) } else { Err(self.unacceptable(value, body, range)) }
    }

    /// Returns a new value, or fails if it exceeds the limits.
    #[inline]
    pub(crate) fn accept(&mut self, value: Value, body: &Body, at: Operand) -> Eval<Value> {
        if self.is_acceptable(&value) {
            return Ok(value);
        }
        Err(self.unacceptable(&value, body, place(body, at)))
    }

    /// Counts walking values, and fails if there is not enough memory to make something as large of them.
    #[inline]
    pub fn count_walk(&mut self, weight: u64, body: &Body, range: TextRange) -> Eval<()> {
        if weight <= LIGHT { Ok(()) } else { self.count_long_walk(weight, body, range) }
    }

    /// Like [`Machine::count_walk`], for an expression.
    #[inline]
    pub(crate) fn count_walk_at(&mut self, weight: u64, body: &Body, at: Operand) -> Eval<()> {
        if weight <= LIGHT { Ok(()) } else { self.count_long_walk(weight, body, place(body, at)) }
    }

    /// Like [`Machine::count_walk`], for work done for code at a place.
    pub fn count_walk_for(&mut self, weight: u64, place: Option<Span>) -> Eval<()> {
        self.reserve_at(weight.saturating_mul(Measure::UNIT), place)?;
        self.count_steps_at(weight / PARTS_OF_STEP, place)
    }

    #[cold]
    fn count_long_walk(&mut self, weight: u64, body: &Body, range: TextRange) -> Eval<()> {
        self.reserve(weight.saturating_mul(Measure::UNIT), body, range)?;
        self.count_steps(weight / PARTS_OF_STEP, body, range)?;
        self.allow_questions(weight.saturating_mul(4));
        Ok(())
    }

    /// Adds a value to a list that code makes as long as it likes.
    #[inline]
    pub fn keep(&mut self, list: &mut Vec<Value>, value: Value, body: &Body, range: TextRange) -> Eval<()> {
        if list.len() == list.capacity() {
            self.reserve_growth(list.capacity(), body, range)?;
        }
        list.push(value);
        Ok(())
    }

    /// Fails if a full list of values cannot grow: until it has been copied, it takes the old and the new memory.
    #[cold]
    pub(crate) fn reserve_growth(&mut self, room: usize, body: &Body, range: TextRange) -> Eval<()> {
        let bytes = room.saturating_mul(2 * size_of::<Value>());
        self.reserve(bytes as u64, body, range)
    }

    /// Collects a sequence, which may be infinite; fails if the result would be too large.
    pub(crate) fn gather(
        &mut self,
        items: impl Iterator<Item = Value>,
        body: &Body,
        range: TextRange,
    ) -> Eval<Vec<Value>> {
        let mut values = Vec::with_capacity(items.size_hint().0.min(1 << 16));
        for (index, value) in items.enumerate() {
            if index.is_multiple_of(1 << 12) && index > 0 {
                self.count_walk(1 << 12, body, range)?;
                if index > self.limits.size {
                    return Err(self.too_large(body, range));
                }
            }
            self.keep(&mut values, value, body, range)?;
        }
        if values.len() > self.limits.size { Err(self.too_large(body, range)) } else { Ok(values) }
    }

    /// The maximum depth of a value.
    pub fn deepest(&self) -> u32 {
        let by_stack = u32::try_from(self.limits.stack / STACK_OF_LEVEL).unwrap_or(u32::MAX);
        self.limits.depth.min(MAX_DEPTH).min(by_stack)
    }

    #[cold]
    fn unacceptable(&mut self, value: &Value, body: &Body, range: TextRange) -> Box<Unwind> {
        let measure = value.measure();
        if measure.depth() > self.deepest() {
            let message = format!("this value is nested more than {} levels deep", self.deepest());
            let error = self.error(codes::VALUE_TOO_DEEP, body, range, message);
            return with_help(error, "look for a loop or function that wraps a value in another each time");
        }
        if measure.bytes() > self.limits.memory {
            let message =
                format!("this value would take more than {} when written out", bytes(self.limits.memory));
            let error = self.error(codes::TOO_LARGE, body, range, message);
            return with_help(error, "a part that occurs several times in a value counts each time");
        }
        self.too_large(body, range)
    }

    /// The failure for a value with too many parts.
    #[cold]
    pub(crate) fn too_large(&mut self, body: &Body, range: TextRange) -> Box<Unwind> {
        let message = format!("this value would have more than {} parts", self.limits.size);
        self.error(codes::TOO_LARGE, body, range, message)
    }
}
