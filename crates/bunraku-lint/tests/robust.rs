//! No input makes a rule panic, or a fix break a file that could be parsed.

use bunraku_diag::{Severity, Source};
use bunraku_lint::{FileFormat, Preset, RULES, Report, RuleSettings, SYNTAX, add_ignores, fix, lint};

fn all() -> RuleSettings {
    RuleSettings::new(Preset::All)
}

fn report(text: &str) -> Report {
    lint(&Source::new("a.pp", text), "/a/manifests/a.pp", FileFormat::Manifest, &all(), None)
}

fn is_broken(report: &Report) -> bool {
    report.findings.iter().any(|finding| finding.diagnostic.code == SYNTAX)
}

/// Applies all rules and all fixes to a program.
fn hold(text: &str) {
    let broken = is_broken(&report(text));
    let source = Source::new("a.pp", text);
    for unsafe_too in [false, true] {
        let fixed = fix(&source, "/a/manifests/a.pp", FileFormat::Manifest, &all(), None, unsafe_too);
        assert!(fixed.refused.is_empty(), "{:?} would break\n{text}", fixed.refused);
        assert_eq!(is_broken(&report(&fixed.text)), broken, "broken by fixes:\n{text}\n---\n{}", fixed.text);
    }
    if let Some(ignored) = add_ignores(&source, "/a/manifests/a.pp", &all(), None) {
        assert!(!is_broken(&report(&ignored)), "broken by comments:\n{text}\n---\n{ignored}");
    }
}

#[test]
fn pieces_of_programs() {
    for rule in RULES {
        for program in [rule.wrong, rule.right] {
            hold(program);
            for (at, _) in program.char_indices().step_by(3) {
                let (before, after) = program.split_at(at);
                report(before);
                report(after);
                let mut rest = after.chars();
                rest.next();
                report(&format!("{before}{}", rest.as_str()));
            }
        }
    }
}

/// The line break before its last word is no empty line, and removing it would break the layout.
#[test]
fn a_last_line_without_an_end_is_not_empty() {
    let has_empty_lines = |text: &str| {
        let report = report(text);
        report.findings.iter().any(|finding| finding.diagnostic.code.name() == "empty_trailing_lines")
    };
    hold("class a {\n  include b\n}");
    assert!(!has_empty_lines("class a {\n  include b\n}"));
    assert!(!has_empty_lines("class a {\n  include b\n}\n"));
    assert!(has_empty_lines("class a {\n  include b\n}\n\n"));
}

#[test]
fn odd_texts() {
    let odd = [
        "",
        "\n",
        " ",
        "\r\n",
        "\t\n\n\n",
        "\u{a0}",
        "é",
        "}",
        "]",
        ")",
        "{",
        "[",
        "(",
        "\"",
        "'",
        "\"${",
        "\"$",
        "//",
        "/*",
        "@(E)",
        "@(\"E\")\n${x[",
        "=>",
        "->",
        ";",
        "node",
        "class",
        "class a",
        "class a(",
        "case",
        "x ? {",
        "include",
        "include ::a",
        "require",
        "Class[",
        "$a[",
        "$a[\"${b[1]}\"]",
        "\"${a[\"x]\"]}\"",
        "plan a() {",
        "# lint:ignore:",
        "# lint:endignore",
        "x: y",
        "file { a: b => }",
        "exec {",
        "exec { \"${a}\": }",
        "{}}}",
        "[[[]]]]",
        "if else elsif",
        "@(E) | E",
        "\"$a-b $a[0]\"",
        "$a = 1 // b",
        "// don't\n// you\n$a = 1",
        "/ / //",
        "$x =~ //",
    ];
    for text in odd {
        report(text);
        hold(text);
        hold(&format!("{text}\r\n{text}\r\n"));
    }
}

#[test]
fn thousands_of_findings() {
    let text = "$a=\"b\" \t\n".repeat(3000);
    let found = report(&text);
    assert!(found.findings.len() > 9000);
    let fixed = fix(&Source::new("a.pp", text.as_str()), "", FileFormat::Manifest, &all(), None, false);
    assert_eq!(fixed.text, "$a='b'\n".repeat(3000));
}

#[test]
fn comments_with_slashes_are_read() {
    let text = "// don't\nclass a { // \"quoted\n  $b = 1 // c\n}\n";
    let found = report(text);
    assert!(!is_broken(&found), "{found:?}");
    let slashes = found.findings.iter().filter(|finding| finding.diagnostic.code.name() == "slash_comments");
    assert_eq!(slashes.count(), 3);
    let fixed =
        fix(&Source::new("a.pp", text), "", FileFormat::Manifest, &RuleSettings::default(), None, false);
    assert_eq!(fixed.text, "# don't\nclass a { # \"quoted\n  $b = 1 # c\n}\n");
}

#[test]
fn a_regular_expression_is_no_comment() {
    let found = report("$parts = split('a', //)\n");
    assert!(found.findings.iter().all(|finding| finding.diagnostic.code.name() != "slash_comments"));
}

#[test]
fn syntax_errors_are_never_ignored() {
    let found = report("# lint:ignore:syntax\n$a = = \"b\"\t\n# lint:endignore\n");
    let errors = found.findings.iter().filter(|finding| finding.diagnostic.code == SYNTAX);
    let errors: Vec<_> = errors.collect();
    assert!(!errors.is_empty());
    assert!(errors.iter().all(|finding| finding.ignored.is_none()));
    assert!(errors.iter().all(|finding| finding.diagnostic.severity == Severity::Error));
}

