//! Runs external node classifiers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_diag::{Diagnostic, Source, codes};
use bunraku_loader::PuppetSettings;
use bunraku_world::{AskedBy, Command, CommandError, Status, World, reason};

use crate::{Classification, DocumentError};

/// An external node classifier: a program that is called with the name of a node and prints YAML.
#[derive(Debug, Clone)]
pub struct Classifier {
    program: PathBuf,
    /// The arguments before the name of the node.
    arguments: Vec<String>,
}

impl Classifier {
    /// The classifier at a path, which must be a file.
    pub fn new(files: &dyn World, path: &Path) -> Result<Classifier, Box<Diagnostic>> {
        if files.is_file(path) {
            return Ok(Classifier { program: path.to_owned(), arguments: Vec::new() });
        }
        let message = format!("node classifier `{}` not found", path.display());
        Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
    }

    /// The classifier configured in the settings of an installation, with its arguments.
    pub fn configured(
        files: &dyn World,
        settings: &PuppetSettings,
    ) -> Result<Option<Classifier>, Box<Diagnostic>> {
        let exec = settings.given("node_terminus").is_some_and(|terminus| terminus == "exec");
        let path = settings.given("external_nodes").filter(|path| exec && path != "none");
        let Some(command) = path else { return Ok(None) };
        let mut words = command.split_whitespace();
        let classifier = Classifier::new(files, Path::new(words.next().unwrap_or_default()))?;
        Ok(Some(Classifier { arguments: words.map(str::to_owned).collect(), ..classifier }))
    }

    /// Classifies a node.
    pub fn classify(&self, world: &dyn World, node: &str) -> Result<Classification, DocumentError> {
        let name = self.program.display().to_string();
        let failed = |message: String, help: Option<String>| {
            let diagnostic = Diagnostic::error(codes::INVALID_NODE_DATA, message);
            let diagnostic = match help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
            DocumentError {
                diagnostic: Box::new(diagnostic),
                source: Arc::new(Source::new(name.as_str(), "")),
            }
        };
        let output = world.run(
            &Command::program(AskedBy::Settings, &self.program)
                .args(self.arguments.iter().map(String::as_str).chain([node])),
        );
        let output = output.map_err(|error| match error {
            CommandError::Io(error) => {
                let message = format!("cannot start the node classifier `{name}`: {}", reason(&error));
                let help = "it must be executable, and its first line must name the interpreter";
                failed(message, Some(help.to_owned()))
            }
            other => failed(format!("the node classifier failed for `{node}`: {other}"), None),
        })?;
        if !output.status.is_success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.lines().map(str::trim).find(|line| !line.is_empty());
            let message = match (output.status, said) {
                (Status::Code(code), None) => {
                    format!("the node classifier failed for `{node}` with status {code}")
                }
                (Status::Code(code), Some(said)) => {
                    format!("the node classifier failed for `{node}` with status {code}: {said}")
                }
                (Status::Stopped(_), _) => {
                    format!("the node classifier was stopped while looking up `{node}`")
                }
            };
            return Err(failed(message, Some(format!("try it: `{name} {node}`"))));
        }
        let text = String::from_utf8(output.stdout).map_err(|_| {
            failed(format!("the output of the node classifier for `{node}` is not UTF-8"), None)
        })?;
        Classification::parse(&format!("{name} {node}"), &text)
    }
}
