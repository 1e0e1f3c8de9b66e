//! `bunraku check`: all parts in one run.

use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, folder};

const METADATA: &str = r#"{
  "name": "me-web", "version": "1.0.0", "author": "me", "summary": "A web server", "license": "Apache-2.0",
  "source": "https://example.com/web", "dependencies": [],
  "requirements": [{ "name": "puppet", "version_requirement": ">= 8.0.0 < 9.0.0" }]
}
"#;

/// An environment with a finding for each part.
fn environment() -> Folder {
    folder(&[
        ("environment.conf", "modulepath = modules\n"),
        ("manifests/site.pp", "node default {\n  include web\n}\n"),
        ("modules/web/metadata.json", METADATA),
        (
            "modules/web/manifests/init.pp",
            "# The class.\n#\n# @param port the port\nclass web (\n  Integer $port = 80,\n) {\n  notify { \"port ${port}\": }\n}\n",
        ),
        ("modules/web/templates/a.epp", "<%= 1 %>\n"),
        ("modules/web/templates/b.erb", "<%= 1 %>\n"),
        ("modules/web/lib/facter/a.rb", "a = 1\n"),
        ("data/common.yaml", "web::port: 8080\n"),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n"),
        ("facts/web01.json", "{\"role\": \"web\"}"),
        ("facts/web02.json", "{\"role\": \"web\"}"),
    ])
}

#[test]
fn a_project_that_is_fine() {
    let files = environment();
    let run = files.run(&["check"]).status(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("11 files and 2 nodes: no problems\n", ""));
    let run = files.run(&["check", "--quiet", "modules/web/manifests/init.pp"]).status(0);
    assert_eq!(run.stdout, "");
    // A single module has no nodes.
    let module = folder(&[("metadata.json", "{\"name\": \"me-web\", \"version\": \"1.0.0\"}\n")]);
    assert_eq!(module.run(&["check", "--skip", "lint"]).status(0).stdout, "1 file: no problems\n");
}

/// Each part reports its own findings, and only if it is selected.
#[test]
fn parts() {
    for (part, file, text, message) in [
        ("validate", "modules/web/manifests/x.pp", "class web::y {}\n", "web::y"),
        ("validate", "modules/web/manifests/x.pp", "class web::x {\n", "modules/web/manifests/x.pp"),
        ("lint", "modules/web/manifests/init.pp", "class web {\n  notice(1)\n}\n", "documentation"),
        ("fmt", "manifests/site.pp", "node default{ include web }\n", "run `bunraku fmt manifests/site.pp`"),
        ("templates", "modules/web/templates/a.epp", "<%= if %>\n", "a.epp:1"),
        ("templates", "modules/web/templates/b.erb", "<%= end %>\n", "b.erb:1"),
        ("data", "data/common.yaml", "a: [\n", "this is not valid YAML"),
        ("data", "hiera.yaml", "version: 5\nhierachy: []\n", "hiera.yaml"),
        (
            "data",
            "modules/web/metadata.json",
            "{\"name\": \"web\"}\n",
            "expected a name such as `owner-module`",
        ),
        ("ruby", "modules/web/lib/facter/a.rb", "def a\n", "this is not valid Ruby"),
        ("compile", "data/common.yaml", "web::port: many\n", "expects an Integer value"),
    ] {
        let files = environment();
        files.write(file, text.as_bytes());
        let run = files.run(&["check", "--only", part, "--fail-on", "warning"]);
        assert_eq!(run.status, 1, "{part} {text}: {run:?}");
        assert!(run.stdout.contains(message), "{part}: {run:?}");
        let run = files.run(&["check", "--format", "json", "--skip", part]);
        assert!(!run.stdout.contains(&format!("\"part\":\"{part}\"")), "{run:?}");
        let run = files.run(&["check", "--format", "json", "--only", part]);
        for line in run.stdout.lines() {
            let found: Value = serde_json::from_str(line).unwrap();
            assert_eq!(found["part"], part, "{line}");
        }
    }
}

#[test]
fn what_is_broken_is_told_once() {
    let files = environment();
    files.write("modules/web/manifests/init.pp", b"class web { notice( }\n");
    let run = files.run(&["check"]).status(1);
    assert_eq!(run.stdout.matches("error[").count(), 1, "{}", run.stdout);
    assert!(run.stdout.contains("--> modules/web/manifests/init.pp:1:"), "{}", run.stdout);
}

