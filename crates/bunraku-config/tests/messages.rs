//! Messages about invalid files, and the contents of valid ones.

use bunraku_config::{Config, Value};
use bunraku_diag::render::{Style, text};
use bunraku_diag::{Severity, Source, Sources};

/// The first line of each message, with its place and its help.
fn messages(file: &str) -> Vec<String> {
    let source = Source::new("bunraku.toml", file);
    let Err(wrong) = Config::read(&source) else { return Vec::new() };
    let shown = wrong.iter().map(|wrong| {
        let place = wrong.primary.as_ref().map_or(0, |label| label.span.range.start);
        let place = source.position(place);
        let help: Vec<_> = wrong.help.iter().map(|help| format!(" ({help})")).collect();
        format!("{}:{}: {}{}", place.line, place.column, wrong.message, help.concat())
    });
    shown.collect()
}

#[test]
fn typos_have_near_names() {
    assert_eq!(
        messages("[fmt]\nline_width = 80\n"),
        ["2:1: unknown setting `fmt.line_width` (did you mean `line-width`?)"]
    );
    assert_eq!(messages("[lnt]\n"), ["1:2: unknown setting `lnt` (did you mean `lint`?)"]);
    assert_eq!(
        messages("[lint.rules]\ndouble_quoted_string = \"off\"\n"),
        ["2:1: unknown rule `double_quoted_string` (did you mean `double_quoted_strings`?)"]
    );
    assert_eq!(
        messages("strict = \"eror\"\n"),
        ["1:10: expected 'error', 'warning' or 'off' for `strict`, got 'eror' (write `\"error\"`)"]
    );
    assert_eq!(
        messages("[check]\nskip = [\"lint\", \"compil\"]\n"),
        [
            "2:17: expected 'validate', 'lint', 'fmt', 'templates', 'data', 'ruby' or 'compile' for `check.skip`, \
             got 'compil' (write `\"compile\"`)"
        ]
    );
}

#[test]
fn settings_in_the_wrong_table() {
    assert_eq!(
        messages("line-width = 80\n"),
        ["1:1: unknown setting `line-width` (move `line-width` to the table `[fmt]`)"]
    );
    assert_eq!(
        messages("[fmt]\nedition = \"spec\"\n"),
        ["2:1: unknown setting `fmt.edition` (move `edition` before the first table)"]
    );
    assert_eq!(
        messages("[fmt]\nquux = 1\n"),
        ["2:1: unknown setting `fmt.quux` (settings of `[fmt]`: `line-width`, `align-arrows`)"]
    );
}

#[test]
fn wrong_types_are_shown() {
    assert_eq!(
        messages("[fmt]\nline-width = \"80\"\nalign-arrows = 1\n"),
        [
            "2:14: expected a whole number from 40 to 1000 for `fmt.line-width`, got the string '80'",
            "3:16: expected `true` or `false` for `fmt.align-arrows`, got the number 1"
        ]
    );
    assert_eq!(messages("fmt = 3\n"), ["1:7: expected a table for `fmt`, got the number 3"]);
    assert_eq!(
        messages("[fmt]\nline-width = 99999999999999999999\n"),
        ["2:14: expected 40 to 1000 for `fmt.line-width`, got 99999999999999999999"]
    );
    assert_eq!(
        messages("[paths]\nexclude = [\"a\", 3]\ninclude = \"b\"\n"),
        [
            "2:17: expected strings for `paths.exclude`, got the number 3",
            "3:11: expected an array of strings for `paths.include`, got the string 'b'"
        ]
    );
    assert_eq!(
        messages("[lint.rules]\nhard_tabs = 3\n"),
        ["2:13: expected 'off', 'on', 'warning' or 'error' for `lint.rules.hard_tabs`, got the number 3"]
    );
}

#[test]
fn broken_toml_is_pointed_at() {
    for broken in
        ["[fmt\n", "a = = 1\n", "strict = \"error\nx = 1\n", "a.a = 1\na = 2\n", "[fmt]\n[fmt]\n", "\u{0}"]
    {
        let source = Source::new("bunraku.toml", broken);
        let wrong = Config::read(&source).expect_err(broken);
        let mut sources = Sources::new();
        sources.add(source);
        let shown = text(&wrong[0], &sources, Style::Plain);
        assert!(shown.contains("this is not valid TOML") && shown.contains("bunraku.toml:"), "{shown}");
    }
    let deep = format!("a = {}1", "[".repeat(100_000));
    assert!(!messages(&deep).is_empty());
}

#[test]
fn values_keep_their_places() {
    let file = "edition = \"spec\"\n\n[lint]\npreset = \"vox\"\nrules = { hard_tabs = false, documentation = \"error\" }\n\
                [fmt]\nline-width = 1_00\n";
    let source = Source::new("bunraku.toml", file);
    let config = Config::read(&source).unwrap();
    assert_eq!(config.edition().map(|edition| edition.name), Some("spec"));
    assert_eq!(config.number("fmt.line-width"), Some(100));
    assert_eq!(config.line("lint.preset", &source), Some(4));
    assert_eq!(config.entry("lint.rules.hard_tabs").unwrap().value, Value::Text("off".to_owned()));
    let mut settings = bunraku_lint::RuleSettings::default();
    config.apply_rules(&mut settings);
    assert!(!settings.follows("hard_tabs"));
    let documentation = bunraku_lint::find("documentation").unwrap();
    assert_eq!(settings.severity(documentation.code), Some(Severity::Error));
}
