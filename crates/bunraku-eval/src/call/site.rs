//! A call as the built-in function sees it.

use bunraku_diag::{TextRange, codes};
use bunraku_ir::{Body, Callee, Lambda};
use bunraku_pcore::Value;

use crate::{Enumeration, Eval, Evaluator, Machine, ScopeId, Unwind, machine::with_help};

/// A lambda that a function was called with.
#[derive(Clone, Copy)]
pub struct Block<'c> {
    /// The body it is part of.
    pub body: &'c Body,
    /// The lambda.
    pub lambda: &'c Lambda,
    /// The place of the call that has it.
    pub range: TextRange,
    pub(crate) base: usize,
    pub(crate) scope: ScopeId,
}

/// What a function is called with.
#[derive(Clone, Copy)]
pub struct Arguments<'c> {
    /// The values, which fit the signature.
    pub args: &'c [Value],
    /// The lambda, if there is one.
    pub block: Option<Block<'c>>,
    /// The name of the function.
    pub name: &'static str,
    /// The body that the call is in.
    pub body: &'c Body,
    /// The place of the call.
    pub range: TextRange,
}

/// A call of a built-in function, as the function sees it.
///
/// `C` is what it works with: the evaluator, or what a host has for functions of its own.
pub struct Call<'c, C = Evaluator<'c>> {
    /// What it works with.
    pub cx: C,
    /// The arguments, which fit the signature.
    pub args: &'c [Value],
    /// The lambda, if there is one.
    pub block: Option<Block<'c>>,
    /// The name of the function.
    pub name: &'static str,
    /// The body that the call is in.
    pub body: &'c Body,
    /// The place of the call.
    pub range: TextRange,
}

/// What functions work with: it leads to an evaluation.
pub trait Context {
    /// The state of the evaluation.
    fn machine(&self) -> &Machine;

    /// The same, to change it.
    fn machine_mut(&mut self) -> &mut Machine;

    /// The evaluator, to run code.
    fn evaluator(&mut self) -> Evaluator<'_>;
}

impl Context for Evaluator<'_> {
    #[inline]
    fn machine(&self) -> &Machine {
        self.machine
    }

    #[inline]
    fn machine_mut(&mut self) -> &mut Machine {
        self.machine
    }

    #[inline]
    fn evaluator(&mut self) -> Evaluator<'_> {
        self.reborrow()
    }
}

impl<'c, C: Context> Call<'c, C> {
    /// A call.
    #[inline]
    pub fn new(cx: C, arguments: Arguments<'c>) -> Call<'c, C> {
        let Arguments { args, block, name, body, range } = arguments;
        Call { cx, args, block, name, body, range }
    }

    /// The argument at a position; `undef` if it was left out.
    pub fn arg(&self, index: usize) -> &Value {
        static UNDEF: Value = Value::Undef;
        self.args.get(index).unwrap_or(&UNDEF)
    }

    /// A failure of the function.
    #[cold]
    pub fn fail(&mut self, message: impl Into<String>) -> Box<Unwind> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().error(codes::FUNCTION_FAILED, body, range, message)
    }

    /// All elements of a sequence, unless that would be a value that is too large.
    pub fn gather(&mut self, items: impl Iterator<Item = Value>) -> Eval<Vec<Value>> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().gather(items, body, range)
    }

    /// Counts that something is walked which the arguments do not tell, such as what has been gathered so far.
    pub fn count_walk(&mut self, weight: u64) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().count_walk(weight, body, range)
    }

    /// Refuses what would take more memory than is left: for functions that make something much larger than what they
    /// are given, before they make it.
    pub fn reserve(&mut self, bytes: u64) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().reserve(bytes, body, range)
    }

    /// Refuses a value that would have more parts than values may have.
    #[cold]
    pub fn too_large(&mut self) -> Box<Unwind> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().too_large(body, range)
    }

    /// Counts a step of work that no expression of the program counts.
    pub fn step(&mut self) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().count_step(body, range)
    }

    /// Calls the lambda with values.
    pub fn yield_values<const N: usize>(&mut self, values: [Value; N]) -> Eval<Value> {
        match self.block {
            Some(block) => self.cx.evaluator().call_lambda(block, values),
            None => Ok(Value::Undef),
        }
    }

    /// Whether the lambda may end the iteration with `break`, by itself or in a function that it calls. If not, the
    /// value before a step need not be kept.
    pub fn may_break(&self) -> bool {
        let Some(block) = self.block else { return false };
        block.body.calls.iter().any(|site| match site.callee {
            Callee::Function(name) => {
                name.as_str() == "break" || self.cx.machine().functions.get(name).is_none()
            }
            Callee::New(_) => false,
        })
    }

    /// The elements of an argument for a function that searches or folds.
    pub fn enumerate(&mut self, index: usize) -> Eval<Enumeration> {
        match self.cx.machine().enumerate(self.arg(index)) {
            Some(enumeration) => Ok(enumeration),
            None => {
                let message = format!("`{}` cannot iterate over the result of `tree_each`", self.name);
                Err(with_help(self.fail(message), "convert it to an array first: `Array($tree)`"))
            }
        }
    }

    /// Calls the lambda with any number of values.
    pub fn yield_all(&mut self, values: impl IntoIterator<Item = Value>) -> Eval<Value> {
        match self.block {
            Some(block) => self.cx.evaluator().call_lambda_with(block, values.into_iter()),
            None => Ok(Value::Undef),
        }
    }

    /// Whether the lambda says yes.
    pub fn test<const N: usize>(&mut self, values: [Value; N]) -> Eval<bool> {
        let value = self.yield_values(values)?;
        Ok(self.cx.machine().is_true(&value))
    }
}
