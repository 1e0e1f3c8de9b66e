//! The layers of Wikimedia's code: what may include, declare and look up what.

use bunraku_diag::TextRange;
use bunraku_infer::bare;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{NodeDefinition, View};

use crate::File;
use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "wmf_styleguide",
    severity: Error,
    enabled: true,
    set: Other,
    repair: Unsafe,
    reports: "Code does not stay in its layer: a node only has a role, roles only include profiles, profiles look \
     up data in the defaults of their parameters, and other classes stay within their module and look up nothing. \
     Node names are patterns that match from the start of the name to a dot, without the domain.",
    why: "Each layer has one task, so it is clear where to find things.",
    wrong: "\
node /cache1.*\\.eqiad\\./ {
  role(cache)
}
",
    right: "\
node /^cache1.*\\.eqiad\\./ {
  role(cache)
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for definition in file.definitions() {
        match (definition.is_class, module(definition.name)) {
            (true, "profile") => profile(findings, definition),
            (true, "role") => role(findings, definition),
            _ => other(findings, definition),
        }
        deprecated(findings, definition);
    }
    for node in file.nodes(NodeKind::NodeDefinition).filter_map(NodeDefinition::cast) {
        let first = file.word_at(node.range().start);
        let last = file.word_at(node.range().end.saturating_sub(1));
        if let (Some(first), Some(last)) = (first, last) {
            node_names(findings, first, last);
            node_body(findings, first, last);
        }
    }
}

/// A profile looks up its data in the defaults of its parameters, and includes other profiles.
fn profile<'f>(findings: &mut Findings<'_, 'f>, class: Definition<'f>) {
    for parameter in class.parameters() {
        let Some(name) = class.parameter_word(parameter) else { continue };
        let range = parameter.range();
        let looks_up = |word: &Word<'f>| range.contains(word.range()) && is_call(*word, &["lookup"]);
        if !class.words().any(|word| looks_up(&word)) {
            findings.report(name, format!("parameter `{}` of a profile is not looked up", name.value()));
        }
    }
    let in_parameters =
        |word: &Word<'f>| class.parameter_words().is_some_and(|mut words| words.any(|w| w == *word));
    for call in class.words().filter(|word| is_call(*word, &["lookup"]) && !in_parameters(word)) {
        findings.report(call, "profile looks up data outside its parameters");
    }
    for name in included(class) {
        let allowed = matches!(module(name), "profile" | "passwords")
            || matches!(plain(name), "lvs::configuration" | "network::constants");
        if !allowed {
            findings.report(name, format!("profile includes class `{}`", plain(name)));
        }
    }
    system_roles(findings, class);
}

/// A role includes profiles and other roles, looks up nothing, and declares nothing but `system::role`.
fn role<'f>(findings: &mut Findings<'_, 'f>, class: Definition<'f>) {
    lookups(findings, class);
    for name in included(class).filter(|name| !matches!(module(*name), "profile" | "role")) {
        findings.report(name, format!("role includes class `{}`", plain(name)));
    }
    if resources(findings.file, class).any(|name| plain(name) != "system::role") {
        findings.report(TextRange::new(0, 0), "role declares resources");
    }
}

/// Other classes and defined types stay within their module, and look up nothing.
fn other<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>) {
    lookups(findings, definition);
    let own = module(definition.name);
    for name in included(definition).filter(|name| module(*name) != own) {
        findings.report(name, format!("class `{}` of another module is included", plain(name)));
    }
    if definition.is_class || own != "profile" {
        for name in declared_classes(definition).filter(|name| module(*name) != own) {
            findings.report(name, format!("class `{}` of another module is declared", plain(name)));
        }
    }
    if definition.is_class {
        system_roles(findings, definition);
    }
}

fn lookups<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>) {
    for call in definition.words().filter(|word| is_call(*word, &["lookup"])) {
        findings.report(call, format!("{} looks up data", definition.noun()));
    }
}

fn system_roles<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>) {
    let file = findings.file;
    for name in resources(file, definition).filter(|name| plain(*name) == "system::role") {
        findings.report(name, "`system::role` outside a role");
    }
}

/// Deprecated functions and defined types.
fn deprecated<'f>(findings: &mut Findings<'_, 'f>, definition: Definition<'f>) {
    for word in definition.words() {
        let validates = word.value().starts_with("validate_") && is_call(word, &[word.value()]);
        if validates || is_call(word, HIERA) {
            findings.report(word, format!("function `{}` is deprecated", word.value()));
        }
    }
    let file = findings.file;
    for name in resources(file, definition).filter(|name| plain(*name) == "base::service_unit") {
        findings.report(name, "`base::service_unit` is deprecated");
    }
}

const HIERA: &[&str] = &["hiera", "hiera_array", "hiera_hash"];

