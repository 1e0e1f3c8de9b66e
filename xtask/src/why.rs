//! `cargo xtask check-why`: changes lines of a real environment and checks that `bunraku why` named those that matter.
//!
//! Of a parameter by chance, the line that gave the value is changed, and the value must change; then a line that is not part
//! of the answer is changed, and the value must stay: one that gave another value of the node, or any of the site's own code
//! and data.

mod line;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{
    arguments::Arguments,
    changes::{Numbers, below},
    puppet,
};

/// Draws parameters at random until enough of them have been checked.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let wanted = arguments.number("--samples")?.unwrap_or(500);
    let numbers = Numbers(arguments.number("--seed")?.unwrap_or(1));
    arguments.done()?;
    let folder = std::env::temp_dir().join(format!("bunraku-why-{}", std::process::id()));
    let copied = Command::new("cp").arg("-rL").arg(&environment).arg(&folder).status();
    let writable = Command::new("chmod").args(["-R", "u+w"]).arg(&folder).status();
    if !copied.is_ok_and(|status| status.success()) || !writable.is_ok_and(|status| status.success()) {
        return Err(format!("cannot copy {}", environment.display()));
    }
    let checked =
        Checker { program, folder: folder.clone(), numbers, pool: BTreeMap::new(), files: Vec::new() }
            .check(wanted);
    let _ = fs::remove_dir_all(&folder);
    checked
}

/// A line of a file.
type FileLine = (PathBuf, usize);

/// The parameters of each resource, by reference.
type Catalog = BTreeMap<String, Value>;

/// The answer of `bunraku why`.
struct HttpResponse {
    /// How the value was set.
    kind: String,
    /// The line that gave it, and the column. What is built in has none.
    direct: Option<(FileLine, usize)>,
    /// All lines of the answer.
    chain: BTreeSet<FileLine>,
    /// Files that are part of the answer as a whole: templates, and functions.
    files: BTreeSet<PathBuf>,
}

struct Checker {
    program: String,
    folder: PathBuf,
    numbers: Numbers,
    /// Lines that set values of a node.
    pool: BTreeMap<String, Vec<(FileLine, usize)>>,
    /// The files of the site's own code and data.
    files: Vec<PathBuf>,
}

#[derive(Default)]
struct Tally {
    changed: u64,
    /// Of those that changed: no other value on the line was accepted.
    broke: u64,
    stayed: u64,
    built_in: u64,
    wrong: u64,
    by_kind: BTreeMap<String, u64>,
}

