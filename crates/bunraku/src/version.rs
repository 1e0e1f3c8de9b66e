//! The version of an environment's code, from its `config_version` command.

use bunraku_diag::{Diagnostic, codes};
use bunraku_world::{AskedBy, Command, CommandError, Status};

use crate::Site;

/// The result of determining the version of the code.
#[derive(Debug)]
pub enum CodeVersion {
    /// The output of the command.
    Told(String),
    /// The command may not run, which the warning explains. Catalogs are the same without it except for their version.
    Refused(Box<Diagnostic>),
    /// The environment does not have a command.
    Unset,
}

impl Site {
    /// Runs the command of `config_version`. A command that fails is an error.
    pub fn code_version(&self) -> Result<CodeVersion, Box<Diagnostic>> {
        let Some(command) = self.environment.version_command.as_deref() else {
            return Ok(CodeVersion::Unset);
        };
        let failed = |why: String| {
            let message = format!("the `config_version` command {why}: {command}");
            let help = "it is set as `config_version` in `environment.conf`";
            Box::new(Diagnostic::error(codes::INVALID_SETTING, message).help(help))
        };
        let output = match self.environment.files().run(&Command::shell(AskedBy::Environment, command)) {
            Ok(output) => output,
            Err(CommandError::Refused(refused)) => {
                let message = "the `config_version` command of `environment.conf` was not run";
                let warning = Diagnostic::warning(codes::NOT_ALLOWED, message).help(refused.help());
                return Ok(CodeVersion::Refused(Box::new(warning)));
            }
            Err(CommandError::Io(error)) => {
                return Err(failed(format!("could not be started ({})", bunraku_world::reason(&error))));
            }
            Err(other) => return Err(failed(format!("fails ({other})"))),
        };
        match output.status {
            Status::Code(0) => {
                Ok(CodeVersion::Told(String::from_utf8_lossy(&output.stdout).trim().to_owned()))
            }
            Status::Code(code) => Err(failed(format!("fails with status {code}"))),
            Status::Stopped(_) => Err(failed("was stopped".to_owned())),
        }
    }
}
