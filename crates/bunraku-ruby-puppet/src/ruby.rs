//! Ruby in one compilation.

use std::{cell::RefCell, rc::Rc};

use bunraku_intern::FastMap;
use bunraku_pcore::Value;
use bunraku_ruby::{Code, Limits, R, RubyError, Run, State, value::Val};

use crate::{
    PuppetHost,
    binding::{Binding, Cx, extension},
    function::Loaded,
    types::{self, ResourceType},
};

/// Ruby in one compilation, with all that its code has set up. A clone is the same Ruby: the compilation holds one, and
/// Ruby code that calls Puppet code which runs Ruby code again just uses it again.
#[derive(Clone)]
pub struct Ruby {
    state: Rc<State>,
    memory: Rc<Memory>,
}

/// What the binding keeps for a compilation.
#[derive(Default)]
pub(crate) struct Memory {
    /// Variables of scopes that Ruby code has set, by the scope and the name: the objects themselves, which code may
    /// change.
    pub(crate) variables: RefCell<FastMap<(u64, String), Val>>,
    /// Functions of modules that were loaded, by name.
    pub(crate) functions: RefCell<FastMap<String, Rc<Loaded>>>,
    /// Values of Puppet that were converted, by their addresses.
    pub(crate) converted: RefCell<FastMap<(usize, usize), (Value, Val)>>,
}

impl Ruby {
    /// Ruby before any code ran.
    pub fn new() -> Ruby {
        Ruby { state: State::extended(extension()), memory: Rc::default() }
    }

    /// How many steps code has taken.
    pub fn steps(&self) -> u64 {
        self.state.steps.get()
    }

    /// Sets the number of steps, to count those of the caller together with those of Ruby. [`Limits::steps`] is compared
    /// with this number. Whoever sets it before a run also sets its own from [`Ruby::steps`] after the run, and when
    /// its [`PuppetHost`] is called during the run.
    pub fn set_steps(&self, steps: u64) {
        self.state.steps.set(steps);
    }

    /// Whether Ruby code is running, so that what is run now is nested in it.
    pub fn is_running(&self) -> bool {
        self.state.is_running()
    }

    /// Calls the function that the code of a file defines. `lambda` says whether the call has a lambda, which the host
    /// runs.
    ///
    /// # Errors
    /// What the code raised, or that the arguments do not fit.
    pub fn call_function(
        &self,
        host: &mut dyn PuppetHost,
        limits: Limits,
        (name, code): (&str, &Code),
        args: &[Value],
        lambda: bool,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| cx.call_ruby_function(name, code, args, lambda))
    }

    /// Renders a template; `file` is its path, for templates that are files.
    ///
    /// # Errors
    /// What the code raised.
    pub fn render(
        &self,
        host: &mut dyn PuppetHost,
        limits: Limits,
        code: &Code,
        file: Option<&str>,
    ) -> Result<String, RubyError> {
        self.run(host, limits, |cx| cx.render(code, file))
    }

    /// Runs the file of a resource type and tells what it declared.
    ///
    /// # Errors
    /// What the code raised, or that it declares no such type.
    pub fn read_type(
        &self,
        host: &mut dyn PuppetHost,
        limits: Limits,
        code: &Code,
        name: &str,
    ) -> Result<ResourceType, RubyError> {
        self.run(host, limits, |cx| types::read_type(cx, code, name))
    }

    /// Calls the lambda of a part of a title pattern (the numbers of the pattern and of the part) with what its group
    /// matched. The type is read again if this Ruby has not read it yet.
    ///
    /// # Errors
    /// What the code raised.
    pub fn title_value(
        &self,
        host: &mut dyn PuppetHost,
        limits: Limits,
        (name, code): (&str, &Code),
        lambda: (usize, usize),
        text: Option<&str>,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| types::apply_lambda(cx, code, name, lambda, text))
    }

    fn run<T>(
        &self,
        host: &mut dyn PuppetHost,
        limits: Limits,
        work: impl FnOnce(&mut Cx<'_, '_>) -> R<T>,
    ) -> Result<T, RubyError> {
        let mut run = Run::new(&self.state, limits);
        let mut binding = Binding { host, memory: Rc::clone(&self.memory) };
        let mut cx = Cx { run: &mut run, binding: &mut binding };
        work(&mut cx).map_err(|unwind| cx.ruby().to_error(unwind))
    }
}

impl Default for Ruby {
    fn default() -> Ruby {
        Ruby::new()
    }
}
