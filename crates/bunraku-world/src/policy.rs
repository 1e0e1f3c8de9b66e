//! The policy: what a compilation may read, run and learn of the outside.

use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf, is_separator},
    sync::{PoisonError, RwLock},
};

use crate::{AskedBy, FileKind, FileLimits, Refused};

/// Folders in which the kernel shows processes, their variables and devices as files. Only who names a path in them
/// gets it: what is meant by "all files" are those of a disk.
const KERNEL: [&str; 3] = ["/proc", "/sys", "/dev"];

/// Whether a path without links is that of a device, or of something that the kernel makes up.
pub fn is_of_kernel(real: &Path) -> bool {
    KERNEL.iter().any(|folder| real.starts_with(folder))
}

/// What a compilation may read, run and learn of the outside.
///
/// By default it reads the files of its environment, of the modules, of the data folders and of the configuration
/// folder, which the loader and Hiera [tell](crate::World::trust) as they find them; it runs no commands and sees no
/// environment variables. What the settings of an installation name is read and run in any case, because whoever writes
/// them decides. Whoever embeds the compiler, or uses its command line, allows more:
///
/// ```
/// use bunraku_world::{AskedBy, Policy};
///
/// let policy = Policy::default().allow_read("/etc/ssl/certs").allow_variable("STAGE");
/// assert!(policy.check_variable("STAGE", AskedBy::Code).is_ok());
/// let refused = policy.check_variable("AWS_SECRET_ACCESS_KEY", AskedBy::Code).unwrap_err();
/// assert_eq!(refused.flag, "--allow-env=AWS_SECRET_ACCESS_KEY");
/// ```
///
/// All paths that it is given are real ones: absolute, without links, `.` or `..`. It compares; the world looks.
#[derive(Debug, Default)]
pub struct Policy {
    reads: Grant<PathBuf>,
    variables: Grant<String>,
    commands: bool,
    version_commands: bool,
    limits: FileLimits,
    trusted: RwLock<Trusted>,
}

/// What somebody has allowed expressly.
#[derive(Debug, Clone, Default)]
struct Grant<T> {
    all: bool,
    some: BTreeSet<T>,
}

/// What is known to belong to the environment.
#[derive(Debug, Clone, Default)]
struct Trusted {
    /// Files, and folders with all that is below them.
    below: Folders,
    /// Folders of which only the names in them may be seen.
    names: BTreeSet<PathBuf>,
    /// Files and folders that code may not read although they are below one of the others.
    secret: Folders,
}

/// Files, and folders with all that is below them.
#[derive(Debug, Clone, Default)]
struct Folders {
    paths: BTreeSet<PathBuf>,
    /// The same as bytes: comparing paths part by part takes long, and almost all are spelled alike.
    spelled: HashSet<Vec<u8>>,
}

impl Folders {
    fn insert(&mut self, path: PathBuf) {
        self.spelled.insert(path.as_os_str().as_encoded_bytes().to_vec());
        self.paths.insert(path);
    }

    /// Whether a path is one of them, or below one.
    fn cover(&self, path: &Path) -> bool {
        if self.paths.is_empty() {
            return false;
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        // The first byte of an absolute path ends no folder: nothing is below an empty name.
        let separators =
            bytes.iter().enumerate().skip(1).filter(|(_, byte)| is_separator(char::from(**byte)));
        let mut ends = separators.map(|(end, _)| end).chain([bytes.len()]);
        ends.any(|end| bytes.get(..end).is_some_and(|folder| self.spelled.contains(folder)))
            || is_below(&self.paths, path)
    }
}

/// How far a path is trusted that configuration names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It may be read with all that is below it.
    Below,
    /// It is a folder whose names may be seen, such as one with modules: what is in it is trusted one by one.
    Names,
    /// It is the folder of a module: the same as [`Below`](Trust::Below) if it stands in a folder that is trusted
    /// already, or if it looks like a module. A link in the code of a site must not make a module of `/etc`.
    Module,
    /// It is secret, such as a private key: code may not read it, wherever it is.
    Secret,
}

