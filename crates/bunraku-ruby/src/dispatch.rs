//! Finding methods and calling them.

use std::rc::Rc;
use std::sync::Arc;

use bunraku_intern::Symbol;
use smallvec::smallvec;

use crate::{
    Args, Interp, List, R, Run, Unwind,
    args::pair,
    class::{ClassKind, HostMethod, Method, RClass, TooMany, Visibility},
    frame::Context,
    method_cache::{Found, FoundMethod, MethodKey, class_key, instance_key},
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

    /// Handles a call of a method that the caller may not see: calls `method_missing` if the object defines it, and
    /// raises an error otherwise.
    fn not_callable(&mut self, receiver: &Val, name: Symbol, args: Args, visibility: Visibility) -> R {
        if self.find_method(receiver, Symbol::new("method_missing")).is_some() {
            return self.method_missing(receiver, name.as_str(), args, false);
        }
        let shown = self.describe(receiver);
        let kind = if visibility == Visibility::Private { "private" } else { "protected" };
        let message = format!("{kind} method `{name}' called for {shown}");
        let name = Val::sym(name.as_str());
        Err(self.error_about("NoMethodError", message, &[("name", &name), ("receiver", receiver)]))
    }

    /// Whether a value has a public method with this name.
    pub fn responds(&mut self, receiver: &Val, name: &str) -> bool {
        let Some(name) = self.method_name(receiver, name) else { return false };
        self.find_method(receiver, name).is_some_and(|found| found.visibility == Visibility::Public)
    }

    /// The symbol of a name that may come from data; `None` if the value has no method of that name.
    pub(crate) fn method_name(&mut self, receiver: &Val, name: &str) -> Option<Symbol> {
        Symbol::find(name).or_else(|| {
            // The names of methods in Rust become symbols when their class is first searched: no method is named so,
            // so that all classes of the value are.
            self.find_method(receiver, Symbol::new(""));
            Symbol::find(name)
        })
    }

    /// The same for what instances of a class have.
    pub(crate) fn instance_method_name(&mut self, class: &Rc<RClass>, name: &str) -> Option<Symbol> {
        Symbol::find(name).or_else(|| {
            self.find_instance_method(class, Symbol::new(""));
            Symbol::find(name)
        })
    }

    /// The method of a name for a value.
    #[inline]
    pub(crate) fn find_method(&mut self, receiver: &Val, name: Symbol) -> Found {
        let key = self.method_key(receiver, name);
        match self.state.methods.get(key) {
            Some(found) => found,
            None => self.search_method(receiver, name),
        }
    }

    #[inline]
    fn method_key(&self, receiver: &Val, name: Symbol) -> MethodKey {
        match receiver {
            Val::Class(class) => class_key(class, name),
            _ => self.with_class(receiver, |class| instance_key(class, name)),
        }
    }

    #[cold]
    fn search_method(&mut self, receiver: &Val, name: Symbol) -> Found {
        if let Val::Class(class) = receiver {
            return self.find_class_method(class, name);
        }
        let class = self.class_of(receiver);
        self.find_instance_method(&class, name)
    }

    /// Finds the method with this name for instances of a class.
    pub(crate) fn find_instance_method(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        let key = instance_key(class, name);
        if let Some(found) = self.state.methods.get(key) {
            return found;
        }
        let found = self.search_lineage(class, name);
        let found = found.filter(|found| !matches!(found.method, Method::Undefined));
        self.state.methods.insert(key, found.clone());
        found
    }

    /// Finds the method with this name of a class or module itself: in its singleton class, in those of its
    /// superclasses, and among the methods that every class has.
    fn find_class_method(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        let key = class_key(class, name);
        if let Some(found) = self.state.methods.get(key) {
            return found;
        }
        let mut found = None;
        let mut at = Some(Rc::clone(class));
        while let Some(each) = at {
            found = self.search_lineage(&each.make_meta(), name);
            if found.is_some() {
                break;
            }
            at = each.superclass();
        }
        let known = &self.state.known;
        let general =
            if class.kind == ClassKind::Module { Rc::clone(&known.module) } else { Rc::clone(&known.class) };
        let found = match found {
            Some(found) if matches!(found.method, Method::Undefined) => None,
            Some(found) => Some(found),
            None => self.find_instance_method(&general, name),
        };
        self.state.methods.insert(key, found.clone());
        found
    }

    /// The first method of a name among the ancestors of a class, also one that was undefined.
    fn search_lineage(&mut self, class: &Rc<RClass>, name: Symbol) -> Found {
        match class.search(&|each| own(each, name)) {
            Ok(found) => found,
            Err(TooMany) => self.lineage(class).iter().find_map(|class| own(class, name)),
        }
    }

    /// The ancestors of a class. Going through many of them counts as steps.
    fn lineage(&mut self, class: &Rc<RClass>) -> Vec<Rc<RClass>> {
        let all = class.ancestors();
        let steps = &self.state.steps;
        steps.set(steps.get().saturating_add(all.len() as u64 / 64));
        all
    }

    /// Finds the method that `super` calls: the next one after the class in which the running method was found.
    pub(crate) fn find_super(&mut self, receiver: &Val, name: Symbol, after: &Rc<RClass>) -> Found {
        let key = self.method_key(receiver, name);
        if let Some(found) = self.state.methods.get_super(key, after) {
            return found;
        }
        let found = self.search_super(receiver, name, after);
        self.state.methods.insert_super(key, after, found.clone());
        found
    }

    fn search_super(&mut self, receiver: &Val, name: Symbol, after: &Rc<RClass>) -> Found {
        let mut chain: Vec<Rc<RClass>> = Vec::new();
        if let Val::Class(class) = receiver {
            let mut at = Some(Rc::clone(class));
            while let Some(each) = at {
                chain.extend(self.lineage(&each.make_meta()));
                at = each.superclass();
            }
            chain.extend(self.state.known.class.ancestors());
        } else {
            let class = self.class_of(receiver);
            chain = self.lineage(&class);
        }
        let place = chain.iter().position(|class| Rc::ptr_eq(class, after))?;
        let found = chain.iter().skip(place + 1).find_map(|class| own(class, name));
        found.filter(|found| !matches!(found.method, Method::Undefined))
    }

    /// Forgets the methods that were found, because one was defined in a class.
    pub(crate) fn methods_changed(&mut self, class: &RClass) {
        if class.is_searched() {
            self.state.methods.clear();
        }
    }

    /// Forgets the methods and constants that were found, because a class or module got another ancestor.
    pub(crate) fn ancestors_changed(&mut self) {
        self.state.methods.clear();
        self.state.constants.clear();
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

    /// What happens when there is no such method: `method_missing` if the object has one, an error otherwise.
    pub(crate) fn method_missing(&mut self, receiver: &Val, name: &str, args: Args, bare: bool) -> R {
        if let Some(library) = crate::library::of_function(name)
            && !self.is_required(library)
        {
            self.load_library(library)?;
            return self.send(receiver, Symbol::new(name), args);
        }
        let missing = Symbol::new("method_missing");
        if let Some(found) = self.find_method(receiver, missing) {
            let mut list: List = smallvec![Val::sym(name)];
            list.extend(args.list);
            let args = Args { list, ..args };
            return self.invoke(receiver, missing, &found.method, &found.owner, args);
        }
        Err(self.no_method(receiver, name, bare))
    }

    /// The error for a method that does not exist, with a near name.
    pub fn no_method(&mut self, receiver: &Val, name: &str, bare: bool) -> Box<Unwind> {
        let shown = self.describe(receiver);
        let near = self.near_method(receiver, name);
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        if bare {
            let message = format!("undefined local variable or method `{name}' for {shown}{hint}");
            return self.name_error(message, name, receiver);
        }
        let message = format!("undefined method `{name}' for {shown}{hint}");
        let name = Val::sym(name);
        self.error_about("NoMethodError", message, &[("name", &name), ("receiver", receiver)])
    }

    fn near_method(&mut self, receiver: &Val, name: &str) -> Option<String> {
        let classes = match receiver {
            Val::Class(class) => class.make_meta().ancestors(),
            _ => self.class_of(receiver).ancestors(),
        };
        let names = classes.iter().flat_map(|class| class.own_names()).take(MOST_NEAR);
        names.filter_map(|each| Some((distance(name, each)?, each))).min().map(|(_, name)| name.to_string())
    }
}

/// How many names are looked at to find one that was meant.
const MOST_NEAR: usize = 20_000;

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

/// The method that a class defines itself, together with the class.
fn own(class: &Rc<RClass>, name: Symbol) -> Found {
    class.note_search();
    let (method, visibility) = class.own_method(name)?;
    Some(Rc::new(FoundMethod { method, visibility, owner: Rc::clone(class) }))
}

/// The edit distance of two names, if it is small enough for one to be a typo of the other.
fn distance(a: &str, b: &str) -> Option<usize> {
    // A character has up to four bytes. Nobody mistypes a name that is as long as a paragraph.
    if a.len() > 4 * b.len() + 8 || a.len().max(b.len()) > 1_000 {
        return None;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Two swapped neighbours count as a single typo.
    let differing: Vec<usize> = (0..a.len().min(b.len())).filter(|at| a.get(*at) != b.get(*at)).collect();
    if let ([i, j], true) = (differing.as_slice(), a.len() == b.len())
        && *j == i + 1
        && a.get(*i) == b.get(*j)
        && a.get(*j) == b.get(*i)
    {
        return Some(1);
    }
    let limit = (a.len() / 3).min(2);
    if a.len().abs_diff(b.len()) > limit || a.len() < 3 {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut previous = i;
        let mut left = i + 1;
        for (y, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let cost = if x == y { previous } else { 1 + previous.min(left).min(*cell) };
            previous = *cell;
            left = cost;
            *cell = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().filter(|distance| *distance <= limit)
}
