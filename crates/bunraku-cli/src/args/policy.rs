//! The options that say what a program may read, run and learn.

use std::ffi::OsString;

use bunraku::diag::{Diagnostic, codes};
use bunraku::world::Policy;

/// What a program may have besides the files of its environment.
#[derive(Debug, Clone, clap::Args)]
pub struct Allow {
    /// Let the program read a file, or what is below a folder; without a path all files. It may be given several times
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    allow_read: Vec<OsString>,
    /// Let the program and its environment run commands: `generate`, `validate_cmd`, `config_version`
    #[arg(long)]
    allow_commands: bool,
    /// Let the program see an environment variable; without a name all of them. It may be given several times
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    allow_env: Vec<String>,
    /// Reserved: no program opens connections
    #[arg(long)]
    allow_net: bool,
}

impl Allow {
    /// The policy.
    pub fn policy(&self) -> Result<Policy, Box<Diagnostic>> {
        if self.allow_net {
            let message = "`--allow-net` is reserved: nothing in bunraku opens connections yet";
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help("remove it")));
        }
        let mut policy = Policy::default().allow_commands(self.allow_commands);
        for path in &self.allow_read {
            policy = match path.is_empty() {
                true => policy.allow_all_reads(),
                false => policy.allow_read(path),
            };
        }
        for name in &self.allow_env {
            policy = match name.is_empty() {
                true => policy.allow_all_variables(),
                false => policy.allow_variable(name),
            };
        }
        Ok(policy)
    }
}
