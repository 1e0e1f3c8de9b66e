//! Help for code that fails: constructs of other languages, and legacy names of facts. This code runs only when
//! something is wrong.

use bunraku_diag::{Source, TextRange, capitalized, nearest};
use bunraku_ir::{Body, Operand, Variable};
use bunraku_pcore::Value;
use bunraku_resources::facts::{Legacy, legacy};
use bunraku_syntax::ast::Node;

use crate::{Machine, ScopeKind, machine::place};

impl Machine {
    /// The help for accessing a bare word with a string: `file['/x']` instead of `File['/x']`.
    pub(crate) fn lowercase_reference(&self, body: &Body, key: &Value, at: Operand) -> Option<String> {
        let title = key.as_str()?;
        let name = self.operand_places(body, place(body, at)).first()?.of(body.source.text());
        let word = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'));
        if word && self.lookup_text(body, name).is_some() {
            return Some(format!("a variable needs its dollar sign: `${name}['{title}']`"));
        }
        let reference = capitalized(name);
        let before = body.source.text().get(..place(body, at).start as usize).unwrap_or_default();
        if word && ["include", "contain", "require"].iter().any(|call| before.trim_end().ends_with(call)) {
            return Some(format!(
                "to declare an instance of a defined type, write `{name} {{ '{title}': }}`"
            ));
        }
        if name == "scope" {
            return Some(format!("`scope` is for ERB templates: in EPP, write `${title}`"));
        }
        word.then(|| format!("a reference starts with an uppercase letter: `{reference}['{title}']`"))
    }

    /// The help for a variable of a class that is not declared, or for one that another declared class sets.
    pub(crate) fn elsewhere(&self, variable: &Variable) -> Option<String> {
        let name = variable.name.as_str();
        if let Some(namespace) = variable.namespace.filter(|namespace| !namespace.as_str().is_empty()) {
            let Some(scope) = self.class_scope(namespace) else {
                let declared = self.scopes.iter().filter_map(|scope| match &scope.kind {
                    ScopeKind::Class(class) => Some(class.as_str()),
                    _ => None,
                });
                return Some(match nearest(namespace.as_str(), declared) {
                    Some(similar) => format!("did you mean `${similar}::{}`?", variable.simple),
                    None => format!("declare the class first: `include {namespace}`"),
                });
            };
            let scope = self.scopes.get(scope.0 as usize)?;
            let names = scope.frames.iter().flat_map(|(body, _)| &body.names);
            let names = names.filter(|named| named.lambda.is_none()).map(|named| named.name.as_str());
            let names: Vec<&str> = names.chain(scope.given.keys().map(|name| name.as_str())).collect();
            return nearest(variable.simple.as_str(), names)
                .map(|similar| format!("did you mean `${namespace}::{similar}`?"));
        }
        let mut setting = self.scopes.iter().filter_map(|scope| match &scope.kind {
            ScopeKind::Class(class) => {
                let sets = scope.frames.iter().any(|(body, _)| {
                    body.names.iter().any(|named| named.lambda.is_none() && named.name.as_str() == name)
                });
                sets.then_some(class)
            }
            _ => None,
        });
        let class = setting.next().filter(|_| variable.namespace.is_none())?;
        Some(format!("to read the variable of class `{class}`, write `${class}::{name}`"))
    }

    /// The help for an unset variable with the name of a fact.
    pub(crate) fn unknown_fact(&self, name: &str) -> Option<String> {
        let name = name.trim_start_matches("::");
        match legacy(name)? {
            Legacy::Moved(keys) if self.has_facts() => {
                Some(format!("`${name}` is a legacy fact, which was removed: write `$facts{keys}`"))
            }
            Legacy::Moved(keys) => Some(format!("this is a legacy fact: write `$facts{keys}`; {NO_FACTS}")),
            Legacy::Gone => Some(format!(
                "`${name}` is a legacy fact, which was removed: compute it from the structured facts in `$facts`"
            )),
        }
    }

    /// The help for accessing a fact if no facts are given.
    pub(crate) fn no_facts(&self, body: &Body, at: Operand) -> Option<String> {
        let base = self.operand_places(body, place(body, at)).first()?.of(body.source.text());
        // In a string, as in `"${facts['os']}"`, the dollar sign is not a part of the expression.
        let base = base.strip_prefix('$').unwrap_or(base);
        let fact =
            base.starts_with("facts[") || base.starts_with("::facts[") || matches!(base, "facts" | "::facts");
        (fact && !self.has_facts()).then(|| NO_FACTS.to_owned())
    }

    /// The help for an expression such as `$facts['os']['famly']` that is `undef` because a hash lacks a key: a
    /// similar key, or all of them if they are few.
    pub fn missing_key(&self, body: &Body, place: TextRange) -> Option<String> {
        let text = place.of(body.source.text());
        self.missing_key_of(text, |name| self.lookup_text(body, name))
    }

