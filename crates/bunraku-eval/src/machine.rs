//! The state of an evaluation: scopes, stack, log, and counters.

use std::{borrow::Cow, cell::OnceCell, sync::Arc};

use bunraku_analysis::{Analyses, Language};
use bunraku_check::Strict;
use bunraku_diag::{Code, Diagnostic, FileId, Severity, Source, Sources, Span, TextRange, codes};
use bunraku_edition::{Edition, EmptyString};
use bunraku_intern::{FastMap, SymbolMap};
use bunraku_ir::{Body, Operand, Slot};
use bunraku_pcore::{Regexp, Str, Type, Value, values::Timestamp, watch::Watch, work};
use bunraku_world::World;

use crate::{
    Annotations, Coverage, Eval, Functions, Limits, Log, LogEntry, Settings, Spent, Unwind,
    declared::Written,
    matching::Captures,
    message::first_line,
    scope::{Frame, Scope, ScopeId, ScopeKind},
    template::{Template, TemplateNames},
};

/// Match variables saved with [`Machine::save_captures`].
pub struct SavedCaptures(Option<Arc<Captures>>);

/// What was running before a body was opened.
pub struct OpenBody {
    base: usize,
    scope: ScopeId,
    lambda: Option<u32>,
    template: Option<Arc<TemplateNames>>,
    /// The frame in which the scope keeps the variables of the body.
    frame: Option<(ScopeId, usize)>,
}

/// The state of one evaluation: of a program, an expression, or all code for one catalog.
///
/// It does not know about catalogs. Together with its [`Host`](crate::Host) it forms an
/// [`Evaluator`](crate::Evaluator), which runs code.
pub struct Machine {
    /// The edition that decides how code behaves.
    pub edition: &'static Edition,
    /// The settings of the evaluation.
    pub settings: Settings,
    /// The limits of the evaluation; `spent` counts towards them.
    pub limits: Limits,
    /// Access to the outside.
    pub world: Arc<dyn World>,
    /// The built-in functions.
    pub functions: Functions,
    /// Whether a function is known not to read variables of its caller; see [`Language::harmless`].
    pub harmless: fn(&str) -> bool,
    /// Shared analyses of code, such as that of templates.
    pub analyses: Arc<Analyses>,
    /// The files that diagnostics refer to.
    pub sources: Sources,
    /// The log so far.
    pub log: Log,
    /// All scopes. The first is the top scope.
    pub scopes: Vec<Scope>,
    /// Whether a variable that the top scope is given has a qualified name, as a fact `web::port`. Asked once.
    pub(crate) qualified_facts: OnceCell<bool>,
    /// The scopes of declared classes, by name.
    pub class_scopes: SymbolMap<ScopeId>,
    /// The scope of the running code.
    pub scope: ScopeId,
    /// The declaration of the instance of a defined type whose code runs.
    pub instance: Option<Span>,
    /// The slots of all running code.
    pub(crate) stack: Vec<Option<Value>>,
    /// Where the slots of the running body begin.
    pub(crate) base: usize,
    /// The running lambda, for access to variables by name.
    pub lambda: Option<u32>,
    /// `$0`, `$1` and so on.
    pub(crate) captures: Option<Arc<Captures>>,
    pub(crate) depth: u32,
    /// The position of the thread's stack when the outermost body began.
    stack_origin: usize,
    /// What the evaluation has used of its limits.
    pub spent: Spent,
    /// The code that ran, if coverage is recorded.
    pub coverage: Option<Coverage>,
    /// The watch over files that are read during the evaluation.
    pub(crate) watch: Option<Watch>,
    /// The output of running templates.
    pub(crate) rendered: Vec<Value>,
    /// What the running template sees in addition to its own variables and those of the scope.
    pub(crate) template: Option<Arc<TemplateNames>>,
    /// Parsed inline templates, by source.
    pub(crate) templates: FastMap<Str, Arc<Template>>,
    /// The annotations that the program has attached to values.
    pub annotations: Annotations,
    /// Regular expressions compiled from strings at run time.
    pub(crate) patterns: FastMap<Str, Vec<Regexp>>,
    /// How many definitions of types are being evaluated: in these, a name may be unknown.
    pub resolving: u32,
    /// Declared types, by where they are written.
    pub(crate) declared_types: FastMap<Written, Type>,
    /// A buffer for building strings; empty between two uses.
    pub(crate) scratch: String,
    /// The file requested last, which is known to be among the `sources`.
    last_file: Option<FileId>,
}

