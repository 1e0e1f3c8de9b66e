//! Changes single lines of a real environment and checks that `bunraku diff` reports exactly the nodes whose catalogs
//! differ.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::{arguments::Arguments, puppet};

/// Copies the environment, then makes one change after another.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let environment = fs::canonicalize(&environment).map_err(|error| at(&environment, &error))?;
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let count = arguments.number("--changes")?.unwrap_or(30);
    let numbers = Numbers(arguments.number("--seed")?.unwrap_or(1));
    arguments.done()?;
    let folder = std::env::temp_dir().join(format!("bunraku-changes-{}", std::process::id()));
    let checked = Checker { program, facts: environment.join("facts"), folder: folder.clone(), numbers }
        .check(&environment, count);
    let _ = fs::remove_dir_all(&folder);
    checked
}

/// The parameters of each resource of a catalog.
type Catalog = BTreeMap<String, Value>;

struct Checker {
    program: String,
    facts: PathBuf,
    folder: PathBuf,
    numbers: Numbers,
}

impl Checker {
    fn check(mut self, environment: &Path, count: u64) -> Result<bool, String> {
        for side in ["old", "new"] {
            self.copy(environment, side)?;
        }
        let old = self.catalogs("old")?;
        let mut files = Vec::new();
        below(&self.folder.join("new"), &mut files);
        let (mut right, mut once) = (0, 0);
        let mut done = 0;
        while done < count {
            let Some((path, before, after)) = self.change(&files) else { continue };
            done += 1;
            fs::write(&path, &after).map_err(|error| at(&path, &error))?;
            let (told, failed, reached_some) = self.diff()?;
            let new = self.catalogs("new")?;
            fs::write(&path, &before).map_err(|error| at(&path, &error))?;
            let differ: BTreeSet<String> = old
                .iter()
                .filter(|(node, catalog)| new.get(*node).is_some_and(|new| new != *catalog))
                .map(|(node, _)| node.clone())
                .collect();
            let gone: BTreeSet<String> =
                old.keys().filter(|node| !new.contains_key(*node)).cloned().collect();
            let is_right = told == differ && failed == gone;
            let name = path.strip_prefix(&self.folder).unwrap_or(&path).display().to_string();
            println!(
                "{name}: {} nodes differ, {} fail{}",
                differ.len(),
                gone.len(),
                if is_right { "" } else { ": WRONG" }
            );
            if !is_right {
                println!("    told {told:?} and {failed:?}, expected {differ:?} and {gone:?}");
            }
            right += u64::from(is_right);
            once += u64::from(reached_some);
        }
        println!("{right} of {count} changes are told right; {once} times nodes were compiled once");
        Ok(right == count)
    }

    /// Copies the files that will change. Modules and facts are shared by both sides.
    fn copy(&self, environment: &Path, side: &str) -> Result<(), String> {
        let to = self.folder.join(side);
        fs::create_dir_all(&to).map_err(|error| at(&to, &error))?;
        for entry in fs::read_dir(environment).map_err(|error| at(environment, &error))?.flatten() {
            let name = entry.file_name();
            let linked = name == "modules" || name == "facts";
            let mut command = Command::new(if linked { "ln" } else { "cp" });
            let done =
                command.arg(if linked { "-s" } else { "-rL" }).arg(entry.path()).arg(to.join(&name)).status();
            if !done.is_ok_and(|status| status.success()) {
                return Err(format!("cannot copy {}", entry.path().display()));
            }
        }
        Ok(())
    }

    fn bunraku(&self, args: &[&str]) -> Result<Output, String> {
        let mut command = Command::new(&self.program);
        command.args(args).args(["--environment-name", "production", "--strict", "warning"]);
        command
            .args(["--strict-variables", "false", "--nodes-from"])
            .arg(&self.facts)
            .current_dir(&self.folder);
        command.output().map_err(|error| format!("{} does not start: {error}", self.program))
    }

    /// Compiles the catalogs of a side from scratch.
    fn catalogs(&self, side: &str) -> Result<BTreeMap<String, Catalog>, String> {
        let out = self.folder.join("catalogs");
        let _ = fs::remove_dir_all(&out);
        self.bunraku(&["compile", "--environment", side, "--output", "catalogs"])?;
        let mut catalogs = BTreeMap::new();
        let home = self.folder.join(side).display().to_string();
        for entry in fs::read_dir(&out).map_err(|error| at(&out, &error))?.flatten() {
            let text = fs::read_to_string(entry.path()).map_err(|error| at(&entry.path(), &error))?;
            let catalog = puppet::value(&text.replace(&home, "")).map_err(|error| error.to_string())?;
            let resources = catalog["resources"].as_array().cloned().unwrap_or_default();
            let resources = resources.iter().map(|resource| {
                (format!("{}[{}]", resource["type"], resource["title"]), resource["parameters"].clone())
            });
            catalogs.insert(catalog["name"].as_str().unwrap_or_default().to_owned(), resources.collect());
        }
        Ok(catalogs)
    }

    /// The nodes reported as different and those without a catalog, and whether nodes were compiled only once.
    fn diff(&self) -> Result<(BTreeSet<String>, BTreeSet<String>, bool), String> {
        let output = self.bunraku(&["diff", "old", "new", "--format", "json"])?;
        let report =
            puppet::value(&String::from_utf8_lossy(&output.stdout)).map_err(|error| error.to_string())?;
        let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
        let name = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let told = list("changes")
            .iter()
            .flat_map(|change| change["nodes"].as_array().cloned().unwrap_or_default())
            .map(|node| name(&node))
            .collect();
        let failed = list("missing").iter().map(|missing| name(&missing["node"])).collect();
        Ok((told, failed, String::from_utf8_lossy(&output.stderr).contains("compiled once")))
    }

    /// Changes one line of a file: a number or string of code or data, or a line of a template.
    fn change(&mut self, files: &[PathBuf]) -> Option<(PathBuf, String, String)> {
        let path = files.get(self.numbers.below(files.len()))?.clone();
        let before = fs::read_to_string(&path).ok()?;
        let mut lines: Vec<String> = before.split('\n').map(str::to_owned).collect();
        let at = self.numbers.below(lines.len());
        let line =
            lines.get_mut(at).filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'))?;
        let is_template = path.extension().is_some_and(|end| end == "erb" || end == "epp");
        if is_template {
            if line.contains("<%") {
                return None;
            }
            line.push_str(" changed");
        } else if let Some(digit) = line.find(|c: char| c.is_ascii_digit()) {
            let other = if line.get(digit..=digit) == Some("1") { "2" } else { "1" };
            line.replace_range(digit..=digit, other);
        } else {
            let quote = line
                .find('\'')
                .filter(|quote| line.get(quote + 1..).is_some_and(|rest| rest.contains('\'')))?;
            line.insert(quote + 1, 'x');
        }
        let after = lines.join("\n");
        Some((path, before, after))
    }
}

/// Pseudo-random numbers determined by a seed.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// The manifests, data and templates of a folder that are not linked to.
pub fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let ending = entry.path().extension().map(|ending| ending.to_string_lossy().into_owned());
        if kind.is_dir() {
            below(&entry.path(), files);
        } else if kind.is_file()
            && ending.is_some_and(|ending| ["pp", "yaml", "erb", "epp"].contains(&ending.as_str()))
        {
            files.push(entry.path());
        }
    }
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
