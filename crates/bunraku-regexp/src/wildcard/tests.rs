//! Patterns with the answers of Ruby 3.1, and patterns that would take forever.

use super::{Flags, TooMuch, Work, matches, matches_within};

const NONE: Flags = Flags::NONE;
const PATH: Flags = Flags::PATHNAME;
const BRACES: Flags = Flags::BRACES;
const FOLD: Flags = Flags::CASE_FOLD;

const ANSWERS: &[(&str, &str, Flags, bool)] = &[
    ("", "", NONE, true),
    ("", "a", NONE, false),
    ("a", "", NONE, false),
    ("*", "", NONE, true),
    ("**a**b", "xxaxxb", NONE, true),
    ("a*c", "abd", NONE, false),
    ("a?c", "abc", NONE, true),
    ("a?c", "ac", NONE, false),
    ("?", "é", NONE, true),
    // A leading dot.
    ("*", ".hidden", NONE, false),
    ("?x", ".x", NONE, false),
    ("[.]x", ".x", NONE, false),
    (r"\.x", ".x", NONE, true),
    ("*.pp", "./a.pp", NONE, false),
    ("*.pp", "a/.b.pp", NONE, true),
    ("*", ".hidden", Flags::DOT_MATCH, true),
    // Backslashes.
    (r"a\*", "a*", NONE, true),
    (r"a\*", "ab", NONE, false),
    (r"a\", r"a\", NONE, false),
    (r"a\", "a", NONE, true),
    (r"*\", "anything", NONE, true),
    (r"a\", r"a\", Flags::NO_ESCAPE, true),
    (r"a\*", r"a\b", Flags::NO_ESCAPE, true),
    // Sets.
    ("[a-c]x[!0-9]", "bxz", NONE, true),
    ("[^a-c]x", "bx", NONE, false),
    ("[abc", "a", NONE, false),
    ("[", "[", NONE, false),
    ("[]a]", "a", NONE, false),
    ("[!]a", "xa", NONE, true),
    ("[a-]", "-", NONE, true),
    ("[a-", "a", NONE, false),
    (r"[\]]x", "]x", NONE, true),
    (r"[\-]", "-", NONE, true),
    (r"[\", r"\", NONE, false),
    ("[c-a]", "c", NONE, true),
    ("[c-a]", "b", NONE, false),
    ("[é-ü]", "ö", NONE, true),
    // Slashes.
    ("*.pp", "a/b.pp", NONE, true),
    ("a?b", "a/b", NONE, true),
    ("vendor/**/*.pp", "vendor/a/b/c.pp", NONE, true),
    ("vendor/**/*.pp", "vendor/c.pp", NONE, false),
    ("*.pp", "a/b.pp", PATH, false),
    ("a?b", "a/b", PATH, false),
    ("a[/]b", "a/b", PATH, false),
    ("vendor/**/*.pp", "vendor/c.pp", PATH, true),
    ("**/c", "a/b/c", PATH, true),
    ("**/c", "a/.b/c", PATH, false),
    ("**/c", "a/.b/c", PATH.and(Flags::DOT_MATCH), true),
    ("**/.b/c", "a/.b/c", PATH, true),
    ("a/**", "a/b/c", PATH, false),
    ("a**/c", "a/b/c", PATH, false),
    (r"a\/b", "a/b", PATH, true),
    ("*/b", "a/.b", PATH, false),
    // Case: only the character after one in a set is compared without it.
    ("ABC", "abc", FOLD, true),
    ("É", "é", FOLD, false),
    ("[A-C]", "b", FOLD, true),
    ("[B]", "b", FOLD, false),
    ("[xB]", "b", FOLD, true),
    ("[B]", "]", FOLD, true),
    // Braces.
    ("c{at,ub}s", "cats", NONE, false),
    ("c{at,ub}s", "cubs", BRACES, true),
    ("{a,{b,c}}", "c", BRACES, true),
    ("{a", "{a", BRACES, false),
    ("{a", "{a", NONE, true),
    ("a}", "a}", BRACES, true),
    (r"\{a,b}", "{a,b}", BRACES, true),
    (r"{a\,b,c}", "a,b", BRACES, true),
    (r"\{a,b}", r"\a", BRACES.and(Flags::NO_ESCAPE), true),
    ("{*,x}", ".x", BRACES, false),
    ("{.,x}*", ".x", BRACES, true),
    // Only stars.
    ("a[?]*", "a[?]b", Flags::ONLY_STARS, true),
    (r"\*", r"\x", Flags::ONLY_STARS, true),
    ("*a?", "xab", Flags::ONLY_STARS, false),
    ("*", ".x", Flags::ONLY_STARS, true),
];

#[test]
fn patterns_are_those_of_ruby() {
    for (pattern, name, flags, expected) in ANSWERS {
        assert_eq!(matches(pattern, name, *flags), *expected, "`{pattern}` `{name}` {flags:?}");
    }
}

#[test]
fn much_work_is_an_error() {
    let long = "a".repeat(100_000);
    let check = |pattern: &str, flags| matches_within(pattern, &long, flags, &mut Work::default());
    assert_eq!(check(&"*a".repeat(50), NONE), Ok(true));
    assert_eq!(check(&format!("*{}b", "a".repeat(1_000)), NONE), Err(TooMuch::Comparisons));
    assert_eq!(check(&format!("*[{}]b", "b-z".repeat(1_000)), NONE), Err(TooMuch::Comparisons));
    assert_eq!(check(&"{a,b}".repeat(40), BRACES), Err(TooMuch::Patterns));
    assert_eq!(check(&"{".repeat(100_000), BRACES), Ok(false));
}
