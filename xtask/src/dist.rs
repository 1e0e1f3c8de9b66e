//! Builds packages: the program, its manual and completions, as archives for all platforms and as `.deb` and `.rpm`.
//!
//! Builds are reproducible: everything is sorted, has the commit's timestamp and the same owner, and contains no path
//! of the build machine.

mod archive;
mod build;
mod contents;
mod deb;
mod dependencies;
mod digest;
mod licences;
mod manual;
mod needs;
mod rpm;
mod sbom;
mod source;
mod table;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use crate::arguments::Arguments;
use build::Target;
use contents::Contents;
use source::Source;

/// Builds the program and writes all packages of a platform to a folder, with their checksums.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let source = Source::here()?;
    let out = arguments.option("--out").map_or_else(|| source.root.join("target/packages"), PathBuf::from);
    let target = Target::new(arguments.option("--target"))?;
    let program = arguments.option("--program");
    arguments.done()?;
    let out = std::path::absolute(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let program = match program {
        Some(path) => fs::read(&path).map_err(|error| format!("{path}: {error}"))?,
        None => build::build(&source, &target)?,
    };
    let dependencies = dependencies::dependencies(&source.root, Some(&target.triple))?;
    licences::check(&dependencies)?;
    let sbom = sbom::document(&source, &target.triple, &program, &dependencies)?;
    let contents = Contents::new(&source, program, licences::texts(&dependencies)?, sbom.clone())?;

    let name = format!("bunraku-{}-{}", source.version, target.triple);
    let tar = archive::tar(&contents.portable(&source, &target)?, &format!("{name}/"), source.time)?;
    let mut files = vec![(format!("{name}.tar.gz"), archive::gzip(&tar)?)];
    files.push((format!("{name}.cdx.json"), sbom.into_bytes()));
    if target.has_packages() {
        files.extend(deb::package(&source, &target, &contents)?);
        let scratch = out.join(".scratch");
        let package = rpm::package(&source, &target, &contents, &scratch);
        // The scratch folder does not exist if the tool is missing.
        let _ = fs::remove_dir_all(&scratch);
        match package? {
            Ok(package) => files.push(package),
            Err(reason) => println!("{reason}"),
        }
    }
    write_all(&out, &name, files)?;
    Ok(true)
}

/// Writes the manual pages to a folder.
pub fn man(arguments: &mut Arguments) -> Result<bool, String> {
    let out = arguments.option("--out").map(PathBuf::from).ok_or("--out DIR is missing")?;
    arguments.done()?;
    let source = Source::here()?;
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    fs::create_dir_all(&out).map_err(failed)?;
    for page in manual::pages(source.version, &source.date())? {
        fs::write(out.join(page.name), page.text).map_err(failed)?;
    }
    Ok(true)
}

/// Updates the section of `docs/dependencies.md` that counts dependencies and their licences.
pub fn licences(arguments: &mut Arguments) -> Result<bool, String> {
    arguments.done()?;
    let source = Source::here()?;
    licences::check(&dependencies::dependencies(&source.root, None)?)?;
    let text = table::renewed(&source)?;
    fs::write(source.root.join(table::DOCUMENT), text)
        .map_err(|error| format!("{}: {error}", table::DOCUMENT))?;
    Ok(true)
}

/// Writes the files, and their checksums in the format of `sha256sum --check`.
fn write_all(out: &Path, name: &str, files: Vec<(String, Vec<u8>)>) -> Result<(), String> {
    let mut sums = String::new();
    for (name, content) in &files {
        sums += &format!("{}  {name}\n", digest::sha256(content));
    }
    let sums = (format!("{name}.sha256"), sums.into_bytes());
    for (name, content) in files.iter().chain([&sums]) {
        let path = out.join(name);
        fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{:>9} kB  {}", content.len().div_ceil(1000), path.display());
    }
    Ok(())
}
