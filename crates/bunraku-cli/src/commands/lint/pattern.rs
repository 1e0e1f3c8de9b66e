//! Patterns of paths to exclude, with the semantics of Ruby's `File.fnmatch`: `*` also matches slashes.

/// Whether a pattern matches a whole path.
pub fn matches(pattern: &str, path: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let path: Vec<char> = path.chars().collect();
    // On a mismatch, matching resumes after the last `*`, which then takes one character more.
    let (mut at, mut place, mut star) = (0, 0, None);
    while place < path.len() {
        match (pattern.get(at), path.get(place)) {
            (Some('*'), _) => {
                star = Some((at, place));
                at += 1;
                continue;
            }
            (Some('['), Some(c)) => {
                if let Some(end) = class(&pattern, at, *c) {
                    (at, place) = (end, place + 1);
                    continue;
                }
            }
            (Some('?'), Some(_)) => {
                (at, place) = (at + 1, place + 1);
                continue;
            }
            (Some(wanted), Some(c)) if wanted == c => {
                (at, place) = (at + 1, place + 1);
                continue;
            }
            _ => {}
        }
        match star {
            Some((after, taken)) => {
                star = Some((after, taken + 1));
                (at, place) = (after + 1, taken + 1);
            }
            None => return false,
        }
    }
    pattern.iter().skip(at).all(|rest| *rest == '*')
}

/// The position after `[...]` if the class contains the character.
fn class(pattern: &[char], open: usize, c: char) -> Option<usize> {
    let length = pattern.iter().skip(open + 1).position(|end| *end == ']')?;
    let inside: Vec<char> = pattern.iter().skip(open + 1).take(length).copied().collect();
    let (negated, inside) = match inside.split_first() {
        Some(('!' | '^', rest)) => (true, rest),
        _ => (false, inside.as_slice()),
    };
    let range = |triple: &[char]| matches!(triple, [first, '-', last] if (*first..=*last).contains(&c));
    let found = inside.contains(&c) || inside.windows(3).any(range);
    (found != negated).then_some(open + length + 2)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_match_slashes() {
        assert!(matches("vendor/**/*.pp", "vendor/a/b/c.pp"));
        assert!(matches("*.pp", "a/b.pp"));
        assert!(matches("spec/*", "spec/fixtures/modules/x.pp"));
        assert!(!matches("vendor/**/*.pp", "manifests/vendor/a/c.pp"));
        assert!(!matches("*.pp", "a.epp2"));
        assert!(matches("a?c", "abc"));
        assert!(!matches("a?c", "ac"));
        assert!(matches("[a-c]x[!0-9]", "bxz"));
        assert!(!matches("[a-c]x[!0-9]", "bx1"));
        assert!(matches("**", ""));
        assert!(!matches("", "a"));
    }
}
