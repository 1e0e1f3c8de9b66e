//! Properties that hold for all patterns and strings.

use bunraku_regexp::{Options, Regexp};
use proptest::prelude::*;

/// Strings that are patterns, or nearly so.
fn patternish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        5 => "[a-cx1é]",
        5 => "[\\]\\[(){}*+?|^$.\\\\<>=!:#&,'-]",
        3 => "\\\\[a-zA-Z0-9<>]",
        1 => "\\(\\?[a-z<>=!:#(~'-]{1,3}",
        1 => "\\{[0-9]{0,4},?[0-9]{0,3}\\}",
        1 => "\\[\\[:\\^?[a-z]{4,6}:\\]\\]",
        1 => "\\\\p\\{\\^?[A-Za-z]{1,6}\\}",
        1 => "\\\\[kg]<[-+]?[0-9a-z]{1,2}>",
        1 => "\\\\u\\{[0-9a-f ]{0,6}\\}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(pattern in patternish(), text in "[a-cxé1 \n]{0,12}", bits in 0u8..8) {
        let options = Options { ignore_case: bits & 1 > 0, multi_line: bits & 2 > 0, extended: bits & 4 > 0 };
        match Regexp::with_options(&pattern, options) {
            Ok(regexp) => {
                if let Ok(Some(found)) = regexp.find(&text) {
                    for group in found.groups().flatten() {
                        prop_assert!(text.get(group).is_some());
                    }
                }
                let _ = (regexp.to_s(), regexp.inspect(), regexp.split(&text, 0), regexp.scan(&text));
                let _ = regexp.replace_all(&text, "<\\0\\1\\k<n>\\'>");
            }
            Err(error) => {
                prop_assert!(pattern.get(error.range.clone()).is_some(), "{:?} in {:?}", error, pattern);
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn an_escaped_string_matches_itself(text in any::<String>()) {
        let regexp = Regexp::new(&format!("\\A{}\\z", Regexp::escape(&text))).unwrap();
        prop_assert_eq!(regexp.is_match(&text), Ok(true));
        let extended = Options { extended: true, ..Options::default() };
        let regexp = Regexp::with_options(&Regexp::escape(&text), extended).unwrap();
        prop_assert_eq!(regexp.find(&text).unwrap().unwrap().range(), 0..text.len());
    }

    #[test]
    fn what_to_s_gives_is_a_pattern_for_the_same(text in "[ab]{0,6}", letters in "i?m?x?") {
        let inner = Regexp::new(&format!("(?{letters}:a +|B)")).unwrap();
        let outer = Regexp::new(&inner.to_s()).unwrap();
        prop_assert_eq!(inner.find(&text).unwrap().map(|m| m.range()), outer.find(&text).unwrap().map(|m| m.range()));
    }

    #[test]
    fn replacing_each_match_with_itself_changes_nothing(pattern in patternish(), text in "[a-cx1]{0,10}") {
        if let Ok(regexp) = Regexp::new(&pattern)
            && let Ok(replaced) = regexp.replace_all(&text, "\\0")
            && !pattern.contains("\\K")
            && !pattern.contains("(?<")
        {
            prop_assert_eq!(replaced, text);
        }
    }
}
