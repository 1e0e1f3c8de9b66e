//! `bunraku lint`.

use std::fs;

use crate::support::{Folder, Run, folder};

/// A manifest with a fixable error, a fixable warning, and a warning that only a person should fix.
const BAD: &str = "# A class\nclass a {\n  $x = \"y\" \n  notice(\"${x}\")\n}\n";

fn lint(files: &Folder, args: &[&str]) -> Run {
    lint_with(files, args, "", &[])
}

fn lint_with(files: &Folder, args: &[&str], stdin: &str, variables: &[(&str, &str)]) -> Run {
    let home = files.path("home").display().to_string();
    let mut all = vec![("HOME", home.as_str()), ("XDG_CACHE_HOME", home.as_str()), ("GITHUB_ACTION", "")];
    all.retain(|(name, _)| *name != "GITHUB_ACTION");
    all.extend(variables);
    let args: Vec<&str> = ["lint"].into_iter().chain(args.iter().copied()).collect();
    files.run_with(&args, stdin, &all)
}

fn text(files: &Folder, name: &str) -> String {
    fs::read_to_string(files.path(name)).unwrap_or_default()
}

#[test]
fn lines_are_those_of_puppet_lint() {
    let files = folder(&[("a/manifests/init.pp", BAD)]);
    let run = lint(&files, &["a/manifests/init.pp"]).status(1);
    assert_eq!(
        run.stdout,
        "WARNING: double-quoted string without variables on line 3 (check: double_quoted_strings)\n\
         ERROR: spaces at the end of the line on line 3 (check: trailing_whitespace)\n\
         WARNING: string containing only a variable on line 4 (check: only_variable_string)\n"
    );
    lint(&files, &["a"]).status(1).prints("a/manifests/init.pp - ERROR: ");
    lint(&files, &["--with-filename", "a/manifests/init.pp"])
        .status(1)
        .prints("a/manifests/init.pp - ERROR: ");
    let form = "%{path}:%{line}:%{column}:%{kind}:%{KIND}:%{check}:%{filename} %{other}";
    let run = lint(&files, &["--error-level", "error", "--log-format", form, "a"]).status(1);
    assert_eq!(run.stdout, "a/manifests/init.pp:3:11:error:ERROR:trailing_whitespace:init.pp %{other}\n");
}

#[test]
fn the_status_depends_on_errors_and_on_warnings_if_asked() {
    let files = folder(&[("a.pp", "$x = \"y\"\n"), ("b.pp", "$x = 'y'\n")]);
    lint(&files, &["a.pp"]).status(0);
    lint(&files, &["--fail-on-warnings", "a.pp"]).status(1);
    lint(&files, &["--fail-on-warnings", "b.pp"]).status(0);
    lint(&files, &["--fail-on-warnings", "--no-double_quoted_strings-check", "a.pp"]).status(0);
    lint(&files, &["missing.pp"]).status(2).says("file or folder `missing.pp` not found");
    lint(&files, &["--load", "x.rb", "a.pp"])
        .status(0)
        .says("`x.rb` is ignored: puppet-lint plugins written in Ruby cannot be loaded")
        .prints("double-quoted string");
}

#[test]
fn functions_of_modules_that_are_not_installed_are_not_unknown() {
    let site = ("manifests/site.pp", "notice(shuffle([1]))\n");
    let own = ("site/profile/manifests/init.pp", "# A profile.\nclass profile { }\n");
    let conf = ("environment.conf", "modulepath = site\n");
    let check = ["--only-checks", "unknown_function", "manifests"];
    let missing = folder(&[site, own, conf, ("Puppetfile", "mod 'puppetlabs-stdlib', '9.6.0'\n")]);
    lint(&missing, &check).status(0);
    let installed = folder(&[site, own, conf, ("Puppetfile", "mod 'profile', git: 'x'\n")]);
    lint(&installed, &check).status(1).prints("unknown function `shuffle`");
}

