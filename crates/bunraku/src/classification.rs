//! The answer of an external node classifier (ENC) for a node: its classes, variables and environment.

use std::sync::Arc;

use bunraku_analysis::empty_body;
use bunraku_compiler::{Assigned, AssignedClass};
use bunraku_diag::{Diagnostic, Source, TextRange, codes};
use bunraku_edition::Edition;
use bunraku_eval::{LogEntry, Machine};
use bunraku_formats::{
    Position,
    yaml::{self, Document},
};
use bunraku_pcore::{Hash, Value};

use crate::DocumentError;

/// The answer of a node classifier for a node.
///
/// ```
/// use bunraku::{Classification, Program, edition::PUPPET8};
///
/// let mut program = Program::new(&PUPPET8);
/// program.classification = Some(Classification::parse("enc", "classes: { ntp: { servers: [a, b] } }")?);
/// let outcome = program.evaluate("site.pp", "class ntp($servers) { notify { $servers: } }");
/// let catalog = outcome.catalog.ok_or("no catalog")?;
/// assert!(catalog.find("Notify", "b").is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Classification {
    /// The classes of the node, in the order of the document.
    pub classes: Vec<AssignedClass>,
    /// Variables of the top scope, which hide facts of the same name.
    pub parameters: Hash,
    /// The environment that the node belongs to, if it is given.
    pub environment: Option<String>,
    source: Arc<Source>,
}

/// Names after this column are not searched for; their places are at the start of the line. Searching very many of them
/// would take quadratic time.
const LAST_COLUMN: u32 = 10_000;

/// Variables that always exist in the top scope, so that parameters cannot set them.
const RESERVED: [&str; 4] = ["facts", "server_facts", "title", "name"];

impl Classification {
    /// Parses the answer of a classifier, a YAML document; messages call it `name`.
    pub fn parse(name: &str, text: &str) -> Result<Classification, DocumentError> {
        let source = Arc::new(Source::new(name, text));
        let answer = ClassifierOutput::read(&source)?;
        let classes = answer.classes()?;
        let parameters = answer.parameters()?;
        let environment = answer.environment()?;
        Ok(Classification { classes, parameters, environment, source })
    }

    /// Converts the classes for the compiler.
    pub(crate) fn assigned(&self, edition: &'static Edition) -> Assigned {
        Assigned { classes: self.classes.clone(), text: empty_body(&self.source, edition) }
    }

    /// Sets the variables of the top scope, and warns about facts that they hide.
    pub(crate) fn set_variables(&self, cx: &mut Machine, facts: &Hash) {
        for (name, value) in self.parameters.iter() {
            let Some(name) = name.as_str() else { continue };
            if facts.get_str(name).is_some() {
                let message = format!("the node parameter `{name}` hides the fact of the same name");
                let help = format!("read the fact as `$facts['{name}']`");
                let warning = Diagnostic::warning(codes::HIDDEN_FACT, message).help(help);
                cx.log.push(LogEntry::Diagnostic(warning));
            }
            cx.set_top(name, value.clone());
        }
    }
}

/// The answer of a classifier while it is being parsed.
struct ClassifierOutput<'s> {
    source: &'s Arc<Source>,
    document: Document,
    entries: Hash,
}

