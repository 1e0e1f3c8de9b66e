//! The files, clock, randomness and environment variables of the operating system.

use std::{
    env,
    hash::{BuildHasher, RandomState},
    io::{self, Read},
    path::Path,
    sync::{Arc, OnceLock},
    time::{Duration, Instant, UNIX_EPOCH},
};
use std::{fs, fs::DirEntry, fs::Metadata, time::SystemTime};

use bunraku_world::{
    AskedBy, Command, CommandError, Entry, FileKind, Output, Policy, Refused, Stamp, TooLarge, Trust, World,
    is_nothing, is_of_kernel,
};

use crate::{
    Contents,
    look::{Seen, look, real_path},
    run,
};

/// The machine that this process runs on, with the policy for what may be seen and done.
///
/// Create one for each environment: what the configuration of an environment names is trusted for everything that is
/// read through its machine. Clones share their policy.
#[derive(Debug, Clone)]
pub struct SystemWorld {
    policy: Arc<Policy>,
    contents: Arc<Contents>,
}

impl SystemWorld {
    /// A machine with the default policy: code reads what belongs to the environment, and runs no commands.
    pub fn new() -> SystemWorld {
        SystemWorld::with_policy(Policy::default())
    }

    /// A machine with a policy. The allowed paths may be relative and may contain links.
    pub fn with_policy(policy: Policy) -> SystemWorld {
        SystemWorld { policy: Arc::new(policy.with_paths(real_path)), contents: Arc::default() }
    }

    /// This machine, with the contents of files that others have read.
    pub fn sharing(self, contents: &Arc<Contents>) -> SystemWorld {
        SystemWorld { contents: Arc::clone(contents), ..self }
    }

    /// A machine that hides no files and variables, for tools that work on behalf of the user who started them.
    pub fn unrestricted() -> SystemWorld {
        SystemWorld::with_policy(Policy::unrestricted())
    }

    /// Checks whether code may see what a path resolved to.
    fn check(&self, path: &Path, seen: &Seen) -> Result<(), Refused> {
        match seen.metadata.is_dir() {
            true => self.policy.check_list(path, &seen.real),
            false => self.policy.check_read(path, &seen.real),
        }
    }

    /// The content of a regular file; `None` if it is too large.
    fn content(&self, seen: &Seen, limit: u64) -> io::Result<Option<Vec<u8>>> {
        if let Some(bytes) = self.contents.of(&seen.real, stamp_of(&seen.metadata)) {
            return Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= limit));
        }
        let file = seen.open()?;
        let metadata = file.metadata()?;
        check_regular(&metadata)?;
        let bytes = read_all(file, metadata.len(), limit)?;
        if let Some(bytes) = &bytes {
            self.contents.add(&seen.real, stamp_of(&metadata), bytes);
        }
        Ok(bytes)
    }

    /// Calls `take` with each entry of a folder, in any order, and with the real path of the folder.
    fn each_entry(&self, path: &Path, mut take: impl FnMut(Entry, &DirEntry, &Path)) -> io::Result<()> {
        let seen = look(path)?;
        self.check(path, &seen)?;
        for entry in seen.names()? {
            let entry = entry?;
            let (folder, link) = match entry.file_type() {
                Ok(kind) if !kind.is_symlink() => (kind.is_dir(), false),
                // A link counts as what it points to, since Puppet modules often are links.
                _ => (fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()), true),
            };
            let name = entry.file_name().to_string_lossy().into_owned();
            take(Entry { name, folder, link }, &entry, &seen.real);
        }
        Ok(())
    }
}

impl Default for SystemWorld {
    fn default() -> SystemWorld {
        SystemWorld::new()
    }
}

impl World for SystemWorld {
    fn policy(&self) -> Option<&Policy> {
        Some(&self.policy)
    }

