//! Compares the catalogs of recorded inputs.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use super::{folder, names, ruby_library};
use crate::{arguments::Arguments, catalogs, puppet};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/modules/answer.rb");

/// The result of comparing an input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Same,
    FailsTheSame,
    FailsElsewhere,
    OnlyBunrakuFails,
    OnlyPuppetFails,
    Differs,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::FailsTheSame => "fails in the same place",
            Verdict::FailsElsewhere => "fails in another place",
            Verdict::OnlyBunrakuFails => "only bunraku fails",
            Verdict::OnlyPuppetFails => "only Puppet fails",
            Verdict::Differs => "differs",
        }
    }

    fn agrees(self) -> bool {
        matches!(self, Verdict::Same | Verdict::FailsTheSame)
    }
}

/// What is the same for all inputs.
pub(super) struct Setup {
    modules: PathBuf,
    inputs: PathBuf,
    program: PathBuf,
    library: String,
    show: usize,
}

/// Compares each module, running Puppet unless its answers are stored with the inputs.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = folder(arguments, "--modules")?;
    let inputs = folder(arguments, "--inputs")?;
    let setup = Setup::read(arguments, modules, inputs)?;
    let names = names(arguments, &setup.modules)?;
    setup.compare(&names)
}

impl Setup {
    /// The options shared by recorded and generated inputs.
    pub(super) fn read(
        arguments: &mut Arguments,
        modules: PathBuf,
        inputs: PathBuf,
    ) -> Result<Setup, String> {
        let puppet = arguments.option("--puppet").map(PathBuf::from);
        // Paths are made absolute because Puppet runs in the folder of each module.
        let tools = arguments
            .option("--tools")
            .map(|given| fs::canonicalize(&given).map_err(|error| format!("{given}: {error}")));
        let tools = tools.transpose()?;
        let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
        let program = fs::canonicalize(&program).map_err(|error| format!("{program}: {error}"))?;
        let show = arguments.number("--show")?.unwrap_or(3) as usize;
        let library = ruby_library(puppet.as_deref(), tools.as_deref())?;
        Ok(Setup { modules, inputs, program, library, show })
    }

    /// Compares the inputs of modules; `false` if one differs.
    pub(super) fn compare(&self, names: &[String]) -> Result<bool, String> {
        let (mut agree, mut all) = (0, 0);
        for name in names {
            if !self.inputs.join(format!("{name}.ndjson")).is_file() {
                continue;
            }
            let counts = self.module(name)?;
            let row: Vec<String> =
                counts.iter().map(|(verdict, count)| format!("{count} {}", verdict.text())).collect();
            println!("{name}: {}", row.join(", "));
            all += counts.values().sum::<usize>();
            agree +=
                counts.iter().filter(|(verdict, _)| verdict.agrees()).map(|(_, count)| count).sum::<usize>();
        }
        println!("{agree} of {all} inputs agree");
        Ok(all > 0 && agree == all)
    }

