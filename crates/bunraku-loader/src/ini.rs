//! Puppet's configuration files: sections and `name = value` lines.

/// A line with a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The section; `main` before the first one begins.
    pub(crate) section: String,
    pub(crate) name: String,
    pub(crate) value: String,
    /// The line number, starting from one.
    pub(crate) line: u32,
}

/// Parses all lines. The error is the number of the first line that is neither a section, a setting nor a comment.
pub(crate) fn parse(text: &str) -> Result<Vec<Setting>, u32> {
    let mut settings = Vec::new();
    let mut section = "main".to_owned();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
            && is_word(name)
        {
            name.clone_into(&mut section);
            continue;
        }
        let Some((name, value)) = line.split_once('=') else { return Err(number) };
        let name = name.trim_end();
        if !is_word(name) {
            return Err(number);
        }
        let value = unquoted(value.trim());
        settings.push(Setting {
            section: section.clone(),
            name: name.to_owned(),
            value: value.to_owned(),
            line: number,
        });
    }
    Ok(settings)
}

/// Removes the quotes around a value.
fn unquoted(value: &str) -> &str {
    let within = |quote| value.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    within('"').or_else(|| within('\'')).unwrap_or(value)
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Replaces `$name` and `${name}` by their values; unknown names stay.
pub(crate) fn interpolate(value: &str, known: &dyn Fn(&str) -> Option<String>) -> String {
    let mut result = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('$') {
        let (before, behind) = rest.split_at(at);
        result.push_str(before);
        let behind = behind.get(1..).unwrap_or_default();
        let braced = behind.starts_with('{');
        let name = behind.strip_prefix('{').unwrap_or(behind);
        let length = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        let (name, after) = name.split_at(length);
        let after = if braced { after.strip_prefix('}').unwrap_or(after) } else { after };
        match known(name) {
            Some(text) if !name.is_empty() => {
                result.push_str(&text);
                rest = after;
            }
            _ => {
                result.push('$');
                rest = behind;
            }
        }
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let text = "# c\na = b # c\n\n[agent]\n  x='y z'\n";
        let read = parse(text).unwrap();
        let short: Vec<_> = read.iter().map(|s| (&*s.section, &*s.name, &*s.value, s.line)).collect();
        assert_eq!(short, [("main", "a", "b # c", 2), ("agent", "x", "y z", 5)]);
        assert_eq!(parse("a = 1\nnonsense\n"), Err(2));
        assert_eq!(parse("a b = 1\n"), Err(1));
    }

    #[test]
    fn references() {
        let known = |name: &str| (name == "codedir").then(|| "/c".to_owned());
        assert_eq!(interpolate("$codedir/m:${codedir}x:$nope:$", &known), "/c/m:/cx:$nope:$");
    }
}
