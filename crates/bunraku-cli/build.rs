//! Passes build information to the program: the commit, the date, the target and the compiler.
//!
//! Two builds of one commit get the same values. Whatever is unknown, as in an archive without a repository, is left
//! out.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "build scripts are told everything by their environment, and ask the tools of the build"
)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    tell("TARGET", env::var("TARGET").ok());
    tell("RUSTC", rustc());
    let profile = profile();
    // A development build would otherwise be rebuilt after every commit just to show its hash.
    let repository = if profile.as_deref() == Some("debug") { None } else { repository() };
    tell("PROFILE", profile);
    tell("COMMIT", published_commit().or_else(|| git(repository.as_deref()?, &["rev-parse", "HEAD"])));
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let commit_time = || git(repository.as_deref()?, &["log", "-1", "--format=%ct"]);
    let seconds = env::var("SOURCE_DATE_EPOCH").ok().or_else(commit_time);
    tell("DATE", seconds.and_then(|seconds| seconds.trim().parse().ok()).map(date));
}

/// Sets a variable that the program reads at compile time. An empty value means unknown.
fn tell(name: &str, value: Option<String>) {
    println!("cargo::rustc-env=BUNRAKU_BUILD_{name}={}", value.unwrap_or_default());
}

/// The first line of `rustc --version`.
fn rustc() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned();
    Some(line.strip_prefix("rustc ").map(str::to_owned).unwrap_or(line))
}

/// The name of the profile's folder: `OUT_DIR` is `PROFILE/build/NAME/out`. For a custom profile, Cargo only reports
/// the built-in profile it inherits from.
fn profile() -> Option<String> {
    let out = PathBuf::from(env::var_os("OUT_DIR")?);
    let folder = out.ancestors().nth(3)?.file_name()?;
    Some(folder.to_str()?.to_owned())
}

/// The commit a published package was made from, which Cargo records next to the manifest.
fn published_commit() -> Option<String> {
    let file = Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).join(".cargo_vcs_info.json");
    let text = std::fs::read_to_string(file).ok()?;
    let (_, rest) = text.split_once("\"sha1\":")?;
    let hash = rest.trim_start().strip_prefix('"')?.split('"').next()?;
    Some(hash.to_owned())
}

/// The root of the repository, if this crate is part of one and not just unpacked inside another. Also makes Cargo
/// rerun the script when the commit changes.
fn repository() -> Option<PathBuf> {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let root = crate_folder.ancestors().nth(2)?.to_owned();
    let top = PathBuf::from(git(&root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let mut names = vec!["HEAD".to_owned(), "packed-refs".to_owned()];
    names.extend(git(&root, &["symbolic-ref", "--quiet", "HEAD"]));
    for name in names {
        let path = root.join(git(&root, &["rev-parse", "--git-path", &name])?);
        // Cargo would rerun the script on every build if a file were missing.
        if path.exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    Some(root)
}

fn git(folder: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// The UTC date of a Unix timestamp. Years start on 1 March here, so that a leap day is the last day of its year.
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
