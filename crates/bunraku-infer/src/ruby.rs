//! Declarations in Ruby files, found line by line: functions, resource types and facts.
//!
//! Such declarations are lists of calls with literal arguments. If a file does anything else, the result is unknown.

use bunraku_eval::parse_type;
use bunraku_intern::{FastMap, FastSet};
use bunraku_pcore::Type;

use crate::signature::{CallSignature, FunctionInfo, Parameter, ResourceInfo};

/// Reads a function with the current API.
pub(crate) fn function(name: &str, text: &str) -> FunctionInfo {
    let (signatures, returns) = dispatches(text);
    FunctionInfo {
        name: name.to_owned(),
        signatures,
        returns: returns.unwrap_or(Type::Any),
        deprecated: deprecation(text),
        built_in: false,
    }
}

/// Reads a function with the API of Puppet 3, which checks its arguments itself.
pub(crate) fn legacy_function(name: &str, text: &str) -> FunctionInfo {
    FunctionInfo {
        name: name.to_owned(),
        signatures: None,
        returns: Type::Any,
        deprecated: deprecation(text),
        built_in: false,
    }
}

/// The names in `newfunction(:name`.
pub(crate) fn legacy_functions(text: &str) -> Vec<String> {
    let names =
        text.match_indices("newfunction").filter_map(|(at, word)| symbol(text.get(at + word.len()..)?));
    names.map(str::to_owned).collect()
}

/// The deprecation notice in a file: what to use instead, which may be empty.
pub(crate) fn deprecation(text: &str) -> Option<String> {
    for line in text.lines() {
        let line = line.trim();
        let Some(comment) = line.strip_prefix('#') else {
            if line.contains("deprecation'")
                || line.starts_with("deprecation(")
                || line.contains("call_function('deprecation'")
            {
                return Some(instead(line));
            }
            continue;
        };
        let comment = comment.trim();
        if comment.starts_with("@deprecated") || comment.to_lowercase().starts_with("**deprecated") {
            return Some(instead(comment));
        }
    }
    None
}

/// The name in quotes after `use`, if a sentence contains one.
fn instead(sentence: &str) -> String {
    let lower = sentence.to_lowercase();
    let Some(rest) = lower.find("use ").and_then(|at| sentence.get(at + 4..)) else { return String::new() };
    let rest = rest.trim_start_matches("the ").trim_start_matches(['`', '\'', '"', '[']);
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
    let name = rest.get(..end).unwrap_or("").trim_end_matches(':');
    if name.contains("::") || name.contains('_') { name.to_owned() } else { String::new() }
}

/// The dispatches of a function, and its return type if all of them declare it.
fn dispatches(text: &str) -> (Option<Vec<CallSignature>>, Option<Type>) {
    if text.contains("local_types")
        || !text.contains("dispatch")
        || text.contains("argument_mismatch")
        || text.contains("InternalFunction")
        || text.contains(":scope\n")
    {
        return (None, None);
    }
    let mut signatures = Vec::new();
    let mut returns: Vec<Option<Type>> = Vec::new();
    let mut open: Option<(CallSignature, Option<Type>)> = None;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some((signature, result)) = &mut open else {
            if line.starts_with("dispatch") {
                if !line.ends_with(" do") {
                    return (None, None);
                }
                open = Some((CallSignature { parameters: Vec::new(), block: None, block_arity: None }, None));
            }
            continue;
        };
        let (word, rest) = line.split_once([' ', '(']).unwrap_or((line, ""));
        let ty = || quoted(rest).map(|text| parse_type(text).unwrap_or(Type::Any));
        match word {
            "end" => {
                if let Some((signature, result)) = open.take() {
                    signatures.push(signature);
                    returns.push(result);
                }
            }
            "param"
            | "required_param"
            | "optional_param"
            | "repeated_param"
            | "optional_repeated_param"
            | "required_repeated_param" => {
                let Some(ty) = ty() else { return (None, None) };
                let repeated = word.contains("repeated");
                let parameter = Parameter {
                    name: String::new(),
                    ty,
                    written: String::new(),
                    has_default: word == "optional_param",
                    repeated,
                };
                if word == "required_repeated_param" {
                    signature.parameters.push(Parameter { repeated: false, ..parameter.clone() });
                }
                signature.parameters.push(parameter);
            }
            "block_param" | "required_block_param" => signature.block = Some(true),
            "optional_block_param" => signature.block = Some(false),
            "return_type" => *result = ty(),
            _ => return (None, None),
        }
    }
    let first = returns.first().cloned().flatten();
    let same = returns.iter().all(|ty| *ty == first);
    ((!signatures.is_empty()).then_some(signatures), first.filter(|_| same))
}

/// The text in the quotes at the start of a line.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start().trim_start_matches('(');
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let rest = text.get(1..)?;
    let inner = rest.get(..rest.find(quote)?)?;
    (!inner.contains("#{")).then_some(inner)
}

/// The name after `(:`, `('` or ` :`.
fn symbol(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['(', ' ', '\n']).trim_start();
    let text = text.strip_prefix(':').unwrap_or(text).trim_start_matches(['"', '\'']);
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.get(..end).filter(|name| !name.is_empty())
}

