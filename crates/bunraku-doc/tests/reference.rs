//! A module with one of each kind, and its rendered documentation. puppet-strings produces the same, except for what
//! docs/reference.md lists. `BLESS=1` rewrites the files.

#![allow(clippy::disallowed_methods, clippy::expect_used, reason = "tests read their cases and may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use bunraku_doc::{Reference, SourceFile, document, html, json, markdown};

#[test]
fn markdown_is_that_of_puppet_strings() {
    compare("reference.md", &markdown::render(&reference()));
}

#[test]
fn json_is_that_of_puppet_strings() {
    compare("reference.json", &json::render(&reference()));
}

#[test]
fn problems_name_what_is_missing_or_wrong() {
    let problems: Vec<String> = reference()
        .problems
        .iter()
        .map(|problem| format!("{}:{}: {}", problem.file, problem.line, problem.message))
        .collect();
    compare("problems.txt", &(problems.join("\n") + "\n"));
}

#[test]
fn the_page_has_every_entry_and_escapes_text() {
    let file = SourceFile {
        path: "manifests/init.pp".to_owned(),
        text: "# <script>alert(1)</script> & `x < y`\nclass web { }\n".to_owned(),
    };
    let page = html::render(&document(&[file]), "a <b>");
    assert!(page.contains("id=\"class-web\""));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; <code>x &lt; y</code>"), "{page}");
    assert!(page.contains("<title>a &lt;b&gt;</title>"));
    let whole = html::render(&reference(), "web");
    for entry in reference().entries {
        assert!(whole.contains(&format!("<code>{}</code>", entry.name)), "{}", entry.name);
    }
}

#[test]
fn files_with_syntax_errors_are_named_and_the_others_documented() {
    let file = |path: &str, text: &str| SourceFile { path: path.to_owned(), text: text.to_owned() };
    let reference = document(&[
        file("manifests/broken.pp", "class web::broken {"),
        file("manifests/init.pp", "# Fine\nclass web { }"),
        file("lib/puppet/type/broken.rb", "Puppet::Type.newtype(:x) do"),
        file("tasks/broken.json", "{"),
        file("tasks/list.json", "[1]"),
        file("README.md", "# not documented"),
    ]);
    let names: Vec<&str> = reference.entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["web"]);
    let fatal: Vec<&str> = reference
        .problems
        .iter()
        .filter(|problem| problem.fatal)
        .map(|problem| problem.file.as_str())
        .collect();
    assert_eq!(
        fatal,
        ["manifests/broken.pp", "lib/puppet/type/broken.rb", "tasks/broken.json", "tasks/list.json"]
    );
}

#[test]
fn a_comment_above_a_module_is_not_that_of_the_function_in_it() {
    let doc = |text: &str| {
        let path = "lib/puppet/parser/functions/web_flags.rb".to_owned();
        let reference = document(&[SourceFile { path, text: text.to_owned() }]);
        reference.entries.first().map(|entry| entry.docs.text.clone())
    };
    let function = "  newfunction(:web_flags) { |args| args }\nend\n";
    let around = doc(&format!("#\n# web_flags.rb\n#\nmodule Puppet::Parser::Functions\n{function}"));
    assert_eq!(around.as_deref(), Some(""));
    let own = doc(&format!("module Puppet::Parser::Functions\n  # Flags\n\n{function}"));
    assert_eq!(own.as_deref(), Some("Flags"));
}

/// Without braces, the pairs of a `Struct` are one hash, which keeps its line breaks.
#[test]
fn pairs_of_an_alias_keep_their_lines() {
    let page = |text: &str| {
        let path = "types/key.pp".to_owned();
        markdown::render(&document(&[SourceFile { path, text: text.to_owned() }]))
    };
    let lines = page("# Key\ntype A::Key = Struct[\n  'a' => String,\n  Optional['b'] => String,\n]\n");
    assert!(lines.contains("Struct['a' => String,\n  Optional['b'] => String]\n"), "{lines}");
    let parts = page("# Key\ntype A::Key = Variant[\n  String,\n  Integer,\n]\n");
    assert!(parts.contains("Alias of `Variant[String, Integer]`"), "{parts}");
}

fn reference() -> Reference {
    let root = folder().join("module");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    document(&files)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
            continue;
        }
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        files.push(SourceFile { path: name, text: fs::read_to_string(&path).expect("text") });
    }
}

fn compare(name: &str, found: &str) {
    let path = folder().join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, found).expect("writable");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == found, "{name} differs; BLESS=1 writes it anew:\n{found}");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}
