//! Templates and files that code renders, and the variables that templates read.

use bunraku_diag::{Source, TextRange};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{
    SourceKind,
    ast::{self, FunctionCall, View},
    parse,
};

use super::calls::{literal, module_of};
use super::flow::{Files, Use, uses_below};

/// What a call in code renders.
pub(super) enum Rendered {
    /// `module/name` in a folder of the module.
    File { folder: &'static str, name: String },
    /// The text of a template in the code itself.
    Inline { language: Language, text: String },
}

/// The language of a template.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// Ruby's.
    Erb,
    /// Puppet's.
    Epp,
}

impl Language {
    /// The language of a file, by its name.
    pub fn of(file: &str) -> Language {
        if file.ends_with(".epp") { Language::Epp } else { Language::Erb }
    }
}

impl Files {
    /// The templates and files named by calls in the code at a place.
    pub fn rendered(&mut self, source: &Source, range: TextRange) -> Vec<Rendered> {
        let module = module_of(source.name()).map(str::to_owned);
        let tree = self.tree(source);
        let Some(node) = tree.node(source.text(), tree.node_at(range)) else { return Vec::new() };
        let whole = node.ancestors().find(|outer| {
            ast::Attribute::cast(*outer).is_some_and(|attribute| attribute.name_range() == Some(range))
        });
        let mut found = Vec::new();
        for call in whole.unwrap_or(node).descendants().filter_map(FunctionCall::of) {
            let arguments = call.argument_nodes();
            let texts = arguments.iter().filter_map(|argument| literal(*argument, module.as_deref()));
            let is_file = |name: &String| name.contains('/') && !name.starts_with('/');
            let files = |folder: &'static str| {
                texts.clone().filter(is_file).map(move |name| Rendered::File { folder, name })
            };
            let inline =
                |language| texts.clone().take(1).map(move |text| Rendered::Inline { language, text });
            match call.name {
                "template" => found.extend(files("templates")),
                "epp" => found.extend(files("templates").take(1)),
                "file" => found.extend(files("files").take(1)),
                "inline_template" => found.extend(inline(Language::Erb)),
                "inline_epp" => found.extend(inline(Language::Epp)),
                _ => {}
            }
        }
        found
    }
}

/// The variables that a template reads: `@x`, `scope['x']` and `scope.lookupvar('x')` in ERB, `$x` in EPP, except for
/// its own. `range` is the place of the code that renders it, whose scope it sees.
pub(super) fn variables(language: Language, text: &str, range: TextRange) -> Vec<Use> {
    match language {
        Language::Erb => erb_variables(text, range),
        Language::Epp => {
            let tree = parse(text, SourceKind::Template, &PUPPET8.syntax);
            let root = tree.root(text);
            let own: Vec<&str> = root
                .descendants()
                .flat_map(|node| {
                    let parameter = ast::Parameter::cast(node).map(ast::Parameter::name);
                    let target = ast::Assignment::cast(node).and_then(ast::Assignment::target);
                    parameter.into_iter().chain(target.and_then(ast::Variable::cast).map(ast::Variable::name))
                })
                .collect();
            let uses = uses_below(root).into_iter().filter(|used| !own.contains(&used.name.as_str()));
            uses.map(|used| Use { range, ..used }).collect()
        }
    }
}

fn erb_variables(text: &str, range: TextRange) -> Vec<Use> {
    let mut found: Vec<Use> = Vec::new();
    let mut add = |name: &str, rest: &str| {
        let name = name.strip_prefix("::").unwrap_or(name);
        let fact = matches!(name, "facts" | "trusted").then(|| fact(rest));
        let is_known = found.iter().any(|used| used.name == name && used.fact == fact);
        if !name.is_empty() && !name.starts_with('_') && !is_known {
            found.push(Use { name: name.to_owned(), fact, range });
        }
    };
    for (number, part) in text.split("<%").enumerate() {
        // What precedes the first tag, and what follows each tag, is text.
        let code = if number == 0 { "" } else { part.split("%>").next().unwrap_or(part) };
        if code.starts_with('#') {
            continue;
        }
        for sign in ["@", "scope['", "scope[\"", "lookupvar('", "lookupvar(\""] {
            for (at, _) in code.match_indices(sign) {
                let (_, after) = code.split_at(at + sign.len());
                let length = after.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                let (name, rest) = after.split_at(length.unwrap_or(after.len()));
                add(name.trim_end_matches(':'), rest);
            }
        }
    }
    found
}

/// The keys after `facts`, as far as they are strings: `os.family`.
fn fact(rest: &str) -> String {
    // What ends the name of a variable in quotes: `scope['facts']`.
    let mut rest = rest.strip_prefix("']").or_else(|| rest.strip_prefix("\"]")).unwrap_or(rest);
    let mut path = Vec::new();
    while let Some(inner) = rest.strip_prefix("['").or_else(|| rest.strip_prefix("[\"")) {
        let Some((key, after)) = inner.split_once(['\'', '"']) else { break };
        path.push(key);
        rest = after.strip_prefix(']').unwrap_or("");
    }
    if path.is_empty() { "all of them".to_owned() } else { path.join(".") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_templates_read() {
        let names = |language: Language, text: &str| {
            let uses = variables(language, text, TextRange::at(0));
            uses.iter().map(|used| used.fact.clone().unwrap_or_else(|| used.name.clone())).collect::<Vec<_>>()
        };
        let erb = "a@b <% if @port -%> <%= scope['::web::root'] %> <%# @no %> <%= @facts['os']['family'] %><%= @port %>";
        assert_eq!(names(Language::Erb, erb), ["port", "web::root", "os.family"]);
        assert_eq!(names(Language::Erb, "<%= scope.lookupvar('a::b') %>"), ["a::b"]);
        assert_eq!(names(Language::Erb, "<%= scope['facts']['os'] %>"), ["os"]);
        let epp = "<%- | $x, $y = $d | -%>$no <%= $x + $facts['n'] %><% $z = $w %><%= $z %><% [1].each |$i| { %><%= $i %>${v}<%= \"${v}\" %><% } %>";
        assert_eq!(names(Language::Epp, epp), ["d", "n", "w", "v"]);
    }
}
