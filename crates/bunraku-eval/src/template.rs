//! EPP templates: text with embedded code, rendered with parameters.

use std::sync::Arc;

use bunraku_analysis::Analysis;
use bunraku_diag::{Diagnostic, Label, Severity, Source, TextRange, codes, nearest};
use bunraku_intern::{FastMap, Symbol};
use bunraku_ir::{Body, Operand};
use bunraku_pcore::{Hash, Str, Value, describe::takes, values::Sensitive};
use bunraku_syntax::{
    NodeKind, SourceKind,
    ast::{self, View},
};

use crate::{
    Call, Context, Eval, Evaluator, Machine, ScopeId, Unwind,
    machine::place,
    message::{parameter_place, with_advice, with_place},
    variable::is_reserved,
};

/// Whose variables a template sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateScope {
    /// Those of the calling code.
    Caller,
    /// Those of a scope, such as the node's or the top scope.
    Scope(ScopeId),
}

/// A parsed template.
pub struct Template {
    /// Held so that the shared analysis stays in the cache for others that read the same template.
    analysis: Arc<Analysis>,
    body: Arc<Body>,
    /// Whether it declares parameters, including an empty list of them.
    declares: bool,
}

impl Template {
    /// Whether parsing it produced no warnings, which would be lost if it were taken from a cache.
    pub fn is_clean(&self) -> bool {
        self.analysis.diagnostics.is_empty()
    }
}

/// What a template sees in addition to its own variables and those of its scope.
pub(crate) struct TemplateNames {
    /// Parameters that were passed to it although it declares none.
    given: Hash,
    /// The variables of the calling lambdas, function or template.
    outer: FastMap<Str, Value>,
}

impl TemplateNames {
    pub(crate) fn get(&self, name: Symbol) -> Option<&Value> {
        self.given.get_str(name.as_str()).or_else(|| self.outer.get(name.as_str()))
    }

    /// All names with their values, passed parameters last.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Value)> {
        let given = self.given.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
        self.outer.iter().map(|(name, value)| (name.as_str(), value)).chain(given)
    }

    /// Whether a parameter of this name was passed, so that no variable of this name can be set.
    pub(crate) fn is_given(&self, name: Symbol) -> bool {
        self.given.get_str(name.as_str()).is_some()
    }
}

/// How many parsed inline templates are cached. Without a limit, a server would grow without bounds.
const MAX_TEMPLATES: usize = 1_000;

impl<C: Context> Call<'_, C> {
    /// Parses a template.
    pub fn read_template(&mut self, source: Source) -> Eval<Arc<Template>> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().template_of(body, range, source)
    }

    /// Renders a template for the function that was called.
    pub fn render(
        &mut self,
        template: &Template,
        parameters: Option<&Hash>,
        sees: TemplateScope,
    ) -> Eval<Value> {
        let (body, range) = (self.body, self.range);
        self.cx.machine_mut().file_of(&template.analysis.source);
        let result = match self.cx.evaluator().run_read_template(body, range, template, parameters, sees) {
            Ok(result) => result,
            // `return` also ends the template, and its value is the result, whatever it is.
            Err(unwind) => match *unwind {
                Unwind::Return(value, _) => return Ok(value),
                other => return Err(Box::new(other)),
            },
        };
        // `next` ends a template with a value that need not be a string.
        match &result {
            Value::Str(_) => Ok(result),
            Value::Sensitive(hidden) if matches!(hidden.unwrap(), Value::Str(_)) => Ok(result),
            other => {
                let found = self.cx.machine().type_text(other);
                Err(self.fail(format!("expected a String from the template, got a value of type {found}")))
            }
        }
    }
}

