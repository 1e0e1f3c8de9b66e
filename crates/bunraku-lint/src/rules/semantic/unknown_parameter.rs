//! Attributes that a class, defined type or resource type does not have.

use bunraku_syntax::ast::{AttributeOperation, Node};

use crate::declared::taker;
use crate::rule::{Findings, rule};

rule! {
    name: "unknown_parameter",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A resource has an attribute that its class, defined type or resource type does not have.",
    why: "Compilation fails. Types that modules define in Ruby are known; if a type generates its attributes, \
     nothing is reported.",
    wrong: "\
file { '/etc/motd':
  ensure  => file,
  contnet => 'hello',
}
",
    right: "\
file { '/etc/motd':
  ensure  => file,
  content => 'hello',
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for resource in file.declared().iter().copied() {
        let taker = resource.taker(file);
        for attribute in resource.attributes() {
            let Some(range) = attribute.name_range() else { continue };
            report(findings, &taker, attribute.name(), range);
        }
    }
    for node in file.root().descendants() {
        let (ty, attributes): (_, Vec<AttributeOperation<'_>>) = match Node::of(node) {
            Node::ResourceDefaults(defaults) => (defaults.resource_type(), defaults.attributes().collect()),
            Node::ResourceOverride(change) => {
                let ty = change.resources().and_then(|node| match Node::of(node) {
                    Node::Access(access) => access.target(),
                    _ => None,
                });
                (ty, change.attributes().collect())
            }
            _ => continue,
        };
        let Some(name) = ty.map(|ty| ty.text().to_lowercase()).filter(|name| name != "class") else {
            continue;
        };
        let taker = taker(file, &name);
        for operation in attributes {
            if let AttributeOperation::Attribute(attribute) = operation
                && let Some(range) = attribute.name_range()
            {
                report(findings, &taker, attribute.name(), range);
            }
        }
    }
}

fn report(
    findings: &mut Findings<'_, '_>,
    taker: &crate::declared::Taker<'_>,
    name: &str,
    range: bunraku_diag::TextRange,
) {
    if taker.takes(name) == Some(false) {
        let near = findings.suggestion(name, taker.names());
        findings.report(range, format!("{} has no parameter `{name}`{near}", taker.label()));
    }
}
