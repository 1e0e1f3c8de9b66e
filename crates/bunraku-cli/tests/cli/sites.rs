//! Where code and data are: the options `--environment`, `--confdir` and `--modulepath`, and the working directory.

#[cfg(unix)]
use std::fs;

use crate::support::{Folder, Run, folder};

const FILES: [(&str, &str); 8] = [
    ("environment.conf", "modulepath = site:modules\n"),
    ("manifests/site.pp", "include web\n"),
    (
        "site/web/manifests/init.pp",
        "# @summary A web server.\n#\n# @param port Where it listens.\nclass web (\n  Integer $port = 80,\n) {\n  notice(\"port ${port}\")\n}\n",
    ),
    (
        "site/web/functions/double.pp",
        "# @summary Twice as much.\nfunction web::double(Integer $x) >> Integer {\n  $x * 2\n}\n",
    ),
    (
        "modules/m/lib/puppet/functions/m/up.rb",
        "# Shouts.\nPuppet::Functions.create_function(:'m::up') do\n  dispatch :up do\n    param 'String', :text\n  end\n  def up(text)\n    text.upcase\n  end\nend\n",
    ),
    ("modules/m/types/port.pp", "type M::Port = Integer[1, 65535]\n"),
    ("hiera.yaml", "version: 5\n"),
    ("data/common.yaml", "web::port: 8080\n"),
];

/// The environment in a folder with the given name.
fn environment(at: &str) -> Folder {
    let files = folder(&[]);
    for (name, text) in FILES {
        files.write(&format!("{at}{name}"), text.as_bytes());
    }
    files
}

#[track_caller]
fn value(run: Run, expected: &str) {
    let run = run.status(0);
    assert_eq!(run.stdout, format!("{expected}\n"), "{}", run.stderr);
}

#[test]
fn the_working_folder_is_the_default() {
    let files = environment("");
    files.run(&["compile"]).status(0).says("notice: port 8080 (");
    value(files.run(&["eval", "-e", "web::double(4)"]), "8");
    value(
        files.run(&["eval", "-e", "[m::up('a'), 80 =~ M::Port, lookup('web::port')]"]),
        "['A', true, 8080]",
    );
    files.run(&["eval", "-e", "include web"]).status(0).says("notice: port 8080 (");
    let run = files.run_with(&["repl"], "web::double(4)\ninclude web\n$web::port\n:reset\nm::up('b')\n", &[]);
    let run = run.status(0).says("notice: port 8080 (");
    assert_eq!(run.stdout, "8\n[Class[web]]\n8080\n'B'\n");
    files.run(&["functions"]).status(0).prints("web::double").prints("Twice as much.").prints("m::up");
    files.write("other.pp", b"notice(web::double(5))\n");
    files.run(&["compile", "other.pp"]).status(0).says("notice: 10 (").never_says("port 8080");
    files.run_with(&["compile", "-"], "notice(1)", &[]).status(0).says("notice: 1 (");
}

#[test]
fn a_folder_that_is_no_environment() {
    let files = environment("env/");
    files
        .run(&["compile"])
        .status(2)
        .says("the current folder is not an environment")
        .says("`--environment DIR`");
    files.run(&["eval", "-e", "web::double(4)"]).status(1).says("error[unknown-function]");
    value(files.run(&["eval", "--environment", "env", "-e", "web::double(4)"]), "8");
    value(files.run(&["eval", "--modulepath", "env/site", "-e", "web::double(4)"]), "8");
    value(files.run_with(&["repl", "--environment", "env"], "m::up('a')\n", &[]), "'A'");
    files
        .run(&["functions", "--modulepath", "env/site:env/modules", "m::up"])
        .status(0)
        .prints("m::up(String $text)\na function of module `m`\n\nShouts.\n");
    let module = folder(&[("metadata.json", "{}"), ("manifests/site.pp", "class m::site { }\n")]);
    module.run(&["compile"]).status(2).says("the current folder is not an environment");
}

