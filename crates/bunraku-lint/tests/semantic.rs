//! Programs in which semantic rules must report something, and programs in which they must not.
//!
//! `semantic/RULE.cases` has one program per line: `+` before one with a finding, `-` before one without. `\n` in it is
//! a line break; `[file]` before it is the path in the module (`[/file]`: in the environment).

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    reason = "tests read their cases and may fail"
)]

mod fixture;

use bunraku_diag::Source;
use bunraku_lint::{FileFormat, Preset, RULES, RuleSettings, Set, lint};

fn findings(rule: &str, file: &str, program: &str) -> Vec<String> {
    let mut settings = RuleSettings::new(Preset::Core);
    settings.clear();
    assert!(settings.set(rule, true), "there is no rule `{rule}`");
    let path = fixture::path(file);
    let project = fixture::project(&path, program);
    let source = Source::new(file, program);
    let report = lint(&source, &path, FileFormat::of(file), &settings, Some(&project));
    report.findings.iter().map(|finding| finding.diagnostic.message.clone()).collect()
}

#[test]
fn programs_that_must_and_must_not_be_reported() {
    let mut wrong = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.set == Set::Semantic) {
        let path = format!("{}/tests/semantic/{}.cases", env!("CARGO_MANIFEST_DIR"), rule.name());
        let Ok(text) = std::fs::read_to_string(&path) else {
            wrong.push(format!("{}: no cases", rule.name()));
            continue;
        };
        let (mut reported, mut silent) = (0, 0);
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (sign, rest) = line.split_at(1);
            let rest = rest.trim_start();
            let (file, program) = match rest.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
                Some((file, program)) if !file.contains(['\'', '$', ' ', ',']) => (file, program),
                _ => (rule.example, rest),
            };
            let program = program.replace("\\n", "\n") + "\n";
            let found = findings(rule.name(), file, &program);
            match sign {
                "+" => reported += 1,
                "-" => silent += 1,
                _ => panic!("{path}: {line}"),
            }
            if found.is_empty() == (sign == "+") {
                wrong.push(format!("{} {line}\n    found {found:?}", rule.name()));
            }
        }
        if reported < 10 || silent < 10 {
            wrong.push(format!("{}: {reported} programs to report, {silent} not to", rule.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of a module have no order, but what is said about them does not change from run to run.
#[test]
fn of_equally_near_names_the_first_in_the_alphabet_is_suggested() {
    let program = "class ntp ($cats, $bats, $hats) { notice($cats, $bats, $hats, $rats) }\n";
    let found = findings("unknown_variable", "manifests/init.pp", program);
    assert!(found.iter().any(|message| message.ends_with("did you mean `bats`?")), "{found:?}");
}

#[test]
fn one_argument_is_an_argument() {
    let expects = |call: &str, message: &str| {
        let found = findings("wrong_type", "manifests/init.pp", &format!("class ntp {{ notice({call}) }}\n"));
        assert_eq!(found, [message]);
    };
    expects("upcase()", "function `upcase` expects 1 argument, got 0");
    expects("split('a')", "function `split` expects 2 arguments, got 1");
    expects("ntp::key()", "function `ntp::key` expects 1 to 2 arguments, got 0");
    expects("versioncmp()", "function `versioncmp` expects 2 to 3 arguments, got 0");
    expects("sprintf()", "function `sprintf` expects at least 1 argument, got 0");
}
