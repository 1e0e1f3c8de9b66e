//! Mistakes in an `environment.conf`.

use std::path::Path;

use bunraku_diag::TextRange;
use bunraku_infer::Project;

use crate::rule::{Findings, rule};

rule! {
    name: "environment_conf",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "`environment.conf` contains an unknown or duplicate setting, or a folder on the modulepath does not \
     exist and is not the one in which the modules of the `Puppetfile` are installed.",
    why: "Puppet ignores it.",
    wrong: "modulpath = modules\n",
    right: "modulepath = modules\n",
    on: [EnvironmentConf],
    example: "/environment.conf",
}

const SETTINGS: [&str; 8] = [
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "disable_per_environment_manifest",
    "static_catalogs",
    "rich_data",
];

fn check(findings: &mut Findings<'_, '_>) {
    let text = findings.file.source.text();
    let folder = Path::new(findings.file.path).parent();
    let mut seen: Vec<&str> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let code = line.trim();
        if code.is_empty() || code.starts_with(['#', ';', '[']) {
            continue;
        }
        let Some((name, value)) = code.split_once('=') else {
            let at = start + line.find(code).unwrap_or(0);
            let range = TextRange::new(at as u32, (at + code.len()) as u32);
            findings.report(range, "expected `SETTING = VALUE`");
            continue;
        };
        let (name, value) = (name.trim(), unquoted(value.trim()));
        let at = start + line.find(name).unwrap_or(0);
        let range = TextRange::new(at as u32, (at + name.len()) as u32);
        if !SETTINGS.contains(&name) {
            findings
                .report(range, format!("unknown setting `{name}`{}", findings.suggestion(name, SETTINGS)));
        } else if seen.contains(&name) {
            findings.report(range, format!("`{name}` is set twice"));
        }
        seen.push(name);
        let expected = match name {
            "environment_timeout" if !is_duration(value) => Some("a duration such as `3m`, or `unlimited`"),
            "disable_per_environment_manifest" | "static_catalogs" | "rich_data"
                if !matches!(value, "true" | "false") =>
            {
                Some("`true` or `false`")
            }
            _ => None,
        };
        if let Some(expected) = expected {
            findings.report(range, format!("`{name}` expects {expected}, got `{value}`"));
        }
        if name != "modulepath" {
            continue;
        }
        let (Some(project), Some(folder)) = (findings.file.project, folder) else { continue };
        for part in value
            .split(':')
            .map(str::trim)
            .filter(|part| !part.is_empty() && !part.contains('$') && !part.starts_with('/'))
        {
            if !project.world.is_folder(&folder.join(part)) && !is_deployed(project, part) {
                let at = start + line.find(value).unwrap_or(0);
                let range = TextRange::new(at as u32, (at + value.len()) as u32);
                findings.report(range, format!("folder `{part}` not found"));
            }
        }
    }
}

/// Whether Puppet takes a value for a span of time: a number of seconds, or of other units.
fn is_duration(value: &str) -> bool {
    let number = value.strip_suffix(['s', 'm', 'h', 'd', 'y']).unwrap_or(value);
    matches!(value, "unlimited" | "-1")
        || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// A value without the quotes around it, which Puppet removes.
fn unquoted(value: &str) -> &str {
    let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// Whether a folder is made when the modules of the `Puppetfile` are installed.
fn is_deployed(project: &Project, folder: &str) -> bool {
    let Some(puppetfile) = project.puppetfile() else {
        return false;
    };
    let named = puppetfile.lines().find_map(|line| line.trim_start().strip_prefix("moduledir"));
    let named = named.map(|rest| rest.trim_matches(|c: char| " \t()'\"".contains(c)));
    let plain = |folder: &str| folder.trim_start_matches("./").trim_end_matches('/').to_owned();
    plain(folder) == plain(named.unwrap_or("modules"))
}
