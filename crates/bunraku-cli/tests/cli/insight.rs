//! `bunraku why`, `bunraku graph` and `bunraku diff`.

use crate::support::{Folder, folder};

const SITE: &str = "class web (Integer $port = 80) {\n  file { '/etc/web.conf':\n    content => \"port ${port}\",\n  }\n}\ninclude web\n";

fn environment() -> Folder {
    folder(&[
        ("env/manifests/site.pp", SITE),
        ("env/hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n"),
        ("env/data/all.yaml", "web::port: 8080\n"),
        ("facts/a.json", "{\"values\": {\"x\": 1}, \"name\": \"a\"}"),
        ("facts/b.json", "{\"values\": {\"x\": 2}, \"name\": \"b\"}"),
    ])
}

#[test]
fn a_value_is_followed_to_a_line_of_data() {
    let files = environment();
    let run = files.run(&["why", "a", "File[/etc/web.conf]", "content", "--environment", "env"]).status(0);
    assert!(run.stdout.contains("Class[Web] port = 8080"), "{}", run.stdout);
    assert!(run.stdout.contains("   1 | web::port: 8080\n"), "{}", run.stdout);
    assert!(run.stdout.contains("File[/etc/web.conf] is declared by Class[Web]"), "{}", run.stdout);
    let run = files.run(&["why", "a", "class['web']", "--environment", "env", "--format", "json"]).status(0);
    assert!(run.stdout.contains("\"says\": \"Class[Web] is declared by Class[main]\""), "{}", run.stdout);
}

#[test]
fn what_is_not_in_the_catalog_gets_a_suggestion() {
    let files = environment();
    let why = |rest: &[&str]| {
        let args: Vec<&str> =
            ["why", "a"].iter().chain(rest).chain(&["--environment", "env"]).copied().collect();
        files.run(&args)
    };
    why(&["File[/etc/wep.conf]"]).status(2).says("did you mean `File[/etc/web.conf]`?");
    why(&["File[/etc/web.conf]", "mode"]).status(2).says("its parameters: content");
    why(&["nonsense"]).status(2).says("expected a reference such as `File[/etc/motd]`, got `nonsense`");
}

#[test]
fn a_program_that_fails_has_no_answer() {
    let files = folder(&[("env/manifests/site.pp", "fail('no')\n")]);
    files.run(&["why", "a", "Class[main]", "--environment", "env"]).status(1).says("no");
}

#[test]
fn cycles_are_told_with_their_places() {
    let program = "notify { 'a': } -> notify { 'b': } -> Notify['a']\n";
    let files = folder(&[("site.pp", program)]);
    let run = files.run(&["graph", "n", "--manifest", "site.pp"]).status(1);
    assert!(run.stderr.contains("Notify[a] comes before Notify[b]"), "{}", run.stderr);
    assert!(run.stdout.starts_with("digraph catalog {"), "{}", run.stdout);
}

#[test]
fn what_an_agent_would_refuse_is_found() {
    let program = "\
class app { include app::config }
class app::config { notify { 'config': } }
include app
Class['app'] -> Service['app']
service { 'app': ensure => 'runing' }
file { '/x': mode => 644, schedule => 'nightly' }
file { '/y': content => 'a', source => '/z' }
exec { 'update': }
user { 'u': password => Sensitive('a:b') }
package { 'a': require => Package['b'] }
package { 'b': before => Notify['c'] }
notify { 'c': before => Package['b'] }
";
    let files = folder(&[("site.pp", program)]);
    let run = files.run(&["compile", "--check", "site.pp"]).status(1);
    assert_eq!(run.stdout, "", "no catalog is written");
    for says in [
        "warning[uncontained-class]: `Class[App::Config]` is not contained in `Class[App]`",
        "error[refused-value]: `ensure` expects `running`, `stopped`, `true` or `false`, got `runing`",
        "did you mean `running`?",
        "`mode` expects a string such as `0644`, got the number 644",
        "error[missing-resource]: `Schedule[nightly]` is not in the catalog",
        "a file takes either `content` or `source`, not both",
        "`command` must be an absolute path if `path` is not set, got `update`",
        "`password` expects a string without `:`, got a sensitive value",
        "error[dependency-cycle]: `Package[b]` and `Notify[c]` depend on each other",
        "remove the relationship that puts",
    ] {
        assert!(run.stderr.contains(says), "{says}\n{}", run.stderr);
    }
    assert!(!run.stderr.contains("a:b`"), "{}", run.stderr);
}

