//! Reduces an environment to a small program that still shows a difference.
//!
//! Files, then lines of code and data, then parts of manifests and facts are removed for as long as both compilers still
//! differ in the same value. An attempt takes milliseconds here but seconds with Puppet, so Puppet only runs if the
//! resource still has the parameter in our catalog.

mod inside;
mod shrink;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, codes};
use bunraku::formats::json::to_json;
use bunraku::insight::diff::{Change, ChangeKind, Home};
use bunraku::insight::verify;
use bunraku::pcore::{Hash, Value};
use bunraku::world::FileKind;

use self::inside::Edit;
use self::shrink::shrink;
use super::puppet::Puppet;
use crate::args::{Compile, Verify};
use crate::commands::compile;
use crate::facts;
use crate::files::{MOST_ENTRIES, reason, text_of};
use crate::report::{Refusal, Reporter};
use crate::scratch::Scratch;
use crate::site::SiteArgs;

/// The time limit of a reduction.
const MOST_TIME: Duration = Duration::from_secs(600);

/// Files that are never part of a program that is passed on.
const SECRET: [&str; 5] = ["pem", "key", "eyaml", "p12", "crt"];

/// The remaining parts of an environment.
#[derive(Clone, Default)]
struct Pieces {
    files: BTreeMap<PathBuf, Vec<String>>,
    facts: Vec<(Value, Value)>,
}

impl Pieces {
    /// The number of lines of code and data that are not empty.
    fn lines(&self) -> usize {
        let is_program =
            |path: &PathBuf| !path.ends_with("environment.conf") && !path.ends_with("metadata.json");
        self.files.iter().filter(|(path, _)| is_program(path)).map(|(_, lines)| filled(lines)).sum()
    }
}

fn filled(lines: &[String]) -> usize {
    lines.iter().filter(|line| !line.trim().is_empty()).count()
}

/// Writes the smallest program that shows a difference of a node to a folder, and describes it.
pub fn cut(
    program: &Path,
    args: &Verify,
    (node, change): (&str, &Change),
    to: &Path,
    reporter: &mut Reporter,
) -> Result<String, Refusal> {
    let site = args.site.or_current();
    let environment = site.environment.clone().unwrap_or_else(|| PathBuf::from("."));
    let shared = args.conditions.node_facts()?;
    let nodes = facts::nodes(&args.nodes_from, args.site.confdir.as_deref())?;
    let mut facts = None;
    for listed in &nodes {
        let (name, found) = listed.resolve(&shared)?;
        if name == node {
            facts = Some(found.values);
        }
    }
    let facts = facts.unwrap_or_default();
    let mut pieces = Pieces {
        facts: facts.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        ..Pieces::default()
    };
    read(&environment, Path::new(""), 0, &mut pieces.files);
    let scratch = Scratch::new("cut").map_err(|error| cannot("create a temporary folder", &error))?;
    let mut cutter = Cutter {
        program,
        args,
        node,
        change,
        folder: scratch.path().join("env"),
        reporter,
        until: Instant::now() + MOST_TIME,
    };
    if !cutter.differs(&pieces) {
        let message = format!("a copy of the environment does not show the difference of `{node}`");
        return Err(Diagnostic::error(codes::WRONG_USE, message).into());
    }
    cutter.leave_out_folders(&mut pieces);
    cutter.begin_inside(&mut pieces);
    cutter.leave_out_files(&mut pieces);
    let mut before = usize::MAX;
    while pieces.lines() < before {
        before = pieces.lines();
        cutter.leave_out_lines(&mut pieces);
        cutter.leave_out_files(&mut pieces);
    }
    cutter.leave_out_facts(&mut pieces);
    cutter.simplify(&mut pieces);
    cutter.leave_out_files(&mut pieces);
    cutter.leave_out_facts(&mut pieces);
    write(to, &pieces, node)?;
    let lines = pieces.lines();
    Ok(format!(
        "{lines} lines of code and data and {} facts show that {}\n\
         they are in `{}`; check them for secrets before you share them\n",
        pieces.facts.len(),
        change.summary(),
        to.display()
    ))
}

