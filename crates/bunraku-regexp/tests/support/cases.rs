//! The cases of `ruby.cases`: a pattern, a string, and Ruby's answer. The format is described at the top of that file.

use bunraku_regexp::{Options, Regexp};

/// One line of a file of cases.
pub struct Case {
    /// The number of the line, from 1.
    pub line: usize,
    /// The options of the pattern.
    pub options: Options,
    /// The pattern.
    pub pattern: String,
    /// The string to search.
    pub text: String,
    /// Ruby's answer.
    pub expected: String,
}

/// Reads a file of cases.
pub fn read(file: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, line) in file.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or("");
        let letters = field();
        let options = Options {
            ignore_case: letters.contains('i'),
            multi_line: letters.contains('m'),
            extended: letters.contains('x'),
        };
        let (pattern, text) = (decode(field()), decode(field()));
        cases.push(Case { line: index + 1, options, pattern, text, expected: field().to_owned() });
    }
    cases
}

/// The answer of this crate to a case, in the format of the file.
pub fn answer(case: &Case) -> String {
    let Ok(regexp) = Regexp::with_options(&case.pattern, case.options) else { return "error".to_owned() };
    match regexp.find_at(&case.text, 0) {
        Err(_) => "limit".to_owned(),
        Ok(None) => "nil".to_owned(),
        Ok(Some(found)) => {
            let group = |group: Option<std::ops::Range<usize>>| match group {
                Some(range) => format!("{}-{}", range.start, range.end),
                None => "nil".to_owned(),
            };
            found.groups().map(group).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Replaces `%{HEX}` by the character it means, and `%{}` by nothing.
fn decode(field: &str) -> String {
    let mut out = String::new();
    let mut rest = field;
    while let Some(at) = rest.find("%{") {
        out.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('}') else { break };
        out.extend(u32::from_str_radix(&rest[at + 2..at + end], 16).ok().and_then(char::from_u32));
        rest = &rest[at + end + 1..];
    }
    out.push_str(rest);
    out
}
