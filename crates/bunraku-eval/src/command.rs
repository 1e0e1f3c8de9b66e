//! Commands that functions run.

/// A command and where it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The folder that it runs in, if that matters.
    pub folder: Option<String>,
    /// A text for the command, in a file of its own whose path is one more argument.
    pub text: Option<String>,
}

/// What runs commands: it answers with what one prints, errors included, or why it failed.
pub type RunCommand = fn(&Command) -> Result<String, String>;
