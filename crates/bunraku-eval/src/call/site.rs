//! A call as seen by a built-in function.

use bunraku_diag::{TextRange, codes};
use bunraku_ir::{Body, Callee, Lambda};
use bunraku_pcore::Value;

use crate::{Enumeration, Eval, Evaluator, Machine, ScopeId, Unwind, machine::with_help};

/// A lambda given to a function.
#[derive(Clone, Copy)]
pub struct Block<'c> {
    /// The body that contains it.
    pub body: &'c Body,
    /// Its parameters and code.
    pub lambda: &'c Lambda,
    /// The place of the call.
    pub range: TextRange,
    pub(crate) base: usize,
    pub(crate) scope: ScopeId,
}

/// What a function is called with.
#[derive(Clone, Copy)]
pub struct Arguments<'c> {
    /// The values, which have been checked against the signature.
    pub args: &'c [Value],
    /// The lambda, if there is one.
    pub block: Option<Block<'c>>,
    /// The name of the function, for messages.
    pub name: &'static str,
    /// The body that contains the call.
    pub body: &'c Body,
    /// The place of the call.
    pub range: TextRange,
}

/// A call to a built-in function, as seen by the function.
///
/// `C` is its context: the evaluator, or what a host provides to its own functions.
pub struct Call<'c, C = Evaluator<'c>> {
    /// The context.
    pub cx: C,
    /// The arguments, which have been checked against the signature.
    pub args: &'c [Value],
    /// The lambda, if there is one.
    pub block: Option<Block<'c>>,
    /// The name of the function, for messages.
    pub name: &'static str,
    /// The body that contains the call.
    pub body: &'c Body,
    /// The place of the call.
    pub range: TextRange,
}

/// The context of a function call, which gives access to the evaluation.
pub trait Context {
    /// The state of the evaluation.
    fn machine(&self) -> &Machine;

    /// The state of the evaluation, mutably.
    fn machine_mut(&mut self) -> &mut Machine;

    /// An evaluator for running code.
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
    /// Creates a call.
    #[inline]
    pub fn new(cx: C, arguments: Arguments<'c>) -> Call<'c, C> {
        let Arguments { args, block, name, body, range } = arguments;
        Call { cx, args, block, name, body, range }
    }

    /// Returns the argument at a position; `undef` if it was omitted.
    pub fn arg(&self, index: usize) -> &Value {
        static UNDEF: Value = Value::Undef;
        self.args.get(index).unwrap_or(&UNDEF)
    }

    /// A failure of the function, at the place of the call.
    #[cold]
    pub fn fail(&mut self, message: impl Into<String>) -> Box<Unwind> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().error(codes::FUNCTION_FAILED, body, range, message)
    }

    /// Collects a sequence, which fails if the result would be too large.
    pub fn gather(&mut self, items: impl Iterator<Item = Value>) -> Eval<Vec<Value>> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().gather(items, body, range)
    }

    /// Counts walking something that is not part of the arguments, such as what has been collected so far.
    pub fn count_walk(&mut self, weight: u64) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().count_walk(weight, body, range)
    }

    /// Fails if an allocation of this size would exceed the memory limit. For functions that make something much larger
    /// than their arguments, before they do.
    pub fn reserve(&mut self, bytes: u64) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().reserve(bytes, body, range)
    }

    /// The failure for a value with too many parts.
    #[cold]
    pub fn too_large(&mut self) -> Box<Unwind> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().too_large(body, range)
    }

    /// Counts a step of work that no expression of the program accounts for.
    pub fn step(&mut self) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().count_step(body, range)
    }

    /// Adds a value to a result that may become as long as the code likes.
    #[inline]
    pub fn keep(&mut self, list: &mut Vec<Value>, value: Value) -> Eval<()> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().keep(list, value, body, range)
    }

    /// Calls the lambda.
    pub fn yield_values<const N: usize>(&mut self, values: [Value; N]) -> Eval<Value> {
        match self.block {
            Some(block) => self.cx.evaluator().call_lambda(block, values),
            None => Ok(Value::Undef),
        }
    }

    /// Whether the lambda may end the iteration with `break`, itself or in a function that it calls. If not, the value
    /// before a step need not be kept.
    pub fn may_break(&self) -> bool {
        let Some(block) = self.block else { return false };
        block.body.calls.iter().any(|site| match site.callee {
            Callee::Function(name) => {
                name.as_str() == "break" || self.cx.machine().functions.get(name).is_none()
            }
            Callee::New(_) => false,
        })
    }

    /// The elements of an argument, for functions that search or fold.
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

    /// Whether the lambda returns a true value.
    pub fn test<const N: usize>(&mut self, values: [Value; N]) -> Eval<bool> {
        let value = self.yield_values(values)?;
        Ok(self.cx.machine().is_true(&value))
    }
}
