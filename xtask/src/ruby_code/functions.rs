//! Programs that call the functions of modules with generated arguments.

use std::{collections::HashSet, fs, path::Path};

use super::{Case, Program, files, name_below, worlds};

/// Arguments for functions that need particular ones.
const CALLS: &str = include_str!("../../ruby/calls.txt");

/// Functions whose values change from call to call: only the kind of value is compared.
const UNSTEADY: &[&str] = &["time", "shuffle", "date", "str2saltedsha512"];

/// Names that Puppet code cannot call.
const RESERVED: &[&str] = &["private"];

/// The cases of all functions in the folder of modules, of both APIs.
pub fn cases(modules: &Path) -> Vec<Case> {
    let modern = "lib/puppet/functions/";
    let legacy = "lib/puppet/parser/functions/";
    let mut names = HashSet::new();
    let mut cases = Vec::new();
    for marker in [modern, legacy] {
        for path in files(modules, marker.trim_end_matches('/'), "rb") {
            let name = name_below(modules, &path);
            let Some((_, function)) = name.split_once(marker) else { continue };
            let function = function.trim_end_matches(".rb").replace('/', "::");
            if marker == modern {
                names.insert(function.clone());
            }
            // Puppet code only calls functions of the current API. Ruby code can still call the legacy one.
            let unreachable =
                |name: &str| names.contains(name) || worlds::is_core(name) || RESERVED.contains(&name);
            let hidden = marker == legacy && unreachable(&function);
            cases.push(case(name.clone(), &path, function, hidden));
        }
    }
    cases
}

fn case(name: String, path: &Path, function: String, hidden: bool) -> Case {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    let unread = bunraku_ruby::parse(&path.to_string_lossy(), &text).err().map(|error| error.message);
    let mut programs = Vec::new();
    for (arguments, lambda) in arguments() {
        programs.extend(program(&function, &arguments, lambda, "", hidden));
    }
    for call in CALLS.lines() {
        let Some((_, rest)) = call.split_once(": ").filter(|(name, _)| *name == function) else { continue };
        let (arguments, before) = rest.split_once("<- ").unwrap_or((rest, ""));
        let (arguments, lambda) = arguments.trim().split_once(" |").unwrap_or((arguments.trim(), ""));
        let lambda = if lambda.is_empty() { String::new() } else { format!(" |{lambda}") };
        programs.extend(program(&function, arguments, &lambda, before, hidden));
    }
    Case { name, unread, programs, function: Some(function) }
}

/// A program that calls a function; `None` if it cannot be called this way.
fn program(function: &str, arguments: &str, lambda: &str, before: &str, hidden: bool) -> Option<Program> {
    if hidden && !lambda.is_empty() {
        return None;
    }
    let call = match hidden {
        false => format!("$x = {function}({arguments}){lambda}"),
        true => format!(
            "$arguments = [{arguments}]\n\
             $x = inline_template('<%= scope.function_{function}(@arguments).inspect %>')"
        ),
    };
    let value = if UNSTEADY.contains(&function) { "String(type($x, 'generalized'))" } else { "$x" };
    let before = if before.is_empty() { String::new() } else { format!("{before}\n") };
    Some(Program {
        manifest: format!("{before}{call}\nnotify {{ 'value': message => [{value}] }}\n"),
        title: format!("{before}({arguments}){lambda}"),
    })
}

/// Arguments of many kinds, each with a lambda.
fn arguments() -> Vec<(String, &'static str)> {
    let singles = [
        "'some text'",
        "''",
        "'10'",
        "'10.0.0.1/24'",
        "'/usr/lib/x.tar.gz'",
        "'http://u@host.org:80/p?q=1#f'",
        "'true'",
        "'Ünï 😀'",
        "'a1, b2'",
        "\"two\\nlines\\n\"",
        "42",
        "-1.5",
        "0",
        "true",
        "false",
        "undef",
        "[]",
        "['b', 'a', 'c']",
        "[3, 1, 2]",
        "['a', ['b', [undef, 'a']], 1]",
        "{}",
        "{ 'a' => 1, 'b' => 'x' }",
        "{ 'a' => { 'b' => [1, 2], 'c' => undef }, 'd' => 'e' }",
        "default",
        "Integer[1, 5]",
        "/a(b)/",
        "Sensitive('secret')",
        "[{ 'a' => 1 }, { 'b' => 2 }]",
        "'2001:db8::1'",
        "'1.2 GB'",
        "'yes'",
        "['10', '2.5']",
    ];
    let pairs = [
        ("'some text'", "'e'"),
        ("'a,b,c'", "','"),
        ("['b', 'a', 'c']", "'a'"),
        ("['a', 'b']", "['b', 'd']"),
        ("['a', 'b', 'c']", "1"),
        ("{ 'a' => 1 }", "{ 'b' => 2 }"),
        ("{ 'a' => 1 }", "'a'"),
        ("'x'", "{ 'x' => 1 }"),
        ("{ 'a' => { 'b' => 1 } }", "{ 'a' => { 'c' => [2] } }"),
        ("{ 'a' => { 'b' => 'c' } }", "'a/b'"),
        ("1", "5"),
        ("'a'", "'e'"),
        ("'10.0.0.1'", "'10.0.0.0/8'"),
        ("'text'", "3"),
        ("3", "'text'"),
        ("undef", "'a'"),
        ("[1, 2]", "undef"),
        ("'password'", "'salt'"),
        ("true", "false"),
        ("['a', 'b']", "'p_'"),
        ("{ 'a' => 'x', 'b' => '' }", "['a']"),
        ("'encode'", "'text'"),
        ("'user'", "true"),
        ("'file'", "{ '/x' => {} }"),
        ("'%s-%d'", "['a', 1]"),
        ("'1.2.3'", "'1.10'"),
        ("'user'", "Sensitive('p')"),
        ("'5'", "'7'"),
    ];
    let more = [
        "",
        "'text', 'e', 'a'",
        "['a', 'b', 'c'], 'x', 'y'",
        "1, 10, 3",
        "['a'], ['b'], ['c']",
        "{ 'a' => 1 }, { 'b' => 2 }, { 'a' => 3 }",
        "'pass', 'sha-512', 'salt'",
        "'a', 'b', 'c', 'd'",
        "'x', ['a', 'b'], 'message'",
        "{ 'a' => { 'b' => 1 } }, ['a', 'b'], 'd'",
        "'user', 'root', { 'ensure' => 'present' }",
        "'text', 'SHA-256', 'longersalt'",
        "'a b', 1, 2",
        "undef, '', 'last'",
        "'some text', '^s', 'no'",
        "'1', '2', '3'",
    ];
    let lambdas = [
        ("['a', 'b']", " |$x| { \"<${x}>\" }"),
        ("{ 'a' => 1 }", " |$k, $v| { \"${k}=${v}\" }"),
        ("'text'", " |$x| { $x }"),
    ];
    let mut all: Vec<(String, &'static str)> = Vec::new();
    all.extend(singles.map(|single| (single.to_owned(), "")));
    all.extend(pairs.map(|(first, second)| (format!("{first}, {second}"), "")));
    all.extend(more.map(|more| (more.to_owned(), "")));
    all.extend(lambdas.map(|(arguments, lambda)| (arguments.to_owned(), lambda)));
    all
}
