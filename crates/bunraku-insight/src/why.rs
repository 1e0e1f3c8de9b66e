//! Explains why a resource is in a catalog, and why a parameter has its value.

mod calls;
mod classes;
mod flow;
mod html;
mod missing;
mod rendered;
mod show;
mod variables;

use std::collections::HashSet;

use bunraku_catalog::{Catalog, Cause, CauseId, Param, Resource};
use bunraku_diag::{FileId, Span, capitalized};
use bunraku_pcore::Value;

use classes::Kind;
use rendered::{Language, Rendered};

pub use html::to_html;
pub use missing::missing;
pub use show::{to_json, to_text};

/// One reason. The reasons for it follow it with a greater depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// How deeply it is nested below other reasons.
    pub depth: usize,
    /// The reason, as part of a sentence.
    pub says: String,
    /// The value at this point, as a program would write it.
    pub value: Option<String>,
    /// Where it was written.
    pub place: Option<SourceLine>,
    /// What was looked up in the data.
    pub lookup: Option<Lookup>,
}

/// Something that was looked up in the data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lookup {
    /// The key.
    pub key: String,
    /// The merge strategy given in the call; `None` if that of the data counts.
    pub merge: Option<String>,
    /// Whether what it finds must not be shown.
    pub is_secret: bool,
}

/// What is shown instead of a value, or a line of data, that must not be.
pub const REDACTED: &str = "Sensitive [value redacted]";

/// A line of a file, as people look for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// The file.
    pub file: String,
    /// The line, starting from one.
    pub line: u32,
    /// The column, starting from one; `None` for data files.
    pub column: Option<u32>,
    /// The content of the line, if the catalog has it.
    pub text: Option<String>,
}

/// What declared a resource, where, and under which conditions, up to the top.
pub fn resource(catalog: &Catalog, resource: &Resource) -> Vec<Reason> {
    let mut question = Question::new(catalog);
    question.declaration(resource, 0);
    question.reasons
}

/// What set a parameter, and from what that was computed. `read` returns the content of a template, so that its
/// variables can be explained as well.
pub fn parameter(
    catalog: &Catalog,
    resource: &Resource,
    param: &Param,
    read: &dyn Fn(&str) -> Option<String>,
) -> Vec<Reason> {
    let mut question = Question { read, ..Question::new(catalog) };
    question.parameter(resource, param, 0);
    question.reasons
}

/// Why a parameter that nothing sets has a value in the catalog: the title supplies it.
pub fn supplied(catalog: &Catalog, resource: &Resource, name: &str) -> Option<Vec<Reason>> {
    let shown = catalog.shown_parameters(resource);
    let (_, value) = shown.iter().find(|(shown, _)| shown == name)?;
    let mut question = Question::new(catalog);
    let says = format!("{} {name}", resource.reference());
    let value = question.shown(value);
    question.add(0, says, Some(value), None);
    question.title(resource, 1);
    Some(question.reasons)
}

/// Chains are cut off here: no person reads on.
const MAX_DEPTH: usize = 24;

/// A question that is being answered.
struct Question<'c> {
    catalog: &'c Catalog,
    files: flow::Files,
    reasons: Vec<Reason>,
    /// The parameters and assignments that have been explained: the second time, a reference suffices.
    explained: HashSet<(FileId, u32)>,
    parameters: HashSet<(String, String)>,
    /// Whether the parameter that is being explained is sensitive.
    is_secret: bool,
    /// Returns the content of a template.
    read: &'c dyn Fn(&str) -> Option<String>,
}

