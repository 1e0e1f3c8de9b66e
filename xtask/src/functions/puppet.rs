//! Evaluates functions in a Puppet process, and caches its answers.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::{HttpResponse, skipped};
use crate::{ruby_code::worlds, ruby_process::Ruby};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/functions.rb");

/// How many programs share a Ruby process: starting one takes time, and a crash affects all of them.
const TOGETHER: usize = 10;

/// A process that evaluates programs, with its cached answers.
pub struct Puppet {
    ruby: Ruby,
    /// The folder with cached answers.
    kept: Option<PathBuf>,
    /// The version of Puppet.
    pub version: String,
    /// The functions that come with Puppet.
    pub functions: Vec<String>,
}

impl Puppet {
    /// Starts Puppet from a checkout, or the installed one, with a folder of modules.
    pub fn start(checkout: Option<&Path>, modules: &Path, kept: Option<&Path>) -> Result<Puppet, String> {
        let facts = worlds::facts().to_string();
        let ruby = Ruby::start(SCRIPT, checkout, [modules.as_os_str(), facts.as_ref()])?;
        let kept = kept.map(|folder| folder.join(modules.to_string_lossy().replace('/', "+")));
        if let Some(folder) = &kept {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let (version, functions) = (String::new(), Vec::new());
        let mut puppet = Puppet { ruby, kept, version, functions };
        let hello = puppet.ruby.answer().map_err(|error| {
            format!("Ruby cannot load Puppet ({error}): give a checkout with `--puppet DIR`")
        })?;
        puppet.version = hello["version"].as_str().unwrap_or("?").to_owned();
        let names = hello["functions"].as_array().into_iter().flatten();
        puppet.functions = names.filter_map(|name| name.as_str().map(str::to_owned)).collect();
        Ok(puppet)
    }

    /// The results of programs that call a function; `None` for one that crashes Puppet.
    pub fn answers(
        &mut self,
        function: &str,
        manifests: &[String],
    ) -> Result<Vec<Option<HttpResponse>>, String> {
        let mut known = self.read_kept(function);
        let unknown: Vec<&String> =
            manifests.iter().filter(|manifest| !known.contains_key(*manifest)).collect();
        for together in unknown.chunks(TOGETHER) {
            let answers = self.ruby.ask(&json!(together))?;
            let answers = answers.as_array().map(Vec::as_slice).unwrap_or_default();
            for (at, manifest) in together.iter().enumerate() {
                known.insert((*manifest).clone(), answers.get(at).cloned().unwrap_or(Value::Null));
            }
        }
        if let Some(file) = self.file(function).filter(|_| !unknown.is_empty()) {
            let text = json!(known).to_string();
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let answer = |manifest: &String| match known.get(manifest) {
            None | Some(Value::Null) => None,
            Some(answer) => Some(match answer["error"].as_str() {
                Some(message) if skipped::is_breakdown(message) => return None,
                Some(message) => Err(message.to_owned()),
                None => Ok(json!([answer["resources"], answer["logs"]])),
            }),
        };
        Ok(manifests.iter().map(answer).collect())
    }

    fn read_kept(&self, function: &str) -> BTreeMap<String, Value> {
        let text = self.file(function).and_then(|file| fs::read_to_string(file).ok());
        let kept = text.and_then(|text| crate::puppet::value(&text).ok());
        match kept {
            Some(Value::Object(entries)) => entries.into_iter().collect(),
            _ => BTreeMap::new(),
        }
    }

    fn file(&self, function: &str) -> Option<PathBuf> {
        Some(self.kept.as_ref()?.join(format!("{}.json", function.replace("::", "+"))))
    }
}
