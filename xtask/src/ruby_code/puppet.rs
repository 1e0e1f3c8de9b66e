//! Puppet's compiler as a process that answers.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use super::{Answer, Case, worlds};

/// The script that runs in Ruby.
const SCRIPT: &str = include_str!("../../ruby/answers.rb");

/// A process that compiles, and what it said in earlier runs.
pub struct Puppet {
    child: Child,
    output: BufReader<ChildStdout>,
    /// The folder with answers of earlier runs.
    kept: Option<PathBuf>,
    /// The version of Puppet.
    pub version: String,
}

impl Puppet {
    /// Starts Puppet from a checkout, or the one that is installed, and asks it about all cases whose answers are not
    /// kept. [`Puppet::answers`] must be called for the cases in their order.
    pub fn start(
        checkout: Option<&Path>,
        modules: &Path,
        kept: Option<&Path>,
        cases: &[Case],
    ) -> Result<Puppet, String> {
        let mut command = Command::new("ruby");
        command.args(["-W0", "-e", SCRIPT]).arg(modules).arg(worlds::facts().to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("LC_ALL", "C.UTF-8");
        if let Some(checkout) = checkout {
            command.env("RUBYLIB", checkout.join("lib"));
        }
        let mut child = command.spawn().map_err(|error| format!("ruby does not start: {error}"))?;
        let mut input = child.stdin.take().ok_or("ruby has no input")?;
        let output = child.stdout.take().ok_or("ruby has no output")?;
        let kept = kept.map(Path::to_owned);
        let mut puppet = Puppet { child, output: BufReader::new(output), kept, version: String::new() };
        let hello = puppet.read().map_err(|error| {
            format!("Ruby cannot load Puppet ({error}): give a checkout with `--puppet DIR`")
        })?;
        puppet.version = hello["version"].as_str().unwrap_or("?").to_owned();
        let requests: Vec<Value> =
            cases.iter().filter(|case| puppet.kept(case).is_none()).map(request).collect();
        // Both sides work at the same time.
        std::thread::spawn(move || {
            for request in requests {
                if writeln!(input, "{request}").is_err() {
                    break;
                }
            }
        });
        Ok(puppet)
    }

    /// What the programs of a case come to.
    pub fn answers(&mut self, case: &Case) -> Result<Vec<Answer>, String> {
        let answers = match self.kept(case) {
            Some(answers) => answers,
            None => {
                let answers = self.read()?;
                if let Some(file) = self.file(case) {
                    let kept = json!({ "request": request(case), "answers": answers });
                    fs::write(&file, kept.to_string())
                        .map_err(|error| format!("{}: {error}", file.display()))?;
                }
                answers
            }
        };
        let Some(answers) = answers.as_array().filter(|answers| answers.len() == case.programs.len()) else {
            return Err(answers["broken"].as_str().unwrap_or("no answer").to_owned());
        };
        let answer = |answer: &Value| match answer["error"].as_str() {
            Some(message) => Err(message.to_owned()),
            None => Ok(answer["resources"].clone()),
        };
        Ok(answers.iter().map(answer).collect())
    }

    /// What Puppet said about the very same programs before.
    fn kept(&self, case: &Case) -> Option<Value> {
        let text = fs::read_to_string(self.file(case)?).ok()?;
        let mut kept = crate::puppet::value(&text).ok()?;
        (kept["request"] == request(case)).then(|| kept["answers"].take())
    }

    fn file(&self, case: &Case) -> Option<PathBuf> {
        Some(self.kept.as_ref()?.join(format!("{}.json", case.name.replace('/', "+"))))
    }

    fn read(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|error| format!("Ruby has ended: {error}"))?;
        crate::puppet::value(&line).map_err(|error| format!("Ruby says {line:?}: {error}"))
    }
}

impl Drop for Puppet {
    fn drop(&mut self) {
        // Nobody waits for an answer any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(case: &Case) -> Value {
    let manifests: Vec<&str> = case.programs.iter().map(|program| program.manifest.as_str()).collect();
    json!({ "manifests": manifests })
}