impl<'c> Question<'c> {
    fn new(catalog: &'c Catalog) -> Question<'c> {
        Question {
            catalog,
            files: flow::Files::default(),
            reasons: Vec::new(),
            explained: HashSet::new(),
            parameters: HashSet::new(),
            is_secret: false,
            read: &|_| None,
        }
    }

    fn add(
        &mut self,
        depth: usize,
        says: impl Into<String>,
        value: Option<String>,
        place: Option<SourceLine>,
    ) {
        self.reasons.push(Reason { depth, says: says.into(), value, place, lookup: None });
    }

    fn declaration(&mut self, resource: &'c Resource, depth: usize) {
        let mut at = resource;
        let mut depth = depth;
        loop {
            let place = at.declared_at.or(at.place);
            let owner = at
                .declared_by
                .and_then(|id| self.catalog.resource(id))
                .filter(|owner| !std::ptr::eq(*owner, at));
            let says = match owner {
                Some(owner) => format!("{} is declared by {}", at.reference(), owner.reference()),
                None => format!("{} is declared", at.reference()),
            };
            self.add(depth, says, None, place.and_then(|place| self.place(place)));
            if let Some(place) = place {
                self.title_parts(place, owner, depth + 1);
                self.conditions(place, owner, depth + 1);
            }
            if let Some(place) = at.realized_at {
                self.add(depth + 1, "virtual, and realized here", None, self.place(place));
                let collecting = self.owner_at(place, at);
                self.conditions(place, collecting, depth + 2);
            }
            let Some(owner) = owner.filter(|_| depth < MAX_DEPTH) else { return };
            at = owner;
            depth += 1;
        }
    }

    fn parameter(&mut self, resource: &'c Resource, param: &Param, depth: usize) {
        let name = format!("{} {}", resource.reference(), param.name);
        let is_secret =
            matches!(param.value, Value::Sensitive(_)) || resource.sensitive.contains(&param.name);
        let value = (!is_secret).then(|| self.shown(&param.value));
        if !self.parameters.insert((resource.reference(), param.name.to_string())) {
            return self.add(depth, format!("{name}, as above"), value, None);
        }
        let value = value.or_else(|| Some(REDACTED.to_owned()));
        self.add(depth, name, value, None);
        let outer = std::mem::replace(&mut self.is_secret, is_secret);
        self.cause(resource, param, param.cause, depth + 1);
        self.is_secret = outer;
    }

    fn cause(&mut self, resource: &'c Resource, param: &Param, cause: CauseId, depth: usize) {
        let Some(cause) = self.catalog.cause_of(cause).filter(|_| depth < MAX_DEPTH) else { return };
        match cause {
            Cause::Attribute(place) => self.written("set by an attribute", *place, resource, depth),
            Cause::Default(place) => {
                // The default of a class or defined type is evaluated in its own scope.
                let says = format!("the default of parameter `${}`", param.name);
                self.add(depth, says, None, self.place(*place));
                self.computed_in(*place, Some(resource), depth + 1);
            }
            Cause::ResourceDefault(place) => {
                let says = format!("set by the resource defaults for {}", resource.type_name);
                self.written(&says, *place, resource, depth);
            }
            Cause::Override { place, .. } => self.written("set by an override", *place, resource, depth),
            Cause::Collector { place, collector, .. } => {
                self.written("set by a collector", *place, resource, depth);
                self.add(depth + 1, "the collector", None, self.place(*collector));
            }
            Cause::Arrows { places, .. } => {
                for place in places {
                    self.add(depth, "added by an arrow", None, self.place(*place));
                    let owner = self.owner_at(*place, resource);
                    self.conditions(*place, owner, depth + 1);
                }
            }
            Cause::Call { place, .. } => self.written("added by a call", *place, resource, depth),
            Cause::Foreign { place, .. } => {
                self.written("changed by Ruby code called", *place, resource, depth)
            }
            Cause::Exported { collector, certname } => {
                let says = format!("exported by node {certname}");
                self.add(depth, says, None, None);
                self.add(depth + 1, "collected here", None, self.place(*collector));
            }
            Cause::Assigned(place) => {
                self.add(depth, "set by the node classifier", None, self.place(*place));
            }
            Cause::Data { key, hits } => {
                self.reasons.push(Reason {
                    depth,
                    says: format!("looked up in Hiera as `{key}`"),
                    value: None,
                    place: None,
                    lookup: Some(Lookup { key: key.to_string(), merge: None, is_secret: self.is_secret }),
                });
                for hit in hits {
                    let says = format!("found in layer {}, level `{}`", hit.layer, hit.level);
                    let place = hit.file.as_ref().map(|file| SourceLine {
                        file: file.display().to_string(),
                        line: hit.line.unwrap_or(1),
                        column: None,
                        text: self.is_secret.then(|| REDACTED.to_owned()),
                    });
                    self.add(depth + 1, says, None, place);
                }
            }
            Cause::Flow { from, cause } => {
                let Some(from) = self.catalog.resource(*from) else { return };
                self.add(
                    depth,
                    format!("inherited from {}, which contains it", from.reference()),
                    None,
                    None,
                );
                self.cause(from, param, *cause, depth + 1);
            }
            Cause::Stage(outer) => {
                let Some(outer) = self.catalog.resource(*outer) else { return };
                self.add(depth, format!("the stage of {}", outer.reference()), None, None);
                if let Some(stage) = outer.param("stage") {
                    self.cause(outer, stage, stage.cause, depth + 1);
                }
            }
            _ => self.add(depth, "for an unknown reason", None, None),
        }
        if let Some(replaced) = cause.replaced() {
            let value = (!self.is_secret).then(|| self.shown(&replaced.value));
            self.add(depth, "instead of", value, None);
            self.cause(resource, param, replaced.cause, depth + 1);
        }
    }

    /// Adds something written at a place, with its conditions, and what it was computed from.
    fn written(&mut self, says: &str, place: Span, resource: &'c Resource, depth: usize) {
        self.add(depth, says, None, self.place(place));
        let owner = self.owner_at(place, resource);
        self.conditions(place, owner, depth + 1);
        self.computed_in(place, owner, depth + 1);
    }

    /// The class or the instance of a defined type whose code declared a resource.
    fn owner(&self, resource: &Resource) -> Option<&'c Resource> {
        self.catalog.resource(resource.declared_by?)
    }