#[test]
fn a_reader_of_lines_may_leave_early() {
    use std::io::Read as _;
    let text = "include \"a\"\n".repeat(5_000);
    let files = folder(&[("a.pp", text.as_str()), ("b.pp", text.as_str())]);
    let mut lint = std::process::Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["lint", "--no-cache", "."])
        .current_dir(files.path("."))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    lint.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    let output = lint.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn options_come_from_files_and_the_command_line_has_the_last_word() {
    let rc = "--fail-on-warnings\n--no-double_quoted_strings-check\n--future-option\n";
    let files =
        folder(&[("a.pp", "$x = \"y\"\n"), (".puppet-lint.rc", rc), ("more.rc", "--error-level=error\n")]);
    lint(&files, &["a.pp"]).status(0).says("unknown option `--future-option` in `.puppet-lint.rc`");
    lint(&files, &["--double_quoted_strings-check", "a.pp"]).status(1).prints("double_quoted_strings");
    lint(&files, &["--no-config", "a.pp"])
        .status(0)
        .prints("double_quoted_strings")
        .never_says("unknown option");
    let run = lint(&files, &["--no-config", "-c", "more.rc", "a.pp"]).status(0);
    assert_eq!(run.stdout, "");
    lint(&files, &["--no-config", "-c", "mroe.rc", "a.pp"]).says("warning: cannot read `mroe.rc`");
}