#[test]
fn nodes_are_checked_together() {
    let program = "$mode = $facts['x'] ? { 1 => '0644', default => '0888' }\nfile { '/x': mode => $mode }\n";
    let files = folder(&[
        ("env/manifests/site.pp", program),
        ("facts/a.json", "{\"values\": {\"x\": 1}, \"name\": \"a\"}"),
        ("facts/b.json", "{\"values\": {\"x\": 2}, \"name\": \"b\"}"),
    ]);
    let check = ["compile", "--check", "--environment", "env", "--nodes-from", "facts"];
    let run = files.run(&check).status(1).says("checked 2 nodes, 1 with errors");
    assert!(run.stderr.contains("got `0888`"), "{}", run.stderr);
    files.write("env/manifests/site.pp", b"file { '/x': mode => '0644' }\n");
    files.run(&check).status(0).says("checked 2 nodes, 0 with errors");
}

#[test]
fn types_add_relationships() {
    let program = "file { ['/a', '/a/b/c']: }\nuser { 'u': gid => 'g' }\ngroup { 'g': }\nexec { '/a/b/c x': cwd => '/a' }\n";
    let files = folder(&[("site.pp", program)]);
    let graph =
        |from: &str, to: &str| files.run(&["graph", "n", "--manifest", "site.pp", "--between", from, to]);
    graph("File[/a]", "File[/a/b/c]").status(0).prints("File[/a] comes automatically before File[/a/b/c]\n");
    graph("Group[g]", "User[u]").status(0);
    graph("File[/a/b/c]", "Exec[/a/b/c x]").status(0);
    graph("User[u]", "Group[g]").status(2);
}

#[test]
fn the_way_between_two_resources() {
    let files = folder(&[("site.pp", "notify { 'a': } -> notify { 'b': } ~> notify { 'c': }\n")]);
    let graph = |rest: &[&str]| {
        let args: Vec<&str> = ["graph", "n", "--manifest", "site.pp"].iter().chain(rest).copied().collect();
        files.run(&args)
    };
    graph(&["--between", "Notify[a]", "Notify[c]"])
        .status(0)
        .prints("Notify[b] comes before and notifies Notify[c]");
    graph(&["--between", "Notify[c]", "Notify[a]"])
        .status(2)
        .says("no relationship leads from `Notify[c]` to");
    let inside =
        "class a { notify { 'a': } }\nclass b { notify { 'b': } }\ninclude a, b\nClass['a'] -> Class['b']\n";
    files.write("inside.pp", inside.as_bytes());
    let way = ["graph", "n", "--manifest", "inside.pp", "--between", "Notify[a]", "Notify[b]"];
    let told = files.run(&way).status(0).stdout;
    let steps: Vec<&str> = told.lines().filter(|line| !line.contains("-->")).collect();
    assert_eq!(
        steps,
        ["Class[A] contains Notify[a]", "Class[A] comes before Class[B]", "Class[B] contains Notify[b]"]
    );
    let near = graph(&["--around", "Notify[a]", "--format", "json"]).status(0);
    assert!(near.stdout.contains("Notify[b]") && !near.stdout.contains("Notify[c]"), "{}", near.stdout);
}

#[test]
fn environments_are_compared_node_by_node() {
    let files = environment();
    files.write("new/manifests/site.pp", SITE.replace("80)", "81)").as_bytes());
    let run = files.run(&["diff", "env", "new", "--nodes-from", "facts"]).status(2);
    let changed = "~ Class[Web]  (2 of 2 nodes)
    port: 8080 -> 81
        old value from data/all.yaml:1 (web::port)
        new value from manifests/site.pp:1
";
    assert!(run.stdout.contains(changed), "{}", run.stdout);
    files.run(&["diff", "env", "env", "--nodes-from", "facts"]).status(0);
    files
        .run(&[
            "diff",
            "env",
            "new",
            "--nodes-from",
            "facts",
            "--ignore",
            "Class",
            "--ignore",
            "File::content",
        ])
        .status(0);
    files.run(&["diff", "env", "new", "--ignore", "File["]).status(1).says("is not a pattern");
}

