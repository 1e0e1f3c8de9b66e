//! Sensitive values that are revealed.

use bunraku_pcore::Type;
use bunraku_syntax::ast::{Attribute, Binary, FunctionCall, Interpolation, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::rule::{Findings, rule};

rule! {
    name: "sensitive_leak",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A `Sensitive` value is interpolated, or unwrapped for a title, a message or a string that is not \
     `Sensitive`.",
    why: "Interpolated, it becomes `Sensitive [value redacted]`; unwrapped in a title or message, it is visible to \
     everyone.",
    wrong: "\
class ntp (Sensitive[String] $key) {
  notice(\"the key is ${key}\")
}
",
    right: "\
class ntp (Sensitive[String] $key) {
  notice('there is a key')
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let model = file.model();
    let is_sensitive = |node: Syntax<'_>| matches!(model.ty(node).resolved(), Type::Sensitive(_));
    for interpolated in file.root().descendants() {
        if interpolated.kind() != NodeKind::InterpolatedString && interpolated.kind() != NodeKind::HeredocText
        {
            continue;
        }
        for piece in interpolated.children() {
            let node = match Interpolation::cast(piece) {
                Some(interpolation) => interpolation.operand(),
                None if piece.kind() == NodeKind::Variable => Some(piece),
                None => None,
            };
            if let Some(node) = node.filter(|node| is_sensitive(*node)) {
                findings.report(
                    node,
                    format!(
                        "`{}` is Sensitive: the string will contain `Sensitive [value redacted]` instead",
                        node.text()
                    ),
                );
            }
        }
    }
    for call in file.calls().iter() {
        if !matches!(
            call.name,
            "notice" | "warning" | "err" | "info" | "debug" | "alert" | "crit" | "emerg" | "fail"
        ) {
            continue;
        }
        for argument in call.argument_nodes() {
            if let Some(unwrapped) = unwrapped(argument, &is_sensitive) {
                findings.report(unwrapped, format!("a sensitive value is shown by `{}`", call.name));
            }
        }
    }
    for resource in file.declared().iter().copied() {
        if resource.type_name == "notify"
            && let Some(message) = resource.attribute("message").and_then(Attribute::value)
            && let Some(unwrapped) = unwrapped(message, &is_sensitive)
        {
            findings.report(unwrapped, "a sensitive value is shown by `notify`");
        }
        let Some(title) = resource.body.title() else { continue };
        if is_sensitive(title) {
            findings.report(title, "a title cannot be Sensitive".to_owned());
        } else if let Some(unwrapped) = unwrapped(title, &is_sensitive) {
            findings.report(unwrapped, "a sensitive value is shown in a title".to_owned());
        }
    }
}

/// `$x.unwrap` or `unwrap($x)` of a sensitive value below a node.
fn unwrapped<'f>(node: Syntax<'f>, is_sensitive: &dyn Fn(Syntax<'f>) -> bool) -> Option<Syntax<'f>> {
    node.descendants().find(|inner| {
        FunctionCall::of(*inner).is_some_and(|call| {
            call.name == "unwrap" && call.lambda.is_none() && call.argument(0).is_some_and(is_sensitive)
        }) && !inner
            .ancestors()
            .take_while(|around| around.range().len() < node.range().len())
            .chain([node])
            .any(says_little)
    })
}

/// Whether a value says little about those that it is computed from: a comparison, a length.
fn says_little(node: Syntax<'_>) -> bool {
    let operator = Binary::cast(node).and_then(Binary::operator);
    let is_test = matches!(
        operator,
        Some((
            TokenKind::Equal
                | TokenKind::NotEqual
                | TokenKind::Less
                | TokenKind::LessEqual
                | TokenKind::Greater
                | TokenKind::GreaterEqual
                | TokenKind::Match
                | TokenKind::NoMatch
                | TokenKind::In
                | TokenKind::And
                | TokenKind::Or,
            _
        ))
    );
    is_test
        || node.kind() == NodeKind::Not
        || FunctionCall::of(node)
            .is_some_and(|call| matches!(call.name, "length" | "size" | "empty" | "type"))
}
