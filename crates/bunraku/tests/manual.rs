//! Runs the examples in the manuals of all functions: every `cases` block.

mod cases;

use bunraku::functions::About;

/// The blocks of a manual, each as a case. A title is added, so that they look like other cases. For a function that
/// replaces one of stdlib, they are those of the newest version that it supports.
fn examples(function: &About, of_stdlib: bool) -> Vec<(String, cases::Case)> {
    let versions = [cases::STDLIB_9, cases::STDLIB_8];
    let version = versions.into_iter().find(|version| of_stdlib && function.serves(Some(*version)));
    let mut blocks = function.doc.split("```cases\n");
    blocks.next();
    let texts = blocks.enumerate().map(|(index, block)| {
        let code = block.split("\n```").next().unwrap_or_default();
        format!("## example {}\n{code}\n", index + 1)
    });
    let cases = texts.flat_map(|text| cases::parse(&text));
    let name = function.name;
    let cases =
        cases.map(|case| (format!("the manual of `{name}`"), cases::Case { stdlib: version, ..case }));
    cases.collect()
}

#[test]
fn every_example_does_what_it_says() {
    let library = bunraku::library();
    let mut all = Vec::new();
    let core = library.iter().map(|builtin| (builtin, false));
    let of_modules = library.of_modules().map(|(module, builtin)| (builtin, module == "stdlib"));
    for (builtin, of_stdlib) in core.chain(of_modules) {
        let examples = examples(builtin, of_stdlib);
        assert!(!examples.is_empty(), "the manual of `{}` has no example", builtin.name);
        for (_, case) in &examples {
            assert!(!case.expect.is_empty(), "an example of `{}` does not say what it shows", builtin.name);
        }
        all.extend(examples);
    }
    assert!(!all.is_empty());
    let failures = cases::failures(all);
    assert!(failures.is_empty(), "{} examples fail\n{}", failures.len(), failures.join("\n"));
}
