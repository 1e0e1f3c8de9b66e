//! Collectors and `realize`: which resources they find, and what they override.

use bunraku_catalog::{Cause, OriginId, Param, Progress, ResourceId, SearchCriteria};
use bunraku_diag::{Diagnostic, Severity, Span, TextRange, capitalized, codes};
use bunraku_eval::{Eval, LogEntry, ScopeId};
use bunraku_intern::FastSet;
use bunraku_ir::Body;
use bunraku_pcore::{Str, Type, Value, types::RuntimeType};
use std::sync::Arc;

use crate::{
    compiler::Compiler,
    overrides::Override,
    query::{EvaluatedQuery, accepts},
    types::absolute,
};

/// How many resources a collector looks at in the time of one step of code.
const CANDIDATES_PER_STEP: usize = 4;

/// A collector or a call of `realize`.
pub(crate) struct CollectorState {
    pub(crate) what: Selection,
    /// The attributes that the collector overrides.
    pub(crate) changes: Option<Changes>,
    /// The resources found so far, in order.
    pub(crate) found: Vec<ResourceId>,
    /// The contents of `found`, for fast membership tests.
    pub(crate) seen: FastSet<ResourceId>,
    /// How much of the catalog has been searched.
    progress: Progress,
    /// What a chain of arrows uses in place of a collector that finds nothing: the operand to its left.
    pub(crate) alternative: Vec<Value>,
    /// The place of the collector, for diagnostics.
    pub(crate) at: Span,
    /// The place of a call to `realize`, whose resources must exist; `None` for a collector.
    pub(crate) place: Option<Span>,
    /// The scope in which the collector was evaluated.
    pub(crate) scope: ScopeId,
    /// Whether the store has been queried for resources of other nodes.
    pub(crate) has_asked: bool,
}

/// The attributes that a collector overrides, the origin and scope in which it does, and its place.
type Changes = (Vec<Param>, OriginId, ScopeId, Span);

/// Which resources a collector looks for.
pub(crate) enum Selection {
    /// Resources of a type that match a query; all of the type without one.
    Query(Str, Option<EvaluatedQuery>),
    /// Resources of a type, exported by this node or others, that match a query.
    Exported(Str, Option<EvaluatedQuery>),
    /// These resources, by type and title. Those that have been found are removed from the list.
    Listed(Vec<(Str, Str)>),
}

