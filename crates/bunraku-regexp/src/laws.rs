//! Properties of the two matchers, which can only be used separately inside the crate.

use crate::Regexp;
use proptest::prelude::*;

/// Patterns that have only regular pieces.
fn regular() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[abc]{1,2}",
        Just("[ab]".to_owned()),
        Just("[^a]".to_owned()),
        Just(".".to_owned()),
        Just("\\w".to_owned()),
        Just("\\b".to_owned()),
        Just("^".to_owned()),
        Just("$".to_owned()),
        Just("é".to_owned()),
        Just("(?i:ss)".to_owned()),
        Just("\\K".to_owned()),
        Just(String::new()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a}{b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            inner.clone().prop_map(|a| format!("({a})")),
            (inner, "[*+?]|\\{1,2\\}|\\{2\\}|\\{0,12\\}|[*+?]\\?|\\{1,2\\}\\?")
                .prop_map(|(a, repeat)| format!("(?:{a}){repeat}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_matchers_agree(pattern in regular(), text in "[abcéßsS\n]{0,8}") {
        let Ok(regexp) = Regexp::new(&pattern) else { return Ok(()) };
        if let (Some(linear), Some(backtracking)) = (regexp.find_linear(&text), regexp.find_backtracking(&text)) {
            prop_assert_eq!(linear, backtracking, "/{}/ on {:?}", pattern, text);
        }
    }
}

#[test]
fn the_linear_matcher_takes_over() {
    let text = format!("{}b", "a".repeat(2000));
    for pattern in ["^(a+)+$", "^(?:a|a)*$", "^(?:a?){50}a{50}$", "(?:x+x+)+y|^(?:a*)*$", "(?:a|aa)+$"] {
        let regexp = Regexp::new(pattern).unwrap();
        assert_eq!(regexp.is_match(&text), Ok(false), "{pattern}");
    }
    assert_eq!(Regexp::new("^(a+)+b$").unwrap().find(&text).unwrap().unwrap().get(1), Some(0..2000));
}
