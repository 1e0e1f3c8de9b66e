//! The facts of nodes, in the formats of Puppet's tools.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, codes};
use bunraku_pcore::{Hash, Value};

use crate::{Document, DocumentError, facter_text};

/// The facts of a node, and its name if they contain it.
///
/// ```
/// use bunraku::{Facts, Program, edition::PUPPET8, pcore::Value};
///
/// // What `facter --json` prints.
/// let facts = Facts::parse("facts.json", r#"{ "kernel": "Linux", "os": { "family": "Debian" } }"#)?;
/// let mut program = Program::new(&PUPPET8);
/// program.facts = facts.values;
/// let outcome = program.evaluate("site.pp", "\"${kernel} ${facts['os']['family']}\"");
/// assert_eq!(outcome.value, Some(Value::str("Linux Debian")));
/// # Ok::<(), bunraku::DocumentError>(())
/// ```
#[derive(Debug, Default, Clone)]
#[non_exhaustive]
pub struct Facts {
    /// The facts by name.
    pub values: Hash,
    /// The name of the node, as spelled in the facts.
    pub node: Option<String>,
}

impl Facts {
    /// Parses the facts of one node from JSON or YAML (see [`Document::read`]; `name` is the file name, also for
    /// messages): the output of `facter --json`, the rows or the fact set of a PuppetDB answer, or the facts stored by
    /// a server. The output of `facter` without options is recognized regardless of the file name.
    ///
    /// ```
    /// let rows = r#"[{ "certname": "web.example.com", "name": "kernel", "value": "Linux" }]"#;
    /// let facts = bunraku::Facts::parse("puppetdb.json", rows)?;
    /// assert_eq!(facts.node.as_deref(), Some("web.example.com"));
    /// assert_eq!(facts.values.len(), 1);
    /// # Ok::<(), bunraku::DocumentError>(())
    /// ```
    pub fn parse(name: &str, text: &str) -> Result<Facts, DocumentError> {
        let source = Arc::new(Source::new(name, text));
        if facter_text::is_facter_text(text) {
            return of_facter(&source);
        }
        let facts = match Document::read(Arc::clone(&source))?.value {
            Value::Hash(entries) => unwrapped(entries),
            // The answer of PuppetDB to a query about facts: one object per fact.
            Value::Array(rows) => rows_of(rows.iter()),
            _ => Err(NoFacts::Other),
        };
        facts.map_err(|reason| {
            let message = match reason {
                NoFacts::List => format!("the facts in `{name}` are an array"),
                NoFacts::ManyNodes => format!("`{name}` contains the facts of several nodes"),
                NoFacts::Other => format!("`{name}` contains no facts"),
            };
            let help = match reason {
                NoFacts::ManyNodes => "write the facts of each node to a separate file",
                _ => "write a hash with an entry for each fact: `{\"name\": \"value\"}`",
            };
            unusable(source, message, help)
        })
    }

    /// Parses the facts of many nodes: an array with an object for each, which contains the name of its node.
    pub fn parse_many(name: &str, text: &str) -> Result<Vec<Facts>, DocumentError> {
        let source = Arc::new(Source::new(name, text));
        let of_node = |object: &Value| match object {
            Value::Hash(entries) => unwrapped(entries.clone()).ok().filter(|facts| facts.node.is_some()),
            _ => None,
        };
        let facts = match Document::read(Arc::clone(&source))?.value {
            Value::Array(objects) => objects.iter().map(of_node).collect::<Option<Vec<Facts>>>(),
            _ => None,
        };
        facts.ok_or_else(|| {
            let message = format!("`{name}` is not a list of nodes with their facts");
            let help = "write an array of objects with `certname` and `facts`, or pass a folder with a file for \
             each node";
            unusable(source, message, help)
        })
    }
}

/// Parses the output of `facter`.
fn of_facter(source: &Arc<Source>) -> Result<Facts, DocumentError> {
    match facter_text::read(source.text()) {
        Ok(values) => Ok(Facts { values, node: None }),
        Err(facter_text::WrongLine(line)) => {
            let message = format!("`{}` is not complete output of `facter`", source.name());
            let span = source.span(source.line_range(line));
            let diagnostic =
                Diagnostic::error(codes::WRONG_USE, message).at(span, "expected `name => value`");
            let diagnostic = diagnostic.help("write the facts again with `facter --json`");
            Err(DocumentError { diagnostic: Box::new(diagnostic), source: Arc::clone(source) })
        }
    }
}

/// Why something is not the facts of a node.
enum NoFacts {
    /// It is a list, but not of PuppetDB's rows.
    List,
    /// The rows are about several nodes.
    ManyNodes,
    /// It is neither a mapping nor a list.
    Other,
}

/// Removes wrappers around the facts.
fn unwrapped(mut entries: Hash) -> Result<Facts, NoFacts> {
    let text = |entries: &Hash, key: &str| entries.get_str(key).and_then(Value::as_str).map(str::to_owned);
    let mut node = text(&entries, "certname");
    // No fact can be named `facts`, since the variable is taken.
    match entries.get_str("facts").cloned() {
        Some(Value::Hash(inner)) => entries = inner,
        Some(Value::Array(rows)) => {
            let facts = rows_of(rows.iter())?;
            return Ok(Facts { node: node.or(facts.node), ..facts });
        }
        _ => {}
    }
    // A fact set of PuppetDB.
    if let Some(Value::Array(rows)) = entries.get_str("data").cloned()
        && let Ok(facts) = rows_of(rows.iter())
    {
        return Ok(Facts { node: node.or(facts.node), ..facts });
    }
    let wrapper = ["name", "values", "timestamp", "expiration"];
    let only_wrapper = entries.keys().all(|key| key.as_str().is_some_and(|key| wrapper.contains(&key)));
    if only_wrapper && let Some(Value::Hash(inner)) = entries.get_str("values").cloned() {
        node = node.or_else(|| text(&entries, "name"));
        entries = inner;
    }
    Ok(Facts { values: entries, node })
}

/// Facts as rows: `{"certname": ..., "name": ..., "value": ...}`.
fn rows_of<'v>(rows: impl ExactSizeIterator<Item = &'v Value>) -> Result<Facts, NoFacts> {
    let mut facts = Facts::default();
    // An empty list means no node, since no node is without facts.
    if rows.len() == 0 {
        return Err(NoFacts::List);
    }
    for row in rows {
        let Value::Hash(row) = row else { return Err(NoFacts::List) };
        let name = row.get_str("name").and_then(Value::as_str);
        let (Some(name), Some(value)) = (name, row.get_str("value")) else { return Err(NoFacts::List) };
        facts.values.insert(Value::str(name), value.clone());
        if let Some(node) = row.get_str("certname").and_then(Value::as_str) {
            if facts.node.as_deref().is_some_and(|known| known != node) {
                return Err(NoFacts::ManyNodes);
            }
            facts.node = Some(node.to_owned());
        }
    }
    Ok(facts)
}

fn unusable(source: Arc<Source>, message: String, help: &str) -> DocumentError {
    let diagnostic = Diagnostic::error(codes::WRONG_USE, message).help(help);
    DocumentError { diagnostic: Box::new(diagnostic), source }
}
