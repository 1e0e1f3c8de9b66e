//! Evaluates code, one function per construct. The files follow the chapters of the language.

mod assign;
mod bind;
mod call;
mod control;
mod define;
mod defined;
mod operator;
mod pattern;
mod variable;

use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

use bunraku_intern::Symbol;
use bunraku_pcore::Str;
use bunraku_regexp::Options;

use crate::{
    Args, Interp, R, Unwind,
    class::{Method, RClass},
    frame::{Context, Frame, Lexical, release},
    tree::{BlockCode, Code, Expr, Kind, Pair},
    value::{ProcBody, RHash, RProc, RRange, RString, Val},
};

/// How many bytes an interpolated value is expected to take.
const INTERPOLATED: usize = 12;

impl Interp<'_> {
    /// Runs the code of a file with a given `self`.
    pub fn run(&mut self, code: &Code, this: Val) -> R {
        let lexical = self.top_lexical();
        let frame = self.file_frame(code, this, lexical);
        let result = self.run_in(code, &frame);
        release(&frame);
        result
    }

    /// Runs the code of a file as a part of a method of a class: constants and methods that it defines are those of the
    /// class.
    pub fn run_as_method(&mut self, code: &Code, this: Val, class: Rc<RClass>) -> R {
        let parent = Some(self.top_lexical());
        let lexical = Rc::new(Lexical { class: Rc::clone(&class), definee: class, parent });
        let frame = self.file_frame(code, this, lexical);
        let result = self.run_in(code, &frame);
        release(&frame);
        result
    }

    /// Runs the code of a file in an existing frame.
    pub fn run_in(&mut self, code: &Code, frame: &Rc<Frame>) -> R {
        self.run_body(&code.body, Rc::clone(&frame.context.file), frame)
    }

    /// Runs statements of a file, or of a string that has the name of one, in an existing frame.
    pub(crate) fn run_body(&mut self, body: &Expr, file: Rc<Str>, frame: &Rc<Frame>) -> R {
        let line = self.line;
        self.trace.push((file, 1));
        let result = self.enter().and_then(|()| {
            let result = self.eval(body, frame);
            self.leave();
            result
        });
        self.trace.pop();
        self.line = line;
        result
    }

    /// Creates a frame for the code of a file.
    pub fn file_frame(&mut self, code: &Code, this: Val, lexical: Rc<Lexical>) -> Rc<Frame> {
        let id = self.new_id();
        let context = Context {
            this,
            method: None,
            args: None,
            block: None,
            id,
            lexical,
            file: Rc::new(code.file.clone()),
        };
        Rc::new(Frame::new(code.slots, context))
    }

    /// The scope of constants outside all classes.
    pub fn top_lexical(&self) -> Rc<Lexical> {
        let object = Rc::clone(&self.state.known.object);
        Rc::new(Lexical { class: Rc::clone(&object), definee: object, parent: None })
    }

    /// Evaluates an expression. Whatever needs local variables is a separate function, because the stack holds a frame
    /// of this one for every level of nesting.
    pub(crate) fn eval(&mut self, expr: &Expr, frame: &Rc<Frame>) -> R {
        self.step()?;
        match &expr.kind {
            Kind::Nil => Ok(Val::Nil),
            Kind::True => Ok(Val::Bool(true)),
            Kind::False => Ok(Val::Bool(false)),
            Kind::SelfValue => Ok(frame.context.this.clone()),
            Kind::Int(number) => Ok(Val::Int(*number)),
            Kind::Big(number) => Ok(Val::Big(Rc::new((**number).clone()))),
            Kind::Float(number) => Ok(Val::Float(*number)),
            Kind::Str(text) => Ok(Val::str(text.as_str())),
            Kind::Bytes(bytes) => Ok(Val::Str(Rc::new(RString::from_utf8(bytes.to_vec())))),
            Kind::Interpolation(parts) => Ok(Val::Str(Rc::new(self.interpolate(parts, frame)?))),
            Kind::Sym(name) => Ok(Val::Sym(name.clone())),
            Kind::DynamicSym(parts) => Ok(Val::Sym(Str::from(self.interpolate(parts, frame)?.text()))),
            Kind::Regexp(regexp) => Ok(Val::Regexp(Rc::new(regexp.clone()))),
            Kind::DynamicRegexp(parts, options) => self.dynamic_regexp(parts, *options, frame, expr.line),
            Kind::Array(items) => Ok(Val::array(self.list(items, frame)?)),
            Kind::Hash(pairs) => self.hash(pairs, frame),
            Kind::Range { first, last, exclusive } => {
                self.range_expression((first.as_deref(), last.as_deref()), *exclusive, frame, expr.line)
            }
            Kind::Splat(inner) => self.splat_expression(inner.as_deref(), frame),
            Kind::Local { depth, slot } => Ok(frame.get(*depth, *slot)),
            Kind::InstanceVariable(name) => Ok(self.instance_variable(&frame.context.this, *name)),
            Kind::GlobalVariable(name) => self.global_variable(*name),
            Kind::ClassVariable(name) => self.class_variable(frame, *name),
            Kind::Constant(name) => {
                self.line = expr.line;
                self.constant(frame, *name)
            }
            Kind::ConstantPath { scope, name } => {
                let scope = match scope {
                    Some(scope) => Some(self.eval(scope, frame)?),
                    None => None,
                };
                self.line = expr.line;
                self.constant_in(scope, *name)
            }
            Kind::Group(number) => Ok(self.last_match_group(*number as usize)),
            Kind::LastMatch(sign) => Ok(self.last_match_part(*sign)),
            Kind::Assign(target, value) => {
                let value = self.eval(value, frame)?;
                self.line = expr.line;
                self.assign(target, value.clone(), frame)?;
                Ok(value)
            }
            Kind::AssignMany(targets, value) => self.assign_many(targets, value, frame),
            Kind::AssignWith { target, operator, value } => {
                self.assign_with(target, *operator, value, frame, expr.line)
            }
            Kind::Call(call) => self.call_expression(call, frame, expr.line),
            Kind::Super { args, keywords, block } => {
                self.super_call(args.as_deref(), *keywords, block, frame, expr.line)
            }
            Kind::Yield(args, keywords) => self.yield_expression(args, *keywords, frame, expr.line),
            Kind::And(left, right) => {
                let left = self.eval(left, frame)?;
                if left.truthy() { self.eval(right, frame) } else { Ok(left) }
            }
            Kind::Or(left, right) => {
                let left = self.eval(left, frame)?;
                if left.truthy() { Ok(left) } else { self.eval(right, frame) }
            }
            Kind::Not(operand) => {
                let value = self.eval(operand, frame)?;
                match &value {
                    // Only objects of classes that code defined can have an operator of their own.
                    Val::Object(_) => self.negated(&value),
                    _ => Ok(Val::Bool(!value.truthy())),
                }
            }
            Kind::Defined(operand) => self.defined(operand, frame),
            Kind::If { test, then, otherwise } => {
                let branch = if self.eval(test, frame)?.truthy() { then } else { otherwise };
                self.eval(branch, frame)
            }
            Kind::While { test, negated, body_first, body } => {
                self.while_loop(test, *negated, *body_first, body, frame)
            }
            Kind::For { target, list, body } => self.for_loop(target, list, body, frame),
            Kind::Case { subject, branches, otherwise } => {
                self.case(subject.as_deref(), branches, otherwise, frame)
            }
            Kind::CaseIn { subject, branches, otherwise } => {
                self.case_in(subject, branches, otherwise.as_deref(), frame)
            }
            Kind::MatchPattern { value, pattern, required } => {
                self.match_pattern(value, pattern, *required, frame)
            }
            Kind::MatchWrite { call, targets } => self.match_write(call, targets, frame),
            Kind::Begin(begin) => self.begin(begin, frame),
            Kind::Return(value) => self.return_value(value.as_deref(), frame),
            Kind::Break { value, in_loop } => self.break_value(value.as_deref(), *in_loop, frame),
            Kind::Next { value, in_loop } => self.next_value(value.as_deref(), *in_loop, frame),
            Kind::Redo => Err(Box::new(Unwind::Redo)),
            Kind::Retry => Err(Box::new(Unwind::Retry)),
            Kind::Sequence(all) => {
                let mut last = Val::Nil;
                for each in all {
                    last = self.eval(each, frame)?;
                }
                Ok(last)
            }
            Kind::Lambda(code) => Ok(self.lambda(code, frame)),
            Kind::Def { receiver, code } => self.define_method(receiver.as_deref(), code, frame),
            Kind::Class { path, superclass, body, slots } => {
                self.line = expr.line;
                self.define_class(path, superclass.as_deref(), body, *slots, frame)
            }
            Kind::Module { path, body, slots } => {
                self.line = expr.line;
                self.define_module(path, body, *slots, frame)
            }
            Kind::SingletonClass { object, body, slots } => {
                self.singleton_body(object, body, *slots, frame, expr.line)
            }
            Kind::Alias { new, old } => {
                self.line = expr.line;
                self.alias_method(&frame.context.lexical.definee, *new, *old)?;
                Ok(Val::Nil)
            }
            Kind::Undef(names) => Ok(self.undefine(names, frame)),
            Kind::File => Ok(Val::str(frame.context.file.as_str())),
            Kind::Refused(what) => {
                self.line = expr.line;
                Err(self.refuse_expression(what))
            }
        }
    }

    fn optional(&mut self, expr: Option<&Expr>, frame: &Rc<Frame>) -> R {
        expr.map_or(Ok(Val::Nil), |expr| self.eval(expr, frame))
    }

    fn dynamic_regexp(&mut self, parts: &[Expr], options: Options, frame: &Rc<Frame>, line: u32) -> R {
        let mut source = String::new();
        for part in parts {
            match self.eval(part, frame)? {
                Val::Regexp(regexp) => source.push_str(&regexp.to_s()),
                value => source.push_str(&self.to_s(&value)?),
            }
        }
        self.line = line;
        Ok(Val::Regexp(self.make_regexp(&source, options)?))
    }

    fn range_expression(
        &mut self,
        (first, last): (Option<&Expr>, Option<&Expr>),
        exclusive: bool,
        frame: &Rc<Frame>,
        line: u32,
    ) -> R {
        let first = self.optional(first, frame)?;
        let last = self.optional(last, frame)?;
        self.line = line;
        self.range(first, last, exclusive)
    }

    fn splat_expression(&mut self, inner: Option<&Expr>, frame: &Rc<Frame>) -> R {
        let value = self.optional(inner, frame)?;
        Ok(Val::array(self.splat(value)?))
    }

    fn last_match_group(&self, number: usize) -> Val {
        let found = self.last_match.as_ref().and_then(|found| found.group(number));
        found.map_or(Val::Nil, Val::str)
    }

    fn yield_expression(&mut self, args: &[Expr], keywords: bool, frame: &Rc<Frame>, line: u32) -> R {
        let list = self.arguments(args, frame)?;
        self.line = line;
        match &frame.context.block {
            Some(block) => self.call_proc(&Rc::clone(block), Args { list, keywords, block: None }),
            None => Err(self.error("LocalJumpError", "no block given (yield)")),
        }
    }

    /// A match whose named groups are assigned to local variables.
    fn match_write(&mut self, call: &Expr, targets: &[(Str, u32, u32)], frame: &Rc<Frame>) -> R {
        let result = self.eval(call, frame)?;
        for (name, depth, slot) in targets {
            let found = self.last_match.clone().filter(|_| !result.is_nil());
            let text = found.and_then(|found| found.named(name).flatten().map(str::to_string));
            frame.set(*depth, *slot, text.map_or(Val::Nil, Val::str));
        }
        Ok(result)
    }

    fn lambda(&mut self, code: &Arc<BlockCode>, frame: &Rc<Frame>) -> Val {
        let tag = self.new_id();
        let body = ProcBody::Code { code: Arc::clone(code), frame: Rc::clone(frame) };
        Val::Proc(Rc::new(RProc { body, lambda: true, tag }))
    }

    fn refuse_expression(&mut self, what: &str) -> Box<Unwind> {
        let message = format!("bunraku does not support {what}");
        self.refuse(&message, "write it differently, or in the Puppet language")
    }

    /// Concatenates the parts of a string with interpolation.
    fn interpolate(&mut self, parts: &[Expr], frame: &Rc<Frame>) -> R<RString> {
        let length = |part: &Expr| if let Kind::Str(text) = &part.kind { text.len() } else { INTERPOLATED };
        let mut text = String::with_capacity(parts.iter().map(length).sum());
        for (index, part) in parts.iter().enumerate() {
            match &part.kind {
                Kind::Str(part) => text.push_str(part),
                _ => match self.eval(part, frame)? {
                    Val::Str(part) if part.is_binary() => {
                        return self.interpolate_bytes(text, (index, &part), parts, frame);
                    }
                    Val::Str(part) => text.push_str(&part.get()),
                    Val::Int(number) => push_integer(&mut text, number),
                    value => text.push_str(&self.to_s(&value)?),
                },
            }
            self.check_size(text.len())?;
        }
        Ok(RString::new(text))
    }

    /// Concatenates the parts of a string from the first on that is binary.
    fn interpolate_bytes(
        &mut self,
        before: String,
        (place, first): (usize, &RString),
        parts: &[Expr],
        frame: &Rc<Frame>,
    ) -> R<RString> {
        let text = RString::new(before);
        // The first part decides about a string of ASCII alone.
        if place == 0 {
            text.set_form(first.form());
        }
        self.append_either(&text, first)?;
        for part in parts.iter().skip(place + 1) {
            match &part.kind {
                Kind::Str(part) if !text.is_binary() => text.update(|text| text.push_str(part)),
                _ => match self.eval(part, frame)? {
                    Val::Str(part) => self.append_either(&text, &part)?,
                    value => {
                        let part = RString::new(self.to_s(&value)?);
                        self.append_either(&text, &part)?;
                    }
                },
            }
            let length = text.get().len();
            self.check_size(length)?;
        }
        Ok(text)
    }

    fn append_either(&mut self, text: &RString, part: &RString) -> R<()> {
        if text.form() == part.form() {
            text.update(|text| text.push_str(&part.get()));
            return Ok(());
        }
        let form = crate::core::form_of_both(self, text, part)?;
        crate::core::append_as(text, part, form);
        Ok(())
    }

    /// Evaluates a list of expressions and expands splats.
    pub(crate) fn list(&mut self, items: &[Expr], frame: &Rc<Frame>) -> R<Vec<Val>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match &item.kind {
                Kind::Splat(inner) => {
                    let value = self.optional(inner.as_deref(), frame)?;
                    let more = self.splat(value)?;
                    self.check_elements(values.len().saturating_add(more.len()))?;
                    values.extend(more);
                }
                _ => values.push(self.eval(item, frame)?),
            }
        }
        Ok(values)
    }

    /// `*value`: the elements of an array or of a value that converts to one. Any other value is a single element.
    pub fn splat(&mut self, value: Val) -> R<Vec<Val>> {
        Ok(match &value {
            Val::Array(array) => {
                self.check_elements(array.len())?;
                array.to_vec()
            }
            Val::Nil => Vec::new(),
            Val::Hash(_) | Val::Range(_) => self.collect(&value)?,
            Val::Object(_) if self.responds(&value, "to_a") => match self.call(&value, "to_a", Vec::new())? {
                Val::Array(array) => array.to_vec(),
                _ => vec![value],
            },
            _ => vec![value],
        })
    }

    fn hash(&mut self, pairs: &[Pair], frame: &Rc<Frame>) -> R {
        let hash = RHash::new();
        for pair in pairs {
            match pair {
                Pair::Entry(key, value) => {
                    let key = self.eval(key, frame)?;
                    self.as_key(&key)?;
                    hash.set(key, self.eval(value, frame)?);
                }
                Pair::Splat(other) => {
                    let other = self.eval(other, frame)?;
                    if !other.is_nil() {
                        let entries = self.arg_hash(&other)?.entries();
                        entries.into_iter().for_each(|(key, value)| hash.set(key, value));
                    }
                }
            }
        }
        Ok(Val::Hash(Rc::new(hash)))
    }

    /// Creates a range. Its ends must be comparable.
    pub(crate) fn range(&mut self, first: Val, last: Val, exclusive: bool) -> R {
        let open = first.is_nil() || last.is_nil();
        if !open && self.compare(&first, &last)?.is_none() {
            return Err(self.argument_error("bad value for range"));
        }
        Ok(Val::Range(Rc::new(RRange { first, last, exclusive })))
    }

    /// `!value`, by the operator of its class if that has one.
    fn negated(&mut self, value: &Val) -> R {
        static NOT: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("!"));
        match self.find_method(value, *NOT) {
            Some(found) if !matches!(found.method, Method::Native(_)) => self.send(value, *NOT, Args::none()),
            _ => Ok(Val::Bool(false)),
        }
    }

    fn last_match_part(&self, sign: char) -> Val {
        let Some(found) = &self.last_match else { return Val::Nil };
        match sign {
            '~' => Val::Match(Rc::clone(found)),
            '&' => found.group(0).map_or(Val::Nil, Val::str),
            '`' => Val::str(found.pre()),
            '\'' => Val::str(found.post()),
            '+' => {
                (1..found.groups.len()).rev().find_map(|index| found.group(index)).map_or(Val::Nil, Val::str)
            }
            _ => Val::Nil,
        }
    }

    /// The class that a value is, or an error if it is not a class.
    pub(crate) fn as_class(&mut self, value: &Val) -> R<Rc<RClass>> {
        match value {
            Val::Class(class) => Ok(Rc::clone(class)),
            _ => {
                let shown = self.inspect(value)?;
                Err(self.type_error(format!("{shown} is not a class/module")))
            }
        }
    }
}

/// Adds a number without allocating a string for it.
fn push_integer(text: &mut String, number: i64) {
    // Writing to a string does not fail.
    let _ = write!(text, "{number}");
}
