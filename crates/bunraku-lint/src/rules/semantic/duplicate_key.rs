//! Duplicate keys in a hash.

use std::collections::HashMap;

use bunraku_infer::constant;
use bunraku_pcore::Value;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{Hash, View};

use crate::rule::{Findings, rule};

rule! {
    name: "duplicate_key",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A literal hash has the same key twice.",
    why: "Puppet 8 rejects it; earlier versions silently dropped the first value.",
    wrong: "\
class ntp {
  $options = { 'a' => 1, 'a' => 2 }
}
",
    right: "\
class ntp {
  $options = { 'a' => 1, 'b' => 2 }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    for hash in findings.file.nodes(NodeKind::Hash).filter_map(Hash::cast) {
        let mut seen: HashMap<Value, u32> = HashMap::new();
        for key in hash.entries().filter_map(|entry| entry.key()) {
            let Some(value) = constant::value(key) else { continue };
            let line = findings.file.source.line_at(key.range().start);
            if let Some(first) = seen.insert(value, line) {
                findings.report(key, format!("the key `{}` is already on line {first}", key.text()));
            }
        }
    }
}