impl Evaluator<'_> {
    /// Renders a template. The result is `Sensitive` if a sensitive value was rendered.
    ///
    /// `caller` and `range` are the place of the call: errors about parameters are reported there, all others on the
    /// template's own lines.
    pub fn run_template(
        &mut self,
        caller: &Body,
        range: TextRange,
        source: Source,
        parameters: Option<&Hash>,
        sees: TemplateScope,
    ) -> Eval<Value> {
        let template = self.template_of(caller, range, source)?;
        self.run_read_template(caller, range, &template, parameters, sees)
    }

    fn run_read_template(
        &mut self,
        caller: &Body,
        range: TextRange,
        template: &Template,
        parameters: Option<&Hash>,
        sees: TemplateScope,
    ) -> Eval<Value> {
        let body = &template.body;
        // A template that declares no parameters sees everything that is passed. One that does accepts nothing else.
        let enforce = template.declares || parameters.is_none();
        let given = if enforce { Hash::new() } else { parameters.cloned().unwrap_or_default() };
        if let Some((name, _)) = given.iter().find(|(name, _)| name.as_str().is_some_and(is_reserved)) {
            let message =
                format!("cannot pass `${}` to a template: it is a built-in variable", self.text(name));
            return Err(self.error(codes::REASSIGNMENT, caller, range, message));
        }
        let outer = match sees {
            TemplateScope::Caller => self.visible_names(caller),
            TemplateScope::Scope(_) => FastMap::default(),
        };
        self.enter(caller, range)?;
        let saved = (self.base, self.scope, self.lambda.take(), self.template.take(), self.captures.clone());
        let rendered = std::mem::take(&mut self.rendered);
        self.base = self.stack.len();
        let end = self.base + body.slots as usize;
        self.stack.resize_with(end, || None);
        self.template = Some(Arc::new(TemplateNames { given, outer }));
        if let TemplateScope::Scope(scope) = sees {
            self.scope = scope;
            self.captures = None;
        }
        let bound = if enforce { self.bind_template(caller, range, body, parameters) } else { Ok(()) };
        let result = bound.and_then(|()| self.eval(body, body.root));
        let base = self.base;
        self.stack.truncate(base);
        let rendered = std::mem::replace(&mut self.rendered, rendered);
        (self.base, self.scope, self.lambda, self.template, self.captures) = saved;
        self.depth -= 1;
        match result {
            Ok(_) => {
                let weight = rendered.iter().map(|value| value.measure().weight()).sum();
                self.count_walk(weight, caller, range)?;
                let text = self.joined(&rendered);
                self.check_value(&text, caller, range)?;
                Ok(text)
            }
            Err(unwind) => match *unwind {
                Unwind::Next(value, _) => Ok(value),
                other => Err(Box::new(other)),
            },
        }
    }

    /// Sets the parameters of a template and checks them. A value of `undef` counts as not given.
    fn bind_template(
        &mut self,
        caller: &Body,
        range: TextRange,
        body: &Body,
        parameters: Option<&Hash>,
    ) -> Eval<()> {
        // All passed values are set before the first default is evaluated.
        for param in &body.params {
            let given = parameters.and_then(|given| given.get_str(param.name.as_str()));
            if let Some(value) = given.filter(|value| !value.is_undef() || param.default.is_none()) {
                self.set_local(param.slot, value.clone());
            }
        }
        for param in &body.params {
            if self.local(param.slot).is_none()
                && let Some(default) = param.default
            {
                let value =
                    self.eval(body, default).map_err(|unwind| self.at_caller(unwind, caller, range, body))?;
                self.set_local(param.slot, value);
            }
        }
        for param in &body.params {
            let Some(value) = self.local(param.slot).cloned() else {
                let message = format!("missing value for the template's parameter `{}`", param.name);
                let declared = self.span(body, parameter_place(body, param));
                let error = self.error(codes::ARGUMENT_MISMATCH, caller, range, message);
                let error = with_place(error, declared, "parameter declared here");
                // An unknown name is most often misspelled.
                let known = |name: &str| body.params.iter().any(|param| param.name.as_str() == name);
                let names = parameters.into_iter().flatten().filter_map(|(name, _)| name.as_str());
                let given = names.filter(|name| !known(name)).collect::<Vec<_>>();
                let similar = nearest(param.name.as_str(), given.iter().copied()).or(given.first().copied());
                let help = match similar {
                    Some(name) => {
                        format!("the template has no parameter `{name}`: did you mean `{}`?", param.name)
                    }
                    None => format!("pass it in the hash of parameters: `{{'{}' => ...}}`", param.name),
                };
                return Err(with_advice(error, Some(help)));
            };
            let Some(ty) = param.ty else { continue };
            let ty = self.declared_type(body, ty)?;
            let Value::Type(ty) = ty else { continue };
            if !takes(&self.edition.types, &ty, &value) {
                let misfit = self.misfit("the template", param.name.as_str(), &ty, &value);
                let declared = self.span(body, parameter_place(body, param));
                let (message, shown) = (misfit.message, misfit.shown);
                let source = &caller.source;
                let error = self.error_about(codes::ARGUMENT_MISMATCH, source, range, None, message, shown);
                return Err(with_advice(with_place(error, declared, "parameter declared here"), misfit.help));
            }
        }
        if let Some(param) = body.params.iter().find(|param| param.reserved) {
            return Err(self.reserved_parameter(&caller.source, range, body, param));
        }
        let declared = |name: &str| body.params.iter().any(|param| param.name.as_str() == name);
        let given = parameters.into_iter().flatten();
        let unknown = given
            .filter(|(_, value)| !value.is_undef())
            .find_map(|(name, _)| name.as_str().filter(|name| !declared(name)).map(str::to_owned));
        match unknown {
            Some(name) => {
                let message = format!("the template has no parameter `{name}`");
                let error = self.error(codes::ARGUMENT_MISMATCH, caller, range, message);
                let similar = nearest(&name, body.params.iter().map(|param| param.name.as_str()));
                Err(with_advice(error, similar.map(|similar| format!("did you mean `{similar}`?"))))
            }
            None => Ok(()),
        }
    }
}

