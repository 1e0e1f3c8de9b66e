//! Interpolation: `%{variable}`, `%{lookup('key')}` and the other methods, in strings, arrays and hashes.

use bunraku_pcore::format::ruby_text;
use bunraku_pcore::{Str, Value, watch};

use crate::error::{ErrorKind, LookupError};
use crate::explain::{StepKind, StepResult};
use crate::key;
use crate::layers::Used;
use crate::run::Run;
use crate::scope::UnknownVariables;

/// Whether methods such as `lookup` may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Methods {
    /// Allowed, in data.
    Allowed,
    /// Rejected, in `hiera.yaml`.
    Refused,
}

/// From how many bytes on a text is held to what is left of time and memory before it grows.
const LARGE: usize = 1 << 12;

/// How to treat an unknown variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// As an error.
    Error,
    /// As an empty string, with a warning. In paths.
    Empty,
}

impl Run<'_> {
    /// Resolves the interpolations in a value. The result shares nothing with the original.
    pub(crate) fn interpolate(&mut self, value: &Value, methods: Methods) -> Result<Value, LookupError> {
        match value {
            Value::Str(text) => self.interpolate_text(text, methods),
            Value::Array(array) => Ok(Value::Array(
                array.iter().map(|value| self.interpolate(value, methods)).collect::<Result<_, _>>()?,
            )),
            Value::Hash(hash) => {
                let mut result = bunraku_pcore::Hash::with_capacity(hash.len());
                for (key, value) in hash {
                    // If two keys become equal, the last value counts.
                    let key = self.interpolate(key, methods)?;
                    result.insert(key, self.interpolate(value, methods)?);
                }
                Ok(Value::Hash(result))
            }
            value => Ok(value.clone()),
        }
    }

    /// Resolves a string: the result is a string, or any value if it is an alias.
    pub(crate) fn interpolate_text(&mut self, text: &str, methods: Methods) -> Result<Value, LookupError> {
        if !has_interpolation(text) {
            return Ok(Value::Str(Str::from(text)));
        }
        let cache = self.cache;
        cache.step(|| StepKind::Interpolation(text.to_string()), || self.expand(text, methods))
    }

    fn expand(&mut self, source: &str, methods: Methods) -> Result<Value, LookupError> {
        let mut result = String::with_capacity(source.len());
        let mut rest = source;
        while let Some((before, inside)) = rest.split_once("%{") {
            let Some((expression, after)) = inside.split_once('}') else { break };
            append(&mut result, before)?;
            rest = after;
            let expression =
                expression.trim_matches(|char: char| char.is_ascii_whitespace() || "\0\u{b}".contains(char));
            if matches!(expression, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'") {
                continue;
            }
            self.cache.count_expansion()?;
            let entire = before.is_empty() && after.is_empty() && result.is_empty();
            match self.expression(expression, source, methods)? {
                Expanded::Alias(value) if entire => return Ok(value),
                Expanded::Alias(_) => {
                    return Err(fail(format!(
                        "`alias` must be the whole string, but `{source}` contains more"
                    ))
                    .with_help("use `lookup` to insert a value into a string"));
                }
                Expanded::Value(Value::Undef) => {}
                Expanded::Value(Value::Str(source)) => append(&mut result, &source)?,
                Expanded::Value(value) => append(&mut result, &ruby_text(self.hiera.rules(), &value))?,
            }
        }
        append(&mut result, rest)?;
        Ok(Value::str(result))
    }

    fn expression(
        &mut self,
        expression: &str,
        text: &str,
        methods: Methods,
    ) -> Result<Expanded, LookupError> {
        let Some((method, argument)) = method_call(expression) else {
            let value = self.variable(expression, text)?;
            return self.again("scope:", expression, value, methods);
        };
        if methods == Methods::Refused {
            return Err(fail(format!(
                "`%{{{expression}}}` calls a method, which is not allowed in hiera.yaml"
            )));
        }
        match method {
            "alias" => {
                // Puppet checks whether the alias is the whole string before it looks up the value.
                if !is_entire(text, expression) {
                    return Ok(Expanded::Alias(Value::Undef));
                }
                Ok(Expanded::Alias(self.lookup_text(argument)?))
            }
            "lookup" | "hiera" => {
                let value = self.lookup_text(argument)?;
                self.again("", argument, value, methods)
            }
            "scope" => {
                let value = self.variable(argument, text)?;
                self.again("scope:", argument, value, methods)
            }
            "literal" => self.again("", argument, Value::str(argument), methods),
            other => Err(fail(format!("unknown interpolation method `{other}`"))
                .with_help("valid methods are `lookup`, `hiera`, `alias`, `scope` and `literal`")),
        }
    }

    /// Resolves interpolations in what was found.
    fn again(
        &mut self,
        kind: &str,
        name: &str,
        value: Value,
        methods: Methods,
    ) -> Result<Expanded, LookupError> {
        match &value {
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
                return Ok(Expanded::Value(value));
            }
            Value::Str(text) if !has_interpolation(text) => return Ok(Expanded::Value(value)),
            _ => {}
        }
        let cache = self.cache;
        let name = Str::from(format!("{kind}{name}"));
        cache.guarded(&name, || self.interpolate(&value, methods).map(Expanded::Value))
    }

    /// The value of a key; an empty string if there is none.
    fn lookup_text(&mut self, key: &str) -> Result<Value, LookupError> {
        if let Some(value) = self.overrides.and_then(|values| values.get_str(key)) {
            return Ok(value.clone());
        }
        if let Some(hit) = self.search(key, None)? {
            return Ok(hit.value);
        }
        Ok(self.defaults.and_then(|values| values.get_str(key)).cloned().unwrap_or_else(|| Value::str("")))
    }

    /// The value of a variable or of a part of it; `undef` if there is none.
    pub(crate) fn variable(&mut self, name: &str, string: &str) -> Result<Value, LookupError> {
        let (root, segments) = if key::is_single(name) {
            (Str::from(name), Vec::new())
        } else {
            let mut segments = key::split(name).ok_or_else(|| {
                let error = fail(format!("invalid name `{name}` in `{string}`"));
                match name.split_once('(') {
                    Some((method, _)) => {
                        error.with_help(format!("write one key in quotes: `%{{{method}('key')}}`"))
                    }
                    None if name.contains("['") && name.ends_with("']") => {
                        let dotted = name.replace("']['", ".").replace("['", ".").replace("']", "");
                        error.with_help(format!("elements are read with dots: `%{{{dotted}}}`"))
                    }
                    None => error,
                }
            })?;
            let root = if segments.is_empty() { Value::Undef } else { segments.remove(0) };
            match root {
                Value::Str(root) => (root, segments),
                root => (Str::from(ruby_text(self.hiera.rules(), &root)), segments),
            }
        };
        let cache = self.cache;
        let (whole, value) = cache.step(
            || StepKind::Variable(name.to_string()),
            || {
                let whole = self.whole_variable(&root, string)?;
                let kept = if self.used.is_some() { whole.clone() } else { Value::Undef };
                let value = key::dig(name, &segments, whole)?;
                cache.outcome(|| match &value {
                    Some(value) => StepResult::Found { value: value.clone(), position: None },
                    None => StepResult::NotFound,
                });
                Ok((kept, value.unwrap_or_default()))
            },
        )?;
        if let Some(used) = &mut self.used
            && !matches!(root.as_str(), "facts" | "trusted" | "server_facts")
            && (value.is_undef() || !name.starts_with("::"))
            && !used.iter().any(|used| used.name == name)
        {
            used.push(Used { name: name.to_string(), root, whole, segments, value: value.clone() });
        }
        Ok(value)
    }

    /// The value of a variable of the scope, or one of those that version 3 defines about the caller.
    pub(crate) fn scope_variable(&mut self, root: &str) -> Option<Value> {
        let filled = |value: &Value| value.as_str() != Some("");
        match root {
            _ if !self.version3 => self.scope.variable(root),
            "calling_module" => Some(self.scope.variable("module_name").filter(filled).unwrap_or_default()),
            "calling_class" | "calling_class_path" => {
                let class = self.scope.calling_class().unwrap_or_default();
                let class = if root == "calling_class" { class } else { class.replace("::", "/") };
                Some(Some(Value::str(class)).filter(filled).unwrap_or_default())
            }
            root => self.scope.variable(root),
        }
    }

    /// The value of a variable: from the caller's overrides, the scope, or the caller's defaults.
    fn whole_variable(&mut self, root: &str, string: &str) -> Result<Value, LookupError> {
        if let Some(value) = self.overrides.and_then(|values| values.get_str(root)) {
            return Ok(value.clone());
        }
        if let Some(value) = self.scope_variable(root) {
            return Ok(value);
        }
        if let Some(value) = self.defaults.and_then(|values| values.get_str(root)) {
            return Ok(value.clone());
        }
        let advice = self.scope.about_variable(root).map(|advice| format!("; {advice}")).unwrap_or_default();
        let message = format!("unknown variable `{root}` in `{string}`{advice}");
        match (self.scope.unknown_variables(), self.unknown) {
            (UnknownVariables::Error, Unknown::Error) => {
                let call = root.strip_suffix(')').and_then(|root| root.split_once('('));
                let error = LookupError::unknown_variable(root, message);
                return Err(match call {
                    Some((method, argument)) => error
                        .with_help(format!("write the argument in quotes: `%{{{method}('{argument}')}}`")),
                    None => error,
                });
            }
            (UnknownVariables::Ignore, _) => {}
            _ => self.scope.warning(&message),
        }
        Ok(Value::Undef)
    }
}

