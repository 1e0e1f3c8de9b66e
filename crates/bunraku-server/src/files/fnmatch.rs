//! Matches names against patterns like Ruby's `File.fnmatch`: `*`, `?`, `[a-z]`, and `\` as an escape.

/// Whether a name matches a pattern. A leading period must be matched explicitly.
pub fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    if name.first() == Some(&'.') && pattern.first() != Some(&'.') {
        return false;
    }
    let (mut at, mut of) = (0, 0);
    // The last star, and where the name continued after it.
    let mut star: Option<(usize, usize)> = None;
    while of < name.len() {
        if pattern.get(at) == Some(&'*') {
            star = Some((at + 1, of));
            at += 1;
            continue;
        }
        if let Some(after) = name.get(of).and_then(|char| one(&pattern, at, *char)) {
            at = after;
            of += 1;
            continue;
        }
        let Some((after_star, taken)) = star else { return false };
        star = Some((after_star, taken + 1));
        (at, of) = (after_star, taken + 1);
    }
    pattern.iter().skip(at).all(|char| *char == '*')
}

/// Where the pattern continues after matching one character.
fn one(pattern: &[char], at: usize, char: char) -> Option<usize> {
    match pattern.get(at)? {
        '?' => Some(at + 1),
        '[' => bracket(pattern, at + 1, char),
        '\\' => (*pattern.get(at + 1).unwrap_or(&'\\') == char).then_some(at + 2),
        other => (*other == char).then_some(at + 1),
    }
}

fn bracket(pattern: &[char], mut at: usize, char: char) -> Option<usize> {
    let negated = matches!(pattern.get(at), Some('!' | '^'));
    at += usize::from(negated);
    let mut found = false;
    loop {
        let from = *pattern.get(at)?;
        if from == ']' {
            return (found != negated).then_some(at + 1);
        }
        match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some('-'), Some(to)) if *to != ']' => {
                found |= (from..=*to).contains(&char);
                at += 3;
            }
            _ => {
                found |= from == char;
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_of_agents() {
        let cases = [
            (".git", ".git", true),
            (".git", ".gitignore", false),
            ("CVS", "CVS", true),
            ("*.bak", "a.bak", true),
            ("*.bak", ".bak", false),
            ("*", ".hidden", false),
            ("*", "", true),
            ("a?c", "abc", true),
            ("[a-c]x", "bx", true),
            ("[!a-c]x", "bx", false),
            ("[abc", "a", false),
            ("a\\*", "a*", true),
            ("a\\*", "ab", false),
            ("**a**b", "xxaxxb", true),
            ("a", "", false),
            ("", "a", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
        assert!(!fits(&"*a".repeat(50), &"a".repeat(49)));
    }
}
