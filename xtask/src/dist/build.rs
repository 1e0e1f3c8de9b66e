//! Builds the program with the profile `dist`, without any path of this machine in it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::source::Source;

/// A platform that packages are built for.
pub struct Target {
    /// The target triple, such as `x86_64-unknown-linux-gnu`.
    pub triple: String,
}

impl Target {
    /// The platform with the given triple, or this machine's.
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

    /// Debian's name of the architecture.
    pub fn debian_architecture(&self) -> Option<&'static str> {
        match self.processor() {
            "x86_64" => Some("amd64"),
            "aarch64" => Some("arm64"),
            _ => None,
        }
    }

    /// The architecture.
    pub fn processor(&self) -> &str {
        self.triple.split('-').next().unwrap_or_default()
    }

    /// Whether to build packages of Linux distributions. A distribution has one package per name and architecture, so
    /// musl builds, which run anywhere, are only released as archives.
    pub fn has_packages(&self) -> bool {
        self.triple.ends_with("-linux-gnu")
    }

    /// The file name of the program.
    pub fn program(&self) -> &'static str {
        if self.triple.contains("windows") { "bunraku.exe" } else { "bunraku" }
    }
}

/// Builds the program and returns its content.
pub fn build(source: &Source, target: &Target) -> Result<Vec<u8>, String> {
    let folder = target_folder(source);
    let maps = path_maps(source, &folder);
    let mut command = Command::new("cargo");
    command.current_dir(&source.root);
    command.args(["build", "--locked", "--profile", "dist", "--package", "bunraku-cli", "--target"]);
    command.arg(&target.triple).arg("--target-dir").arg(&folder);
    command.env("SOURCE_DATE_EPOCH", source.time.to_string());
    let rust = maps.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    // Flags that contain spaces must be passed in `CARGO_ENCODED_RUSTFLAGS`, which uses another separator.
    let given = env::var("RUSTFLAGS").unwrap_or_default();
    // Not in the profile: Cargo ignores `strip` there for a package with a profile override, which the command has.
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

/// Cargo's target folder.
fn target_folder(source: &Source) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    source.root.join(folder)
}

/// The folders of this machine that contain source code, and the names they get in the program.
fn path_maps(source: &Source, target_folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    // The last match wins, and the target folder may be inside the repository.
    let mut maps = vec![(source.root.clone(), "/bunraku"), (target_folder.to_owned(), "/target")];
    maps.extend(home.map(|home| (home.join("registry").join("src"), "/registry")));
    maps
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && bytes.windows(part.len()).any(|window| window == part)
}
