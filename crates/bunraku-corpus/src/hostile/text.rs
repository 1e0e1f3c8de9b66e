//! Shapes of data files, of any size: YAML, JSON and HOCON.

use super::shape::{Shape, each};

/// Documents in YAML with the key `a`.
pub const YAML: &[Shape] = &[
    ("flow-deep", |n| format!("a: {}{}", "[".repeat(n), "]".repeat(n))),
    ("flow-open", |n| format!("a: {}", "[".repeat(n))),
    ("flow-maps", |n| format!("a: {}1{}", "{a: ".repeat(n), "}".repeat(n))),
    ("block-deep", |n| format!("a:\n{}", "- ".repeat(n) + "1\n")),
    ("block-maps", |n| each(n.min(3_000), "\n", |i| format!("{}a:", " ".repeat(i)))),
    ("keys", |n| format!("a:\n{}", each(n, "\n", |i| format!("  k{i}: {i}")))),
    ("keys-twice", |n| format!("a:\n{}", each(n, "\n", |i| format!("  k: {i}")))),
    ("keys-complex", |n| format!("a:\n{}", each(n, "\n", |i| format!("  ? [a, {i}]\n  : {i}")))),
    ("elements", |n| format!("a:\n{}", each(n, "\n", |i| format!("  - {i}")))),
    ("alias-bomb", |n| {
        format!(
            "a0: &a0 [x]\n{}\na: *a{m}\n",
            each(n.min(100), "\n", |i| format!("a{j}: &a{j} [*a{i}, *a{i}]", j = i + 1)),
            m = n.min(100)
        )
    }),
    ("alias-fan", |_| {
        format!(
            "a0: &a0 [x]\n{}\na: *a12\n",
            each(12, "\n", |i| format!("a{j}: &a{j} [{}]", vec![format!("*a{i}"); 10].join(", "), j = i + 1))
        )
    }),
    ("alias-keys", |n| {
        format!(
            "a0: &a0 {{x: y}}\n{}\na: *a{m}\n",
            each(n.min(40), "\n", |i| format!("a{j}: &a{j} {{? *a{i} : *a{i}}}", j = i + 1)),
            m = n.min(40)
        )
    }),
    ("alias-itself", |_| "a: &a [*a, *a]\n".to_owned()),
    ("aliases", |n| format!("b: &b x\na:\n{}", "  - *b\n".repeat(n))),
    ("anchors", |n| format!("a:\n{}", each(n, "\n", |i| format!("  - &x{i} {i}")))),
    ("merge-bomb", |n| {
        format!(
            "a0: &a0 {{x: y}}\n{}\na: *a{m}\n",
            each(n.min(40), "\n", |i| format!("a{j}: &a{j}\n  <<: [*a{i}, *a{i}]\n  b{i}: *a{i}", j = i + 1)),
            m = n.min(40)
        )
    }),
    ("merges", |n| format!("b: &b {{x: y}}\na:\n{}", each(n, "\n", |i| format!("  k{i}:\n    <<: *b")))),
    ("long-string", |n| format!("a: {}", "x".repeat(10 * n))),
    ("long-quoted", |n| format!("a: \"{}\"", "\\u00e9 ".repeat(n))),
    ("open-quote", |n| format!("a: \"{}", "x\n\n".repeat(n))),
    ("folded", |n| format!("a: >\n{}", "  x\n\n   y\n".repeat(n))),
    ("plain-lines", |n| format!("a: x\n{}", "  y\n".repeat(n))),
    ("documents", |n| format!("a: 1\n{}", "--- {a: 1}\n".repeat(n))),
    ("tags", |n| format!("a: {}1", "!x ".repeat(n))),
    ("tag-long", |n| format!("a: !{} 1", "x".repeat(n))),
    ("comments", |n| format!("{}a: 1", "# x\n".repeat(n))),
    ("directives", |n| format!("{}--- {{a: 1}}", "%TAG !x! !y\n".repeat(n))),
    ("numbers", |n| {
        format!(
            "a: 0x{}\nb: {}\nc: 1e{}\nd: 1:{}",
            "f".repeat(n),
            "9".repeat(n),
            "9".repeat(n),
            "59:".repeat(n) + "1"
        )
    }),
    ("tabs", |n| format!("a:\n{}", "\t".repeat(n))),
    ("colons", |n| format!("a: {}", "a:".repeat(n))),
    ("question-marks", |n| "? ".repeat(n)),
    ("dashes", |n| "-\n".repeat(n)),
];

