//! `bunraku compile` with environments: what their files may contain, and the settings around them.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use crate::support::{Folder, Run, folder};

/// Compiles a program in an environment with these files.
fn compiled(files: &[(&str, &str)], code: &str) -> Run {
    let site = folder(files);
    site.write("env/manifests/site.pp", code.as_bytes());
    site.run(&["compile", "--environment", "env"])
}

#[test]
fn a_file_of_a_module_has_only_definitions_of_its_namespace() {
    let module = "env/modules/m/manifests/";
    let fails = |file: &str, text: &str, message: &str| {
        let class = file.trim_end_matches(".pp").to_lowercase();
        compiled(&[(&format!("{module}{file}"), text)], &format!("include m::{class}\n"))
            .status(1)
            .says(message);
    };
    fails("a.pp", "class m::b { }\n", "m/manifests/a.pp:1:7");
    fails("a.pp", "class m::a { }\nnotice(1)\n", "m/manifests/a.pp:2:1");
    fails("a.pp", "class m::a { }\nnode default { }\n", "a module cannot define nodes");
    fails("a.pp", "class m::a { }\nfunction other() { 1 }\n", "names in this file must start with `m::a`");
    fails("a.pp", "class m::a_longer { }\n", "a.pp defines `m::a_longer` instead");
    fails("A.pp", "class m::a { }\n", "has uppercase letters in its name");
    let two = "class m::a { include m::a::b }\nclass m::a::b { class c { } notice('b') }\n";
    compiled(&[(&format!("{module}a.pp"), two)], "include m::a\n").status(0).says("notice: b (");
}

#[test]
fn a_file_of_a_function_or_type_defines_that_alone() {
    let files = [
        ("env/modules/m/functions/wrong.pp", "class m::wrong { }\n"),
        ("env/modules/m/functions/empty.pp", "# nothing\n"),
        ("env/modules/m/types/wrong.pp", "type M::Right = Integer\n"),
        ("env/modules/m/types/two.pp", "type M::Two = Integer\ntype M::Three = Integer\n"),
    ];
    compiled(&files, "\nnotice(m::wrong())\n")
        .status(1)
        .says("site.pp:2:")
        .says("but it defines something else");
    compiled(&files, "\nnotice(m::empty())\n").status(1).says("site.pp:2:").says("it is empty");
    compiled(&files, "\nnotice(1 =~ M::Wrong)\n").status(1).says("site.pp:2:").says("defines `M::Right`");
    compiled(&files, "\nnotice(1 =~ M::Two)\n").status(1).says("must define only the type `M::Two`");
}

#[test]
fn the_environments_own_functions_and_types() {
    let files = [
        ("env/functions/plain.pp", "function plain() { 'plain' }\n"),
        ("env/functions/environment/own.pp", "function environment::own() { plain() }\n"),
        ("env/functions/own.pp", "function own() { 'no' }\n"),
        ("env/types/environment/t.pp", "type Environment::T = Integer\n"),
        ("env/functions/m/x.pp", "function m::x() { 1 }\n"),
    ];
    compiled(&files, "notice(environment::own(), 1 =~ Environment::T)\n")
        .status(0)
        .says("notice: plain true (");
    compiled(&files, "notice(m::x())\n").status(1).says("error[unknown-function]");
}

#[test]
fn sets_of_types() {
    let set = "type M = TypeSet[{ pcore_version => '1.0.0', version => '1.0.0', types => { Port => Integer[1, 9] } }]\n";
    let files = [("env/modules/m/types/init_typeset.pp", set)];
    compiled(&files, "notice(5 =~ M::Port, 10 =~ M::Port)\n").status(0).says("notice: true false (");
}

