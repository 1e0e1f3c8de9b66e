//! The codes and their pages.

use bunraku_diag::Code;

#[test]
fn codes_are_sorted_and_in_kebab_case() {
    assert!(Code::all().is_sorted_by(|left, right| left < right));
    for code in Code::all() {
        let plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
        assert!(code.name().chars().all(plain), "{code}");
    }
}

#[test]
fn every_page_is_headed_by_its_code() {
    for code in Code::all() {
        assert_eq!(code.page().lines().next(), Some(format!("# {code}").as_str()));
        assert_eq!(Code::find(code.name()), Some(*code));
    }
}