    /// The class or the instance of a defined type whose code is at a place and changes a resource, which other code may
    /// have declared.
    fn owner_at(&mut self, place: Span, resource: &Resource) -> Option<&'c Resource> {
        let declarer = self.owner(resource);
        let Some(source) = self.catalog.source(place) else { return declarer };
        let Some(definition) = self.files.definition(source, place.range, "") else { return declarer };
        match definition.kind {
            Kind::Class => self.catalog.find("Class", &capitalized(&definition.name)),
            Kind::Define => {
                let is_it = |found: &&Resource| found.type_name.eq_ignore_ascii_case(&definition.name);
                let around = std::iter::successors(declarer, |inner| {
                    self.owner(inner).filter(|outer| !std::ptr::eq(*outer, *inner))
                });
                let mut all = self.catalog.resources().filter(is_it);
                let only = all.next().filter(|_| all.next().is_none());
                around.take(MAX_DEPTH).find(is_it).or(only)
            }
            Kind::Function => None,
        }
    }

    /// The conditions around a place, the innermost first, each with what it was computed from.
    fn conditions(&mut self, place: Span, owner: Option<&'c Resource>, depth: usize) {
        let Some(source) = self.catalog.source(place) else { return };
        for condition in self.files.conditions(source, place.range) {
            let place = source.span(condition.range);
            self.add(depth, format!("only {}", condition.says), None, self.place(place));
            if self.explained.insert((source.id(), condition.computed.start)) && depth < MAX_DEPTH {
                self.computed_in(source.span(condition.computed), owner, depth + 1);
            }
        }
    }

    /// Adds the variables in the code at a place; `owner` is the class or defined type that contains it.
    fn computed_in(&mut self, place: Span, owner: Option<&'c Resource>, depth: usize) {
        if depth >= MAX_DEPTH {
            return;
        }
        let Some(source) = self.catalog.source(place) else { return };
        for rendered in self.files.rendered(source, place.range) {
            let (inside, depth) = match rendered {
                Rendered::File { folder, name } => {
                    let file = self.module_file(folder, &name);
                    let text = file.as_deref().filter(|_| folder == "templates").and_then(self.read);
                    let shown = file.map(|file| SourceLine { file, line: 1, column: None, text: None });
                    self.add(depth, format!("from the file `{name}`"), None, shown);
                    let language = Language::of(&name);
                    (text.map(|text| rendered::variables(language, &text, place.range)), depth + 1)
                }
                Rendered::Inline { language, text } => {
                    (Some(rendered::variables(language, &text, place.range)), depth)
                }
            };
            for used in inside.unwrap_or_default() {
                self.used(source, &used, owner, depth);
            }
        }
        self.calls(source, place.range, depth);
        for used in self.files.uses(source, place.range) {
            self.used(source, &used, owner, depth);
        }
    }

    /// The path of `module/name` in a folder of the module, derived from another file of that module.
    fn module_file(&self, folder: &str, name: &str) -> Option<String> {
        let (module, rest) = name.split_once('/')?;
        let inside = format!("/{module}/manifests/");
        self.catalog.sources().iter().find_map(|source| {
            let (modules, _) = source.name().split_once(&inside)?;
            Some(format!("{modules}/{module}/{folder}/{rest}"))
        })
    }

    fn place(&self, place: Span) -> Option<SourceLine> {
        let source = self.catalog.source(place)?;
        let position = source.position(place.range.start);
        Some(SourceLine {
            file: source.name().to_owned(),
            line: position.line,
            column: Some(position.column),
            text: Some(source.line(position.line).trim_end().to_owned()),
        })
    }

    fn shown(&self, value: &Value) -> String {
        show::value(self.catalog.header().rules, value)
    }
}
