//! Calls methods and blocks.

mod find;
mod missing;

use std::rc::Rc;
use std::sync::Arc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, List, R, Run, Unwind,
    args::pair,
    class::{HostMethod, Method, RClass, Visibility},
    frame::Context,
    value::{ProcBody, RMethod, RProc, Val},
};

impl Interp<'_> {
    /// Calls a method by its name, as if it were written with a receiver that may be `self`.
    pub fn call(&mut self, receiver: &Val, name: &str, args: Vec<Val>) -> R {
        self.send(receiver, Symbol::new(name), Args::new(args))
    }

    /// Calls a method, whatever its visibility.
    pub fn send(&mut self, receiver: &Val, name: Symbol, args: Args) -> R {
        match self.find_method(receiver, name) {
            Some(found) => self.invoke(receiver, name, &found.method, &found.owner, args),
            None => self.method_missing(receiver, name.as_str(), args, false),
        }
    }

    /// Calls a method whose name may come from data, regardless of its visibility.
    pub(crate) fn send_named(&mut self, receiver: &Val, name: &str, args: Args) -> R {
        match self.method_name(receiver, name) {
            Some(name) => self.send(receiver, name, args),
            None => self.method_missing(receiver, name, args, false),
        }
    }

    /// Calls a method as an expression does, which respects visibility. `caller` is missing if the call has no receiver
    /// or the receiver is `self`.
    pub(crate) fn call_checked(
        &mut self,
        receiver: &Val,
        name: Symbol,
        args: Args,
        caller: Option<&Val>,
        bare: bool,
    ) -> R {
        match self.find_method(receiver, name) {
            Some(found) => {
                if found.visibility != Visibility::Public
                    && let Some(caller) = caller
                    && !(found.visibility == Visibility::Protected && self.is_a(caller, &found.owner))
                {
                    return self.not_callable(receiver, name, args, found.visibility);
                }
                self.invoke(receiver, name, &found.method, &found.owner, args)
            }
            None => self.method_missing(receiver, name.as_str(), args, bare),
        }
    }

    /// Runs a method.
    pub(crate) fn invoke(
        &mut self,
        this: &Val,
        name: Symbol,
        method: &Method,
        owner: &Rc<RClass>,
        args: Args,
    ) -> R {
        self.step()?;
        match method {
            Method::Native(native) => {
                if args.list.len() < native.min || args.list.len() > native.max {
                    return Err(self.wrong_number(args.list.len(), native.min, native.max));
                }
                self.ask_about(this)?;
                self.enter()?;
                let result = (native.run)(self, this, &args);
                self.leave();
                if let Ok(value) = &result {
                    self.charge(work_of(value))?;
                }
                result
            }
            Method::Host(method) => self.invoke_host(*method, this, &args),
            Method::Code { code, lexical, file } => {
                self.enter()?;
                let id = self.new_id();
                let mut args = args;
                let context = Context {
                    this: this.clone(),
                    method: Some((name, Rc::clone(owner))),
                    block: args.block.clone(),
                    args: code.keeps_args.then(|| Box::new(args.clone())),
                    id,
                    lexical: Rc::clone(lexical),
                    file: Rc::clone(file),
                };
                let bound = code.params.takes(&args);
                let first = bound.then_some(&mut args.list);
                let frame = self.run.frames.method(code.slots, context, first);
                let last_match = self.last_match.take();
                let line = self.line;
                if let Some(place) = self.trace.last_mut() {
                    place.1 = line;
                }
                self.trace.push((Rc::clone(file), code.line));
                self.line = code.line;
                let result = match if bound { Ok(()) } else { self.bind(&code.params, &frame, args, true) } {
                    Ok(()) => self.eval(&code.body, &frame),
                    Err(unwind) => Err(unwind),
                };
                self.run.frames.end_method(frame);
                self.trace.pop();
                self.line = line;
                self.last_match = last_match;
                self.leave();
                match result {
                    Err(unwind) => match *unwind {
                        Unwind::Return { frame, value } if frame == id => Ok(value),
                        other => Err(Box::new(other)),
                    },
                    value => value,
                }
            }
            Method::Reader(variable) => Ok(self.instance_variable(this, *variable)),
            Method::Writer(variable) => {
                let value = args.get(0);
                self.set_instance_variable(this, *variable, value.clone())?;
                Ok(value)
            }
            Method::Proc(proc) => self.call_proc_as(proc, this, Some((name, Rc::clone(owner))), args),
            Method::Alias(alias) => self.invoke(this, alias.name, &alias.method, &alias.owner, args),
            Method::Undefined => self.method_missing(this, name.as_str(), args, false),
        }
    }

    fn invoke_host(&mut self, method: HostMethod, this: &Val, args: &Args) -> R {
        let (min, max) = (usize::from(method.min), usize::from(method.max));
        let max = if method.max == u16::MAX { usize::MAX } else { max };
        if args.list.len() < min || args.list.len() > max {
            return Err(self.wrong_number(args.list.len(), min, max));
        }
        // The host may keep what it is given, in its log for instance.
        let given =
            args.list.iter().map(|value| if let Val::Str(text) = value { text.get().len() } else { 0 });
        self.reserve(given.fold(0, usize::saturating_add))?;
        self.enter()?;
        let result = self.host.call_method(self.run, method.number, this, args);
        self.leave();
        result
    }

    /// Passes values to a block, as `yield` does.
    pub fn yield_block(&mut self, block: &Rc<RProc>, args: impl Into<List>) -> R {
        self.call_proc(block, Args::new(args))
    }

    /// Passes one value to a block.
    pub fn yield_one(&mut self, block: &Rc<RProc>, value: Val) -> R {
        self.call_proc(block, Args::one(value))
    }

    /// Passes a key and a value to a block as one array, which most blocks take apart.
    pub(crate) fn yield_pair(&mut self, block: &Rc<RProc>, key: Val, value: Val) -> R {
        match &block.body {
            ProcBody::Code { code, .. } if !block.lambda && code.params.unfolds() => {
                self.call_proc(block, Args::new(pair(key, value)))
            }
            _ => self.yield_one(block, Val::array(vec![key, value])),
        }
    }

    /// Calls a proc or lambda.
    pub fn call_proc(&mut self, proc: &Rc<RProc>, args: Args) -> R {
        match &proc.body {
            ProcBody::Code { frame, .. } => {
                let context = Rc::clone(&frame.context);
                self.run_block(proc, context, args)
            }
            ProcBody::Symbol(name) => {
                let mut list = args.list;
                if list.is_empty() {
                    return Err(self.argument_error("no receiver given"));
                }
                let receiver = list.remove(0);
                self.send_named(&receiver, name, Args { list, ..Args::default() })
            }
            ProcBody::Method(method) => self.call_method_object(method, args),
            ProcBody::Host(number) => self.host.call_block(self.run, *number, &args),
            ProcBody::Native(native, kept) => {
                let kept = Val::array(kept.clone());
                native(self, &kept, &args)
            }
        }
    }

    /// Calls a proc with a different `self`, as `instance_eval` and `define_method` do.
    pub fn call_proc_as(
        &mut self,
        proc: &Rc<RProc>,
        this: &Val,
        method: Option<(Symbol, Rc<RClass>)>,
        args: Args,
    ) -> R {
        let ProcBody::Code { frame, code } = &proc.body else { return self.call_proc(proc, args) };
        let mut context = (*frame.context).clone();
        context.this = this.clone();
        if method.is_some() {
            context.method = method;
            context.args = Some(Box::new(args.clone()));
            context.block = args.block.clone();
            let as_method = Rc::new(RProc {
                body: ProcBody::Code { code: Arc::clone(code), frame: Rc::clone(frame) },
                lambda: true,
                tag: proc.tag,
            });
            return self.run_block(&as_method, Rc::new(context), args);
        }
        self.run_block(proc, Rc::new(context), args)
    }

    /// Runs the code of a block with a context that may differ from that of the frame around it.
    pub(crate) fn run_block(&mut self, proc: &Rc<RProc>, context: Rc<Context>, args: Args) -> R {
        let ProcBody::Code { code, frame: parent } = &proc.body else { return Ok(Val::Nil) };
        self.step()?;
        self.enter()?;
        let mut context = context;
        let id = if proc.lambda {
            let id = self.new_id();
            Rc::make_mut(&mut context).id = id;
            Some(id)
        } else {
            None
        };
        // A block may have been written in another file than the code that calls it.
        let line = self.line;
        let elsewhere = self
            .trace
            .last()
            .is_some_and(|(file, _)| !Rc::ptr_eq(file, &context.file) && *file != context.file);
        if elsewhere {
            if let Some(place) = self.trace.last_mut() {
                place.1 = line;
            }
            self.trace.push((Rc::clone(&context.file), code.line));
            self.line = code.line;
        }
        let mut args = args;
        let bound = code.params.takes(&args);
        let first = bound.then_some(&mut args.list);
        let frame = self.run.frames.block(code.slots, parent, context, proc.tag, first);
        let result = match if bound { Ok(()) } else { self.bind(&code.params, &frame, args, proc.lambda) } {
            Ok(()) => loop {
                match self.eval(&code.body, &frame) {
                    Err(unwind) if matches!(*unwind, Unwind::Redo) => self.step()?,
                    result => break result,
                }
            },
            Err(unwind) => Err(unwind),
        };
        let Run { frames, state, .. } = &mut *self.run;
        frames.end_block(frame, &state.idle);
        if elsewhere {
            self.trace.pop();
            self.line = line;
        }
        self.leave();
        match result {
            Err(unwind) => match *unwind {
                Unwind::Next(value) => Ok(value),
                Unwind::Return { frame, value } if Some(frame) == id => Ok(value),
                Unwind::Break { tag, value } if proc.lambda && tag == proc.tag => Ok(value),
                other => Err(Box::new(other)),
            },
            value => value,
        }
    }

    /// Calls a method object with its receiver.
    pub fn call_method_object(&mut self, method: &Rc<RMethod>, args: Args) -> R {
        self.invoke(&method.receiver, method.name, &method.method, &method.owner, args)
    }

    /// The error for a wrong number of arguments.
    pub(crate) fn wrong_number(&mut self, given: usize, min: usize, max: usize) -> Box<Unwind> {
        let expected = expected_number(min, max);
        self.argument_error(format!("wrong number of arguments (given {given}, expected {expected})"))
    }
}

/// The steps that a method written in Rust counts for what it returns: a value that nothing else holds was made by it,
/// and making a large one takes time.
#[inline]
fn work_of(value: &Val) -> u64 {
    let size = match value {
        Val::Array(array) if Rc::strong_count(array) == 1 => array.len(),
        Val::Hash(hash) if Rc::strong_count(hash) == 1 => hash.len(),
        Val::Str(string) if Rc::strong_count(string) == 1 => string.get().len() / 16,
        _ => 0,
    };
    size as u64 / 32
}

/// An expected number of arguments in the form of Ruby's messages, such as `1..2` or `1+`.
pub(crate) fn expected_number(min: usize, max: usize) -> String {
    match max {
        usize::MAX => format!("{min}+"),
        max if max == min => format!("{min}"),
        max => format!("{min}..{max}"),
    }
}
