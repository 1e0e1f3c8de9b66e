//! `bunraku lookup`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "what fails here is not what is tested")]

use crate::support::{Folder, Run, folder};

fn site() -> Folder {
    folder(&[
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{facts.short}.yaml\"}\n  - {name: Roles, path: \"%{role}.yaml\", datadir: roles}\n  - {name: Common, path: common.yaml}\n",
        ),
        (
            "data/common.yaml",
            "web::port: 80\nweb::hosts: [a, b]\nold: 1\ntext: \"port %{lookup('web::port')}\"\nlookup_options:\n  web::hosts: {merge: unique}\nvhosts: {a: {x: [1]}}\nsecret: s3cret\n",
        ),
        (
            "data/nodes/web1.yaml",
            "# the node\nweb::port: 8080\nweb::hosts: [c]\nvhosts: {a: {x: [2]}, b: 1}\n",
        ),
        (
            "modules/web/manifests/init.pp",
            "class web($port, Array $hosts) { notice(lookup('text')) notice(lookup(\"${name}::x\", Any, 'first', 1)) }\n",
        ),
        ("modules/web/hiera.yaml", "version: 5\n"),
        ("modules/web/data/common.yaml", "web::port: 1\nweb::gone: 2\n"),
        ("web1.json", "{\"short\": \"web1\", \"role\": \"front\"}"),
        ("web1.yaml", "short: web1\nrole: front\n"),
        ("manifests/site.pp", "$role = 'front'\n"),
    ])
}

fn run(files: &Folder, args: &[&str]) -> Run {
    let root = files.path("").to_str().unwrap().trim_end_matches('/').to_owned();
    let mut run = files.run(&[&["lookup"], args].concat());
    run.stdout = run.stdout.replace(&root, "/site");
    run.stderr = run.stderr.replace(&root, "/site");
    run
}

fn check(args: &[&str], expected: &str) {
    let run = run(&site(), &[&["--facts", "web1.json"], args].concat()).status(0);
    assert_eq!(run.stdout, expected, "{args:?}");
}

#[test]
fn values() {
    check(&["web::port"], "--- 8080\n");
    check(&["web::hosts"], "---\n- c\n- a\n- b\n");
    check(&["web::hosts", "--render-as", "json"], "[\"c\",\"a\",\"b\"]\n");
    check(&["web::hosts", "--render-as", "s"], "[\"c\", \"a\", \"b\"]\n");
    check(&["nothing", "web::port"], "--- 8080\n");
    check(&["nothing", "--default", "-x"], "--- \"-x\"\n");
    check(&["text", "--render-as", "s"], "port 8080\n");
    check(&["vhosts.a.x.0", "--type", "Integer"], "--- 2\n");
    check(&["--merge", "first", "web::hosts"], "---\n- c\n");
    check(&["--merge", "deep", "--render-as", "json", "vhosts"], "{\"a\":{\"x\":[1,2]},\"b\":1}\n");
    check(
        &["--merge", "deep", "--sort-merged-arrays", "--render-as", "json", "vhosts"],
        "{\"a\":{\"x\":[1,2]},\"b\":1}\n",
    );
}

#[test]
fn facts_in_yaml() {
    let run = run(&site(), &["--facts", "web1.yaml", "web::port"]).status(0);
    assert_eq!(run.stdout, "--- 8080\n");
}

#[test]
fn variables_of_manifests() {
    let files = site();
    files.write("roles/front.yaml", b"web::port: 443\n");
    run(&files, &["web::port"]).status(0).says("unknown variable `role`");
    let run = run(&files, &["--compile", "web::port"]).status(0);
    assert_eq!(run.stdout, "--- 443\n");
}