#[test]
fn files_of_options_that_cannot_be_read_are_named() {
    for files in [folder(&[(".puppet-lint.rc/a", "")]), folder(&[("a.pp", "")])] {
        if !files.path(".puppet-lint.rc").is_dir() {
            files.write(".puppet-lint.rc", b"--no-80chars-check\n\xff");
        }
        files.write("a.pp", b"");
        lint(&files, &["a.pp"])
            .status(0)
            .says("warning: cannot read `.puppet-lint.rc`: its options are ignored");
        lint(&files, &["--no-config", "a.pp"]).status(0).never_says("warning");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_named() {
    let files = folder(&[("a/b.pp", "$x = 'y'\n"), ("other/c.pp", "$x = \"y\"\n")]);
    std::os::unix::fs::symlink("../other", files.path("a/out")).unwrap();
    let note = "symbolic link not followed, because it points outside the folder: `a/out`";
    let run = lint(&files, &["a"]).status(0).says(note);
    assert_eq!(run.stdout, "");
    files.run(&["check", "a"]).status(0).says(note);
    files.run(&["check", "--quiet", "a"]).status(0).never_says("not followed");
}

/// The index of modules parses manifests before they are checked themselves, and both see the same.
#[test]
fn files_are_found_alike_with_and_without_an_index() {
    let used = "class web::used ($a) { notify { $a: } }\n";
    let user = "class web::user {\n  class { 'web::used': b => 1 }\n\tinclude web::gone\n}\n";
    let plan = "plan web::p () {\n\t$x = 1\n}\n";
    let files = folder(&[
        ("web/metadata.json", r#"{"name": "a-web", "dependencies": []}"#),
        ("web/manifests/a_plan.pp", plan),
        ("web/manifests/broken.pp", "class web::broken {\n"),
        ("web/manifests/mark.pp", "\u{feff}class web::mark {}\n"),
        ("web/manifests/used.pp", used),
        ("web/manifests/user.pp", user),
    ]);
    let checks = "unknown_parameter,unknown_class,missing_parameter,hard_tabs,syntax";
    let all = lint(&files, &["--no-cache", "--only-checks", checks, "web"]).status(2);
    assert!(all.stderr.contains("byte order mark"), "{}", all.stderr);
    let names = ["a_plan", "broken", "mark", "used", "user"];
    let alone = names.map(|name| {
        let path = format!("web/manifests/{name}.pp");
        let run = lint(&files, &["--no-cache", "--with-filename", "--only-checks", checks, &path]);
        run.stdout
    });
    assert_eq!(all.stdout, alone.concat());
    assert!(alone.iter().filter(|found| !found.is_empty()).count() >= 3, "{alone:?}");
}

#[test]
fn unknown_checks_are_warned_about() {
    let files = folder(&[("a.pp", "$x = \"y\"\n")]);
    let run = lint(&files, &["--no-double_quoted_string-check", "a.pp"]).status(0);
    run.says("unknown check `double_quoted_string`; did you mean `double_quoted_strings`?");
    let run = lint(&files, &["--only-checks", "hard_tabs,nothing_at_all_like_it", "a.pp"]).status(0);
    assert_eq!(run.stdout, "");
    run.says("unknown check `nothing_at_all_like_it`");
    lint(&files, &["--list-checks"]).status(0).prints("\nhard_tabs ");
}

#[test]
fn control_comments_pass_over_findings() {
    let code = "$x = \"y\" # lint:ignore:double_quoted_strings it is old\n# lint:ignore:hard_tabs\n$y\t= 1\n";
    let files = folder(&[("a.pp", code)]);
    let run = lint(&files, &["--only-checks", "double_quoted_strings,hard_tabs", "a.pp"]).status(1);
    assert_eq!(run.stdout, "ERROR: tab character on line 3 (check: hard_tabs)\n");
    let run = run.says("a.pp:2: `lint:ignore:hard_tabs` without a `lint:endignore`");
    drop(run);
    let run = lint(&files, &["--only-checks", "double_quoted_strings", "--show-ignored", "a.pp"]).status(0);
    assert!(run.stdout.starts_with("IGNORED: double-quoted"), "{run:#?}");
    assert!(run.stdout.ends_with("\n  it is old\n"), "{run:#?}");
}

#[test]
fn fixes_are_made_in_place() {
    let files = folder(&[("a/manifests/init.pp", BAD)]);
    let run = lint(&files, &["--fix", "a"]).status(0);
    assert!(
        run.stdout.contains("FIXED: ") && run.stdout.contains("WARNING: string containing only"),
        "{run:#?}"
    );
    assert_eq!(
        text(&files, "a/manifests/init.pp"),
        "# A class\nclass a {\n  $x = 'y'\n  notice(\"${x}\")\n}\n"
    );
    lint(&files, &["--fix", "--unsafe-fixes", "a"]).status(0);
    assert_eq!(text(&files, "a/manifests/init.pp"), "# A class\nclass a {\n  $x = 'y'\n  notice($x)\n}\n");
}

#[cfg(unix)]
#[test]
fn fixed_files_keep_their_mode_and_read_only_ones_their_text() {
    use std::os::unix::fs::PermissionsExt;
    let files = folder(&[("a.pp", "$x = \"y\"\n"), ("b.pp", "$x = \"y\"\n")]);
    let mode = |name: &str| fs::metadata(files.path(name)).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(files.path("a.pp"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::set_permissions(files.path("b.pp"), fs::Permissions::from_mode(0o444)).unwrap();
    lint(&files, &["--fix", "."]).status(2).says("cannot write `b.pp`: it is read-only");
    assert_eq!((text(&files, "a.pp").as_str(), mode("a.pp")), ("$x = 'y'\n", 0o640));
    assert_eq!((text(&files, "b.pp").as_str(), mode("b.pp")), ("$x = \"y\"\n", 0o444));
    let left: Vec<_> =
        fs::read_dir(files.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
fn files_that_cannot_be_read_are_left_alone() {
    let broken = "${bug} = \"42\"\n";
    let crlf = "$x = \"y\" \r\n$z = 1\r\n";
    let template = "a \"b\"   <%= $x %>\n";
    let files = folder(&[("a.pp", broken), ("b.epp", template), ("c.yaml", "a: \"b\" \n"), ("d.pp", crlf)]);
    lint(&files, &["--fix", "--unsafe-fixes", "."]).status(1).prints("(check: syntax)");
    assert_eq!(text(&files, "a.pp"), broken);
    assert_eq!(text(&files, "b.epp"), template);
    assert_eq!(text(&files, "c.yaml"), "a: \"b\" \n");
    assert_eq!(text(&files, "d.pp"), "$x = 'y'\r\n$z = 1\r\n");
}

#[test]
fn differences_are_shown_and_not_made() {
    let files = folder(&[("a.pp", "$x = \"y\"\n")]);
    let run = lint(&files, &["--diff", "a.pp"]).status(0);
    assert_eq!(run.stdout, "--- a.pp\n+++ a.pp\n@@ -1 +1 @@\n-$x = \"y\"\n+$x = 'y'\n");
    assert_eq!(text(&files, "a.pp"), "$x = \"y\"\n");
}

#[test]
fn a_baseline_passes_over_all_that_is_found() {
    let code = "class b {\n  $x = \"y\"\n  $s = \"two\n\tlines $x\"\n  $h = @(\"E\")\n    $x\n    | E\n  $c = \"d\" # why\n}";
    let files = folder(&[("a.pp", code)]);
    lint(&files, &["--preset", "vox", "--add-ignore", "a.pp"]).status(0);
    let run = lint(&files, &["--preset", "vox", "--no-cache", "a.pp"]).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    let after = text(&files, "a.pp");
    assert!(after.contains("  $x = \"y\" # lint:ignore:double_quoted_strings\n"), "{after}");
    lint(&files, &["--preset", "vox", "--show-ignored", "a.pp"]).status(0).prints("IGNORED: ");
}

#[test]
fn the_second_run_finds_the_same() {
    let files = folder(&[("a.pp", BAD), ("b.pp", "$x =\t\"y\"\n"), ("c.pp", "$x = = 1\n")]);
    let first = lint(&files, &["--preset", "all", "."]).status(1);
    let second = lint(&files, &["--preset", "all", "."]).status(1);
    assert_eq!(first.stdout, second.stdout);
    let uncached = lint(&files, &["--preset", "all", "--no-cache", "."]).status(1);
    assert_eq!(first.stdout, uncached.stdout);
    files.write("b.pp", b"$x = 'y'\n");
    let changed = lint(&files, &["--preset", "all", "."]).status(1);
    assert!(!changed.stdout.contains("b.pp - ERROR: tab"), "{changed:#?}");
}

#[test]
fn reports_for_tools() {
    let files = folder(&[("a.pp", "$x = \"y\" \n")]);
    let json = |run: &Run| -> serde_json::Value { serde_json::from_str(&run.stdout).unwrap() };
    let run = lint(&files, &["--json", "a.pp"]).status(1);
    assert_eq!(json(&run)[0][1]["check"], "trailing_whitespace");
    assert_eq!(json(&run)[0][1]["column"], 9);
    let run = lint(&files, &["--sarif", "a.pp"]).status(1);
    assert_eq!(json(&run)["runs"][0]["results"][1]["ruleId"], "trailing_whitespace");
    let run = lint(&files, &["--output-format", "gitlab", "--codeclimate-report-file", "out.json", "a.pp"])
        .status(1);
    assert_eq!(json(&run)[1]["severity"], "major");
    assert_eq!(text(&files, "out.json"), run.stdout);
    lint(&files, &["--output-format", "github", "a.pp"]).status(1).prints("::error file=a.pp,line=1,col=9");
    lint_with(&files, &["a.pp"], "", &[("GITHUB_ACTION", "1")])
        .status(1)
        .prints("::warning file=a.pp,line=1");
    let run = lint(&files, &["--statistics", "a.pp"]).status(1);
    assert_eq!(
        run.stdout,
        "1  double_quoted_strings  (1 can be fixed)\n1  trailing_whitespace  (1 can be fixed)\n"
    );
}

#[test]
fn standard_input_is_fixed_to_standard_output() {
    let files = folder(&[]);
    lint_with(&files, &["-"], "$x = \"y\"\n", &[]).status(0).prints("double_quoted_strings");
    let run = lint_with(&files, &["--fix", "--output-format", "json", "-"], "$x = \"y\"\n", &[]).status(0);
    assert_eq!(run.stdout, "$x = 'y'\n");
    let run = lint_with(&files, &["--fix", "-"], "$x = \"y\"\n", &[]).status(0).says("FIXED: ");
    assert_eq!(run.stdout, "$x = 'y'\n");
    let run = lint_with(&files, &["--diff", "--json", "-"], "$x = \"y\"\n", &[]).status(0);
    assert!(run.stdout.ends_with("+$x = 'y'\n"), "{run:#?}");
}

#[test]
fn files_below_the_current_folder_have_relative_names_in_reports_for_hosts() {
    let files = folder(&[("a/b.pp", "$x = \"y\"\n")]);
    let whole = files.path("a/b.pp").display().to_string();
    for name in [whole.as_str(), "./a/b.pp"] {
        lint(&files, &["--output-format", "github", name]).status(0).prints("file=a/b.pp,");
        lint(&files, &["--output-format", "gitlab", name]).status(0).prints("\"path\":\"a/b.pp\"");
        lint(&files, &["--sarif", name]).status(0).prints("\"uri\":\"a/b.pp\"");
    }
    lint(&files, &["--with-filename", &whole]).status(0).prints(&format!("{whole} - WARNING"));
}

#[test]
fn bytes_that_are_not_utf_8_are_reported_with_their_place() {
    let files = folder(&[]);
    fs::write(files.path("a.pp"), b"$x = 1\n$y = '\xe9'\n").unwrap();
    lint(&files, &["a.pp"]).status(2).says("a.pp:2:7");
    lint(&files, &["--json", "a.pp"]).status(2).prints("\"line\":2,\"column\":7");
    lint(&files, &["--sarif", "a.pp"]).status(2).prints("\"startLine\":2");
    lint(&files, &["--codeclimate-report-file", "out.json", "a.pp"]).status(2);
    assert!(text(&files, "out.json").contains("\"begin\":2"));
}

#[test]
fn another_modulepath_leaves_the_environment_around_a_file() {
    let site = ("manifests/site.pp", "Exec { path => '/bin' }\n");
    let own = ("modules/a/manifests/init.pp", "# A.\nclass a {\n  exec { 'ls': }\n  b::c { 'x': }\n}\n");
    let other = ("other/b/manifests/c.pp", "# C.\ndefine b::c { }\n");
    let files = folder(&[site, own, other]);
    let only = ["--only-checks", "exec_path,unknown_resource_type"];
    let run = lint(&files, &[&only[..], &["--modulepath", "modules:other", "modules"]].concat()).status(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn what_belongs_into_an_empty_folder_is_unknown() {
    let manifest = "# A.\nclass a {\n  file { '/x': source => 'puppet:///modules/a/sub/x' }\n}\n";
    let files = folder(&[("a/manifests/init.pp", manifest), ("a/files/y", "")]);
    let only = ["--no-cache", "--only-checks", "file_missing", "a"];
    lint(&files, &only).status(1).prints("module `a` has no file `sub/x`");
    fs::create_dir(files.path("a/files/sub")).unwrap();
    lint(&files, &only).status(0);
}

#[test]
fn data_and_vendored_files() {
    let files = folder(&[("a.yaml", "a: '%{::osfamily}'\n"), ("vendor/x/b.pp", "\t\n"), ("c.pp", "\t\n")]);
    let run = lint(&files, &["--log-format", "%{path}:%{line}:%{column}:%{check}", "."]).status(1);
    assert_eq!(run.stdout, "a.yaml:1:9:legacy_facts\nc.pp:1:1:hard_tabs\nc.pp:1:1:trailing_whitespace\n");
    let run = lint(&files, &["--ignore-paths", "*.yaml,c*", "--no-2sp_soft_tabs-check", "."]).status(1);
    assert!(run.stdout.starts_with("vendor/x/b.pp - ERROR"), "{run:#?}");
}