/// Documents in JSON with the key `a`.
pub const JSON: &[Shape] = &[
    ("arrays", |n| format!("{{\"a\": {}{}}}", "[".repeat(n), "]".repeat(n))),
    ("arrays-open", |n| format!("{{\"a\": {}", "[".repeat(n))),
    ("objects", |n| format!("{{\"a\": {}1{}}}", "{\"a\":".repeat(n), "}".repeat(n))),
    ("keys", |n| format!("{{\"a\": {{{}}}}}", each(n, ",", |i| format!("\"k{i}\": {i}")))),
    ("keys-twice", |n| format!("{{\"a\": {{{}}}}}", each(n, ",", |i| format!("\"k\": {i}")))),
    ("elements", |n| format!("{{\"a\": [{}]}}", each(n, ",", |i| i.to_string()))),
    ("long-string", |n| format!("{{\"a\": \"{}\"}}", "\\u00e9x".repeat(n))),
    ("open-string", |n| format!("{{\"a\": \"{}", "x".repeat(n))),
    ("number", |n| format!("{{\"a\": {}}}", "9".repeat(n))),
    ("fraction", |n| format!("{{\"a\": 0.{}e-{}}}", "9".repeat(n), "9".repeat(n))),
    ("comments", |n| format!("{}{{\"a\": 1}}", "/* x */ // y\n".repeat(n))),
    ("commas", |n| format!("{{\"a\": [{}]}}", ",".repeat(n))),
    ("surrogates", |n| format!("{{\"a\": \"{}\"}}", "\\ud800".repeat(n))),
];

/// Documents in HOCON with the key `a`.
pub const HOCON: &[Shape] = &[
    ("arrays", |n| format!("a = {}{}", "[".repeat(n), "]".repeat(n))),
    ("objects", |n| format!("a = {}{}", "{a = ".repeat(n), "}".repeat(n))),
    ("objects-open", |n| "a {".repeat(n)),
    ("path", |n| format!("a = 1\n{} = 1", vec!["b"; n].join("."))),
    ("keys", |n| format!("a {{ {} }}", each(n, "\n", |i| format!("k{i} = {i}")))),
    ("keys-twice", |n| each(n, "\n", |i| format!("a = {i}"))),
    ("objects-merged", |n| each(n, "\n", |i| format!("a = {{ k{i} = {i} }}"))),
    ("substitution-bomb", |n| {
        format!(
            "a0 = [1]\n{}\na = ${{a{m}}}",
            each(n.min(60), "\n", |i| format!("a{} = ${{a{i}}} ${{a{i}}}", i + 1)),
            m = n.min(60)
        )
    }),
    ("substitution-objects", |n| {
        format!(
            "a0 {{ x = 1 }}\n{}\na = ${{a{m}}}",
            each(n.min(60), "\n", |i| format!("a{} {{ l = ${{a{i}}}, r = ${{a{i}}} }}", i + 1)),
            m = n.min(60)
        )
    }),
    ("substitution-strings", |n| {
        format!(
            "a0 = xy\n{}\na = ${{a{m}}}",
            each(n.min(60), "\n", |i| format!("a{} = ${{a{i}}}${{a{i}}}", i + 1)),
            m = n.min(60)
        )
    }),
    ("substitution-chain", |n| {
        format!("a0 = 1\n{}\na = ${{a{n}}}", each(n, "\n", |i| format!("a{} = ${{a{i}}}", i + 1)))
    }),
    ("substitution-chain-down", |n| {
        format!("a = ${{a0}}\n{}\na{n} = 1", each(n, "\n", |i| format!("a{i} = ${{a{}}}", i + 1)))
    }),
    ("substitution-ring", |_| "a = ${b}\nb = ${c}\nc = ${a}".to_owned()),
    ("substitution-itself", |n| format!("a = [1]\n{}", "a = ${a} [1]\n".repeat(n))),
    ("substitution-appends", |n| format!("a = [1]\n{}", "a += 1\n".repeat(n))),
    ("substitution-doubles", |n| format!("a = [1]\n{}", "a = ${a} ${a}\n".repeat(n.min(60)))),
    ("substitution-optional", |n| format!("a = [{}]", each(n, ", ", |i| format!("${{?x{i}}}")))),
    ("concatenation", |n| format!("a = {}", "x ".repeat(n))),
    ("concatenated-arrays", |n| format!("a = {}", "[1] ".repeat(n))),
    ("concatenated-objects", |n| format!("a = {}", each(n, " ", |i| format!("{{k{i} = 1}}")))),
    ("triple-quotes", |n| format!("a = \"\"\"{}", "\" ".repeat(n))),
    ("comments", |n| format!("{}a = 1", "# x\n// y\n".repeat(n))),
    ("includes", |n| format!("{}a = 1", "include \"x.conf\"\n".repeat(n))),
    ("include-itself", |_| "include \"common.conf\"\na = 1".to_owned()),
];
