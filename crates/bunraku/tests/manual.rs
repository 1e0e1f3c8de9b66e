//! The examples in the manuals of all functions: every block of `cases` is run.

mod cases;

/// The blocks of a manual, each as a case. A title is added, so that they read like any other case.
fn examples(name: &str, manual: &str) -> Vec<(String, cases::Case)> {
    let mut blocks = manual.split("```cases\n");
    blocks.next();
    let texts = blocks.enumerate().map(|(index, block)| {
        let code = block.split("\n```").next().unwrap_or_default();
        format!("## example {}\n{code}\n", index + 1)
    });
    texts.flat_map(|text| cases::parse(&text)).map(|case| (format!("the manual of `{name}`"), case)).collect()
}

#[test]
fn every_example_does_what_it_says() {
    let library = bunraku::library();
    let mut all = Vec::new();
    for builtin in library.iter().chain(library.of_modules().map(|(_, builtin)| builtin)) {
        let examples = examples(builtin.name, builtin.doc);
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
