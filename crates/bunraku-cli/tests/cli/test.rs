//! `bunraku test` without a suite: initial suites and snapshots; and runs that watch or are interrupted.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::support::{Folder, folder};

const METADATA: &str = r#"{ "name": "me-web", "version": "1.0.0", "author": "me", "license": "MIT", "summary": "a module",
    "source": "here", "dependencies": [] }"#;

const INIT: &str = "class web (Integer $port = 80) {\n  file { '/etc/web.conf':\n    content => \"port ${port}\\nend\\n\",\n  }\n}\n";

fn module() -> Folder {
    folder(&[
        ("metadata.json", METADATA),
        ("manifests/init.pp", INIT),
        ("manifests/site.pp", "define web::site (String $root) {\n  file { $root: }\n}\n"),
        ("manifests/off.pp", "class web::off {\n  notify { 'off': }\n}\n"),
    ])
}

#[test]
fn a_first_suite_is_written_and_runs() {
    let files = module();
    files
        .run(&["test", "--init"])
        .status(0)
        .prints("written  spec/classes/init_spec.rb")
        .prints("written  spec/defines/site_spec.rb");
    files.run(&["test"]).status(0).prints("3 examples, 0 failures, 1 pending");
    files.write("spec/classes/init_spec.rb", b"# mine\n");
    files.run(&["test", "--init"]).status(0).prints("exists   spec/classes/init_spec.rb");
    assert_eq!(std::fs::read(files.path("spec/classes/init_spec.rb")).unwrap(), b"# mine\n");
    folder(&[]).run(&["test", "--init"]).status(2).says("no classes or defined types");
}

#[test]
fn a_failure_is_named_by_its_path_in_the_module() {
    let files = module();
    files.write(
        "spec/classes/web_spec.rb",
        b"describe 'web' do\n  it { is_expected.to contain_file('/etc/x') }\nend\n",
    );
    for arguments in [&["test"][..], &["test", "."]] {
        files.run(arguments).status(1).prints("\nbunraku test ./spec/classes/web_spec.rb:2 # web");
    }
}

#[test]
#[cfg(unix)]
fn fixtures_may_be_links_to_modules_elsewhere() {
    let elsewhere = folder(&[
        ("other/metadata.json", &METADATA.replace("me-web", "me-other")),
        ("other/manifests/init.pp", "class other {}\n"),
        ("secrets/id", "secret"),
    ]);
    let files = module();
    files.write(
        ".fixtures.yml",
        b"fixtures:\n  repositories:\n    other: 'https://example.com/other.git'\n    gone: 'https://example.com/gone.git'\n  symlinks:\n    third: '../third'\n",
    );
    files.write("path/.keep", b"");
    files.write("spec/classes/other_spec.rb", b"describe('other') { it { is_expected.to compile } }\n");
    let link =
        |from: &str, to: &str| std::os::unix::fs::symlink(elsewhere.path(from), files.path(to)).unwrap();
    link("other", "path/other");
    link("secrets", "path/gone");
    files
        .run(&["test", "--modulepath", "path"])
        .status(0)
        .prints("1 example, 0 failures")
        .prints("These fixtures are missing: `third`, `gone`.")
        .prints("  git clone https://example.com/gone.git spec/fixtures/modules/gone\n")
        .prints("  # `third` is linked to ");
}