#[test]
fn broken_metadata() {
    let files = [
        ("env/modules/m/manifests/init.pp", "class m { notice('m') }\n"),
        ("env/modules/m/metadata.json", "{ oops"),
        ("env/modules/n/metadata.json", r#"{"name": "x-n"}"#),
        ("env/modules/n/manifests/init.pp", "class n { }\n"),
    ];
    compiled(&files, "notice(1)\n").status(0).says("warning[invalid-metadata]: the metadata of module `m`");
    compiled(&files, "include m\n")
        .status(1)
        .says("help: module `m` is ignored, because its `metadata.json` is invalid");
    compiled(&files, "include n\n").status(1).says("has no `source`");
    let site = folder(&files);
    site.write("env/manifests/site.pp", b"include m\n");
    site.run(&["compile", "--environment", "env", "--strict", "warning"]).status(0).says("notice: m (");
}

#[test]
fn missing_classes_and_types_have_near_names() {
    let files = [
        ("env/modules/nginx/manifests/init.pp", "class nginx { }\n"),
        ("env/modules/nginx/manifests/service.pp", "class nginx::service { }\n"),
    ];
    compiled(&files, "include ngnix\n").status(1).says("help: did you mean `nginx`?");
    compiled(&files, "include nginx::servce\n").status(1).says("help: did you mean `nginx::service`?");
    compiled(&files, "nginx::servic { 'x': }\n")
        .status(1)
        .says("help: `nginx::service` is a class: write `include nginx::service`");
}

#[test]
fn definitions_in_two_files_are_both_shown() {
    let site = folder(&[("env/manifests/a.pp", "class c { }\n"), ("env/manifests/b.pp", "\nclass c { }\n")]);
    let run = site.run(&["compile", "--environment", "env"]).status(1).says("b.pp:2:");
    assert!(run.stderr.contains("a.pp:1"), "{}", run.stderr);
}

const KEY: &str = "Puppet::Resource::ResourceType3.new('key', [Puppet::Resource::Param(Any, 'size')], \
    [Puppet::Resource::Param(Any, 'kind', true), Puppet::Resource::Param(Any, 'name', true)], \
    { /^(.*?)@(.*)$/ => ['name', 'kind'], /^([^@]+)$/ => ['name'] }, true, false)\n";

#[test]
fn generated_resource_types() {
    let files = [("env/.resource_types/key.pp", KEY)];
    let run = compiled(&files, "key { 'a@b': size => 1 }\n").status(0);
    assert!(run.stdout.contains(r#""parameters":{"name":"a","kind":"b","size":1}"#), "{}", run.stdout);
    compiled(&files, "key { 'a@b': }\nkey { 'a': kind => 'b' }\n")
        .status(1)
        .says("error[duplicate-resource]");
    compiled(&files, "key { 'a@b': }\nkey { 'a': kind => 'c' }\n").status(0);
    compiled(&files, "key {\n  'a':\n    length => 1,\n}\n")
        .status(1)
        .says("site.pp:1:")
        .says("no such attribute");
    let plain = KEY.replace("/^([^@]+)$/ => ['name']", "/^x$/ => []");
    compiled(&[("env/.resource_types/key.pp", &plain)], "key { 'a': }\n")
        .status(1)
        .says("error[invalid-title]");
    compiled(&[("env/.resource_types/key.pp", "notice(1)\n")], "key { 'a': }\n")
        .status(1)
        .says("error[invalid-resource-type]");
}

fn installation() -> Folder {
    let site = folder(&[
        ("code/environments/production/manifests/site.pp", "notice($settings::codedir, $nope)\ninclude m\n"),
        ("code/modules/m/manifests/init.pp", "class m { notice('m', lookup('k')) }\n"),
        ("code/hiera.yaml", "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n"),
        ("code/data/all.yaml", "k: v\n"),
        ("code/environments/lab/manifests/site.pp", "notice($environment)\n"),
    ]);
    let text = format!(
        "[main]\ncodedir = {}\n[server]\nstrict = warning\nstrict_variables = false\n[agent]\ncertname = Web1\n",
        site.path("code").display()
    );
    site.write("conf/puppet.conf", text.as_bytes());
    site
}

#[test]
fn the_settings_of_an_installation() {
    let site = installation();
    let run = site.run(&["compile", "--confdir", "conf"]).status(0).says("warning[unknown-variable]");
    assert!(run.stderr.contains("notice: m v (") && run.stderr.contains("/code "), "{}", run.stderr);
    assert!(
        run.stdout.contains("\"name\":\"web1\"") && run.stdout.contains("\"environment\":\"production\"")
    );
    let looked_up = site.run(&["lookup", "--confdir", "conf", "--compile", "k"]).status(0);
    assert_eq!(looked_up.stdout, "--- v\n");
    let rendered =
        site.run(&["epp", "render", "--confdir", "conf", "-e", "<%= $environment %> <%= $nope %>"]);
    assert_eq!(rendered.status(0).stdout, "production \n");
    site.run(&["compile", "--confdir", "conf", "--strict", "error"])
        .status(1)
        .says("error[unknown-variable]");
    site.run(&["compile", "--confdir", "conf", "--environment-name", "lab"]).status(0).says("notice: lab (");
    site.run(&["compile", "--confdir", "conf", "--environment-name", "none"])
        .status(2)
        .says("environment `none` not found");
    site.run(&["compile", "--confdir", "nowhere"]).status(2).says("folder `nowhere` not found");
}

#[test]
fn disabled_warnings_and_mistakes_in_settings() {
    let site = installation();
    let add = |line: &str| {
        let text = std::fs::read_to_string(site.path("conf/puppet.conf")).unwrap();
        site.write("conf/puppet.conf", format!("[main]\n{line}\n{text}").as_bytes());
        let run = site.run(&["compile", "--confdir", "conf"]);
        site.write("conf/puppet.conf", text.as_bytes());
        run
    };
    add("disable_warnings = undefined_variables").status(0).never_says("unknown-variable");
    add("disable_warnings = nonsense")
        .status(2)
        .says("invalid value `nonsense` for the setting `disable_warnings`");
    add("strict = maybe").status(0);
    add("strct = error").status(0).says("warning[invalid-setting]").says("did you mean `strict`?");
    add("modulepath = /x").status(2).says("belongs to an environment");
    add("what is this").status(2).says("line 2 of");
}

#[cfg(unix)]
#[test]
fn the_version_of_the_code() {
    let site = folder(&[
        ("env/manifests/site.pp", ""),
        ("env/environment.conf", "config_version = version.sh $codedir\n"),
    ]);
    site.write("env/version.sh", b"#!/bin/sh\necho \" v1 $1\"\n");
    let path = site.path("env/version.sh");
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let run = site.run(&["compile", "--environment", "env", "--allow-commands"]).status(0);
    assert!(run.stdout.contains("\"version\":\"v1 /etc/puppetlabs/code\""), "{}", run.stdout);
    let run = site.run(&["compile", "--environment", "env"]).status(0);
    assert!(run.stdout.contains("\"version\":\"1\""), "{}", run.stdout);
    run.says("warning[not-allowed]").says("`config_version`").says("`--allow-commands` allows it");
    site.write("env/version.sh", b"#!/bin/sh\nexit 3\n");
    let run = site.run(&["compile", "--environment", "env", "--allow-commands"]);
    run.status(2).says("fails with status 3");
}

#[test]
fn settings_of_an_environment() {
    let site = folder(&[
        ("env/environment.conf", "manifest = code.pp\nmodulepath = site/*\nmodulpath = x\n"),
        ("env/code.pp", "include a\n"),
        ("env/site/one/a/manifests/init.pp", "class a { notice('a') }\n"),
    ]);
    site.run(&["compile", "--environment", "env"])
        .status(0)
        .says("notice: a (")
        .says("unknown setting `modulpath`")
        .says("did you mean `modulepath`?");
}