fn node_names<'f>(findings: &mut Findings<'_, 'f>, node: Word<'f>, last: Word<'f>) {
    let names = || node.through(last).skip(1).take_while(|word| !word.is(Kind::LBrace));
    for name in names().filter(|word| word.is(Kind::Regexp)) {
        let value = name.value();
        let in_domain = [".wmnet", ".org"].into_iter().filter(|domain| value.contains(domain));
        let wikimedia = value.contains(".wikimedia.org") || value.contains(".wikimedia\\.org");
        let wrong = [
            (!value.starts_with('^'), "pattern does not start with `^`"),
            (value.ends_with('$'), "pattern ends with `$`"),
            (!wikimedia && !value.ends_with("\\."), "pattern does not end with `\\.`"),
        ];
        let wrong = wrong.into_iter().filter(|(wrong, _)| *wrong).map(|(_, message)| message);
        for message in wrong.chain(in_domain.map(|_| "pattern contains a domain")) {
            let edit = (name.value_range(), mended(value));
            findings.report(name, message).fix("fix the pattern", [edit]);
        }
    }
    let is_name =
        |word: &Word<'f>| word.is_any(&[Kind::Single, Kind::Double, Kind::Name, Kind::Regexp, Kind::Default]);
    let brace = node.through(last).find(|word| word.is(Kind::LBrace));
    if let (Some(first), Some(brace)) = (names().find(is_name), brace)
        && !first.is_any(&[Kind::Regexp, Kind::Default])
    {
        findings.report(brace, format!("node `{}` is not a pattern", first.value()));
    }
}

/// A pattern anchored at the start of a name, with an escaped dot before its domain.
fn mended(pattern: &str) -> String {
    let mut mended = format!("^{}", pattern.trim_start_matches('^'));
    if mended.ends_with('$') {
        mended.pop();
    }
    for domain in ["wmnet", "org"] {
        if mended.contains(&format!(".{domain}")) {
            mended = mended.replacen(domain, "", 1);
        }
    }
    mended
}

/// A node has a role, and nothing else.
fn node_body<'f>(findings: &mut Findings<'_, 'f>, node: Word<'f>, last: Word<'f>) {
    for word in node.through(last) {
        if is_call(word, &["lookup"]) || is_call(word, HIERA) {
            findings.report(word, format!("node calls `{}`", word.value()));
        } else if is_include(word) {
            findings.report(word, "node includes a class");
        } else if declared_class(word).is_some() {
            findings.report(word, "node declares a class");
        }
    }
    let range = TextRange::new(node.range().start, last.range().end);
    let file = findings.file;
    for name in resources_in(file, range).filter(|name| plain(*name) != "interface::add_ip6_mapped") {
        findings.report(name, format!("node declares a `{}`", plain(name)));
    }
}

/// The types of the resources of a definition, once for each resource.
fn resources<'f>(file: &File<'f>, definition: Definition<'f>) -> impl Iterator<Item = Word<'f>> {
    resources_in(file, definition.node().range())
}

fn resources_in<'f>(file: &File<'f>, range: TextRange) -> impl Iterator<Item = Word<'f>> {
    let inside = file.bodies().filter(|body| range.contains(body.node().range()));
    let mut types: Vec<Word<'f>> =
        inside.map(|body| body.resource_type).filter(|word| !word.is(Kind::Class)).collect();
    types.dedup();
    types.into_iter()
}

/// The names of the classes that are included.
fn included<'f>(definition: Definition<'f>) -> impl Iterator<Item = Word<'f>> {
    definition.words().filter(|word| is_include(*word)).filter_map(|word| {
        let next = word.next_code()?;
        if next.is(Kind::LParen) { next.next_code() } else { Some(next) }
    })
}

fn is_include(word: Word<'_>) -> bool {
    word.is_any(&[Kind::Name, Kind::FunctionName])
        && matches!(word.value(), "include" | "require" | "contain")
        && word.next_code().is_some_and(|next| !next.is(Kind::Arrow))
}

/// The titles of the classes that are declared.
fn declared_classes<'f>(definition: Definition<'f>) -> impl Iterator<Item = Word<'f>> {
    definition.words().filter_map(declared_class)
}

fn declared_class(word: Word<'_>) -> Option<Word<'_>> {
    let brace = word.next_code().filter(|next| word.is(Kind::Class) && next.is(Kind::LBrace))?;
    brace.next_code()
}

fn is_call(word: Word<'_>, functions: &[&str]) -> bool {
    word.is_any(&[Kind::Name, Kind::FunctionName])
        && functions.contains(&word.value())
        && word.next_code().is_some_and(|next| next.is(Kind::LParen))
}

/// The module of a name.
fn module(name: Word<'_>) -> &str {
    plain(name).split("::").next().unwrap_or("")
}

/// A name without a leading `::`.
fn plain(name: Word<'_>) -> &str {
    bare(name.value())
}
