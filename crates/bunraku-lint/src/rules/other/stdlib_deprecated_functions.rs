//! Functions that stdlib has removed or renamed.

use bunraku_diag::Severity;

use crate::rule::{Findings, rule};
use crate::word::Kind;

rule! {
    name: "stdlib_deprecated_functions",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: SameMeaning,
    reports: "A function is called that newer versions of stdlib have removed or renamed.",
    why: "The call fails after an upgrade of stdlib. Removed functions are reported as errors, renamed ones as \
     warnings.",
    wrong: "\
$json = to_json({})
",
    right: "\
$json = stdlib::to_json({})
",
}

/// Removed functions, with a replacement if it is short.
const REMOVED: &[(&str, &str)] = &[
    ("absolute_path", ""),
    ("has_key", "`in`"),
    ("hash", "`Hash.new`"),
    ("is_absolute_path", ""),
    ("is_array", "`=~ Array`"),
    ("is_bool", "`=~ Boolean`"),
    ("is_domain_name", ""),
    ("is_email_address", ""),
    ("is_float", "`=~ Float`"),
    ("is_function_available", ""),
    ("is_hash", "`=~ Hash`"),
    ("is_integer", "`=~ Integer`"),
    ("is_ip_address", ""),
    ("is_ipv4_address", ""),
    ("is_ipv6_address", ""),
    ("is_mac_address", ""),
    ("is_string", "`=~ String`"),
    ("private", "`assert_private`"),
    ("size", "`length`"),
    ("sprintf_hash", "`sprintf`"),
    ("type3x", ""),
    ("validate_bool", "a type"),
    ("validate_hash", "a type"),
    ("validate_integer", "a type"),
    ("validate_ip_address", "a type"),
    ("validate_ipv4_address", "a type"),
    ("validate_ipv6_address", "a type"),
    ("validate_legacy", "a type"),
    ("validate_re", "a type"),
    ("validate_slength", "a type"),
    ("validate_string", "a type"),
];

/// Functions that are now named `stdlib::NAME`.
const RENAMED: &[&str] = &[
    "batch_escape",
    "ensure_packages",
    "fqdn_rand_string",
    "has_interface_with",
    "merge",
    "os_version_gte",
    "parsehocon",
    "parsepson",
    "powershell_escape",
    "seeded_rand",
    "seeded_rand_string",
    "shell_escape",
    "to_json",
    "to_json_pretty",
    "to_python",
    "to_ruby",
    "to_toml",
    "to_yaml",
    "type_of",
    "validate_domain_name",
    "validate_email_address",
];

fn check(findings: &mut Findings<'_, '_>) {
    for function in findings.words().of_kind(Kind::FunctionName) {
        let name = function.value();
        if let Some((_, instead)) = REMOVED.iter().find(|(removed, _)| *removed == name) {
            let help = if instead.is_empty() { String::new() } else { format!(": use {instead}") };
            findings.report_as(
                Severity::Error,
                function,
                format!("stdlib no longer has the function `{name}`{help}"),
            );
        } else if RENAMED.contains(&name) {
            let edit = (function.range(), format!("stdlib::{name}"));
            findings
                .report(function, format!("`{name}` was renamed to `stdlib::{name}`"))
                .fix("use the new name", [edit]);
        }
    }
}