/// A resource type.
pub(crate) fn resource_type(name: &str, text: &str) -> ResourceInfo {
    let attributes = attributes(text);
    let values = attributes.as_ref().map(|_| values(text)).unwrap_or_default();
    ResourceInfo { name: name.to_owned(), attributes, values }
}

/// Words that add attributes which are not declared in the file itself.
const OPAQUE: [&str; 12] = [
    "ResourceApi",
    "instance_eval",
    "class_eval",
    "send(",
    "eval(",
    "extend ",
    "include ",
    "require_relative",
    "mkparam",
    "create_",
    "load(",
    "newtype_with",
];

fn attributes(text: &str) -> Option<FastSet<String>> {
    if !text.contains("newtype") || OPAQUE.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut names = FastSet::from_iter(["name".to_owned(), "provider".to_owned()]);
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if line.starts_with("ensurable") {
            names.insert("ensure".to_owned());
        }
        for word in ["newparam", "newproperty", "newcheck"] {
            let Some(rest) = line.strip_prefix(word) else {
                // A declaration that is not at the start of its line is generated by other code.
                let generates = |(at, _): (usize, _)| {
                    line.as_bytes().get(at + word.len()).is_some_and(|next| matches!(next, b'(' | b' '))
                };
                if line.match_indices(word).any(generates) {
                    return None;
                }
                continue;
            };
            let argument = rest.trim_start_matches('(').trim_start();
            if !argument.starts_with([':', '\'', '"']) {
                return None;
            }
            names.insert(symbol(rest)?.to_owned());
        }
        // Parts of a type may be in files that it loads.
        if line.starts_with("require") && !is_plain_library(line) {
            return None;
        }
    }
    Some(names)
}

fn is_plain_library(line: &str) -> bool {
    let name = line.split(['\'', '"']).nth(1).unwrap_or("");
    !name.contains("puppet/type") && !name.contains("puppet_x") && !name.is_empty() && !line.contains("File.")
}

/// The values of attributes that are declared only by `newvalues` with symbols.
fn values(text: &str) -> FastMap<String, Vec<String>> {
    let mut all: FastMap<String, Vec<String>> = FastMap::default();
    let mut current: Option<String> = None;
    let mut open = FastSet::default();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        let declared = ["newparam", "newproperty"].iter().find_map(|word| line.strip_prefix(word));
        if let Some(rest) = declared {
            current = symbol(rest).map(str::to_owned);
            if line.contains("parent") || line.contains("Boolean") {
                open.extend(current.clone());
            }
            continue;
        }
        let Some(name) = &current else { continue };
        if line.starts_with("munge")
            || line.starts_with("validate")
            || line.contains("newvalue(")
            || line.contains("newvalue ")
            || line.contains("aliasvalue")
        {
            open.insert(name.clone());
        }
        if let Some(rest) = line.strip_prefix("newvalues") {
            let inner = rest.trim_start_matches(['(', ' ']).trim_end_matches(')');
            let values: Vec<Option<&str>> = inner.split(',').map(|part| value_symbol(part.trim())).collect();
            match values.into_iter().collect::<Option<Vec<&str>>>() {
                Some(values) => {
                    all.entry(name.clone()).or_default().extend(values.into_iter().map(str::to_owned))
                }
                None => {
                    open.insert(name.clone());
                }
            }
        }
    }
    all.retain(|name, _| !open.contains(name) && name != "ensure");
    all
}

fn value_symbol(text: &str) -> Option<&str> {
    let name = text.strip_prefix(':')?.trim_matches(['"', '\'']);
    name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dispatches_are_read() {
        let text = "Puppet::Functions.create_function(:'a::b') do\n  dispatch :x do\n    param 'String', :a\n    \
                    optional_param 'Integer', :b\n    repeated_param 'Any', :c\n    return_type 'Boolean'\n  end\n\n  def x(a)\n  end\nend\n";
        let function = function("a::b", text);
        let signatures = function.signatures.unwrap();
        assert_eq!(signatures[0].arity(), (1, None));
        assert_eq!(function.returns, Type::Boolean(None));
        assert!(super::function("x", "dispatch :x do\n foo\nend").signatures.is_none());
    }

    #[test]
    fn types_are_read_or_not() {
        let string = "Puppet::Type.newtype(:x) do\n  ensurable\n  newparam(:name, :namevar => true)\n  newproperty(:size) do\n    newvalues(:big, :small)\n  end\nend\n";
        let ty = resource_type("x", string);
        let names = ty.attributes.unwrap();
        assert!(names.contains("ensure") && names.contains("size") && !names.contains("colour"));
        assert_eq!(ty.values["size"], ["big", "small"]);
        for opaque in
            ["[:a].each { |n| newparam(n) }", "newparam(name)", "extend Foo", "require 'puppet_x/a'"]
        {
            let string = format!("Puppet::Type.newtype(:x) do\n  {opaque}\nend\n");
            assert!(resource_type("x", &string).attributes.is_none(), "{opaque}");
        }
    }

    #[test]
    fn deprecations_name_what_to_use() {
        assert_eq!(
            deprecation("# @deprecated Use `stdlib::ensure` instead"),
            Some("stdlib::ensure".to_owned())
        );
        assert_eq!(deprecation("# Nothing"), None);
    }
}
