//! Asking an external node classifier about a node.

use std::path::{Path, PathBuf};

use bunraku::Classification;
use bunraku::diag::{Diagnostic, codes};
use bunraku::loader::PuppetSettings;
use bunraku::world::{AskedBy, Command, CommandError, Status, World};

use crate::files::reason;
use crate::report::Refusal;

/// A program that knows the classes of nodes: it is called with the name of a node and prints YAML.
#[derive(Debug, Clone)]
pub struct Enc {
    program: PathBuf,
}

impl Enc {
    /// The classifier at a path; anything but a file is wrong use.
    pub fn new(path: &Path) -> Result<Enc, Refusal> {
        let program = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if program.is_file() {
            return Ok(Enc { program });
        }
        let message = format!("node classifier `{}` not found", path.display());
        Err(Diagnostic::error(codes::WRONG_USE, message).into())
    }

    /// The classifier that the settings of an installation name.
    pub fn configured(settings: &PuppetSettings) -> Result<Option<Enc>, Refusal> {
        let exec = settings.given("node_terminus").is_some_and(|terminus| terminus == "exec");
        let path = settings.given("external_nodes").filter(|path| exec && path != "none");
        path.map(|path| Enc::new(Path::new(&path))).transpose()
    }

    /// What it says about a node.
    pub fn classify(&self, world: &dyn World, node: &str) -> Result<Classification, Refusal> {
        let name = self.program.display().to_string();
        let output = world.run(&Command::program(AskedBy::Settings, &self.program).args([node]));
        let output = output.map_err(|error| match error {
            CommandError::Io(error) => {
                let message = format!("cannot start the node classifier `{name}`: {}", reason(&error));
                let help = "it must be executable and name its interpreter in the first line";
                failed(message).help(help)
            }
            other => failed(format!("the node classifier failed for `{node}`: {other}")),
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
                    format!("the node classifier was stopped while it looked for `{node}`")
                }
            };
            return Err(failed(message).help(format!("try it: `{name} {node}`")).into());
        }
        let text = String::from_utf8(output.stdout)
            .map_err(|_| failed(format!("the output of the node classifier for `{node}` is not UTF-8")))?;
        Classification::parse(&format!("{name} {node}"), &text).map_err(Refusal::from)
    }
}

fn failed(message: String) -> Diagnostic {
    Diagnostic::error(codes::INVALID_NODE_DATA, message)
}