struct Cutter<'a> {
    program: &'a Path,
    args: &'a Verify,
    node: &'a str,
    change: &'a Change,
    folder: PathBuf,
    reporter: &'a mut Reporter,
    until: Instant,
}

impl Cutter<'_> {
    /// Whether the remaining parts still show the difference.
    fn differs(&mut self, pieces: &Pieces) -> bool {
        if Instant::now() > self.until {
            return false;
        }
        let _ = fs::remove_dir_all(&self.folder);
        let Ok(()) = write(&self.folder, pieces, self.node) else { return false };
        let Some(catalog) = self.compiled() else { return false };
        if !self.may_differ(&catalog) {
            return false;
        }
        let facts: Hash = pieces.facts.iter().cloned().collect();
        let puppet = Puppet::prepare(self.program, self.args, &self.folder);
        let answer = puppet.and_then(|puppet| puppet.catalog(self.node, &facts));
        let Ok(Ok(recorded)) = answer else { return false };
        let home = Home { folder: self.folder.display().to_string(), copy_of: None };
        let verdict = verify::verify(&recorded, &catalog, &home);
        verdict.is_ok_and(|verdict| verdict.changes.iter().any(|change| is_same(change, self.change)))
    }

    /// Whether our catalog has what differs: the resource, and the parameter if we set it.
    fn may_differ(&self, catalog: &Catalog) -> bool {
        let found = catalog.resources().find(|resource| resource.reference() == self.change.resource);
        match (&self.change.what, found) {
            (ChangeKind::Removed, found) => found.is_none(),
            (ChangeKind::Parameter { name, new: Some(_), .. }, Some(resource)) => {
                catalog.shown_parameters(resource).iter().any(|(shown, _)| shown == name)
            }
            (_, found) => found.is_some(),
        }
    }

    /// Our catalog for the remaining parts. Its diagnostics do not matter.
    fn compiled(&mut self) -> Option<Catalog> {
        let site = SiteArgs { environment: Some(self.folder.clone()), ..self.args.site.clone() };
        let args = Compile::new(site, self.args.conditions.clone());
        let compilation = compile::prepare(&args, self.reporter).ok()?;
        let shared = args.conditions.node_facts().ok()?;
        let nodes = facts::nodes(&self.folder.join("facts"), None).ok()?;
        let named = compile::named(&nodes, &shared);
        let (_, _, mut outcome) = compile::compile(&compilation, named.first()?, &shared).ok()?;
        outcome.catalog.take().filter(|_| outcome.error().is_none())
    }

    /// Replaces the site's manifests by the class that declares the resource, or by one that leads to it.
    fn begin_inside(&mut self, pieces: &mut Pieces) {
        let _ = fs::remove_dir_all(&self.folder);
        let Ok(()) = write(&self.folder, pieces, self.node) else { return };
        let Some(catalog) = self.compiled() else { return };
        let found = catalog.resources().find(|resource| resource.reference() == self.change.resource);
        let classes: Vec<String> = found
            .into_iter()
            .flat_map(|resource| catalog.declared_by(resource))
            .filter(|resource| &*resource.type_name == "Class" && &*resource.title != "main")
            .map(|class| class.title.to_lowercase().to_string())
            .collect();
        for class in classes {
            let mut tried = pieces.clone();
            tried.files.retain(|path, _| !path.starts_with("manifests"));
            tried.files.insert(PathBuf::from("manifests/site.pp"), vec![format!("include {class}")]);
            if self.differs(&tried) {
                *pieces = tried;
                return;
            }
        }
    }

    /// Removes whole modules and other folders, so that few files have to be tried one by one.
    fn leave_out_folders(&mut self, pieces: &mut Pieces) {
        let folder = |path: &Path| -> PathBuf { path.components().take(2).collect() };
        let folders: BTreeSet<PathBuf> = pieces.files.keys().map(|path| folder(path)).collect();
        let folders: Vec<PathBuf> = folders.into_iter().collect();
        let all = pieces.clone();
        let with = |folders: &[PathBuf]| {
            let files = all.files.iter().filter(|(path, _)| folders.contains(&folder(path)));
            let files = files.map(|(path, lines)| (path.clone(), lines.clone()));
            Pieces { files: files.collect(), facts: all.facts.clone() }
        };
        let kept = shrink(&folders, |folders| self.differs(&with(folders)));
        *pieces = with(&kept);
    }

    fn leave_out_files(&mut self, pieces: &mut Pieces) {
        let paths: Vec<PathBuf> = pieces.files.keys().cloned().collect();
        let all = pieces.clone();
        let with = |paths: &[PathBuf]| {
            let files = paths.iter().filter_map(|path| Some((path.clone(), all.files.get(path)?.clone())));
            Pieces { files: files.collect(), facts: all.facts.clone() }
        };
        let kept = shrink(&paths, |paths| self.differs(&with(paths)));
        *pieces = with(&kept);
    }

    fn leave_out_lines(&mut self, pieces: &mut Pieces) {
        let paths: Vec<PathBuf> = pieces.files.keys().cloned().collect();
        for path in paths {
            let Some(lines) = pieces.files.get(&path).cloned() else { continue };
            let mut all = pieces.clone();
            let kept = shrink(&lines, |lines| {
                all.files.insert(path.clone(), lines.to_vec());
                self.differs(&all)
            });
            let kept = self.unwrapped(pieces, &path, kept);
            pieces.files.insert(path, kept);
        }
    }

    /// Removes the lines around others: the start and the end of a block.
    fn unwrapped(&mut self, pieces: &Pieces, path: &Path, mut lines: Vec<String>) -> Vec<String> {
        let mut at = 0;
        let mut all = pieces.clone();
        while at < lines.len() {
            let margin = |line: &String| line.len() - line.trim_start().len();
            let Some(open) = lines.get(at).filter(|line| line.trim_end().ends_with(['{', '(', '['])) else {
                at += 1;
                continue;
            };
            let (open, is_end) =
                (margin(open), |line: &String| line.trim_start().starts_with(['}', ')', ']']));
            let end = lines.iter().skip(at + 1).position(|line| margin(line) == open && is_end(line));
            let fewer: Option<Vec<String>> = end.map(|end| {
                let end = at + 1 + end;
                lines
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| *number != at && *number != end)
                    .map(|(_, line)| line.clone())
                    .collect()
            });
            if let Some(fewer) = fewer {
                all.files.insert(path.to_owned(), fewer.clone());
                if self.differs(&all) {
                    lines = fewer;
                    continue;
                }
            }
            at += 1;
        }
        lines
    }

    /// Makes manifests smaller by their syntax, until nothing can be left out or replaced any more.
    fn simplify(&mut self, pieces: &mut Pieces) {
        let paths: Vec<PathBuf> = pieces
            .files
            .keys()
            .filter(|path| path.extension().is_some_and(|end| end == "pp"))
            .cloned()
            .collect();
        let mut tried = HashSet::new();
        let mut is_smaller = true;
        while is_smaller {
            is_smaller = false;
            for path in &paths {
                let Some(lines) = pieces.files.get(path) else { continue };
                let mut text = lines.join("\n");
                let mut largest = usize::MAX;
                // After an edit, those that save more have been tried with nearly the same text.
                while let Some(edit) = inside::edits(&text)
                    .into_iter()
                    .filter(|edit| edit.saves() <= largest)
                    .find(|edit| self.is_better(edit, &text, path, pieces, &mut tried))
                {
                    largest = edit.saves();
                    text = edit.apply(&text).unwrap_or(text);
                    let lines = text.lines().map(str::to_owned).collect();
                    pieces.files.insert(path.clone(), lines);
                    is_smaller = true;
                }
            }
        }
    }

    /// Whether a manifest still shows the difference after an edit.
    fn is_better(
        &mut self,
        edit: &Edit,
        text: &str,
        path: &Path,
        pieces: &Pieces,
        tried: &mut HashSet<(PathBuf, String)>,
    ) -> bool {
        let Some(smaller) = edit.apply(text) else { return false };
        if !tried.insert((path.to_owned(), smaller.clone())) {
            return false;
        }
        let mut all = pieces.clone();
        all.files.insert(path.to_owned(), smaller.lines().map(str::to_owned).collect());
        self.differs(&all)
    }

    fn leave_out_facts(&mut self, pieces: &mut Pieces) {
        let all = pieces.clone();
        let with = |facts: &[(Value, Value)]| Pieces { files: all.files.clone(), facts: facts.to_vec() };
        let mut kept = shrink(&all.facts, |facts| self.differs(&with(facts)));
        // The values of facts may be confidential.
        for at in 0..kept.len() {
            let mut tried = kept.clone();
            if let Some((_, value)) = tried.get_mut(at).filter(|(_, value)| value.as_str().is_some()) {
                *value = Value::str("x");
                if self.differs(&with(&tried)) {
                    kept = tried;
                }
            }
        }
        *pieces = with(&kept);
    }
}

