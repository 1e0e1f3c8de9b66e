//! The patterns of `ruby.cases` match as they do in Ruby.

#[path = "support/cases.rs"]
mod cases;

#[test]
fn patterns_match_as_in_ruby() {
    let cases = cases::read(include_str!("ruby.cases"));
    assert!(cases.len() >= 600, "only {} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let found = cases::answer(case);
            (found != case.expected).then(|| {
                format!(
                    "line {}: /{}/ on {:?}: ruby says {}, we say {found}",
                    case.line, case.pattern, case.text, case.expected
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