impl Machine {
    /// The state at the start of an evaluation.
    pub fn new(edition: &'static Edition, functions: Functions, world: Arc<dyn World>) -> Machine {
        Machine {
            edition,
            settings: Settings::default(),
            limits: Limits::default(),
            world,
            functions,
            harmless: |_| false,
            analyses: Arc::default(),
            sources: Sources::new(),
            log: Log::default(),
            scopes: vec![Scope::new(ScopeKind::Top, None)],
            qualified_facts: OnceCell::new(),
            class_scopes: SymbolMap::default(),
            scope: ScopeId::TOP,
            stack: Vec::with_capacity(256),
            base: 0,
            lambda: None,
            captures: None,
            instance: None,
            depth: 0,
            stack_origin: 0,
            spent: Spent::default(),
            coverage: None,
            watch: None,
            rendered: Vec::new(),
            template: None,
            templates: FastMap::default(),
            annotations: Annotations::default(),
            patterns: FastMap::default(),
            resolving: 0,
            declared_types: FastMap::default(),
            scratch: String::new(),
            last_file: None,
        }
    }

    /// How to analyse code that is read at run time.
    pub fn language(&self) -> Language {
        let settings = bunraku_check::CheckSettings { strict: self.settings.strict };
        Language { edition: self.edition, settings, harmless: self.harmless }
    }

    /// Makes a body the running one, in a scope that keeps its variables. [`Machine::close_body`] must follow.
    pub fn open_body(&mut self, body: &Arc<Body>, scope: ScopeId) -> Eval<OpenBody> {
        let mut opened = self.open_detached(body)?;
        self.scope = scope;
        let base = self.base;
        opened.frame = self.scopes.get_mut(scope.0 as usize).map(|known| {
            known.frames.push((Arc::clone(body), Frame::Running(base)));
            (scope, known.frames.len() - 1)
        });
        Ok(opened)
    }

    /// Like [`Machine::open_body`], for code that does not belong to a scope: it sees the top scope and keeps nothing.
    pub fn open_detached(&mut self, body: &Body) -> Eval<OpenBody> {
        self.enter(body, TextRange::default())?;
        let base = self.stack.len();
        self.stack.resize_with(base + body.slots as usize, || None);
        let opened = OpenBody {
            base: std::mem::replace(&mut self.base, base),
            scope: std::mem::replace(&mut self.scope, ScopeId::TOP),
            lambda: self.lambda.take(),
            template: self.template.take(),
            frame: None,
        };
        Ok(opened)
    }

    /// Returns to the body that was running before.
    pub fn close_body(&mut self, opened: OpenBody) {
        match opened.frame {
            Some((scope, index)) => {
                let kept: Box<[Option<Value>]> = self.stack.drain(self.base..).collect();
                let known = self.scopes.get_mut(scope.0 as usize);
                if let Some((_, frame)) = known.and_then(|scope| scope.frames.get_mut(index)) {
                    *frame = Frame::Kept(kept);
                }
            }
            None => self.stack.truncate(self.base),
        }
        self.base = opened.base;
        self.scope = opened.scope;
        self.lambda = opened.lambda;
        self.template = opened.template;
        self.depth -= 1;
    }

    /// How many bytes of the stack nested calls may still use.
    pub fn stack_left(&self) -> usize {
        self.limits.stack.saturating_sub(self.stack_origin.abs_diff(stack_position()))
    }

    /// Counts a level of nested calls.
    pub(crate) fn enter(&mut self, body: &Body, range: TextRange) -> Eval<()> {
        let here = stack_position();
        if self.depth == 0 {
            self.stack_origin = here;
        }
        if self.depth >= self.limits.depth || self.stack_origin.abs_diff(here) > self.limits.stack {
            let levels = self.depth.min(self.limits.depth);
            let message = format!("calls are nested more than {levels} levels deep");
            let error = self.error(codes::TOO_DEEP, body, range, message);
            return Err(with_help(
                error,
                "a recursive function needs a case in which it does not call itself",
            ));
        }
        self.depth += 1;
        Ok(())
    }

    /// Whether a value is true in a condition.
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

    /// The value in a slot of the running body.
    #[inline]
    pub(crate) fn local(&self, slot: Slot) -> Option<&Value> {
        self.stack.get(self.base + slot.0 as usize)?.as_ref()
    }

    /// Moves the value out of a slot.
    pub(crate) fn take(&mut self, slot: Slot) -> Value {
        self.stack.get_mut(self.base + slot.0 as usize).and_then(Option::take).unwrap_or_default()
    }

    pub(crate) fn set_local(&mut self, slot: Slot, value: Value) {
        if let Some(place) = self.stack.get_mut(self.base + slot.0 as usize) {
            *place = Some(value);
        }
    }

