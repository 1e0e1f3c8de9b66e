//! The definitions in a file, even if it is broken: an index or an editor needs the intact ones all the same.

use crate::{
    NodeId, Syntax, TokenKind, Tree,
    ast::{Block, Class, Definition, View},
};

/// A definition with its full name.
#[derive(Debug, Clone)]
pub struct Outlined<'t> {
    /// The full name: for classes and defined types in lowercase, with the names of enclosing classes; for functions
    /// and types as written; for nodes the source of their names.
    pub name: String,
    /// The definition itself, with its range, parameters and body.
    pub definition: Definition<'t>,
}

/// The definitions of a file in source order, including those nested in classes and other blocks.
///
/// Errors before, between and after definitions do not matter; for a definition that is itself broken, the result
/// contains what could be parsed. Definitions without a name are left out, since they cannot be referred to.
pub fn outline<'t>(tree: &'t Tree, text: &'t str) -> Vec<Outlined<'t>> {
    let mut found = Vec::new();
    let mut around: Vec<Around<'t>> = Vec::new();
    for node in tree.root(text).descendants() {
        while around.last().is_some_and(|class| class.end <= node.id()) {
            around.pop();
        }
        let Some(definition) = Definition::cast(node) else { continue };
        let name = full_name(definition, &around);
        if let Definition::Class(class) = definition {
            let open = !tree.errors().is_empty() && class.body().is_none_or(|body| !is_closed(body));
            around.push(Around { class, end: node.subtree_end(), open });
        }
        if !definition.name().is_empty() {
            found.push(Outlined { name, definition });
        }
    }
    found
}

/// A class that contains other definitions.
struct Around<'t> {
    class: Class<'t>,
    end: NodeId,
    /// Whether its closing brace is missing.
    open: bool,
}

fn full_name(definition: Definition<'_>, around: &[Around<'_>]) -> String {
    let name = definition.name();
    if !matches!(definition, Definition::Class(_) | Definition::Define(_)) {
        return name.to_owned();
    }
    let mut whole = String::new();
    for outer in around {
        // If a brace is missing, everything that follows is inside the class, even if it was not meant to be: the
        // indentation decides.
        let outside = outer.open && margin(definition.syntax()) <= margin(outer.class.syntax());
        if !outside {
            whole.push_str(outer.class.name());
            whole.push_str("::");
        }
    }
    whole.push_str(name.trim_start_matches("::"));
    whole.to_lowercase()
}

/// Whether a block has a closing brace.
fn is_closed(block: Block<'_>) -> bool {
    block.syntax().own_tokens().last().is_some_and(|(_, kind)| kind == TokenKind::RBrace)
}

/// The column of a node.
fn margin(node: Syntax<'_>) -> usize {
    let before = node.source().get(..node.range().start as usize).unwrap_or("");
    before.len() - before.rfind('\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SourceKind, parse};
    use bunraku_edition::PUPPET8;

    /// The definitions of a program, each with its kind, name and parameters.
    fn listed(text: &str) -> Vec<String> {
        let tree = parse(text, SourceKind::Manifest, &PUPPET8.syntax);
        let shown = |outlined: &Outlined<'_>| {
            let keyword = outlined.definition.text().split_whitespace().next().unwrap_or("");
            let parameters = outlined.definition.parameters().into_iter().flat_map(|list| list.iter());
            let parameters: Vec<&str> = parameters.map(|parameter| parameter.name()).collect();
            let parameters =
                if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(" ")) };
            format!("{keyword} {}{parameters}", outlined.name)
        };
        outline(&tree, text).iter().map(shown).collect()
    }

    /// Like [`listed`], for a program with errors.
    fn broken(string: &str) -> Vec<String> {
        let tree = parse(string, SourceKind::Manifest, &PUPPET8.syntax);
        assert!(!tree.errors().is_empty(), "it is not broken: {string}");
        listed(string)
    }

    const AFTER: &str =
        "define b::d (Integer $n) { }\nfunction b::f($x) { $x }\ntype B::T = Integer\nnode 'n' { }\n";
    const LISTED: [&str; 4] = ["define b::d(n)", "function b::f(x)", "type B::T", "node 'n'"];

    #[test]
    fn every_kind_of_definition() {
        let text = "class A::B (String $x, $y = 1) inherits c { class d { define e { } } }\n\
                    node 'a', /b/ { }\ntype X[1] = Y\ntype Z { }";
        assert_eq!(
            listed(text),
            ["class a::b(x y)", "class a::b::d", "define a::b::d::e", "node 'a', /b/", "type X", "type Z"]
        );
        assert_eq!(listed(AFTER), LISTED);
        assert_eq!(listed(""), [""; 0]);
    }

    #[test]
    fn ranges_are_those_of_the_definitions() {
        let text = "$x = )\nclass a { }\n";
        let tree = parse(text, SourceKind::Manifest, &PUPPET8.syntax);
        let found = outline(&tree, text);
        let [class] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(class.definition.text(), "class a { }");
        assert_eq!(class.definition.head().of(text), "class a");
        assert_eq!(class.definition.name_range().unwrap().of(text), "a");
    }

    #[test]
    fn errors_before_definitions() {
        for error in [
            "$x = )",
            "$x = [1, 2",
            "file { 'a': ensure => }",
            "}",
            "notice(",
            "if $x {\n  notice(1)\n}\n}",
            "$a = \\",
            "case $x { 1 => { } }",
            "foo { a => b, c }",
            "class { 'x'",
            "else { }",
            "@ @",
            "09 + 1",
            "function { }",
            "type = 3",
            "node { }",
            "class { }",
        ] {
            assert_eq!(broken(&format!("{error}\n{AFTER}")), LISTED, "after {error}");
        }
    }

    #[test]
    fn errors_after_definitions() {
        for error in ["$x = )", "'unclosed", "@(E)\n", "}", "{ {", "class", "function f(", "\"${"] {
            assert_eq!(broken(&format!("{AFTER}{error}\n"))[..4], LISTED, "before {error}");
        }
    }

    #[test]
    fn errors_inside_of_definitions() {
        for error in
            ["$x = )", "file { 'a': ensure => }", "notice(1 2)", "if { }", "foo [1", "$y = { a }", "\\"]
        {
            let text = format!("class a ($p) {{\n  {error}\n  class c ($q) {{ }}\n}}\n{AFTER}");
            let expected = ["class a(p)", "class a::c(q)"].into_iter().chain(LISTED);
            assert_eq!(broken(&text), expected.collect::<Vec<_>>(), "with {error}");
        }
    }

    #[test]
    fn errors_in_the_head_of_a_definition() {
        for head in
            ["class a ($p $q)", "class a ($p, $q,,)", "class a ($p, $q = )", "class a ($p, $q) inherits"]
        {
            let expected = ["class a(p q)"].into_iter().chain(LISTED);
            assert_eq!(broken(&format!("{head} {{ }}\n{AFTER}")), expected.collect::<Vec<_>>(), "{head}");
        }
    }

    #[test]
    fn a_missing_brace_puts_nothing_into_the_class() {
        let after = ["class a(p)", "class b", "define b::d(n)", "function b::f(x)", "type B::T", "node 'n'"];
        for body in ["{\n  if $x {\n    notice(1)\n}\n", "{\n  file { 'a':\n    mode => '1',\n}\n", "{\n"] {
            assert_eq!(broken(&format!("class a ($p) {body}\nclass b {{ }}\n{AFTER}")), after, "with {body}");
        }
        assert_eq!(broken("class a {\n  class b { }\n"), ["class a", "class a::b"], "the margin tells");
    }
}
