//! `bunraku parse`.

use crate::support::folder;

#[test]
fn every_format() {
    let files = folder(&[("a.pp", "notice(1)\n"), ("b.epp", "x <%= 1 %>\n")]);
    for format in ["tree", "json", "pn", "pn-json", "tokens"] {
        for file in ["a.pp", "b.epp"] {
            let run = files.run(&["parse", "--format", format, file]).status(0);
            assert!(run.stdout.ends_with('\n') && run.stderr.is_empty(), "{format} {run:#?}");
        }
    }
    let tree = files.run(&["parse", "a.pp"]).status(0);
    assert_eq!(tree.stdout, files.run(&["parse", "--format", "tree", "a.pp"]).stdout);
}

#[test]
fn a_file_that_does_not_parse() {
    let files = folder(&[("bad.pp", "notice(1)\nnotice(2))\n")]);
    for format in ["tree", "json", "tokens"] {
        let run = files.run(&["parse", "--format", format, "bad.pp"]).status(1).says("--> bad.pp:2:");
        assert!(!run.stdout.is_empty(), "{format} {run:#?}");
    }
    for format in ["pn", "pn-json"] {
        let run = files.run(&["parse", "--format", format, "bad.pp"]).status(1).says("--> bad.pp:2:");
        assert!(run.stdout.is_empty(), "{format} {run:#?}");
    }
}

#[test]
fn standard_input() {
    let files = folder(&[]);
    let run = files.run_with(&["parse", "-"], "notice(1)\n", &[]).status(0);
    assert!(!run.stdout.is_empty(), "{run:#?}");
    files.run_with(&["parse", "--stdin-name", "a.epp", "-"], "class {{{\n", &[]).status(0);
    files
        .run_with(&["parse", "--stdin-name", "a.pp", "-"], "notice(2))\n", &[])
        .status(1)
        .says("--> a.pp:1:");
}

#[test]
fn editions() {
    let files = folder(&[("a.pp", "$x = [,]\n")]);
    files.run(&["parse", "a.pp"]).status(1);
    files.run(&["parse", "--edition", "spec", "a.pp"]).status(0);
}

#[test]
fn wrong_use() {
    let files = folder(&[("a/b.pp", "")]);
    files.run(&["parse", "a"]).status(2).says("error[wrong-use]: expected a file, got the folder `a`");
    files.run(&["parse", "b"]).status(2).says("error[wrong-use]: file or folder `b` not found");
    files.run(&["parse"]).status(2);
}
