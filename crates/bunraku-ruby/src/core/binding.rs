//! Code in strings: `eval`, and what `Binding` and `ERB`, which are written in Ruby, need for it.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R, RubyError, Unwind,
    class::{Method, NativeClass, method},
    erb::{Trim, to_ruby_with},
    frame::{Context, Frame, Lexical},
    lower::{parse, text::parse_within},
    value::{ProcBody, RHash, Val},
};

pub(super) static ERB: NativeClass = NativeClass::module("ERBCode", &[], &[method("code_of", 2, 2, code_of)]);

/// How many steps parsing a byte counts as.
const STEPS_PER_BYTE: u64 = 4;

/// `eval(text, binding, file, line)`. Where the binding is not written, it has been added by the time the code runs.
pub(super) fn eval(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let binding = args.get(1);
    if binding.is_nil() {
        let message = "Ruby code is not allowed to call `eval` by another name";
        return Err(interp.refuse(message, "write `eval(code)` or `eval(code, binding)`"));
    }
    let scope = EvalScope::of(interp, &binding)?;
    let context = (*scope.frame.context).clone();
    scope.run(interp, &args.get(0), &args.get(2), context)
}

/// `eval(code)` without a receiver, with the binding of the caller. A class may define its own `eval`.
pub(super) fn eval_here(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match own_method(interp, this, "eval", args) {
        Some(result) => result,
        None => eval(interp, this, args),
    }
}

/// `instance_eval(text, file, line)`, with the binding of its place after them. `def` defines methods of the object alone.
pub(super) fn instance_eval_here(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Some(result) = own_method(interp, this, "instance_eval", args) {
        return result;
    }
    let scope = EvalScope::of(interp, &last(args))?;
    let mut context = (*scope.frame.context).clone();
    context.this = this.clone();
    // Numbers and symbols have no methods of their own.
    if let Ok(definee) = interp.singleton_class(this) {
        let around = &context.lexical;
        let (class, parent) = (Rc::clone(&around.class), around.parent.clone());
        context.lexical = Rc::new(Lexical { class, definee, parent });
    }
    scope.run_named(interp, args, context)
}

/// `class_eval(text, file, line)`, with the binding of its place after them.
pub(super) fn class_eval_here(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Some(result) = own_method(interp, this, "class_eval", args) {
        return result;
    }
    let class = interp.as_class(this)?;
    let scope = EvalScope::of(interp, &last(args))?;
    let mut context = (*scope.frame.context).clone();
    context.this = this.clone();
    let parent = Some(Rc::clone(&context.lexical));
    context.lexical = Rc::new(Lexical { definee: Rc::clone(&class), class, parent });
    scope.run_named(interp, args, context)
}

/// `run_text(scopes, own, text, file)`: runs code that sees the variables of the code in which the proc is written.
/// `scopes` has their names, from the outside in; `own` the variables that such code has made.
pub(super) fn run_text(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(scope) = EvalScope::new(this, args.get(0), args.get(1)) else { return Ok(Val::Nil) };
    let context = (*scope.frame.context).clone();
    scope.run(interp, &args.get(2), &args.get(3), context)
}

/// Calls a method of this name that is written in Ruby, without the binding that was added.
fn own_method(interp: &mut Interp<'_>, this: &Val, name: &str, args: &Args) -> Option<R> {
    let name = Symbol::new(name);
    let found = interp.find_method(this, name)?;
    if matches!(found.method, Method::Native(_)) {
        return None;
    }
    let mut list = args.list.clone();
    list.pop();
    Some(interp.send(this, name, Args { list, ..args.clone() }))
}

fn last(args: &Args) -> Val {
    args.list.last().cloned().unwrap_or_default()
}

/// The variables that code in a string sees: those of the place where it is run.
struct EvalScope {
    frame: Rc<Frame>,
    /// The names of the variables, from the outside in.
    scopes: Val,
    /// The variables that such code has made.
    own: Rc<RHash>,
}

impl EvalScope {
    fn new(proc: &Val, scopes: Val, own: Val) -> Option<EvalScope> {
        let (Val::Proc(proc), Val::Hash(own)) = (proc, own) else { return None };
        let ProcBody::Code { frame, .. } = &proc.body else { return None };
        Some(EvalScope { frame: Rc::clone(frame), scopes, own })
    }

