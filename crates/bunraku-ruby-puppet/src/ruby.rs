//! Ruby in one compilation.

use std::{cell::RefCell, rc::Rc};

use bunraku_intern::FastMap;
use bunraku_pcore::{Str, Value};
use bunraku_ruby::{
    Code, R, RubyError, Run, RunLimits, State, Unwind,
    value::{RObject, Val},
};

use crate::{
    PuppetHost,
    binding::{Binding, Cx, extension},
    function::Loaded,
    kept::KeptFiles,
    prepared::Lent,
    shared::Shared,
    types::{self, RubyType},
};

/// Ruby in one compilation, with everything that its code has set up. A clone refers to the same Ruby. The compilation
/// holds one clone, and code that runs nested in Ruby code uses another.
#[derive(Clone)]
pub struct Ruby {
    state: Rc<State>,
    memory: Rc<Memory>,
    /// Takes the state back when nothing else refers to it, so it comes last.
    #[allow(dead_code, reason = "it is there to be dropped")]
    lent: Option<Rc<Lent>>,
}

/// What the binding remembers during a compilation.
#[derive(Default)]
pub(crate) struct Memory {
    /// Variables that Ruby code has set, by scope and name. They keep the Ruby objects, which code may change later.
    pub(crate) variables: RefCell<FastMap<(u64, String), Val>>,
    /// The scopes for which code has defined methods.
    pub(crate) scopes: RefCell<FastMap<u64, Val>>,
    /// What compilations in the same interpreter share.
    pub(crate) common: Rc<Common>,
    /// Values that Puppet code and Ruby code share.
    pub(crate) shared: Rc<Shared>,
    /// Files that code has written.
    pub(crate) kept: KeptFiles,
    /// The compiler, the catalog and the node, as far as code has asked for them.
    pub(crate) compilation: RefCell<Vec<(&'static str, Rc<RObject>)>>,
}

/// What the binding remembers as long as the interpreter exists.
#[derive(Default)]
pub(crate) struct Common {
    /// Loaded functions of modules, by name.
    pub(crate) functions: RefCell<FastMap<String, Rc<Loaded>>>,
    /// The object that is the scope of all code, if a test framework holds one.
    pub(crate) scope: RefCell<Option<Val>>,
    /// The compiler, the catalog and the node of that scope.
    pub(crate) compilation: RefCell<Vec<(&'static str, Rc<RObject>)>>,
}

impl Ruby {
    /// Creates a Ruby in which no code has run.
    pub fn new() -> Ruby {
        Ruby { state: State::extended(extension()), memory: Rc::default(), lent: None }
    }

    /// The same, for code that writes its files there.
    #[must_use]
    pub fn writing_to(self, kept: KeptFiles) -> Ruby {
        let memory = Memory { common: Rc::clone(&self.memory.common), kept, ..Memory::default() };
        Ruby { memory: Rc::new(memory), ..self }
    }

    /// The same, but the state comes from an earlier Ruby of this thread if there is one: nothing is left in it of what
    /// code has done there.
    pub fn prepared() -> Ruby {
        let lent = Lent::take();
        Ruby { state: Rc::clone(lent.state()), memory: Rc::default(), lent: Some(Rc::new(lent)) }
    }

    /// The same interpreter for another compilation: its code sees the existing classes, objects and files, including
    /// what tests have replaced, but no values of other compilations.
    #[must_use]
    pub fn beside(&self) -> Ruby {
        let same =
            Ruby { state: Rc::clone(&self.state), memory: Rc::clone(&self.memory), lent: self.lent.clone() };
        same.writing_to(self.memory.kept.clone())
    }

    /// Forgets what a function is, so that its code runs again when it is called.
    pub fn forget_function(&self, name: &str) {
        self.memory.common.functions.borrow_mut().remove(name);
    }

    /// The files that code writes.
    pub fn files(&self) -> KeptFiles {
        self.memory.kept.clone()
    }

    /// The number of steps that code has taken.
    pub fn steps(&self) -> u64 {
        self.state.steps.get()
    }

    /// Sets the number of steps, to count those of the caller together with those of Ruby. [`RunLimits::steps`] is
    /// compared with this number. A caller that sets it before a run must also update its own number from
    /// [`Ruby::steps`] after the run, and whenever its [`PuppetHost`] is called during the run.
    pub fn set_steps(&self, steps: u64) {
        self.state.steps.set(steps);
    }

