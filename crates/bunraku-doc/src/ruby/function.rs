//! Functions in Ruby: `Puppet::Functions.create_function` and the older `newfunction`.

use bunraku_ruby::prism::{CallNode, DefNode, Node};

use super::tree::{Ruby, arguments, block, literal, name, pairs, scrub, source};
use crate::{Docstring, Entry, EntryKind, Found, Function, FunctionKind, Signature, Tag, docstring};

/// Adds a function of the typed API.
pub(super) fn read_new(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let line = ruby.call_line(node);
    let Some(name) = name(node) else { return nameless(line, found) };
    let comment = ruby.comment(line);
    let mut docs = comment.docs;
    report(&comment.problems, &name, line, found);
    if docs.is_empty() {
        found.problem(line, format!("function `{name}` is not documented"));
    }
    for tag in ["param", "return", "overload"] {
        if docs.tag(tag).is_some() {
            found.problem(
                line,
                format!("`@{tag}` of function `{name}` is ignored: write it above `dispatch`"),
            );
        }
    }
    docs.tags.retain(|tag| !matches!(tag.name.as_str(), "param" | "return" | "overload"));
    let mut overloads = overloads(ruby, node, &name, found);
    let mut defaults = Vec::new();
    let signatures = if overloads.len() == 1 {
        // If there is a single way to call a function, its description is that of the function.
        let overload = overloads.remove(0);
        docs.tags.extend(overload.docs.tags.iter().cloned());
        defaults = overload
            .parameters
            .iter()
            .filter_map(|(name, value)| Some((name.clone(), value.clone()?)))
            .collect();
        vec![Signature { call: overload.call(&name), docs: docs.clone() }]
    } else if overloads.is_empty() {
        vec![Signature { call: format!("{name}()"), docs: docs.clone() }]
    } else {
        overloads.iter().map(|each| Signature { call: each.call(&name), docs: each.docs.clone() }).collect()
    };
    let function =
        Function { kind: FunctionKind::Ruby4, signatures, defaults, source: source(&node.as_node()) };
    found.add(Entry { name, file: found.file.clone(), line, docs, what: EntryKind::Function(function) });
}

/// Adds a function of the API of Puppet 3, whose documentation is an argument.
pub(super) fn read_old(ruby: &Ruby, node: &CallNode<'_>, found: &mut Found) {
    let line = ruby.call_line(node);
    let Some(name) = name(node) else { return nameless(line, found) };
    let options = arguments(node).into_iter().nth(1);
    let doc = options.iter().flat_map(pairs).find(|(key, _)| literal(key).as_deref() == Some("doc"));
    let mut docs = match doc.map(|(_, value)| literal(&value)) {
        Some(Some(text)) => {
            let comment = docstring::parse(&scrub(&text));
            report(&comment.problems, &name, line, found);
            comment.docs
        }
        Some(None) => {
            found.problem(line, format!("the documentation of function `{name}` is not a plain string"));
            Docstring::default()
        }
        None => {
            found.problem(line, format!("function `{name}` is not documented"));
            ruby.comment(line).docs
        }
    };
    for tag in docs.tags.iter_mut().filter(|tag| tag.name == "param" && tag.types.is_none()) {
        tag.types = Some(vec!["Any".to_owned()]);
    }
    let parameters = docs.tags("param").filter_map(|tag| Some((tag.subject.clone()?, None))).collect();
    describe_result(&mut docs, line, found);
    let overload = Overload { docs, parameters };
    let signatures = vec![Signature { call: overload.call(&name), docs: overload.docs.clone() }];
    let kind = FunctionKind::Ruby3;
    let function = Function { kind, signatures, defaults: Vec::new(), source: source(&node.as_node()) };
    let (file, docs) = (found.file.clone(), overload.docs);
    found.add(Entry { name, file, line, docs, what: EntryKind::Function(function) });
}

/// One way to call a function.
struct Overload {
    docs: Docstring,
    /// Names, prefixed with `*` or `&`, and default values.
    parameters: Vec<(String, Option<String>)>,
}

