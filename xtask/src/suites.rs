//! Runs the rspec-puppet suites of modules, here and under Ruby, and compares them example by example.
//!
//! The modules, with their fixtures in `spec/fixtures/modules`, and the libraries that their suites use are folders that the
//! caller names; none of them is part of this repository.

mod examples;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    arguments::Arguments,
    modules::{SPECS, below, folder, joined, names, ruby_library},
};
use examples::{Run, Status};

/// Runs RSpec with the arguments.
const SCRIPT: &str = "require 'rspec/core'; exit RSpec::Core::Runner.run(ARGV)";

struct Tools {
    bunraku: PathBuf,
    /// The value of `RUBYLIB`.
    library: String,
    /// Folders with facts of FacterDB.
    facts: String,
    /// Only the facts of systems whose names begin like this.
    system: Option<String>,
    /// Where the answers of Ruby are kept.
    keep: PathBuf,
}

/// Compares the suites of modules; whether all examples agree.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = folder(arguments, "--modules")?;
    let tools = folder(arguments, "--tools")?;
    let puppet = arguments.option("--puppet").map(PathBuf::from);
    let bunraku = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let show = arguments.number("--show")?.unwrap_or(5);
    let system = arguments.option("--system");
    let keep = arguments.folder_for_output("--keep")?.ok_or("--keep DIR is missing")?;
    let tools = Tools {
        bunraku: fs::canonicalize(&bunraku).map_err(|error| format!("{bunraku}: {error}"))?,
        library: ruby_library(puppet.as_deref(), Some(&tools))?,
        facts: joined(&below(&tools, "facts")?),
        system,
        keep,
    };
    println!(
        "module | examples | agree | only here | Ruby: passed, failed, pending | seconds here, Ruby | MB here, Ruby"
    );
    let (mut examples, mut agree) = (0, 0);
    for name in names(arguments, &modules)? {
        let module = modules.join(&name);
        let specs: Vec<&str> = SPECS.into_iter().filter(|folder| module.join(folder).is_dir()).collect();
        if specs.is_empty() {
            println!("{name}: no suite");
            continue;
        }
        let ruby = match tools.ruby(&name, &module, &specs) {
            Ok(ruby) => ruby,
            Err(message) => {
                println!("{name}: Ruby: {message}");
                continue;
            }
        };
        let ours = tools.bunraku(&name, &module, &specs)?;
        let differences = ours.differences(&ruby);
        let here = ours.only_here(&ruby);
        let count = |status| ruby.count(status);
        println!(
            "{name} | {} | {} | {here} | {}, {}, {} | {:.2}, {:.1} | {}, {}",
            ruby.examples.len(),
            ruby.examples.len() - differences.len(),
            count(Status::Passed),
            count(Status::Failed),
            count(Status::Pending),
            ours.seconds,
            ruby.seconds,
            ours.memory,
            ruby.memory,
        );
        ruby.messages.iter().for_each(|message| println!("    Ruby: {message}"));
        differences.iter().take(show as usize).for_each(|difference| println!("    {difference}"));
        examples += ruby.examples.len();
        agree += ruby.examples.len() - differences.len();
    }
    println!("{agree} of {examples} examples agree");
    Ok(agree == examples)
}

impl Tools {
    /// What Ruby says of a suite. It is asked once; the answer is kept.
    fn ruby(&self, name: &str, module: &Path, specs: &[&str]) -> Result<Run, String> {
        let answer = self.keep.join(format!("{name}.json"));
        let measured = self.keep.join(format!("{name}.time"));
        // RSpec runs no example if there is a file that it cannot load, so that it runs again without that file.
        let mut without: Vec<String> = Vec::new();
        while !answer.is_file() {
            let mut command = timed(&measured);
            command.args(["ruby", "-W0", "-e", SCRIPT, "--"]).args(specs);
            command.args(["--order", "defined", "--format", "json", "--out"]).arg(&answer);
            if !without.is_empty() {
                command.arg("--exclude-pattern").arg(without.join(","));
            }
            command.env("RUBYLIB", &self.library).env("LC_ALL", "C.UTF-8").env("HOME", &self.keep);
            self.start(&mut command, module)?;
            let run = Run::read(module, &answer, &measured)?;
            let broken: Vec<String> = run.broken_files().filter(|file| !without.contains(file)).collect();
            if run.examples.is_empty() && !broken.is_empty() {
                fs::remove_file(&answer).map_err(|error| format!("{}: {error}", answer.display()))?;
                without.extend(broken);
            }
        }
        Run::read(module, &answer, &measured)
    }

    fn bunraku(&self, name: &str, module: &Path, specs: &[&str]) -> Result<Run, String> {
        let answer = self.keep.join(format!("{name}.ours.json"));
        let measured = self.keep.join(format!("{name}.ours.time"));
        let mut command = timed(&measured);
        command.arg(&self.bunraku).args(["test", "--isolated", "--format", "json"]);
        if !self.facts.is_empty() {
            command.args(["--facterdb", &self.facts]);
        }
        let output = self.start(command.args(specs), module)?;
        fs::write(&answer, output).map_err(|error| format!("{}: {error}", answer.display()))?;
        Run::read(module, &answer, &measured)
    }

    /// Runs a command in the folder of a module, and returns what it prints.
    fn start(&self, command: &mut Command, module: &Path) -> Result<Vec<u8>, String> {
        if let Some(system) = &self.system {
            command.env("SPEC_FACTS_OS", system);
        }
        let output = command.current_dir(module).output();
        Ok(output.map_err(|error| format!("/usr/bin/time does not start: {error}"))?.stdout)
    }
}

/// A command whose processor time and memory are written to a file.
fn timed(to: &Path) -> Command {
    let mut command = Command::new("/usr/bin/time");
    command.args(["--quiet", "-f", "%U %S %M", "-o"]).arg(to);
    command
}