/// Whether a change concerns the same resource and parameter.
fn is_same(one: &Change, other: &Change) -> bool {
    one.resource == other.resource
        && match (&one.what, &other.what) {
            (ChangeKind::Parameter { name: one, .. }, ChangeKind::Parameter { name: other, .. }) => {
                one == other
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        }
}

/// Reads the text files of an environment.
fn read(root: &Path, at: &Path, depth: usize, files: &mut BTreeMap<PathBuf, Vec<String>>) {
    /// How deeply folders may be nested.
    const MAX_DEPTH: usize = 32;
    for entry in fs::read_dir(root.join(at)).into_iter().flatten().flatten() {
        if files.len() > MOST_ENTRIES {
            return;
        }
        let path = at.join(entry.file_name());
        let whole = root.join(&path);
        let name = entry.file_name().to_string_lossy().into_owned();
        if whole.is_dir() {
            let is_left_out = name.starts_with('.') || ["spec", "facts", "keys"].contains(&name.as_str());
            if depth < MAX_DEPTH && !is_left_out {
                read(root, &path, depth + 1, files);
            }
            continue;
        }
        let is_secret = path
            .extension()
            .and_then(|ending| ending.to_str())
            .is_some_and(|ending| SECRET.contains(&ending));
        if let Some(text) = text_of(&whole, FileKind::Manifest).filter(|_| !is_secret) {
            files.insert(path, text.split('\n').map(str::to_owned).collect());
        }
    }
}

/// Writes the remaining parts together with the facts of the node.
fn write(folder: &Path, pieces: &Pieces, node: &str) -> Result<(), Box<Diagnostic>> {
    let facts: Hash = pieces.facts.iter().cloned().collect();
    let facts =
        Value::hash([(Value::str("name"), Value::str(node)), (Value::str("values"), Value::Hash(facts))]);
    let facts = (PathBuf::from(format!("facts/{node}.json")), to_json(&facts));
    let files = pieces.files.iter().map(|(path, lines)| (path.clone(), lines.join("\n")));
    for (path, text) in files.chain([facts]) {
        let whole = folder.join(path);
        let made = whole.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&whole, text));
        made.map_err(|error| cannot(&format!("write `{}`", whole.display()), &error))?;
    }
    Ok(())
}

fn cannot(what: &str, error: &std::io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNWRITABLE_FILE, format!("cannot {what}: {}", reason(error))))
}
