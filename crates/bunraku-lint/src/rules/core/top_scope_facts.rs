//! Facts as variables of the top scope.

use crate::rule::{Findings, rule};
use bunraku_resources::facts::RENAMED;

rule! {
    name: "top_scope_facts",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: Unsafe,
    reports: "A top-scope variable that is probably a fact is used. Legacy facts are covered by `legacy_facts`.",
    why: "`$facts['name']` makes it clear that the value is a fact, and code cannot change it.",
    wrong: "\
notice($::kernel)
",
    right: "\
notice($facts['kernel'])
",
    options: "`--top-scope-variables=a,b` lists variables that a node classifier or `site.pp` sets.",
}

/// What the server sets, and no node: `$facts` does not have it.
const OF_THE_SERVER: [&str; 5] = ["environment", "servername", "serverip", "serverip6", "serverversion"];

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let allowed = &file.settings.top_scope_variables;
    for variable in findings.words().variables() {
        let Some(name) = variable.value().strip_prefix("::") else { continue };
        // As in puppet-lint, a name that begins with an allowed one is allowed.
        let is_allowed = name.starts_with("trusted")
            || name.starts_with("facts")
            || RENAMED.iter().any(|(fact, _)| name.starts_with(fact))
            || allowed.iter().any(|allowed| name.starts_with(allowed.as_str()));
        if is_allowed || super::is_qualified(name) {
            continue;
        }
        let (fact, rest) = name.split_at(name.find('[').unwrap_or(name.len()));
        let hash = if OF_THE_SERVER.contains(&fact) { "server_facts" } else { "facts" };
        let edit = (variable.range(), super::in_place(variable, &format!("{hash}['{fact}']{rest}")));
        findings
            .report(variable, format!("fact `{fact}` read as a top-scope variable"))
            .fix(format!("read it from `${hash}`"), [edit]);
    }
}
