//! Comparisons whose result is always the same, or that fail.

use bunraku_infer::{constant, fits};
use bunraku_pcore::Type;
use bunraku_syntax::ast::{Access, Binary, Case, Selector, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::rule::{Findings, rule};

rule! {
    name: "wrong_comparison",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "Two values of incompatible types are compared: a string with a number, an array with a string.",
    why: "`==` is always false, and `<` fails: Puppet does not convert strings to numbers. Use `versioncmp` to \
     compare versions.",
    wrong: "\
class ntp (Integer $port = 123) {
  if $port == '123' {
    notice('default')
  }
}
",
    right: "\
class ntp (Integer $port = 123) {
  if $port == 123 {
    notice('default')
  }
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let model = file.model();
    for case in file.nodes(NodeKind::Case).filter_map(Case::cast) {
        options(
            findings,
            case.value(),
            case.options().flat_map(|option| option.values().collect::<Vec<_>>()),
        );
    }
    for selector in file.nodes(NodeKind::Selector).filter_map(Selector::cast) {
        options(findings, selector.value(), selector.entries().filter_map(|entry| entry.option()));
    }
    for binary in file.nodes(NodeKind::Binary).filter_map(Binary::cast) {
        let (Some((operator, range)), Some(left), Some(right)) =
            (binary.operator(), binary.left(), binary.right())
        else {
            continue;
        };
        // A collector compares the values of attributes, whose names are words there.
        if binary.syntax().ancestors().any(|node| node.kind() == NodeKind::Query) {
            continue;
        }
        let (a, b) = (model.ty(left), model.ty(right));
        match operator {
            TokenKind::Equal | TokenKind::NotEqual => {
                let (a, b) = (widened(&a), widened(&b));
                // Comparing with undef tests whether there is a value.
                if [left, right].iter().any(|node| is_type_or_undef(*node)) {
                    continue;
                }
                if fits::impossible(&a, &b) && fits::impossible(&b, &a) {
                    let always = if operator == TokenKind::Equal { "false" } else { "true" };
                    findings.report(
                        range,
                        format!("this is always {always}: {} is compared with {}", name(&a), name(&b)),
                    );
                }
            }
            TokenKind::Less | TokenKind::LessEqual | TokenKind::Greater | TokenKind::GreaterEqual => {
                let (a, b) = (widened(&a), widened(&b));
                let mixed = matches!(
                    (a.resolved(), b.resolved()),
                    (Type::String(_), Type::Numeric) | (Type::Numeric, Type::String(_))
                );
                if mixed {
                    findings.report(range, format!("{} cannot be compared with {}", name(&a), name(&b)));
                }
            }
            TokenKind::Match | TokenKind::NoMatch => {
                let pattern = constant::string(right).filter(|_| right.kind() == NodeKind::String);
                if let Some(pattern) = pattern
                    && bunraku_regexp::Regexp::new(&pattern).is_err()
                {
                    findings.report(right, format!("`{pattern}` is not a regular expression"));
                }
                let left = widened(&a);
                if right.kind() == NodeKind::Regexp
                    && matches!(
                        left.resolved(),
                        Type::Numeric
                            | Type::Boolean(_)
                            | Type::Array(_)
                            | Type::Tuple(_)
                            | Type::Hash(_)
                            | Type::Struct(_)
                    )
                {
                    findings
                        .report(range, format!("a regular expression matches strings, got {}", name(&left)));
                }
            }
            _ => {}
        }
    }
}

/// Reports the options of a `case` or selector that no value of the subject's type is equal to.
fn options<'f>(
    findings: &mut Findings<'_, '_>,
    subject: Option<Syntax<'f>>,
    options: impl Iterator<Item = Syntax<'f>>,
) {
    let Some(subject) = subject else { return };
    let ty = findings.file.model().ty(subject);
    let ty = widened(&ty);
    if fits::is_unknown(&ty) {
        return;
    }
    for option in options.filter(|option| is_plain(*option)) {
        let other = widened(&findings.file.model().ty(option));
        if fits::impossible(&ty, &other) && fits::impossible(&other, &ty) {
            let message =
                format!("this option is never chosen: {} is compared with {}", name(&ty), name(&other));
            findings.report(option, message);
        }
    }
}

/// Whether an option is compared by its value, rather than matched as a type, pattern or structure.
fn is_plain(option: Syntax<'_>) -> bool {
    matches!(
        option.kind(),
        NodeKind::String
            | NodeKind::InterpolatedString
            | NodeKind::Name
            | NodeKind::Number
            | NodeKind::Boolean
    )
}

/// A type without exact values: what a literal is compared with may have any value of its kind.
fn widened(ty: &Type) -> Type {
    match ty.resolved() {
        Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::String(None),
        Type::Integer(_) | Type::Float(_) | Type::Numeric => Type::Numeric,
        Type::Boolean(_) => Type::Boolean(None),
        Type::Tuple(_) | Type::Array(_) => Type::array(Type::Any, None),
        Type::Struct(_) | Type::Hash(_) => Type::hash(Type::Any, Type::Any, None),
        Type::Variant(variant) => Type::variant(variant.types.iter().map(widened)),
        Type::Optional(Some(inner)) => Type::optional(widened(inner)),
        _ => ty.clone(),
    }
}

fn name(ty: &Type) -> String {
    match ty {
        Type::Numeric => "a number".to_owned(),
        Type::String(_) => "a string".to_owned(),
        other => bunraku_pcore::notation::notation(&bunraku_edition::PUPPET8.types, other),
    }
}

/// Whether a node is `undef` or names a type, which may be compared with anything.
fn is_type_or_undef(node: Syntax<'_>) -> bool {
    matches!(node.kind(), NodeKind::Undef | NodeKind::TypeName)
        || Access::cast(node)
            .and_then(Access::target)
            .is_some_and(|target| target.kind() == NodeKind::TypeName)
}
