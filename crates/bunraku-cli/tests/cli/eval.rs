//! `bunraku eval`, and the depth of calls.

use crate::support::folder;

#[track_caller]
fn check(args: &[&str], expected: &str) {
    let run = folder(&[]).run(&[&["eval"], args].concat()).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (expected, ""));
}

#[test]
fn values() {
    check(&["-e", "1 + 1"], "2\n");
    check(
        &["-e", "['a', { b => undef }, /x/, Integer[1, 2]]"],
        "['a', {'b' => undef}, /x/, Integer[1, 2]]\n",
    );
    check(&["-e", "$x = 2", "-e", "$x * 3"], "6\n");
    check(&["-e", "-1"], "-1\n");
    check(&["-e", ""], "undef\n");
    check(
        &["--format", "json", "-e", "[1, 1.5, undef, 'é', true, { 'a' => /x/ }]"],
        "[1,1.5,null,\"é\",true,{\"a\":{\"__ptype\":\"Regexp\",\"__pvalue\":\"x\"}}]\n",
    );
    check(
        &[
            "--format",
            "yaml",
            "-e",
            "{ 'a' => [1, 1.5, undef, 'yes', ''], 'b' => { 'c' => /x/ }, 'd' => {} }",
        ],
        "---\na:\n- 1\n- 1.5\n-\n- 'yes'\n- ''\nb:\n  c:\n    __ptype: Regexp\n    __pvalue: x\nd: {}\n",
    );
    check(&["--format", "yaml", "-e", "'a'"], "--- a\n");
    check(&["--format", "yaml", "-e", "\"a\\nb\\n\""], "--- |\n  a\n  b\n");
    check(
        &["--edition", "spec", "--format", "yaml", "-e", "[9223372036854775807 * 100]"],
        "---\n- 922337203685477580700\n",
    );
    check(&["--edition", "spec", "-e", "[,]"], "[]\n");
}

#[test]
fn files_and_standard_input() {
    let files = folder(&[("a.pp", "notice('x')\n$a = 1\n$a + 1\n")]);
    let run = files.run(&["eval", "a.pp"]).status(0).says("notice: x (a.pp:1)\n");
    assert_eq!(run.stdout, "2\n");
    let run = files.run_with(&["eval", "-"], "'a'", &[]).status(0);
    assert_eq!(run.stdout, "'a'\n");
    files.run(&["eval", "b.pp"]).status(2).says("file or folder `b.pp` not found");
}

#[test]
fn facts_and_settings() {
    let files = folder(&[("f.json", r#"{"a": {"b": [1]}}"#), ("bad.json", "nope")]);
    let run = files.run(&["eval", "--facts", "f.json", "-e", "$a['b'] + $facts['a']['b']"]).status(0);
    assert_eq!(run.stdout, "[1, 1]\n");
    files.run(&["eval", "--facts", "bad.json", "-e", "1"]).status(2).says("`bad.json` is not JSON");
    let run = files.run(&["eval", "--strict", "off", "--strict-variables", "false", "-e", "$nope"]).status(0);
    assert_eq!(run.stdout, "undef\n");
}

#[test]
fn failures_and_wrong_use() {
    let files = folder(&[]);
    let run = files.run(&["eval", "-e", "1 +"]).status(1).says("--> <expression>:1:");
    assert_eq!(run.stdout, "");
    let run = files.run(&["eval", "-e", "$nope"]).status(1).says("error[unknown-variable]");
    assert_eq!(run.stdout, "");
    files
        .run(&["eval", "--log-format", "json", "-e", "$nope"])
        .status(1)
        .says("\"code\":\"unknown-variable\"");
    files.run(&["eval"]).status(2);
    files.run(&["eval", "-e", "1", "a.pp"]).status(2);
    files.run(&["eval", "--format", "toml", "-e", "1"]).status(2).says("[possible values: text, json, yaml]");
}

#[test]
fn endless_calls_are_errors() {
    let sum = " + 1".repeat(450);
    let lists = ("[".repeat(150), "]".repeat(150));
    let programs = [
        ("function.pp", "function f($n) { f($n + 1) }\nf(1)\n".to_owned()),
        ("define.pp", "define d { d { \"${title}x\": } }\nd { 'a': }\n".to_owned()),
        ("lambda.pp", "function f($n) { [1].each |$x| { [$x].map |$y| { f($n) } } }\nf(1)\n".to_owned()),
        ("template.pp", "function f($n) { inline_epp('<%= f(1) %>') }\nf(1)\n".to_owned()),
        // A call in a large expression uses more stack than others.
        ("sum.pp", format!("function f($n) {{ f($n){sum} }}\nf(1)\n")),
        ("lists.pp", format!("function f($n) {{ {}f($n){} }}\nf(1)\n", lists.0, lists.1)),
    ];
    let files = folder(&[]);
    for (name, code) in &programs {
        files.write(name, code.as_bytes());
        let run = files.run(&["compile", name]).status(1).says("error[too-deep]");
        assert_eq!(run.stdout, "", "{name}");
        files.run(&["eval", name]).status(1).says("error[too-deep]");
    }
}

#[test]
fn deep_calls_succeed() {
    let files = folder(&[]);
    let code = "function f($n) { if $n == 0 { 0 } else { 1 + f($n - 1) } } f(990)";
    assert_eq!(files.run(&["eval", "-e", code]).status(0).stdout, "990\n");
}
