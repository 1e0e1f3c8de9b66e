//! Explains why a resource is not in a catalog: where it would be declared, and why that code did not run.

mod declarations;

use std::collections::HashSet;

use bunraku_catalog::{Catalog, Resource};
use bunraku_diag::Source;

use super::{Reason, SourceLine, flow};
use declarations::{Declaration, Match, Owner, Target};

/// Why a resource is not in the catalog. `sources` are the manifests of the environment and its modules, which are
/// searched for code that would declare it.
pub fn missing(catalog: &Catalog, sources: &[Source], type_name: &str, title: &str) -> Vec<Reason> {
    let mut search = Search {
        catalog,
        sources,
        files: flow::Files::default(),
        reasons: Vec::new(),
        asked: HashSet::new(),
    };
    search.ask(&Target::new(type_name, title), 0);
    search.reasons
}

/// Chains are cut here: nobody reads on.
const MAX_DEPTH: usize = 16;

/// How many places with such code are shown.
const MAX_PLACES: usize = 20;

struct Search<'s> {
    catalog: &'s Catalog,
    sources: &'s [Source],
    files: flow::Files,
    reasons: Vec<Reason>,
    /// The references that have been explained.
    asked: HashSet<String>,
}

impl Search<'_> {
    fn add(&mut self, depth: usize, says: String, place: Option<SourceLine>) {
        self.reasons.push(Reason { depth, says, value: None, place, lookup: None });
    }

    fn ask(&mut self, target: &Target, depth: usize) {
        let reference = target.reference();
        if !self.asked.insert(reference.clone()) {
            return self.add(depth, format!("{reference} is not in the catalog, as above"), None);
        }
        if let Some(resource) = self.find(target).filter(|resource| resource.is_virtual) {
            let place = resource.place;
            let place =
                place.and_then(|place| self.catalog.source(place).map(|source| at(source, place.range)));
            self.add(
                depth,
                format!("{reference} is declared, but it is virtual and nothing realizes it"),
                place,
            );
            return self.collectors(target, depth + 1);
        }
        self.add(depth, format!("{reference} is not in the catalog"), None);
        if depth >= MAX_DEPTH {
            return;
        }
        let (sources, files) = (self.sources, &mut self.files);
        let mut found: Vec<(&Source, Declaration)> = sources
            .iter()
            .flat_map(|source| {
                declarations::of(files, source, target).into_iter().map(move |found| (source, found))
            })
            .collect();
        found.sort_by_key(|(_, declaration)| declaration.title);
        // A variable can result in any title: such code is of interest if it ran, and if nothing else is known.
        let best = found.first().map_or(Match::No, |(_, declaration)| declaration.title);
        found.retain(|(_, declaration)| {
            declaration.title != Match::Perhaps || best == Match::Perhaps && self.has_run(&declaration.owner)
        });
        if found.is_empty() {
            return self.nothing_declares(target, depth + 1);
        }
        for (source, declaration) in found.iter().take(MAX_PLACES) {
            self.declaration(source, declaration, target, depth + 1);
        }
        if found.len() > MAX_PLACES {
            self.add(depth + 1, format!("and {} more places", found.len() - MAX_PLACES), None);
        }
    }

    /// Explains why the code at a place did not declare it.
    fn declaration(&mut self, source: &Source, declaration: &Declaration, target: &Target, depth: usize) {
        let place = Some(at(source, declaration.range));
        let is_certain = declaration.title == Match::Yes;
        let verb = if is_certain { "would" } else { "might" };
        let conditions = self.files.conditions(source, declaration.range);
        self.add(depth, format!("{} {verb} declare it", named(&declaration.owner)), place);
        if self.did_not_run(&declaration.owner, depth + 1) {
            return;
        }
        if declaration.is_virtual {
            self.add(depth + 1, "but only as a virtual resource that nothing realizes".to_owned(), None);
            self.collectors(target, depth + 1);
        }
        for condition in &conditions {
            let place = Some(at(source, condition.range));
            self.add(depth + 1, format!("but only {}", condition.says), place);
        }
        match &declaration.owner {
            Owner::Function(name) => self.callers(name, depth + 1),
            _ if conditions.is_empty() && !declaration.is_virtual && is_certain => {
                self.add(depth + 1, "but that code did not run".to_owned(), None);
            }
            _ => {}
        }
    }

    /// Explains why the code of a definition did not run, if the catalog shows that it did not.
    fn did_not_run(&mut self, owner: &Owner, depth: usize) -> bool {
        if self.has_run(owner) {
            return false;
        }
        match owner {
            Owner::Class(name) => self.ask(&Target::new("Class", name), depth),
            Owner::Define(name) => {
                self.add(depth, format!("but the catalog contains no resource of type `{name}`"), None);
            }
            Owner::Node(_) => {
                self.add(depth, format!("but this node is {}", self.catalog.header().name), None);
            }
            Owner::Top | Owner::Function(_) => {}
        }
        true
    }

    /// Explains which code calls a function, and why that may not have run.
    fn callers(&mut self, function: &str, depth: usize) {
        if depth >= MAX_DEPTH || !self.asked.insert(format!("{function}()")) {
            return;
        }
        let (sources, files) = (self.sources, &mut self.files);
        let found: Vec<(&Source, declarations::Call)> = sources
            .iter()
            .flat_map(|source| {
                declarations::calls(files, source, function).into_iter().map(move |call| (source, call))
            })
            .take(MAX_PLACES)
            .collect();
        if found.is_empty() {
            self.add(depth, "but no manifest calls the function".to_owned(), None);
        }
        for (source, call) in found {
            self.add(depth, format!("{} calls it", named(&call.owner)), Some(at(source, call.range)));
            if self.did_not_run(&call.owner, depth + 1) {
                continue;
            }
            for condition in self.files.conditions(source, call.range) {
                let place = Some(at(source, condition.range));
                self.add(depth + 1, format!("but only {}", condition.says), place);
            }
            if let Owner::Function(name) = &call.owner {
                self.callers(name, depth + 1);
            }
        }
    }

    /// Adds collectors that could have realized it.
    fn collectors(&mut self, target: &Target, depth: usize) {
        let (sources, files) = (self.sources, &mut self.files);
        let found: Vec<(&Source, declarations::Collector)> = sources
            .iter()
            .flat_map(|source| {
                declarations::collectors(files, source, target).into_iter().map(move |found| (source, found))
            })
            .take(MAX_PLACES)
            .collect();
        if found.is_empty() {
            return self.add(
                depth,
                format!("no code collects resources of type {}", target.type_name()),
                None,
            );
        }
        for (source, collector) in found {
            self.add(
                depth,
                format!("`{}` does not match it, or did not run", collector.text),
                Some(at(source, collector.range)),
            );
        }
    }

    fn nothing_declares(&mut self, target: &Target, depth: usize) {
        let (sources, files) = (self.sources, &mut self.files);
        let definition = sources.iter().find_map(|source| {
            declarations::definition(files, source, target).map(|range| at(source, range))
        });
        match definition {
            Some(place) => {
                self.add(depth, "it is defined, but no code declares it by this name".to_owned(), Some(place))
            }
            None => self.add(depth, "no code declares it by this name".to_owned(), None),
        }
    }

    /// Whether the code of a definition ran at least once, according to the catalog.
    fn has_run(&self, owner: &Owner) -> bool {
        match owner {
            Owner::Top | Owner::Function(_) => true,
            Owner::Node(names) => self.is_node(names),
            Owner::Class(name) => self.catalog.find("Class", &bunraku_diag::capitalized(name)).is_some(),
            Owner::Define(name) => {
                let type_name = bunraku_diag::capitalized(name);
                self.catalog.resources().any(|resource| resource.type_name == type_name)
            }
        }
    }

    /// Whether a node definition is the one of this node: its name is among the classes of the catalog.
    fn is_node(&self, names: &str) -> bool {
        // The name of a regular expression consists of its letters.
        let class_name = |name: &str| match name.strip_prefix('/') {
            Some(pattern) => {
                let kept =
                    pattern.to_lowercase().replace(|c: char| !c.is_alphanumeric() && !"-_:.".contains(c), "");
                format!("__node_regexp__{}", kept.trim_start_matches('.'))
            }
            None => name.trim_matches(['\'', '"']).to_lowercase(),
        };
        let is_one_of = |class: &str| names.split(',').any(|name| class_name(name.trim()) == class);
        self.catalog.classes().any(is_one_of)
    }

    fn find(&self, target: &Target) -> Option<&Resource> {
        self.catalog.find(target.type_name(), target.title())
    }
}

fn named(owner: &Owner) -> String {
    match owner {
        Owner::Top => "the manifest".to_owned(),
        Owner::Node(names) => format!("the definition of node {names}"),
        Owner::Class(name) => format!("Class[{}]", bunraku_diag::capitalized(name)),
        Owner::Define(name) => format!("the defined type `{name}`"),
        Owner::Function(name) => format!("the function `{name}`"),
    }
}

fn at(source: &Source, range: bunraku_diag::TextRange) -> SourceLine {
    let position = source.position(range.start);
    SourceLine {
        file: source.name().to_owned(),
        line: position.line,
        column: Some(position.column),
        text: Some(source.line(position.line).trim_end().to_owned()),
    }
}
