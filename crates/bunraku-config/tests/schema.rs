//! The schema and the page in the documentation agree with the table of settings.

#![allow(clippy::disallowed_methods, reason = "the tests read and renew the files that they are about")]
#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::path::{Path, PathBuf};

use bunraku_config::{Kind, SETTINGS, Setting};

#[test]
fn the_schema_in_the_documents_is_current() {
    check("bunraku.schema.json", |_| bunraku_config::schema());
}

#[test]
fn the_page_has_all_settings() {
    check("settings.md", |page| {
        let (before, rest) = page.split_once("<!-- settings -->\n").unwrap();
        let (_, after) = rest.split_once("<!-- /settings -->").unwrap();
        let rows: String = SETTINGS.iter().map(row).collect();
        let head = "| setting | default | option | what it does |\n|---|---|---|---|\n";
        format!("{before}<!-- settings -->\n{head}{rows}<!-- /settings -->{after}")
    });
}

fn row(setting: &Setting) -> String {
    let default = if setting.default.is_empty() { "" } else { &*format!("`{}`", setting.default) };
    let option = setting.option.map_or(String::new(), |option| format!("`{option}`"));
    let choices = match setting.kind {
        Kind::Choice(choices) | Kind::Choices(choices) => format!(" (`\"{}\"`)", choices().join("\"`, `\"")),
        _ => String::new(),
    };
    format!("| `{}` | {default} | {option} | {}{choices} |\n", setting.key, setting.about)
}

/// Compares a file of the documentation with its expected content, or updates it.
fn check(name: &str, make: impl Fn(&str) -> String) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let made = make(&kept);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
        return;
    }
    assert!(kept == made, "docs/{name} is out of date: BLESS=1 cargo test -p bunraku-config");
}
