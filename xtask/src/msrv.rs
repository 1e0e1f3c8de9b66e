//! Checks that the code builds with the oldest supported Rust, the `rust-version` of the workspace.

use std::process::Command;

use serde_json::Value;

use crate::arguments::Arguments;

/// The `rust-version` of the manifest.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// Builds everything with the oldest Rust, or falls back to clippy and the dependencies' manifests if it is not
/// installed.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    arguments.done()?;
    if let Some(toolchain) = installed() {
        println!("building with Rust {toolchain}");
        return succeeds(Command::new("rustup").args(["run", &toolchain, "cargo", "check"]).args(EVERYTHING));
    }
    println!(
        "Rust {OLDEST} is not installed (`rustup toolchain install {OLDEST}` does it), so this looks only for newer items of \
         the standard library and for dependencies that ask for a newer Rust; newer syntax is not noticed"
    );
    let newer = dependencies_that_want_more()?;
    for dependency in &newer {
        println!("{dependency}, newer than {OLDEST}");
    }
    let lint = ["--", "--deny", "clippy::incompatible_msrv"];
    Ok(succeeds(Command::new("cargo").arg("clippy").args(EVERYTHING).args(lint))? && newer.is_empty())
}

const EVERYTHING: [&str; 3] = ["--workspace", "--all-targets", "--quiet"];

/// The name of an installed toolchain of that version.
fn installed() -> Option<String> {
    let output = Command::new("rustup").args(["toolchain", "list"]).output().ok()?;
    let names = String::from_utf8(output.stdout).ok()?;
    let wanted = |name: &&str| {
        let rest = name.strip_prefix(OLDEST);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', ' ']))
    };
    names.lines().find(wanted)?.split_whitespace().next().map(str::to_owned)
}

/// The dependencies that require a newer Rust than we promise, one sentence each.
fn dependencies_that_want_more() -> Result<Vec<String>, String> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1", "--locked"]).output();
    let output = output.map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo tells no packages")?;
    let newer = packages.iter().filter_map(|package| {
        let wants = package["rust_version"].as_str().filter(|wants| numbers(wants) > numbers(OLDEST))?;
        Some(format!("{} {} needs Rust {wants}", package["name"].as_str()?, package["version"].as_str()?))
    });
    Ok(newer.collect())
}

/// The major and minor version: patch releases only fix bugs.
fn numbers(version: &str) -> [u32; 2] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [parts.next().unwrap_or(0), parts.next().unwrap_or(0)]
}

fn succeeds(command: &mut Command) -> Result<bool, String> {
    let status = command
        .status()
        .map_err(|error| format!("{} does not start: {error}", command.get_program().display()))?;
    Ok(status.success())
}
