//! Classes, defined types, functions, plans and type aliases in manifests.

use bunraku_diag::TextRange;
use bunraku_edition::PUPPET8;
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, Definition, View},
    outline, parse,
};

use crate::{
    Docstring, Entry, EntryKind, Found, Function, FunctionKind, Signature, SourceFile, Tag,
    docstring::{self, Parsed},
    lines::Lines,
};

/// Adds the definitions of a manifest. A file with syntax errors is not documented.
pub(crate) fn read(file: &SourceFile, found: &mut Found) {
    let kind = if file.path.starts_with("plans/") { SourceKind::Plan } else { SourceKind::Manifest };
    let tree = parse(&file.text, kind, &PUPPET8.syntax);
    let numbers = Lines::of(&file.text);
    if let Some(error) = tree.errors().first() {
        let line = numbers.line_of(error.range.start as usize);
        found.unreadable(line, "the file has syntax errors; run `bunraku validate` on it");
        return;
    }
    let lines: Vec<&str> = file.text.lines().collect();
    for outlined in outline(&tree, &file.text) {
        let line = numbers.line_of(outlined.definition.range().start as usize);
        define(&outlined.name, outlined.definition, line, comment_above(&lines, line), found);
    }
}

fn define(name: &str, definition: Definition<'_>, line: u32, comment: Parsed, found: &mut Found) {
    let source = definition.text().to_owned();
    let parameters: Vec<Parameter<'_>> =
        definition.parameters().into_iter().flat_map(ast::Parameters::iter).map(Parameter::of).collect();
    let defaults = parameters
        .iter()
        .filter_map(|parameter| Some((parameter.name.to_owned(), parameter.default?.to_owned())))
        .collect();
    let mut docs = comment.docs;
    let is_documented = !docs.is_empty();
    let what = match definition {
        Definition::Class(class) => {
            let inherits = class.parent().map(|parent| parent.name().to_owned());
            EntryKind::Class { inherits, defaults, source }
        }
        Definition::Define(_) => EntryKind::DefinedType { defaults, source },
        Definition::Function(function) => {
            describe_parameters(&parameters, &mut docs, line, found);
            describe_result(function.return_type(), &mut docs, line, found);
            let signature = Signature { call: call(name, &parameters, &docs), docs: docs.clone() };
            let kind = FunctionKind::Puppet;
            EntryKind::Function(Function { kind, signatures: vec![signature], defaults, source })
        }
        Definition::Plan(_) => EntryKind::Plan { defaults, source },
        Definition::TypeAlias(alias) => match alias.right() {
            Some(right) => EntryKind::TypeAlias { alias_of: alias_of(right) },
            None => return,
        },
        Definition::Node(_) | Definition::TypeDefinition(_) => return,
    };
    for problem in comment.problems {
        found.problem(line, format!("{problem}, in the comment of {} `{name}`", what.word()));
    }
    if !is_documented {
        found.problem(line, format!("{} `{name}` is not documented", what.word()));
    }
    if matches!(what, EntryKind::Class { .. } | EntryKind::DefinedType { .. } | EntryKind::Plan { .. }) {
        describe_parameters(&parameters, &mut docs, line, found);
    }
    found.add(Entry { name: name.to_owned(), file: found.file.clone(), line, docs, what });
}

/// A parameter as written.
pub(crate) struct Parameter<'t> {
    name: &'t str,
    type_: Option<&'t str>,
    default: Option<&'t str>,
    star: bool,
}

