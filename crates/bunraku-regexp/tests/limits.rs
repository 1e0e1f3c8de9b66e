//! Patterns and strings that are made to hang or crash a matcher do neither.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]

use bunraku_regexp::{ErrorKind, LimitExceeded, Regexp, ReplaceError, check, take_steps};
use std::time::{Duration, Instant};

/// Runs something that takes seconds at most; an unoptimized build on a busy machine has more time.
fn soon<T>(run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    assert!(start.elapsed() < Duration::from_secs(200), "took {:?}", start.elapsed());
    result
}

#[test]
fn catastrophic_patterns_end() {
    let text = format!("{}b", "a".repeat(40));
    // Backreferences, look-arounds and atomic groups are not regular, so the backtracking matcher has to run these
    // patterns, and fails.
    for pattern in [r"^(a+)+(x)?\2$", r"^(a|a)*(x)?\2$", r"(x)?^(a|aa)+\1$", r"^(?=(a+)+$)", r"^(?>x?)(a*)*$"]
    {
        let regexp = Regexp::new(pattern).unwrap();
        assert_eq!(soon(|| regexp.is_match(&text)), Err(LimitExceeded), "{pattern}");
    }
    // These are regular, so the linear matcher takes over.
    for pattern in [r"^(a+)+$", r"^(a|a)*$", r"^(a|aa)+$", r"(x+x+)+y", r"^(?:a?){40}a{40}$"] {
        let regexp = Regexp::new(pattern).unwrap();
        assert_eq!(soon(|| regexp.is_match(&text)), Ok(false), "{pattern}");
    }
}

#[test]
fn long_strings_are_searched() {
    let text = "ab ".repeat(100_000);
    for (pattern, expected) in [
        (r"(?:ab )*x", false),
        (r"(?:ab )+\z", true),
        (r"^.*x", false),
        (r"(\w+) \z", true),
        (r"(a)(?:b \1)*b \z", true),
    ] {
        let regexp = Regexp::new(pattern).unwrap();
        assert_eq!(soon(|| regexp.is_match(&text)), Ok(expected), "{pattern}");
    }
}

#[test]
fn deep_and_large_patterns_are_bounded() {
    let nested =
        |open: &str, close: &str, depth: usize| format!("{}a{}", open.repeat(depth), close.repeat(depth));
    assert!(check(&nested("(", ")", 150)).is_ok());
    for pattern in [
        nested("(", ")", 100_000),
        nested("(?=", ")", 100_000),
        nested("[", "]", 100_000),
        nested("(?i)", "", 100_000),
        nested("", "{2}", 100_000),
        nested("(?:", "*b)", 100_000),
    ] {
        assert_eq!(soon(|| check(&pattern)).unwrap_err().kind, ErrorKind::TooDeep);
    }
    for pattern in [
        nested("(?:", "{1000}){1000}", 50),
        nested("(?:", "|b)*", 150),
        "(?:a{1000}){1000}".to_owned(),
        "a{100000}".to_owned(),
        "\\p{L}".repeat(300),
        "(a|b)".repeat(5000),
        "x|".repeat(20_000),
    ] {
        soon(|| Regexp::new(&pattern).map(|regexp| regexp.is_match("aaaa"))).ok();
    }
}

#[test]
fn recursion_is_bounded() {
    let text = "(".repeat(200_000);
    let regexp = Regexp::new(r"(?<p>\((?:[^()]|\g<p>)*\))").unwrap();
    assert!(soon(|| regexp.is_match(&text)) != Ok(true));
    // Each group calls the next one twice, so the number of paths is exponential.
    let mut pattern = String::new();
    for i in 0..200 {
        pattern.push_str(&format!("(?<g{i}>x\\g<g{}>\\g<g{}>)", i + 1, i + 1));
    }
    pattern.push_str("(?<g200>y)(?<=\\g<g0>)");
    soon(|| check(&pattern)).ok();
}

#[test]
fn expressions_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Regexp>();
}

#[test]
fn all_searches_of_a_scan_share_their_steps() {
    // Each match scans the rest of the string first, so that all of them together take quadratic time.
    let text = "a".repeat(20_000);
    let regexp = Regexp::new(r"a(?=.*b)|a").unwrap();
    assert!(soon(|| regexp.find(&text)).is_ok_and(|found| found.is_some()));
    assert_eq!(soon(|| regexp.scan(&text)).map(|found| found.len()), Err(LimitExceeded));
    assert_eq!(soon(|| regexp.split(&text, 0)).map(|parts| parts.len()), Err(LimitExceeded));
    let replaced = soon(|| regexp.replace_all(&text, "b"));
    assert_eq!(replaced.map(|text| text.len()), Err(ReplaceError::Limit(LimitExceeded)));
    // A scan that does little for each match reaches the end.
    let plain = Regexp::new("a").unwrap();
    assert_eq!(soon(|| plain.scan(&text)).map(|found| found.len()), Ok(20_000));
}

#[test]
fn steps_are_told_once() {
    take_steps();
    let regexp = Regexp::new("^(a+)+$").unwrap();
    assert_eq!(regexp.is_match(&format!("{}b", "a".repeat(1_000))), Ok(false));
    let steps = take_steps();
    assert!((1_000..1_000_000).contains(&steps), "{steps}");
    assert_eq!(take_steps(), 0);
}

#[test]
fn replacements_that_repeat_the_rest_end() {
    let text = "a".repeat(200_000);
    let regexp = Regexp::new("a").unwrap();
    assert_eq!(soon(|| regexp.replace_all(&text, "\\'")), Err(ReplaceError::TooLarge));
}