#[test]
fn functions_of_modules() {
    let files = environment("env/");
    let manual = |name: &str| files.run(&["functions", "--environment", "env", name]);
    manual("web::double")
        .status(0)
        .prints("web::double(Integer $x) >> Integer\na function of module `web`\n\nTwice as much.\n");
    manual("web::dubble").status(2).says("did you mean `web::double`?");
    let run = files.run(&["functions", "--environment", "env", "--format", "json", "m::up"]).status(0);
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&object["module"], &object["summary"]), (&"m".into(), &"Shouts.".into()));
}

#[test]
fn names_of_environments() {
    let files = environment("code/environments/lab/");
    files.write("puppet/puppet.conf", b"[main]\n");
    files
        .run(&["compile", "--confdir", "puppet", "--environment", "lab"])
        .status(0)
        .says("notice: port 8080 (");
    value(files.run(&["eval", "--confdir", "puppet", "--environment", "lab", "-e", "$environment"]), "'lab'");
    let run = files.run(&["compile", "--confdir", "puppet", "--environment", "lap"]).status(2);
    run.says("environment `lap` not found").says("did you mean `lab`?");
    files.write("elsewhere/lab2/manifests/site.pp", b"notice('two')\n");
    let path = files.path("elsewhere").display().to_string();
    files.write("puppet/puppet.conf", format!("[main]\nenvironmentpath = {path}\n").as_bytes());
    files.run(&["compile", "--confdir", "puppet", "--environment", "lab2"]).status(0).says("notice: two (");
    files
        .run(&["compile", "--confdir", "puppet", "--environment", "lab"])
        .status(2)
        .says("environment `lab` not found");
    let here = environment("environments/lab/");
    here.run(&["compile", "--confdir", ".", "--environment", "lab"]).status(0);
    here.run(&["compile", "--environment", "lab"])
        .status(2)
        .says("folder `lab` not found")
        .says("`--environment environments/lab`");
    here.run(&["compile", "--environment", "prod"]).status(2).says("add `--confdir DIR`");
    here.run(&["compile", "--environment", "environments/lab/hiera.yaml"])
        .status(2)
        .says("expected a folder");
}

#[test]
fn the_name_of_a_folder_that_environments_cannot_have() {
    let files = folder(&[
        ("control-repo/manifests/site.pp", "notice($environment)\n"),
        ("lab/manifests/site.pp", "notice($environment)\n"),
    ]);
    files.run(&["compile", "--environment", "control-repo"]).status(0).says("notice: production (");
    files.run(&["compile", "--environment", "lab"]).status(0).says("notice: lab (");
}

#[test]
fn an_empty_environment_is_said() {
    let files = folder(&[("env/modules/a/manifests/init.pp", "class a { }\n"), ("env/data/x.yaml", "")]);
    let run = files.run(&["compile", "--environment", "env"]).status(0);
    run.says("warning[empty-environment]").says("env` has no manifests").says("env/manifests`");
    files.write("a.pp", b"include a\n");
    files.run(&["compile", "--environment", "env", "a.pp"]).status(0).never_says("empty-environment");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let files = environment("env/");
    let close = |name: &str, mode: u32| {
        fs::set_permissions(files.path(name), fs::Permissions::from_mode(mode)).unwrap()
    };
    close("env/modules", 0o000);
    // The superuser can read everything.
    let closed = fs::read_dir(files.path("env/modules")).is_err();
    let run = files.run(&["compile", "--environment", "env"]).status(0);
    if closed {
        run.says("warning[unreadable-file]").says("permission denied");
    }
    close("env/modules", 0o755);
    close("env/manifests", 0o000);
    let run = files.run(&["compile", "--environment", "env"]);
    if closed {
        run.status(2).says("cannot read the folder").says("env/manifests`");
    }
    close("env/manifests", 0o755);
    close("env", 0o000);
    let run = files.run(&["compile", "--environment", "env"]);
    close("env", 0o755);
    if closed {
        run.status(2).says("cannot read the folder").says("env`");
    }
}