impl Overload {
    fn call(&self, function: &str) -> String {
        let arguments: Vec<String> = self
            .parameters
            .iter()
            .map(|(name, default)| {
                let tag = self.docs.tags("param").find(|tag| tag.subject.as_deref() == Some(name.as_str()));
                let type_ = tag.and_then(|tag| tag.types.as_ref()?.first().cloned());
                let sign = name.chars().next().filter(|sign| matches!(sign, '*' | '&'));
                let bare = sign.map_or(name.as_str(), |sign| name.strip_prefix(sign).unwrap_or(name));
                let sign = sign.map(String::from).unwrap_or_default();
                let default = default.as_ref().map(|default| format!(" = {default}")).unwrap_or_default();
                format!("{} {sign}${bare}{default}", type_.as_deref().unwrap_or("Any"))
            })
            .collect();
        format!("{function}({})", arguments.join(", "))
    }

    /// Adds a tag for a parameter, or the type to its tag.
    fn add(&mut self, parameter: Parameter, line: u32, found: &mut Found) {
        let tag = self
            .docs
            .tags
            .iter_mut()
            .find(|tag| tag.name == "param" && tag.subject.as_deref() == Some(parameter.name.as_str()));
        if let (Some(_), Some(_)) = (&parameter.type_, tag.as_ref().and_then(|tag| tag.types.as_ref())) {
            let name = &parameter.name;
            found.problem(line, format!("the type in `@param {name}` is ignored: the code declares one"));
        }
        let sign = parameter.sign.map(String::from).unwrap_or_default();
        let name = format!("{sign}{}", parameter.name);
        let said = tag.as_ref().and_then(|tag| tag.types.as_ref()?.first().cloned());
        let mut type_ = parameter.type_.or(said).unwrap_or_else(|| "Any".to_owned());
        if parameter.optional {
            type_ = format!("Optional[{type_}]");
        }
        let default = parameter.default.map(|default| match default.as_str() {
            "nil" => "undef".to_owned(),
            ":default" => "default".to_owned(),
            _ => default,
        });
        match tag {
            Some(tag) => {
                tag.subject = Some(name.clone());
                tag.types = Some(vec![type_]);
            }
            None => {
                if !self.docs.is_empty() {
                    found.problem(line, format!("parameter `{}` is not documented", parameter.name));
                }
                self.docs.tags.push(Tag::empty_param(&name, &type_));
            }
        }
        self.parameters.push((name, default));
    }

    fn finish(&mut self, line: u32, found: &mut Found) {
        describe_result(&mut self.docs, line, found);
        for tag in self.docs.tags("param") {
            let subject = tag.subject.as_deref().unwrap_or("");
            if !self.parameters.iter().any(|(name, _)| name == subject) {
                found.problem(line, format!("`@param {subject}` describes a parameter that does not exist"));
            }
        }
    }
}

#[derive(Default)]
struct Parameter {
    name: String,
    type_: Option<String>,
    default: Option<String>,
    optional: bool,
    /// `*` for a rest parameter, `&` for the lambda.
    sign: Option<char>,
}

fn overloads(ruby: &Ruby, node: &CallNode<'_>, function: &str, found: &mut Found) -> Vec<Overload> {
    let statements = block(node).unwrap_or_default();
    let mut overloads: Vec<Overload> = Vec::new();
    for call in statements.iter().filter_map(Node::as_call_node) {
        if call.name().as_slice() == b"dispatch" && arguments(&call).len() == 1 && call.block().is_some() {
            overloads.push(dispatch(ruby, &call, function, found));
        }
    }
    let unqualified = function.rsplit("::").next().unwrap_or(function);
    let method = statements
        .iter()
        .filter_map(Node::as_def_node)
        .rfind(|method| method.name().as_slice() == unqualified.as_bytes());
    if let (true, Some(method)) = (overloads.is_empty(), method) {
        overloads.push(default_method(ruby, &method, function, found));
    }
    overloads
}

