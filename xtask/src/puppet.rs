//! Runs Puppet's own parser: finds it, installs it on Debian, and communicates with it.

use std::{path::Path, process::Command};

use serde_json::{Value, json};

use crate::ruby_process::Ruby;

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../ruby/parse.rb");

/// A process that parses sources with Puppet's parser.
pub struct Puppet {
    ruby: Ruby,
    /// The version of Puppet.
    pub version: String,
}

/// The result of Puppet's parser.
pub enum HttpResponse {
    /// The source is valid: the tree in Puppet's notation.
    Tree(Value),
    /// The source is valid, but Puppet has no notation for it.
    Untold,
    /// A regular expression is invalid, which is not a matter of the grammar.
    Pattern,
    /// The parser crashes, which says nothing about the language.
    Broken,
    /// The source is invalid: the line, if known, and the message.
    Rejected(Option<u64>, String),
}

impl Puppet {
    /// Starts Puppet from a checkout, or the installed one.
    pub fn start(checkout: Option<&Path>) -> Result<Puppet, String> {
        let mut puppet = Puppet { ruby: Ruby::start(SCRIPT, checkout, [""; 0])?, version: String::new() };
        let hello = puppet.ruby.answer().map_err(|_| {
            "Ruby cannot load Puppet: on Debian, `apt-get install puppet-agent`; elsewhere, `gem install puppet`, \
             or give a checkout with `--puppet DIR`"
                .to_owned()
        })?;
        puppet.version = hello["version"].as_str().unwrap_or("?").to_owned();
        Ok(puppet)
    }

    /// Starts Puppet, installing it first if it is missing, this is Debian and we are root.
    pub fn start_or_install(checkout: Option<&Path>) -> Result<Puppet, String> {
        let started = Puppet::start(checkout);
        if started.is_ok() || checkout.is_some() {
            return started;
        }
        install(&["puppet-agent"])?;
        Puppet::start(None)
    }

    /// Parses a source.
    pub fn parse(&mut self, text: &str, template: bool) -> Result<HttpResponse, String> {
        let mut answer = self.ruby.ask(&json!({ "text": text, "template": template }))?;
        if let Some(tree) = answer.get_mut("tree") {
            return Ok(HttpResponse::Tree(tree.take()));
        }
        if answer.get("untold").is_some() {
            return Ok(HttpResponse::Untold);
        }
        if answer.get("pattern").is_some() {
            return Ok(HttpResponse::Pattern);
        }
        if answer.get("broken").is_some() {
            return Ok(HttpResponse::Broken);
        }
        let message = answer["message"].as_str().unwrap_or("").to_owned();
        Ok(HttpResponse::Rejected(answer["line"].as_u64(), message))
    }

    /// The bytes and seconds of parsing files one after the other, not counting invalid ones.
    pub fn bench(&mut self, files: &[(String, bool)]) -> Result<(u64, f64), String> {
        let answer = self.ruby.ask(&json!({ "bench": files }))?;
        match (answer["bytes"].as_u64(), answer["seconds"].as_f64()) {
            (Some(bytes), Some(seconds)) => Ok((bytes, seconds)),
            _ => Err(format!("Puppet answers {answer}")),
        }
    }
}

/// Parses JSON without a depth limit.
pub fn value(text: &str) -> serde_json::Result<Value> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    reader.into_iter().next().unwrap_or(Ok(Value::Null))
}

/// Installs Debian packages if this is Debian and we are root; otherwise the error says what to install.
pub fn install(packages: &[&str]) -> Result<(), String> {
    let list = packages.join(" ");
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !root || !Path::new("/etc/debian_version").exists() {
        return Err(format!("please install on Debian: {list} (as root, this command does it itself)"));
    }
    let status =
        Command::new("apt-get").args(["install", "--yes", "--no-install-recommends"]).args(packages).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("`apt-get install {list}` failed")),
    }
}
