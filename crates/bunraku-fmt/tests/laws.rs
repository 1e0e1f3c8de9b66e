//! Invariants of the formatter, for conformance programs, generated manifests, changed programs, and programs with
//! comments and line breaks inserted between their tokens.

#![allow(clippy::disallowed_methods, reason = "a test is told by a variable how long to run")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use bunraku_corpus::random::Random;
use bunraku_corpus::{cases, manifests, mutate};
use bunraku_edition::{EDITIONS, Edition, PUPPET8};
use bunraku_fmt::{FormatError, LineRange, Options, format, format_range};
use bunraku_syntax::{SourceKind, TokenKind, Tree, parse, pn};

/// Checks all invariants for a source, with wide and narrow lines. Returns whether it could be formatted at all.
fn check(name: &str, text: &str, kind: SourceKind, edition: &'static Edition) -> bool {
    let mut whole = false;
    for line_width in [140, 60, 20] {
        let options = Options { edition, line_width, ..Options::default() };
        whole = check_one(text, kind, &options).unwrap_or_else(|broken| {
            panic!("{name}, {line_width} columns: {broken}\n----\n{text}\n----");
        });
    }
    whole
}

fn check_one(text: &str, kind: SourceKind, options: &Options) -> Result<bool, String> {
    let rules = &options.edition.syntax;
    let tree = parse(text, kind, rules);
    let formatted = match format(text, kind, options) {
        Ok(formatted) => formatted.text,
        Err(FormatError::Syntax(_)) => {
            assert!(!tree.errors().is_empty(), "there is no syntax error");
            return Ok(false);
        }
        Err(error) => return Err(format!("{error:?}")),
    };
    let again = parse(&formatted, kind, rules);
    ensure(again.errors().is_empty(), "the result has errors", &formatted)?;
    let same = pn::json(&tree, text, rules) == pn::json(&again, &formatted, rules);
    ensure(same, "the program is another one", &formatted)?;
    ensure(comments(&tree, text) == comments(&again, &formatted), "comments are not the same", &formatted)?;
    let twice = format(&formatted, kind, options).map_err(|error| format!("the second time: {error:?}"))?;
    ensure(twice.text == formatted, &format!("not stable, first\n{formatted}\n---- then"), &twice.text)?;
    if kind == SourceKind::Manifest {
        ensure(formatted.is_empty() || formatted.ends_with('\n'), "the last line has no end", &formatted)?;
        ensure(!formatted.starts_with('\n'), "the first line is empty", &formatted)?;
    }
    Ok(true)
}

fn ensure(holds: bool, broken: &str, text: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("{broken}\n{text}")) }
}

/// The comments of a source, without trailing spaces.
fn comments<'t>(tree: &Tree, text: &'t str) -> Vec<&'t str> {
    let tokens = tree.tokens().iter().enumerate();
    let comment = |kind| matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
    let found = tokens.filter(|(_, token)| comment(token.kind));
    found.map(|(index, _)| tree.token_range(index as u32).of(text).trim_end()).collect()
}

fn programs() -> Vec<cases::Program> {
    let programs = cases::programs(&cases::folder()).unwrap();
    assert!(programs.len() > 1_000, "there are only {} programs", programs.len());
    programs
}

