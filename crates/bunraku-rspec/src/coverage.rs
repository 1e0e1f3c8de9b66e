//! The coverage of a module by its suite: resources, lines, branches and conditions.

mod cobertura;
mod html;
mod lcov;
mod text;

use std::{collections::BTreeMap, path::Path};

use bunraku::{
    Program,
    analysis::Analysis,
    catalog::{Catalog, Resource},
    coverage::{FileCoverage, measure, measure_erb},
    diag::Source,
    edition::PUPPET8,
    eval::{Coverage, Ran},
    syntax::SourceKind,
    world::{FileKind, paths_below},
};

use crate::Suite;

pub use cobertura::cobertura;
pub use html::html;
pub use lcov::lcov;
pub use text::text;

/// What a suite has covered so far.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    code: Coverage,
    /// Resources declared by the module, and whether an example tested each.
    resources: BTreeMap<String, bool>,
}

/// The coverage of a module by its suite.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Report {
    /// The manifests, functions and templates of the module, by relative path.
    pub files: Vec<MeasuredFile>,
    /// The resources that code of the module declared in a catalog, and whether an example tested each.
    pub resources: BTreeMap<String, bool>,
}

/// A file of the module.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MeasuredFile {
    /// The path relative to the module.
    pub path: String,
    /// Its text.
    pub text: String,
    /// What ran of it.
    pub coverage: FileCoverage,
}

impl Report {
    /// The number of lines that ran, and the total.
    pub fn lines(&self) -> (usize, usize) {
        sum(self.files.iter().map(|file| file.coverage.line_count()))
    }

    /// The number of branches that ran, and the total.
    pub fn branches(&self) -> (usize, usize) {
        sum(self.files.iter().map(|file| file.coverage.branch_count()))
    }

    /// The number of ways that conditions turned out, and the total.
    pub fn conditions(&self) -> (usize, usize) {
        sum(self.files.iter().map(|file| file.coverage.condition_count()))
    }

    /// The number of resources that were tested, and the total.
    pub fn touched(&self) -> (usize, usize) {
        (self.resources.values().filter(|touched| **touched).count(), self.resources.len())
    }
}

fn sum(counts: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    counts.fold((0, 0), |(ran, all), (more_ran, more)| (ran + more_ran, all + more))
}

/// The percentage; nothing of nothing is 100.
pub(crate) fn percent((some, all): (usize, usize)) -> f64 {
    if all == 0 { 100.0 } else { some as f64 * 100.0 / all as f64 }
}

impl Reached {
    /// Adds the code of a compilation, and the resources of its catalog.
    pub(crate) fn add(&mut self, suite: &Suite, code: Option<Coverage>, catalog: Option<&Catalog>) {
        self.code.merge(code.unwrap_or_default());
        let Some(catalog) = catalog else { return };
        for resource in catalog.resources().filter(|resource| is_of_module(suite, catalog, resource)) {
            self.resources.entry(resource.reference()).or_default();
        }
    }

    /// Records that an example tested a resource.
    pub(crate) fn touch(&mut self, resource: &Resource) {
        if let Some(touched) = self.resources.get_mut(&resource.reference()) {
            *touched = true;
        }
    }

    /// The report for the module of a suite.
    pub(crate) fn report(&self, suite: &Suite) -> Report {
        let mut files = Vec::new();
        for (folder, ending, kind) in [
            ("manifests", ".pp", Some(SourceKind::Manifest)),
            ("functions", ".pp", Some(SourceKind::Manifest)),
            ("templates", ".epp", Some(SourceKind::Template)),
            ("templates", ".erb", None),
        ] {
            let paths = paths_below(&*suite.world, &suite.root.join(folder), ending);
            files.extend(paths.iter().filter_map(|path| self.file(suite, path, kind)));
        }
        Report { files, resources: self.resources.clone() }
    }

    /// A file in Puppet's language, or a template in ERB.
    fn file(&self, suite: &Suite, path: &Path, kind: Option<SourceKind>) -> Option<MeasuredFile> {
        let bytes = suite.world.read(path, FileKind::Manifest).ok()?;
        let relative = suite.in_module(path)?;
        let mut ran = Ran::default();
        for (source, part) in self.code.files() {
            if suite.in_module(Path::new(source.name())).as_deref() == Some(relative.as_str()) {
                ran.merge(part);
            }
        }
        let name = path.display().to_string();
        let (text, coverage) = match kind {
            Some(kind) => {
                let language = Program::new(&PUPPET8).language();
                let analysis = Analysis::of_bytes(&name, &bytes, kind, None, &language);
                (analysis.source.text().to_owned(), measure(&analysis, &ran))
            }
            None => {
                let text = String::from_utf8(bytes).ok()?;
                let coverage = measure_erb(&Source::new(name, text.as_str()), &ran);
                (text, coverage)
            }
        };
        Some(MeasuredFile { path: relative, text, coverage })
    }
}

fn is_of_module(suite: &Suite, catalog: &Catalog, resource: &Resource) -> bool {
    // A class belongs to the file that defines it; it is the spec itself that includes it.
    let class = resource.title.to_lowercase();
    if resource.type_name == "Class" {
        return class.split("::").next() == Some(suite.name.as_str());
    }
    let source = resource.place.and_then(|place| catalog.source(place));
    source.is_some_and(|source| suite.in_module(Path::new(source.name())).is_some())
}
