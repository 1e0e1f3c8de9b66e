//! Rules for data files: legacy facts in interpolations.

use bunraku_diag::{Diagnostic, Source, Span, TextRange};

use bunraku_resources::facts;

use crate::{RuleSettings, rules};

/// Applies the rules for data files.
///
/// Each line is checked separately: an interpolation cannot span lines.
pub(crate) fn lint(source: &Source, settings: &RuleSettings) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(rule) = rules::find("legacy_facts").filter(|rule| settings.follows(rule.name())) else {
        return found;
    };
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        for (at, name) in interpolated_facts(without_comment(line)) {
            if facts::legacy(name).is_some() {
                let place = start + at;
                let range = TextRange::new(place as u32, (place + name.len()) as u32);
                let span = Span { file: source.id(), range };
                let message = format!("legacy fact `{name}`");
                found.push(
                    Diagnostic { severity: rule.severity, ..Diagnostic::warning(rule.code, message) }
                        .at(span, ""),
                );
            }
        }
        start += line.len();
    }
    found
}

/// A line up to a comment outside quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut blank = true;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') if blank => return line.get(..at).unwrap_or(line),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        blank = c.is_whitespace();
    }
    line
}

/// The names in `%{name}`, `%{::name}` and `%{facts.name}`, with their places.
fn interpolated_facts(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.match_indices("%{").filter_map(|(open, _)| {
        let inside = line.get(open + 2..)?;
        let inside = inside.get(..inside.find('}')?)?;
        let name =
            ["::", ":", "facts."].iter().find_map(|prefix| inside.strip_prefix(prefix)).unwrap_or(inside);
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_name.then(|| (open + 2 + inside.len() - name.len(), name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legacy_facts_have_their_own_columns() {
        let text = "a: '%{::osfamily}/%{facts.fqdn} %{facts.os.name}'\n# %{fqdn}\nb: x # %{fqdn}\nc: '%{kernel} # %{domain}'\n";
        let source = Source::new("a.yaml", text);
        let found = lint(&source, &RuleSettings::default());
        let places: Vec<(u32, u32)> = found
            .iter()
            .filter_map(|finding| finding.primary.as_ref())
            .map(|label| source.position(label.span.range.start))
            .map(|position| (position.line, position.column))
            .collect();
        assert_eq!(places, [(1, 9), (1, 27), (4, 19)]);
    }
}
