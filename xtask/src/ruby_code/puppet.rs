//! Compiles with Puppet in a separate process.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::{Case, HttpResponse, worlds};
use crate::ruby_process::Ruby;

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/answers.rb");

/// The results of a case's programs; `None` for one that took too long, or whose value contains the address of a Ruby
/// object. A message if Puppet breaks down over the case.
type Answers = Result<Vec<Option<HttpResponse>>, String>;

/// A process that compiles programs, with its cached answers.
pub struct Puppet {
    ruby: Ruby,
    /// The folder with cached answers.
    kept: Option<PathBuf>,
    /// The version of Puppet.
    pub version: String,
}

impl Puppet {
    /// Starts Puppet from a checkout, or the installed one, and sends it all cases without cached answers.
    /// [`Puppet::answers`] must be called for the cases in the same order.
    pub fn start(
        checkout: Option<&Path>,
        modules: &Path,
        kept: Option<&Path>,
        cases: &[Case],
    ) -> Result<Puppet, String> {
        let facts = worlds::facts().to_string();
        let mut ruby = Ruby::start(SCRIPT, checkout, [modules.as_os_str(), facts.as_ref()])?;
        let mut input = ruby.take_input()?;
        let mut puppet = Puppet { ruby, kept: kept.map(Path::to_owned), version: String::new() };
        let hello = puppet.ruby.answer().map_err(|error| {
            format!("Ruby cannot load Puppet ({error}): give a checkout with `--puppet DIR`")
        })?;
        puppet.version = hello["version"].as_str().unwrap_or("?").to_owned();
        let unknown = cases.iter().map(|case| puppet.unknown(case));
        let requests: Vec<Value> =
            unknown.filter(|unknown| !unknown.is_empty()).map(|unknown| request(&unknown)).collect();
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

    /// The results of a case's programs. It fails if they cannot be cached: then those of all other cases cannot be,
    /// either.
    pub fn answers(&mut self, case: &Case) -> Result<Answers, String> {
        let mut known = self.kept(case);
        let unknown = self.unknown(case);
        if !unknown.is_empty() {
            let mut answers = match self.ruby.answer() {
                Ok(answers) => answers,
                Err(message) => return Ok(Err(message)),
            };
            let Some(answers) = answers.as_array_mut().filter(|answers| answers.len() == unknown.len())
            else {
                return Ok(Err(answers["broken"].as_str().unwrap_or("no answer").to_owned()));
            };
            let answers = answers.iter_mut().map(Value::take);
            known.extend(unknown.into_iter().map(str::to_owned).zip(answers));
            self.keep(case, &known)?;
        }
        let answer = |answer: &Value| match answer["error"].as_str() {
            _ if answer["late"] == true => None,
            Some(message) => Some(Err(message.to_owned())),
            None if answer["resources"].to_string().contains(":0x0000") => None,
            None => Some(Ok(answer["resources"].clone())),
        };
        Ok(Ok(case.programs.iter().map(|program| known.get(&program.manifest).and_then(answer)).collect()))
    }

    /// The manifests without a cached answer.
    fn unknown<'c>(&self, case: &'c Case) -> Vec<&'c str> {
        let known = self.kept(case);
        let all = case.programs.iter().map(|program| program.manifest.as_str());
        all.filter(|manifest| !known.contains_key(*manifest)).collect()
    }

    /// The cached answers, by manifest.
    fn kept(&self, case: &Case) -> HashMap<String, Value> {
        let text = self.file(case).and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let mut kept = crate::puppet::value(&text).unwrap_or_default();
        let manifests = match kept["request"]["manifests"].take() {
            Value::Array(manifests) => manifests,
            _ => Vec::new(),
        };
        let answers = match kept["answers"].take() {
            Value::Array(answers) => answers,
            _ => Vec::new(),
        };
        let manifests = manifests.iter().map(|manifest| manifest.as_str().unwrap_or("").to_owned());
        manifests.zip(answers).collect()
    }

    fn keep(&self, case: &Case, known: &HashMap<String, Value>) -> Result<(), String> {
        let Some(file) = self.file(case) else { return Ok(()) };
        let manifests: Vec<&str> = case.programs.iter().map(|program| program.manifest.as_str()).collect();
        let answers: Vec<Option<&Value>> = manifests.iter().map(|manifest| known.get(*manifest)).collect();
        let mut kept = json!({ "answers": answers });
        kept["request"] = request(&manifests);
        fs::write(&file, kept.to_string()).map_err(|error| format!("{}: {error}", file.display()))
    }

    fn file(&self, case: &Case) -> Option<PathBuf> {
        Some(self.kept.as_ref()?.join(format!("{}.json", case.name.replace('/', "+"))))
    }
}

fn request(manifests: &[&str]) -> Value {
    json!({ "manifests": manifests })
}
