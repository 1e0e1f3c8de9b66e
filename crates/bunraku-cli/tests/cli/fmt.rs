//! `bunraku fmt`.

use std::fs;

use crate::support::folder;

const PLAIN: &str = "file{'/a':ensure=>file}\n";
const FORMATTED: &str = "file { '/a': ensure => file }\n";
const BAD: &str = "notice(1))\n";

#[test]
fn files_are_rewritten() {
    let files = folder(&[("a.pp", PLAIN), ("b/c.pp", FORMATTED), ("d.epp", "<%=$x%>\n")]);
    let run = files.run(&["fmt", "."]).status(0);
    assert_eq!(run.stdout, "");
    assert_eq!(run.stderr, "2 files reformatted, 1 file already formatted\n");
    assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), FORMATTED);
    assert_eq!(fs::read_to_string(files.path("d.epp")).unwrap(), "<%= $x %>\n");
    let run = files.run(&["fmt", "."]).status(0);
    assert_eq!(run.stderr, "3 files already formatted\n");
    assert_eq!(files.run(&["fmt", "-q", "."]).status(0).stderr, "");
}

#[test]
fn nothing_is_left_beside_the_files() {
    let files = folder(&[("a.pp", PLAIN)]);
    files.run(&["fmt", "a.pp"]).status(0);
    let names: Vec<_> =
        fs::read_dir(files.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["a.pp"]);
}

#[test]
fn checking_names_files_and_writes_nothing() {
    let files = folder(&[("a.pp", PLAIN), ("b.pp", FORMATTED)]);
    let run = files.run(&["fmt", "--check", "."]).status(1);
    assert_eq!(run.stdout, "a.pp\n");
    assert_eq!(run.stderr, "1 file would be reformatted, 1 file already formatted\n");
    assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), PLAIN);
    files.run(&["fmt", "--check", "b.pp"]).status(0);
}

#[test]
fn differences() {
    let files = folder(&[("a.pp", PLAIN)]);
    let run = files.run(&["fmt", "--diff", "a.pp"]).status(1);
    let expected = format!("--- a.pp\n+++ a.pp\n@@ -1 +1 @@\n-{PLAIN}+{FORMATTED}");
    assert_eq!(run.stdout, expected);
    assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), PLAIN);
}

#[test]
fn standard_input_is_a_filter() {
    let files = folder(&[]);
    let run = files.run_with(&["fmt", "-"], PLAIN, &[]).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (FORMATTED, ""));
    let run = files.run_with(&["fmt", "-"], FORMATTED, &[]).status(0);
    assert_eq!(run.stdout, FORMATTED);
    let run = files.run_with(&["fmt", "--stdin-name", "x.epp", "-"], "<%=1%>", &[]).status(0);
    assert_eq!(run.stdout, "<%= 1 %>");
    let run = files.run_with(&["fmt", "--check", "--stdin-name", "x.pp", "-"], PLAIN, &[]).status(1);
    assert_eq!(run.stdout, "x.pp\n");
    let run = files.run_with(&["fmt", "-"], BAD, &[]).status(2).says("error[syntax-error]");
    assert_eq!(run.stdout, "");
}

#[test]
fn options() {
    let text = "$a = ['alpha', 'beta']\nfile { '/a':\n  ensure => file,\n  owner => 'x',\n}\n";
    let files = folder(&[("a.pp", text)]);
    let run =
        files.run_with(&["fmt", "--line-width", "20", "--align-arrows", "no", "-"], text, &[]).status(0);
    let expected = "$a = [\n  'alpha',\n  'beta',\n]\nfile { '/a':\n  ensure => file,\n  owner => 'x',\n}\n";
    assert_eq!(run.stdout, expected);
}

#[test]
fn some_lines_only() {
    let text = "$a=1\n$b=2\n$c=3\n";
    let files = folder(&[("a.pp", text), ("b.pp", text)]);
    let run = files.run_with(&["fmt", "--range", "2:2", "-"], text, &[]).status(0);
    assert_eq!(run.stdout, "$a=1\n$b = 2\n$c=3\n");
    files.run(&["fmt", "--range", "2:2", "."]).status(2).says("`--range` needs exactly one file, got 2");
    files.run(&["fmt", "--range", "3:2", "a.pp"]).status(2).says("ends before it begins");
    files.run(&["fmt", "--range", "x", "a.pp"]).status(2).says("is not a range of lines");
}

