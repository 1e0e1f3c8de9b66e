//! Collectors and `realize`: which resources they find, and what they change.

use bunraku_diag::{Diagnostic, Severity, TextRange, codes};
use bunraku_eval::{Eval, LogEntry, ScopeId};
use bunraku_intern::{FastMap, FastSet};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Type, Value, types::RuntimeType};
use std::sync::Arc;

use crate::{
    compiler::{Compiler, CompilerState},
    overrides::Override,
    query::{Asked, accepts},
    resource::{OriginId, Param, Place, ResourceId},
    types::{absolute, capitalized},
};

/// A collector or a call of `realize`.
pub(crate) struct CollectorState {
    pub(crate) what: What,
    /// The attributes it sets, with whose right and from which scope.
    pub(crate) changes: Option<(Vec<Param>, OriginId, ScopeId, Place)>,
    /// What it has found, in order.
    pub(crate) found: Vec<ResourceId>,
    /// The same, to find out whether one is among them.
    pub(crate) seen: FastSet<ResourceId>,
    /// How far it has looked.
    progress: Progress,
    /// What stands for it in a chain of arrows if it finds nothing: what is left of it.
    pub(crate) alternative: Vec<Value>,
    /// Where a call of `realize` stands.
    pub(crate) place: Option<Place>,
}

/// How far a collector has looked. A round looks only at what is new or has changed since: looking at all resources in
/// each round would be quadratic.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The resources of its type that had been declared.
    declared: usize,
    /// The changes to resources of its type.
    changed: usize,
    /// The changes to tags.
    tags: usize,
}

/// Resources of a type by their titles in lower case, as far as they have been noted.
#[derive(Default)]
pub(crate) struct Titles {
    noted: usize,
    resources: FastMap<Str, Vec<ResourceId>>,
}

/// What is looked for.
pub(crate) enum What {
    /// Resources of a type that a query accepts.
    Query(Str, Option<Asked>),
    /// These, as far as they have not been found yet.
    Listed(Vec<(Str, Str)>),
}

impl Compiler<'_> {
    /// Notes a collector.
    pub(crate) fn collect(&mut self, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let Some(collector) = body.collectors.get(index as usize) else { return Ok(Value::Undef) };
        let lower = collector.ty.to_lowercase();
        if lower == "class" {
            return Err(self.error(codes::INVALID_COLLECTOR, body, range, "classes cannot be collected"));
        }
        if !self.is_resource_type(&lower)? {
            return Err(self.unknown_resource_type(body, range, &lower));
        }
        let mut params = Vec::new();
        for attribute in &collector.attributes {
            self.attribute(body, attribute, &mut params)?;
        }
        let asked = match &collector.query {
            Some(query) => Some(self.ask(body, range, query)?),
            None => None,
        };
        if collector.exported {
            let span = self.span(body, range);
            let message = "collecting exported resources needs a store, and there is none";
            let warning =
                Diagnostic { severity: Severity::Warning, ..Diagnostic::error(codes::NO_STORE, message) };
            self.log.push(LogEntry::Diagnostic(warning.at(span, "finds nothing")));
        }
        let place = self.place(body, range);
        let origin = self.running_origin();
        let scope = self.scope;
        let changes = (!params.is_empty()).then_some((params, origin, scope, place));
        let what = match collector.exported {
            // Without a store nothing is collected, not even what this node exports itself.
            true => What::Listed(Vec::new()),
            false => What::Query(Str::from(capitalized(absolute(&lower))), asked),
        };
        self.state().collectors.push(CollectorState {
            what,
            changes,
            found: Vec::new(),
            seen: FastSet::default(),
            progress: Progress::default(),
            alternative: Vec::new(),
            place: None,
        });
        if let Some(What::Query(type_name, _)) =
            self.state().collectors.last().map(|collector| &collector.what)
        {
            let type_name = type_name.clone();
            self.state().changed.entry(type_name).or_default();
        }
        let number = self.state().collectors.len() - 1;
        Ok(handle(number))
    }

    /// Notes resources to realize.
    pub(crate) fn realize(&mut self, keys: Vec<(Str, Str)>, place: Place) {
        let what = What::Listed(keys);
        self.state().collectors.push(CollectorState {
            what,
            changes: None,
            found: Vec::new(),
            seen: FastSet::default(),
            progress: Progress::default(),
            alternative: Vec::new(),
            place: Some(place),
        });
    }

    /// Runs all collectors; whether one of them found something new.
    pub(crate) fn run_collectors(&mut self) -> Eval<bool> {
        let mut any = false;
        let count = self.state().collectors.len();
        for index in 0..count {
            any |= self.run_collector(index)?;
        }
        Ok(any)
    }

    fn run_collector(&mut self, index: usize) -> Eval<bool> {
        let new = self.new_matches(index);
        if new.is_empty() {
            return Ok(false);
        }
        for id in &new {
            if let Some(resource) = self.state().get_mut(*id) {
                resource.is_virtual = false;
            }
        }
        let Some(collector) = self.state().collectors.get(index) else { return Ok(false) };
        let changes = collector.changes.clone();
        if let Some((params, origin, scope, place)) = changes {
            if let Some(origin) = self.state().origins.get_mut(origin.0) {
                origin.overrides_all = true;
            }
            for id in &new {
                let Some(resource) = self.state().get(*id) else { continue };
                let type_name = resource.type_name.clone();
                // The block acts as a resource declared in the collector's scope: the defaults there come with it.
                let running = std::mem::replace(&mut self.scope, scope);
                let defaults = self.defaults_for(&type_name);
                self.scope = running;
                let mut all = params.clone();
                for default in defaults {
                    if !all.iter().any(|param| param.name == default.name) {
                        all.push(default);
                    }
                }
                let change = Override { params: all, origin, place: Some(place.clone()) };
                self.merge(*id, change)?;
            }
        }
        if let Some(collector) = self.state().collectors.get_mut(index) {
            collector.seen.extend(new.iter().copied());
            collector.found.extend(new);
        }
        Ok(true)
    }

    /// What a collector finds now and has not found before, in the order of declaration.
    fn new_matches(&mut self, index: usize) -> Vec<ResourceId> {
        let rules = &self.edition.types;
        let state = self.state();
        let Some(collector) = state.collectors.get_mut(index) else { return Vec::new() };
        if let What::Listed(keys) = &mut collector.what {
            let keys = std::mem::take(keys);
            let (found, missing): (Vec<_>, Vec<_>) =
                keys.into_iter().map(|key| (state.resource(&key), key)).partition(|(id, _)| id.is_some());
            let Some(collector) = state.collectors.get_mut(index) else { return Vec::new() };
            collector.what = What::Listed(missing.into_iter().map(|(_, key)| key).collect());
            let new = found.into_iter().filter_map(|(id, _)| id);
            return new.filter(|id| !collector.seen.contains(id)).collect();
        }
        let candidates = state.candidates(index);
        let Some(collector) = state.collectors.get(index) else { return Vec::new() };
        let What::Query(_, asked) = &collector.what else { return Vec::new() };
        let accepted = |id: &ResourceId| asked.as_ref().is_none_or(|asked| accepts(rules, state, *id, asked));
        candidates.into_iter().filter(|id| !collector.seen.contains(id)).filter(accepted).collect()
    }
}

