//! Values that resource types reject.

use bunraku_catalog::{Catalog, Kind, Resource};
use bunraku_diag::{Diagnostic, codes, nearest};
use bunraku_pcore::{Value, lowercase};
use bunraku_resources::values::{CONTENTS, Given, Takes, needs_path, takes};
use bunraku_resources::{ResourceType, is_metaparameter};

use super::placed;

/// Adds what the type of a resource rejects.
pub(super) fn check(catalog: &Catalog, resource: &Resource, found: &mut Vec<Diagnostic>) {
    let type_name = lowercase(&resource.type_name);
    if resource.kind != Kind::Builtin || ResourceType::find(&type_name).is_none() {
        return;
    }
    let check = Check { catalog, resource, type_name: &type_name };
    for param in resource.params.iter() {
        if let Some(takes) = takes(&type_name, &param.name).or_else(|| metaparameter(&param.name)) {
            let secret = resource.sensitive.contains(&param.name);
            found.extend(check.value(&param.name, &param.value, takes, secret));
        }
    }
    check.audited(found);
    match &*type_name {
        "file" => check.file(found),
        "package" => check.package(found),
        "exec" => check.exec(found),
        _ => {}
    }
}

/// What a metaparameter accepts, which is the same for all types.
fn metaparameter(name: &str) -> Option<Takes> {
    match name {
        "loglevel" => Some(Takes::OneOf(&[
            "debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose",
        ])),
        "noop" => Some(Takes::OneOf(&["true", "false"])),
        _ => None,
    }
}

struct Check<'c> {
    catalog: &'c Catalog,
    resource: &'c Resource,
    type_name: &'c str,
}

impl Check<'_> {
    /// Reports a value, or the first element of an array, that the type rejects.
    fn value(&self, name: &str, value: &Value, takes: Takes, secret: bool) -> Option<Diagnostic> {
        let given = match value {
            Value::Array(items) => {
                return items.iter().find_map(|item| self.value(name, item, takes, secret));
            }
            Value::Sensitive(hidden) => return self.value(name, hidden.unwrap(), takes, true),
            Value::Str(source) => Given::String(source),
            Value::Int(number) => Given::Integer(*number),
            Value::Float(number) => Given::Float(*number),
            Value::Bool(value) => Given::Boolean(*value),
            Value::Hash(_) => {
                let got = if secret { "a sensitive value" } else { "a Hash" };
                return Some(self.refused(Some(name), format!("`{name}` expects {takes}, got {got}")));
            }
            _ => return None,
        };
        if takes.accepts(given) {
            return None;
        }
        let expected = match given {
            Given::Integer(_) if takes == Takes::Mode => "a string such as `0644`".to_owned(),
            _ => takes.to_string(),
        };
        let got = match given {
            _ if secret => "a sensitive value".to_owned(),
            Given::String(source) => format!("`{source}`"),
            Given::Integer(number) => format!("the number {number}"),
            Given::Float(number) => format!("the number {number}"),
            Given::Boolean(value) => format!("`{value}`"),
        };
        let diagnostic = self.refused(Some(name), format!("`{name}` expects {expected}, got {got}"));
        let source = given.to_string();
        Some(match nearest(&source, takes.words().iter().copied()) {
            Some(near) if !secret => diagnostic.help(format!("did you mean `{near}`?")),
            _ if takes == Takes::Mode && matches!(given, Given::Integer(_)) => {
                diagnostic.help("write the mode in quotes, as in `'0644'`")
            }
            _ => diagnostic,
        })
    }

    /// Reports a name in `audit` that is not an attribute of the type.
    fn audited(&self, found: &mut Vec<Diagnostic>) {
        let Some(ty) = ResourceType::find(self.type_name) else { return };
        let audited = self.resource.get("audit").map(|audit| match audit {
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            name => name.as_str().into_iter().collect::<Vec<_>>(),
        });
        let is_known = |name: &str| name == "all" || ty.has(name) || is_metaparameter(name);
        if let Some(unknown) = audited.unwrap_or_default().into_iter().find(|name| !is_known(name)) {
            let message =
                format!("`audit` expects `all` or attributes of {}, got `{unknown}`", self.type_name);
            let diagnostic = self.refused(Some("audit"), message);
            let near = nearest(unknown, ty.attributes.iter().map(|name| &**name));
            found.push(match near {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic,
            });
        }
    }

    fn package(&self, found: &mut Vec<Diagnostic>) {
        if matches!(self.resource.get("name"), Some(Value::Array(_))) {
            let diagnostic = self.refused(Some("name"), "`name` expects a string, got an array".to_owned());
            found.push(diagnostic.help("declare several packages by their titles: `package { $names: }`"));
        }
    }

    fn file(&self, found: &mut Vec<Diagnostic>) {
        if matches!(self.resource.get("content"), Some(Value::Hash(_))) {
            let message = "`content` expects a string, got a Hash".to_owned();
            found.push(self.refused(Some("content"), message));
        }
        let named = ["path", "name"].iter().any(|name| self.resource.get(name).is_some());
        if !named && !Takes::AbsolutePath.accepts(Given::String(&self.resource.title)) {
            let title = &self.resource.title;
            let message =
                format!("the title of a file must be an absolute path if `path` is not set, got `{title}`");
            found.push(self.refused(None, message));
        }
        let given: Vec<&str> =
            CONTENTS.into_iter().filter(|name| self.resource.get(name).is_some()).collect();
        if let [first, second, ..] = given.as_slice() {
            let message = format!("a file takes either `{first}` or `{second}`, not both");
            found.push(self.refused(Some(second), message));
        }
    }

    /// Reports unqualified commands without a `path`.
    fn exec(&self, found: &mut Vec<Diagnostic>) {
        let provider = self.resource.get("provider").and_then(Value::as_str);
        if self.resource.get("path").is_some() || provider.is_some_and(|name| name != "posix") {
            return;
        }
        let mut commands = Vec::new();
        match self.resource.get("command") {
            Some(Value::Array(words)) => commands.extend(words.first().map(|word| ("command", word))),
            Some(command) => commands.push(("command", command)),
            None => {}
        }
        for name in ["onlyif", "unless"] {
            match self.resource.get(name) {
                Some(Value::Array(items)) => commands.extend(items.iter().map(|item| (name, item))),
                Some(value) => commands.push((name, value)),
                None => {}
            }
        }
        let title = Value::Str(self.resource.title.clone());
        if self.resource.get("command").is_none() {
            commands.push(("command", &title));
        }
        for (name, command) in commands {
            let program = match command {
                Value::Array(words) => words.first().and_then(Value::as_str),
                command => command.as_str(),
            };
            if let Some(command) = program.filter(|command| needs_path(command)) {
                let message =
                    format!("`{name}` must be an absolute path if `path` is not set, got `{command}`");
                let diagnostic = self.refused(Some(name), message);
                found.push(diagnostic.help(
                    "add `path => ['/usr/bin', '/bin']`, or write the full path of the \
                 command",
                ));
            }
        }
    }

    fn refused(&self, attribute: Option<&str>, message: String) -> Diagnostic {
        let reference = self.resource.reference();
        let diagnostic = Diagnostic::error(codes::REFUSED_VALUE, message);
        let says = match attribute {
            Some(_) => format!("set on `{reference}` here"),
            None => format!("not accepted by {}", self.type_name),
        };
        placed(self.catalog, self.resource, attribute, diagnostic, &says)
    }
}