#[test]
fn what_nodes_have_in_common_is_told_once() {
    let files = environment();
    files.write("modules/web/manifests/init.pp", b"# The class.\nclass web {\n  fail('no')\n}\n");
    let run = files.run(&["check", "--only", "compile"]).status(1);
    assert_eq!(run.stdout.matches("error[").count(), 1, "{}", run.stdout);
    let run = run.prints("node: web01, web02\n").prints("--> modules/web/manifests/init.pp:3:3");
    assert!(run.stdout.ends_with("\n1 error in 11 files and 2 nodes\n"), "{}", run.stdout);
    let run = files.run(&["check", "--only", "compile", "--format", "json"]).status(1);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(found["nodes"], serde_json::json!(["web01", "web02"]));
    files.run(&["check", "--only", "compile", "--node", "web01"]).status(1).prints("and 1 node\n");
}

#[test]
fn forms_of_the_report() {
    let files = environment();
    files.write("manifests/site.pp", b"node default{ include web }\n");
    let run = files.run(&["check", "--format", "sarif"]).status(1);
    let sarif: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "not-formatted");
    for form in ["gitlab", "codeclimate"] {
        let run = files.run(&["check", "--format", form]).status(1);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report[0]["location"]["path"], "manifests/site.pp");
    }
    files.run(&["check", "--format", "github"]).status(1).prints("::error file=manifests/site.pp,line=1");
}

#[test]
fn the_project_says_what_counts() {
    let files = environment();
    files.write("modules/web/manifests/init.pp", b"class web {\n  notice(1)\n}\n");
    files.write("data/common.yaml", b"{}\n");
    files.run(&["check"]).status(0).prints("1 warning in");
    files.run(&["check", "--fail-on", "warning"]).status(1);
    files.write("bunraku.toml", b"[check]\nfail-on = \"warning\"\n");
    files.run(&["check"]).status(1);
    files.run(&["check", "--fail-on", "error"]).status(0);
    files.write(
        "bunraku.toml",
        b"[check]\nfail-on = \"warning\"\nskip = [\"lint\"]\n[environment]\nfacts = \"nodes\"\n",
    );
    files.write("nodes/db01.json", b"{}");
    files.run(&["check"]).status(0).prints("and 1 node: no problems");
    files.write(
        ".puppet-lint.rc",
        b"--fail-on-warnings\n--log-format %{message}\n--no-documentation-check\n--fix\n",
    );
    files.write("bunraku.toml", b"");
    let run = files.run(&["check"]).status(0);
    assert_eq!(run.stderr, "");
}

#[test]
fn only_what_has_changed() {
    let files = environment();
    let git = |args: &[&str]| {
        let identity =
            ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
        let run = Command::new("git").args(identity).args(args).current_dir(files.path("")).output();
        run.is_ok_and(|run| run.status.success())
    };
    // The tests must also pass without git.
    if !git(&["init", "--quiet"]) {
        return;
    }
    files.run(&["check", "--changed"]).status(0).prints("11 files and 2 nodes");
    assert!(git(&["add", "."]) && git(&["commit", "--quiet", "-m", "all"]));
    assert_eq!(files.run(&["check", "--changed"]).status(0).stdout, "0 files: no problems\n");
    files.write("data/new file.yaml", b"a: [\n");
    files.write("manifests/site.pp", b"include web\n");
    let run = files.run(&["check", "--changed", "--only", "data,validate"]).status(1);
    run.prints("data/new file.yaml").prints("in 2 files");
    let run = files.run(&["check", "--changed", "data"]).status(1).prints("in 1 file and 2 nodes");
    assert!(run.stdout.contains("data/new file.yaml"));
}

#[test]
fn changes_need_a_repository() {
    let files = folder(&[("a.pp", "notice(1)\n")]);
    // Makes git find no repository, wherever the tests run.
    let variables =
        [("GIT_CEILING_DIRECTORIES", files.path("").parent().unwrap().to_str().unwrap().to_owned())];
    let variables: Vec<(&str, &str)> =
        variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let run = files.run_with(&["check", "--changed"], "", &variables).status(2);
    run.says("`--changed` needs `git`");
}

#[test]
fn wrong_use() {
    let files = environment();
    files.run(&["check", "nowhere"]).status(2).says("not found");
    files.run(&["check", "--only", "lnt"]).status(2).says("lint");
    files.write("bunraku.toml", b"[check]\nskip = [\"lnt\"]\n");
    files.run(&["check"]).status(2).says("write `\"lint\"`");
}