impl CompilerState {
    /// The resources that a collector has to look at now, in the order of declaration.
    fn candidates(&mut self, index: usize) -> Vec<ResourceId> {
        let Some(collector) = self.collectors.get_mut(index) else { return Vec::new() };
        let What::Query(type_name, asked) = &collector.what else { return Vec::new() };
        let Some(declared) = self.by_type.get(type_name) else { return Vec::new() };
        if let Some(title) = asked.as_ref().and_then(Asked::title) {
            let titles = self.by_title.entry(type_name.clone()).or_default();
            for id in declared.get(titles.noted..).unwrap_or_default() {
                if let Some(resource) = self.resources.get(id.0) {
                    titles.resources.entry(resource.title.to_ascii_lowercase()).or_default().push(*id);
                }
            }
            titles.noted = declared.len();
            return titles.resources.get(&title).cloned().unwrap_or_default();
        }
        let changed = self.changed.get(type_name).map_or(&[][..], Vec::as_slice);
        let now = Progress { declared: declared.len(), changed: changed.len(), tags: self.tag_changes };
        let before = std::mem::replace(&mut collector.progress, now);
        if before.tags != now.tags && asked.as_ref().is_some_and(Asked::has_tags) {
            return declared.clone();
        }
        let mut candidates = declared.get(before.declared..).unwrap_or_default().to_vec();
        let changed = changed.get(before.changed..).unwrap_or_default();
        if !changed.is_empty() {
            candidates.extend(changed);
            candidates.sort_unstable();
            candidates.dedup();
        }
        candidates
    }
}

/// A collector as a value: only chains of arrows look into it.
fn handle(number: usize) -> Value {
    let runtime = RuntimeType {
        runtime: Some("collector".into()),
        name: Some(number.to_string().into()),
        pattern: None,
    };
    Value::Type(Type::Runtime(Arc::new(runtime)))
}

/// The collector that a value is.
pub(crate) fn collector_of(value: &Value) -> Option<usize> {
    match value {
        Value::Type(Type::Runtime(runtime)) if runtime.runtime.as_deref() == Some("collector") => {
            runtime.name.as_deref()?.parse().ok()
        }
        _ => None,
    }
}
