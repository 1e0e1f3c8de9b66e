//! The options that restrict what a program may read, run and find out.

use std::ffi::OsString;

use bunraku::diag::{Diagnostic, codes};
use bunraku::world::Policy;

/// What a program may have besides the files of its environment.
#[derive(Debug, Clone, clap::Args)]
pub struct Allow {
    /// Let Puppet code read this file, or everything in this folder; without a path, all files. Can be repeated
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    allow_read: Vec<OsString>,
    /// Let Puppet code and the environment run commands: `generate`, `validate_cmd`, `config_version`
    #[arg(long)]
    allow_commands: bool,
    /// Let Puppet code see this environment variable; without a name, all of them. Can be repeated
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    allow_env: Vec<String>,
    /// Reserved; no code can open network connections
    #[arg(long)]
    allow_net: bool,
}

impl Allow {
    /// Whether code may access anything outside the environment.
    pub fn is_any(&self) -> bool {
        !self.allow_read.is_empty() || self.allow_commands || !self.allow_env.is_empty() || self.allow_net
    }

    /// The policy.
    pub fn policy(&self) -> Result<Policy, Box<Diagnostic>> {
        if self.allow_net {
            let message = "`--allow-net` is reserved: Puppet code cannot open network connections yet";
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
