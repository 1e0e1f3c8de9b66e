//! Ruby code in which one construct is nested very deeply, for everything that parses Ruby.

use super::{Folder, Program, combine};

/// Deep enough to overflow the stack of any recursive parser.
const DEPTH: usize = 100_000;

pub(super) fn programs() -> Vec<Program> {
    combine("nest", NESTS, READERS, |(before, inside, after), reader| {
        reader(format!("{}{inside}{}", before.repeat(DEPTH), after.repeat(DEPTH)))
    })
}

type Reader = (&'static str, fn(String) -> Folder);

const READERS: &[Reader] = &[
    ("function", |code| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/lib/puppet/functions/m/f.rb", code)
            .with("site.pp", "notice(m::f())\n")
    }),
    ("template", |code| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/templates/t.erb", format!("<%\n{code}\n%>\n"))
            .with("site.pp", "notice(template('m/t.erb'))\n")
    }),
    ("validate", |code| {
        Folder::new(&["validate", "."]).with("lib/puppet/type/t.rb", code).with("manifests/init.pp", "")
    }),
];

/// The name; then what opens the construct, what the innermost one contains, and what closes it.
type Nest = (&'static str, (&'static str, &'static str, &'static str));

const NESTS: &[Nest] = &[
    ("if", ("if true\n", "1\n", "end\n")),
    ("if-condition", ("if (", "1", ") then 1 end")),
    ("if-modifier", ("", "1", " if 1")),
    ("unless", ("unless nil\n", "1\n", "end\n")),
    ("else", ("if nil then 1 else ", "1", " end")),
    ("elsif", ("", "if nil then 1\n", "elsif nil then 1\n")),
    ("while", ("while nil\n", "1\n", "end\n")),
    ("while-condition", ("while while ", "nil", " do 1 end do 1 end")),
    ("until", ("until 1\n", "1\n", "end\n")),
    ("for", ("for a in [1] do\n", "1\n", "end\n")),
    ("for-values", ("for a in ", "[1]", " do 1 end\n")),
    ("loop", ("loop do\n", "break\n", "end\n")),
    ("begin", ("begin\n", "1\n", "end\n")),
    ("begin-rescue", ("begin\n1\nrescue\n", "1\n", "end\n")),
    ("begin-ensure", ("begin\n1\nensure\n", "1\n", "end\n")),
    ("begin-else", ("begin\n1\nrescue\n2\nelse\n", "1\n", "end\n")),
    ("begin-while", ("begin\n", "1\n", "end while nil\n")),
    ("rescue-modifier", ("", "1", " rescue 1")),
    ("rescue-classes", ("begin\n1\nrescue begin\n", "1\n", "end\nend\n")),
    ("def", ("def f\n", "1\n", "end\n")),
    ("def-endless", ("def f() = ", "1", "")),
    ("def-default", ("def f(a = def f(a = ", "1", "); end); end\n")),
    ("def-self", ("def self.f\n", "1\n", "end\n")),
    ("def-of", ("def (", "self", ").f; end\n")),
    ("class", ("class A\n", "1\n", "end\n")),
    ("class-parent", ("class A < (", "B", "); end\n")),
    ("class-singleton", ("class << self\n", "1\n", "end\n")),
    ("module", ("module A\n", "1\n", "end\n")),
    ("lambda", ("-> {", "1", "}")),
    ("lambda-do", ("lambda do\n", "1\n", "end\n")),
    ("lambda-arrow-do", ("-> do\n", "1\n", "end\n")),
    ("lambda-default", ("->(a = ->(a = ", "1", ") {}) {}")),
    ("block", ("f {", "1", "}")),
    ("block-parameters", ("f { |a, (b, (", "c", "))| 1 }")),
    ("block-destructured", ("", "f { |", "(a, ")),
    ("case", ("case 1\nwhen 1\n", "1\n", "end\n")),
    ("case-subject", ("case case ", "1", "\nwhen 1 then 1 end\nwhen 1 then 1 end\n")),
    ("case-when", ("case 1\nwhen case 1\nwhen ", "1", " then 1 end then 1 end\n")),
    ("case-whens", ("", "case 1\n", "when 1 then 1\n")),
    ("case-in", ("case 1\nin 1\n", "1\n", "end\n")),
    ("pattern-arrays", ("1 in ", "[", "[")),
    ("pattern-hashes", ("1 in ", "{a: ", "{a: ")),
    ("pattern-alternatives", ("1 in ", "1", " | 1")),
    ("pattern-pins", ("1 in ^(", "1", ")")),
    ("pattern-names", ("1 in 1", "", " => a")),
    ("not", ("!", "1", "")),
    ("not-word", ("not ", "1", "")),
    ("minus", ("- ", "a", "")),
    ("minus-tight", ("-", "1", "")),
    ("plus", ("+ ", "a", "")),
    ("complement", ("~", "1", "")),
    ("splat", ("*", "a", "")),
    ("ampersand", ("&", "a", "")),
    ("defined", ("defined? ", "a", "")),
    ("ternary", ("1 ? 1 : ", "1", "")),
    ("ternary-first", ("1 ? ", "1", " : 1")),
    ("ternary-condition", ("", "1", " ? 1 : 1")),
    ("assignment", ("a = ", "1", "")),
    ("assignment-operator", ("a += ", "1", "")),
    ("assignment-or", ("a ||= ", "1", "")),
    ("assignment-attribute", ("a.b = ", "1", "")),
    ("assignment-index", ("a[1] = ", "1", "")),
    ("assignment-many", ("a, b = ", "1", "")),
    ("assignment-constant", ("A = ", "1", "")),
    ("and", ("1 && ", "1", "")),
    ("or", ("1 || ", "1", "")),
    ("and-word", ("1 and ", "1", "")),
    ("or-word", ("1 or ", "1", "")),
    ("sum", ("1 + ", "1", "")),
    ("sum-after", ("", "1", " + 1")),
    ("power", ("1 ** ", "1", "")),
    ("shift", ("", "a", " << 1")),
    ("comparison", ("", "1", " == (1")),
    ("range", ("1..(", "1", ")")),
    ("range-endless", ("(1..", "1", ")")),
    ("chain", ("", "a", ".b")),
    ("chain-safe", ("", "a", "&.b")),
    ("chain-blocks", ("", "a", ".b { 1 }")),
    ("chain-lines", ("", "a", "\n.b(1)")),
    ("chain-constants", ("", "A", "::A")),
    ("chain-index", ("", "a", "[1]")),
    ("index", ("a[", "1", "]")),
    ("call", ("f(", "1", ")")),
    ("call-words", ("f ", "1", "")),
    ("call-splat", ("f(*", "a", ")")),
    ("call-block", ("f(&", "a", ")")),
    ("call-keywords", ("f(**", "a", ")")),
    ("call-named", ("f(a: ", "1", ")")),
    ("call-dots", ("def f(...) = g(...", "", ")")),
    ("array", ("[", "1", "]")),
    ("array-open", ("[", "", "")),
    ("hash", ("{a: ", "1", "}")),
    ("hash-open", ("{a => ", "", "")),
    ("parentheses", ("(", "1", ")")),
    ("parentheses-open", ("(", "", "")),
    ("parentheses-lines", ("(\n", "1\n", ")\n")),
    ("string", ("\"#{", "1", "}\"")),
    ("string-open", ("\"#{", "", "")),
    ("string-percent", ("%Q(#{", "1", "})")),
    ("string-brackets", ("%q", "(", "(")),
    ("string-adjacent", ("'a' ", "'a'", "")),
    ("symbol", (":\"#{", "1", "}\"")),
    ("symbol-key", ("{\"#{", "1", "}\": 1}")),
    ("regexp", ("/#{", "1", "}/")),
    ("regexp-percent", ("%r{#{", "1", "}}")),
    ("command", ("`#{", "1", "}`")),
    ("words", ("%W[#{", "1", "}]")),
    ("symbols", ("%I[#{", "1", "}]")),
    ("heredoc", ("<<A\n#{", "1", "}\nA\n")),
    ("heredoc-squiggly", ("<<~A\n  #{", "1", "}\n  A\n")),
    ("heredoc-open", ("<<A\n#{", "", "")),
    ("heredoc-line", ("<<A + ", "1\n", "A\n")),
    ("yield", ("yield ", "1", "")),
    ("return", ("return ", "1", "")),
    ("super", ("super ", "1", "")),
    ("super-call", ("super(", "1", ")")),
    ("at-begin", ("BEGIN {", "1", "}")),
    ("at-end", ("END {", "1", "}")),
    ("alias", ("alias a b\n", "", "")),
    ("comment", ("=begin\n", "", "=end\n")),
    ("ends", ("end\n", "", "")),
    ("statements", ("a = 1\n", "", "")),
    ("locals", ("", "a = 1", "; a")),
];
