//! `bunraku validate`: each file by the rules of its kind.

use crate::support::folder;

const METADATA: &str = "{\"name\": \"me-web\", \"version\": \"1.0.0\"}\n";

#[test]
fn files_of_modules_define_what_their_paths_stand_for() {
    let files = folder(&[
        ("web/metadata.json", METADATA),
        ("web/manifests/init.pp", "class web { }\nclass web::port { }\n"),
        ("web/manifests/sub/vhost.pp", "define web::sub::vhost { }\n"),
        ("web/functions/port.pp", "function web::port() { 80 }\n"),
        ("web/types/port.pp", "type Web::Port = Integer\n"),
        ("web/examples/init.pp", "include web\n"),
    ]);
    files.run(&["validate", "web"]).status(0).says("6 files are fine");
    for (path, code, line) in [
        ("web/manifests/other.pp", "class web { }\n", 1),
        ("web/manifests/init.pp", "class web { }\nclass db { }\n", 2),
        ("web/manifests/init.pp", "class web { }\nnotice(1)\n", 2),
        ("web/manifests/init.pp", "class web { }\n\nnode default { }\n", 3),
        ("web/functions/port.pp", "function web::host() { 80 }\n", 1),
    ] {
        let files = folder(&[("web/metadata.json", METADATA), (path, code)]);
        files.run(&["validate", "web"]).status(1).says(&format!("--> {path}:{line}:"));
    }
}

#[test]
fn modules_are_known_by_where_they_stand() {
    let code = "class db { }\n";
    let files = folder(&[
        ("modules/web/manifests/init.pp", code),
        ("elsewhere/manifests/init.pp", code),
        ("env/environment.conf", ""),
        ("env/metadata.json", METADATA),
        ("env/manifests/site.pp", code),
    ]);
    files.run(&["validate", "modules"]).status(1).says("--> modules/web/manifests/init.pp:1:");
    files.run(&["validate", "elsewhere", "env"]).status(0);
}

#[test]
fn other_files_are_never_read_as_manifests() {
    let good = [
        ("a.erb", "<% if true -%>\n<%= 1 %>\n<% end -%>\n"),
        ("a.rb", "def a\n  1\nend\n"),
        ("a.yaml", "a: [1, 2]\n"),
        ("a.json", "{\"a\": 1}\n"),
    ];
    folder(&good).run(&["validate", "."]).status(0).says("4 files are fine");
    for (name, text, line) in [
        ("a.erb", "a\n<% if true %>\n", 3),
        ("a.rb", "def a\n  )\nend\n", 2),
        ("a.yaml", "a: 1\nb: [1\nc: }\n", 3),
        ("a.json", "{\n  \"a\": }\n", 2),
        ("metadata.json", "{\"name\": \"web\", \"version\": \"1.0.0\"}\n", 1),
        ("metadata.json", "{\"name\": \"me-web\"}\n", 1),
    ] {
        let run = folder(&[(name, text)]).run(&["validate", "."]).status(1);
        assert!(run.stderr.contains(&format!("--> {name}:{line}")), "{run:#?}");
    }
}

#[test]
fn plans_are_left_alone() {
    let files = folder(&[
        ("web/metadata.json", METADATA),
        ("web/plans/init.pp", "plan web(TargetSpec $targets) { run_command('id', $targets) }\n"),
        ("web/manifests/init.pp", "class web { }\n"),
    ]);
    files.run(&["validate", "web"]).status(0).says("2 files are fine").says("not checked: 1 plan");
}

#[test]
fn broken_data_below_spec_is_not_looked_at() {
    let files =
        folder(&[("spec/fixtures/a.yaml", "a: }\n"), ("spec/b.rb", "def\n"), ("a.pp", "notice(1)\n")]);
    files.run(&["validate", "."]).status(0).says("1 file is fine");
}
