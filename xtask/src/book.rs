//! Builds the manual as HTML pages with mdBook from the folder `docs`.

use std::{path::PathBuf, process::Command};

use crate::arguments::Arguments;

/// How to install mdBook. Only building the book needs it, so it is not a dependency.
const MISSING: &str = "\
mdbook is not installed. One of these installs it:

  cargo install mdbook --locked
  brew install mdbook
  pacman -S mdbook

Programs for many systems are at https://github.com/rust-lang/mdBook/releases; `--mdbook PROGRAM` names one that is not on
the PATH.";

/// Runs the command.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let program = arguments.option("--mdbook").unwrap_or_else(|| "mdbook".to_owned());
    let out = arguments.option("--out").map(PathBuf::from);
    arguments.done()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let out = std::path::absolute(out.unwrap_or_else(|| target.join("book")))
        .map_err(|error| format!("the working folder is gone: {error}"))?;
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let output = Command::new(&program).arg("build").arg(root).arg("--dest-dir").arg(&out).output();
    let output = output.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => MISSING.to_owned(),
        _ => format!("{program}: {error}"),
    })?;
    let said = String::from_utf8_lossy(&output.stderr);
    eprint!("{said}");
    let has_warnings = said.lines().any(|line| line.contains("WARN") || line.contains("ERROR"));
    if !output.status.success() || has_warnings {
        return Ok(false);
    }
    println!("{}", out.join("index.html").display());
    Ok(true)
}
