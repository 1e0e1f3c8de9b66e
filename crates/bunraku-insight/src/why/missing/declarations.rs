//! Finds code that declares a resource in the text of manifests.

use bunraku_diag::{Source, TextRange};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{
    Syntax,
    ast::{self, FunctionCall, Node, View},
};

use crate::why::flow::Files;

/// The resource to find.
pub struct Target {
    /// Capitalized, as in the catalog.
    type_name: String,
    title: String,
}

impl Target {
    pub fn new(type_name: &str, title: &str) -> Target {
        let type_name = bunraku_diag::capitalized(&type_name.to_lowercase());
        let title = match type_name.as_str() {
            "Class" => bunraku_diag::capitalized(&title.trim_start_matches("::").to_lowercase()),
            _ => title.to_owned(),
        };
        Target { type_name, title }
    }

    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    fn is_class(&self) -> bool {
        self.type_name == "Class"
    }

    fn names(&self, type_name: &str) -> bool {
        self.type_name.eq_ignore_ascii_case(type_name.trim_start_matches("::"))
    }
}

/// The definition that contains a declaration.
pub enum Owner {
    Top,
    Node(String),
    Class(String),
    Define(String),
    Function(String),
}

/// Code that declares a resource if it runs.
pub struct Declaration {
    pub range: TextRange,
    pub owner: Owner,
    pub title: Match,
    pub is_virtual: bool,
}

/// Code that calls a function.
pub struct Call {
    pub range: TextRange,
    pub owner: Owner,
}

/// A collector of resources of the type.
pub struct Collector {
    pub range: TextRange,
    pub text: String,
}

/// The declarations of a resource in a file.
pub fn of(files: &mut Files, source: &Source, target: &Target) -> Vec<Declaration> {
    // Most files can be ruled out quickly.
    let text = source.text().to_lowercase();
    let last = target.title.rsplit("::").next().unwrap_or_default().to_lowercase();
    let is_near = match target.is_class() {
        true => text.contains(&last),
        false => text.contains(&target.type_name.to_lowercase()),
    };
    if !is_near {
        return Vec::new();
    }
    let tree = files.tree(source);
    let mut found = Vec::new();
    for node in tree.root(source.text()).descendants() {
        let mut add = |range, title, is_virtual| {
            found.push(Declaration { range, owner: owner(node), title, is_virtual });
        };
        match Node::of(node) {
            Node::Resource(resource)
                if resource.resource_type().is_some_and(|ty| target.names(ty.text())) =>
            {
                let is_virtual =
                    node.parent().is_some_and(|outer| matches!(Node::of(outer), Node::Virtual(_)));
                for body in resource.bodies() {
                    let Some(title) = body.title() else { continue };
                    match titles(title, target) {
                        Match::No => {}
                        found => add(title.range(), found, is_virtual),
                    }
                }
            }
            Node::Call(_) | Node::MethodCall(_) | Node::StatementCall(_) if target.is_class() => {
                let arguments = FunctionCall::of(node).filter(declares_classes);
                let arguments = arguments.map(|call| call.argument_nodes()).unwrap_or_default();
                let named = arguments.into_iter().filter(|node| titles(*node, target) == Match::Yes);
                named.for_each(|argument| add(argument.range(), Match::Yes, false));
            }
            Node::ClassParent(parent)
                if target.is_class()
                    && target.title == bunraku_diag::capitalized(&lowered(parent.name())) =>
            {
                add(parent.range(), Match::Yes, false);
            }
            _ => {}
        }
    }
    found
}

/// The calls of a function in a file.
pub fn calls(files: &mut Files, source: &Source, function: &str) -> Vec<Call> {
    if !source.text().contains(function) {
        return Vec::new();
    }
    let calls = files.tree(source).root(source.text()).descendants().filter_map(FunctionCall::of);
    let calls = calls.filter(|call| call.name == function);
    calls.map(|call| Call { range: call.node.range(), owner: owner(call.node) }).collect()
}

