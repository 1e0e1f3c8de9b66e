//! A Ruby process that answers requests, one line of JSON each.

use std::{
    ffi::OsStr,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::Value;

use crate::puppet;

/// The command that runs a script in Ruby, with Puppet from a checkout or the installed one.
pub fn command(script: &str, checkout: Option<&Path>) -> Command {
    let mut command = Command::new("ruby");
    // Strings are exchanged as UTF-8 regardless of the locale.
    command.args(["-W0", "-e", script, "--"]).env("LC_ALL", "C.UTF-8");
    if let Some(checkout) = checkout {
        command.env("RUBYLIB", checkout.join("lib"));
    }
    command
}

/// A running script, which is stopped on drop.
pub struct Ruby {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Ruby {
    /// Starts a script.
    pub fn start<A: AsRef<OsStr>>(
        script: &str,
        checkout: Option<&Path>,
        args: impl IntoIterator<Item = A>,
    ) -> Result<Ruby, String> {
        let mut command = command(script, checkout);
        let child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("ruby does not start: {error}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("ruby has no output")?);
        Ok(Ruby { child, input, output })
    }

    /// Sends a request and returns its answer.
    pub fn ask(&mut self, request: &Value) -> Result<Value, String> {
        let input = self.input.as_mut().ok_or("ruby has no input")?;
        writeln!(input, "{request}").map_err(|error| format!("Ruby has ended: {error}"))?;
        self.answer()
    }

    /// The next answer.
    pub fn answer(&mut self) -> Result<Value, String> {
        let line = self.line()?.unwrap_or_default();
        puppet::value(&line).map_err(|error| format!("Ruby says {line:?}: {error}"))
    }

    /// The next line that the script prints; `None` if it has ended.
    pub fn line(&mut self) -> Result<Option<String>, String> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).map_err(|error| format!("Ruby has ended: {error}"))?;
        Ok((length > 0).then_some(line))
    }

    /// The input of the script, for a thread that sends requests while this one reads the answers.
    pub fn take_input(&mut self) -> Result<ChildStdin, String> {
        self.input.take().ok_or_else(|| "ruby has no input".to_owned())
    }

    /// Waits until the script has ended by itself.
    pub fn wait(mut self) -> Result<(), String> {
        self.child.wait().map(drop).map_err(|error| error.to_string())
    }
}

impl Drop for Ruby {
    fn drop(&mut self) {
        // No answer is needed any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