/// How many changed programs are checked: more in long runs.
fn rounds(usual: usize) -> usize {
    std::env::var("FMT_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}

fn seed(usual: u64) -> Random {
    Random::new(std::env::var("FMT_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(usual))
}

#[test]
fn hold_for_the_conformance_programs() {
    let mut formatted = 0;
    for (index, program) in programs().into_iter().enumerate() {
        for edition in EDITIONS {
            formatted += usize::from(check(&program.name, &program.text, SourceKind::Manifest, edition));
        }
        if index % 8 == 0 {
            check(&program.name, &program.text.replace('\n', "\r\n"), SourceKind::Manifest, &PUPPET8);
        }
        check(&program.name, &program.text, SourceKind::Template, &PUPPET8);
    }
    assert!(formatted > 2_000, "only {formatted} have no syntax errors");
}

#[test]
fn hold_for_generated_manifests() {
    for (name, text) in manifests::generate(23, 200_000) {
        assert!(check(&name, &text, SourceKind::Manifest, &PUPPET8), "{name} has syntax errors");
    }
}

#[test]
fn hold_for_changed_programs() {
    let mut random = seed(29);
    let texts: Vec<String> = programs().into_iter().map(|program| program.text).collect();
    let mut formatted = 0;
    for index in 0..rounds(1_500) {
        let text = match index % 3 {
            0 => mutate::program(&texts, &mut random),
            1 => {
                let program = &texts[random.below(texts.len())];
                mutate::tokens(program, SourceKind::Manifest, &mut random)
            }
            _ => {
                let program = &texts[random.below(texts.len())];
                mutate::slip(program, SourceKind::Manifest, &mut random)
            }
        };
        formatted += usize::from(check("a changed program", &text, SourceKind::Manifest, &PUPPET8));
    }
    assert!(formatted > 100, "only {formatted} have no syntax errors");
}

/// Comments and line ends anywhere between the tokens are kept, and the layout is stable.
#[test]
fn hold_with_comments_anywhere() {
    let mut random = seed(31);
    let mut texts: Vec<String> = programs().into_iter().map(|program| program.text).collect();
    texts.extend(manifests::generate(37, 60_000).into_iter().map(|(_, text)| text));
    let mut formatted = 0;
    for _ in 0..rounds(3_000) {
        let program = &texts[random.below(texts.len())];
        let text = strew(program, SourceKind::Manifest, &mut random);
        formatted += usize::from(check("a program with comments", &text, SourceKind::Manifest, &PUPPET8));
    }
    assert!(formatted > 1_000, "only {formatted} have no syntax errors");
}

/// The same for the code in templates.
#[test]
fn hold_for_templates() {
    let mut random = seed(41);
    let mut formatted = 0;
    for _ in 0..rounds(1_500) {
        let template = template(&mut random);
        let text =
            if random.chance(50) { strew(&template, SourceKind::Template, &mut random) } else { template };
        formatted += usize::from(check("a template", &text, SourceKind::Template, &PUPPET8));
    }
    assert!(formatted > 500, "only {formatted} have no syntax errors");
}

/// The same for plans.
#[test]
fn hold_for_plans() {
    let cases = include_str!("../../bunraku-check/tests/plans.cases").split("\n---\n").skip(1);
    let program = |case: &str| {
        let lines: Vec<&str> = case.lines().filter(|line| !line.starts_with(">> ")).collect();
        lines.join("\n")
    };
    let plans: Vec<String> = cases.map(program).collect();
    let mut formatted = 0;
    for plan in &plans {
        formatted += usize::from(check("a plan", plan, SourceKind::Plan, &PUPPET8));
    }
    assert!(formatted > 100, "only {formatted} have no syntax errors");
    let mut random = seed(53);
    for _ in 0..rounds(500) {
        let text = strew(&plans[random.below(plans.len())], SourceKind::Plan, &mut random);
        check("a plan with comments", &text, SourceKind::Plan, &PUPPET8);
    }
}

/// Any range of lines can be formatted separately; formatting up to the end is the same as formatting the whole source.
#[test]
fn hold_for_ranges() {
    let mut random = seed(43);
    let mut texts: Vec<String> = programs().into_iter().map(|program| program.text).collect();
    texts.extend(manifests::generate(47, 100_000).into_iter().map(|(_, text)| text));
    let options = Options::default();
    for _ in 0..rounds(1_500) {
        let program = &texts[random.below(texts.len())];
        let text = if random.chance(50) {
            strew(program, SourceKind::Manifest, &mut random)
        } else {
            program.clone()
        };
        let Ok(whole) = format(&text, SourceKind::Manifest, &options) else { continue };
        let lines = text.lines().count().max(1);
        let all = LineRange { first: 1, last: lines };
        let result = format_range(&text, SourceKind::Manifest, all, &options).unwrap();
        assert_eq!(result.text, whole.text, "all lines of\n{text}");
        let first = 1 + random.below(lines);
        let some = LineRange { first, last: first + random.below(lines - first + 1) };
        let result = format_range(&text, SourceKind::Manifest, some, &options);
        let result = result.unwrap_or_else(|error| panic!("{some:?}: {error:?}\n{text}")).text;
        // What is before and after the range is unchanged, or formatted with it.
        let formatted = format(&result, SourceKind::Manifest, &options).unwrap();
        assert_eq!(formatted.text, whole.text, "{some:?} of\n{text}\n---- gives\n{result}");
    }
}

/// Inserts comments, line breaks and spaces between some of the tokens of a source, where a space changes nothing.
fn strew(text: &str, kind: SourceKind, random: &mut Random) -> String {
    let tree = parse(text, kind, &PUPPET8.syntax);
    let mut result = String::with_capacity(text.len() * 2);
    let often = [2, 10, 40][random.below(3)];
    let mut heredoc_end = 0;
    for (index, token) in tree.tokens().iter().enumerate() {
        let index = index as u32;
        let range = tree.token_range(index);
        let own = range.of(text);
        for heredoc in tree.heredocs() {
            if heredoc.first_token <= index {
                heredoc_end = heredoc_end.max(heredoc.end_token);
            }
        }
        if token.kind == TokenKind::Whitespace && index >= heredoc_end && random.chance(often) {
            // There is whitespace between two tokens that need not be on the same line.
            result.push_str(&match random.below(7) {
                0 => format!(" # {}\n", random.below(100)),
                1 => format!("\n# {}\n", random.below(100)),
                2 => format!("\n\n  # {}\n\n\n", random.below(100)),
                3 => format!(" /* {} */ ", random.below(100)),
                4 => format!("\n/* {}\n */\n", random.below(100)),
                5 => "\n".to_owned(),
                _ => "\t  \n\n\n".to_owned(),
            });
        }
        result.push_str(own);
    }
    result
}

/// A template with a few tags and texts.
fn template(random: &mut Random) -> String {
    const PIECES: [&str; 24] = [
        "text\n",
        "  more text ",
        "\t",
        "\n",
        "<%= $x %>",
        "<%=$x['a']-%>\n",
        "<%= [1,2].map |$i| { $i+1 } %>",
        "<%- if $a { -%>\nyes\n<%- } else { -%>\nno\n<%- } -%>\n",
        "<% if $a{%>yes<%}elsif $b {%>no<%}%>",
        "<% $list.each|$i,$j|{ -%>\n  <%= $i %>\n<% } -%>\n",
        "<% $y = {'a'=>1,\n 'b' => 2} %>",
        "<%# a comment %>",
        "<%# another -%>\n",
        "<%% literal %%>",
        "<%\n  $a = 1\n  $b = 2\n-%>\n",
        "<% $c=1; $d=2 %>",
        "<% # in code\n $e = 3 %>",
        "<% case $x { 'a': { -%>\nA\n<% } default: {} } -%>\n",
        "<% unless $x { %>z<% } %>",
        "<% notice('x') %>",
        "<% include a %>",
        "<%= foo($a,\n  $b) %>",
        "<% -%>\n",
        "<%= if $x { 'a' } else { 'b' } %>",
    ];
    let mut text = String::new();
    if random.chance(40) {
        text.push_str(random.pick(&[
            "<%- | String $a, Integer $b = 1 | -%>\n",
            "<%-|$a,\n$b={}|-%>",
            "<% | | %>",
            "<%- | # why\n $a | -%>\n",
        ]));
    }
    for _ in 0..1 + random.below(7) {
        text.push_str(random.pick(&PIECES));
    }
    text
}