impl Checker {
    fn check(mut self, wanted: u64) -> Result<bool, String> {
        let facts = fs::read_dir(self.folder.join("facts")).map_err(|error| error.to_string())?;
        let mut nodes: Vec<String> = facts
            .flatten()
            .filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()))
            .collect();
        nodes.sort();
        for folder in ["data", "manifests", "site"] {
            below(&self.folder.join(folder), &mut self.files);
        }
        let mut catalogs = BTreeMap::new();
        for node in &nodes {
            let catalog = self.catalog(node)?.ok_or_else(|| format!("{node} does not compile"))?;
            catalogs.insert(node.clone(), catalog);
        }
        let mut tally = Tally::default();
        let mut tries = 0;
        while tally.changed + tally.stayed < wanted && tries < wanted * 20 {
            tries += 1;
            let Some(node) = nodes.get(self.numbers.below(nodes.len())) else { break };
            if let Some(catalog) = catalogs.get(node) {
                self.sample(node, catalog, &mut tally)?;
            }
        }
        for (kind, count) in &tally.by_kind {
            println!("{count:>6} {kind}");
        }
        let Tally { changed, broke, stayed, built_in, wrong, .. } = tally;
        println!(
            "{changed} values changed with their line ({broke} of them could be nothing else), {stayed} stayed when \
             another line changed, {built_in} are built in, {wrong} are wrong"
        );
        Ok(wrong == 0 && changed + stayed >= wanted)
    }

    fn sample(&mut self, node: &str, catalog: &Catalog, tally: &mut Tally) -> Result<(), String> {
        let Some((reference, parameters)) = catalog.iter().nth(self.numbers.below(catalog.len())) else {
            return Ok(());
        };
        let Some(parameters) = parameters.as_object().filter(|parameters| !parameters.is_empty()) else {
            return Ok(());
        };
        let at = self.numbers.below(parameters.len());
        let Some((name, value)) = parameters.iter().nth(at) else { return Ok(()) };
        let Some(answer) = self.why(node, reference, name)? else {
            tally.wrong += 1;
            println!("{node}: {reference} {name}: no line gave it");
            return Ok(());
        };
        let other = self.other(node, &answer);
        let Some(direct) = &answer.direct else {
            tally.built_in += 1;
            return Ok(());
        };
        self.pool.entry(node.to_owned()).or_default().push(direct.clone());
        let now = |after: &Catalog| after.get(reference).and_then(|now| now.get(name)).cloned();
        let is_other = |after: &Catalog| now(after).as_ref() != Some(value);
        match self.with_change(node, (name, &answer.kind), direct, is_other)? {
            Changed::Nothing => {}
            Changed::Breaks => {
                tally.changed += 1;
                tally.broke += 1;
                *tally.by_kind.entry(answer.kind.clone()).or_default() += 1;
            }
            Changed::Catalog(after) => {
                tally.changed += 1;
                *tally.by_kind.entry(answer.kind.clone()).or_default() += 1;
                if now(&after).as_ref() == Some(value) {
                    tally.wrong += 1;
                    println!("{node}: {reference} {name} stays although {} changed", shown(&direct.0));
                }
            }
        }
        if let Some(other) = other
            && let Changed::Catalog(after) = self.with_change(node, ("", ""), &other, |_| true)?
        {
            tally.stayed += 1;
            if now(&after).as_ref() != Some(value) {
                tally.wrong += 1;
                let at = shown(&other.0);
                println!("{node}: {reference} {name} changes with {at}, which is not in its answer");
            }
        }
        Ok(())
    }

    /// A line that is not in the answer: one that gave another value of the node, or any.
    fn other(&mut self, node: &str, answer: &HttpResponse) -> Option<(FileLine, usize)> {
        let found = match self.numbers.below(2) {
            0 => {
                let pool = self.pool.get(node)?;
                pool.get(self.numbers.below(pool.len()))?.clone()
            }
            _ => {
                let path = self.files.get(self.numbers.below(self.files.len()))?;
                let lines = fs::read_to_string(path).ok()?.lines().count();
                ((path.clone(), 1 + self.numbers.below(lines.max(1))), 1)
            }
        };
        let is_in_it = answer.chain.contains(&found.0) || answer.files.contains(&found.0.0);
        (!is_in_it).then_some(found)
    }

    /// The catalog of a node after a line was changed, with the first of several values that it compiles with and that
    /// is another one: `true` in place of a variable may change nothing.
    fn with_change(
        &self,
        node: &str,
        (name, kind): (&str, &str),
        (place, column): &(FileLine, usize),
        is_other: impl Fn(&Catalog) -> bool,
    ) -> Result<Changed, String> {
        let Ok(before) = fs::read_to_string(&place.0) else { return Ok(Changed::Nothing) };
        let lines: Vec<&str> = before.split('\n').collect();
        let Some(line) = place.1.checked_sub(1).and_then(|at| lines.get(at)) else {
            return Ok(Changed::Nothing);
        };
        let is_data = place.0.extension().is_some_and(|ending| ending == "yaml");
        let changes = match is_data {
            true => line::changed_data(line).into_iter().collect(),
            false if kind.contains("arrow") => line::changed_arrow(line, *column).into_iter().collect(),
            false => line::changed_code(line, *column, name),
        };
        let mut result = Changed::Nothing;
        for changed in changes {
            let mut lines = lines.clone();
            if let Some(line) = lines.get_mut(place.1 - 1) {
                *line = &changed;
            }
            let write = |text: &str| fs::write(&place.0, text).map_err(|error| error.to_string());
            write(&lines.join("\n"))?;
            let after = self.catalog(node);
            write(&before)?;
            match after? {
                Some(catalog) if is_other(&catalog) => return Ok(Changed::Catalog(catalog)),
                Some(catalog) => result = Changed::Catalog(catalog),
                None if matches!(result, Changed::Nothing) => result = Changed::Breaks,
                None => {}
            }
        }
        Ok(result)
    }

    fn why(&self, node: &str, reference: &str, name: &str) -> Result<Option<HttpResponse>, String> {
        let text = self.bunraku(&["why", node, reference, name, "--format", "json"])?;
        let Some(answer) = puppet::value(&text).ok().filter(Value::is_object) else { return Ok(None) };
        let reasons = answer["reasons"].as_array().cloned().unwrap_or_default();
        let place = |reason: &Value| {
            let line = usize::try_from(reason["place"]["line"].as_u64()?).ok()?;
            let column = reason["place"]["column"].as_u64().and_then(|column| usize::try_from(column).ok());
            Some(((PathBuf::from(reason["place"]["file"].as_str()?), line), column.unwrap_or(1)))
        };
        let chain =
            reasons.iter().filter_map(place).flat_map(|((file, line), _)| whole(file, line)).collect();
        let is_whole = |reason: &&Value| {
            let says = reason["says"].as_str().unwrap_or_default();
            says.starts_with("from the file") || says.starts_with("from the function")
        };
        let files = reasons.iter().filter(is_whole).filter_map(place).map(|((file, _), _)| file).collect();
        let of_value = reasons.iter().skip(1).take_while(|reason| reason["depth"] != 0);
        let direct = of_value.clone().find_map(place);
        let kind =
            of_value.map(|reason| reason["says"].as_str().unwrap_or_default()).next().unwrap_or_default();
        let kind = kind.split([':', '`', '[']).next().unwrap_or_default().trim().to_owned();
        let is_built_in = reasons
            .iter()
            .any(|reason| reason["says"].as_str().is_some_and(|says| says.ends_with("which is built in")));
        Ok((direct.is_some() || is_built_in).then_some(HttpResponse { kind, direct, chain, files }))
    }

    fn catalog(&self, node: &str) -> Result<Option<Catalog>, String> {
        let text = self.bunraku(&["compile", "--node", node, "--format", "json"])?;
        let Some(catalog) = puppet::value(&text).ok().filter(Value::is_object) else { return Ok(None) };
        let resources = catalog["resources"].as_array().cloned().unwrap_or_default();
        Ok(Some(
            resources
                .iter()
                .map(|resource| {
                    let part = |name: &str| resource[name].as_str().unwrap_or_default().to_owned();
                    (format!("{}[{}]", part("type"), part("title")), resource["parameters"].clone())
                })
                .collect(),
        ))
    }

    fn bunraku(&self, args: &[&str]) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        command.args(args).args([
            "--environment",
            ".",
            "--environment-name",
            "production",
            "--facts",
            "facts",
        ]);
        command.args(["--strict", "warning", "--strict-variables", "false"]).current_dir(&self.folder);
        let output = command.output().map_err(|error| format!("{} does not start: {error}", self.program))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// What a changed line leads to.
enum Changed {
    /// The line cannot be changed: what it says does not end on it.
    Nothing,
    /// Nothing else on the line is accepted.
    Breaks,
    /// Another catalog, or the same.
    Catalog(Catalog),
}

/// The lines of a place: of a key of data, all lines of its value.
fn whole(file: PathBuf, line: usize) -> Vec<FileLine> {
    let is_data = file.extension().is_some_and(|ending| ending == "yaml");
    let text = if is_data { fs::read_to_string(&file).unwrap_or_default() } else { String::new() };
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip(line.saturating_sub(1));
    let own = lines.next().map_or(0, indent);
    let below = lines.take_while(|line| {
        line.trim().is_empty() || indent(line) > own || line.trim_start().starts_with("- ")
    });
    (line..=line + below.count()).map(|line| (file.clone(), line)).collect()
}

fn shown((path, line): &(PathBuf, usize)) -> String {
    let name = path.file_name().map_or(Path::new(""), Path::new);
    format!("{}:{line}", name.display())
}
