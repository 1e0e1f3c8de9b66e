//! Regular expressions, with strings that are hard for them and everything that matches.

use super::{Folder, Made, Part, Program};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for &(pattern, regexp) in PATTERNS {
        for &(text, made) in TEXTS {
            for &(consumer, used) in CONSUMERS {
                let name = format!("regexp/{pattern}-on-{text}/{consumer}");
                programs.push(Program::new(name, move || folder(&regexp(), made, used)));
            }
        }
    }
    programs
}

fn folder(regexp: &str, made: &str, used: &str) -> Folder {
    let code = used.replace("REGEXP", &regexp.replace('/', "\\/"));
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
        .with("site.pp", format!("$t = {made}\n{code}\n"))
        .with(
            "modules/m/lib/puppet/functions/m/scan.rb",
            "Puppet::Functions.create_function(:'m::scan') do\n  dispatch :f do\n    param 'String', :t\n    param 'Regexp', :r\n  end\n  \
             def f(t, r)\n    r = Regexp.new(r.source)\n    [t.scan(r).size, t.gsub(r) { |x| x + x }.size, t.split(r).size, t.index(r), t.rindex(r)].inspect\n  end\nend\n",
        )
}

const PATTERNS: &[Made] = &[
    ("nested-stars", || "(a*)*b".to_owned()),
    ("nested-plus", || "^(a+)+$".to_owned()),
    ("alternatives", || "^(a|a)*b".to_owned()),
    ("alternatives-back", || "(a|ab|b)*c\\1".to_owned()),
    ("backreference", || "(a*)(a*)(a*)\\1\\2\\3b".to_owned()),
    ("backreference-lazy", || "(.*?),\\1(.*?)$".to_owned()),
    ("lookahead", || "(?=(a+))\\1b".to_owned()),
    ("lookahead-star", || "(?:(?=a*b)a)*c".to_owned()),
    ("lookbehind", || "(?<=a{1})(?<!b)a*?c".to_owned()),
    ("atomic", || "(?>a*)*a".to_owned()),
    ("lazy", || "a*?a*?a*?a*?a*?b".to_owned()),
    ("optional", || format!("{}{}", "a?".repeat(2_000), "a".repeat(2_000))),
    ("counted", || "((a{0,1000}){0,1000}){0,100}b".to_owned()),
    ("counted-large", || "(a{1,100000}){1,100000}".to_owned()),
    ("wide-class", || format!("[{}]*z", (0x4e00..0x6000).filter_map(char::from_u32).collect::<String>())),
    ("wide-alternatives", || (0..20_000).map(|i| format!("x{i}")).collect::<Vec<String>>().join("|")),
    ("groups", || format!("{}a{}", "(".repeat(5_000), ")".repeat(5_000))),
    ("open-groups", || "(".repeat(50_000)),
    ("open-class", || "[".repeat(50_000)),
    ("recursion", || "\\A(?<p>a\\g<p>?b|\\(\\g<p>*\\))*\\z".to_owned()),
    ("conditional", || "(a)?(?(1)a*|b*)*c".to_owned()),
    ("empty", || "".to_owned()),
    ("end", || "\\s+$".to_owned()),
    ("words", || "\\b(\\w+\\s*)*\\B!".to_owned()),
    ("case", || "(?i:(ß|ss|k)*)x".to_owned()),
];

const TEXTS: &[Part] = &[
    ("short", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'"),
    ("megabyte", "Integer[1, 19].reduce('aa') |$m, $i| { \"${m}${m}\" }"),
    ("spaces", "Integer[1, 18].reduce('ab  ') |$m, $i| { \"${m}${m}\" }"),
];

/// Code that matches `$t`. `REGEXP` is replaced by the expression.
const CONSUMERS: &[Part] = &[
    ("match", "notice($t =~ /REGEXP/)"),
    ("list", "notice(match([$t, $t, $t], /REGEXP/).length)"),
    ("regsubst", "notice(regsubst($t, /REGEXP/, 'x\\0y', 'G').length)"),
    ("split", "notice(split($t, /REGEXP/).length)"),
    ("pattern", "notice($t =~ Pattern[/REGEXP/], [$t, $t].filter |$x| { $x =~ /REGEXP/ })"),
    ("case", "case $t { /REGEXP/: { notice($0.length) } default: { notice(0) } }"),
    ("ruby", "notice(m::scan($t, /REGEXP/))"),
];
