//! The evaluator: its state, and the one `match` over all expressions.

use std::{any::Any, sync::Arc};

use bunraku_check::Strict;
use bunraku_diag::{Code, Diagnostic, FileId, Severity, Source, Sources, Span, TextRange, codes};
use bunraku_edition::{Edition, EmptyString};
use bunraku_intern::{FastMap, SymbolMap};
use bunraku_ir::{Body, Expr, Operand, Slot};
use bunraku_pcore::{Regexp, Str, Value, values::Timestamp};

use crate::{
    Annotations, Eval, Functions, Host, Unwind,
    matching::Captures,
    message::first_line,
    scope::{Frame, Scope, ScopeId, ScopeKind},
    template::{Template, TemplateNames},
};

/// Settings that change what an evaluation does.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What happens with code that is most likely a mistake.
    pub strict: Strict,
    /// Whether a variable that nothing has set is an error, whatever `strict` says.
    pub strict_variables: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { strict: Strict::Error, strict_variables: true }
    }
}

/// Limits that protect whoever runs code of others.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How deep calls may be nested.
    pub depth: u32,
    /// How many steps an evaluation may take.
    pub steps: u64,
    /// How many elements or bytes a single value may have.
    pub size: usize,
    /// How many bytes of the thread's stack nested calls may take: a call inside of a large expression takes more
    /// than others, so that `depth` alone does not tell. Whoever runs code knows how large the stack is.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 1_000, steps: u64::MAX, size: 1 << 28, stack: usize::MAX }
    }
}

/// The levels of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the log functions")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Err,
    Alert,
    Emerg,
    Crit,
}

impl LogLevel {
    /// The name of the level and of its function.
    pub fn name(self) -> &'static str {
        match self {
            LogLevel::Debug => "debug",
            LogLevel::Info => "info",
            LogLevel::Notice => "notice",
            LogLevel::Warning => "warning",
            LogLevel::Err => "err",
            LogLevel::Alert => "alert",
            LogLevel::Emerg => "emerg",
            LogLevel::Crit => "crit",
        }
    }
}

/// What a program logs, or bunraku says about it, in order.
#[derive(Debug)]
pub enum LogEntry {
    /// A line of one of the log functions.
    Line {
        /// Its level.
        level: LogLevel,
        /// Its text.
        message: String,
        /// Where the function was called.
        place: Option<Span>,
    },
    /// A warning of the evaluator.
    Diagnostic(Diagnostic),
}

/// Match variables that were put aside.
pub struct SavedCaptures(Option<Arc<Captures>>);

/// One evaluation: of a program, an expression, or all code for one catalog.
pub struct Evaluator {
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings.
    pub settings: Settings,
    /// The limits.
    pub limits: Limits,
    /// The world around.
    pub host: &'static dyn Host,
    /// What the host keeps for this evaluation.
    pub state: Box<dyn Any>,
    /// The functions that are built in.
    pub functions: Functions,
    /// The files that diagnostics name.
    pub sources: Sources,
    /// What was logged.
    pub log: Vec<LogEntry>,
    /// The scopes; the first is the top.
    pub scopes: Vec<Scope>,
    /// The scopes of classes, by name.
    pub class_scopes: SymbolMap<ScopeId>,
    /// The scope whose code runs.
    pub scope: ScopeId,
    /// The slots of all code that runs.
    pub(crate) stack: Vec<Option<Value>>,
    /// Where the slots of the running body begin.
    pub(crate) base: usize,
    /// The lambda that runs, for access by name.
    pub(crate) lambda: Option<u32>,
    /// `$0`, `$1` and so on.
    pub(crate) captures: Option<Arc<Captures>>,
    pub(crate) depth: u32,
    /// Where the stack was when the outermost body began.
    stack_origin: usize,
    pub(crate) steps: u64,
    /// What templates have rendered.
    pub(crate) rendered: Vec<Value>,
    /// What the running template sees besides its own names and those of the scope.
    pub(crate) template: Option<Arc<TemplateNames>>,
    /// Templates that have been read, by their text.
    pub(crate) templates: FastMap<Str, Arc<Template>>,
    /// The notes on values that the program has made.
    pub annotations: Annotations,
    /// Regular expressions that were made from texts while the program ran.
    pub(crate) patterns: FastMap<Str, Vec<Regexp>>,
    /// The ids of files by their addresses, which stay theirs as long as `sources` holds them.
    files: FastMap<usize, FileId>,
    last_file: Option<(usize, FileId)>,
}

