//! The outside of Ruby code in a compilation: files that code may read, what code keeps, the clock.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_pcore::Value;
use bunraku_ruby_puppet::{Code, Denied, Outside, PuppetHost, RubyError, types::Libraries};
use bunraku_world::{AskedBy, FileKind, Refused, World, glob::GlobError, state_name};

use super::{
    host::{ScopeHost, VARDIR},
    library::ModuleLibraries,
};

impl Outside for ScopeHost<'_, '_> {
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let environment = self.call.cx.state().environment.clone()?;
        let caches = Arc::clone(&self.call.cx.state().caches);
        ModuleLibraries::new(&environment, &caches.ruby, self.call.cx.machine).library(name, beside)
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        if let Some(name) = self.kept_name(path) {
            return Some(match self.call.cx.world.state() {
                Some(state) => state.read(&name).map_err(|error| error.to_string()),
                None => Err("no such file".to_owned()),
            });
        }
        let read = self.files()?.read(Path::new(path), FileKind::Content);
        self.answered(read)
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        if let Some(name) = self.kept_name(path) {
            // The root folder itself always exists. Its contents can only be requested by name.
            let exists = name.as_os_str().is_empty();
            return Some(if exists { Ok(Vec::new()) } else { Err("no such folder".to_owned()) });
        }
        let listed = self.files()?.list(Path::new(path));
        self.answered(listed.map(|entries| entries.into_iter().map(|entry| entry.name).collect()))
    }

    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        let name = self.kept_name(path).filter(|name| !name.as_os_str().is_empty())?;
        // Without a store for data, what is written lasts until the compilation ends.
        Some(match self.call.cx.world.state() {
            Some(state) => state.write(&name, bytes).map_err(|error| error.to_string()),
            None => Ok(()),
        })
    }

    fn keep_folder(&mut self, path: &str) -> Option<Result<(), String>> {
        self.kept_name(path).map(|_| Ok(()))
    }

    fn remove_file(&mut self, path: &str) -> Option<Result<(), String>> {
        let name = self.kept_name(path)?;
        Some(match self.call.cx.world.state() {
            Some(state) => state.remove(&name).map_err(|error| error.to_string()),
            None => Ok(()),
        })
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        match bunraku_world::glob::glob(&*self.files()?, pattern) {
            Ok(found) => Some(found.into_iter().map(|found| found.path).collect()),
            Err(GlobError::Refused(refused)) => {
                self.denied = Some(denied(&refused));
                None
            }
            Err(GlobError::TooMuch(_)) => None,
        }
    }

    fn denied(&mut self) -> Option<Denied> {
        self.denied.take()
    }

    fn environment_variable(&mut self, name: &str) -> Result<Option<String>, Denied> {
        self.call.cx.files().variable(name, AskedBy::Code).map_err(|refused| denied(&refused))
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        let now = self.call.cx.now()?;
        let nanos = now.nanoseconds();
        let second = 1_000_000_000;
        Some((nanos.div_euclid(second) as i64, nanos.rem_euclid(second) as u32))
    }

    fn seed(&mut self) -> Option<u64> {
        let given = self.call.cx.settings.seed;
        Some(given.unwrap_or_else(|| {
            let day = self.call.cx.now().map_or(0, |now| now.nanoseconds().div_euclid(DAY));
            seed_of(&format!("{} {day}", self.node_name().unwrap_or_default()))
        }))
    }

    fn crypt(&mut self, password: &[u8], salt: &str) -> Option<String> {
        bunraku_stdlib::crypt(password, salt)
    }

    fn crypt_work(&mut self, salt: &str) -> u64 {
        bunraku_stdlib::crypt_work(salt)
    }

    fn should_stop(&mut self, bytes: u64) -> bool {
        self.call.cx.spent.steps = self.ruby.steps();
        let (body, range) = (self.call.body, self.call.range);
        let budget = match bytes {
            0 => self.call.cx.check_budget(body, range),
            bytes => self.call.cx.reserve(bytes, body, range),
        };
        self.stopped = self.stopped.take().or(budget.err());
        self.stopped.is_some()
    }
}

impl ScopeHost<'_, '_> {
    /// The key under which a file below Puppet's `vardir` is stored.
    fn kept_name(&mut self, path: &str) -> Option<PathBuf> {
        let folder = self.setting("vardir");
        let folder = folder.as_ref().and_then(Value::as_str).unwrap_or(VARDIR);
        state_name(Path::new(folder), Path::new(path))
    }

    /// The files that code may read; `None` if there are no files at all.
    fn files(&mut self) -> Option<Arc<dyn World>> {
        self.denied = None;
        let has_files = self.call.cx.state().environment.is_some() || self.call.cx.world.policy().is_some();
        has_files.then(|| self.call.cx.files())
    }

    /// Handles the answer to a request for files. A refusal is kept to be reported later.
    fn answered<T>(&mut self, result: io::Result<T>) -> Option<Result<T, String>> {
        match result {
            Ok(answer) => Some(Ok(answer)),
            Err(error) => match Refused::of(&error) {
                Some(refused) => {
                    self.denied = Some(denied(refused));
                    None
                }
                None => Some(Err(error.to_string())),
            },
        }
    }
}

/// Converts a refusal for the Ruby interpreter.
pub(super) fn denied(refused: &Refused) -> Denied {
    Denied { what: refused.what.clone(), help: refused.help() }
}

/// The length of a day in nanoseconds.
const DAY: i128 = 86_400_000_000_000;

/// A hash of a string that is the same in every version of the program (FNV-1a).
fn seed_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
