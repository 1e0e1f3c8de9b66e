//! `bunraku validate`: each file is checked according to its kind.

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
    files.run(&["validate", "web"]).status(0).says("6 files: no problems");
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
    folder(&good).run(&["validate", "."]).status(0).says("4 files: no problems");
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
fn plans_are_read_by_their_own_rules() {
    let files = folder(&[
        ("web/metadata.json", METADATA),
        ("web/plans/init.pp", "plan web(TargetSpec $targets) { run_command('id', $targets) }\n"),
        ("web/manifests/init.pp", "class web { }\n"),
    ]);
    files.run(&["validate", "web"]).status(0).says("3 files: no problems");
    files.write("web/plans/other.pp", b"plan web::others { file { '/a': } }\n");
    let run = files.run(&["validate", "web"]).status(1);
    let run = run.says("a resource can only be used in an `apply` block of a plan");
    run.never_says("wrong file").says("1 error in 1 of 4 files");
    files.write("web/plans/other.pp", b"plan web::else { apply('all') { file { '/a': } } }\n");
    files.run(&["validate", "web"]).status(1).says("`web::else` is defined in the wrong file");
    // Bolt projects contain plans too, and with `--tasks` any manifest can.
    let files = folder(&[
        ("bolt-project.yaml", "name: site\n"),
        ("plans/init.pp", "plan site { apply('all') { include x } }\n"),
        ("a.pp", "plan a { }\n"),
    ]);
    files.run(&["validate", "plans"]).status(0);
    files.run(&["validate", "a.pp"]).status(1);
    files.run(&["validate", "--tasks", "a.pp"]).status(0);
    files.run(&["fmt", "--check", "plans/init.pp"]).status(1);
    files.run(&["fmt", "plans/init.pp"]).status(0);
    files.run(&["fmt", "--check", "plans/init.pp"]).status(0);
    files.run(&["parse", "--format", "pn", "plans/init.pp"]).status(0).prints("(plan {:name \"site\"");
    files.run(&["lint", "plans/init.pp"]).status(0);
    // A module may be an environment, too.
    files.write("environment.conf", b"modulepath = modules\n");
    files.run(&["validate", "plans"]).status(0);
    files.run(&["fmt", "--check", "plans/init.pp"]).status(0);
    std::fs::remove_file(files.path("environment.conf")).unwrap();
    files.write("plans/broken.pp", b"plan site::broken {\n");
    files.run(&["lint", "plans/broken.pp"]).status(1).prints("(check: syntax)");
    // A manifest being compiled must not contain plans.
    files.run(&["compile", "a.pp"]).status(1);
}

#[test]
fn broken_data_below_spec_is_not_looked_at() {
    let files =
        folder(&[("spec/fixtures/a.yaml", "a: }\n"), ("spec/b.rb", "def\n"), ("a.pp", "notice(1)\n")]);
    files.run(&["validate", "."]).status(0).says("1 file: no problems");
}
