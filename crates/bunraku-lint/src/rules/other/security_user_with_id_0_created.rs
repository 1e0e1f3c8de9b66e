//! Users other than `root` with its privileges.

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_user_with_id_0_created",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A `user` other than `root` has the uid 0, with `allowdupe`.",
    why: "Any user with the uid 0 is root, whatever its name is.",
    wrong: "\
user { 'backup':
  uid       => '0',
  allowdupe => true,
}
",
    right: "\
user { 'backup':
  uid => '5001',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in resources(file, &["user"]) {
        let has = |name: &str, value: &str| values(body, name).iter().any(|word| word.value() == value);
        let is_root = super::title(file, body).is_some_and(|title| title.value() == "root");
        if has("uid", "0") && has("allowdupe", "true") && !is_root && !has("name", "root") {
            findings.report(body.colon, "user with the uid of root");
        }
    }
}
