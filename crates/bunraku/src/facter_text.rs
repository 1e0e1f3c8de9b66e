//! The output of `facter` without options: a line `name => value` for each fact, with nested hashes and arrays.
//!
//! Nested strings are quoted, but not those at the top level, where `6.1` may be a string or a number.

use bunraku_pcore::{Array, Hash, Value};

/// Facts that are strings whatever they look like.
const STRINGS: [&str; 10] = [
    "facterversion",
    "kernelmajversion",
    "kernelrelease",
    "kernelversion",
    "lsbdistrelease",
    "lsbmajdistrelease",
    "operatingsystemmajrelease",
    "operatingsystemrelease",
    "puppetversion",
    "rubyversion",
];

/// More levels than facts have: malicious files must not exhaust the stack.
const MAX_DEPTH: usize = 64;

/// A line that is not valid output of `facter`, starting from one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WrongLine(pub(crate) u32);

/// Whether text starts like the output of `facter`. JSON and YAML mappings never start that way.
pub(crate) fn is_facter_text(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| entry(line).is_some())
}

/// Reads the facts.
pub(crate) fn read(text: &str) -> Result<Hash, WrongLine> {
    let mut lines = Lines { rest: text.lines(), number: 0 };
    let mut facts = Hash::new();
    // A string may span several lines; only the first of them has a name.
    let mut open: Option<(&str, String)> = None;
    while let Some(line) = lines.next() {
        let Some((name, value)) = entry(line) else {
            match &mut open {
                Some((_, text)) => {
                    text.push('\n');
                    text.push_str(line);
                }
                None if line.trim().is_empty() => {}
                None => return Err(WrongLine(lines.number)),
            }
            continue;
        };
        close(&mut facts, open.take());
        match value {
            "{" => drop(facts.insert(Value::str(name), Value::Hash(hash(&mut lines, 1)?))),
            "[" => drop(facts.insert(Value::str(name), Value::Array(array(&mut lines, 1)?))),
            _ => open = Some((name, value.to_owned())),
        }
    }
    close(&mut facts, open);
    Ok(facts)
}

struct Lines<'t> {
    rest: std::str::Lines<'t>,
    /// The number of the last line.
    number: u32,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Option<&'t str> {
        self.number += 1;
        self.rest.next()
    }

    /// The next line of a collection, without its indentation.
    fn inner(&mut self) -> Result<&'t str, WrongLine> {
        self.next().map(str::trim).ok_or(WrongLine(self.number.saturating_sub(1)))
    }
}

/// The name and the value of a fact on a line.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(" =>")?;
    let value = value.strip_prefix(' ').or_else(|| value.is_empty().then_some(value))?;
    let is_part = |char: char| char.is_alphanumeric() || "_-.:/".contains(char);
    (!name.is_empty() && name.chars().all(is_part)).then_some((name, value.trim_end()))
}

/// Adds the pending string at the top level.
fn close(facts: &mut Hash, open: Option<(&str, String)>) {
    let Some((name, text)) = open else { return };
    let text = text.trim_end();
    let value = match text {
        "" => Value::Undef,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "{}" => Value::Hash(Hash::new()),
        "[]" => Value::Array(Array::default()),
        _ if STRINGS.contains(&name) => Value::str(text),
        _ => text.parse().map_or_else(|_| Value::str(text), Value::Int),
    };
    facts.insert(Value::str(name), value);
}

fn hash(lines: &mut Lines<'_>, depth: usize) -> Result<Hash, WrongLine> {
    let mut entries = Hash::new();
    loop {
        let line = lines.inner()?;
        if matches!(line, "}" | "},") {
            return Ok(entries);
        }
        let (key, value) = line.split_once(" =>").ok_or(WrongLine(lines.number))?;
        let key = key.strip_prefix('"').and_then(|key| key.strip_suffix('"')).unwrap_or(key);
        entries.insert(Value::str(key), nested(lines, value.trim_start(), depth)?);
    }
}