impl Machine {
    fn template_of(&mut self, caller: &Body, range: TextRange, source: Source) -> Eval<Arc<Template>> {
        if let Some(template) = self.templates.get(source.text()) {
            return Ok(Arc::clone(template));
        }
        let analysis = self.analyses.of(source, SourceKind::Template, None, &self.language());
        let source = &analysis.source;
        self.file_of(source);
        for mut problem in analysis.diagnostics.iter().cloned() {
            // Puppet gives no place for source that ends too early, or the end of it.
            let start = problem.primary.as_ref().map_or(0, |label| label.span.range.start as usize);
            let comment = source.text().get(start..).is_some_and(|tag| tag.starts_with("<%#"));
            let place = if problem.code == codes::UNCLOSED_TEMPLATE_TAG && !comment {
                Some(self.span_in(source, TextRange::at(source.text().len() as u32)))
            } else if problem.code == codes::SYNTAX_ERROR && ends_at(source.text(), start) {
                Some(self.span(caller, range))
            } else {
                None
            };
            if let Some(span) = place {
                problem.labels.extend(problem.primary.replace(Label { span, text: String::new() }));
            }
            match problem.severity {
                Severity::Error => return Err(Box::new(Unwind::Failure(problem))),
                _ => self.log.push(crate::LogEntry::Diagnostic(problem)),
            }
        }
        let root = analysis.tree.root(source.text());
        if let Some(definition) = root.children().find(|node| is_definition(node.kind())) {
            let span = self.span_in(source, definition.range());
            let error =
                Diagnostic::error(codes::MISPLACED_DEFINITION, "a template cannot contain definitions");
            let error = error.at(span, "").help("move the definition to a manifest");
            return Err(Box::new(Unwind::Failure(error)));
        }
        let body = match analysis.code() {
            Ok(code) => Arc::clone(&code.main),
            // The first error has been returned above, so this is about time or memory.
            Err(errors) => {
                let error = errors.into_iter().next();
                return Err(error.map_or_else(
                    || {
                        self.error_in(
                            codes::SYNTAX_ERROR,
                            source,
                            TextRange::default(),
                            "the template has errors",
                        )
                    },
                    |error| Box::new(Unwind::Failure(error)),
                ));
            }
        };
        let declares = ast::Root::cast(root).and_then(ast::Root::template_parameters).is_some();
        let template = Arc::new(Template { body, declares, analysis: Arc::clone(&analysis) });
        if self.templates.len() < MAX_TEMPLATES {
            self.templates.insert(Str::from(source.text()), Arc::clone(&template));
        }
        Ok(template)
    }