    /// The value of an operand that is available without evaluation.
    #[inline]
    pub(crate) fn peek<'s>(&'s self, body: &'s Body, operand: Operand) -> Option<&'s Value> {
        match operand {
            Operand::Const(id) => Some(body.constant(id)),
            Operand::Local(slot) => self.local(slot),
            _ => None,
        }
    }

    /// Converts a value to a string as interpolation does.
    pub fn text(&self, value: &Value) -> String {
        bunraku_pcore::text::to_text(&self.edition.types, value)
    }

    /// The name of a value's type, for messages.
    pub fn type_text(&self, value: &Value) -> String {
        let ty = bunraku_pcore::infer::generalized(&self.edition.types, &sample(value));
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

    /// The id of a file. From now on, it is among the files that diagnostics refer to.
    pub fn file_of(&mut self, source: &Arc<Source>) -> FileId {
        let file = source.id();
        // Consecutive requests are mostly for the same file.
        if self.last_file != Some(file) {
            if self.sources.get(file).is_none() {
                self.sources.add(Arc::clone(source));
            }
            self.last_file = Some(file);
        }
        file
    }

    /// Sets a parameter of the running body.
    pub fn bind_param(&mut self, slot: Slot, value: Value) {
        self.set_local(slot, value);
    }

    /// The value of a parameter of the running body, if it is set.
    pub fn param_value(&self, slot: Slot) -> Option<Value> {
        self.local(slot).cloned()
    }

    /// Saves the match variables.
    pub fn save_captures(&self) -> SavedCaptures {
        SavedCaptures(self.captures.clone())
    }

    /// Saves the match variables and clears them.
    pub fn clear_captures(&mut self) -> SavedCaptures {
        SavedCaptures(self.captures.take())
    }

    /// Whether match variables are set.
    pub fn has_matched(&self) -> bool {
        self.captures.is_some()
    }

    /// Restores match variables.
    pub fn restore_captures(&mut self, saved: SavedCaptures) {
        self.captures = saved.0;
    }

    /// Matches the name of a node against a pattern. The groups become match variables of the node's code.
    pub fn match_node(&mut self, body: &Body, name: &str, regexp: &bunraku_pcore::Regexp) -> Eval<bool> {
        self.capture(body, name, regexp, body.root)
    }

    /// Creates a failure at a place in a body.
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

    /// Creates a failure at a place in a file. If it spans several lines, the first is marked.
    #[cold]
    pub fn error_in(
        &mut self,
        code: Code,
        source: &Arc<Source>,
        range: TextRange,
        message: impl Into<String>,
    ) -> Box<Unwind> {
        let span = self.span_in(source, first_line(source, range));
        if work::is_exhausted() {
            // The error may only exist because a question about types was answered wrongly.
            return self.gave_up(span);
        }
        Box::new(Unwind::Failure(Diagnostic::error(code, message).at(span, "")))
    }

    /// Creates a failure at an expression.
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

    /// Reports a likely mistake according to `strict`: as a failure, as a warning in the log, or not at all.
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

    /// The current time, if the world has a clock.
    pub fn now(&self) -> Option<Timestamp> {
        let now = self.world.now()?;
        // A time outside the range of timestamps counts as the beginning of 1970.
        Some(Timestamp::from_nanoseconds(now).unwrap_or_else(|| Timestamp::from_seconds(0)))
    }

    /// Reserves room for variables of the top scope.
    pub fn reserve_top(&mut self, count: usize) {
        if let Some(top) = self.scopes.first_mut() {
            top.given.reserve(count);
        }
    }

    /// Sets a variable of the top scope by name, such as a fact.
    pub fn set_top(&mut self, name: impl Into<Str>, value: Value) {
        if let Some(top) = self.scopes.first_mut() {
            top.given.insert(name.into(), value);
        }
    }
}

/// The approximate position of the stack.
#[inline]
fn stack_position() -> usize {
    let marker = 0u8;
    std::hint::black_box(&raw const marker).addr()
}

/// A stand-in for a value whose type is cheap to infer: a large collection is replaced by an empty one.
pub(crate) fn sample(value: &Value) -> Cow<'_, Value> {
    const LARGE: u64 = 1 << 16;
    match value {
        Value::Array(_) if value.measure().weight() > LARGE => Cow::Owned(Value::array([])),
        Value::Hash(_) if value.measure().weight() > LARGE => Cow::Owned(Value::hash([])),
        value => Cow::Borrowed(value),
    }
}

/// The place of an expression.
pub(crate) fn place(body: &Body, at: Operand) -> TextRange {
    body.range(at).unwrap_or_default()
}

/// Adds a help text to a failure.
pub(crate) fn with_help(mut unwind: Box<Unwind>, help: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.help = Some(help.into());
    }
    unwind
}
