//! Manifests in which the developer tools find very much, with each of those tools.

use super::{
    Folder, Program, combine,
    shape::{Shape, each},
};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("cycle", CYCLES, QUESTIONS, |source, question| {
        Folder::new(question).with("site.pp", source(0))
    });
    programs.extend(findings());
    programs.extend(combine("tool", RUBY, READERS, |source, command| {
        Folder::new(command)
            .with("lib/puppet/functions/m/f.rb", source(30_000))
            .with("metadata.json", METADATA)
    }));
    programs
}

fn findings() -> Vec<Program> {
    combine("tool", FINDINGS, COMMANDS, |source, command| {
        Folder::new(command).with("manifests/init.pp", source(30_000)).with("metadata.json", METADATA)
    })
}

const METADATA: &str = r#"{"name":"a-m","version":"1.0.0","author":"a","license":"a","source":"a","summary":"a","dependencies":[]}"#;

const COMMANDS: &[(&str, &[&str])] = &[
    ("lint", &["lint", "--no-cache", "--preset", "all", "manifests/init.pp"]),
    ("lint-text", &["lint", "--no-cache", "--output-format", "text", "manifests/init.pp"]),
    ("lint-context", &["lint", "--no-cache", "--with-context", "manifests/init.pp"]),
    ("lint-sarif", &["lint", "--no-cache", "--sarif", "manifests/init.pp"]),
    ("fix", &["lint", "--no-cache", "--preset", "all", "--fix", "manifests/init.pp"]),
    ("ignore", &["lint", "--no-cache", "--add-ignore", "manifests/init.pp"]),
    ("fmt", &["fmt", "manifests/init.pp"]),
    ("fmt-diff", &["fmt", "--check", "--diff", "manifests/init.pp"]),
    ("doc", &["doc", "."]),
    ("check", &["check", "--no-cache", "."]),
];

/// What reads Ruby files without running them.
const READERS: &[(&str, &[&str])] = &[
    ("doc", &["doc", "."]),
    ("doc-json", &["doc", ".", "--format", "json"]),
    ("doc-html", &["doc", ".", "--format", "html"]),
    ("validate", &["validate", "."]),
];

/// Ruby files that are long or whose expressions are.
const RUBY: &[Shape] = &[
    ("ruby-operators", |n| format!("X = {}\n", vec!["1"; 3 * n].join(" + "))),
    ("ruby-calls", |n| format!("X = a{}\n", ".b".repeat(3 * n))),
    ("ruby-indexes", |n| format!("X = a{}\n", "[0]".repeat(3 * n))),
    ("ruby-negations", |n| format!("X = {}1\n", "!".repeat(3 * n))),
    ("ruby-dispatches", |n| {
        let dispatch =
            |i| format!("  # @param x{i} a\n  dispatch :d{i} do\n    param 'String', :x{i}\n  end");
        format!("Puppet::Functions.create_function(:'m::f') do\n{}\nend\n", each(n, "\n", dispatch))
    }),
    ("ruby-parameters", |n| {
        let parameter = |i| format!("  newparam(:p{i}) do\n    desc 'a'\n    newvalues(:a, :b)\n  end");
        format!("Puppet::Type.newtype(:t) do\n{}\nend\n", each(n, "\n", parameter))
    }),
    ("ruby-comments", |n| format!("{}X = 1\n", "# a\n".repeat(10 * n))),
];

/// What asks for the order of a catalog.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("graph", &["graph", "n", "--manifest", "site.pp"]),
    ("graph-reduce", &["graph", "n", "--manifest", "site.pp", "--reduce"]),
    ("graph-html", &["graph", "n", "--manifest", "site.pp", "--format", "html"]),
    ("check", &["compile", "--check", "site.pp"]),
];

/// Resources that depend on each other in many ways.
const CYCLES: &[Shape] = &[
    ("dense", |_| relations(60, |from, to| from != to)),
    ("sparse", |_| relations(300, |from, to| (from * 31 + to * 17) % 23 == 0 && from != to)),
    ("both-ways", |_| relations(2_000, |from, to| from.abs_diff(to) == 1)),
    ("ring", |_| relations(3_000, |from, to| (from + 1) % 3_000 == to)),
    ("rings", |_| relations(2_000, |from, to| from / 4 == to / 4 && from != to)),
];

fn relations(count: usize, is_before: fn(usize, usize) -> bool) -> String {
    each(count, "\n", |from| {
        let others = (0..count).filter(|to| is_before(from, *to));
        let others: Vec<String> = others.map(|to| format!("Notify['n{to}']")).collect();
        format!("notify {{ 'n{from}': before => [{}] }}", others.join(", "))
    })
}

