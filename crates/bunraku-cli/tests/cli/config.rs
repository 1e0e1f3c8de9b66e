//! `bunraku.toml`, and `bunraku config`, which shows the effective settings.

use serde_json::Value;

use crate::support::folder;

const UNALIGNED: &str = "file { '/a':\n  ensure => file,\n  mode => '0644',\n}\n";

#[test]
fn the_file_is_found_upwards() {
    let files = folder(&[
        ("bunraku.toml", "[fmt]\nalign-arrows = false\n"),
        ("site/a/manifests/init.pp", UNALIGNED),
        ("other/b.pp", UNALIGNED),
    ]);
    files.run(&["fmt", "--check", "site/a/manifests/init.pp"]).status(0);
    files.run(&["fmt", "--check", "site"]).status(0);
    files.run(&["fmt", "--check", "--align-arrows", "yes", "site"]).status(1);
    files.run(&["fmt", "--check", "--isolated", "site"]).status(1);
    files.write("other/bunraku.toml", b"");
    files.run(&["fmt", "--check", "other/b.pp"]).status(1);
}

#[test]
fn what_is_wrong_with_it_is_said_at_once() {
    let files =
        folder(&[("bunraku.toml", "strct = 1\n[fmt]\nline-width = \"80\"\n"), ("a.pp", "notice(1)\n")]);
    for command in ["validate", "lint", "fmt", "config", "compile"] {
        let run = files.run(&[command, "a.pp"]).status(2);
        let run = run.says("unknown setting `strct`").says("did you mean `strict`?").says("bunraku.toml:1:1");
        run.says("expected a whole number from 40 to 1000 for `fmt.line-width`, got the string '80'");
    }
    files.run(&["lint", "--isolated", "a.pp"]).status(0);
    files.write("bunraku.toml", b"\xff\xfe");
    files.run(&["validate", "a.pp"]).status(2).says("bunraku.toml");
    files.write("bunraku.toml", b"[paths]\nexclude = ['[z-a]']\n");
    files.run(&["validate", "."]).status(2).says("`paths.exclude` expects a pattern as in `.gitignore`");
}

#[test]
fn patterns_choose_among_files_in_folders() {
    let files = folder(&[
        ("bunraku.toml", "[paths]\ninclude = [\"site/\", \"*.yaml\"]\nexclude = [\"legacy/\"]\n"),
        ("site/a.pp", "notice(\n"),
        ("site/legacy/b.pp", "notice(\n"),
        ("modules/c.pp", "notice(\n"),
        ("data/d.yaml", "a: [\n"),
    ]);
    let run = files.run(&["validate", "."]).status(1).says("site/a.pp").says("data/d.yaml");
    run.never_says("legacy").never_says("modules/c.pp");
    files.run(&["validate", "modules/c.pp"]).status(1).says("modules/c.pp");
    files.run(&["validate", "modules"]).status(0);
}

#[test]
fn rules_have_levels() {
    let files = folder(&[
        ("bunraku.toml", "[lint.rules]\ndouble_quoted_strings = \"error\"\nhard_tabs = false\n"),
        ("a.pp", "notice(\"a\")\nnotice('b',\t'c')\n"),
    ]);
    let run = files.run(&["lint", "a.pp"]).status(1);
    let line = "ERROR: double quoted string containing no variables";
    assert!(
        run.stdout.contains("(check: double_quoted_strings)") && run.stdout.contains("ERROR"),
        "{line}: {run:?}"
    );
    assert!(!run.stdout.contains("hard_tabs"), "{run:?}");
    files.run(&["lint", "--hard_tabs-check", "a.pp"]).status(1).prints("hard_tabs");
    // The files of puppet-lint override the project.
    files.write(".puppet-lint.rc", b"--no-double_quoted_strings-check\n");
    let run = files.run(&["lint", "a.pp"]).status(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn compiling_takes_the_environment_and_the_facts() {
    let files = folder(&[
        ("bunraku.toml", "[environment]\nfolder = \"env\"\nfacts = \"nodes\"\nmodulepath = [\"mods\"]\n"),
        ("env/manifests/site.pp", "include web\n"),
        ("mods/web/manifests/init.pp", "class web { notify { $facts['role']: } }\n"),
        ("nodes/web01.json", "{\"role\": \"front\"}"),
    ]);
    files.run(&["compile", "--node", "web01"]).status(0).prints("\"front\"");
    files.run(&["compile", "--node", "web01", "--fact", "role=back"]).status(0).prints("\"back\"");
    files.write("bunraku.toml", b"strict = 'off'\nstrict-variables = false\n");
    files.write("a.pp", b"notify { \"x${nothing}\": }\n");
    files.run(&["compile", "a.pp"]).status(0);
    files.run(&["compile", "--strict-variables", "true", "a.pp"]).status(1);
}

#[test]
fn origins_are_shown() {
    let files = folder(&[
        ("bunraku.toml", "[fmt]\nline-width = 80\n\n[lint.rules]\nhard_tabs = \"off\"\n"),
        (".puppet-lint.rc", "--no-140chars-check\n--relative\n"),
        ("site/a.pp", ""),
    ]);
    let run = files.run(&["config", "--preset", "vox", "--no-documentation-check"]).status(0);
    let lines: Vec<Vec<&str>> =
        run.stdout.lines().map(|line| line.splitn(2, " #").map(str::trim).collect()).collect();
    for expected in [
        ["fmt.line-width = 80", "bunraku.toml:2"],
        ["fmt.align-arrows = true", "default"],
        ["lint.preset = \"vox\"", "--preset"],
        ["lint.relative = true", ".puppet-lint.rc"],
        ["lint.rules.hard_tabs = \"off\"", "bunraku.toml:5"],
        ["lint.rules.140chars = \"off\"", ".puppet-lint.rc"],
        ["lint.rules.documentation = \"off\"", "--no-documentation-check"],
    ] {
        assert!(lines.iter().any(|line| *line == expected), "{expected:?} in {}", run.stdout);
    }
    let run = files.run(&["config", "--format", "json", "site/a.pp"]).status(0);
    let shown: Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(shown["file"].as_str().unwrap().ends_with("/bunraku.toml"));
    let width =
        shown["settings"].as_array().unwrap().iter().find(|row| row["key"] == "fmt.line-width").unwrap();
    assert_eq!((&width["value"], &width["line"]), (&80.into(), &2.into()));
    files.run(&["config", "--isolated"]).status(0).prints("fmt.line-width = 140");
    files.run(&["config", "--schema"]).status(0).prints("json-schema.org");
}