    /// The scope of a binding. Not by its method, which would have a last match of its own.
    fn of(interp: &mut Interp<'_>, binding: &Val) -> R<EvalScope> {
        let part = |interp: &mut Interp<'_>, name| interp.instance_variable(binding, Symbol::new(name));
        let (place, scopes, own) = (part(interp, "@place"), part(interp, "@scopes"), part(interp, "@own"));
        match EvalScope::new(&place, scopes, own) {
            Some(scope) => Ok(scope),
            None => {
                let class = interp.real_class(binding).name();
                Err(interp.type_error(format!("wrong argument type {class} (expected binding)")))
            }
        }
    }

    /// Runs the first argument, with the name of a file if there is another before the binding.
    fn run_named(&self, interp: &mut Interp<'_>, args: &Args, context: Context) -> R {
        let file = if args.list.len() > 2 { args.get(1) } else { Val::Nil };
        self.run(interp, &args.get(0), &file, context)
    }

    fn run(&self, interp: &mut Interp<'_>, text: &Val, file: &Val, mut context: Context) -> R {
        let text = interp.arg_str(text)?;
        let file = if file.is_nil() { "(eval)".to_owned() } else { interp.arg_str(file)? };
        interp.charge(STEPS_PER_BYTE * text.len() as u64)?;
        let mut scopes = interp.names_of(&self.scopes)?;
        // Methods and classes do not see the variables around them.
        scopes.drain(..scopes.len().saturating_sub(depth(&self.frame)));
        scopes.push(self.own.entries().iter().map(|(name, _)| interp.arg_name(name)).collect::<R<_>>()?);
        let parsed = match parse_within(&file, &text, &scopes) {
            Ok(parsed) => parsed,
            Err(error) => return Err(interp.syntax_error(&file, &error)),
        };
        context.file = Rc::new(file.as_str().into());
        let inner = Rc::new(Frame::block(parsed.code.slots, &self.frame, Rc::new(context), self.frame.tag));
        for (slot, name) in (0..).zip(&parsed.names) {
            inner.set(0, slot, self.own.get_text(name).unwrap_or_default());
        }
        let result = interp.run_body(&parsed.code.body, Rc::clone(&inner.context.file), &inner);
        for (slot, name) in (0..).zip(&parsed.names) {
            self.own.set(Val::str(name.as_str()), inner.get(0, slot));
        }
        result
    }
}

/// `code_of(template, trim_mode)`: the code of a template.
fn code_of(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let template = interp.arg_str(&args.get(0))?;
    let mode = match args.get(1) {
        Val::Nil => String::new(),
        Val::Int(1) => ">".to_owned(),
        Val::Int(2) => "<>".to_owned(),
        mode => interp.to_s(&mode)?,
    };
    // Ruby looks for the signs anywhere in the mode, and for these in this order.
    let trim = match mode.as_str() {
        mode if mode.contains('-') => Trim::Dashes,
        mode if mode.contains("<>") => Trim::WholeLines,
        mode if mode.contains('>') => Trim::LineEnds,
        _ => Trim::Nothing,
    };
    Ok(Val::str(to_ruby_with(&template, trim, mode.contains('%'))))
}

/// How many frames a block sees.
fn depth(frame: &Rc<Frame>) -> usize {
    std::iter::successors(Some(frame), |frame| frame.parent.as_ref()).count()
}

impl Interp<'_> {
    /// Runs the string that `instance_eval` and `class_eval` are given instead of a block, with the name of a file after
    /// it, where the call is not written as such (`send`). It does not see the variables around the call.
    pub(super) fn run_string(&mut self, args: &Args, this: Val, lexical: Rc<Lexical>) -> R {
        let text = self.arg_str(&args.get(0))?;
        let file = if args.get(1).is_nil() { "(eval)".to_string() } else { self.arg_str(&args.get(1))? };
        self.charge(STEPS_PER_BYTE * text.len() as u64)?;
        match parse(&file, &text) {
            Ok(code) => {
                let frame = self.file_frame(&code, this, lexical);
                self.run_in(&code, &frame)
            }
            Err(error) => Err(self.syntax_error(&file, &error)),
        }
    }

    fn syntax_error(&mut self, file: &str, error: &RubyError) -> Box<Unwind> {
        let line = error.trace.first().map_or(1, |(_, line)| *line);
        self.error("SyntaxError", format!("{file}:{line}: {}", error.message))
    }

    /// The names in an array of arrays.
    fn names_of(&mut self, scopes: &Val) -> R<Vec<Vec<String>>> {
        let Val::Array(scopes) = scopes else { return Ok(Vec::new()) };
        let names = |interp: &mut Self, names: &Val| match names {
            Val::Array(names) => interp.items(names)?.iter().map(|name| interp.arg_name(name)).collect(),
            _ => Ok(Vec::new()),
        };
        self.items(scopes)?.iter().map(|scope| names(self, scope)).collect()
    }
}
