//! Every command of the README, as written, in a copy of what it is about.
//!
//! A block of `sh` is run; `status=1` beside it says that it ends so. A block of `output` after it is what its commands
//! print, but for the time; `BLESS=1` writes it anew.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Folder, folder};

/// Stands in for `bunraku`, at a terminal: there a catalog is shown as a summary.
const BUNRAKU: &str = r#"#!/bin/sh
case " $* " in
  *" --format "*|*" --output "*) exec "$PROGRAM" "$@" ;;
  " compile "*) exec "$PROGRAM" "$@" --format summary ;;
  *) exec "$PROGRAM" "$@" ;;
esac
"#;

/// Stands in for `cargo`: nothing is built again, but what is named must be there.
const CARGO: &str = r#"#!/bin/sh
[ "$1" = install ] && [ "$2" = --path ] && [ -d "$REPOSITORY/$3" ]
"#;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A block of code: what stands beside its fence, and its lines.
struct Block<'t> {
    language: &'t str,
    text: &'t str,
}

fn blocks(readme: &str) -> Vec<Block<'_>> {
    let mut parts = readme.split("```").skip(1).step_by(2);
    std::iter::from_fn(|| {
        let (language, text) = parts.next()?.split_once('\n')?;
        Some(Block { language, text })
    })
    .collect()
}

/// A folder with the examples and the programs that the README calls.
fn copy() -> Folder {
    let files = folder(&[("bin/bunraku", BUNRAKU), ("bin/cargo", CARGO)]);
    for name in ["bin/bunraku", "bin/cargo"] {
        fs::set_permissions(files.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    copy_folder(&repository().join("examples"), &files.path("examples"));
    files
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// Times differ from run to run.
fn timeless(text: &str) -> String {
    let words = text.split_inclusive(' ').collect::<Vec<_>>();
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        let is_time = words.get(index + 1).is_some_and(|next| next.starts_with("ms\n"));
        out.push_str(if is_time { "N " } else { word });
    }
    out
}

#[test]
fn every_command_works_as_written() {
    let path = repository().join("README.md");
    let readme = fs::read_to_string(&path).unwrap();
    let files = copy();
    let mut here = files.path("");
    let mut printed: Option<String> = None;
    let (mut blessed, mut commands) = (readme.clone(), 0);
    for block in blocks(&readme) {
        if block.language == "output" {
            let printed = printed.take().unwrap();
            if std::env::var_os("BLESS").is_some() && timeless(&printed) != timeless(block.text) {
                blessed =
                    blessed.replace(&format!("```output\n{}", block.text), &format!("```output\n{printed}"));
            } else {
                assert_eq!(timeless(block.text), timeless(&printed), "{}", path.display());
            }
        }
        let Some(status) = block.language.strip_prefix("sh") else { continue };
        let status: i32 = status.trim().strip_prefix("status=").map_or(0, |status| status.parse().unwrap());
        let script = format!("set -e\ntrap 'pwd > \"$PLACE\"' EXIT\n{}", block.text);
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(&here)
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", files.path("bin").display()))
            .env("PROGRAM", env!("CARGO_BIN_EXE_bunraku"))
            .env("REPOSITORY", repository())
            .env("PLACE", files.path("place"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{}\n{said}", block.text);
        here = PathBuf::from(fs::read_to_string(files.path("place")).unwrap().trim_end());
        printed = Some(said.into_owned());
        commands += block.text.lines().filter(|line| !line.trim().is_empty()).count();
    }
    assert!(commands > 15, "the README has {commands} commands");
    if blessed != readme {
        fs::write(path, blessed).unwrap();
    }
}