    /// Whether Ruby code is running, so that a new run would be nested in it.
    pub fn is_running(&self) -> bool {
        self.state.is_running()
    }

    /// Calls the function that the code of a file defines. `lambda` says whether the call has a lambda, which the host
    /// runs.
    ///
    /// # Errors
    /// The code raised an exception, or the arguments do not match.
    pub fn call_function(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        (name, code): (&str, &Code),
        args: &[Value],
        lambda: bool,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| cx.call_ruby_function(name, code, args, lambda))
    }

    /// Renders a template. `file` is its path, if the template is a file.
    ///
    /// # Errors
    /// The code raised an exception.
    pub fn render(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        code: &Code,
        file: Option<&str>,
    ) -> Result<String, RubyError> {
        self.run(host, limits, |cx| cx.render(code, file))
    }

    /// The resource defaults of a type in the current scope, for which code has defined `lookupdefaults`.
    ///
    /// # Errors
    /// The code raised an exception.
    pub fn scope_defaults(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        type_name: &str,
    ) -> Result<Vec<(Str, Value)>, RubyError> {
        self.run(host, limits, |cx| cx.scope_defaults(type_name))
    }

    /// Runs the code of a file outside all classes.
    ///
    /// # Errors
    /// The code raised an exception.
    pub fn run_file(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        code: &Code,
    ) -> Result<(), RubyError> {
        self.run(host, limits, |cx| {
            let this = cx.ruby().main_object();
            match cx.ruby().run(code, this) {
                // A `return` outside methods ends the file, even inside blocks.
                Err(unwind) if matches!(*unwind, Unwind::Return { .. }) => Ok(()),
                ran => ran.map(drop),
            }
        })
    }

    /// Runs code outside all classes, and returns its last value.
    ///
    /// # Errors
    /// The code raised an exception, or its value cannot be represented in Puppet.
    pub fn evaluate(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        code: &Code,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| {
            let this = cx.ruby().main_object();
            let value = cx.ruby().run(code, this)?;
            cx.puppet_value_of(&value)
        })
    }

    /// Runs the file of a resource type and returns what it declares.
    ///
    /// # Errors
    /// The code raised an exception, or does not declare the type.
    pub fn read_type(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        code: &Code,
        name: &str,
    ) -> Result<RubyType, RubyError> {
        self.run(host, limits, |cx| types::read_type(cx, code, name))
    }

    /// Calls the lambda of a part of a title pattern with the string that its group matched. The numbers are those of
    /// the pattern and of the part. The type is read first if this Ruby has not read it yet.
    ///
    /// # Errors
    /// The code raised an exception.
    pub fn title_value(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        (name, code): (&str, &Code),
        lambda: (usize, usize),
        text: Option<&str>,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| types::apply_lambda(cx, code, name, lambda, text))
    }

    /// The automatic relationships that types of modules add to resources of a catalog, which are hashes with `type`,
    /// `title`, `namevar`, `builtin` and `parameters`. Each is an array: the reference of a resource, the metaparameter that
    /// says the same, and the reference of the other. The facts tell which providers an agent would choose.
    ///
    /// # Errors
    /// The code was stopped. A block that raises an exception adds nothing.
    pub fn automatic(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        resources: &Value,
        facts: &Value,
    ) -> Result<Value, RubyError> {
        self.run(host, limits, |cx| types::automatic(cx, resources, facts))
    }

    fn run<T>(
        &self,
        host: &mut dyn PuppetHost,
        limits: RunLimits,
        work: impl FnOnce(&mut Cx<'_, '_>) -> R<T>,
    ) -> Result<T, RubyError> {
        let mut run = Run::new(&self.state, limits);
        let mut binding = Binding { host, memory: Rc::clone(&self.memory) };
        let mut cx = Cx { run: &mut run, binding: &mut binding };
        self.memory.shared.begin_run();
        let result = work(&mut cx).and_then(|result| cx.write_back().map(|()| result));
        self.memory.shared.end_run();
        result.map_err(|unwind| cx.ruby().to_error(unwind))
    }
}

impl Default for Ruby {
    fn default() -> Ruby {
        Ruby::new()
    }
}
