//! Code that is too long to spell out.

use super::Made;

pub(super) const CODE: &[Made] = &[
    ("locals-many", || (0..30_000).map(|i| format!("a{i} = {i}\n")).collect()),
    ("locals-read", || {
        let set: String = (0..10_000).map(|i| format!("a{i} = {i}\n")).collect();
        let read: String = (0..10_000).map(|i| format!("a{i}.to_s\n")).collect();
        set + &read
    }),
    ("methods-many", || (0..50_000).map(|i| format!("def m{i}; {i}; end\n")).collect()),
    ("classes-many", || (0..20_000).map(|i| format!("c{i} = Class.new {{ def a; {i}; end }}\n")).collect()),
    ("whens-many", || {
        let whens: String = (0..50_000).map(|i| format!("when {i} then {i}\n")).collect();
        format!("case -1\n{whens}end\n")
    }),
    ("elsifs-many", || {
        let all: String = (0..300).map(|i| format!("elsif {i} == 1 then {i}\n")).collect();
        format!("if false then 1\n{all}end\n")
    }),
    ("strings-many", || (0..100_000).map(|i| format!("'a{i}'\n")).collect()),
    ("string-long", || format!("'{}'.size", "a".repeat(10_000_000))),
    ("symbols-written", || (0..100_000).map(|i| format!(":a{i}\n")).collect()),
    ("array-written", || format!("[{}].size", (0..500_000).map(|i| format!("{i},")).collect::<String>())),
    ("hash-written", || {
        format!("{{{}}}.size", (0..200_000).map(|i| format!("a{i}: {i},")).collect::<String>())
    }),
    ("hash-written-twice", || format!("{{{}}}.size", "a: 1, ".repeat(200_000))),
    ("number-written", || "9".repeat(3_000_000)),
    ("regexp-written", || format!("/{}/ =~ 'a'", "(a|b)?".repeat(5_000))),
    ("heredocs-written", || format!("[{}\n{}].size", "<<A, ".repeat(20_000), "x\nA\n".repeat(20_000))),
    ("arguments-written", || format!("[].push({}).size", "1, ".repeat(200_000))),
    ("parameters-written", || {
        format!(
            "f = ->({}) {{ 1 }}; f.arity",
            (0..20_000).map(|i| format!("a{i},")).collect::<String>().trim_end_matches(',')
        )
    }),
    ("parameters-twice", || format!("f = ->({}a) {{ 1 }}", "a, ".repeat(20_000))),
    ("targets-written", || {
        format!("{} = 1", (0..20_000).map(|i| format!("a{i}")).collect::<Vec<_>>().join(", "))
    }),
    ("unicode-names", || (0..20_000).map(|i| format!("é{i} = {i}\n")).collect()),
    ("interpolations-written", || format!("\"{}\".size", "#{1}".repeat(100_000))),
    ("words-written", || format!("%w[{}].size", "a ".repeat(1_000_000))),
    ("comments-written", || "# a\n".repeat(2_000_000)),
    ("blank-lines", || "\n".repeat(10_000_000)),
    ("null-bytes", || "\0".repeat(1_000_000)),
    ("errors-written", || "@ ; ) ; end ; ] ; 1 1 1 ;\n".repeat(50_000)),
];
