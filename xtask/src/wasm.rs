//! The compiler for browsers: builds it for `wasm32-unknown-unknown` and compares its answers under Node with a native
//! build's.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Map, Value, json};

use crate::{arguments::Arguments, puppet::install};

const TARGET: &str = "wasm32-unknown-unknown";

/// The script that queries a module under Node.
const ASK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/js/wasm.mjs");

/// The environment compiled on both sides.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/bunraku-wasm/tests/site");

/// Runs the command.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    arguments.done()?;
    let module = build()?;
    let size = fs::metadata(&module).map_err(|error| format!("{}: {error}", module.display()))?.len();
    println!("built {} ({} KiB)", module.display(), size / 1024);
    let node = Command::new("node").arg("--version").output();
    let Some(node) = node.ok().filter(|output| output.status.success()) else {
        println!("not tested: `node` is missing");
        return Ok(true);
    };
    println!("asking it under Node {}", String::from_utf8_lossy(&node.stdout).trim());
    test(&module)
}

/// Builds the module and returns its path.
fn build() -> Result<PathBuf, String> {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let target_folder = folder.join("wasm");
    let mut command = if has_target() { Command::new("cargo") } else { with_debian()? };
    command.args(["build", "--release", "--package", "bunraku-wasm", "--target", TARGET]);
    // A separate target folder, so that all crates are built with the features this one needs and no others.
    command.arg("--target-dir").arg(&target_folder);
    match command.status() {
        Ok(status) if status.success() => {
            Ok(target_folder.join(TARGET).join("release").join("bunraku_wasm.wasm"))
        }
        Ok(_) => Err("the build failed".to_owned()),
        Err(error) => Err(format!("cargo does not start: {error}")),
    }
}

/// Whether the current toolchain has a standard library for the target.
fn has_target() -> bool {
    let folder = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    folder.is_ok_and(|output| {
        let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
    })
}

/// Debian's compiler and the source of its standard library, which is built first. The linker is that of the current
/// toolchain, since Debian has none for the target.
fn with_debian() -> Result<Command, String> {
    const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
    let missing =
        format!("there is no standard library for {TARGET}: `rustup target add {TARGET}` installs it");
    let linker = linker().ok_or_else(|| format!("{missing}; and no `rust-lld` to do without"))?;
    let installed = Command::new("dpkg").arg("--status").args(PACKAGES).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        println!("{missing}; installing Debian's {} instead", PACKAGES.join(", "));
        install(&PACKAGES).map_err(|error| format!("{missing}; {error}"))?;
    }
    let mut command = Command::new("/usr/bin/cargo");
    // Building the standard library is an unstable feature.
    command.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
    command.args(["-Z", "build-std=std,panic_abort"]);
    command.arg("--config").arg(format!("target.{TARGET}.linker={:?}", linker.to_string_lossy()));
    Ok(command)
}

fn linker() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "target-libdir"]).output().ok()?;
    let libraries = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let linker = libraries.parent()?.join("bin/rust-lld");
    linker.exists().then_some(linker)
}

/// Whether the module gives the expected answers.
fn test(module: &Path) -> Result<bool, String> {
    let mut passed = true;
    let mut check = |name: &str, holds: bool, answer: &Value| {
        println!("{} {name}", if holds { "ok    " } else { "FAILED" });
        if !holds {
            println!("{answer:#}");
        }
        passed &= holds;
    };

    let request = json!({
        "files": files(Path::new(SITE))?,
        "node": "web1.example.com",
        "facts": { "os": { "family": "Debian" }, "networking": { "fqdn": "web1.example.com" } },
        "time": 1_700_000_000,
        "seed": 7,
    });
    let (here, there) = (native(&request)?, ask(module, &request)?);
    let resources = there["catalog"]["resources"].as_array().map_or(0, Vec::len);
    check(&format!("a catalog with data from Hiera, {resources} resources"), resources > 8, &there);
    check("the answer of the native compiler", without_uuid(here) == without_uuid(there.clone()), &there);

    let manifest = |text: &str| json!({ "files": { "/manifests/site.pp": text } });
    let fails = |request: &Value, code: &str| -> Result<(bool, Value), String> {
        let answer = ask(module, request)?;
        Ok((answer["diagnostics"][0]["code"] == code && answer["catalog"].is_null(), answer))
    };
    let (refused, answer) = fails(&manifest("notice(inline_template('<%= 1 %>'))"), "not-supported")?;
    check("Ruby code is refused", refused, &answer);
    let endless = "function f($x) { [1].map |$y| { { 'a' => [f($x + 1)] } } }\nnotice(f(1))";
    let (stopped, answer) = fails(&manifest(endless), "too-deep")?;
    check("endless recursion is a diagnostic", stopped, &answer);
    let (broken, answer) = fails(&manifest("class {"), "syntax-error")?;
    check("a syntax error is a diagnostic", broken, &answer);
    Ok(passed)
}

/// The files in a folder, by relative path.
fn files(folder: &Path) -> Result<Map<String, Value>, String> {
    fn add(root: &Path, folder: &Path, files: &mut Map<String, Value>) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                add(root, &path, files)?;
            } else if let Ok(name) = path.strip_prefix(root) {
                files.insert(format!("/{}", name.display()), fs::read_to_string(&path)?.into());
            }
        }
        Ok(())
    }
    let mut files = Map::new();
    add(folder, folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(files)
}

fn native(request: &Value) -> Result<Value, String> {
    read(&bunraku_wasm::answer(&request.to_string()))
}

fn ask(module: &Path, request: &Value) -> Result<Value, String> {
    let failed = |error: std::io::Error| format!("node: {error}");
    let mut command = Command::new("node");
    command.arg(ASK).arg(module).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(request.to_string().as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err("the module broke down".to_owned());
    }
    read(&String::from_utf8_lossy(&output.stdout))
}

fn read(answer: &str) -> Result<Value, String> {
    serde_json::from_str(answer).map_err(|error| format!("the answer is not JSON: {error}\n{answer}"))
}

/// An answer without the unique members of a catalog.
fn without_uuid(mut answer: Value) -> Value {
    if let Some(catalog) = answer["catalog"].as_object_mut() {
        catalog.remove("catalog_uuid");
    }
    answer
}
