//! `bunraku doc`.

use std::fs;

use crate::support::folder;

const CLASS: &str = "# @summary Serves pages\n# @param port The port\nclass web (Integer $port = 80) { }\n";

#[test]
fn the_reference_is_written_into_the_module() {
    let files = folder(&[("web/manifests/init.pp", CLASS)]);
    let run = files.run(&["doc", "web"]).status(0);
    assert_eq!(run.stderr, "wrote web/REFERENCE.md (1 entry)\n");
    let reference = fs::read_to_string(files.path("web/REFERENCE.md")).unwrap();
    assert!(reference.contains("* [`web`](#web): Serves pages\n"), "{reference}");
    assert!(reference.contains("Data type: `Integer`\n\nThe port\n\nDefault value: `80`\n"), "{reference}");
}

#[test]
fn a_reference_that_is_out_of_date_is_found() {
    let files = folder(&[("manifests/init.pp", CLASS)]);
    files.run(&["doc", "--check"]).status(2).says("cannot read");
    files.run(&["doc"]).status(0);
    files.run(&["doc", "--check"]).status(0);
    files.write("manifests/init.pp", CLASS.replace("80", "8080").as_bytes());
    files.run(&["doc", "--check"]).status(1).says("not up to date");
    let reference = fs::read_to_string(files.path("REFERENCE.md")).unwrap();
    assert!(reference.contains("`80`"), "checking must not write");
}

#[test]
fn a_reference_of_puppet_strings_is_up_to_date() {
    let files = folder(&[("manifests/init.pp", CLASS)]);
    files.run(&["doc"]).status(0);
    let reference = fs::read_to_string(files.path("REFERENCE.md")).unwrap();
    files.write("REFERENCE.md", reference.replace("bunraku doc", "Puppet Strings").as_bytes());
    files.run(&["doc", "--check"]).status(0);
}

#[test]
fn what_is_missing_is_a_warning() {
    let files = folder(&[("manifests/init.pp", "class web ($port) { }\n")]);
    files.run(&["doc"]).status(0).says("class `web` is not documented").says("--> ./manifests/init.pp:1:1");
    files.run(&["doc", "--fail-on-warnings"]).status(1);
    files.run(&["doc", "-q"]).status(0).never_says("documented");
}

#[test]
fn other_forms_are_printed() {
    let files = folder(&[("manifests/init.pp", CLASS)]);
    files.run(&["doc", "--format", "json"]).status(0).prints("\"puppet_classes\": [");
    files.run(&["doc", "--format", "html", "-o", "-"]).status(0).prints("<!doctype html>");
}

#[test]
fn the_page_has_the_values_in_the_data_of_the_module() {
    let hiera = "version: 5\nhierarchy:\n  - { name: By system, path: 'os/%{facts.os.name}.yaml' }\n  - { name: Common, path: common.yaml }\n";
    let files = folder(&[
        ("metadata.json", "{\"name\":\"a-web\"}"),
        (
            "manifests/init.pp",
            "# Serves\n# @param port the port\n# @param root the folder\nclass web ($port, $root) { }\n",
        ),
        ("hiera.yaml", hiera),
        ("data/common.yaml", "web::port: 80\nother::port: 1\n"),
        ("data/os/Debian.yaml", "web::port: 8080\nweb::root: <a>\n"),
    ]);
    let run = files.run(&["doc", "--format", "html", "-o", "-"]).status(0);
    let expected = "<p>Hiera: <code>web::port</code></p>\n<ul class=\"data\">\n\
        <li>By system (<a href=\"data/os/Debian.yaml\">data/os/Debian.yaml</a>): <code>8080</code></li>\n\
        <li>Common (<a href=\"data/common.yaml\">data/common.yaml</a>): <code>80</code></li>\n</ul>";
    assert!(run.stdout.contains(expected), "{run:#?}");
    assert!(run.stdout.contains("<code>&#39;&lt;a&gt;&#39;</code>"), "{run:#?}");
    assert!(!run.stdout.contains("other::port"), "{run:#?}");
    fs::write(files.path("hiera.yaml"), "version: 3\n").unwrap();
    files.run(&["doc", "--format", "html", "-o", "-"]).status(0).prints("<!doctype html>");
}

#[test]
fn wrong_use_is_told() {
    let files = folder(&[("notes.txt", "")]);
    files.run(&["doc"]).status(2).says("is not a module");
    files.run(&["doc", "nowhere"]).status(2).says("`nowhere` is not a folder");
    let files = folder(&[("manifests/init.pp", "class web {")]);
    files.run(&["doc"]).status(1).says("has syntax errors");
}
