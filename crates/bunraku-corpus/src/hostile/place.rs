//! Paths: links to devices, to the kernel's files, in cycles and out of the environment, wherever a file is read; and
//! names of nodes, facts and classifier output that point elsewhere.

use std::path::Path;

use super::{Folder, Part, Program, combine, shape::each};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("place", TARGETS, READERS, |target, reader| {
        let (arguments, path) = reader;
        let folder = Folder::new(arguments)
            .with("manifests/site.pp", "node default { include m }\n")
            .with("modules/m/manifests/init.pp", "class m { notice(1) }\n")
            .with("modules/m/templates/ok.epp", "ok")
            .with("site.pp", "notice(template('m/t.erb'), epp('m/t.epp'), file('m/t'), binary_file('m/t'))\nnotice(m::f())\n")
            .with("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    paths: [common.yaml, other.json]\n")
            .with("data/keep.yaml", "a: 1\n")
            .with("environment.conf.none", "");
        // Files at the path of the link, or below it, would prevent the link from being created.
        let files: Vec<(String, String)> =
            folder.files.iter().filter(|(name, _)| !Path::new(name).starts_with(path)).cloned().collect();
        Folder { files, ..folder }.with_link(path, target)
    });
    programs.extend(combine("node", FACTS, USES, |facts, code| {
        Folder::new(&["compile", "--environment", ".", "--facts", "facts.json"])
            .with("facts.json", facts())
            .with("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    paths: ['%{facts.x}.yaml', 'n/%{trusted.certname}.yaml', '%{x}/%{y}.yaml']\n  - name: b\n    mapped_paths: [facts.list, one, 'm/%{one}.yaml']\n  - name: c\n    glob: 'g/%{facts.x}*.yaml'\n")
            .with("data/common.yaml", "a: 1\n")
            .with("manifests/site.pp", code)
    }));
    programs
}

const TARGETS: &[Part] = &[
    ("zero", "/dev/zero"),
    ("random", "/dev/urandom"),
    ("full", "/dev/full"),
    ("terminal", "/dev/tty"),
    ("standard-input", "/dev/stdin"),
    ("descriptor", "/proc/self/fd/0"),
    ("environment", "/proc/self/environ"),
    ("memory", "/proc/self/mem"),
    ("pages", "/proc/self/pagemap"),
    ("messages", "/proc/kmsg"),
    ("process", "/proc/self"),
    ("root", "/proc/self/root"),
    ("core", "/proc/kcore"),
    ("system", "/sys"),
    ("disk", "/"),
    ("passwords", "/etc/passwd"),
    ("itself", "."),
    ("parent", ".."),
    ("circle", "../../../../../../../../../../../../../../../../../tmp"),
    ("missing", "does/not/exist"),
    ("file-as-folder", "/etc/passwd/x"),
];

