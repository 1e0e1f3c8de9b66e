//! JSON or YAML documents with data about a node, or other values.

use std::{borrow::Cow, error::Error as StdError, fmt, path::Path, sync::Arc};

use bunraku_diag::{Diagnostic, Source, TextRange, codes};
use bunraku_formats::{Error, ErrorKind, Position, json, yaml};
use bunraku_pcore::Value;

/// A JSON or YAML document.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Document {
    /// The parsed value.
    pub value: Value,
    /// The format, for messages: `JSON` or `YAML`.
    pub form: &'static str,
}

impl Document {
    /// Reads a document: as YAML if the file name has that extension, otherwise as JSON. Text that is not JSON, and
    /// whose file name does not say that it is, may also be YAML.
    ///
    /// ```
    /// use bunraku::{Document, diag::Source};
    ///
    /// let document = Document::read(Source::new("values.yaml", "port: 80"))?;
    /// assert_eq!(document.form, "YAML");
    /// # Ok::<(), bunraku::DocumentError>(())
    /// ```
    pub fn read(source: impl Into<Arc<Source>>) -> Result<Document, DocumentError> {
        let source = source.into();
        let extension = Path::new(source.name()).extension();
        let (form, read) = match extension.and_then(|extension| extension.to_str()).unwrap_or_default() {
            "yaml" | "yml" => ("YAML", read_yaml(source.text())),
            extension => {
                let read = json::read_value(source.text());
                let ended = read.as_ref().is_err_and(|error| error.kind == ErrorKind::Ended);
                let try_yaml = extension != "json" && read.is_err() && !ended;
                let other = try_yaml.then(|| read_yaml(source.text()));
                match other {
                    // Almost any text is a YAML string, so only collections count.
                    Some(Ok(value @ (Value::Hash(_) | Value::Array(_)))) => ("YAML", Ok(value)),
                    _ => ("JSON", read),
                }
            }
        };
        match read {
            Ok(value) => Ok(Document { value, form }),
            Err(error) if error.kind == ErrorKind::Ended => {
                let message = format!("cannot read `{}`: {}", source.name(), error.message);
                let diagnostic = Box::new(Diagnostic::error(codes::FILE_TOO_LARGE, message));
                Err(DocumentError { diagnostic, source })
            }
            Err(error) => {
                let message = format!("`{}` is not {form}", source.name());
                let span = source.span(TextRange::at(offset(&source, error.position)));
                let cause =
                    (form == "YAML").then(|| yaml::cause(&error.message, source.text(), error.position));
                let diagnostic = Diagnostic::error(codes::WRONG_USE, message).at(span, error.message);
                let diagnostic = match cause.flatten() {
                    Some(cause) => diagnostic.help(cause),
                    None => diagnostic,
                };
                Err(DocumentError { diagnostic: Box::new(diagnostic), source })
            }
        }
    }
}

/// Why a document cannot be used: it is malformed, or its contents are not as expected.
#[non_exhaustive]
pub struct DocumentError {
    /// The problem, with its place.
    pub diagnostic: Box<Diagnostic>,
    /// The document, to which the places refer.
    pub source: Arc<Source>,
}

impl fmt::Debug for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.diagnostic.message, f)
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl StdError for DocumentError {}

fn read_yaml(text: &str) -> Result<Value, Error> {
    let document = yaml::read(&without_class(text))?;
    match document.flaw {
        None => Ok(document.value),
        Some(flaw) => {
            Err(Error { kind: ErrorKind::Data, message: flaw.message.clone(), position: flaw.position })
        }
    }
}

/// Facts stored by a server begin with the Ruby class that they were created from. It is replaced by spaces, so that
/// all positions stay the same.
fn without_class(text: &str) -> Cow<'_, str> {
    let class = "!ruby/object:Puppet::Node::Facts";
    match text.split_once(class) {
        Some((before, rest)) if before.trim() == "---" => {
            format!("{before}{}{rest}", " ".repeat(class.len())).into()
        }
        _ => text.into(),
    }
}

/// The byte offset of a position.
fn offset(source: &Source, position: Position) -> u32 {
    let line = source.line_range(position.line);
    let before = source.line(position.line).chars().take(position.column.saturating_sub(1) as usize);
    let bytes = before.map(|char| u32::try_from(char.len_utf8()).unwrap_or(0)).sum();
    line.start.saturating_add(bytes).min(line.end)
}