impl ClassifierOutput<'_> {
    fn read(source: &Arc<Source>) -> Result<ClassifierOutput<'_>, DocumentError> {
        let nowhere = ClassifierOutput { source, document: Document::default(), entries: Hash::new() };
        if source.text().trim().is_empty() {
            let message = "the node classifier printed nothing, so the node is unknown";
            return Err(nowhere.error(None, message, "", "print `{}` for a node without classes"));
        }
        let document = match yaml::read_with_positions(source.text()) {
            Ok(document) => document,
            Err(error) => {
                let message = "the output of the node classifier is not valid YAML";
                return Err(nowhere.error(Some(error.position), message, &error.message, FORM));
            }
        };
        if let Some(flaw) = &document.flaw {
            let message = "the output of the node classifier cannot be used";
            return Err(nowhere.error(Some(flaw.position), message, &flaw.message, FORM));
        }
        let Value::Hash(entries) = document.value.clone() else {
            let message = "the output of the node classifier is not a hash";
            return Err(nowhere.error(Some(Position { line: 1, column: 1 }), message, "", FORM));
        };
        Ok(ClassifierOutput { source, document, entries })
    }

    /// `classes`: a list of names, or a mapping from names to parameters.
    fn classes(&self) -> Result<Vec<AssignedClass>, DocumentError> {
        let class = |path: String, name: &Value, params: Hash| match name.as_str() {
            Some(name) => {
                Ok(AssignedClass { name: name.to_owned(), params, range: self.range(self.position(&path)) })
            }
            None => Err(self.at(&path, "the name of a class must be a string", "")),
        };
        match self.entries.get_str("classes") {
            None | Some(Value::Undef) => Ok(Vec::new()),
            Some(Value::Array(names)) => {
                let numbered = names.iter().enumerate();
                numbered.map(|(index, name)| class(format!("classes.{index}"), name, Hash::new())).collect()
            }
            Some(Value::Hash(classes)) => classes
                .iter()
                .map(|(name, params)| {
                    let path = format!("classes.{}", name.as_str().unwrap_or_default());
                    match params {
                        Value::Undef => class(path, name, Hash::new()),
                        Value::Hash(params) => class(path, name, params.clone()),
                        _ => Err(self.at(&path, "the parameters of a class must be a hash", "")),
                    }
                })
                .collect(),
            Some(_) => {
                let label = "neither an array of names nor a hash of names and parameters";
                Err(self.at("classes", "the classes of the node are not an array", label))
            }
        }
    }

    /// `parameters`: a mapping from names of variables to values.
    fn parameters(&self) -> Result<Hash, DocumentError> {
        let parameters = match self.entries.get_str("parameters") {
            None | Some(Value::Undef) => return Ok(Hash::new()),
            Some(Value::Hash(parameters)) => parameters,
            Some(_) => return Err(self.at("parameters", "the parameters of the node are not a hash", "")),
        };
        let mut kept = Hash::new();
        for (name, value) in parameters.iter() {
            let string = match name {
                Value::Int(number) => number.to_string(),
                name => name.as_str().unwrap_or_default().to_owned(),
            };
            let taken = RESERVED.contains(&string.as_str());
            if taken || string.bytes().all(|byte| byte.is_ascii_digit()) {
                let message = format!("a node cannot have the parameter `{string}`");
                let label = if taken { "this is a built-in variable" } else { "not a valid variable name" };
                return Err(self.at(&format!("parameters.{string}"), &message, label));
            }
            // These two come from elsewhere, whatever a classifier says.
            if !["environment", "trusted"].contains(&string.as_str()) {
                kept.insert(Value::str(string), value.clone());
            }
        }
        Ok(kept)
    }

    fn environment(&self) -> Result<Option<String>, DocumentError> {
        match self.entries.get_str("environment") {
            None | Some(Value::Undef) => Ok(None),
            Some(Value::Str(name)) => Ok(Some(name.to_string())),
            Some(_) => Err(self.at("environment", "the name of an environment must be a string", "")),
        }
    }

    fn at(&self, path: &str, message: &str, label: &str) -> DocumentError {
        self.error(self.position(path), message, label, FORM)
    }

    fn error(&self, place: Option<Position>, message: &str, label: &str, help: &str) -> DocumentError {
        let mut diagnostic = Diagnostic::error(codes::INVALID_NODE_DATA, message).help(help);
        if place.is_some() {
            diagnostic = diagnostic.at(self.source.span(self.range(place)), label);
        }
        DocumentError { diagnostic: Box::new(diagnostic), source: Arc::clone(self.source) }
    }

    fn position(&self, path: &str) -> Option<Position> {
        self.document.paths.get(path).copied()
    }

    /// The range from a position to the end of the word.
    fn range(&self, position: Option<Position>) -> TextRange {
        let Some(position) = position else { return TextRange::default() };
        let line = self.source.line_range(position.line);
        if position.column > LAST_COLUMN {
            return TextRange::at(line.start);
        }
        let text = line.of(self.source.text());
        let characters = position.column.saturating_sub(1) as usize;
        let start = text.char_indices().nth(characters).map_or(text.len(), |(offset, _)| offset);
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find([':', ',', ']', '}', '\n', '\r']).unwrap_or(rest.len());
        let start = line.start + start as u32;
        TextRange::new(start, start + length as u32)
    }
}

const FORM: &str = "it must print one YAML hash with `classes`, `parameters` and `environment`";

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        match Classification::parse("enc", text) {
            Ok(_) => String::new(),
            Err(error) => error.diagnostic.message.clone(),
        }
    }

    #[test]
    fn classes_are_a_list_or_a_mapping() {
        let listed = Classification::parse("enc", "classes: [a, b]\nenvironment: lab\n").unwrap();
        assert_eq!(listed.classes.iter().map(|class| class.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(listed.environment.as_deref(), Some("lab"));
        let mapped = Classification::parse("enc", "---\nclasses:\n  a:\n  b: {p: 1}\n").unwrap();
        let params: Vec<usize> = mapped.classes.iter().map(|class| class.params.len()).collect();
        assert_eq!(params, [0, 1]);
        assert_eq!(mapped.classes[1].range.of("---\nclasses:\n  a:\n  b: {p: 1}\n"), "b");
    }

    #[test]
    fn parameters_are_variables() {
        let read = Classification::parse("enc", "parameters: {a: [1], environment: x, trusted: y}").unwrap();
        assert_eq!(read.parameters.len(), 1);
        assert!(Classification::parse("enc", "{}").unwrap().parameters.is_empty());
    }

    #[test]
    fn garbage_is_refused() {
        for string in ["", "oops", "[1]", "a: [", "classes: a", "classes: [1]", "classes: {a: 1}"] {
            assert!(!problem(string).is_empty(), "{string}");
        }
        for string in ["parameters: [1]", "parameters: {title: 1}", "parameters: {1: 1}", "environment: 5"] {
            assert!(!problem(string).is_empty(), "{string}");
        }
    }
}
