//! The state of an evaluation: scopes, stack, log, and what is counted.

use std::{borrow::Cow, sync::Arc};

use bunraku_analysis::{Analyses, Language};
use bunraku_check::Strict;
use bunraku_diag::{Code, Diagnostic, FileId, Severity, Source, Sources, Span, TextRange, codes};
use bunraku_edition::{Edition, EmptyString};
use bunraku_intern::{FastMap, SymbolMap};
use bunraku_ir::{Body, Operand, Slot};
use bunraku_pcore::{Regexp, Str, Value, values::Timestamp, watch::Watch, work};
use bunraku_world::World;

use crate::{
    Annotations, Coverage, Eval, Functions, Limits, Log, LogEntry, Settings, Spent, Unwind,
    matching::Captures,
    message::first_line,
    scope::{Frame, Scope, ScopeId, ScopeKind},
    template::{Template, TemplateNames},
};

/// Match variables that were put aside.
pub struct SavedCaptures(Option<Arc<Captures>>);

/// What ran before a body was opened, to go back to.
pub struct OpenBody {
    base: usize,
    scope: ScopeId,
    lambda: Option<u32>,
    template: Option<Arc<TemplateNames>>,
    /// Where the scope keeps the values of the body.
    frame: Option<(ScopeId, usize)>,
}

/// The state of one evaluation: of a program, an expression, or all code for one catalog.
///
/// It knows nothing of catalogs. Together with its [`Host`](crate::Host) it is an [`Evaluator`](crate::Evaluator), which
/// runs code.
pub struct Machine {
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings.
    pub settings: Settings,
    /// The limits.
    pub limits: Limits,
    /// The outside.
    pub world: Arc<dyn World>,
    /// The functions that are built in.
    pub functions: Functions,
    /// Which functions do not read variables of their caller; see [`Language::harmless`].
    pub harmless: fn(&str) -> bool,
    /// Code that has been analysed, such as that of templates.
    pub analyses: Arc<Analyses>,
    /// The files that diagnostics name.
    pub sources: Sources,
    /// What was logged.
    pub log: Log,
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
    /// What the evaluation has spent of its limits.
    pub spent: Spent,
    /// The code that ran, if somebody measures it.
    pub coverage: Option<Coverage>,
    /// The watch over what is read meanwhile.
    pub(crate) watch: Option<Watch>,
    /// What templates have rendered.
    pub(crate) rendered: Vec<Value>,
    /// What the running template sees besides its own names and those of the scope.
    pub(crate) template: Option<Arc<TemplateNames>>,
    /// Parsed templates, by their source.
    pub(crate) templates: FastMap<Str, Arc<Template>>,
    /// The notes on values that the program has made.
    pub annotations: Annotations,
    /// Regular expressions compiled from strings while the program ran.
    pub(crate) patterns: FastMap<Str, Vec<Regexp>>,
    /// Where strings are put together; it is empty between two of them.
    pub(crate) scratch: String,
    /// The file that was asked for last, which is among the `sources`.
    last_file: Option<FileId>,
}

impl Machine {
    /// The state at the beginning of an evaluation.
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
            class_scopes: SymbolMap::default(),
            scope: ScopeId::TOP,
            stack: Vec::with_capacity(256),
            base: 0,
            lambda: None,
            captures: None,
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
            scratch: String::new(),
            last_file: None,
        }
    }

    /// The language of code that is analysed while the program runs.
    pub fn language(&self) -> Language {
        let settings = bunraku_check::CheckSettings { strict: self.settings.strict };
        Language { edition: self.edition, settings, harmless: self.harmless }
    }

    /// Makes a body the one that runs, in a scope that keeps its variables. [`Machine::close_body`] must follow.
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

    /// As [`Machine::open_body`], for code that belongs to no scope: it sees the top scope, and keeps nothing.
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

    /// Goes back to the body that ran before.
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
            return Err(with_help(
                error,
                "a recursive function needs a case in which it does not call itself",
            ));
        }
        self.depth += 1;
        Ok(())
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

    /// The string that a value becomes when it is interpolated.
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

    /// The id of a file, which is from here on one of those that diagnostics name.
    pub fn file_of(&mut self, source: &Arc<Source>) -> FileId {
        let file = source.id();
        // One file is asked for many times in a row.
        if self.last_file != Some(file) {
            if self.sources.get(file).is_none() {
                self.sources.add(Arc::clone(source));
            }
            self.last_file = Some(file);
        }
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

    /// As [`Machine::save_captures`]; nothing has matched from here on.
    pub fn clear_captures(&mut self) -> SavedCaptures {
        SavedCaptures(self.captures.take())
    }

    /// Whether something has matched here, so that match variables are set.
    pub fn has_matched(&self) -> bool {
        self.captures.is_some()
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
        if work::is_exhausted() {
            // What fails here may fail only because an answer about types is wrong.
            return self.gave_up(span);
        }
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

    /// The present time, if the outside has a clock.
    pub fn now(&self) -> Option<Timestamp> {
        let now = self.world.now()?;
        // A time that no timestamp can hold counts as the beginning of 1970.
        Some(Timestamp::from_nanoseconds(now).unwrap_or_else(|| Timestamp::from_seconds(0)))
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

/// A value whose type can be found without much work: one that is large has no elements here.
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

/// A failure with one thing to do.
pub(crate) fn with_help(mut unwind: Box<Unwind>, help: impl Into<String>) -> Box<Unwind> {
    if let Unwind::Failure(diagnostic) = unwind.as_mut() {
        diagnostic.help = Some(help.into());
    }
    unwind
}