#[test]
fn explanations() {
    check(
        &["--explain", "text"],
        "\
key text: found \"port 8080\"
├─ global layer: no hiera.yaml
└─ environment layer (/site/hiera.yaml)
   ├─ level \"Nodes\"
   │  └─ file /site/data/nodes/web1.yaml (from \"nodes/%{facts.short}.yaml\"): key not found
   ├─ level \"Roles\"
   │  │  the folder /site/roles does not exist
   │  └─ file /site/roles/front.yaml (from \"%{role}.yaml\"): no such file
   └─ level \"Common\"
      └─ file /site/data/common.yaml: found on line 4: \"port 8080\"
         └─ interpolate \"port %{lookup('web::port')}\"
            └─ key web::port: found 8080
               ├─ global layer: no hiera.yaml
               └─ environment layer (/site/hiera.yaml)
                  └─ level \"Nodes\"
                     └─ file /site/data/nodes/web1.yaml (from \"nodes/%{facts.short}.yaml\"): found on line 2: 8080

The value of text comes from /site/data/common.yaml:4
",
    );
    let run = run(&site(), &["--facts", "web1.json", "--explain", "web::hosts"]).status(0);
    assert!(
        run.stdout.ends_with(
            "\nThe value of web::hosts is merged from /site/data/nodes/web1.yaml:3, /site/data/common.yaml:2\n"
        ),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("level \"Common\"\n│     └─ file /site/data/common.yaml: found on line 5"));
}

#[test]
fn explanations_of_options() {
    let run = run(&site(), &["--facts", "web1.json", "--explain-options", "web::hosts"]).status(0);
    assert!(run.stdout.starts_with("lookup_options\n"), "{}", run.stdout);
    assert!(
        run.stdout.contains("found on line 5: {\"web::hosts\":{\"merge\":\"unique\"}}"),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("key web::hosts"), "{}", run.stdout);
}

#[test]
fn explanations_of_large_values_are_cut_for_people_only() {
    let data = format!("large: \"{}\"\n", "é".repeat(5_000));
    let files = folder(&[
        ("hiera.yaml", "version: 5\nhierarchy: [{name: Common, path: common.yaml}]\n"),
        ("data/common.yaml", &data),
    ]);
    let text = run(&files, &["--explain", "large"]).status(0).stdout;
    assert!(text.contains("é… (10002 bytes in all)") && text.len() < 10_000, "{text}");
    let json = run(&files, &["--explain", "--render-as", "json", "large"]).status(0).stdout;
    assert!(json.contains(&"é".repeat(5_000)), "{json}");
}

#[test]
fn explanations_for_tools() {
    let run =
        run(&site(), &["--facts", "web1.json", "--explain", "--render-as", "json", "web::port"]).status(0);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["value"], 8080);
    assert_eq!(json["sources"][0]["file"], "/site/data/nodes/web1.yaml");
    assert_eq!(json["sources"][0]["line"], 2);
    assert_eq!(json["steps"][0]["type"], "key");
}

#[test]
fn colours() {
    let run =
        run(&site(), &["--facts", "web1.json", "--color", "always", "--explain", "web::port"]).status(0);
    assert!(run.stdout.contains("\u{1b}[32m: found on line 2: 8080\u{1b}[0m"), "{}", run.stdout);
}

#[test]
fn failures() {
    let files = site();
    let args = |more: &[&'static str]| [&["--facts", "web1.json"], more].concat();
    run(&files, &args(&["web::prt"]))
        .status(1)
        .says("no value found for the key `web::prt`")
        .says("help: did you mean `web::port`?");
    run(&files, &args(&["web::port", "--type", "String"])).status(1).says("expected String, got Integer");
    run(&files, &args(&["web::port", "--type", "Nothing["])).status(2).says("`Nothing[` is not a type");
    run(&files, &args(&["--sort-merged-arrays", "web::port"])).status(2).says("need `--merge deep`");
    run(&files, &args(&[])).status(2).says("<KEY>");
    let nothing = run(&files, &args(&["--explain", "nothing"])).status(1);
    assert!(nothing.stdout.ends_with("\nNo value found.\n"), "{}", nothing.stdout);
    files.write("data/common.yaml", b"a: 1\nb: [1\nc: 2\n");
    run(&files, &args(&["web::port"])).status(1).says("/site/data/common.yaml:3:2");
}

#[test]
fn keys_and_unused_ones() {
    let files = site();
    let all = run(&files, &["--all-keys"]).status(0);
    assert!(all.stdout.contains("web::port  /site/data/nodes/web1.yaml:2\n"), "{}", all.stdout);
    assert!(all.stdout.contains("web::gone  /site/modules/web/data/common.yaml:2\n"), "{}", all.stdout);
    let of_node = run(&files, &["--node", "other", "--all-keys"]).status(0);
    assert!(!of_node.stdout.contains("nodes/web1.yaml"), "{}", of_node.stdout);
    let unused = run(&files, &["--unused"]).status(1).says("modules/web/manifests/init.pp:1");
    assert_eq!(
        unused.stdout,
        "vhosts  /site/data/nodes/web1.yaml:4\nold  /site/data/common.yaml:3\nvhosts  /site/data/common.yaml:7\nsecret  /site/data/common.yaml:8\nweb::gone  /site/modules/web/data/common.yaml:2\n"
    );
}

#[test]
fn a_configuration_that_is_not_there_is_an_error() {
    let run = run(&site(), &["--hiera-config", "no/hiera.yaml", "web::port"]).status(2);
    assert!(run.stderr.contains("file `no/hiera.yaml` not found"), "{}", run.stderr);
}
