//! The modules that a `Puppetfile` lists. It is Ruby code; what matters of it is one module a line.

/// A module that is listed.
pub struct Listed<'t> {
    /// Its name as it is written, with or without an author.
    pub name: &'t str,
    /// Where the name starts in the text.
    pub start: usize,
    /// The line, from 0 on.
    pub line: usize,
    /// What follows the name on its line.
    pub rest: &'t str,
}

impl Listed<'_> {
    /// The name of the module without its author.
    pub fn module(&self) -> &str {
        self.name.rsplit(['-', '/']).next().unwrap_or(self.name)
    }
}

/// The modules of a `Puppetfile`, in its order.
pub fn modules(text: &str) -> impl Iterator<Item = Listed<'_>> {
    let mut at = 0;
    text.split('\n').enumerate().filter_map(move |(line, content)| {
        let start = at;
        at += content.len() + 1;
        let indented = content.trim_start();
        let rest = indented.strip_prefix("mod ").or_else(|| indented.strip_prefix("mod("))?;
        let quote = rest.find(['\'', '"'])?;
        let mark = rest.get(quote..)?.chars().next()?;
        let quoted = rest.get(quote + 1..)?;
        let (name, after) = quoted.split_at(quoted.find(mark)?);
        let start = start + content.len() - quoted.len();
        Some(Listed { name, start, line, rest: after.get(1..).unwrap_or_default() })
    })
}

/// The lines that list a module and have an odd number of quotes, as ranges of the text.
pub fn unclosed(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    text.split('\n').filter_map(move |content| {
        let start = at + content.len() - content.trim_start().len();
        at += content.len() + 1;
        let line = content.trim();
        let code = line.split('#').next().unwrap_or(line);
        let listed = code.starts_with("mod ") || code.starts_with("mod(");
        let odd = |quote: char| code.matches(quote).count() % 2 == 1;
        // One kind of quote may be part of a string in the other.
        let open = odd('\'') && !code.contains('"') || odd('"') && !code.contains('\'');
        (listed && open).then_some((start, start + line.len()))
    })
}

/// The lines whose comma at the end is missing (`false`) or too many (`true`), as ranges of the text: the next line is an
/// option, or lists another module.
pub fn commas(text: &str) -> Vec<(usize, usize, bool)> {
    let (mut at, mut found) = (0, Vec::new());
    let mut before: Option<(usize, &str)> = None;
    for content in text.split('\n') {
        let start = at + content.len() - content.trim_start().len();
        at += content.len() + 1;
        let code = content.split(" #").next().unwrap_or(content).trim();
        if code.is_empty() || code.starts_with('#') {
            continue;
        }
        if let Some((start, code_before)) = before {
            let comma = code_before.ends_with(',');
            let keyword = code.split(' ').next().and_then(|word| word.strip_suffix(':'));
            let keyword =
                keyword.is_some_and(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()));
            let option = keyword || code.starts_with(':') && code.contains("=>");
            let listed = code.starts_with("mod ") || code.starts_with("mod(");
            let open = code_before.ends_with(['(', '{', '|']);
            if option && !comma && !open || listed && comma {
                found.push((start, start + code_before.len(), comma));
            }
        }
        before = Some((start, code));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_between_options_and_after_modules() {
        let places = |text: &str| -> Vec<(String, bool)> {
            let places = commas(text).into_iter();
            places.map(|(start, end, extra)| (text.get(start..end).unwrap().to_owned(), extra)).collect()
        };
        let missing = "mod 'web',\n  :git => 'https://example.com/web.git' # ours\n  :ref => 'main'\n";
        assert_eq!(places(missing), [(":git => 'https://example.com/web.git'".to_owned(), false)]);
        let extra = "mod 'a-b', '1.0.0',\n# the other\nmod 'a-c', '1.0.0'\n";
        assert_eq!(places(extra), [("mod 'a-b', '1.0.0',".to_owned(), true)]);
        assert!(places("mod 'a-b',\n  git: 'x',\n  ref: 'y'\nmod('a-c', '1')\n").is_empty());
    }

    #[test]
    fn modules_are_found_with_their_places() {
        let text = "forge 'https://x'\nmod 'puppetlabs-stdlib', '9.6.0'\n  mod(\"theforeman/dns\")\n# mod 'no'\nmod 'own',\n  git: 'x'\n";
        let found: Vec<(&str, &str, usize)> = modules(text)
            .map(|listed| {
                (
                    text.get(listed.start..listed.start + listed.name.len()).unwrap_or(""),
                    listed.name,
                    listed.line,
                )
            })
            .collect();
        let expected = [("puppetlabs-stdlib", 1), ("theforeman/dns", 2), ("own", 4)];
        assert_eq!(found, expected.map(|(name, line)| (name, name, line)));
        assert_eq!(
            modules(text).map(|listed| listed.module().to_owned()).collect::<Vec<_>>(),
            ["stdlib", "dns", "own"]
        );
        assert_eq!(modules("mod 'open\nmod\nmod x\n").count(), 0);
    }

    #[test]
    fn lines_with_an_unclosed_quote_are_found() {
        let text = "# it's fine\nmod 'a-b', '1' # it's fine\n  mod 'a-c, '1'\nmod \"it's\", '2\nmod(\"x)\n";
        let found: Vec<&str> = unclosed(text).filter_map(|(start, end)| text.get(start..end)).collect();
        assert_eq!(found, ["mod 'a-c, '1'", "mod(\"x)"]);
    }
}