impl Evaluator {
    /// An evaluation in a world.
    pub fn new(edition: &'static Edition, host: &'static dyn Host, functions: Functions) -> Evaluator {
        Evaluator {
            edition,
            settings: Settings::default(),
            limits: Limits::default(),
            host,
            state: host.new_state(),
            functions,
            sources: Sources::new(),
            log: Vec::new(),
            scopes: vec![Scope::new(ScopeKind::Top, None)],
            class_scopes: SymbolMap::default(),
            scope: ScopeId::TOP,
            stack: Vec::with_capacity(256),
            base: 0,
            lambda: None,
            captures: None,
            depth: 0,
            stack_origin: 0,
            steps: 0,
            rendered: Vec::new(),
            template: None,
            templates: FastMap::default(),
            annotations: Annotations::default(),
            patterns: FastMap::default(),
            files: FastMap::default(),
            last_file: None,
        }
    }

    /// Runs the code of a file, class, define or node in a scope, and keeps its variables there.
    pub fn run(&mut self, body: &Arc<Body>, scope: ScopeId) -> Eval<Value> {
        self.run_prepared(body, scope, |_, _| Ok(()))
    }

    /// As [`Evaluator::run`], with something to do first, such as setting parameters: it is given the index of the
    /// first slot.
    pub fn run_prepared(
        &mut self,
        body: &Arc<Body>,
        scope: ScopeId,
        prepare: impl FnOnce(&mut Evaluator, usize) -> Eval<()>,
    ) -> Eval<Value> {
        self.enter(body, TextRange::default())?;
        let base = self.stack.len();
        self.stack.resize_with(base + body.slots as usize, || None);
        let outer = (self.base, self.scope, self.lambda.take(), self.template.take());
        self.base = base;
        self.scope = scope;
        let index = self.scopes.get_mut(scope.0 as usize).map(|scope| {
            scope.frames.push((Arc::clone(body), Frame::Running(base)));
            scope.frames.len() - 1
        });
        let result = prepare(self, base).and_then(|()| self.eval(body, body.root));
        let kept: Box<[Option<Value>]> = self.stack.drain(base..).collect();
        let place = index.and_then(|index| self.scopes.get_mut(scope.0 as usize)?.frames.get_mut(index));
        if let Some((_, frame)) = place {
            *frame = Frame::Kept(kept);
        }
        (self.base, self.scope, self.lambda, self.template) = outer;
        self.depth -= 1;
        result
    }

    /// Runs code that belongs to no scope, such as the type of an alias: it sees the top scope.
    pub fn run_detached(&mut self, body: &Arc<Body>) -> Eval<Value> {
        self.detached(body, |cx| cx.eval(body, body.root))
    }

    /// Does something with code of a body that sees the top scope only, and no variables of its own.
    pub fn detached<T>(&mut self, body: &Arc<Body>, work: impl FnOnce(&mut Evaluator) -> Eval<T>) -> Eval<T> {
        self.enter(body, TextRange::default())?;
        let base = self.stack.len();
        self.stack.resize_with(base + body.slots as usize, || None);
        let outer = (self.base, self.scope, self.lambda.take(), self.template.take());
        self.base = base;
        self.scope = ScopeId::TOP;
        let result = work(self);
        self.stack.truncate(base);
        (self.base, self.scope, self.lambda, self.template) = outer;
        self.depth -= 1;
        result
    }

    /// Takes over files that diagnostics name already; `source` is the one of that id.
    pub fn adopt(&mut self, sources: Sources, source: &Arc<Source>, file: FileId) {
        self.sources = sources;
        self.files.insert(Arc::as_ptr(source).addr(), file);
    }

    /// How many bytes of the stack nested calls may still take.
    pub fn stack_left(&self) -> usize {
        self.limits.stack.saturating_sub(self.stack_origin.abs_diff(stack_position()))
    }

    /// Counts a level of calls.
    pub(crate) fn enter(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        let here = stack_position();
        if self.depth == 0 {
            self.stack_origin = here;
        }
        if self.depth >= self.limits.depth || self.stack_origin.abs_diff(here) > self.limits.stack {
            let levels = self.depth.min(self.limits.depth);
            let message = format!("calls are nested more than {levels} levels deep");
            let error = self.error(codes::TOO_DEEP, body, range, message);
            return Err(with_help(error, "a function that calls itself needs a case in which it does not"));
        }
        self.depth += 1;
        Ok(())
    }

