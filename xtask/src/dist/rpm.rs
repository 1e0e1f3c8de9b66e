//! The package for Fedora, SUSE and related distributions, built by `rpmbuild` from a staged tree.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap_complete::Shell;

use super::build::Target;
use super::contents::Contents;
use super::source::Source;
use super::tree::Tree;

/// Builds the package and returns its file name and content, or a sentence that says why it cannot be built.
pub fn package(
    source: &Source,
    target: &Target,
    contents: &Contents,
    scratch: &Path,
) -> Result<Result<(String, Vec<u8>), String>, String> {
    if Command::new("rpmbuild").arg("--version").output().is_err() {
        return Ok(Err("there is no .rpm: `rpmbuild` is not installed".to_owned()));
    }
    let (stage, top) = (scratch.join("rpm-stage"), scratch.join("rpm-top"));
    tree(source, contents)?.write_below(&stage)?;
    let define = |name: &str, value: &str| ["--define".to_owned(), format!("{name} {value}")];
    let mut command = Command::new("rpmbuild");
    command.arg("-bb").arg("--quiet").args(["--target", target.processor()]);
    command.args(define("_topdir", &top.to_string_lossy()));
    command.args(define("stage", &stage.to_string_lossy()));
    command.args(define("version_", source.version));
    command.args(define("release_date", &source.rpm_date()));
    command.arg(source.root.join("packaging/rpm/bunraku.spec"));
    command.env("SOURCE_DATE_EPOCH", source.time.to_string()).env("TZ", "UTC").env("LC_ALL", "C");
    let output = command.output().map_err(|error| format!("rpmbuild does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("rpmbuild failed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let name = format!("bunraku-{}-1.{}.rpm", source.version, target.processor());
    let path = top.join("RPMS").join(target.processor()).join(&name);
    let package = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Ok((name, package)))
}

/// The installed files, at the paths of these distributions.
fn tree(source: &Source, contents: &Contents) -> Result<Tree, String> {
    let mut tree = contents.installed(source, "usr/lib/systemd/system")?;
    tree.file("usr/share/bash-completion/completions/bunraku", contents.completion(Shell::Bash));
    tree.file("usr/share/zsh/site-functions/_bunraku", contents.completion(Shell::Zsh));
    tree.file("usr/share/fish/vendor_completions.d/bunraku.fish", contents.completion(Shell::Fish));
    tree.file("usr/share/doc/bunraku/CHANGELOG.md", source.read("CHANGELOG.md")?);
    tree.file("usr/share/licenses/bunraku/LICENSE", source.read("LICENSE")?);
    Ok(tree)
}