fn array(lines: &mut Lines<'_>, depth: usize) -> Result<Array, WrongLine> {
    let mut elements = Array::default();
    loop {
        let line = lines.inner()?;
        if matches!(line, "]" | "],") {
            return Ok(elements);
        }
        elements.push(nested(lines, line, depth)?);
    }
}

/// Parses a value inside a collection, which starts with `text`.
fn nested(lines: &mut Lines<'_>, text: &str, depth: usize) -> Result<Value, WrongLine> {
    if depth >= MAX_DEPTH {
        return Err(WrongLine(lines.number));
    }
    Ok(match text.strip_suffix(',').unwrap_or(text) {
        "{" => Value::Hash(hash(lines, depth + 1)?),
        "[" => Value::Array(array(lines, depth + 1)?),
        "{}" => Value::Hash(Hash::new()),
        "[]" => Value::Array(Array::default()),
        "" | "null" | "nil" => Value::Undef,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ if text.starts_with('"') => Value::str(quoted(lines, text)?),
        plain => match (plain.parse(), plain.parse()) {
            (Ok(integer), _) => Value::Int(integer),
            (_, Ok(float)) => Value::Float(float),
            _ => Value::str(plain),
        },
    })
}

/// Parses a quoted string, which may continue on the following lines.
fn quoted(lines: &mut Lines<'_>, first: &str) -> Result<String, WrongLine> {
    let mut text = first.strip_prefix('"').unwrap_or(first).to_owned();
    loop {
        let end = text.strip_suffix(',').unwrap_or(&text);
        if let Some(inner) = end.strip_suffix('"') {
            return Ok(inner.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\"));
        }
        let line = lines.next().ok_or(WrongLine(lines.number.saturating_sub(1)))?;
        text.push('\n');
        text.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
facterversion => 4.3.0
hypervisors => {
  kvm => {
  }
}
is_virtual => true
count => 3
kernelmajversion => 14
load_averages => {
  15m => 2.65,
  1m => 8
}
networking => {
  interfaces => {
    eth0 => {
      bindings => [
        {
          address => \"192.0.2.2\",
          flags => [
            \"a b\",
            \"permanent\"
          ]
        }
      ],
      mtu => 1500
    }
  },
  domain =>
}
motd => two
  lines
path => /usr/bin:/bin
";

    #[test]
    fn structured_and_flat_facts() {
        let facts = read(TEXT).unwrap();
        let get = |name: &str| facts.get_str(name).cloned().unwrap();
        assert_eq!(get("facterversion"), Value::str("4.3.0"));
        assert_eq!(get("kernelmajversion"), Value::str("14"));
        assert_eq!((get("is_virtual"), get("count")), (Value::Bool(true), Value::Int(3)));
        assert_eq!(get("motd"), Value::str("two\n  lines"));
        let text = bunraku_pcore::notation::literal(&bunraku_edition::PUPPET8.types, &get("networking"));
        assert_eq!(
            text,
            "{'interfaces' => {'eth0' => {'bindings' => [{'address' => '192.0.2.2', 'flags' => ['a b', 'permanent']}], \
             'mtu' => 1500}}, 'domain' => undef}"
        );
        assert_eq!(facts.len(), 9);
    }

    #[test]
    fn other_documents() {
        assert!(is_facter_text(TEXT) && is_facter_text("\nos => {\n}\n"));
        for string in ["", "{\"a\": 1}", "a: 1", "---\na: 1", "[1]", "a b => c", "=> 1"] {
            assert!(!is_facter_text(string), "{string}");
        }
        assert_eq!(read("os => {\n  a => 1\n"), Err(WrongLine(2)));
        assert_eq!(read("os => {\n  nonsense\n}\n"), Err(WrongLine(2)));
        assert_eq!(read("a => {\n}\nnonsense\n"), Err(WrongLine(3)));
        assert_eq!(read(&"a => {\n".repeat(1000)), Err(WrongLine(MAX_DEPTH as u32 + 1)));
    }
}
