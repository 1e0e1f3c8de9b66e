//! The methods of Ruby's strings that take a pattern.

use bunraku_regexp::{ErrorKind, Options, Regexp, ReplaceError, check};

/// A pattern that is known to be valid.
#[allow(clippy::unwrap_used, reason = "a test fails by it")]
fn regexp(pattern: &str) -> Regexp {
    Regexp::new(pattern).unwrap()
}

#[test]
fn replacing() {
    let check = |pattern: &str, text: &str, with: &str, first: &str, all: &str| {
        let regexp = regexp(pattern);
        assert_eq!(regexp.replace(text, with).as_deref(), Ok(first), "{pattern}");
        assert_eq!(regexp.replace_all(text, with).as_deref(), Ok(all), "{pattern}");
    };
    check("a", "banana", "o", "bonana", "bonono");
    check(r"(\w+) (\w+)", "john smith", r"\2, \1", "smith, john", "smith, john");
    check("(?<k>\\w)=(?<v>\\w)", "k=v", r"\k<v>=\k<k>", "v=k", "v=k");
    check("(?<k>\\w)=", "k=v", r"[\1\0]", "[k=]v", "[k=]v");
    check("", "abc", "-", "-abc", "-a-b-c-");
    check("x*", "axb", "-", "-axb", "-a--b-");
    check("^", "a\nb", "> ", "> a\nb", "> a\n> b");
    check("b", "abc", r"[\0\&\`\'\\\9\q\", r"a[bbac\\q\c", r"a[bbac\\q\c");
    check("b", "abc", "$1 & %s", "a$1 & %sc", "a$1 & %sc");
    check("(b)|(c)", "abc", r"<\1\2>", "a<b>c", "a<b><c>");
    check("é", "aéa", "ß", "aßa", "aßa");
    check(r"a\Kb", "abab", "x", "axab", "axax");
    check("$", "a\n", "x", "ax\n", "ax\nx");
    let unknown = regexp("a").replace("a", r"\k<x>");
    assert_eq!(unknown, Err(ReplaceError::UnknownGroup("x".to_owned())));
    assert_eq!(regexp("a").replace("a", r"\k<x"), Err(ReplaceError::UnclosedName));
    let upper = regexp("b|c").replace_all_with("abc", |found| found.as_str().to_uppercase());
    assert_eq!(upper.as_deref(), Ok("aBC"));
}

#[test]
fn splitting() {
    let check = |pattern: &str, text: &str, limit: isize, expected: &[&str]| {
        assert_eq!(regexp(pattern).split(text, limit).as_deref(), Ok(expected), "{pattern} {text} {limit}");
    };
    check(",", "a,b,,c,,", 0, &["a", "b", "", "c"]);
    check(",", "a,b,,c,,", -1, &["a", "b", "", "c", "", ""]);
    check(",", "a,b,c", 2, &["a", "b,c"]);
    check(",", "a,b,c", 1, &["a,b,c"]);
    check("", "abc", 0, &["a", "b", "c"]);
    check("", "abc", -1, &["a", "b", "c", ""]);
    check("", "åäö", 2, &["å", "äö"]);
    check("", "", 0, &[]);
    check("", "", -1, &[]);
    check(",", "", -1, &[]);
    check("(,)", "a,b", 0, &["a", ",", "b"]);
    check("(-)|,", "a,b-c", 0, &["a", "b", "-", "c"]);
    check(r"\s*", " a  b c", 0, &["", "a", "b", "c"]);
    check("x", "xax", 0, &["", "a"]);
    check("b*", "abbc", 0, &["a", "c"]);
    check("(?=b)", "abab", 0, &["a", "ba", "b"]);
}

#[test]
fn scanning() {
    let scan = |pattern: &str, text: &str| {
        let regexp = regexp(pattern);
        format!("{:?}", regexp.scan(text).unwrap())
    };
    assert_eq!(scan(r"\d", "a1b2"), r#"[[Some("1")], [Some("2")]]"#);
    assert_eq!(scan(r"(a)|(b)", "ab"), r#"[[Some("a"), None], [None, Some("b")]]"#);
    assert_eq!(scan("x*", "ax"), r#"[[Some("")], [Some("x")], [Some("")]]"#);
}

#[test]
fn finding_from_a_position() {
    let found =
        |pattern: &str, text: &str, at: usize| regexp(pattern).find_at(text, at).unwrap().map(|m| m.range());
    assert_eq!(found("a", "aXa", 1), Some(2..3));
    assert_eq!(found("(?<=a)X", "aXa", 1), Some(1..2));
    assert_eq!(found("^X", "aXa", 1), None);
    assert_eq!(found(r"\Aa", "aa", 1), None);
    assert_eq!(found(r"\Ga", "baa", 1), Some(1..2));
    assert_eq!(found(r"\Ga", "bba", 1), None);
    assert_eq!(found("", "é", 1), Some(2..2));
    assert_eq!(found("", "a", 2), None);
    assert_eq!(found("^b", "a\nb", 1), Some(2..3));
}

#[test]
fn groups_and_names() {
    let regexp = regexp("(?<a>x)(y)(?<b>z)?(?<a>w)");
    assert_eq!(regexp.group_count(), 3);
    let names: Vec<_> = regexp.group_names().map(|(name, groups)| (name, groups.to_vec())).collect();
    assert_eq!(names, [("a", vec![1, 3]), ("b", vec![2])]);
    let found = regexp.find("-xyw-").unwrap().unwrap();
    assert_eq!((found.name("a"), found.name("b"), found.name("c")), (Some(3..4), None, None));
    assert_eq!((found.pre(), found.as_str(), found.post()), ("-", "xyw", "-"));
    assert_eq!((found.get(1), found.get(2), found.get(9)), (Some(1..2), None, None));
}

#[test]
fn equality_is_that_of_pattern_and_options() {
    let ignoring = Regexp::with_options("a", Options { ignore_case: true, ..Options::default() }).unwrap();
    assert_eq!(regexp("a"), regexp("a"));
    assert_ne!(regexp("a"), regexp("b"));
    assert_ne!(regexp("a"), ignoring);
    assert_eq!(format!("{ignoring:?}"), "/a/i");
}

#[test]
fn errors_tell_the_range_and_the_remedy() {
    let error = |pattern: &str| check(pattern).map_err(|error| (error.range, error.kind)).unwrap_err();
    assert_eq!(error("ab(c"), (2..3, ErrorKind::UnclosedGroup));
    assert_eq!(error("ab)c"), (2..3, ErrorKind::UnopenedGroup));
    assert_eq!(error("a[b"), (1..3, ErrorKind::UnclosedClass));
    assert_eq!(error("a|*"), (2..3, ErrorKind::NothingToRepeat));
    assert_eq!(error("a{2,1}"), (1..6, ErrorKind::RepeatOrder));
    assert_eq!(error(r"x\p{Foo}"), (1..8, ErrorKind::PropertyName("Foo".to_owned())));
    assert_eq!(error(r"\u0041(?<=a*)"), (6..13, ErrorKind::LookBehind));
    assert_eq!(error(r"\k<n>"), (0..5, ErrorKind::UnknownGroupName("n".to_owned())));
    let message = check("(?z)").unwrap_err().to_string();
    assert!(message.starts_with("unknown kind of group; `(?` may be followed by"), "{message}");
}
