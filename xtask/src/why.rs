//! `cargo xtask check-why`: changes lines of a real environment and checks that `bunraku why` named those that matter.
//!
//! For a random parameter, the line that set the value is changed, and the value must change. Then a line that set
//! another value and is not part of the answer is changed, and the value must stay the same.

mod line;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{arguments::Arguments, changes::Numbers, puppet};

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
    let checked = Checker { program, folder: folder.clone(), numbers, pool: BTreeMap::new() }.check(wanted);
    let _ = fs::remove_dir_all(&folder);
    checked
}

/// A line of a file.
type Place = (PathBuf, usize);

/// The parameters of each resource, by reference.
type Catalog = BTreeMap<String, Value>;

/// The answer of `bunraku why`.
struct Answer {
    /// How the value was set.
    kind: String,
    /// The line and column that set it.
    direct: (Place, usize),
    /// All lines in the answer.
    chain: BTreeSet<Place>,
}

struct Checker {
    program: String,
    folder: PathBuf,
    numbers: Numbers,
    /// Lines that set values of a node.
    pool: BTreeMap<String, Vec<(Place, usize)>>,
}

#[derive(Default)]
struct Tally {
    changed: u64,
    stayed: u64,
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
        let Tally { changed, stayed, wrong, .. } = tally;
        println!(
            "{changed} values changed with their line, {stayed} stayed when another line changed, {wrong} are wrong"
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
        self.pool.entry(node.to_owned()).or_default().push(answer.direct.clone());
        if let Some(after) = self.with_change(node, &answer.direct)? {
            let same =
                after.and_then(|after| after.get(reference)?.get(name).cloned()).as_ref() == Some(value);
            tally.changed += 1;
            *tally.by_kind.entry(answer.kind.clone()).or_default() += 1;
            if same {
                tally.wrong += 1;
                println!("{node}: {reference} {name} stays although {} changed", shown(&answer.direct.0));
            }
        }
        if let Some(other) = other
            && let Some(Some(after)) = self.with_change(node, &other)?
        {
            tally.stayed += 1;
            if after.get(reference).and_then(|parameters| parameters.get(name)) != Some(value) {
                tally.wrong += 1;
                println!(
                    "{node}: {reference} {name} changes with {}, which is not in its answer",
                    shown(&other.0)
                );
            }
        }
        Ok(())
    }

    /// A line that set another value of the node.
    fn other(&mut self, node: &str, answer: &Answer) -> Option<(Place, usize)> {
        let pool = self.pool.get(node)?;
        let found = pool.get(self.numbers.below(pool.len()))?;
        (!answer.chain.contains(&found.0)).then(|| found.clone())
    }

    /// The catalog of a node after a line was changed: `None` if the line cannot be changed, `Some(None)` if it no
    /// longer compiles.
    fn with_change(
        &self,
        node: &str,
        (place, column): &(Place, usize),
    ) -> Result<Option<Option<Catalog>>, String> {
        let Ok(before) = fs::read_to_string(&place.0) else { return Ok(None) };
        let mut lines: Vec<String> = before.split('\n').map(str::to_owned).collect();
        let is_data = place.0.extension().is_some_and(|ending| ending == "yaml");
        let changed = lines.get(place.1 - 1).and_then(|line| match is_data {
            true => line::changed_data(line),
            false => line::changed_code(line, *column),
        });
        let (Some(changed), Some(line)) = (changed, lines.get_mut(place.1 - 1)) else { return Ok(None) };
        *line = changed;
        let write = |text: &str| fs::write(&place.0, text).map_err(|error| error.to_string());
        write(&lines.join("\n"))?;
        let after = self.catalog(node);
        write(&before)?;
        Ok(Some(after?))
    }

    fn why(&self, node: &str, reference: &str, name: &str) -> Result<Option<Answer>, String> {
        let text = self.bunraku(&["why", node, reference, name, "--format", "json"])?;
        let Ok(answer) = puppet::value(&text) else { return Ok(None) };
        let reasons = answer["reasons"].as_array().cloned().unwrap_or_default();
        let place = |reason: &Value| {
            let line = usize::try_from(reason["place"]["line"].as_u64()?).ok()?;
            let column = reason["place"]["column"].as_u64().and_then(|column| usize::try_from(column).ok());
            Some(((PathBuf::from(reason["place"]["file"].as_str()?), line), column.unwrap_or(1)))
        };
        let chain = reasons.iter().filter_map(place).map(|(place, _)| place).collect();
        let of_value = reasons.iter().skip(1).take_while(|reason| reason["depth"] != 0);
        let direct = of_value.clone().find_map(place);
        let kind =
            of_value.map(|reason| reason["says"].as_str().unwrap_or_default()).next().unwrap_or_default();
        let kind = kind.split([':', '`', '[']).next().unwrap_or_default().trim().to_owned();
        Ok(direct.map(|direct| Answer { kind, direct, chain }))
    }

    fn catalog(&self, node: &str) -> Result<Option<Catalog>, String> {
        let text = self.bunraku(&["compile", "--node", node, "--format", "json"])?;
        let Ok(catalog) = puppet::value(&text) else { return Ok(None) };
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

fn shown((path, line): &(PathBuf, usize)) -> String {
    let name = path.file_name().map_or(Path::new(""), Path::new);
    format!("{}:{line}", name.display())
}
