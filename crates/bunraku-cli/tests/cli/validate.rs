//! `bunraku validate`.

#[cfg(unix)]
use std::fs;

use crate::support::folder;

const GOOD: &str = "notice(1)\n";
const BAD: &str = "notice(1)\nnotice(2))\n";

#[test]
fn fine_files() {
    let files = folder(&[("a.pp", GOOD), ("b/c.epp", "a <%= 1 %> b\n")]);
    let run = files.run(&["validate", "."]).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", "2 files: no problems\n"));
    let run = files.run(&["validate", "--quiet", "a.pp"]).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
}

#[test]
fn files_with_errors() {
    let files = folder(&[("good.pp", GOOD), ("bad.pp", BAD)]);
    let run =
        files.run(&["validate", "."]).status(1).says("error[").says("--> bad.pp:2:").never_says("good.pp");
    assert!(run.stdout.is_empty(), "{run:#?}");
    assert!(run.stderr.ends_with(" in 1 of 2 files\n"), "{run:#?}");
    files.run(&["validate", "-q", "."]).status(1).says("--> bad.pp:2:").never_says(" of 2 files");
}

#[test]
fn messages_come_in_the_order_of_the_files() {
    let names: Vec<String> = (0..60).map(|number| format!("{}/{number:02}.pp", number % 7)).collect();
    let files = folder(&names.iter().map(|name| (name.as_str(), BAD)).collect::<Vec<_>>());
    let first = files.run(&["validate", "--log-format", "json", "."]).status(1);
    let mut named: Vec<&str> =
        first.stderr.lines().filter_map(|line| line.split("\"file\":\"").nth(1)).collect();
    named.dedup_by_key(|line| line.get(..7).unwrap_or_default().to_owned());
    assert_eq!(named.len(), 60, "{first:#?}");
    assert!(named.is_sorted(), "{first:#?}");
    let second = files.run(&["validate", "--log-format", "json", "."]).status(1);
    assert_eq!(first.stderr, second.stderr);
}

#[test]
fn git_ignores_are_honoured_but_named_files_are_read() {
    let files = folder(&[
        (".gitignore", "vendor/\n*.gen.pp\n"),
        ("a.pp", GOOD),
        ("a.gen.pp", BAD),
        ("vendor/b.pp", BAD),
        (".hidden/c.pp", BAD),
        ("notes.txt", BAD),
    ]);
    files.run(&["validate", "."]).status(0).says("1 file: no problems");
    files.run(&["validate", "vendor/b.pp"]).status(1).says("--> vendor/b.pp:2:");
    files.run(&["validate", "notes.txt"]).status(1).says("--> notes.txt:2:");
}

#[test]
fn a_file_named_twice_is_checked_once() {
    let files = folder(&[("a.pp", GOOD), ("b.pp", GOOD)]);
    files.run(&["validate", "a.pp", ".", "./a.pp"]).status(0).says("2 files: no problems");
}

#[test]
fn standard_input() {
    let files = folder(&[]);
    files.run_with(&["validate", "-"], GOOD, &[]).status(0).says("1 file: no problems");
    files.run_with(&["validate", "-"], BAD, &[]).status(1).says("--> <stdin>:2:");
    let args = ["validate", "--stdin-name", "x/y.epp", "-"];
    files.run_with(&args, "class {{{ is text here\n", &[]).status(0).says("1 file: no problems");
    files.run_with(&["validate", "--stdin-name", "x/y.pp", "-"], BAD, &[]).status(1).says("--> x/y.pp:2:");
}

