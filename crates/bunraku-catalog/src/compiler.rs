//! The compiler: the host of an evaluation that makes a catalog.

use std::{any::Any, collections::HashMap, sync::Arc};

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Evaluator, Function, Host};
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_pcore::{Type, Value};

use crate::Definitions;

/// The host of an evaluation. Its state is [`CompilerState`].
pub struct Compiler;

/// What the compiler keeps for one evaluation.
#[derive(Default)]
pub struct CompilerState {
    /// What is defined.
    pub definitions: Arc<Definitions>,
    /// The aliases that have been used, by their names in lower case.
    pub(crate) aliases: HashMap<String, Type>,
    /// How many aliases are being resolved: in them, unknown names are no errors.
    pub(crate) resolving: u32,
}

/// The state of the compiler in an evaluation.
pub fn compiler_state(cx: &mut Evaluator) -> &mut CompilerState {
    state(cx)
}

pub(crate) fn state(cx: &mut Evaluator) -> &mut CompilerState {
    if !cx.state.is::<CompilerState>() {
        cx.state = Box::new(CompilerState::default());
    }
    match cx.state.downcast_mut() {
        Some(state) => state,
        // The state was just put there.
        None => unreachable!("the state of an evaluation belongs to its host"),
    }
}

impl Host for Compiler {
    fn function(&self, cx: &mut Evaluator, name: Symbol) -> Eval<Option<Function>> {
        Ok(state(cx).definitions.functions.get(&name).cloned().map(Function::Code))
    }

    fn named_type(&self, cx: &mut Evaluator, name: &str) -> Eval<Option<Type>> {
        Compiler::find_type(cx, name)
    }

    fn parameter(&self, _cx: &mut Evaluator, _reference: &Type, _key: &str) -> Eval<Option<Value>> {
        Ok(None)
    }

    fn resource(&self, cx: &mut Evaluator, body: &Body, _index: u32, range: TextRange) -> Eval<Value> {
        Err(not_yet(cx, body, range, "resources"))
    }

    fn defaults(&self, cx: &mut Evaluator, body: &Body, _index: u32, range: TextRange) -> Eval<Value> {
        Err(not_yet(cx, body, range, "resource defaults"))
    }

    fn overrides(&self, cx: &mut Evaluator, body: &Body, _index: u32, range: TextRange) -> Eval<Value> {
        Err(not_yet(cx, body, range, "resource overrides"))
    }

    fn collector(&self, cx: &mut Evaluator, body: &Body, _index: u32, range: TextRange) -> Eval<Value> {
        Err(not_yet(cx, body, range, "collectors"))
    }

    fn chain(&self, cx: &mut Evaluator, body: &Body, _index: u32, range: TextRange) -> Eval<Value> {
        Err(not_yet(cx, body, range, "relationships"))
    }

    fn new_state(&self) -> Box<dyn Any + Send> {
        Box::new(CompilerState::default())
    }
}

/// An honest refusal of what this version does not do.
fn not_yet(cx: &mut Evaluator, body: &Body, range: TextRange, what: &str) -> Box<bunraku_eval::Unwind> {
    cx.error(codes::NOT_SUPPORTED, body, range, format!("this version of bunraku does not evaluate {what}"))
}
