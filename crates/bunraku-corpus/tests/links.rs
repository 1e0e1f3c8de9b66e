//! Checks the documents: every link has a target, and the manual's table of contents lists every page.

#![allow(clippy::disallowed_methods, reason = "tests read the files that they are about")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod files;
#[path = "links/markdown.rs"]
mod markdown;

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use files::{entries, read, root};
use markdown::{anchors, links};

/// How pages of the manual link to files outside its folder, which are not part of the book.
const REPOSITORY: &str = "https://github.com/bunraku/bunraku/blob/main/";

#[test]
fn every_link_leads_somewhere() {
    let mut anchors_of: HashMap<PathBuf, HashSet<String>> = HashMap::new();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for page in documents() {
        let text = read(&page);
        for link in links(&text) {
            count += 1;
            if let Err(problem) = follow(&page, &link.target, &mut anchors_of) {
                let shown = page.strip_prefix(root()).unwrap().display();
                wrong.push(format!("{shown}:{}: ({}) {problem}", link.line, link.target));
            }
        }
    }
    assert!(wrong.is_empty(), "{} links lead nowhere:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 400, "only {count} links were found");
}

#[test]
fn the_contents_name_every_page_once() {
    let docs = root().join("docs");
    let mut named: Vec<PathBuf> =
        links(&read(&docs.join("SUMMARY.md"))).iter().map(|link| docs.join(&link.target)).collect();
    let mut pages = Vec::new();
    collect(&docs, &mut pages);
    pages.retain(|page| !page.ends_with("SUMMARY.md"));
    named.sort();
    pages.sort();
    assert_eq!(named, pages);
}

/// Checks that a link leads to an existing file and, if it has a fragment, to a heading of it.
fn follow(
    page: &Path,
    target: &str,
    anchors_of: &mut HashMap<PathBuf, HashSet<String>>,
) -> Result<(), &'static str> {
    let is_in_book = page.starts_with(root().join("docs"));
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match path.strip_prefix(REPOSITORY) {
        Some(path) => root().join(path),
        None if path.contains("://") || path.starts_with("mailto:") => return Ok(()),
        None if path.is_empty() => page.to_owned(),
        None => plain(&page.parent().unwrap().join(path)),
    };
    if !file.exists() {
        return Err("does not exist");
    }
    if is_in_book && !path.starts_with(REPOSITORY) && !file.starts_with(root().join("docs")) {
        return Err("leaves the folder of the manual; write the address of the repository");
    }
    if anchor.is_empty() || file.extension().is_none_or(|end| end != "md") {
        return Ok(());
    }
    let known = anchors_of.entry(file.clone()).or_insert_with(|| anchors(&read(&file)));
    if known.contains(anchor) { Ok(()) } else { Err("has no such heading") }
}

/// Normalises a path, resolving `..` lexically.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            _ => plain.push(part),
        }
    }
    plain
}

/// The documents of the repository, including the manual.
fn documents() -> Vec<PathBuf> {
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut pages: Vec<PathBuf> = names.iter().map(|name| root().join(name)).collect();
    collect(&root().join("docs"), &mut pages);
    pages
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
}