    fn trust(&self, path: &Path, trust: Trust) {
        let real = real_path(path);
        let is_trusted = match trust {
            Trust::Module => self.policy.is_trusted(&real) || looks_like_module(&real),
            Trust::Below | Trust::Names | Trust::Secret => true,
        };
        if is_trusted {
            self.policy.trust(real, trust);
        }
    }

    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        let limit = self.policy.limit(kind);
        let too_large = |limit| io::Error::from(TooLarge { kind, limit });
        if kind == FileKind::Input {
            // The user may name a pipe: `--facts <(facter --json)`. But it could also be an infinite device, or a file
            // that the kernel generates while it is read.
            let named = named(path)?;
            if let Some(seen) = named.filter(|seen| seen.metadata.is_file() && seen.metadata.len() > 0) {
                return self.content(&seen, limit)?.ok_or_else(|| too_large(limit));
            }
            let limit = limit.min(self.policy.limit(FileKind::Data));
            return read_all(fs::File::open(path)?, 0, limit)?.ok_or_else(|| too_large(limit));
        }
        let seen = look(path)?;
        if kind == FileKind::Content && is_nothing(path) {
            return Ok(Vec::new());
        }
        if kind.asked_by() == AskedBy::Code {
            self.check(path, &seen)?;
        }
        check_regular(&seen.metadata)?;
        if is_of_kernel(&seen.real) && !self.policy.is_granted(&seen.real) {
            return Err(io::Error::other("the kernel generates it: it is not a file on a disk"));
        }
        if seen.metadata.len() > limit {
            return Err(too_large(limit));
        }
        self.content(&seen, limit)?.ok_or_else(|| too_large(limit))
    }

    fn is_there(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok()
    }

    fn grants(&self, path: &Path) -> bool {
        look(path).is_ok_and(|seen| self.policy.is_granted(&seen.real))
    }

    fn refusal(&self, path: &Path) -> Option<Refused> {
        self.check(path, &look(path).ok()?).err()
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        self.each_entry(path, |entry, _, _| entries.push(entry))?;
        entries.sort();
        Ok(entries)
    }

    fn survey(&self, path: &Path) -> io::Result<Vec<(Entry, Option<Stamp>)>> {
        let mut entries = Vec::new();
        self.each_entry(path, |entry, found, folder| {
            let stamp = match (entry.folder, entry.link) {
                (true, _) => None,
                // It may lead anywhere.
                (false, true) => self.stamp(&path.join(&entry.name)),
                // The folder is what it was resolved to, so that this is the real path of the file.
                (false, false) => {
                    let allowed =
                        self.policy.check_read(&path.join(&entry.name), &folder.join(&entry.name)).is_ok();
                    found.metadata().ok().filter(|_| allowed).map(|metadata| stamp_of(&metadata))
                }
            };
            entries.push((entry, stamp));
        })?;
        entries.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(entries)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let seen = look(path).ok()?;
        self.check(path, &seen).ok()?;
        Some(stamp_of(&seen.metadata))
    }

    fn now(&self) -> Option<i128> {
        let now = match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => i128::try_from(since.as_nanos()).ok()?,
            Err(before) => -i128::try_from(before.duration().as_nanos()).ok()?,
        };
        Some(now)
    }

    fn elapsed(&self) -> Option<Duration> {
        static START: OnceLock<Instant> = OnceLock::new();
        Some(START.get_or_init(Instant::now).elapsed())
    }

    fn seed(&self) -> u64 {
        // Each `RandomState` has its own keys from the operating system's random numbers, so the hash of a constant is
        // unpredictable.
        RandomState::new().hash_one(0_u64)
    }

    fn run(&self, command: &Command) -> Result<Output, CommandError> {
        self.policy.check_command(command.asked_by).map_err(CommandError::Refused)?;
        run::run(command, &self.policy)
    }

    fn variable(&self, name: &str, asked_by: AskedBy) -> Result<Option<String>, Refused> {
        match env::var(name) {
            Ok(value) => self.policy.check_variable(name, asked_by).map(|()| Some(value)),
            Err(_) => Ok(None),
        }
    }
}

fn stamp_of(metadata: &Metadata) -> Stamp {
    let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    // The nanoseconds since 1970 fit until the year 2554.
    let mark = changed.map_or(0, |duration| duration.as_nanos() as u64);
    Stamp { folder: metadata.is_dir(), length: metadata.len(), mark }
}

/// Rejects what is not a regular file: a device or a pipe could be infinite, or block.
fn check_regular(metadata: &Metadata) -> io::Result<()> {
    match (metadata.is_file(), metadata.is_dir()) {
        (true, _) => Ok(()),
        (false, true) => Err(io::ErrorKind::IsADirectory.into()),
        (false, false) => Err(io::Error::other("it is a device, a pipe or a socket, not a file")),
    }
}

/// What the user has named; `None` for what has no path, such as a pipe, or is one of the kernel's files. Rejects what was
/// named unknowingly: a link to a device or to a file provided by the kernel, which may be infinite or block. Under its own
/// name it is read.
fn named(path: &Path) -> io::Result<Option<Seen>> {
    let Ok(seen) = look(path) else { return Ok(None) };
    if !is_of_kernel(&seen.real) {
        return Ok(Some(seen));
    }
    if is_of_kernel(&std::path::absolute(path)?) {
        return Ok(None);
    }
    let real = seen.real.display();
    Err(io::Error::other(format!("it is a link to `{real}`, which is not a file on a disk")))
}

/// Reads a file; `None` if it is too large. The size that the system reports may be wrong.
fn read_all(file: fs::File, size: u64, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(usize::try_from(size.min(limit)).unwrap_or(0));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= limit))
}

/// Whether a folder contains something that only modules have.
fn looks_like_module(folder: &Path) -> bool {
    let parts =
        ["metadata.json", "manifests", "functions", "types", "plans", "tasks", "lib/puppet", "lib/facter"];
    parts.iter().any(|part| folder.join(part).exists())
}

#[cfg(test)]
mod tests;
