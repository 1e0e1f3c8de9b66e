//! Records what the suites of modules compile, by running them with the compiler replaced.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{SPECS, below, folder, joined, names, ruby_library};
use crate::arguments::Arguments;

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/modules/record.rb");

/// Writes `NAME.ndjson` for each module.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = folder(arguments, "--modules")?;
    let tools = folder(arguments, "--tools")?;
    let puppet = arguments.option("--puppet").map(PathBuf::from);
    let limit = arguments.number("--limit")?.unwrap_or(40);
    let inputs = arguments.folder_for_output("--inputs")?.ok_or("--inputs DIR is missing")?;
    let library = ruby_library(puppet.as_deref(), Some(&tools))?;
    let facts = joined(&below(&tools, "facts")?);
    let mut all = true;
    for name in names(arguments, &modules)? {
        let module = modules.join(&name);
        let specs: Vec<&str> = SPECS.into_iter().filter(|folder| module.join(folder).is_dir()).collect();
        if specs.is_empty() {
            println!("{name}: no suite");
            continue;
        }
        let mut command = Command::new("ruby");
        command.args(["-W0", "-e", SCRIPT]).args(specs).current_dir(&module);
        command.env("RUBYLIB", &library).env("RECORD_FACTS", &facts).env("RECORD_MODULES", &modules);
        command.env("RECORD_LIMIT", limit.to_string()).env("LC_ALL", "C.UTF-8");
        let file = inputs.join(format!("{name}.ndjson"));
        all &= record(&name, command.env("RECORD_TO", &file), &file)?;
    }
    Ok(all)
}

/// Runs the suite and prints the result.
fn record(name: &str, command: &mut Command, file: &Path) -> Result<bool, String> {
    let output = command.output().map_err(|error| format!("ruby does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing").to_owned();
    println!("{name}: {last}");
    let recorded = fs::metadata(file).is_ok_and(|file| file.len() > 0);
    if !recorded {
        eprintln!("{said}");
    }
    Ok(recorded)
}
