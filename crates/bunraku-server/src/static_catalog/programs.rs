//! The programs of an installation that provide the version of its code, and files of old versions.

use bunraku::world::{AskedBy, Command, Output, World};

use super::is_code_id;

/// The two programs in puppetserver's `versioned-code` settings.
#[derive(Debug, Clone)]
pub struct Programs {
    /// Prints the version of an environment, whose name is the argument.
    pub code_id: String,
    /// Prints a file: its arguments are the environment, the version and the relative path.
    pub code_content: String,
}

impl Programs {
    /// The version of an environment; `None` if the program prints none.
    pub fn code_id(&self, world: &dyn World, environment: &str) -> Result<Option<String>, String> {
        let output = run(world, &self.code_id, &[environment])?;
        let id = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        // An empty version is worse than none: agents would request files of the version "".
        if id.is_empty() {
            return Ok(None);
        }
        match is_code_id(&id) {
            true => Ok(Some(id)),
            false => Err(format!("`{}` printed {id:?}, which is not a valid code id", self.code_id)),
        }
    }

    /// A file of a version.
    pub fn content(
        &self,
        world: &dyn World,
        environment: &str,
        id: &str,
        path: &str,
    ) -> Result<Vec<u8>, String> {
        Ok(run(world, &self.code_content, &[environment, id, path])?.stdout)
    }
}

fn run(world: &dyn World, program: &str, arguments: &[&str]) -> Result<Output, String> {
    let command = Command::program(AskedBy::Settings, program).args(arguments.iter().copied());
    let output = world.run(&command).map_err(|error| format!("cannot run `{program}`: {error}"))?;
    if output.status.is_success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("`{program}` failed ({}): {}", output.status, said.trim()))
}