impl Compiler<'_> {
    /// Registers a collector; it runs later, with `run_collectors`.
    pub(crate) fn collect(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(collector) = body.collectors.get(index as usize) else { return Ok(Value::Undef) };
        let lower = collector.ty.to_lowercase();
        if lower == "class" {
            return Err(self.error(codes::INVALID_COLLECTOR, body, range, "classes cannot be collected"));
        }
        let known = self.is_resource_type(&lower);
        if !known.map_err(|unwind| self.at_use(unwind, &body.source, range))? {
            return Err(self.unknown_resource_type(body, range, &lower));
        }
        let place = self.span(body, range);
        let mut params = Vec::new();
        for attribute in &collector.attributes {
            let cause = |attribute| Cause::Collector { place: attribute, collector: place, replaced: None };
            self.attribute(body, attribute, &mut params, cause)?;
        }
        let asked = match &collector.query {
            Some(query) => Some(self.ask(body, range, query)?),
            None => None,
        };
        let has_store = self.world.store().is_some();
        if collector.exported && !has_store {
            let message = "no resource store is configured: collecting exported resources finds nothing";
            let warning =
                Diagnostic { severity: Severity::Warning, ..Diagnostic::error(codes::NO_STORE, message) };
            self.log.push(LogEntry::Diagnostic(warning.at(place, "finds nothing")));
        }
        let origin = self.running_origin();
        let scope = self.scope;
        let changes = (!params.is_empty()).then_some((params, origin, scope, place));
        let type_name = Str::from(capitalized(absolute(&lower)));
        let what = match (collector.exported, has_store) {
            // Without a store nothing is collected, not even what this node exports itself.
            (true, false) => Selection::Listed(Vec::new()),
            (true, true) => Selection::Exported(type_name.clone(), asked),
            (false, _) => Selection::Query(type_name.clone(), asked),
        };
        if !matches!(what, Selection::Listed(_)) {
            self.catalog().watch(&type_name);
        }
        self.note(what, changes, place, None);
        let number = self.state().collectors.len() - 1;
        Ok(handle(number))
    }

    /// Registers resources to realize.
    pub(crate) fn realize(&mut self, keys: Vec<(Str, Str)>, place: Span) {
        self.note(Selection::Listed(keys), None, place, Some(place));
    }

    fn note(&mut self, what: Selection, changes: Option<Changes>, at: Span, place: Option<Span>) {
        let scope = self.scope;
        self.state().collectors.push(CollectorState {
            what,
            changes,
            found: Vec::new(),
            seen: FastSet::default(),
            progress: Progress::default(),
            alternative: Vec::new(),
            at,
            place,
            scope,
            has_asked: false,
        });
    }

    /// Runs all collectors. Returns whether any of them found something new.
    pub(crate) fn run_collectors(&mut self) -> Eval<bool> {
        let mut any = false;
        let count = self.state().collectors.len();
        for index in 0..count {
            let place = self.state().collectors.get(index).map(|collector| collector.at);
            self.count_steps_at(1, place)?;
            any |= self.run_collector(index)?;
        }
        Ok(any)
    }

    fn run_collector(&mut self, index: usize) -> Eval<bool> {
        let Some(place) = self.state().collectors.get(index).map(|collector| collector.at) else {
            return Ok(false);
        };
        let (mut new, looked_at) = self.new_matches(index);
        self.count_steps_at((looked_at / CANDIDATES_PER_STEP) as u64, Some(place))?;
        new.extend(self.collect_stored(index)?);
        if new.is_empty() {
            return Ok(false);
        }
        self.count_steps_at(new.len() as u64, Some(place))?;
        for id in &new {
            self.catalog().realize(*id, place);
        }
        let Some(collector) = self.state().collectors.get(index) else { return Ok(false) };
        let changes = collector.changes.clone();
        if let Some((params, origin, scope, place)) = changes {
            if let Some(origin) = self.state().origins.get_mut(origin.0) {
                origin.overrides_all = true;
            }
            // All resources that a collector finds are of one type.
            let first = new.first().and_then(|id| self.catalog().get(*id));
            let type_name = first.map(|resource| resource.type_name.clone()).unwrap_or_default();
            // Puppet treats the block as a resource declared in the collector's scope, so the resource defaults of that
            // scope apply as well.
            let running = std::mem::replace(&mut self.scope, scope);
            let mut all = params;
            for default in self.defaults_for(&type_name) {
                if !all.iter().any(|param| param.name == default.name) {
                    all.push(default);
                }
            }
            self.scope = running;
            let change = Override { params: all.into(), origin, place: Some(place) };
            for id in &new {
                self.merge(*id, &change)?;
            }
        }
        if let Some(collector) = self.state().collectors.get_mut(index) {
            collector.seen.extend(new.iter().copied());
            collector.found.extend(new);
        }
        Ok(true)
    }

    /// The resources that a collector matches now and has not found before, in the order of declaration; and how many resources
    /// were looked at.
    fn new_matches(&mut self, index: usize) -> (Vec<ResourceId>, usize) {
        let rules = &self.edition.types;
        let state = self.state();
        let Some(collector) = state.collectors.get_mut(index) else { return Default::default() };
        if let Selection::Listed(keys) = &mut collector.what {
            let keys = std::mem::take(keys);
            let (found, missing): (Vec<_>, Vec<_>) = keys
                .into_iter()
                .map(|key| (state.catalog.resource(&key), key))
                .partition(|(id, _)| id.is_some());
            let Some(collector) = state.collectors.get_mut(index) else { return Default::default() };
            collector.what = Selection::Listed(missing.into_iter().map(|(_, key)| key).collect());
            let new = found.into_iter().filter_map(|(id, _)| id);
            return (new.filter(|id| !collector.seen.contains(id)).collect(), 0);
        }
        let (Selection::Query(type_name, asked) | Selection::Exported(type_name, asked)) = &collector.what
        else {
            return Default::default();
        };
        let is_local = matches!(collector.what, Selection::Query(..));
        let wanted = SearchCriteria {
            type_name,
            title: asked.as_ref().and_then(EvaluatedQuery::title),
            tags: asked.as_ref().is_some_and(EvaluatedQuery::has_tags),
        };
        let candidates = state.catalog.candidates(&wanted, &mut collector.progress);
        let Some(collector) = state.collectors.get(index) else { return Default::default() };
        let (Selection::Query(_, asked) | Selection::Exported(_, asked)) = &collector.what else {
            return Default::default();
        };
        let accepted = |id: &ResourceId| {
            let wanted = is_local || state.catalog.get(*id).is_some_and(|resource| resource.exported);
            wanted && asked.as_ref().is_none_or(|asked| accepts(rules, &state.catalog, *id, asked))
        };
        let looked_at = candidates.len();
        let new = candidates.into_iter().filter(|id| !collector.seen.contains(id)).filter(accepted);
        (new.collect(), looked_at)
    }
}

/// The value of a collector expression. Only chains of arrows look inside it.
fn handle(number: usize) -> Value {
    let runtime = RuntimeType {
        runtime: Some("collector".into()),
        name: Some(number.to_string().into()),
        pattern: None,
    };
    Value::Type(Type::Runtime(Arc::new(runtime)))
}

/// The number of the collector that a value represents.
pub(crate) fn collector_of(value: &Value) -> Option<usize> {
    match value {
        Value::Type(Type::Runtime(runtime)) if runtime.runtime.as_deref() == Some("collector") => {
            runtime.name.as_deref()?.parse().ok()
        }
        _ => None,
    }
}