#[test]
fn nodes_that_a_change_cannot_reach_are_compiled_once() {
    let site = "if $facts['x'] == 1 { include web }\n";
    let class = "class web {\n  notify { 'one': }\n}\n";
    let mut files = Vec::new();
    for env in ["old", "new"] {
        files.push((format!("{env}/manifests/site.pp"), site.to_owned()));
        files.push((format!("{env}/modules/web/manifests/init.pp"), class.to_owned()));
        files.push((format!("{env}/modules/web/files/a"), "a".to_owned()));
    }
    for (name, x) in [("a", 1), ("b", 2), ("c", 2)] {
        files.push((
            format!("facts/{name}.json"),
            format!("{{\"values\": {{\"x\": {x}}}, \"name\": \"{name}\"}}"),
        ));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let files = folder(&files);
    let diff = || files.run(&["diff", "old", "new", "--nodes-from", "facts"]);
    diff().status(0).says("3 nodes were compiled once");
    files.write("new/modules/web/manifests/init.pp", class.replace("one", "two").as_bytes());
    diff().status(2).says("2 nodes were compiled once").prints("Notify[two]");
    // It is unknown which nodes read a file.
    files.write("new/modules/web/files/a", b"b");
    diff().status(2).never_says("compiled once");
    files.write("new/modules/web/files/a", b"a");
    // Any node may have used a definition that was removed.
    files.write("new/modules/web/manifests/init.pp", b"class other { }\n");
    diff().status(1).never_says("compiled once");
}

#[test]
fn catalogs_are_compared_as_files_and_folders() {
    let files = environment();
    files.run(&["compile", "--environment", "env", "--nodes-from", "facts", "--output", "old"]).status(0);
    files.run(&["compile", "--environment", "env", "--node", "a", "--output", "a.json"]).status(0);
    files.run(&["diff", "old/a.json", "a.json"]).status(0);
    files.run(&["diff", "old", "old"]).status(0);
    files.run(&["diff", "old", "nowhere"]).status(1).says("`nowhere` is neither a file");
    files.run(&["diff", "facts/a.json", "a.json"]).status(1).says("not a catalog");
    files.run(&["diff", "facts", "old"]).status(1);
}

/// Runs git in a folder, without the user's configuration.
fn git(files: &Folder, args: &[&str]) {
    let output = std::process::Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"])
        .args(args)
        .current_dir(files.path("."))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .output();
    let says = output.as_ref().map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let done = output.as_ref().is_ok_and(|output| output.status.success());
    assert!(done, "git {args:?}: {says:?}");
}

#[test]
fn revisions_are_compared_with_each_other_and_with_folders() {
    let files = environment();
    files.write("env/modules/m/manifests/init.pp", b"class m { notify { \"in ${module_name}\": } }\n");
    files.write("env/.gitignore", b"/modules\n");
    git(&files, &["init", "-q"]);
    git(&files, &["add", "."]);
    git(&files, &["commit", "-q", "-m", "first"]);
    let diff = |rest: &[&str]| {
        let always = ["--environment", "env", "--nodes-from", "facts"];
        let args: Vec<&str> = ["diff"].iter().chain(rest).chain(&always).copied().collect();
        files.run(&args)
    };
    diff(&["HEAD", "env"]).status(0);
    files.write("env/manifests/site.pp", format!("{SITE}include m\n").as_bytes());
    // Ignored files are taken from the work tree, for both sides.
    let run = diff(&["HEAD", "env"]).status(2).says("`modules` is not in the repository");
    assert!(run.stdout.contains("+ Notify[in m]  (2 of 2 nodes)"), "{}", run.stdout);
    // Naming the folder compares the uncommitted changes anyway.
    run.never_says("not committed");
    diff(&["HEAD", "HEAD"]).status(0).says("uncommitted changes are not part of `HEAD`");
    git(&files, &["commit", "-q", "-a", "-m", "second"]);
    diff(&["HEAD^", "HEAD"]).status(2).prints("    --> modules/m/manifests/init.pp:1");
    diff(&["HEAD", "env"]).status(0);
    diff(&["HEAD", "nothing"])
        .status(1)
        .says("`nothing` is neither a file, a folder nor a revision of the repository");
    files
        .run(&["diff", "--environment", "env", "--", "HEAD", "--version"])
        .status(1)
        .says("is neither a file, a folder nor a revision");
    let page = diff(&["HEAD^", "HEAD", "--format", "html"]).status(2);
    assert!(
        page.stdout.starts_with("<!doctype html>") && page.stdout.contains("2 of 2 nodes"),
        "{}",
        page.stdout
    );
}

#[test]
fn a_node_that_fails_on_one_side_is_told_first() {
    let files = environment();
    files.write("new/manifests/site.pp", b"if $facts['x'] == 1 { fail('no') }\n");
    let run = files.run(&["diff", "env", "new", "--nodes-from", "facts"]).status(1);
    assert!(run.stdout.starts_with("! a has no new catalog: "), "{}", run.stdout);
    run.prints(" (manifests/site.pp:1)\n- Class[Web]\n");
}

#[test]
fn catalogs_are_verified_against_recorded_ones() {
    let files = environment();
    files.run(&["compile", "--environment", "env", "--nodes-from", "facts", "--output", "old"]).status(0);
    let verify = |rest: &[&str]| {
        let always = ["--environment", "env", "--nodes-from", "facts"];
        let args: Vec<&str> = ["verify"].iter().chain(rest).chain(&always).copied().collect();
        files.run(&args)
    };
    verify(&["old"]).status(0).prints("  equal      2\n").prints("  different  0\n");
    // Moving a declaration to another line changes no value, but the catalog differs.
    files.write("env/manifests/site.pp", format!("\n{SITE}").as_bytes());
    let run = verify(&["old"]).status(1);
    assert!(
        run.stdout.contains("File[/etc/web.conf]: expected line 2, got 3")
            && run.stdout.contains("different  2"),
        "{}",
        run.stdout
    );
    files.write("env/manifests/site.pp", SITE.replace("port ${port}", "${port}").as_bytes());
    let run = verify(&["old"]).status(1).prints("content: 'port 8080' -> '8080'");
    let run = run.prints("old: the catalogs in `old`; new: bunraku\n");
    // A recorded catalog only has the line of the resource.
    run.prints("old resource declared at manifests/site.pp:2\n")
        .prints("new value from manifests/site.pp:3\n");
    files.write("env/manifests/site.pp", b"if $facts['x'] == 1 { fail('no') }\n");
    verify(&["old"]).status(1).prints("a\n  bunraku cannot compile it\n").prints("  failed     1\n");
    verify(&["nowhere"]).status(2).says("cannot read `nowhere`");
    verify(&["facts"]).status(2).says("not a catalog");
    verify(&["env"]).status(2).says("no catalogs found in `env`");
    verify(&["--puppet", "no/such/puppet"])
        .status(2)
        .says("`--puppet` takes the path of an installed `puppet`");
    verify(&["old", "--format", "json"]).status(1).prints("\"equal\": false");
}

#[test]
fn what_keeps_a_resource_out_is_told() {
    let program = "class a { if $facts['x'] { @user { 'deploy': } } }
class b { include c }
class c { file { \"/etc/${title}.conf\": } }
node /^o.*er/ { include b }
node default { include a  notify { 'n': } }
User <| title == 'x' |>
@group { 'g': }
";
    let files = folder(&[("site.pp", program)]);
    let why_not = |reference: &str| files.run(&["why-not", "n", reference, "--manifest", "site.pp"]);
    why_not("User[deploy]")
        .status(0)
        .prints("Class[A] would declare it")
        .prints("but only as a virtual resource that nothing realizes")
        .prints("`User <| title == 'x' |>` does not match it, or did not run")
        .prints("but only if `$facts['x']`");
    why_not("Class['::c']")
        .status(0)
        .prints("    Class[B] is not in the catalog\n      the definition of node /^o.*er/ would declare it")
        .prints("but this node is n");
    why_not("file[/etc/c.conf]").status(0).prints("Class[C] might declare it");
    why_not("Group[g]").status(0).prints("Group[g] is declared, but it is virtual and nothing realizes it");
    why_not("Class[zz]").status(0).prints("no code declares it by this name");
    why_not("Notify[n]").status(2).says("the catalog of `n` contains `Notify[n]`");
    why_not("x").status(2).says("expected a reference");
}

#[test]
fn what_keeps_a_function_from_declaring_is_told() {
    let files = folder(&[
        ("env/manifests/site.pp", "include web\n"),
        ("env/modules/web/manifests/init.pp", "class web {\n  if $facts['x'] { web::outer('a') }\n}\n"),
        ("env/modules/web/manifests/other.pp", "class web::other {\n  web::user('b')\n}\n"),
        ("env/modules/web/functions/outer.pp", "function web::outer($name) {\n  web::user($name)\n}\n"),
        ("env/modules/web/functions/user.pp", "function web::user($name) {\n  user { 'deploy': }\n}\n"),
        ("env/modules/web/functions/idle.pp", "function web::idle() {\n  group { 'idle': }\n}\n"),
    ]);
    let why_not = |reference: &str| files.run(&["why-not", "n", reference, "--environment", "env"]).status(0);
    why_not("User[deploy]")
        .prints("the function `web::user` would declare it")
        .prints("the function `web::outer` calls it")
        .prints("Class[Web] calls it")
        .prints("but only if `$facts['x']`")
        .prints("Class[Web::Other] is not in the catalog");
    why_not("Group[idle]").prints("but no manifest calls the function");
}

/// A Puppet with a bug: it compiles with bunraku and changes one mode.
#[cfg(unix)]
const FAKE: &str = r#"#!/bin/sh
node=$3
while [ $# -gt 0 ]; do
  case $1 in --vardir) vardir=$2 ;; --environmentpath) path=$2 ;; esac
  shift
done
sed -n 's/^values: //p' "$vardir/yaml/facts/$node.yaml" > "$vardir/facts.json"
"$BUNRAKU" compile --environment "$path/production" --environment-name production --node "$node" \
  --facts "$vardir/facts.json" | sed 's/"mode":"0640"/"mode":"0641"/'
"#;

#[cfg(unix)]
#[test]
fn a_difference_is_cut_down_to_a_small_program() {
    use std::os::unix::fs::PermissionsExt;
    let mut classes = String::new();
    for number in 0..4 {
        classes.push_str(&format!(
            "class other{number} {{\n  notify {{ 'n{number}': }}\n}}\ninclude other{number}\n"
        ));
    }
    let class = "class web (\n  String $mode = '0600',\n  Integer $port = 80,\n) {\n  include web::a\n  file { '/a':\n    mode => '0644',\n  }\n  if $facts['role'] == 'web' {\n    file { '/etc/web':\n      ensure  => file,\n      owner   => 'root',\n      content => \"port ${port}\",\n      mode    => $mode,\n    }\n  }\n}\n";
    let data = "some::key: 1\nweb::mode: '0640'\n";
    let files = folder(&[
        ("fake", FAKE),
        ("env/manifests/site.pp", &format!("{classes}node default {{\n  include web\n}}\n")),
        ("env/modules/web/manifests/init.pp", class),
        ("env/modules/web/manifests/a.pp", "class web::a {\n  notify { 'a': }\n}\n"),
        ("env/hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n"),
        ("env/data/all.yaml", data),
        ("facts/n.json", "{\"values\": {\"role\": \"web\", \"secret\": \"s3cret\"}, \"name\": \"n\"}"),
    ]);
    std::fs::set_permissions(files.path("fake"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let args =
        ["verify", "--puppet", "./fake", "--environment", "env", "--nodes-from", "facts", "--cut", "small"];
    let run = files.run_with(&args, "", &[("BUNRAKU", env!("CARGO_BIN_EXE_bunraku"))]).status(1);
    let told = run.stderr.lines().find(|line| line.contains("lines of code and data")).unwrap_or_default();
    let lines: usize = told.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(usize::MAX);
    assert!(lines < 20, "{run:?}");
    assert!(told.contains("mode: '0641' -> '0640'"), "{told}");
    let kept = std::fs::read_to_string(files.path("small/facts/n.json")).unwrap();
    assert!(!kept.contains("s3cret"), "{kept}");
    files.run_with(&args, "", &[("BUNRAKU", env!("CARGO_BIN_EXE_bunraku"))]).status(2).says("is not empty");
}

/// Two environments and the facts of two nodes, only one of which has the class that differs.
fn two_sides() -> Folder {
    let site = "if $facts['x'] == 1 { include web }\nnotify { \"x ${facts['x']}\": }\n";
    let class = "class web {\n  notify { 'one': }\n}\n";
    folder(&[
        ("old/manifests/site.pp", site),
        ("old/modules/web/manifests/init.pp", class),
        ("new/manifests/site.pp", site),
        ("new/modules/web/manifests/init.pp", &class.replace("one", "two")),
        ("facts/a.json", "{\"values\": {\"x\": 1}, \"name\": \"a\"}"),
        ("facts/b.json", "{\"values\": {\"x\": 2}, \"name\": \"b\"}"),
    ])
}

#[test]
fn a_cache_tells_which_nodes_need_not_be_compiled() {
    let files = two_sides();
    let diff = || files.run(&["diff", "old", "new", "--nodes-from", "facts", "--cache", "cache"]).status(2);
    let first = diff().says("1 node was compiled once").never_says("not compiled");
    let second = diff().says("1 node was not compiled");
    assert_eq!(first.stdout, second.stdout);
    // A node with changed facts may be affected.
    files.write("facts/b.json", b"{\"values\": {\"x\": 1}, \"name\": \"b\"}");
    diff().never_says("not compiled").prints("2 of 2 nodes");
    // So may a node whose old side has changed.
    files.write("facts/b.json", b"{\"values\": {\"x\": 2}, \"name\": \"b\"}");
    diff().says("1 node was compiled once");
    diff().says("1 node was not compiled");
    files.write("old/manifests/site.pp", b"include web\n");
    files.write("new/manifests/site.pp", b"include web\n");
    diff().never_says("not compiled").prints("2 of 2 nodes");
}

#[test]
fn a_cache_covers_modules_outside_of_the_environment() {
    let files = two_sides();
    files.write("shared/base/manifests/init.pp", b"class base {\n  notify { 'base': }\n}\n");
    let shared = files.path("shared").display().to_string();
    for side in ["old", "new"] {
        let conf = format!("modulepath = modules:{shared}\nconfig_version = /bin/echo 1\n");
        files.write(&format!("{side}/environment.conf"), conf.as_bytes());
    }
    let diff = || files.run(&["diff", "old", "new", "--nodes-from", "facts", "--cache", "cache"]).status(2);
    diff().says("1 node was compiled once").never_says("not compiled");
    diff().says("1 node was not compiled");
    files.write("shared/base/manifests/init.pp", b"class base {\n  notify { 'changed': }\n}\n");
    diff().says("1 node was compiled once").never_says("not compiled");
    // Of two folders outside, nothing is known.
    files.write("other/base/manifests/init.pp", b"class base { }\n");
    let conf = format!("modulepath = modules:{}\n", files.path("other").display());
    files.write("new/environment.conf", conf.as_bytes());
    diff().never_says("compiled once").never_says("not compiled");
}

#[test]
fn facts_are_overridden_on_one_side_or_both() {
    let files = two_sides();
    let diff = |options: &[&str]| {
        let args = ["diff", "old", "old", "--nodes-from", "facts"];
        files.run(&args.iter().chain(options).copied().collect::<Vec<_>>())
    };
    diff(&["--fact", "x=1"]).status(0);
    diff(&["--new-fact", "x=1"]).status(2).prints("+ Class[Web]  (b)");
    diff(&["--old-fact", "x=2", "--new-fact", "x=2"]).status(0);
    diff(&["--new-fact", "x=3", "--ignore-attr", "message", "--ignore", "Notify[x *]", "--ignore", "*[*]-"])
        .status(0);
}

#[test]
fn a_graph_is_reduced_to_what_does_not_follow() {
    let program = "notify { 'a': } -> notify { 'b': } -> notify { 'c': }\nNotify['a'] -> Notify['c']\n";
    let files = folder(&[("site.pp", program)]);
    let edges = |options: &[&str]| {
        let args = ["graph", "n", "--manifest", "site.pp", "--format", "mermaid"];
        let run = files.run(&args.iter().chain(options).copied().collect::<Vec<_>>()).status(0);
        run.stdout.matches("-->").count()
    };
    assert_eq!((edges(&[]), edges(&["--reduce"])), (3, 2));
    let program = program.replace("Notify['a'] -> Notify['c']", "");
    files.write("site.pp", program.as_bytes());
    assert_eq!((edges(&[]), edges(&["--closure"])), (2, 3));
}

#[test]
fn levels_that_were_asked_are_told() {
    let files = folder(&[
        ("env/manifests/site.pp", SITE),
        (
            "env/hiera.yaml",
            "version: 5\nhierarchy:\n  - name: node\n    path: \"%{trusted.certname}.yaml\"\n  - name: some\n    path: some.yaml\n  - name: all\n    path: all.yaml\n",
        ),
        ("env/data/some.yaml", "other: 1\n"),
        ("env/data/all.yaml", "web::port: 8080\n"),
    ]);
    let run = files.run(&["why", "a", "Class[web]", "port", "--environment", "env"]).status(0);
    let lines: Vec<&str> = run.stdout.lines().map(str::trim).collect();
    let at = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap_or(usize::MAX);
    assert!(
        at("level `node`, path `%{trusted.certname}.yaml`: file `")
            < at("data/some.yaml` does not contain the key"),
        "{}",
        run.stdout
    );
    assert!(at("does not contain the key") < at("found in layer environment, level `all`"), "{}", run.stdout);
}

#[test]
fn facts_in_data_and_in_its_paths_are_told() {
    let files = folder(&[
        ("manifests/site.pp", "class c ($text) {\n  notify { $text: }\n}\ninclude c\n"),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: by role, path: 'role/%{facts.role}.yaml'}\n"),
        ("data/role/web.yaml", "c::text: 'role %{facts.role} on %{trusted.certname} %{facts.role}'\n"),
    ]);
    let run = files.run(&["why", "n", "Class[c]", "text", "--fact", "role=web"]).status(0);
    let told = "    found in layer environment, level `by role`, path `role/%{facts.role}.yaml`\n";
    let run =
        run.prints(told).prints("\n      from the fact `role`\n      from the fact `trusted.certname`\n");
    assert_eq!(run.stdout.matches("from the fact `role`").count(), 1, "{}", run.stdout);
}

#[test]
fn lines_of_data_with_secrets_are_not_shown() {
    let files = folder(&[
        (
            "manifests/site.pp",
            "class c (Sensitive[String] $pw) {\n  user { 'u': password => $pw }\n}\ninclude c\n",
        ),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n"),
        (
            "data/common.yaml",
            "lookup_options:\n  c::pw: {convert_to: Sensitive}\nc::pw: \"%{lookup('inner')}\"\ninner: hush\n",
        ),
    ]);
    let run = files.run(&["why", "n", "User[u]", "password"]).status(0);
    assert!(!run.stdout.contains("hush"), "{}", run.stdout);
    run.prints("data/common.yaml:3").prints("data/common.yaml:4\n").prints("4 | Sensitive [value redacted]");
}

#[test]
fn merges_given_in_a_call_are_told() {
    let site = "$a = lookup('list', Array, 'unique')\n$b = lookup('list', {merge => {strategy => deep}})\n\
        notify { 'a': message => $a }\nnotify { 'b': message => $b }\nnotify { 'c': message => lookup('list') }\n";
    let files = folder(&[
        ("env/manifests/site.pp", site),
        (
            "env/hiera.yaml",
            "version: 5\nhierarchy:\n  - name: one\n    path: one.yaml\n  - name: two\n    path: two.yaml\n",
        ),
        ("env/data/one.yaml", "list: [1]\n"),
        ("env/data/two.yaml", "list: [2]\n"),
    ]);
    let why = |title: &str| {
        files.run(&["why", "n", &format!("Notify[{title}]"), "message", "--environment", "env"]).status(0)
    };
    let both = |run: &str| (run.contains("one.yaml:1"), run.contains("two.yaml:1"));
    let (a, b, c) = (why("a").stdout, why("b").stdout, why("c").stdout);
    assert!(a.contains("looked up in Hiera as `list`, with the merge strategy `unique`"), "{a}");
    assert!(b.contains("with the merge strategy `deep`"), "{b}");
    assert_eq!((both(&a), both(&b), both(&c)), ((true, true), (true, true), (true, false)), "{a}{b}{c}");
}

#[test]
fn variables_are_followed_out_of_their_class() {
    let program = "\
$region = $facts['place']
class params { $dir = \"/srv/${region}\" }
class base inherits params { $file = \"${dir}/a\" }
class app {
  include base
  $names = ['x']
  $names.each |$name| { file { \"${base::file}${name}\": content => \"${params::dir} ${name} ${environment}\" } }
}
include app
";
    let files = folder(&[("site.pp", program)]);
    let why = ["why", "n", "File[/srv/eu/ax]", "content", "--manifest", "site.pp", "--fact", "place=eu"];
    let run = files.run(&why).status(0);
    for says in [
        "from the variable `$params::dir`",
        "from the variable `$region`",
        "from the fact `place`",
        "from `$name`, an element of `$names.each",
        "from the variable `$names`",
        "from the built-in variable `$environment`",
    ] {
        assert!(run.stdout.contains(says), "{says}\n{}", run.stdout);
    }
}