    /// Like [`Machine::missing_key`], for an element of a variable of the top scope such as `$facts`.
    pub fn missing_top_key(&self, source: &Source, place: TextRange) -> Option<String> {
        let top = self.scopes.first()?;
        let text = place.of(source.text());
        self.missing_key_of(text, |name| top.given_by_name(name.trim_start_matches("::")).cloned())
    }

    /// Like [`Machine::missing_key`], for text that starts with a variable's name and the keys that are read from it.
    pub fn missing_key_at_start(&self, body: &Body, name: &str, text: &str) -> Option<String> {
        let keys = text.get(name.len()..)?;
        let mut end = 0;
        while let Some(rest) = keys.get(end..).filter(|rest| rest.starts_with('[')) {
            end += rest.find(']')? + 1;
        }
        self.missing_key_of(text.get(..name.len() + end)?, |name| self.lookup_text(body, name))
    }

    fn missing_key_of(&self, text: &str, variable: impl Fn(&str) -> Option<Value>) -> Option<String> {
        let (name, keys) = accessed(text.strip_prefix('$').unwrap_or(text))?;
        let is_facts = matches!(name, "facts" | "::facts");
        let mut at = variable(name)?;
        for (depth, key) in keys.iter().enumerate() {
            let Value::Hash(hash) = &at else { return None };
            if let Some(value) = hash.get_str(key) {
                at = value.clone();
                continue;
            }
            if is_facts && !self.has_facts() {
                return Some(NO_FACTS.to_owned());
            }
            if is_facts
                && depth == 0
                && let Some(Legacy::Moved(keys)) = legacy(key)
            {
                return Some(format!("`{key}` is a legacy fact, which was removed: write `$facts{keys}`"));
            }
            let known: Vec<&str> = hash.keys().filter_map(Value::as_str).collect();
            if let Some(similar) = nearest(key, known.iter().copied()) {
                return Some(format!("the key '{key}' does not exist: did you mean '{similar}'?"));
            }
            let listed: Vec<String> = known.iter().map(|key| format!("'{key}'")).collect();
            return match listed.as_slice() {
                [only] => Some(format!("the key '{key}' does not exist: the only key is {only}")),
                [before @ .., last] if before.len() < 6 => Some(format!(
                    "the key '{key}' does not exist: the keys are {} and {last}",
                    before.join(", ")
                )),
                _ => None,
            };
        }
        None
    }

    /// Whether a variable is read inside the value that is assigned to it.
    pub(crate) fn in_own_value(&self, body: &Body, variable: &Variable) -> bool {
        let found = self.parts(body, |node| {
            let Node::Assignment(assignment) = Node::of(node) else { return None };
            let target = assignment.target()?.text().strip_prefix('$')?;
            let value = assignment.value()?.range();
            let contains = value.start <= variable.range.start && variable.range.end <= value.end;
            (target == variable.name.as_str() && contains).then(|| vec![value])
        });
        !found.is_empty()
    }

    fn has_facts(&self) -> bool {
        let facts = self.scopes.first().and_then(|top| top.given_by_name("facts"));
        matches!(facts, Some(Value::Hash(facts)) if !facts.is_empty())
    }
}

/// Whether all that set a variable are lambdas that do not contain the place that reads it.
pub(crate) fn in_lambda(body: &Body, variable: &Variable) -> bool {
    let mut setting = body.names.iter().filter(|named| named.name == variable.name).peekable();
    variable.slots.is_empty() && setting.peek().is_some() && setting.all(|named| named.lambda.is_some())
}

/// The sign at the end of the line on which a variable is set, if its value continues on the next line because of it,
/// and the help: a number with a `%` is a division whose right side is there.
pub(crate) fn continued(body: &Body, set: TextRange) -> Option<(char, String)> {
    let line = body.source.text().get(set.end as usize..)?.lines().next()?;
    let value = line.trim().strip_prefix('=')?.trim();
    if value.starts_with('#') {
        return Some(('=', "a `#` starts a comment: quote the value".to_owned()));
    }
    let last = value.chars().next_back().filter(|last| matches!(last, '%' | '.' | '+' | '-' | '*' | '/'))?;
    let number = value.strip_suffix('%').unwrap_or_default();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Some(match is_number && !number.is_empty() {
        true => (last, format!("quote it: `'{value}'`")),
        false => (last, format!("remove the `{last}` at the end of the line")),
    })
}

/// The name before the dot of a call at a place, without a `$` before it.
pub(crate) fn receiver(body: &Body, place: TextRange) -> Option<&str> {
    let receiver = body.source.text().get(..place.start as usize)?.strip_suffix('.')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    receiver.rsplit(|c| !is_word(c)).next().filter(|name| !name.is_empty())
}

/// The help for `include profile.base`: the parts of a name are not joined with dots.
pub(crate) fn dotted_class(body: &Body, place: TextRange) -> Option<String> {
    let text = body.source.text();
    let (first, last) = (receiver(body, place)?, place.of(text));
    let before = text.get(..place.start as usize)?.strip_suffix('.')?.strip_suffix(first)?.trim_end();
    let declares = ["include", "contain", "require"].iter().any(|function| before.ends_with(function));
    declares.then(|| format!("names are joined with `::`: write `{first}::{last}`"))
}

