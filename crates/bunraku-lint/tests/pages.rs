//! Every rule keeps the promises of its page.

#![allow(clippy::expect_used, reason = "a test may fail")]

use bunraku_diag::Source;
use bunraku_lint::{FileFormat, Preset, RULES, Repair, Rule, RuleSettings, fix, lint};

mod fixture;

fn only(rule: &Rule) -> RuleSettings {
    let mut settings = RuleSettings::new(Preset::Core);
    settings.clear();
    assert!(settings.set(rule.name(), true));
    settings
}

fn findings(rule: &Rule, program: &str) -> Vec<String> {
    let path = fixture::path(rule.example);
    let source = Source::new(rule.example, program);
    let project = fixture::project(&path, program);
    let report = lint(&source, &path, FileFormat::of(rule.example), &only(rule), Some(&project));
    report
        .findings
        .iter()
        .map(|finding| {
            let start = finding.diagnostic.primary.as_ref().map_or(0, |label| label.span.range.start);
            let place = source.position(start);
            format!(
                "{} {}:{} {}",
                finding.diagnostic.code, place.line, place.column, finding.diagnostic.message
            )
        })
        .collect()
}

#[test]
fn wrong_programs_are_reported_by_their_rule_alone() {
    for rule in RULES {
        let found = findings(rule, rule.wrong);
        assert!(!found.is_empty(), "{}: nothing found in\n{}", rule.name(), rule.wrong);
        // A name that begins with a digit is also a syntax error.
        let alone = rule.name() != "classes_and_types_beginning_with_digits";
        let allowed = |line: &String| line.starts_with(rule.name()) || !alone && line.starts_with("syntax");
        assert!(found.iter().all(allowed), "{}: {found:?}", rule.name());
    }
}

#[test]
fn right_programs_are_not() {
    for rule in RULES {
        assert_eq!(findings(rule, rule.right), Vec::<String>::new(), "{}", rule.name());
    }
}

#[test]
fn fixes_make_the_right_program_of_the_wrong_one() {
    for rule in RULES {
        let path = fixture::path(rule.example);
        let kind = FileFormat::of(rule.example);
        let source = Source::new(rule.example, rule.wrong);
        let project = fixture::project(&path, rule.wrong);
        let fixed = fix(&source, &path, kind, &only(rule), Some(&project), true);
        assert!(fixed.refused.is_empty(), "{}: refused", rule.name());
        match rule.repair {
            Repair::None => assert_eq!(fixed.text, rule.wrong, "{}", rule.name()),
            _ => assert_eq!(fixed.text, rule.right, "{}", rule.name()),
        }
        let safe = fix(&source, &path, kind, &only(rule), Some(&project), false);
        if rule.repair == Repair::Unsafe {
            assert_eq!(safe.text, rule.wrong, "{}: an unsafe fix was made", rule.name());
        }
    }
}

#[test]
fn names_are_given_once_and_pages_are_complete() {
    let mut names: Vec<&str> = RULES.iter().map(|rule| rule.name()).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a name is used twice");
    for rule in RULES {
        let page = rule.code.page();
        assert!(page.starts_with(&format!("# {}\n\n", rule.name())), "{page}");
        assert!(rule.code.summary().ends_with('.'), "{}: {}", rule.name(), rule.code.summary());
        assert!(page.contains("\n## Wrong\n\n```") && page.contains("\n## Right\n\n```"), "{page}");
    }
}