const FINDINGS: &[Shape] = &[
    ("block-comments", |n| "/* a */ ".repeat(n)),
    ("tabs", |n| format!("class m {{\n{}}}\n", "\t$x = \"abc\" \n".repeat(n))),
    ("quotes", |n| format!("class m {{\n{}\n}}\n", each(n, "\n", |i| format!("  $x{i} = \"abc\"   ")))),
    ("arrows", |n| format!("file {{ 'x':\n{}\n}}\n", each(n, "\n", |i| format!("    a{i}=> \"abc\",")))),
    ("arrows-of-line", |n| format!("file {{ 'x':{} }}\n", each(n, "", |i| format!(" a{i}=> \"abc\",")))),
    ("hashes", |n| format!("$x = {{\n{}}}\n", each(n, ",\n", |i| format!("a{i}=>{{ b => 1,\n cc => 2 }}")))),
    ("selector", |n| format!("$x = $a ? {{ {} }}\n", each(n, ",", |i| format!("\"{i}\"=>\"a\"")))),
    ("variables-of-string", |n| format!("$x = \"{}\"\n", "$a ${b} ${::c[1]} ".repeat(n))),
    ("variables", |n| format!("class m {{\n{}\n}}\n", each(n, "\n", |i| format!("notice($x{i})")))),
    ("variables-alike", |n| {
        format!("class m {{\n{}\n}}\n", each(n, "\n", |i| format!("$abcdefg{i} = 1\nnotice($abcdefh{i})")))
    }),
    ("attributes-unknown", |n| {
        format!(
            "define m({}) {{ }}\nm {{ 'a':\n{} }}\n",
            each(n, ",\n", |i| format!("$abcdefg{i} = 1")),
            each(n, ",\n", |i| format!("  abcdefh{i} => 1"))
        )
    }),
    ("classes", |n| each(n, "\n", |i| format!("class c{i} {{ }}"))),
    ("classes-crlf", |n| "class m { }\r\n".repeat(n)),
    ("classes-described", |n| each(n, "\n", |i| format!("# @param p{i} a\nclass c{i} {{ }}"))),
    ("classes-inherited", |n| {
        each(n, "\n", |i| format!("class c{i} inherits c{} {{ $x = $c{}::x }}", i + 1, i + 1))
    }),
    ("parameters-described", |n| {
        format!(
            "{}\nclass m({}) {{ }}\n",
            each(n, "\n", |i| format!("# @param p{i} a")),
            each(n, ",\n", |i| format!("String $p{i} = 'a'"))
        )
    }),
    ("parameters-unknown", |n| {
        format!(
            "{}\nclass m({}) {{ }}\n",
            each(n, "\n", |i| format!("# @param q{i} a")),
            each(n, ",\n", |i| format!("String $p{i} = 'a'"))
        )
    }),
    ("ignored-lines", |n| "$x = \"a\" # lint:ignore:double_quoted_strings\n".repeat(n)),
    ("ignored-blocks", |n| "# lint:ignore:double_quoted_strings\n$x = \"a\"\n# lint:endignore\n".repeat(n)),
    ("ignored-nested", |n| {
        let open = "# lint:ignore:double_quoted_strings\n$x = \"a\"\n".repeat(n);
        open + &"# lint:endignore\n".repeat(n)
    }),
    ("ignored-open", |n| "# lint:ignore:double_quoted_strings\n$x = \"a\"\n".repeat(n)),
    ("files", |n| {
        each(n, "\n", |i| {
            format!("file {{ 'x{i}': source => 'puppet:///a/b', mode => 644, ensure => '/x' }}")
        })
    }),
    ("parameter-described-often", |n| {
        format!("{}class m($x) {{ }}\n", each(3 * n, "", |i| format!("# @param x a{i}\n")))
    }),
    ("examples", |n| format!("# @example\n{}class m {{ }}\n", "#   a\n".repeat(n))),
    ("summaries", |n| format!("{}class m {{ }}\n", "# @summary a\n".repeat(n))),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_are_tried_with_manifests_that_can_be_read() {
        for (name, text) in FINDINGS {
            let tree = bunraku_syntax::parse(
                &text(3),
                bunraku_syntax::SourceKind::Manifest,
                &bunraku_edition::PUPPET8.syntax,
            );
            assert!(tree.errors().is_empty(), "{name}: {:?}", tree.errors());
        }
    }
}