#[test]
fn snapshots_are_kept_and_compared() {
    let files = module();
    files
        .run(&["test", "--snapshot"])
        .status(1)
        .prints("web.debian-12 is new")
        .prints("run with `--bless` to save");
    files.run(&["test", "--snapshot", "--bless"]).status(0).prints("2 new");
    files.run(&["test", "--snapshot"]).status(0).prints("2 same, 0 different, 0 new, 0 gone, 0 failed");
    let kept = std::fs::read_to_string(files.path("spec/snapshots/web.debian-12.txt")).unwrap();
    assert!(
        kept.contains("File[/etc/web.conf]\n  in Class[Web]\n  content = |\n    port 80\n    end\n"),
        "{kept}"
    );
    files.write("manifests/init.pp", INIT.replace("80", "81").as_bytes());
    files.run(&["test", "--snapshot"]).status(1).prints("-    port 80\n+    port 81\n").prints("1 different");
    files.write("manifests/off.pp", b"");
    files.run(&["test", "--snapshot", "--bless"]).status(0).prints("web.off.debian-12 is gone");
    files.run(&["test", "--snapshot"]).status(0).prints("1 same, 0 different, 0 new, 0 gone, 0 failed");
    let other = ["test", "--snapshot", "--class", "web", "--facts-of", "rocky-9", "--bless"];
    files.run(&other).status(0).prints("web.rocky-9 is new");
    files
        .run(&["test", "--snapshot", "--facts-of", "plan-9"])
        .status(2)
        .says("no built-in facts for system `plan-9`");
    files.write("manifests/init.pp", b"class web { fail('no') }\n");
    files.run(&["test", "--snapshot"]).status(1).prints("1 failed").says("no");
}

#[test]
fn snapshots_of_nodes() {
    let files = folder(&[
        ("env/manifests/site.pp", "notify { $facts['x']: }\nuser { 'u': password => Sensitive('s3cret') }\n"),
        ("facts/a.json", "{\"values\": {\"x\": \"1\"}, \"name\": \"a\"}"),
    ]);
    let args = ["test", "--module", "env", "--snapshot", "kept", "--nodes-from", "facts"];
    let bless: Vec<&str> = args.iter().copied().chain(["--bless"]).collect();
    files.run(&bless).status(0).prints("a is new");
    files.run(&args).status(0).prints("1 same");
    let kept = std::fs::read_to_string(files.path("env/kept/a.txt")).unwrap();
    assert!(kept.contains("password = (sensitive)") && !kept.contains("s3cret"), "{kept}");
}

#[cfg(unix)]
#[test]
fn a_watch_runs_what_a_change_reaches() {
    let files = module();
    files.run(&["test", "--init"]).status(0);
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["test", "--watch", "--format", "documentation"])
        .current_dir(files.path("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut wait = |text: &str| {
        let found = messages.by_ref().map_while(Result::ok).any(|line| line.contains(text));
        assert!(found, "{text}");
    };
    wait("waiting for changes");
    files.write("manifests/off.pp", b"class web::off {\n  notify { 'changed': }\n}\n");
    wait("waiting for changes");
    // An interrupt ends it.
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(out.matches("3 examples,").count(), 1, "{out}");
    assert_eq!(out.matches("1 example,").count(), 1, "{out}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_so() {
    let endless = "describe 'x' do\n  it('ends') { }\n  it { loop { } }\nend\n";
    let files = folder(&[("metadata.json", METADATA), ("spec/unit/a_spec.rb", endless)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["test", "--max-steps", "100000000000"])
        .current_dir(files.path("."))
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.contains("interrupted: 0 of 1 files were run"), "{told}");
    // What was done is reported.
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(out.contains("1 example, 0 failures"), "{out}");
}

#[test]
fn the_first_failure_may_end_the_run() {
    let spec = |words: &str| {
        format!("describe '{words}' do\n  it('fails') {{ fail }}\n  it('is fine') {{ }}\nend\n")
    };
    let (one, other) = (spec("one"), spec("other"));
    let fine = "describe('fine') { it { } }\n";
    let files = folder(&[
        ("metadata.json", METADATA),
        ("spec/unit/a_spec.rb", fine),
        ("spec/unit/b_spec.rb", &one),
        ("spec/unit/c_spec.rb", &other),
    ]);
    files.run(&["test", "--fail-fast"]).status(1).prints("2 examples, 1 failure\n");
    files.run(&["test"]).status(1).prints("5 examples, 2 failures\n");
}
