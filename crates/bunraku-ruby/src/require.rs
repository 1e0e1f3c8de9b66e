//! `require`: our own libraries, and files that the host provides.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::{Code, Interp, Library, R, RubyError, RubyErrorKind, Unwind, library, value::Val};

/// Files of Ruby that code requires out of habit, or for work on the agent. Requiring them does nothing. What they
/// define either exists anyway, or is reported as missing when it is used.
const NOTHING_TO_LOAD: &[&str] = &[
    "English",
    "benchmark",
    "enumerator",
    "logger",
    "net/http",
    "net/https",
    "observer",
    "open-uri",
    "open3",
    "optparse",
    "rexml/document",
    "socket",
    "uri/generic",
];

/// The parsed libraries, shared by all threads.
static PARSED: LazyLock<Mutex<HashMap<usize, Arc<Code>>>> = LazyLock::new(Mutex::default);

impl Interp<'_> {
    /// `require name`. Returns whether it was loaded by this call.
    pub fn require(&mut self, name: &str, beside: Option<&str>) -> R<bool> {
        let name = name.trim_end_matches(".rb");
        let key = beside.map_or_else(|| name.to_string(), |folder| format!("{folder}//{name}"));
        if self.is_required(&key) {
            return Ok(false);
        }
        if beside.is_none() {
            if self.load_library(name)? {
                return Ok(true);
            }
            let provided = self.state.extension.provides.is_some_and(|provides| provides(name));
            if provided || NOTHING_TO_LOAD.contains(&name) {
                self.state.required.borrow_mut().insert(key);
                return Ok(true);
            }
        }
        match self.host.library(name, beside) {
            Some(Ok(code)) => {
                self.state.required.borrow_mut().insert(key);
                // A file that ran under another name does not run again. Names of files are kept apart from the names that
                // code requires, which may look the same.
                if !self.state.required.borrow_mut().insert(format!("file {}", code.file)) {
                    return Ok(false);
                }
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

    /// Runs one of our libraries, if it has not run yet. Returns whether a library with this name exists.
    pub fn load_library(&mut self, name: &str) -> R<bool> {
        let Some(library) = library::named(name, self.state.extension) else { return Ok(false) };
        if self.is_required(library.name) {
            return Ok(true);
        }
        self.state.required.borrow_mut().insert(library.name.to_string());
        let code = match parsed(library) {
            Ok(code) => code,
            Err(mut error) => {
                error.kind = RubyErrorKind::Refused;
                return Err(Box::new(Unwind::Fatal(Box::new(error))));
            }
        };
        let this = self.main_object();
        // Steps that a library takes to define itself do not count for the program.
        let steps = self.state.steps.get();
        self.run(&code, this)?;
        self.state.steps.set(steps);
        Ok(true)
    }

    /// Loads the library that defines a constant, and returns its value.
    pub(crate) fn autoload_constant(&mut self, path: &str) -> R<Option<Val>> {
        let Some(library) = library::of_constant(path, self.state.extension) else { return Ok(None) };
        if self.is_required(library.name) {
            return Ok(None);
        }
        self.load_library(library.name)?;
        Ok(self.constant_by_path(path))
    }

    pub(crate) fn is_required(&self, library: &str) -> bool {
        self.state.required.borrow().contains(library)
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

    /// `self` outside all classes.
    pub fn main_object(&mut self) -> Val {
        let object = std::rc::Rc::clone(&self.state.known.object);
        Val::Object(std::rc::Rc::new(crate::value::RObject::new(object)))
    }
}

fn parsed(library: &'static Library) -> Result<Arc<Code>, RubyError> {
    // Extensions may have libraries with the same name, so they are identified by the address of their source.
    let key = library.source.as_ptr().addr();
    let known = PARSED.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    if let Some(code) = known {
        return Ok(code);
    }
    let code = Arc::new(crate::parse(&format!("<{}>", library.name), library.source)?);
    PARSED.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&code));
    Ok(code)
}
