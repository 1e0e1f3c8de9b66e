//! Code in strings: `eval`, and what `Binding` and `ERB`, which are written in Ruby, need for it.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R, RubyError, Unwind,
    class::{Method, NativeClass, method},
    erb::{Trim, to_ruby_with},
    frame::{Frame, Lexical},
    lower::{parse, text::parse_within},
    value::{ProcBody, Val},
};

pub(super) static ERB: NativeClass = NativeClass::module("ERBCode", &[], &[method("code_of", 2, 2, code_of)]);

/// How many steps parsing a byte counts as.
const STEPS_PER_BYTE: u64 = 4;

/// `eval(text, binding, file, line)`. Where the binding is not written, it has been added by the time the code runs.
pub(super) fn eval(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let binding = args.get(1);
    if binding.is_nil() {
        let message = "Ruby code may not call `eval` by another name";
        return Err(interp.refuse(message, "write `eval(text)` or `eval(text, binding)`"));
    }
    // Not by its method, which would have a last match of its own.
    let part = |interp: &mut Interp<'_>, name| interp.instance_variable(&binding, Symbol::new(name));
    let (place, scopes, own) = (part(interp, "@place"), part(interp, "@scopes"), part(interp, "@own"));
    if !matches!(place, Val::Proc(_)) {
        let class = interp.real_class(&binding).name();
        return Err(interp.type_error(format!("wrong argument type {class} (expected binding)")));
    }
    let file = if args.get(2).is_nil() { Val::str("(eval)") } else { args.get(2) };
    run_text(interp, &place, &Args::new(vec![scopes, own, args.get(0), file]))
}

/// `eval(text)` without a receiver, with the binding of its place. A class may have an `eval` of its own.
pub(super) fn eval_here(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let found = interp.find_method(this, Symbol::new("eval"));
    if found.is_some_and(|(method, ..)| !matches!(method, Method::Native(_))) {
        return interp.send(this, Symbol::new("eval"), Args::new(vec![args.get(0)]));
    }
    eval(interp, this, args)
}

/// `run_text(scopes, own, text, file)`: runs code that sees the variables of the code in which the proc is written.
/// `scopes` has their names, from the outside in; `own` the variables that such code has made.
pub(super) fn run_text(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (Val::Proc(proc), Val::Hash(own)) = (this, args.get(1)) else { return Ok(Val::Nil) };
    let ProcBody::Code { frame, .. } = &proc.body else { return Ok(Val::Nil) };
    let text = interp.arg_str(&args.get(2))?;
    let file = interp.arg_str(&args.get(3))?;
    interp.charge(STEPS_PER_BYTE * text.len() as u64)?;
    let mut scopes = interp.names_of(&args.get(0))?;
    // Methods and classes do not see the variables around them.
    scopes.drain(..scopes.len().saturating_sub(depth(frame)));
    scopes.push(own.entries().iter().map(|(name, _)| interp.arg_name(name)).collect::<R<_>>()?);
    let parsed = match parse_within(&file, &text, &scopes) {
        Ok(parsed) => parsed,
        Err(error) => return Err(interp.syntax_error(&file, &error)),
    };
    let mut context = (*frame.context).clone();
    context.file = file.as_str().into();
    let inner = Rc::new(Frame::block(parsed.code.slots, frame, Rc::new(context), frame.tag));
    for (slot, name) in (0..).zip(&parsed.names) {
        inner.set(0, slot, own.get_text(name).unwrap_or_default());
    }
    let result = interp.run_body(&parsed.code.body, file.as_str().into(), &inner);
    for (slot, name) in (0..).zip(&parsed.names) {
        own.set(Val::str(name.as_str()), inner.get(0, slot));
    }
    result
}

/// `code_of(template, trim_mode)`: the code of a template.
fn code_of(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let template = interp.arg_str(&args.get(0))?;
    let mode = if args.get(1).is_nil() { String::new() } else { interp.to_s(&args.get(1))? };
    let trim = match mode.as_str() {
        "" | "0" => Trim::Nothing,
        "-" | "2" => Trim::Dashes,
        ">" | "1" => Trim::LineEnds,
        "<>" => Trim::WholeLines,
        _ => return Err(interp.refuse(&format!("ERB's trim mode `{mode}`"), "use `-`, `>` or `<>`")),
    };
    Ok(Val::str(to_ruby_with(&template, trim)))
}

/// How many frames a block sees.
fn depth(frame: &Rc<Frame>) -> usize {
    std::iter::successors(Some(frame), |frame| frame.parent.as_ref()).count()
}

impl Interp<'_> {
    /// Runs the string that `instance_eval` and `class_eval` are given instead of a block, with the name of a file after
    /// it. It does not see the variables around the call.
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
            Val::Array(names) => names.to_vec().iter().map(|name| interp.arg_name(name)).collect(),
            _ => Ok(Vec::new()),
        };
        scopes.to_vec().iter().map(|scope| names(self, scope)).collect()
    }
}
