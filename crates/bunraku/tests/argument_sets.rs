//! Every function is checked with many sets of arguments, each answered by a real Puppet.

#![allow(clippy::panic, reason = "a case that cannot be read must fail its test")]

mod cases;

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, Syntax, ast::Node, parse};

/// How many different calls of a function are required.
const ENOUGH: usize = 20;

/// Functions with fewer, and how many: their values come from variables, or need something that the cases do not have.
const FEWER: [(&str, usize); 2] = [("inline_template", 15), ("validate_x509_rsa_key_pair", 7)];

#[test]
fn every_function_is_called_with_many_argument_sets() {
    let mut calls: HashMap<String, HashSet<String>> = HashMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance");
    for file in cases::files(&folder) {
        for case in cases::read(&file) {
            let tree = parse(&case.code, SourceKind::Manifest, &PUPPET8.syntax);
            collect(tree.root(&case.code), &mut calls);
        }
    }
    let library = bunraku::library();
    let names = library.names().chain(library.of_modules().map(|(_, builtin)| builtin.name));
    let mut few: Vec<String> = Vec::new();
    for name in names {
        let enough = FEWER.iter().find(|(fewer, _)| *fewer == name).map_or(ENOUGH, |(_, enough)| *enough);
        let found = calls.get(name).map_or(0, HashSet::len);
        if found < enough {
            few.push(format!("{name} ({found} of {enough})"));
        }
    }
    few.sort();
    assert!(few.is_empty(), "these functions need more cases: {}", few.join(", "));
}

fn collect(root: Syntax<'_>, calls: &mut HashMap<String, HashSet<String>>) {
    for node in root.descendants() {
        let called = match Node::of(node) {
            Node::Call(call) => call.callee(),
            Node::StatementCall(call) => call.function(),
            Node::MethodCall(call) => call.function(),
            _ => None,
        };
        if let Some(called) = called {
            calls.entry(called.text().to_owned()).or_default().insert(node.text().to_owned());
        }
    }
}