fn names(text: &str) -> Vec<&'static str> {
    report(text).findings.iter().map(|finding| finding.diagnostic.code.name()).collect()
}

/// As in puppet-lint, a file that Puppet rejects still has words.
#[test]
fn words_of_a_broken_file_are_looked_at_but_not_its_meaning() {
    let found =
        names("class a {\n\tfile { '/a': ensure => \"present\" mode => '0644' }\n  $b = $nothing\n}\n");
    assert!(found.contains(&"syntax") && found.contains(&"hard_tabs"), "{found:?}");
    assert!(found.contains(&"double_quoted_strings"), "{found:?}");
    assert!(!found.contains(&"unknown_variable") && !found.contains(&"unused_variable"), "{found:?}");
}

#[test]
fn after_a_string_without_an_end_nothing_is_looked_at() {
    let found = names("class a {\n\tnotice('b)\n}\n");
    assert!(!found.is_empty() && found.iter().all(|name| *name == "syntax"), "{found:?}");
}

#[test]
fn carriage_returns_at_the_ends_of_lines_change_nothing() {
    let text = "# What it is for.\n#\n# @param a\n#   The first.\n# @param b the second\n#\n# @api private\n\
                class a (\n  String $a,\n  String $b = 'x', # lint:ignore:params_empty_string_assignment\n) {\n  \
                include b\n  file { '/a':\n    ensure => file,\n    mode   => '0644',\n  }\n}\n";
    let names = |text: &str| -> Vec<(&'static str, u32)> {
        let source = Source::new("a.pp", text);
        let report = lint(&source, "/a/manifests/init.pp", FileFormat::Manifest, &all(), None);
        let place = |finding: &bunraku_lint::Finding| {
            let start = finding.diagnostic.primary.as_ref().map_or(0, |label| label.span.range.start);
            (finding.diagnostic.code.name(), source.line_at(start))
        };
        report.findings.iter().map(place).collect()
    };
    assert_eq!(names(text), names(&text.replace('\n', "\r\n")));
}

/// `$facts` has no facts of the server, so that a fix that reads them there would break a program that compiles.
#[test]
fn facts_of_the_server_are_read_from_their_own_hash() {
    let fixed = |text: &str| {
        let source = Source::new("a.pp", text);
        fix(&source, "/a/manifests/a.pp", FileFormat::Manifest, &RuleSettings::default(), None, true).text
    };
    assert_eq!(fixed("notice($::serverversion)\n"), "notice($server_facts['serverversion'])\n");
    assert_eq!(fixed("notice(\"v${::servername}\")\n"), "notice(\"v${server_facts['servername']}\")\n");
    assert_eq!(fixed("notice($::clientcert)\n"), "notice($facts['clientcert'])\n");
}

/// A word with dashes is a subtraction, which fails when it is evaluated.
#[test]
fn options_with_dashes_are_quoted_as_a_whole() {
    let mut settings = RuleSettings::new(Preset::Core);
    settings.clear();
    settings.set("unquoted_string_in_case", true);
    let source = Source::new("a.pp", "case $x {\n  RedHat-Fedora: { }\n  $a-$b: { }\n  default: { }\n}\n");
    let fixed = fix(&source, "/a/manifests/a.pp", FileFormat::Manifest, &settings, None, true);
    assert_eq!(fixed.text, "case $x {\n  'RedHat-Fedora': { }\n  $a-$b: { }\n  default: { }\n}\n");
}

/// `${Name}` is a type and `${true}` a Boolean; other variables of the string still get braces.
#[test]
fn words_that_are_no_names_of_variables_get_no_braces() {
    let text = "notice(\"$Name $a::B $::X $true $1a $1 $if $_x $fooBar\")\n";
    hold(text);
    let mut settings = RuleSettings::new(Preset::Core);
    settings.clear();
    settings.set("variables_not_enclosed", true);
    let fixed = fix(&Source::new("a.pp", text), "a.pp", FileFormat::Manifest, &settings, None, true);
    assert_eq!(fixed.text, "notice(\"$Name $a::B $::X $true $1a ${1} ${if} ${_x} ${fooBar}\")\n");
}

/// A class with a name of one letter is a class.
#[test]
fn qualified_variables_are_no_facts() {
    let found = names("class x { notice($::a::b, \"${::a::b}\", $::ab) }\n");
    assert_eq!(found.iter().filter(|name| **name == "top_scope_facts").count(), 1, "{found:?}");
    assert_eq!(found.iter().filter(|name| **name == "topscope_variable").count(), 2, "{found:?}");
}

/// A search of the whole file for each dependency would take minutes.
#[test]
fn metadata_with_many_mistakes() {
    let dependencies: Vec<_> = (0..50_000).map(|index| format!("{{\"name\": \"x/y{index}\"}}")).collect();
    let text = format!("{{\"name\": \"a-b\", \"dependencies\": [{}]}}", dependencies.join(", "));
    let source = Source::new("metadata.json", &*text);
    let found = lint(&source, "/a/metadata.json", FileFormat::Metadata, &all(), None).findings;
    let last = found.iter().find(|finding| finding.diagnostic.message.contains("`x/y49999`"));
    let start =
        last.and_then(|finding| finding.diagnostic.primary.as_ref()).map(|label| label.span.range.start);
    assert_eq!(start.map(|at| at as usize), text.find("x/y49999"));
}