fn dispatch(ruby: &Ruby, node: &CallNode<'_>, function: &str, found: &mut Found) -> Overload {
    let line = ruby.call_line(node);
    let comment = ruby.comment(line);
    report(&comment.problems, function, line, found);
    let mut overload = Overload { docs: comment.docs, parameters: Vec::new() };
    let mut lambda = None;
    for call in block(node).unwrap_or_default().iter().filter_map(Node::as_call_node) {
        let method = String::from_utf8_lossy(call.name().as_slice()).into_owned();
        let arguments = arguments(&call);
        let line = ruby.call_line(&call);
        if method == "return_type" {
            let types = arguments.first().and_then(literal).map(|type_| vec![type_]);
            match overload.docs.tags.iter_mut().find(|tag| tag.name == "return") {
                Some(tag) => tag.types = types,
                None => overload.docs.tags.push(Tag {
                    name: "return".to_owned(),
                    text: Some(String::new()),
                    types,
                    ..Tag::default()
                }),
            }
        } else if method.ends_with("block_param") {
            let (type_, name) = match arguments.as_slice() {
                [] => ("Callable".to_owned(), "block".to_owned()),
                [name] => ("Callable".to_owned(), literal(name).unwrap_or_default()),
                [type_, name, ..] => (literal(type_).unwrap_or_default(), literal(name).unwrap_or_default()),
            };
            let optional = method.contains("optional");
            let (type_, sign) = (Some(type_), Some('&'));
            lambda = lambda.or(Some((Parameter { name, type_, optional, sign, default: None }, line)));
        } else if method.ends_with("param") {
            let [type_, name] = arguments.as_slice() else { continue };
            let parameter = Parameter {
                name: literal(name).unwrap_or_default(),
                type_: literal(type_),
                default: None,
                optional: method.contains("optional"),
                sign: method.contains("repeated").then_some('*'),
            };
            overload.add(parameter, line, found);
        }
    }
    if let Some((lambda, line)) = lambda {
        overload.add(lambda, line, found);
    }
    overload.finish(line, found);
    overload
}

/// The method with the function's own name, for functions without `dispatch`.
fn default_method(ruby: &Ruby, node: &DefNode<'_>, function: &str, found: &mut Found) -> Overload {
    let line = ruby.line(&node.as_node());
    let comment = ruby.comment(line);
    report(&comment.problems, function, line, found);
    let mut overload = Overload { docs: comment.docs, parameters: Vec::new() };
    if let Some(parameters) = node.parameters() {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for required in parameters.requireds().iter() {
            overload.add(Parameter { name: source(&required), ..Parameter::default() }, line, found);
        }
        for optional in parameters.optionals().iter().filter_map(|node| node.as_optional_parameter_node()) {
            let name = text(optional.name().as_slice());
            let default = Some(source(&optional.value()));
            overload.add(Parameter { name, default, optional: true, ..Parameter::default() }, line, found);
        }
        let rest = parameters.rest().and_then(|rest| rest.as_rest_parameter_node()?.name());
        if let Some(rest) = rest {
            let name = text(rest.as_slice());
            overload.add(Parameter { name, sign: Some('*'), ..Parameter::default() }, line, found);
        }
        if let Some(lambda) = parameters.block().and_then(|lambda| lambda.as_block_parameter_node()?.name()) {
            let name = text(lambda.as_slice());
            overload.add(Parameter { name, sign: Some('&'), ..Parameter::default() }, line, found);
        }
    }
    overload.finish(line, found);
    overload
}

fn describe_result(docs: &mut Docstring, line: u32, found: &mut Found) {
    let any = || Some(vec!["Any".to_owned()]);
    match docs.tags.iter_mut().find(|tag| tag.name == "return") {
        Some(tag) => tag.types = tag.types.take().or_else(any),
        None => {
            found.problem(line, "the return value is not documented: add `@return`");
            let text = Some(String::new());
            docs.tags.push(Tag { name: "return".to_owned(), text, types: any(), ..Tag::default() });
        }
    }
}

fn report(problems: &[String], function: &str, line: u32, found: &mut Found) {
    for problem in problems {
        found.problem(line, format!("{problem}, in the comment of function `{function}`"));
    }
}

fn nameless(line: u32, found: &mut Found) {
    found.problem(line, "a function whose name is computed cannot be documented");
}