    /// The variables that code at this place sees outside scopes: those of lambdas, a function, a template.
    fn visible_names(&self, body: &Body) -> FastMap<Str, Value> {
        let mut names = match &self.template {
            Some(outer) => {
                let mut names = outer.outer.clone();
                // Data may contain any name, so these do not become symbols.
                let given = outer.given.iter().filter_map(|(name, value)| Some((name.as_str()?, value)));
                names.extend(given.map(|(name, value)| (Str::from(name), value.clone())));
                names
            }
            None => FastMap::default(),
        };
        let mut levels = vec![self.lambda];
        while let Some(Some(index)) = levels.last().copied() {
            levels.push(body.lambdas.get(index as usize).and_then(|lambda| lambda.parent));
        }
        // From the outermost on, so that inner variables replace outer ones.
        for level in levels.into_iter().rev() {
            for named in body.names.iter().filter(|named| named.lambda == level) {
                if let Some(value) = self.local(named.slot) {
                    names.insert(Str::from(named.name.as_str()), value.clone());
                }
            }
        }
        names
    }

    /// Moves the failure of a default that reads a parameter without a value to where the function or template is
    /// called.
    pub(crate) fn at_caller(
        &mut self,
        mut unwind: Box<Unwind>,
        caller: &Body,
        range: TextRange,
        body: &Body,
    ) -> Box<Unwind> {
        let (place, template) = (self.span(caller, range), body.source.id());
        if let Unwind::Failure(error) = unwind.as_mut()
            && error.code == codes::UNSET_PARAMETER
            && error.primary.as_ref().is_some_and(|label| label.span.file == template)
        {
            error.labels.extend(error.primary.replace(Label { span: place, text: String::new() }));
        }
        unwind
    }

    /// Adds a value to the output of the template.
    pub(crate) fn render(&mut self, value: Value, body: &Body, at: Operand) -> Eval<Value> {
        let (parts, room) = (self.rendered.len(), self.rendered.capacity());
        if parts == room {
            self.reserve_growth(room, body, place(body, at))?;
        }
        self.rendered.push(value);
        Ok(Value::Undef)
    }

    /// Joins all output.
    fn joined(&self, rendered: &[Value]) -> Value {
        let mut text = String::new();
        let mut sensitive = false;
        for value in rendered {
            match value {
                Value::Str(part) => text.push_str(part),
                Value::Sensitive(hidden) => {
                    sensitive = true;
                    bunraku_pcore::text::append(&self.edition.types, hidden.unwrap(), &mut text);
                }
                other => bunraku_pcore::text::append(&self.edition.types, other, &mut text),
            }
        }
        let text = Value::str(text);
        if sensitive { Value::Sensitive(Sensitive::new(text)) } else { text }
    }
}

fn is_definition(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Class
            | NodeKind::Define
            | NodeKind::Function
            | NodeKind::NodeDefinition
            | NodeKind::TypeAlias
    )
}

/// Whether the code of a template ends at a place: only the closing tag follows.
fn ends_at(text: &str, start: usize) -> bool {
    let (before, rest) = text.split_at_checked(start).unwrap_or((text, ""));
    let renders =
        before.rfind("<%").and_then(|tag| before.get(tag + 2..)).is_some_and(|tag| tag.starts_with('='));
    match rest.trim_start() {
        "" => true,
        rest => !renders && matches!(rest, "%>" | "-%>" | "-%>\n" | "-%>\r\n"),
    }
}
