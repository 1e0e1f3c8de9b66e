//! Diagnostics as a code quality report, which GitLab and Code Climate read.

use std::collections::HashMap;

use super::Located;
use crate::json::Json;
use crate::{Diagnostic, Severity, Sources};

/// All diagnostics as one JSON document on one line, including the line break. Those without a place are left out.
pub fn gitlab(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut seen = HashMap::new();
    let issues = diagnostics.iter().filter_map(|diagnostic| issue(diagnostic, sources, &mut seen)).collect();
    format!("{}\n", Json::List(issues))
}

fn issue(diagnostic: &Diagnostic, sources: &Sources, seen: &mut HashMap<u128, u32>) -> Option<Json> {
    let Located { file, start, end } = Located::of_primary(diagnostic, sources)?;
    let line = sources.get(diagnostic.primary.as_ref()?.span.file)?.line(start.line).trim();
    let severity = match diagnostic.severity {
        Severity::Info => "info",
        Severity::Warning => "minor",
        Severity::Error => "major",
    };
    // Based on the content of the line, not its number, so that a finding is recognized after changes above it.
    let hash = fingerprint(&[diagnostic.code.name(), file, &diagnostic.message, line]);
    let count = seen.entry(hash).and_modify(|count| *count += 1).or_insert(0);
    let lines = Json::Object(vec![("begin", Json::Number(start.line)), ("end", Json::Number(end.line))]);
    Some(Json::Object(vec![
        ("type", Json::string("issue")),
        ("check_name", Json::string(diagnostic.code.name())),
        ("description", Json::string(diagnostic.message.as_str())),
        ("categories", Json::List(vec![Json::string("Style")])),
        ("severity", Json::string(severity)),
        ("fingerprint", Json::Text(format!("{:032x}", hash.wrapping_add(u128::from(*count))))),
        ("location", Json::Object(vec![("path", Json::string(file)), ("lines", lines)])),
    ]))
}

/// FNV-1a with 128 bits: it is the same in all versions, and there is nothing to gain from a collision.
fn fingerprint(parts: &[&str]) -> u128 {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, Span, TextRange, codes};

    #[test]
    fn equal_findings_have_different_fingerprints_that_do_not_depend_on_the_line() {
        let report = |text: &str, at: [u32; 2]| {
            let mut sources = Sources::new();
            let file = sources.add(Source::new("a.pp", text));
            let finding = |at| {
                let span = Span { file, range: TextRange::new(at, at + 1) };
                Diagnostic::warning(codes::NO_EFFECT, "nothing").at(span, "")
            };
            gitlab(&at.map(finding), &sources)
        };
        let prints = |report: &str| -> Vec<String> {
            report.split("\"fingerprint\":\"").skip(1).map(|rest| rest.chars().take(32).collect()).collect()
        };
        let here = report("1\n1\n", [0, 2]);
        let below = report("\n\n1\n1\n", [2, 4]);
        assert_eq!(prints(&here), prints(&below));
        let prints = prints(&here);
        assert_ne!(prints.first(), prints.last());
        assert!(
            here.starts_with(r#"[{"type":"issue","check_name":"no-effect","description":"nothing","#),
            "{here}"
        );
        assert!(here.contains(r#""location":{"path":"a.pp","lines":{"begin":1,"end":1}}"#), "{here}");
    }
}