impl Policy {
    /// A policy that allows to read all files and all environment variables, for tools that work on behalf of the
    /// person who started them.
    pub fn unrestricted() -> Policy {
        Policy::default().allow_all_reads().allow_all_variables()
    }

    /// Allows to read a file, or all that is below a folder.
    #[must_use]
    pub fn allow_read(mut self, path: impl Into<PathBuf>) -> Policy {
        self.reads.some.insert(path.into());
        self
    }

    /// Allows to read all files of the disks; what the kernel shows as files (`/proc`) is to be named.
    #[must_use]
    pub fn allow_all_reads(mut self) -> Policy {
        self.reads.all = true;
        self
    }

    /// Allows to read an environment variable; programs get it, too.
    #[must_use]
    pub fn allow_variable(mut self, name: impl Into<String>) -> Policy {
        self.variables.some.insert(name.into());
        self
    }

    /// Allows to read all environment variables; programs get them, too.
    #[must_use]
    pub fn allow_all_variables(mut self) -> Policy {
        self.variables.all = true;
        self
    }

    /// Whether code and the settings of environments may run commands.
    #[must_use]
    pub fn allow_commands(mut self, allowed: bool) -> Policy {
        self.commands = allowed;
        self
    }

    /// Whether the command that `config_version` of an environment names may run, where commands may not.
    #[must_use]
    pub fn allow_version_commands(mut self, allowed: bool) -> Policy {
        self.version_commands = allowed;
        self
    }

    /// The same with the paths that it allows as the world knows them: without links, `.` and `..`.
    #[must_use]
    pub fn with_paths(mut self, real: impl Fn(&Path) -> PathBuf) -> Policy {
        self.reads.some = self.reads.some.iter().map(|path| real(path)).collect();
        self
    }

    /// How large files may be.
    #[must_use]
    pub fn with_limits(mut self, limits: FileLimits) -> Policy {
        self.limits = limits;
        self
    }

    /// How large a file may be.
    pub fn limit(&self, kind: FileKind) -> u64 {
        self.limits.of(kind)
    }

    /// Notes that a path belongs to the environment.
    pub fn trust(&self, path: PathBuf, trust: Trust) {
        let mut trusted = self.trusted.write().unwrap_or_else(PoisonError::into_inner);
        match trust {
            Trust::Below | Trust::Module => trusted.below.insert(path),
            Trust::Names => drop(trusted.names.insert(path)),
            Trust::Secret => trusted.secret.insert(path),
        }
    }

    /// Whether a path is below one that is trusted already.
    pub fn is_trusted(&self, real: &Path) -> bool {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        trusted.below.cover(real) && !trusted.secret.cover(real)
    }

    /// Whether a path has been allowed expressly, and not because it belongs to the environment.
    pub fn is_granted(&self, real: &Path) -> bool {
        is_below(&self.reads.some, real) || self.reads.all && !is_of_kernel(real)
    }

    /// Whether code may read the file at a real path, which was asked for as `path`.
    pub fn check_read(&self, path: &Path, real: &Path) -> Result<(), Refused> {
        if self.is_granted(real) || self.is_trusted(real) {
            return Ok(());
        }
        Err(Refused::read(path, real))
    }

    /// Whether code may see the names in the folder at a real path.
    pub fn check_list(&self, path: &Path, real: &Path) -> Result<(), Refused> {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        if trusted.names.contains(real) {
            return Ok(());
        }
        drop(trusted);
        self.check_read(path, real)
    }

    /// Whether an environment variable may be read.
    pub fn check_variable(&self, name: &str, asked_by: AskedBy) -> Result<(), Refused> {
        match asked_by {
            AskedBy::Settings => Ok(()),
            AskedBy::Code | AskedBy::Environment if self.passes_variable(name) => Ok(()),
            AskedBy::Code | AskedBy::Environment => Err(Refused::variable(name)),
        }
    }

    /// Whether programs get an environment variable that they need not have.
    pub fn passes_variable(&self, name: &str) -> bool {
        self.variables.all || self.variables.some.contains(name)
    }

