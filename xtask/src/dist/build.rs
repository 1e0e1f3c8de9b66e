//! Building the program with the profile `dist`, so that no path of this machine is in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::Source;

/// A system that packages are made for.
pub struct Target {
    /// The name of the target in Rust: `x86_64-unknown-linux-gnu`.
    pub triple: String,
}

impl Target {
    /// The system of that name, or that of this machine.
    pub fn new(triple: Option<String>) -> Result<Target, String> {
        let triple = match triple {
            Some(triple) => triple,
            None => {
                let output = Command::new("rustc").arg("-vV").output();
                let output = output.map_err(|error| format!("rustc does not start: {error}"))?;
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let host = text.lines().find_map(|line| line.strip_prefix("host: "));
                host.ok_or("rustc does not tell what it builds for")?.to_owned()
            }
        };
        Ok(Target { triple })
    }

    /// The processor as Debian names it.
    pub fn debian_architecture(&self) -> Option<&'static str> {
        match self.processor() {
            "x86_64" => Some("amd64"),
            "aarch64" => Some("arm64"),
            _ => None,
        }
    }

    /// The processor.
    pub fn processor(&self) -> &str {
        self.triple.split('-').next().unwrap_or_default()
    }

    /// Whether distributions of Linux have packages for this system. They have one of a name, so that programs of musl, which
    /// run anywhere, come as archives alone.
    pub fn has_packages(&self) -> bool {
        self.triple.ends_with("-linux-gnu")
    }

    /// The name of the program's file.
    pub fn program(&self) -> &'static str {
        if self.triple.contains("windows") { "bunraku.exe" } else { "bunraku" }
    }
}

/// Builds the program and gives its content.
pub fn build(source: &Source, target: &Target) -> Result<Vec<u8>, String> {
    let folder = target_folder(source);
    let maps = path_maps(source, &folder);
    let mut command = Command::new("cargo");
    command.current_dir(&source.root);
    command.args(["build", "--locked", "--profile", "dist", "--package", "bunraku-cli", "--target"]);
    command.arg(&target.triple).arg("--target-dir").arg(&folder);
    command.env("SOURCE_DATE_EPOCH", source.time.to_string());
    let rust = maps.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    // Flags with spaces in them are separated by another character.
    let given = env::var("RUSTFLAGS").unwrap_or_default();
    // Not in the profile: Cargo ignores its `strip` for a package that has settings of its own there, as the command has.
    let strip = "-Cstrip=symbols".to_owned();
    let rust: Vec<String> = given.split_whitespace().map(str::to_owned).chain([strip]).chain(rust).collect();
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", rust.join("\x1f"));
    if !target.triple.contains("msvc") {
        let c = maps.iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
        let c: Vec<String> = env::var("CFLAGS").ok().into_iter().chain(c).collect();
        command.env("CFLAGS", c.join(" "));
    }
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(_) => return Err("the build failed".to_owned()),
        Err(error) => return Err(format!("cargo does not start: {error}")),
    }
    let path = folder.join(&target.triple).join("dist").join(target.program());
    let program = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    match maps.iter().find(|(from, _)| contains(&program, from.to_string_lossy().as_bytes())) {
        Some((from, _)) => {
            Err(format!("the program contains the path {}, which differs between machines", from.display()))
        }
        None => Ok(program),
    }
}

/// Where Cargo builds.
fn target_folder(source: &Source) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    source.root.join(folder)
}

/// The folders of this machine that source code is in, and what they are called in the program.
fn path_maps(source: &Source, target_folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    // The last one that fits counts: the target folder may be inside of the repository.
    let mut maps = vec![(source.root.clone(), "/bunraku"), (target_folder.to_owned(), "/target")];
    maps.extend(home.map(|home| (home.join("registry").join("src"), "/registry")));
    maps
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && bytes.windows(part.len()).any(|window| window == part)
}
