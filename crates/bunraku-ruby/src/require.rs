//! `require`: libraries of ours, and files of modules.

mod known;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::{Code, Interp, R, RubyErrorKind, Unwind, library, value::Val};

/// Libraries that are part of the interpreter, or whose work Puppet itself does: requiring them does nothing.
const BUILT_IN: &[&str] = &[
    "puppet",
    "puppet/util",
    "puppet/parser/functions",
    "puppet/functions",
    "puppet/error",
    "puppet/type",
    "puppet/parameter",
    "puppet/property",
    "puppet/file_system",
    "puppet/util/logging",
    "puppet/util/errors",
    "puppet/util/execution",
    "puppet/util/symbolic_file_mode",
    "puppet/util/feature",
    "puppet/util/json",
    "rubygems",
    "English",
    "enumerator",
    "thread",
    "monitor",
    "timeout",
    "etc",
    "rbconfig",
    "pp",
    "stringio",
    "strscan",
    "facter",
    "bigdecimal",
    "puppet/pops",
    "puppet/provider",
    "puppet/util/filetype",
];

/// The libraries that have been parsed, for all threads.
static PARSED: LazyLock<Mutex<HashMap<&'static str, Arc<Code>>>> = LazyLock::new(Mutex::default);

impl Interp<'_> {
    /// `require name`: whether it was not there yet.
    pub(crate) fn require(&mut self, name: &str, beside: Option<&str>) -> R<bool> {
        let name = name.trim_end_matches(".rb");
        let key = beside.map_or_else(|| name.to_string(), |beside| format!("{beside}//{name}"));
        if self.state.required.contains(&key) {
            return Ok(false);
        }
        if beside.is_none() {
            if self.load_library(name)? {
                return Ok(true);
            }
            if BUILT_IN.contains(&name) || known::is_known(name) {
                self.state.required.push(key);
                return Ok(true);
            }
        }
        match self.host.library(name, beside) {
            Some(Ok(code)) => {
                self.state.required.push(key);
                let this = self.main_object();
                self.run(&code, this)?;
                Ok(true)
            }
            Some(Err(error)) => Err(Box::new(Unwind::Fatal(Box::new(error.copy())))),
            None => {
                let message = format!("cannot load such file -- {name}");
                Err(self.error("LoadError", message))
            }
        }
    }

    /// Runs a library of ours, once.
    pub(crate) fn load_library(&mut self, name: &str) -> R<bool> {
        let Some((name, text)) = library::source(name) else { return Ok(false) };
        if self.state.required.iter().any(|each| each == name) {
            return Ok(true);
        }
        self.state.required.push(name.to_string());
        let code = match parsed(name, text) {
            Ok(code) => code,
            Err(mut error) => {
                error.kind = RubyErrorKind::Refused;
                return Err(Box::new(Unwind::Fatal(Box::new(error))));
            }
        };
        let this = self.main_object();
        // What a library does to come up is not the program's doing.
        let steps = self.steps;
        self.run(&code, this)?;
        self.steps = steps;
        Ok(true)
    }

    /// A constant that nothing has defined, from the library that has it.
    pub(crate) fn autoload_constant(&mut self, path: &str) -> R<Option<Val>> {
        let Some(library) = library::of_constant(path) else { return Ok(None) };
        if self.state.required.iter().any(|each| each == library) {
            return Ok(None);
        }
        self.load_library(library)?;
        Ok(self.constant_by_path(path))
    }

    fn constant_by_path(&self, path: &str) -> Option<Val> {
        let mut at = Val::Class(std::rc::Rc::clone(&self.state.known.object));
        for part in path.split("::") {
            match at {
                Val::Class(class) => at = class.constant(bunraku_intern::Symbol::find(part)?)?,
                _ => return None,
            }
        }
        Some(at)
    }

    /// `self` outside of all classes.
    pub fn main_object(&mut self) -> Val {
        let object = std::rc::Rc::clone(&self.state.known.object);
        Val::Object(std::rc::Rc::new(crate::value::RObject::new(object)))
    }
}

fn parsed(name: &'static str, text: &'static str) -> Result<Arc<Code>, crate::RubyError> {
    let known = PARSED.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    if let Some(code) = known {
        return Ok(code);
    }
    let code = Arc::new(crate::parse(&format!("<{name}>"), text)?);
    PARSED.lock().unwrap_or_else(PoisonError::into_inner).insert(name, Arc::clone(&code));
    Ok(code)
}
