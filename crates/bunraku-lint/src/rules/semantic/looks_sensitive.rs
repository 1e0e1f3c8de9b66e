//! Parameters with secrets that are not `Sensitive`.

use bunraku_infer::constant;
use bunraku_syntax::ast::{Class, Define, FunctionCall, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::rule::{Findings, rule};

rule! {
    name: "looks_sensitive",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A parameter whose name ends in `password`, `secret`, `token` or similar has a type without \
     `Sensitive`, or a literal default.",
    why: "The value appears in logs and reports, and everyone who can read the catalog can see it. A secret in \
     code is not secret.",
    wrong: "\
class ntp (
  String $admin_password,
) {
}
",
    right: "\
class ntp (
  Sensitive[String] $admin_password,
) {
}
",
}

const SECRETS: &[&str] =
    &["password", "passwd", "passphrase", "secret", "token", "private_key", "api_key", "apikey"];

fn check(findings: &mut Findings<'_, '_>) {
    let kinds = [NodeKind::Class, NodeKind::Define];
    let nodes = kinds.into_iter().flat_map(|kind| findings.file.nodes(kind));
    let lists = nodes.filter_map(|node| {
        Class::cast(node)
            .and_then(Class::parameters)
            .or_else(|| Define::cast(node).and_then(Define::parameters))
    });
    for parameter in lists.flat_map(|parameters| parameters.iter()) {
        let name = parameter.name();
        let is_last =
            |word: &str| name.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'));
        let Some(word) = SECRETS.iter().find(|word| is_last(word)) else { continue };
        let Some(range) = parameter.name_range() else { continue };
        // Several words are the name of something, such as that of a token in a database of certificates; a path is where a
        // key is.
        let default = parameter.default();
        let is_no_secret = |default: &str| default.contains(' ') || default.starts_with('/');
        if default.and_then(constant::string).is_some_and(|default| is_no_secret(&default)) {
            continue;
        }
        let ty = parameter.ty().map(|ty| ty.text()).unwrap_or("");
        let is_text = ["String", "Stdlib", "Variant[String", "Optional[String", "Pattern", "Enum"]
            .iter()
            .any(|start| ty.starts_with(start));
        if is_text
            && !ty.contains("Sensitive")
            && !ty.contains("Boolean")
            && !ty.contains("Absolutepath")
            && !ty.contains("path")
        {
            let article = if word.starts_with('a') { "an" } else { "a" };
            findings
                .report(range, format!("`${name}` looks like {article} {word}; its type has no `Sensitive`"));
        } else if ty.contains("Sensitive")
            && let Some(default) = default
            && is_written_out(default)
        {
            findings.report(default, format!("the default of `${name}` is a secret in the code"));
        }
    }
}

/// Whether a default has a string in it that no function computes a value of.
fn is_written_out(default: Syntax<'_>) -> bool {
    let is_computed = |node| FunctionCall::of(node).is_some_and(|call| call.name != "new");
    !default.descendants().any(is_computed)
        && default.descendants().any(|node| node.kind() == NodeKind::String && node.text().len() > 2)
}
