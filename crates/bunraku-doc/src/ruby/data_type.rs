//! Data types in Ruby: `Puppet::DataTypes.create_type`, whose interface is a hash in Puppet.

use bunraku_edition::PUPPET8;
use bunraku_ruby::prism::{CallNode, Node, Visit, visit_call_node};
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, View},
    parse,
};

use super::tree::{Ruby, arguments, literal, name};
use crate::{DataType, Docstring, Entry, EntryKind, Found, Signature, Tag};

/// Adds a data type.
pub(super) fn read(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let line = ruby.call_line(node);
    let Some(name) = name(node) else {
        return found.problem(line, "a data type whose name is computed cannot be documented");
    };
    let comment = ruby.comment(line);
    let mut docs = comment.docs;
    for problem in comment.problems {
        found.problem(line, format!("{problem}, in the comment of data type `{name}`"));
    }
    if docs.is_empty() {
        found.problem(line, format!("data type `{name}` is not documented"));
    }
    let mut search = Interface { found: None };
    visit_call_node(&mut search, node);
    let interface = Members::of(&search.found.unwrap_or_default());
    describe_attributes(&interface.attributes, &mut docs, line, found);
    let functions = interface.functions.iter().map(|(function, type_)| {
        let types = callable(type_);
        (function.clone(), signature(&name, function, types))
    });
    let defaults = interface
        .attributes
        .iter()
        .filter_map(|attribute| Some((attribute.name.clone(), attribute.default.clone()?)))
        .collect();
    let what = EntryKind::DataType(DataType { defaults, functions: functions.collect() });
    found.add(Entry { name, file: found.file.clone(), line, docs, what });
}

/// Finds `interface <<-PUPPET ...` in the block.
struct Interface {
    found: Option<String>,
}

impl<'pr> Visit<'pr> for Interface {
    fn visit_call_node(&mut self, node: &CallNode<'pr>) {
        if self.found.is_none() && node.name().as_slice() == b"interface" {
            self.found = arguments(node).first().and_then(literal);
        }
        visit_call_node(self, node);
    }

    fn visit_branch_node_enter(&mut self, _node: Node<'pr>) {}
}

struct Attribute {
    name: String,
    type_: Option<String>,
    default: Option<String>,
}

/// The members that an interface declares.
#[derive(Default)]
struct Members {
    attributes: Vec<Attribute>,
    functions: Vec<(String, String)>,
}

impl Members {
    fn of(interface: &str) -> Members {
        let text = format!("$x = {{ {interface} }}");
        let tree = parse(&text, SourceKind::Manifest, &PUPPET8.syntax);
        let mut members = Members::default();
        if !tree.errors().is_empty() {
            return members;
        }
        let Some(hash) = tree.root(&text).descendants().find_map(ast::Hash::cast) else { return members };
        for (key, value) in entries(hash) {
            let Some(inner) = ast::Hash::cast(value) else { continue };
            match key.as_str() {
                "attributes" => members.attributes = entries(inner).into_iter().map(attribute).collect(),
                "functions" => {
                    members.functions = entries(inner)
                        .into_iter()
                        .map(|(name, value)| (name, value.text().to_owned()))
                        .collect();
                }
                _ => {}
            }
        }
        members
    }
}

fn attribute((name, value): (String, Syntax<'_>)) -> Attribute {
    let Some(hash) = ast::Hash::cast(value) else {
        return Attribute { name, type_: Some(value.text().to_owned()), default: None };
    };
    let mut attribute = Attribute { name, type_: None, default: None };
    for (key, value) in entries(hash) {
        match key.as_str() {
            "type" => attribute.type_ = Some(value.text().to_owned()),
            "value" => attribute.default = Some(unquoted(value.text()).to_owned()),
            _ => {}
        }
    }
    attribute
}

fn entries(hash: ast::Hash<'_>) -> Vec<(String, Syntax<'_>)> {
    hash.entries()
        .filter_map(|entry| Some((unquoted(entry.key()?.text()).to_owned(), entry.value()?)))
        .collect()
}

fn unquoted(text: &str) -> &str {
    let quoted = |quote| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    quoted('\'').or_else(|| quoted('"')).unwrap_or(text)
}

fn describe_attributes(attributes: &[Attribute], docs: &mut Docstring, line: u32, found: &mut Found) {
    docs.tags.retain(|tag| {
        let subject = tag.subject.as_deref().unwrap_or("");
        let known = tag.name != "param" || attributes.iter().any(|attribute| attribute.name == subject);
        if !known {
            found.problem(line, format!("`@param {subject}` describes an attribute that does not exist"));
        }
        known
    });
    for attribute in attributes {
        let type_ = attribute.type_.as_deref().unwrap_or("Any");
        let tag = docs
            .tags
            .iter_mut()
            .find(|tag| tag.name == "param" && tag.subject.as_deref() == Some(attribute.name.as_str()));
        match tag {
            Some(tag) => tag.types = Some(vec![type_.to_owned()]),
            None => {
                found.problem(line, format!("attribute `{}` is not documented", attribute.name));
                docs.tags.push(Tag::empty_param(&attribute.name, type_));
            }
        }
    }
}

/// The types of the parameters and of the result of `Callable[[A, B], R]` or `Callable[A, B]`.
fn callable(type_: &str) -> (Vec<String>, String) {
    let text = format!("$x = {type_}");
    let tree = parse(&text, SourceKind::Manifest, &PUPPET8.syntax);
    let access = tree.root(&text).descendants().find_map(ast::Access::cast);
    let Some(access) = access.filter(|_| tree.errors().is_empty()) else {
        return (Vec::new(), "Any".to_owned());
    };
    let keys: Vec<Syntax<'_>> = access.keys().collect();
    let strings = |keys: &[Syntax<'_>]| keys.iter().map(|key| key.text().to_owned()).collect();
    if let [parameters, result] = keys.as_slice()
        && let Some(parameters) = ast::Array::cast(*parameters)
    {
        let parameters: Vec<Syntax<'_>> = parameters.elements().collect();
        return (strings(&parameters), result.text().to_owned());
    }
    (strings(&keys), "Any".to_owned())
}

fn signature(data_type: &str, function: &str, (parameters, result): (Vec<String>, String)) -> Signature {
    let mut tags = vec![Tag {
        name: "return".to_owned(),
        text: Some(String::new()),
        types: Some(vec![result]),
        ..Tag::default()
    }];
    let mut names = Vec::new();
    for (index, type_) in parameters.iter().enumerate() {
        let name = format!("param{}", index + 1);
        tags.push(Tag::empty_param(&name, type_));
        names.push(name);
    }
    let arguments = if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) };
    Signature {
        call: format!("{data_type}.{function}{arguments}"),
        docs: Docstring { text: String::new(), tags },
    }
}
