//! Manifests that are long, deep or broken in a regular way, of any size.

/// The name of a shape, and a function that builds a source of a given size.
pub type Shape = (&'static str, fn(usize) -> String);

/// Manifests for which parsing, checking and evaluating should take linear time.
pub const MANIFESTS: &[Shape] = &[
    ("elsif", |n| {
        format!(
            "if false {{}}\n{} else {{ 3 }}",
            each(n, "\n", |i| format!("elsif $facts['a'] == {i} {{ $x = {i} }}"))
        )
    }),
    ("case", |n| format!("case 5 {{\n{}\n}}", each(n, "\n", |i| format!("x{i}: {{ {i} }}")))),
    ("case-values", |n| {
        format!("case 5 {{ {}: {{ 1 }} default: {{ 2 }} }}", each(n, ", ", |i| format!("x{i}")))
    }),
    ("case-defaults", |n| format!("case 5 {{\n{}\n}}", each(n, "\n", |i| format!("default: {{ {i} }}")))),
    ("selector", |n| format!("$x = 5 ? {{ {}, default => 1 }}", each(n, ",\n", |i| format!("x{i} => {i}")))),
    ("selector-defaults", |n| format!("$x = 5 ? {{ {} }}", each(n, ",\n", |i| format!("default => {i}")))),
    ("selector-chain", |n| format!("$x = 1{}", " ? { default => 1 }".repeat(n))),
    ("sum", |n| format!("$x = 1{}", " + 1".repeat(n))),
    ("conjunction", |n| format!("$x = true{}", " and true".repeat(n))),
    ("match-chain", |n| format!("$x = a{}", " =~ /a/".repeat(n))),
    ("arrows", |n| format!("notify {{ a: }}{}", "\n-> Notify[a]".repeat(n))),
    ("assignments", |n| format!("$x{} = 1", " = $x".repeat(n))),
    ("negations", |n| format!("$x = {}true", "!".repeat(n))),
    ("minus-signs", |n| format!("$x = {}1", "- ".repeat(n))),
    ("splats", |n| format!("$x = [{}1]", "* ".repeat(n))),
    ("parentheses", |n| format!("$x = {}1{}", "(".repeat(n), ")".repeat(n))),
    ("nested-arrays", |n| format!("$x = {}{}", "[".repeat(n), "]".repeat(n))),
    ("nested-hashes", |n| format!("$x = {}1{}", "{a=>".repeat(n), "}".repeat(n))),
    ("nested-types", |n| format!("$x = {}Integer{}", "Optional[".repeat(n), "]".repeat(n))),
    ("nested-ifs", |n| format!("{}{}", "if true { ".repeat(n), "}".repeat(n))),
    ("nested-elses", |n| format!("{}1{}", "if false {} else { ".repeat(n), "}".repeat(n))),
    ("nested-lambdas", |n| format!("{}1{}", "1.with |$x| { ".repeat(n), "}".repeat(n))),
    ("nested-classes", |n| format!("{}{}", "class c { ".repeat(n), "}".repeat(n))),
    ("nested-cases", |n| format!("{}{}", "case 1 { default: {".repeat(n), "}}".repeat(n))),
    ("nested-strings", |n| format!("$x = {}1{}", "\"${".repeat(n), "}\"".repeat(n))),
    ("nested-heredocs", |n| format!("$x = {}", each(n, "", |i| format!("@(\"E{i}\")\n${{")))),
    ("open-parentheses", |n| format!("$x = {}", "(".repeat(n))),
    ("open-brackets", |n| format!("$x = {}", "[".repeat(n))),
    ("open-blocks", |n| "if true {".repeat(n)),
    ("open-strings", |n| format!("$x = {}", "\"${".repeat(n))),
    ("open-interpolations", |n| format!("$x = \"{}\"", "${".repeat(n))),
    ("open-comments", |n| "/* ".repeat(n)),
    ("open-regexps", |n| "$x = /a\n".repeat(n)),
    ("open-quotes", |n| "$x = 'a\n".repeat(n)),
    ("open-heredocs", |n| format!("$x = [{}]\n", each(n, ",", |i| format!("@(E{i})")))),
    ("open-collectors", |n| "A<|".repeat(n)),
    ("open-heredoc-tags", |n| "@(\"".repeat(n)),
    ("closed-blocks", |n| "}".repeat(n)),
    ("crossed-blocks", |n| "}{".repeat(n)),
    ("accesses", |n| format!("$x = [1]\n$y = $x{}", "[0]".repeat(n))),
    ("method-calls", |n| format!("$x = [1]{}", ".flatten()".repeat(n))),
    ("lambda-calls", |n| format!("$x = [1]{}", ".map |$v| { $v }".repeat(n))),
    ("parameters", |n| format!("class c(\n{}) {{}}\ninclude c", each(n, ",\n", |i| format!("$p{i} = {i}")))),
    ("parameters-twice", |n| {
        format!("class c(\n{}) {{}}\ninclude c", each(n, ",\n", |i| format!("$p = {i}")))
    }),
    ("parameters-chained", |n| {
        format!("class c($p0 = 1,\n{}) {{}}\ninclude c", each(n, ",\n", |i| format!("$p{} = $p{i}", i + 1)))
    }),
    ("parameters-reserved", |n| format!("define d({}) {{}}", each(n, ", ", |_| "$name".to_owned()))),
    ("parameters-of-lambda", |n| format!("[1].each |{}| {{}}", each(n, ", ", |i| format!("$p{i} = 1")))),
    ("parameters-of-function", |n| {
        format!("function f({}) {{ 1 }}\nf()", each(n, ", ", |i| format!("$p{i} = 1")))
    }),
    ("arguments", |n| format!("$x = max({})", each(n, ",", |i| i.to_string()))),
    ("attributes", |n| {
        let declared = each(n, ",\n", |i| format!("$p{i}"));
        format!("define d({declared}) {{}}\nd {{ x:\n{} }}", each(n, ",\n", |i| format!("p{i} => {i}")))
    }),
    ("attributes-twice", |n| format!("notify {{ a:\n{} }}", each(n, ",\n", |i| format!("message => {i}")))),
    ("bodies", |n| format!("notify {{\n{} }}", each(n, ";\n", |i| format!("a{i}: message => x")))),
    ("titles", |n| format!("notify {{ [{}]: }}", each(n, ",", |i| format!("a{i}")))),
    ("titles-twice", |n| format!("notify {{ [{}]: }}", each(n, ",", |_| "a".to_owned()))),
    ("resources", |n| each(n, "\n", |i| format!("notify {{ a{i}: }}"))),
    ("resources-virtual", |n| {
        format!("{}\nNotify<| title == a1 |>", each(n, "\n", |i| format!("@notify {{ a{i}: }}")))
    }),
    ("collectors", |n| each(n, "\n", |i| format!("Notify<| title == a{i} |>"))),
    ("query", |n| format!("Notify<| {} |>", each(n, " or ", |i| format!("title == a{i}")))),
    ("overrides", |n| {
        format!("notify {{ a: }}\n{}", each(n, "\n", |i| format!("Notify[a] {{ tag +> {i} }}")))
    }),
    ("relations", |n| {
        format!(
            "{}\n{}",
            each(n, "\n", |i| format!("notify {{ a{i}: }}")),
            each(n, " -> ", |i| format!("Notify[a{i}]"))
        )
    }),
    ("tags", |n| format!("tag({})\nnotify {{ a: }}", each(n, ",", |i| format!("t{i}")))),
    ("array", |n| format!("$x = [{}]", each(n, ",", |i| i.to_string()))),
    ("hash", |n| format!("$x = {{{}}}", each(n, ",", |i| format!("k{i} => {i}")))),
    ("keys-twice", |n| format!("$x = {{{}}}", each(n, ",", |i| format!("k => {i}")))),
    ("keys-of-arrays", |n| format!("$x = {{{}}}", each(n, ",", |i| format!("[{i}, 2] => {i}")))),
    ("escapes", |n| format!("$x = \"{}\"", "\\q".repeat(n))),
    ("escapes-of-strings", |n| each(n, "\n", |i| format!("$x{i} = \"\\q\""))),
    ("interpolations", |n| format!("$a = 1\n$x = \"{}\"", "${a}".repeat(n))),
    ("interpolations-empty", |n| format!("$x = \"{}\"", "${}".repeat(n))),
    ("dollar-signs", |n| format!("$x = \"{}\"", "$".repeat(n))),
    ("heredocs", |n| each(n, "", |i| format!("$x{i} = @(END)\n  hello\n  | END\n"))),
    ("heredocs-of-line", |n| {
        format!(
            "$x = [{}]\n{}\n",
            each(n, ",", |i| format!("@(E{i})")),
            each(n, "\n", |i| format!("  a\n  | E{i}"))
        )
    }),
    ("heredoc-lines", |n| format!("$x = @(\"E\")\n{}  | E\n", "  hello ${1}\n".repeat(n))),
    ("long-line", |n| format!("$x = \"{}\" + ;", "a".repeat(10 * n))),
    ("errors-of-line", |n| "$x ) ".repeat(n)),
    ("lines", |n| format!("{}1", "\n".repeat(10 * n))),
    ("comments", |n| format!("{}1", "# hello\n".repeat(n))),
    ("inline-comments", |n| format!("{}1", "/* hello */".repeat(n))),
    ("regexps", |n| each(n, "\n", |i| format!("$x{i} = /a{i}(b|c)*/"))),
    ("regexps-broken", |n| each(n, "\n", |i| format!("$x{i} = /a{i}(b|c/"))),
    ("syntax-errors", |n| each(n, "\n", |i| format!("$x{i} = = )"))),
    ("scopes-assigned", |n| each(n, "\n", |i| format!("$x::y{i} = 1"))),
    ("numbers-assigned", |n| each(n, "\n", |i| format!("{i} = 1"))),
    ("class-names", |n| each(n, "\n", |i| format!("class X{i} {{}}"))),
    ("no-effect", |n| each(n, "\n", |i| format!("1 + {i}"))),
    ("long-number", |n| format!("$x = {}", "9".repeat(n))),
    ("long-fraction", |n| format!("$x = 0.{}", "9".repeat(n))),
    ("large-numbers", |n| each(n, "\n", |i| format!("$x{i} = 99999999999999999999999"))),
    ("long-name", |n| format!("$x = {}", vec!["a"; n].join("::"))),
    ("variables", |n| each(n, "\n", |i| format!("$x{i} = {i}"))),
    ("variables-in-ifs", |n| {
        format!("{}\n$x", each(n, "\n", |i| format!("if $facts['a{i}'] {{ $x = {i} }}")))
    }),
    ("classes", |n| {
        format!(
            "{}\n{}",
            each(n, "\n", |i| format!("class c{i} {{}}")),
            each(n, "\n", |i| format!("include c{i}"))
        )
    }),
    ("classes-inherited", |n| {
        format!(
            "class c0 {{}}\n{}\ninclude c{n}",
            each(n, "\n", |i| format!("class c{} inherits c{i} {{}}", i + 1))
        )
    }),
    ("defines", |n| {
        format!(
            "{}\n{}",
            each(n, "\n", |i| format!("define d{i} {{}}")),
            each(n, "\n", |i| format!("d{i} {{ x: }}"))
        )
    }),
    ("defines-chained", |n| {
        format!(
            "define d0 {{}}\n{}\nd{n} {{ x: }}",
            each(n, "\n", |i| format!("define d{} {{ d{i} {{ x: }} }}", i + 1))
        )
    }),
    ("nodes", |n| format!("{}\nnode default {{}}", each(n, "\n", |i| format!("node n{i} {{}}")))),
    ("nodes-by-regexp", |n| format!("{}\nnode default {{}}", each(n, "\n", |i| format!("node /n{i}/ {{}}")))),
    ("node-names", |n| format!("node {} {{}}\nnode default {{}}", each(n, ",", |i| format!("n{i}")))),
    ("functions", |n| format!("{}\nf1()", each(n, "\n", |i| format!("function f{i}() {{ 1 }}")))),
    ("functions-chained", |n| {
        format!(
            "function f0() {{ 1 }}\n{}\nf{n}()",
            each(n, "\n", |i| format!("function f{}() {{ f{i}() }}", i + 1))
        )
    }),
    ("aliases", |n| format!("{}\n1 =~ A1", each(n, "\n", |i| format!("type A{i} = Integer")))),
    ("variant", |n| {
        format!("$x = 5 =~ Variant[{}]", each(n, ",", |i| format!("Integer[{},{}]", 2 * i, 2 * i)))
    }),
    ("enum", |n| format!("$x = a =~ Enum[{}]", each(n, ",", |i| format!("x{i}")))),
    ("struct", |n| {
        format!("$x = {{}} =~ Struct[{{{}}}]", each(n, ",", |i| format!("x{i} => Optional[Integer]")))
    }),
    ("tuple", |n| format!("$x = [] =~ Tuple[{}]", each(n, ",", |i| format!("Integer[{i}]")))),
    ("semicolons", |n| ";".repeat(n)),
    ("commas", |n| format!("$x = [{}]", ",".repeat(n))),
    ("control-characters", |n| "\u{1}".repeat(n)),
    ("backslashes", |n| "\\".repeat(n)),
    ("wide-characters", |n| format!("$x = \"{}\" + )", "\u{e9}\u{20ac}\u{1f600}".repeat(n))),
    ("questions", |n| format!("$x{}", " ? 1".repeat(n))),
    ("pipes", |n| "|".repeat(n)),
];

/// Concatenates `piece` for each number below `n`, with a separator between.
pub(super) fn each(n: usize, separator: &str, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<String>>().join(separator)
}
