//! Functions of Puppet as Ruby code, for examples that replace a method which Puppet's own code calls.
//!
//! Without such examples the built-in functions run.

use std::sync::{Arc, LazyLock};

use bunraku::pcore::{Hash, Value};
use bunraku_ruby_puppet::{Code, parse};

/// A function: its name, the modules and classes whose methods it calls, and its code.
type Written = (&'static str, &'static [&'static str], &'static str);

/// What finds and reads files.
const FILES: &[&str] =
    &["Puppet::FileSystem", "Puppet::Parser::Files", "Puppet::Util", "File", "Dir", "IO", "Pathname"];

const FUNCTIONS: &[Written] = &[
    ("binary_file", FILES, include_str!("ruby/functions/binary_file.rb")),
    ("file", FILES, include_str!("ruby/functions/file.rb")),
    ("find_file", FILES, include_str!("ruby/functions/find_file.rb")),
    ("find_template", FILES, include_str!("ruby/functions/find_template.rb")),
    (
        "fqdn_rand",
        &["Puppet::Util", "Digest::MD5", "Puppet::Parser::Scope"],
        include_str!("ruby/functions/fqdn_rand.rb"),
    ),
    ("generate", &["Puppet::Util", "Puppet::Util::Execution"], include_str!("ruby/functions/generate.rb")),
];

/// The functions that the example has defined, which its Ruby knows, and those that see what it has replaced.
pub(crate) fn functions(input: &Hash) -> Vec<(&str, Arc<Code>)> {
    let mut functions = written_in_ruby(input);
    let known = parse("<created>", "").ok().map(Arc::new);
    if let (Some(Value::Array(created)), Some(known)) = (input.get_str("created"), known) {
        let names = created.iter().filter_map(Value::as_str);
        functions.extend(names.map(|name| (name, Arc::clone(&known))));
    }
    functions
}

fn written_in_ruby(input: &Hash) -> Vec<(&str, Arc<Code>)> {
    static PARSED: LazyLock<Vec<Option<Arc<Code>>>> = LazyLock::new(|| {
        let code = |(name, _, source): &Written| parse(&format!("<{name}>"), source).ok().map(Arc::new);
        FUNCTIONS.iter().map(code).collect()
    });
    let Some(Value::Array(replaced)) = input.get_str("replaced") else { return Vec::new() };
    let is_replaced = |name: &&str| replaced.iter().any(|each| each.as_str() == Some(name));
    let needed = FUNCTIONS.iter().zip(&*PARSED).filter(|((_, calls, _), _)| calls.iter().any(is_replaced));
    let code = needed.filter_map(|((name, ..), code)| Some((*name, Arc::clone(code.as_ref()?))));
    code.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_functions_can_be_parsed() {
        let all = FUNCTIONS.iter().flat_map(|(_, calls, _)| *calls).map(|name| Value::str(*name));
        let input: Hash = [(Value::str("replaced"), Value::array(all))].into_iter().collect();
        assert_eq!(functions(&input).len(), FUNCTIONS.len());
    }
}