    /// Whether a command may run.
    pub fn check_command(&self, asked_by: AskedBy) -> Result<(), Refused> {
        match asked_by {
            AskedBy::Settings => Ok(()),
            AskedBy::Environment if self.commands || self.version_commands => Ok(()),
            AskedBy::Code if self.commands => Ok(()),
            AskedBy::Code | AskedBy::Environment => Err(Refused::commands()),
        }
    }
}

impl Clone for Policy {
    /// A policy that allows the same. What either of them is told to trust later, the other does not.
    fn clone(&self) -> Policy {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner).clone();
        Policy {
            reads: self.reads.clone(),
            variables: self.variables.clone(),
            limits: self.limits,
            trusted: RwLock::new(trusted),
            ..*self
        }
    }
}

/// Whether a path is one of some, or below one.
fn is_below(folders: &BTreeSet<PathBuf>, path: &Path) -> bool {
    !folders.is_empty() && path.ancestors().any(|folder| folders.contains(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(policy: &Policy, path: &str) -> bool {
        policy.check_read(Path::new(path), Path::new(path)).is_ok()
    }

    #[test]
    fn by_default_only_what_belongs_to_the_environment_is_read() {
        let policy = Policy::default();
        assert!(!reads(&policy, "/env/a"));
        policy.trust("/env".into(), Trust::Below);
        assert!(reads(&policy, "/env/a") && reads(&policy, "/env"));
        for path in ["/environment", "/", "/en", "/etc/passwd"] {
            assert!(!reads(&policy, path), "{path}");
        }
    }

    #[test]
    fn names_are_not_contents() {
        let policy = Policy::default();
        policy.trust("/modules".into(), Trust::Names);
        let folder = Path::new("/modules");
        assert!(policy.check_list(folder, folder).is_ok());
        assert!(!reads(&policy, "/modules/a") && !policy.is_trusted(folder));
    }

    #[test]
    fn secrets_stay_secret_until_they_are_named() {
        let policy = Policy::default();
        policy.trust("/conf".into(), Trust::Below);
        policy.trust("/conf/ssl".into(), Trust::Secret);
        assert!(reads(&policy, "/conf/a") && !reads(&policy, "/conf/ssl/key"));
        assert!(reads(&policy.clone().allow_read("/conf/ssl/key"), "/conf/ssl/key"));
    }

    #[test]
    fn all_files_are_those_of_disks() {
        let policy = Policy::default().allow_all_reads();
        assert!(reads(&policy, "/etc/hosts"));
        assert!(
            !reads(&policy, "/proc/1/environ") && !reads(&policy, "/dev/sda") && !reads(&policy, "/sys/x")
        );
        assert!(reads(&policy.allow_read("/proc/cpuinfo"), "/proc/cpuinfo"));
    }

    #[test]
    fn a_refusal_tells_what_to_add() {
        let refused = Policy::default().check_read(Path::new("/m/link"), Path::new("/etc/x")).unwrap_err();
        assert_eq!(refused.flag, "--allow-read=/etc/x");
        assert_eq!(refused.what, "to read /m/link, which points to /etc/x");
        let refused = Policy::default().check_command(AskedBy::Code).unwrap_err();
        assert_eq!(refused.flag, "--allow-commands");
    }

    #[test]
    fn who_asks_decides_about_commands() {
        let policy = Policy::default();
        assert!(policy.check_command(AskedBy::Settings).is_ok());
        assert!(policy.check_command(AskedBy::Environment).is_err());
        let policy = policy.allow_version_commands(true);
        assert!(policy.check_command(AskedBy::Environment).is_ok());
        assert!(policy.check_command(AskedBy::Code).is_err());
        assert!(policy.allow_commands(true).check_command(AskedBy::Code).is_ok());
    }

    #[test]
    fn a_copy_trusts_on_its_own() {
        let policy = Policy::default();
        policy.trust("/a".into(), Trust::Below);
        let copy = policy.clone();
        copy.trust("/b".into(), Trust::Below);
        assert!(reads(&copy, "/a") && reads(&copy, "/b") && !reads(&policy, "/b"));
    }
}