#[test]
fn missing_paths_are_wrong_use() {
    let files = folder(&[("manifests/init.pp", BAD)]);
    let run = files.run(&["validate", "manifests", "manifest/init.pp"]).status(2);
    assert_eq!(run.stderr, "error[wrong-use]: file or folder `manifest/init.pp` not found\n");
    files.run(&["validate", "manifest"]).status(2).says("help: did you mean `manifests`?\n");
    files.run(&["validate", "manifests/int.pp"]).status(2).says("help: did you mean `manifests/init.pp`?\n");
    files
        .run(&["validate", "--log-format", "json", "nowhere"])
        .status(2)
        .says(r#"{"level":"error","code":"wrong-use","#);
    let run =
        files.run(&["validate", "--log-format", "sarif", "nowhere"]).status(2).says("error[wrong-use]: ");
    assert_eq!(run.stdout, "");
}

#[test]
fn an_empty_folder() {
    folder(&[]).run(&["validate", "."]).status(0).says("no manifests, templates, data or Ruby files found");
}

#[test]
fn an_empty_file() {
    folder(&[("a.pp", "")]).run(&["validate", "."]).status(0).says("1 file: no problems");
}

#[cfg(unix)]
#[test]
fn unreadable_files_are_problems() {
    use std::os::unix::fs::PermissionsExt;

    let files = folder(&[("a.pp", GOOD), ("b.pp", GOOD), ("c/d.pp", GOOD)]);
    fs::set_permissions(files.path("b.pp"), PermissionsExt::from_mode(0o000)).unwrap();
    if fs::read(files.path("b.pp")).is_ok() {
        // The tests run as a user who can read everything.
        return;
    }
    fs::set_permissions(files.path("c"), PermissionsExt::from_mode(0o000)).unwrap();
    let run = files.run(&["validate", "."]).status(1);
    fs::set_permissions(files.path("c"), PermissionsExt::from_mode(0o755)).unwrap();
    run.says("error[unreadable-file]: cannot read `b.pp`: permission denied\n")
        .says("error[unreadable-file]: cannot read `c`: permission denied\n")
        .says("2 errors in 2 of 3 files");
}

#[cfg(unix)]
#[test]
fn links_are_followed_inside_of_the_folder() {
    let files =
        folder(&[("env/a.pp", GOOD), ("env/kept/b.pp", GOOD), ("outside/c.pp", "$a = "), ("d.pp", "$a =")]);
    let link = |target: &str, path: &str| std::os::unix::fs::symlink(target, files.path(path)).unwrap();
    link("kept", "env/module");
    // A file reached by two paths is checked once.
    files.run(&["validate", "env"]).status(0).says("2 files: no problems").never_says("not followed");
    link("../outside", "env/linked");
    let run = files.run(&["validate", "env"]).status(0).says("2 files: no problems");
    run.says("symbolic link not followed, because it points outside the folder: `env/linked`");
    link("../d.pp", "env/d.pp");
    link("/proc/self/environ", "env/e.pp");
    files.run(&["validate", "env"]).status(0).says("2 files: no problems").says("and 2 more");
    // A folder named by the user may be a link.
    link("env", "named");
    files.run(&["validate", "named"]).status(0).says("2 files: no problems");
    files.run(&["validate", "env/d.pp"]).status(1);
}

#[cfg(unix)]
#[test]
fn links_that_lead_nowhere_or_back_are_passed_over() {
    let files = folder(&[("a.pp", GOOD)]);
    std::os::unix::fs::symlink("nowhere", files.path("b.pp")).unwrap();
    std::os::unix::fs::symlink(".", files.path("loop")).unwrap();
    files.run(&["validate", "."]).status(0).says("1 file: no problems");
    files.run(&["validate", "b.pp"]).status(2).says("file or folder `b.pp` not found");
}

#[test]
fn invalid_utf_8() {
    let files = folder(&[]);
    files.write("a.pp", b"notice('x')\nnotice('\xff\xfe')\n");
    let run = files.run(&["validate", "--log-format", "json", "."]).status(1).says(r#""line":2,"column":9,"#);
    assert_eq!(run.stderr.lines().count(), 1, "{run:#?}");
    files.run(&["validate", "."]).status(1).says("--> a.pp:2:9");
}

#[test]
fn json() {
    let files = folder(&[("bad.pp", BAD)]);
    let run = files.run(&["validate", "--log-format", "json", "."]).status(1);
    for line in run.stderr.lines() {
        assert!(line.starts_with(r#"{"level":""#) && line.ends_with('}'), "{line}");
        for member in ["code", "message", "file", "line", "column", "end_line", "end_column", "labels"] {
            assert!(line.contains(&format!("\"{member}\":")), "{member} in {line}");
        }
    }
    assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{run:#?}");
}

#[test]
fn sarif_goes_to_standard_output() {
    let files = folder(&[("bad.pp", BAD), ("good.pp", GOOD)]);
    let run = files.run(&["validate", "--log-format", "sarif", "."]).status(1);
    assert_eq!(run.stderr, "");
    run.prints(r#""version":"2.1.0""#).prints(r#""uri":"bad.pp""#).prints(r#""level":"error""#);
    files.run(&["validate", "--log-format", "sarif", "good.pp"]).status(0).prints(r#""results":[]"#);
}

#[test]
fn github() {
    let files = folder(&[("bad.pp", BAD)]);
    files.run(&["validate", "--log-format", "github", "."]).status(1).says("::error file=bad.pp,line=2,");
}

#[test]
fn editions() {
    let files = folder(&[("a.pp", "$x = [,]\n")]);
    files.run(&["validate", "a.pp"]).status(1);
    files.run(&["validate", "--edition", "puppet8", "a.pp"]).status(1);
    files.run(&["validate", "--edition", "spec", "a.pp"]).status(0);
    files
        .run(&["validate", "--edition", "puppet9", "a.pp"])
        .status(2)
        .says("[possible values: puppet8, spec]");
}

#[test]
fn colours() {
    let files = folder(&[("bad.pp", BAD)]);
    files.run(&["validate", "."]).never_says("\x1b[");
    files.run(&["validate", "--color", "always", "."]).says("\x1b[1;31merror");
    files.run(&["--color", "never", "validate", "."]).never_says("\x1b[");
    files.run_with(&["validate", "."], "", &[("CLICOLOR_FORCE", "1")]).says("\x1b[1;31merror");
    files.run_with(&["validate", "."], "", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]).never_says("\x1b[");
    files.run(&["validate", "--color", "always", "--log-format", "json", "."]).never_says("\x1b[");
}

#[test]
fn strict_decides_how_bad_likely_mistakes_are() {
    let files = folder(&[("a.pp", "$x = { 'a' => 1, 'a' => 2 }\n")]);
    files.run(&["validate", "."]).status(1).says("error[").says("1 error in 1 file\n");
    files.run(&["validate", "--strict", "error", "."]).status(1).says("1 error in 1 file\n");
    files
        .run(&["validate", "--strict", "warning", "."])
        .status(0)
        .says("warning[")
        .says("1 warning in 1 file\n");
    files.run(&["validate", "--strict", "off", "."]).status(0).says("1 file: no problems\n");
}