#[test]
fn files_with_syntax_errors_are_left_alone() {
    let files = folder(&[("bad.pp", BAD), ("good.pp", PLAIN)]);
    let run = files.run(&["fmt", "."]).status(2).says("--> bad.pp:1:").says("1 file left alone");
    assert!(run.stderr.ends_with("1 file reformatted, 1 file left alone\n"), "{run:#?}");
    assert_eq!(fs::read_to_string(files.path("bad.pp")).unwrap(), BAD);
    assert_eq!(fs::read_to_string(files.path("good.pp")).unwrap(), FORMATTED);
    files.run(&["fmt", "--check", "."]).status(2);
}

#[test]
fn code_of_others_is_left_out() {
    let files = folder(&[
        ("manifests/a.pp", PLAIN),
        ("spec/fixtures/modules/b/manifests/init.pp", PLAIN),
        ("vendor/c.pp", PLAIN),
        (".hidden/d.pp", PLAIN),
        ("spec/e.pp", PLAIN),
    ]);
    let run = files.run(&["fmt", "--check", "."]).status(1);
    assert_eq!(run.stdout.replace('\\', "/"), "manifests/a.pp\nspec/e.pp\n");
    // Folders named by the user are formatted.
    let run = files.run(&["fmt", "--check", "vendor", "spec/fixtures"]).status(1);
    assert_eq!(run.stdout.lines().count(), 2, "{run:#?}");
}

#[test]
fn wrong_use() {
    let files = folder(&[]);
    files.run(&["fmt"]).status(2).says("<PATH>...");
    files.run(&["fmt", "missing.pp"]).status(2).says("file or folder `missing.pp` not found");
    assert_eq!(files.run(&["fmt", "."]).status(0).stderr, "no `.pp` or `.epp` files found\n");
}

#[test]
fn a_file_that_is_no_text_is_left_alone() {
    let files = folder(&[]);
    files.write("a.pp", b"notice('\xff')\n");
    files.run(&["fmt", "a.pp"]).status(2).says("error[invalid-utf8]");
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::{FORMATTED, PLAIN};
    use crate::support::folder;

    #[test]
    fn permissions_are_kept() {
        let files = folder(&[("a.pp", PLAIN)]);
        fs::set_permissions(files.path("a.pp"), Permissions::from_mode(0o750)).unwrap();
        let before = fs::metadata(files.path("a.pp")).unwrap();
        files.run(&["fmt", "a.pp"]).status(0);
        let after = fs::metadata(files.path("a.pp")).unwrap();
        assert_eq!(after.mode(), before.mode());
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), FORMATTED);
    }

    #[test]
    fn read_only_files_stay_as_they_are() {
        let files = folder(&[("a.pp", PLAIN), ("b.pp", PLAIN)]);
        fs::set_permissions(files.path("a.pp"), Permissions::from_mode(0o444)).unwrap();
        files
            .run(&["fmt", "."])
            .status(2)
            .says("error[unwritable-file]: cannot write `a.pp`: it is read-only");
        assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), PLAIN);
        assert_eq!(fs::read_to_string(files.path("b.pp")).unwrap(), FORMATTED);
    }

    #[test]
    fn links_stay_links_and_a_file_is_written_once() {
        let files = folder(&[("real.pp", PLAIN)]);
        symlink("real.pp", files.path("link.pp")).unwrap();
        let run = files.run(&["fmt", "."]).status(0);
        assert_eq!(run.stderr, "1 file reformatted\n");
        assert!(fs::symlink_metadata(files.path("link.pp")).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(files.path("real.pp")).unwrap(), FORMATTED);
    }

    /// A limit on the file size makes writing fail like a full disk.
    #[test]
    fn nothing_is_lost_if_writing_fails() {
        let text = PLAIN.repeat(200);
        let files = folder(&[("a.pp", &text)]);
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {} fmt a.pp", env!("CARGO_BIN_EXE_bunraku"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(files.path("")).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("cannot write `a.pp`"), "{stderr}");
        assert_eq!(fs::read_to_string(files.path("a.pp")).unwrap(), text);
        assert_eq!(fs::read_dir(files.path("")).unwrap().count(), 1, "nothing is left beside it");
    }
}
