//! `bunraku repl`, from a pipe.

use crate::support::{Run, folder};

fn talk(inputs: &str) -> Run {
    folder(&[]).run_with(&["repl"], inputs, &[])
}

#[track_caller]
fn check(inputs: &str, expected: &str) {
    let run = talk(inputs).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (expected, ""));
}

#[test]
fn values_and_variables() {
    check("1 + 1\n\n$x = [1, 2]\n$x + 3", "2\n[1, 2]\n[1, 2, 3]\n");
    check("function f($a) { $a * 2 }\nf(4)\n[1, 2].map |$x| { f($x) }\n", "8\n[2, 4]\n");
    check("type Port = Integer[1, 65535]\n80 =~ Port\n", "true\n");
    check("undef\nif false { 1 }\n$u = undef\n$u\n", "undef\nundef\nundef\n");
    check("'a' =~ /(.)/\n", "true\n");
}

#[test]
fn several_lines() {
    check("[1,\n2,\n\n3]\n", "[1, 2, 3]\n");
    check("$t = @(END)\n  a\n\n  b\n  | END\n$t\n", "\"a\\n\\nb\\n\"\n\"a\\n\\nb\\n\"\n");
    check("\"a\nb\"\n", "\"a\\nb\"\n");
    check("if true {\n  'yes'\n} else {\n  'no'\n}\n", "'yes'\n");
    check("1 +\n1\n", "2\n");
    talk("[1,\n2\n").status(1).says("error[syntax-error]").says("--> <input 1>:");
}

#[test]
fn errors_lose_nothing() {
    let run = talk("$x = 1\n$nope\n$y = $x + 'a'\n$x\n$x = 2\n$x\nfunction f() { fail('no') }\nf()\n$z = 3\n[$x, $z]\n1 )\n4\n").status(1);
    assert_eq!(run.stdout, "1\n1\n1\n3\n[1, 3]\n4\n");
    let run = run
        .says("error[unknown-variable]: unknown variable `$nope`\n  --> <input 2>:1:1\n")
        .says("error[reassignment]");
    run.says("error[function-failed]: no").says("error[syntax-error]");
}

#[test]
fn errors_inside_calls_leave_the_scope_as_it_was() {
    let run = talk("$x = 1\n[1].each |$i| { [2].map |$j| { $nope } }\n$x\n[3].map |$i| { $i + $x }\nfunction r() { r() }\nr()\nfunction ok() { 'ok' }\nok()\n").status(1);
    assert_eq!(run.stdout, "1\n1\n[4]\n'ok'\n");
}

#[test]
fn resources_and_definitions() {
    let run = talk(
        "define d { notice(\"in ${title}\") }\nd { 'a': }\nclass c { $v = 7 }\ninclude c\n$c::v\nd { 'a': }\nd { 'b': }\n",
    );
    run.status(1)
        .says("notice: in a (")
        .says("error[duplicate-resource]")
        .says("notice: in b (")
        .prints("7\n");
    let run = talk("define e { e { \"${title}x\": } }\ne { 'a': }\n1\n").status(1).says("error[too-deep]");
    assert!(run.stdout.ends_with("1\n") && run.stderr.matches("too-deep").count() == 1, "{run:#?}");
    talk("function f() { 1 }\nfunction f() { 2 }\n").status(1).says("error[duplicate-definition]");
}

#[test]
fn commands() {
    check(":type [1, 'a']\n", "Tuple[Integer[1, 1], String]\n");
    check(":type [1,\n2]\n", "Tuple[Integer[1, 1], Integer[2, 2]]\n");
    check(":ast $x\n", "Root 0..3\n  Variable 0..2 \"$x\"\n");
    check(":edition\n:edition spec\n:edition\n[,]\n", "puppet8\nspec\n[]\n");
    check("$x = 1\n:reset\n$x = 2\n", "1\n2\n");
    check("1\n:quit\n2\n", "1\n");
    talk(":help\n").status(0).prints(":load FILE").prints(":quit");
    talk(":help filter\n").status(0).prints("filter(Iterable $values");
    talk(":help filtre\n").status(1).says("did you mean `filter`?");
    talk(":doc file\n").status(0).prints("file { TITLE: ... }").prints(" ensure ").prints("require");
    talk("class c($p) { }\n:doc c\n:doc C\n").status(0).prints("c($p)\n");
    talk(":doc nonsense\n")
        .status(1)
        .says("no function, resource type, class or defined type is called `nonsense`");
    check("$b = 1\n$a = [2]\n:vars\n", "1\n[2]\n$a = [2]\n$b = 1\n");
    check(":vars\n", "no variables have been set; `:facts` shows the facts of the node\n");
    check(
        ":resources\n@notify { 'v': }\nnotify { 'n': }\n:resources\n",
        "no resources have been declared\n[Notify['v']]\n[Notify['n']]\nNotify[v] (virtual)\nNotify[n]\n",
    );
    talk(":tpye 1\n").status(1).says("unknown command `:tpye`").says("did you mean `:type`?");
    talk(":type\n").status(1).says("missing argument: `:type` takes EXPR");
    talk(":edition x\n1\n").status(1).says("unknown edition `x`").prints("1\n");
    talk(":facts\n").status(0).prints("no facts: start with");
}

#[test]
fn what_all_inputs_keep_is_limited() {
    let keep = |name: &str| {
        format!("${name} = Integer[1, 300000].map |$i| {{ \"the number ${{i}} of many\" }} ${name}.length\n")
    };
    let inputs: String = ["a", "b", "c", "d", "e", "f"].into_iter().map(keep).collect();
    let inputs = format!(":vars\n{inputs}:reset\n{}", keep("g"));
    let files = folder(&[]);
    let run = files.run_with(&["repl", "--max-memory", "64MB"], &inputs, &[]).status(1);
    let run = run.says("error[too-much-memory]: this takes more than").says("`:reset`");
    // The first fits, all six do not, and after `:reset` there is room again.
    let kept = run.stdout.lines().filter(|line| *line == "300000").count();
    assert!((2..7).contains(&kept) && run.stdout.ends_with("300000\n"), "{kept}: {}", run.stderr);
}

#[test]
fn files_and_facts() {
    let files = folder(&[
        ("a.pp", "$loaded = 5\nfunction f() { 'f' }\n"),
        ("bad.pp", "notice(\n"),
        ("f.json", r#"{"a": 1}"#),
    ]);
    let run = files
        .run_with(&["repl", "--facts", "f.json"], ":load a.pp\n$loaded\nf()\n:facts\n$a\n", &[])
        .status(0);
    assert_eq!(run.stdout, "5\n'f'\na => 1\n1\n");
    files.run_with(&["repl"], ":load bad.pp\n", &[]).status(1).says("--> bad.pp:");
    files.run_with(&["repl"], ":load no.pp\n", &[]).status(1).says("file or folder `no.pp` not found");
    files.run_with(&["repl", "--facts", "bad.pp"], "", &[]).status(2).says("`bad.pp` is not JSON");
    files.run_with(&["repl", "--facts", "-"], "{}", &[]).status(2).says("standard input");
}

#[test]
fn what_is_logged_goes_to_standard_error() {
    let run = talk("notice('a')\ninfo('b')\n").status(0).says("notice: a (<input 1>:1)\n").never_says("info");
    assert_eq!(run.stdout, "");
    folder(&[]).run_with(&["repl", "-v"], "info('b')\n", &[]).status(0).says("info: b (");
}