    fn module(&self, name: &str) -> Result<BTreeMap<Verdict, usize>, String> {
        let scratch = std::env::temp_dir().join(format!("bunraku-modules-{name}"));
        for folder in ["conf", "var", "environment"] {
            let folder = scratch.join(folder);
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let inputs = lines(&self.inputs.join(format!("{name}.ndjson")))?;
        let answers = self.answers(name, &scratch, inputs.len())?;
        let mut counts = BTreeMap::new();
        for (number, (input, answer)) in inputs.iter().zip(&answers).enumerate() {
            let (verdict, details) = self.input(name, &scratch, number, input, answer)?;
            *counts.entry(verdict).or_insert(0) += 1;
            if !verdict.agrees() {
                println!("  {name} {number} ({}): {}", input["at"].as_str().unwrap_or("?"), verdict.text());
                details.iter().take(self.show).for_each(|detail| println!("    {detail}"));
            }
        }
        Ok(counts)
    }

    /// Puppet's answers. Those of an earlier run are reused if there is one for each input.
    fn answers(&self, name: &str, scratch: &Path, wanted: usize) -> Result<Vec<Value>, String> {
        let file = self.inputs.join(format!("{name}.answers"));
        if let Ok(answers) = lines(&file)
            && answers.len() == wanted
        {
            return Ok(answers);
        }
        let mut command = Command::new("ruby");
        command.args(["-W0", "-e", SCRIPT]).arg(self.inputs.join(format!("{name}.ndjson"))).arg(&file);
        command.arg(scratch).current_dir(self.modules.join(name));
        let status = command.env("RUBYLIB", &self.library).env("LC_ALL", "C.UTF-8").status();
        match status {
            Ok(status) if status.success() => lines(&file),
            _ => Err(format!("Puppet does not answer for {name}: give a checkout with `--puppet DIR`")),
        }
    }

    /// Compiles an input and compares it.
    fn input(
        &self,
        name: &str,
        scratch: &Path,
        number: usize,
        input: &Value,
        answer: &Value,
    ) -> Result<(Verdict, Vec<String>), String> {
        let module = self.modules.join(name);
        let text = |key: &str| input[key].as_str().unwrap_or_default();
        let write = |ending: &str, content: String| {
            let file = scratch.join(format!("{number}.{ending}"));
            let written = fs::write(&file, content).map_err(|error| format!("{}: {error}", file.display()));
            written.map(|()| file)
        };
        let manifest = write("pp", text("code").to_owned())?;
        let facts = write("facts.json", input["facts"].to_string())?;
        let trusted = write("trusted.json", trusted(input).to_string())?;
        let paths = input["modulepath"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let modulepath: Vec<PathBuf> = paths.map(|path| module.join(path)).collect();
        let mut command = Command::new(&self.program);
        command.args(["compile", "--log-format", "json", "--node", text("node"), "--strict", text("strict")]);
        command.args(["--strict-variables", &input["strict_variables"].to_string()]);
        command.args([
            "--environment-name",
            text("environment"),
            "--modulepath",
            &super::joined(&modulepath),
        ]);
        command.arg("--confdir").arg(scratch.join("conf"));
        // Fixtures may link to single folders of the module.
        command.arg(format!("--allow-read={}", module.display()));
        command.arg("--environment").arg(scratch.join("environment"));
        command.arg("--facts").arg(facts).arg("--trusted").arg(trusted);
        if let Some(hiera) = input["hiera"].as_str() {
            command.arg("--hiera-config").arg(module.join(hiera));
        }
        let output = command.arg(manifest).current_dir(&module).output();
        let output = output.map_err(|error| format!("{}: {error}", self.program.display()))?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            return Ok(judge_catalog(answer, &output.stdout));
        }
        Ok(judge_failure(answer, &errors))
    }
}

fn judge_catalog(answer: &Value, output: &[u8]) -> (Verdict, Vec<String>) {
    if let Some(message) = answer["error"].as_str() {
        return (Verdict::OnlyPuppetFails, vec![message.to_owned()]);
    }
    let mut expected = answer["catalog"].clone();
    let mut found = puppet::value(&String::from_utf8_lossy(output)).unwrap_or_default();
    resolve_files(&mut expected);
    resolve_files(&mut found);
    let details = catalogs::differences(&expected, &found, Path::new("/"));
    (if details.is_empty() { Verdict::Same } else { Verdict::Differs }, details)
}

fn judge_failure(answer: &Value, errors: &str) -> (Verdict, Vec<String>) {
    let mut diagnostics = errors.lines().filter_map(|line| puppet::value(line).ok());
    let error = diagnostics.find(|line| line["level"] == "error").unwrap_or_default();
    let (file, line) = (error["file"].as_str().map(real), error["line"].as_u64());
    let ours =
        format!("bunraku, {}:{}: {}", file.as_deref().unwrap_or("?"), line.unwrap_or(0), error["message"]);
    let Some(message) = answer["error"].as_str() else { return (Verdict::OnlyBunrakuFails, vec![ours]) };
    let places = answer["places"].as_array().into_iter().flatten();
    let mut places = places.map(|place| (place[0].as_str().map(real), place[1].as_u64())).peekable();
    // A message without a position matches anywhere.
    let met = places.peek().is_none() || places.any(|place| place == (file.clone(), line));
    let verdict = if met { Verdict::FailsTheSame } else { Verdict::FailsElsewhere };
    (verdict, vec![format!("Puppet: {message}"), ours])
}

/// The trusted facts as a server would set them.
fn trusted(input: &Value) -> Value {
    let name = input["node"].as_str().unwrap_or_default();
    let (host, domain) = name.split_once('.').map_or((name, None), |(host, domain)| (host, Some(domain)));
    json!({
        "authenticated": "remote", "certname": name, "hostname": host, "domain": domain,
        "extensions": input["trusted"], "external": input["external"],
    })
}

/// Resolves links in file names, since each side may use a different path.
fn resolve_files(catalog: &mut Value) {
    let resources = catalog["resources"].as_array_mut();
    for resource in resources.into_iter().flatten() {
        if let Some(file) = resource["file"].as_str().map(real) {
            resource["file"] = file.into();
        }
    }
}

fn real(path: &str) -> String {
    fs::canonicalize(path).map_or_else(|_| path.to_owned(), |path| path.display().to_string())
}

/// The lines of a file, each a JSON value.
fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let values = text.lines().map(puppet::value).collect::<Result<_, _>>();
    values.map_err(|error| format!("{}: {error}", path.display()))
}