const READERS: &[(&str, (&[&str], &str))] = &[
    ("manifest", (&["compile", "--modulepath", "modules", "site.pp"], "site.pp")),
    ("manifests", (&["compile", "--environment", "."], "manifests/site.pp")),
    ("manifests-folder", (&["compile", "--environment", "."], "manifests/more")),
    ("module", (&["compile", "--environment", "."], "modules/m/manifests/init.pp")),
    ("module-folder", (&["compile", "--environment", "."], "modules/m")),
    ("modules-folder", (&["compile", "--environment", "."], "modules/n")),
    ("metadata", (&["compile", "--environment", "."], "modules/m/metadata.json")),
    ("template", (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/templates/t.erb")),
    ("epp", (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/templates/t.epp")),
    ("file", (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/files/t")),
    (
        "function",
        (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/lib/puppet/functions/m/f.rb"),
    ),
    ("function-puppet", (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/functions/f.pp")),
    ("lib-folder", (&["compile", "--modulepath", "modules", "site.pp"], "modules/m/lib")),
    ("type", (&["compile", "--environment", "."], "modules/m/lib/puppet/type/t.rb")),
    ("config", (&["lookup", "--environment", ".", "a"], "hiera.yaml")),
    ("data", (&["lookup", "--environment", ".", "a"], "data/common.yaml")),
    ("data-json", (&["lookup", "--environment", ".", "a"], "data/other.json")),
    ("data-folder", (&["lookup", "--environment", ".", "a"], "data")),
    ("environment-conf", (&["compile", "--environment", "."], "environment.conf")),
    ("facts", (&["compile", "--environment", ".", "--facts", "facts.json"], "facts.json")),
    ("trusted", (&["compile", "--environment", ".", "--trusted", "t.yaml"], "t.yaml")),
    ("nodes", (&["compile", "--environment", ".", "--nodes-from", "nodes", "--output", "out"], "nodes")),
    ("classifier", (&["compile", "--environment", ".", "--enc", "./enc"], "enc")),
    ("puppet-conf", (&["compile", "--confdir", "."], "puppet.conf")),
    ("settings", (&["validate", "."], "bunraku.toml")),
    ("settings-of-lint", (&["lint", "."], ".puppet-lint.rc")),
    ("ignored", (&["fmt", "--check", "."], ".gitignore")),
    ("task", (&["doc", "modules/m"], "modules/m/tasks/t.json")),
    ("fact", (&["doc", "modules/m"], "modules/m/lib/facter/t.rb")),
    ("fixtures", (&["test", "--module", "modules/m"], "modules/m/.fixtures.yml")),
    ("spec", (&["test", "--module", "modules/m"], "modules/m/spec/classes/t_spec.rb")),
    ("validate", (&["validate", "."], "link")),
    ("validate-file", (&["validate", "link.pp"], "link.pp")),
    ("lint", (&["lint", "."], "link")),
    ("lint-file", (&["lint", "link.pp"], "link.pp")),
    ("format", (&["fmt", "--check", "."], "link")),
    ("format-file", (&["fmt", "--check", "link.pp"], "link.pp")),
    ("parse", (&["parse", "link.pp"], "link.pp")),
    ("eval", (&["eval", "link.pp"], "link.pp")),
    ("render", (&["epp", "render", "link.epp"], "link.epp")),
];

type Facts = (&'static str, fn() -> String);

const FACTS: &[Facts] = &[
    ("parents", || {
        r#"{"x": "../../../../../../etc/passwd", "list": ["../../etc/passwd", "/etc/passwd"], "y": "../x"}"#
            .to_owned()
    }),
    ("absolute", || r#"{"x": "/etc/passwd", "list": ["/proc/self/environ"], "y": "/dev/zero"}"#.to_owned()),
    ("null-bytes", || r#"{"x": "a\u0000b", "list": ["\u0000"], "y": "\u0000/../.."}"#.to_owned()),
    ("interpolation", || r#"{"x": "%{facts.x}", "list": ["%{lookup('a')}"], "y": "%{y}"}"#.to_owned()),
    ("globs", || format!(r#"{{"x": "{}", "list": ["*"], "y": "**"}}"#, "{a,b}".repeat(40))),
    ("stars", || format!(r#"{{"x": "{}", "list": ["**"], "y": "*"}}"#, "*a".repeat(2_000))),
    ("long", || format!(r#"{{"x": "{}", "list": ["{0}"], "y": "a"}}"#, "a".repeat(5_000_000))),
    ("long-path", || format!(r#"{{"x": "{}", "list": ["{0}"], "y": "a"}}"#, "a/".repeat(1_000_000))),
    ("wide-list", || format!(r#"{{"x": "a", "list": [{}]}}"#, each(200_000, ",", |i| format!("\"a{i}\"")))),
    ("wide", || format!(r#"{{"x": "a", {}}}"#, each(200_000, ",", |i| format!("\"a{i}\": {i}")))),
    ("deep", || format!(r#"{{"x": {}1{}, "list": {0}{1}}}"#, "[".repeat(100_000), "]".repeat(100_000))),
    ("deep-enough", || format!(r#"{{"x": {}1{}, "list": {0}{1}}}"#, "[".repeat(90), "]".repeat(90))),
    ("names", || {
        r#"{"x": 1, "trusted": {"certname": "../../x"}, "facts": {"a": 1}, "server_facts": 1, "title": "a", "name": "b", "list": 5}"#.to_owned()
    }),
    ("list", || "[1, 2, 3]".to_owned()),
    ("numbers", || format!(r#"{{"x": {}, "list": [1e999, -{0}], "y": 1.{0}}}"#, "9".repeat(100_000))),
    ("keys", || {
        format!(
            r#"{{"x": "a", {}}}"#,
            each(1_000, ",", |i| format!("\"a::b{i}\": 1, \"A{i}\": 2, \" {i}\": 3, \"\\u0000{i}\": 4"))
        )
    }),
];

const USES: &[Part] = &[
    ("print", "notice($facts, $x)"),
    ("lookup", "notice(lookup('a', undef, undef, 1), lookup('b', undef, 'deep', 1))"),
    ("template", "notice(inline_template('<%= @facts.inspect %><%= scope.to_hash.inspect %>'))"),
    ("message", "notify { 'a': message => $facts }\nnotify { 'b': message => $x }"),
    ("title", "notify { \"${facts['x']}\": }"),
    ("include", "include($facts['x'])"),
    ("file", "notice(file($facts['x'], '/does/not/exist'))"),
    ("type", "notice(type($facts), $facts =~ Hash[String, Data])"),
];