    /// Counts a step at a place.
    pub(crate) fn count_step(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            let message = format!("this takes more than {} steps", self.limits.steps);
            return Err(self.error(codes::TOO_MANY_STEPS, body, range, message));
        }
        Ok(())
    }

    /// The value of an operand.
    #[inline]
    pub fn eval(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        match operand {
            Operand::Const(id) => Ok(body.constant(id).clone()),
            Operand::Local(slot) => Ok(self.local(slot).cloned().unwrap_or_default()),
            Operand::Take(slot) => Ok(self.take(slot)),
            Operand::Expr(id) => {
                let expr = *body.expr(id);
                self.expression(body, expr, operand)
            }
        }
    }

    fn expression(&mut self, body: &Body, expr: Expr, at: Operand) -> Eval<Value> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            let message = format!("this takes more than {} steps", self.limits.steps);
            return Err(self.error_at(codes::TOO_MANY_STEPS, body, at, message));
        }
        match expr {
            Expr::Nothing | Expr::Definition => Ok(Value::Undef),
            Expr::Variable(index) => self.variable(body, index),
            Expr::MatchVariable(number) => Ok(self.match_variable(number)),
            Expr::Assign { slot, name, value } => self.assign(body, slot, name, value, at),
            Expr::AssignMany { target, value } => self.assign_many(body, target, value, at),
            Expr::Append { slot, outer, delete, value } => {
                self.append_assign(body, slot, outer, delete, value, at)
            }
            Expr::Binary { operator, left, right } => self.binary(body, operator, left, right, at),
            Expr::And(left, right) => {
                let value = self.truth(body, left)? && self.truth(body, right)?;
                Ok(Value::Bool(value))
            }
            Expr::Or(left, right) => {
                let value = self.truth(body, left)? || self.truth(body, right)?;
                Ok(Value::Bool(value))
            }
            Expr::Not(operand) => Ok(Value::Bool(!self.truth(body, operand)?)),
            Expr::Negate(operand) => self.negate(body, operand, at),
            Expr::Splat(operand) => self.splat(body, operand),
            Expr::Array(list) => self.array(body, list),
            Expr::Hash(list) => self.hash(body, list),
            Expr::Access { target, keys } => self.access(body, target, keys, at),
            Expr::Interpolate(list) => self.interpolate(body, list, at),
            Expr::Heredoc { text, syntax } => self.heredoc(body, text, syntax, at),
            Expr::If { test, then, otherwise } => self.if_expression(body, test, then, otherwise),
            Expr::Case(index) => self.case(body, index),
            Expr::Selector(index) => self.selector(body, index, at),
            Expr::Block(list) => self.block(body, list),
            Expr::Call(index) => self.call(body, index, at),
            Expr::TypeName(name) => self.type_name(body, name, at),
            Expr::Resource(index) => self.host.resource(self, body, index, place(body, at)),
            Expr::Defaults(index) => self.host.defaults(self, body, index, place(body, at)),
            Expr::Override(index) => self.host.overrides(self, body, index, place(body, at)),
            Expr::Collector(index) => self.host.collector(self, body, index, place(body, at)),
            Expr::Chain(index) => self.host.chain(self, body, index, place(body, at)),
            Expr::RenderText(text) => {
                self.rendered.push(body.constant(text).clone());
                Ok(Value::Undef)
            }
            Expr::Render(operand) => {
                let value = self.eval(body, operand)?;
                self.rendered.push(value);
                Ok(Value::Undef)
            }
        }
    }

    /// Whether a value counts as true.
    pub fn is_true(&self, value: &Value) -> bool {
        match value {
            Value::Undef => false,
            Value::Bool(value) => *value,
            Value::Str(text) | Value::ByteStr(text) if text.is_empty() => {
                matches!(self.edition.eval.empty_string, EmptyString::True)
            }
            _ => true,
        }
    }

    fn truth(&mut self, body: &Body, operand: Operand) -> Eval<bool> {
        let value = self.eval(body, operand)?;
        Ok(self.is_true(&value))
    }

    /// The value in a slot of the running body.
    #[inline]
    pub(crate) fn local(&self, slot: Slot) -> Option<&Value> {
        self.stack.get(self.base + slot.0 as usize)?.as_ref()
    }

    /// Takes the value out of a slot.
    pub(crate) fn take(&mut self, slot: Slot) -> Value {
        self.stack.get_mut(self.base + slot.0 as usize).and_then(Option::take).unwrap_or_default()
    }

    pub(crate) fn set_local(&mut self, slot: Slot, value: Value) {
        if let Some(place) = self.stack.get_mut(self.base + slot.0 as usize) {
            *place = Some(value);
        }
    }

    /// The value of an operand that can be looked at without evaluating anything.
    #[inline]
    pub(crate) fn peek<'s>(&'s self, body: &'s Body, operand: Operand) -> Option<&'s Value> {
        match operand {
            Operand::Const(id) => Some(body.constant(id)),
            Operand::Local(slot) => self.local(slot),
            _ => None,
        }
    }

    /// The text of a value as it is interpolated.
    pub fn text(&self, value: &Value) -> String {
        bunraku_pcore::text::to_text(&self.edition.types, value)
    }

    /// The name of a value's type, for messages.
    pub fn type_text(&self, value: &Value) -> String {
        let ty = bunraku_pcore::infer::generalized(&self.edition.types, value);
        bunraku_pcore::notation::notation(&self.edition.types, &ty)
    }

    /// A place in the file of a body.
    pub fn span(&mut self, body: &Body, range: TextRange) -> Span {
        self.span_in(&body.source, range)
    }

    /// A place in a file.
    pub fn span_in(&mut self, source: &Arc<Source>, range: TextRange) -> Span {
        Span { file: self.file_of(source), range }
    }

    /// The number of a file in diagnostics.
    pub fn file_of(&mut self, source: &Arc<Source>) -> FileId {
        let address = Arc::as_ptr(source).addr();
        // One file is asked for many times in a row.
        if let Some((last, file)) = self.last_file
            && last == address
        {
            return file;
        }
        let sources = &mut self.sources;
        // The sources keep the file, so that no other can come to its address.
        let file = *self.files.entry(address).or_insert_with(|| sources.add_shared(Arc::clone(source)));
        self.last_file = Some((address, file));
        file
    }

    /// Gives a parameter of the running body its value.
    pub fn bind_param(&mut self, slot: Slot, value: Value) {
        self.set_local(slot, value);
    }

    /// The value of a parameter of the running body, if it has one.
    pub fn param_value(&self, slot: Slot) -> Option<Value> {
        self.local(slot).cloned()
    }

    /// The match variables as they are, to be put back later.
    pub fn save_captures(&self) -> SavedCaptures {
        SavedCaptures(self.captures.clone())
    }

    /// As [`Evaluator::save_captures`]; nothing has matched from here on.
    pub fn clear_captures(&mut self) -> SavedCaptures {
        SavedCaptures(self.captures.take())
    }

    /// Puts match variables back.
    pub fn restore_captures(&mut self, saved: SavedCaptures) {
        self.captures = saved.0;
    }

    /// Whether a pattern matches the name of a node; its groups are the match variables of the node's code.
    pub fn match_node(&mut self, body: &Body, name: &str, regexp: &bunraku_pcore::Regexp) -> Eval<bool> {
        self.capture(body, name, regexp, body.root)
    }

    /// A failure at a place.
    #[cold]
    pub fn error(
        &mut self,
        code: Code,
        body: &Body,
        range: TextRange,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        self.error_in(code, &body.source, range, message)
    }

    /// A failure at a place in a file. Of several lines the first is marked.
    #[cold]
    pub fn error_in(
        &mut self,
        code: Code,
        source: &Arc<Source>,
        range: TextRange,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        let span = self.span_in(source, first_line(source, range));
        Box::new(Unwind::Failure(Diagnostic::error(code, message).at(span, "")))
    }

    /// A failure at an expression.
    #[cold]
    pub(crate) fn error_at(
        &mut self,
        code: Code,
        body: &Body,
        at: Operand,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        self.error(code, body, place(body, at), message)
    }

    /// What `strict` makes of a likely mistake: a failure, a warning in the log, or nothing.
    #[cold]
    pub fn by_strict(
        &mut self,
        strict: Strict,
        code: Code,
        body: &Body,
        range: TextRange,
        message: impl Into<String>,
    ) -> Eval<()> {
        match strict {
            Strict::Error => Err(self.error(code, body, range, message)),
            Strict::Warning => {
                let span = self.span(body, range);
                let warning = Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) };
                self.log.push(LogEntry::Diagnostic(warning.at(span, "")));
                Ok(())
            }
            Strict::Off => Ok(()),
        }
    }

    /// The present time, if the host has a clock.
    pub fn now(&self) -> Option<Timestamp> {
        self.host.now(self)
    }

    /// Adds a variable to the top scope by name, such as a fact.
    pub fn set_top(&mut self, name: &str, value: Value) {
        if let Some(top) = self.scopes.first_mut() {
            top.given.insert(Str::from(name), value);
        }
    }
}

/// About where the stack is now.
#[inline]
fn stack_position() -> usize {
    let marker = 0u8;
    std::hint::black_box(&raw const marker).addr()
}

/// The place of an expression.
pub(crate) fn place(body: &Body, at: Operand) -> TextRange {
    body.range(at).unwrap_or_default()
}

/// A failure with one thing to do.
pub(crate) fn with_help(mut unwind: Box<Unwind>, help: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.help = Some(help.into());
    }
    unwind
}