/// The collectors of the type in a file.
pub fn collectors(files: &mut Files, source: &Source, target: &Target) -> Vec<Collector> {
    if !source.text().contains("<|") && !source.text().contains("<<|") && !source.text().contains("realize") {
        return Vec::new();
    }
    let tree = files.tree(source);
    let nodes = tree.root(source.text()).descendants();
    let collectors = nodes.filter_map(ast::Collector::cast);
    let of_type =
        collectors.filter(|collector| collector.resource_type().is_some_and(|ty| target.names(ty.text())));
    of_type
        .map(|collector| {
            let text = collector.syntax().text().split_whitespace().collect::<Vec<_>>().join(" ");
            Collector { range: collector.range(), text }
        })
        .collect()
}

/// Where a class is defined.
pub fn definition(files: &mut Files, source: &Source, target: &Target) -> Option<TextRange> {
    if !target.is_class() || !source.text().contains("class") {
        return None;
    }
    let tree = files.tree(source);
    let mut classes = tree.root(source.text()).descendants().filter_map(ast::Class::cast);
    let class = classes.find(|class| bunraku_diag::capitalized(&lowered(class.name())) == target.title)?;
    class.name_range()
}

/// Whether the title of a declaration matches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// It is a literal.
    Yes,
    /// It is computed, and its literal parts match.
    Partly,
    /// It is computed.
    Perhaps,
    No,
}

/// Whether an expression for titles results in the one that is searched for.
fn titles(title: Syntax<'_>, target: &Target) -> Match {
    let is_it = |text: &str| match target.is_class() {
        true => bunraku_diag::capitalized(&lowered(text)) == target.title,
        false => text == target.title,
    };
    let literal = |text: &str| if is_it(text) { Match::Yes } else { Match::No };
    match Node::of(title) {
        Node::String(string) => literal(&string.value(&PUPPET8.syntax)),
        Node::Word(word) => literal(word.value()),
        Node::Name(name) => literal(name.syntax().text()),
        Node::Array(array) => {
            array.elements().map(|element| titles(element, target)).min().unwrap_or(Match::No)
        }
        // `Class['x']`
        Node::Access(access) => access.keys().next().map_or(Match::No, |key| titles(key, target)),
        Node::InterpolatedString(string) => interpolated(string, target),
        // The attributes of the `default` body are not a resource.
        Node::Default(_) => Match::No,
        _ => Match::Perhaps,
    }
}

/// Whether the literal pieces of a string occur in the title, in order.
fn interpolated(string: ast::InterpolatedString<'_>, target: &Target) -> Match {
    let (mut rest, mut found) = (target.title.as_str(), Match::Perhaps);
    for (index, piece) in string.pieces().enumerate() {
        let ast::Piece::Text(text) = piece else { continue };
        let text = text.value(&PUPPET8.syntax);
        let at = if index == 0 { rest.starts_with(&*text).then_some(0) } else { rest.find(&*text) };
        match at.and_then(|at| rest.get(at + text.len()..)) {
            Some(after) => (rest, found) = (after, Match::Partly),
            None => return Match::No,
        }
    }
    found
}

fn declares_classes(call: &FunctionCall<'_>) -> bool {
    matches!(call.name, "include" | "require" | "contain" | "hiera_include")
}

fn owner(node: Syntax<'_>) -> Owner {
    for outer in node.ancestors() {
        match Node::of(outer) {
            Node::Class(class) => return Owner::Class(lowered(class.name())),
            Node::Define(define) => return Owner::Define(lowered(define.name())),
            Node::Function(function) => {
                return Owner::Function(function.name().trim_start_matches("::").to_owned());
            }
            Node::NodeDefinition(definition) => {
                let names = definition.names().map(|names| names.syntax().text().to_owned());
                return Owner::Node(names.unwrap_or_default());
            }
            _ => {}
        }
    }
    Owner::Top
}

fn lowered(name: &str) -> String {
    name.trim_start_matches("::").to_lowercase()
}
