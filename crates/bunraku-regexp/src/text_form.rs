//! Patterns as strings: Ruby's `to_s`, `inspect` and `escape`.

use crate::ast::Pattern;
use crate::options::Options;
use crate::regexp::Regexp;

impl Regexp {
    /// The pattern as a group that can be part of another pattern: `(?i-mx:...)`. If the whole pattern is a group with
    /// options already, those are merged.
    pub fn to_s(&self) -> String {
        let (options, source) =
            unwrapped(self.source(), self.options()).unwrap_or((self.options(), self.source()));
        let mut out = String::from("(?");
        letters(options, true, &mut out);
        if letters_of(options).iter().any(|(_, on)| !on) {
            out.push('-');
            letters(options, false, &mut out);
        }
        out.push(':');
        push_source(source, Others::Keep, &mut out);
        out.push(')');
        out
    }

    /// The pattern between slashes, with its options: `/.../mix`.
    pub fn inspect(&self) -> String {
        // Ruby copies the source as it is if nothing has to be escaped. Otherwise it goes through it character by character,
        // and escapes those outside ASCII as well.
        let escapes = self.source().chars().any(|c| c == '/' || c.is_ascii_control());
        let others = if escapes { Others::Escape } else { Others::Keep };
        let mut out = String::from("/");
        push_source(self.source(), others, &mut out);
        out.push('/');
        letters(self.options(), true, &mut out);
        out
    }

    /// A pattern that matches exactly this string.
    pub fn escape(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            let escaped = match c {
                '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$'
                | '#' | ' ' => c,
                '\t' => 't',
                '\x0C' => 'f',
                '\x0B' => 'v',
                '\n' => 'n',
                '\r' => 'r',
                _ => {
                    out.push(c);
                    continue;
                }
            };
            out.push('\\');
            out.push(escaped);
        }
        out
    }
}

fn letters_of(options: Options) -> [(char, bool); 3] {
    [('m', options.multi_line), ('i', options.ignore_case), ('x', options.extended)]
}

fn letters(options: Options, wanted: bool, out: &mut String) {
    out.extend(letters_of(options).iter().filter(|(_, on)| *on == wanted).map(|(letter, _)| letter));
}

/// The pattern without the option groups around it, and the options with those of the groups. `None` if what looks like a
/// group around the whole pattern is not one.
fn unwrapped(source: &str, mut options: Options) -> Option<(Options, &str)> {
    let mut rest = source;
    while rest.len() >= 4 && rest.starts_with("(?") {
        rest = rest.get(2..)?;
        rest = take_options(rest, &mut options, true);
        if let Some(off) = rest.strip_prefix('-').filter(|off| !off.is_empty()) {
            rest = take_options(off, &mut options, false);
        }
        if let Some(after) = rest.strip_prefix(')') {
            rest = after;
            continue;
        }
        let inner = rest.strip_prefix(':')?.strip_suffix(')')?;
        // `(?i:a)(b)` starts and ends like one group, but `a)(b` is not a pattern.
        return Pattern::parse(inner, options).is_ok().then_some((options, inner));
    }
    Some((options, rest))
}

fn take_options<'s>(mut rest: &'s str, options: &mut Options, on: bool) -> &'s str {
    loop {
        let option = match rest.as_bytes().first() {
            Some(b'm') => &mut options.multi_line,
            Some(b'i') => &mut options.ignore_case,
            Some(b'x') => &mut options.extended,
            _ => return rest,
        };
        *option = on;
        rest = rest.get(1..).unwrap_or("");
    }
}

/// What happens to characters outside ASCII.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    Keep,
    Escape,
}

/// Appends a pattern with slashes and control characters escaped, so that it can be written between slashes.
fn push_source(source: &str, others: Others, out: &mut String) {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            c if c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0B' | '\x0C') => {
                out.push_str(&format!("\\x{:02X}", u32::from(c)));
            }
            c if others == Others::Escape && !c.is_ascii() => {
                let code = u32::from(c);
                out.push_str(&if code > 0xFFFF {
                    format!("\\u{{{code:X}}}")
                } else {
                    format!("\\u{code:04X}")
                });
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, letters: &str, to_s: &str, inspect: &str) {
        let options = Options {
            ignore_case: letters.contains('i'),
            multi_line: letters.contains('m'),
            extended: letters.contains('x'),
        };
        let regexp = Regexp::with_options(pattern, options).unwrap();
        assert_eq!((regexp.to_s().as_str(), regexp.inspect().as_str()), (to_s, inspect), "{pattern}");
    }

    #[test]
    fn forms_of_ruby() {
        check("a", "", "(?-mix:a)", "/a/");
        check("a", "mix", "(?mix:a)", "/a/mix");
        check("(?i)a", "", "(?i-mx:a)", "/(?i)a/");
        check("(?-i:a)", "i", "(?-mix:a)", "/(?-i:a)/i");
        check("(?i:a)b", "", "(?-mix:(?i:a)b)", "/(?i:a)b/");
        check("(?i:a)(b)", "", "(?-mix:(?i:a)(b))", "/(?i:a)(b)/");
        check("(?:a)", "i", "(?i-mx:a)", "/(?:a)/i");
        check("(?i)(?m:b)", "", "(?mi-x:b)", "/(?i)(?m:b)/");
        check("(?=a)", "", "(?-mix:(?=a))", "/(?=a)/");
        check("(?a:x)", "", "(?-mix:(?a:x))", "/(?a:x)/");
        check("a/b\\/c[/]", "", "(?-mix:a\\/b\\/c[\\/])", "/a\\/b\\/c[\\/]/");
        check("a\tb\u{1}\u{7f}", "", "(?-mix:a\tb\\x01\\x7F)", "/a\tb\\x01\\x7F/");
        check("é😀", "", "(?-mix:é😀)", "/é😀/");
        check("é😀\\é/", "", "(?-mix:é😀\\é\\/)", "/\\u00E9\\u{1F600}\\é\\//");
        check("(?#x)", "", "(?-mix:(?#x))", "/(?#x)/");
        check("", "", "(?-mix:)", "//");
    }

    #[test]
    fn escaping() {
        assert_eq!(Regexp::escape("a b\n-[]#/&~é"), "a\\ b\\n\\-\\[\\]\\#/&~é");
    }
}