/// Adds to a text that interpolations make, if there is room for it.
fn append(text: &mut String, part: &str) -> Result<(), LookupError> {
    let length = text.len().saturating_add(part.len());
    // It is copied once more when it becomes a value.
    if length >= LARGE
        && let Some(ended) = watch::ended(length.saturating_mul(2) as u64)
    {
        return Err(LookupError::ended(ended));
    }
    text.push_str(part);
    Ok(())
}

enum Expanded {
    /// Becomes part of the string.
    Value(Value),
    /// Becomes the value, whatever its type.
    Alias(Value),
}

/// Whether there is a `%{` in a string.
pub(crate) fn has_interpolation(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair == b"%{")
}

/// The parts of `method('argument')`.
pub(crate) fn method_call(expression: &str) -> Option<(&str, &str)> {
    let (method, rest) = expression.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    if method.is_empty() || !method.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    ['"', '\''].into_iter().find_map(|quote| {
        let argument = inside.strip_prefix(quote)?.strip_suffix(quote)?;
        (!argument.is_empty() && !argument.contains(quote)).then_some((method, argument))
    })
}

fn is_entire(text: &str, expression: &str) -> bool {
    let inside = text.strip_prefix("%{").and_then(|text| text.strip_suffix('}'));
    inside.is_some_and(|inside| inside.trim() == expression)
}

fn fail(message: impl Into<String>) -> LookupError {
    LookupError::new(ErrorKind::Interpolation, message)
}

#[cfg(test)]
mod tests {
    use bunraku_pcore::watch::{Ended, Watch};

    use super::*;

    #[test]
    fn a_text_grows_while_there_is_memory_left() {
        let _watch = Watch::new(|bytes| (bytes > 1 << 20).then_some(Ended::Memory));
        let (mut text, part) = (String::new(), "x".repeat(1_000));
        let parts = (0..10_000).take_while(|_| append(&mut text, &part).is_ok()).count();
        assert_eq!(parts, (1 << 19) / 1_000);
        assert_eq!(append(&mut text, &part).map_err(|error| error.kind), Err(ErrorKind::TooMuchMemory));
    }
}