impl<'t> Parameter<'t> {
    fn of(parameter: ast::Parameter<'t>) -> Parameter<'t> {
        Parameter {
            name: parameter.name(),
            type_: parameter.ty().map(Syntax::text),
            default: parameter.default().map(Syntax::text),
            star: parameter.star().is_some(),
        }
    }
}

/// Adds the types in the code to the tags of parameters, and a tag for each parameter without one. Reports mismatches.
fn describe_parameters(parameters: &[Parameter<'_>], docs: &mut Docstring, line: u32, found: &mut Found) {
    let is_documented = !docs.is_empty();
    for tag in docs.tags("param") {
        let subject = tag.subject.as_deref().unwrap_or("");
        let known = parameters.iter().any(|parameter| parameter.name == subject);
        if !known && !matches!(subject, "name" | "title") {
            found.problem(line, format!("`@param {subject}` describes a parameter that does not exist"));
        }
    }
    for parameter in parameters {
        let tag = docs
            .tags
            .iter_mut()
            .find(|tag| tag.name == "param" && tag.subject.as_deref() == Some(parameter.name));
        let Some(tag) = tag else {
            if is_documented {
                found.problem(line, format!("parameter `{}` is not documented", parameter.name));
            }
            docs.tags.push(Tag::empty_param(parameter.name, parameter.type_.unwrap_or("Any")));
            continue;
        };
        let said = tag.types.as_ref().and_then(|types| types.first());
        match (parameter.type_, said) {
            (Some(type_), said) => {
                if said.is_some_and(|said| said != type_) {
                    let name = parameter.name;
                    found.problem(
                        line,
                        format!("the type in `@param {name}` differs from the type in the code: `{type_}`"),
                    );
                }
                tag.types = Some(vec![type_.to_owned()]);
            }
            (None, None) => tag.types = Some(vec!["Any".to_owned()]),
            (None, Some(_)) => {}
        }
    }
}

fn describe_result(type_: Option<Syntax<'_>>, docs: &mut Docstring, line: u32, found: &mut Found) {
    let type_ = type_.map(Syntax::text);
    let Some(tag) = docs.tags.iter_mut().find(|tag| tag.name == "return") else {
        found.problem(line, "the return value is not documented: add `@return`");
        let types = Some(vec![type_.unwrap_or("Any").to_owned()]);
        docs.tags.push(Tag { name: "return".to_owned(), text: Some(String::new()), types, ..Tag::default() });
        return;
    };
    let said = tag.types.as_ref().and_then(|types| types.first());
    match (type_, said) {
        (Some(type_), said) => {
            if said.is_some_and(|said| said != type_) {
                found.problem(
                    line,
                    format!("the type in `@return` differs from the type in the code: `{type_}`"),
                );
            }
            tag.types = Some(vec![type_.to_owned()]);
        }
        (None, None) => tag.types = Some(vec!["Any".to_owned()]),
        (None, Some(_)) => {}
    }
}

/// The signature of a function: `web::port(Integer $offset = 0)`.
fn call(name: &str, parameters: &[Parameter<'_>], docs: &Docstring) -> String {
    let arguments: Vec<String> = parameters
        .iter()
        .map(|parameter| {
            let tag = docs.tags("param").find(|tag| tag.subject.as_deref() == Some(parameter.name));
            let type_ =
                tag.and_then(|tag| tag.types.as_ref()?.first().cloned()).unwrap_or_else(|| "Any".to_owned());
            let star = if parameter.star { "*" } else { "" };
            let default = parameter.default.map(|default| format!(" = {default}")).unwrap_or_default();
            format!("{type_} {star}${}{default}", parameter.name)
        })
        .collect();
    format!("{name}({})", arguments.join(", "))
}

/// The right side of an alias. The parts of a type are joined on one line, unless they span several themselves; pairs without
/// braces are one part.
fn alias_of(right: Syntax<'_>) -> String {
    let Some(access) = ast::Access::cast(right) else { return right.text().to_owned() };
    let start = right.range().start;
    let between = |first: TextRange, last: TextRange| {
        let range = first.start.saturating_sub(start) as usize..last.end.saturating_sub(start) as usize;
        right.text().get(range).unwrap_or_default()
    };
    let keys = ast::elements(access.keys());
    let keys: Vec<&str> = keys
        .iter()
        .map(|key| match key {
            ast::Element::Value(value) => value.text(),
            ast::Element::Pairs(pairs) => match pairs.as_slice() {
                [first, .., last] => between(first.range(), last.range()),
                [only] => only.text(),
                [] => "",
            },
        })
        .collect();
    format!("{}[{}]", access.target().map_or("", Syntax::text), keys.join(", "))
}

/// The comment that ends on the line above, without its signs.
fn comment_above(lines: &[&str], line: u32) -> Parsed {
    let mut comment = Vec::new();
    for above in lines.iter().take(line.saturating_sub(1) as usize).rev() {
        let Some(rest) = above.trim().strip_prefix('#') else { break };
        let rest = rest.trim_start_matches('#');
        comment.push(rest.strip_prefix(char::is_whitespace).unwrap_or(rest));
    }
    comment.reverse();
    docstring::parse(&comment.join("\n"))
}