/// The help for `Package['a'].ensure`: an attribute of a resource, which is not a function.
pub(crate) fn attribute_access(body: &Body, place: TextRange) -> Option<String> {
    let text = body.source.text();
    let reference = text.get(..place.start as usize)?.strip_suffix('.')?;
    let (before, _) = reference.strip_suffix(']')?.rsplit_once('[')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    let start = before.trim_end_matches(is_word).len();
    let reference = reference.get(start..)?;
    let called = text.get(place.end as usize..)?.starts_with('(');
    (reference.starts_with(|c: char| c.is_ascii_uppercase()) && !called).then(|| {
        format!("attributes of a resource are read with brackets: `{reference}['{}']`", place.of(text))
    })
}

/// The help for a variable of which nothing is known: a fact that may be missing, or a variable of a shell.
pub(crate) fn last_resort(body: &Body, variable: &Variable) -> Option<String> {
    let name = variable.name.as_str().trim_start_matches("::");
    if variable.namespace.is_some_and(|namespace| namespace.as_str().is_empty()) {
        return Some(format!("if it is a fact that may be missing, read it with `$facts['{name}']`"));
    }
    let before = body.source.text().get(..variable.range.start as usize)?;
    (variable.namespace.is_none() && before.ends_with("${"))
        .then(|| format!("if it is not a Puppet variable, escape the dollar sign: `\\${{{name}}}`"))
}

/// The variable and the keys of an access with literal keys: `facts['os']['family']`.
fn accessed(text: &str) -> Option<(&str, Vec<&str>)> {
    let (name, rest) = text.split_at(text.find('[')?);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    let mut keys = Vec::new();
    for key in rest.strip_prefix('[')?.strip_suffix(']')?.split("][") {
        let quoted = key.strip_prefix('\'').and_then(|key| key.strip_suffix('\''));
        let quoted = quoted.or_else(|| key.strip_prefix('"')?.strip_suffix('"'));
        let key = quoted.or_else(|| key.chars().all(is_name).then_some(key))?;
        if key.contains(['\'', '"', '\\', '$', '[', ']']) {
            return None;
        }
        keys.push(key);
    }
    Some((name, keys))
}

/// The help for `template(app/app.conf.erb)`: a path without quotes, whose last part is read as a call.
pub(crate) fn unquoted_path(body: &Body, place: TextRange) -> Option<String> {
    let text = body.source.text();
    let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '-' | ':');
    let before = text.get(..place.start as usize)?;
    let start = before.len() - before.chars().rev().take_while(|c| is_path(*c)).count();
    let rest = text.get(start..)?;
    let path = rest.get(..rest.find(|c| !is_path(c)).unwrap_or(rest.len()))?;
    let is_code = path.starts_with(['/', '.']) || before.get(..start)?.ends_with(['$', ')', ']', '}']);
    (path.contains('/') && !is_code).then(|| format!("quote the path: `'{path}'`"))
}

/// `$my-fact`, which reads `$my` and subtracts the word after it: the help for such a variable.
pub(crate) fn hyphenated(body: &Body, place: TextRange) -> Option<String> {
    let text = body.source.text();
    let rest = text.get(place.end as usize..)?.strip_prefix('-')?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let word = rest.get(..rest.find(|c| !is_word(c)).unwrap_or(rest.len()))?;
    let name = place.of(text).trim_start_matches('$').trim_matches(['{', '}']);
    word.starts_with(|c: char| c.is_ascii_lowercase()).then(|| {
        format!("names of variables cannot contain hyphens; a fact is read with `$facts['{name}-{word}']`")
    })
}

const NO_FACTS: &str =
    "no facts were given: pass them with `--facts FILE`, or those of a system with `--facts-of NAME`";

/// The help for `$facts.os.family` instead of `$facts['os']['family']`: a method call without parentheses on a
/// variable.
pub(crate) fn dotted_access(body: &Body, place: TextRange) -> Option<String> {
    let text = body.source.text();
    let from = text.get(place.start as usize..)?;
    let name = receiver(body, place)?;
    let before = text.get(..place.start as usize)?.strip_suffix('.')?.strip_suffix(name)?;
    let (open, close) = if before.ends_with("${") { ("{", "}") } else { ("", "") };
    if !before.ends_with('$') && open.is_empty() {
        return None;
    }
    let mut keys = String::new();
    let mut rest = from;
    loop {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (key, after) = rest.split_at(end);
        if key.is_empty() || after.trim_start().starts_with(['(', '|']) {
            break;
        }
        keys.push_str(&format!("['{key}']"));
        match after.strip_prefix('.') {
            Some(after) => rest = after,
            None => break,
        }
    }
    (!keys.is_empty())
        .then(|| format!("elements of a hash are read with brackets: `${open}{name}{keys}{close}`"))
}
