//! The policy: what a compilation may read, run and learn about its surroundings.

use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf, is_separator},
    sync::{PoisonError, RwLock},
};

use crate::{AskedBy, FileKind, FileLimits, Refused};

/// Folders in which the kernel presents processes, their variables and devices as files. They must be allowed by name:
/// "all files" means those on a disk.
const KERNEL: [&str; 3] = ["/proc", "/sys", "/dev"];

/// Whether a path without links belongs to a device or another file provided by the kernel.
pub fn is_of_kernel(real: &Path) -> bool {
    KERNEL.iter().any(|folder| real.starts_with(folder))
}

/// Whether a path is `/dev/null`, which code names as the last of several files to read. It is always empty, so that nothing
/// needs to open it.
pub fn is_nothing(path: &Path) -> bool {
    path == Path::new("/dev/null")
}

/// What a compilation may read, run and learn about its surroundings.
///
/// By default it may read the files of its environment, of the modules, of the data folders and of the configuration
/// folder, which the loader and Hiera [declare](crate::World::trust) as they find them; it runs no commands and sees no
/// environment variables. What the settings of an installation name is always read and run, because their author
/// decides. Embedders and users of the command line can allow more:
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
/// All paths passed to it must be real: absolute, without links, `.` or `..`. The policy only compares paths; the world
/// resolves them.
#[derive(Debug, Default)]
pub struct Policy {
    reads: Grant<PathBuf>,
    variables: Grant<String>,
    commands: bool,
    version_commands: bool,
    limits: FileLimits,
    trusted: RwLock<Trusted>,
}

/// What the user has allowed explicitly.
#[derive(Debug, Clone, Default)]
struct Grant<T> {
    all: bool,
    some: BTreeSet<T>,
}

/// What is known to belong to the environment.
#[derive(Debug, Clone, Default)]
struct Trusted {
    /// Files, and folders with everything below them.
    below: Folders,
    /// Folders whose entries may be listed, but not read.
    names: BTreeSet<PathBuf>,
    /// Files and folders that code may not read although they are below one of the others.
    secret: Folders,
}

/// Files, and folders with everything below them.
#[derive(Debug, Clone, Default)]
struct Folders {
    paths: BTreeSet<PathBuf>,
    /// The paths as bytes, for a fast comparison: comparing paths by component is slow, and almost all are spelled
    /// alike.
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
        // The first slash of an absolute path is skipped: it would end an empty name.
        let separators =
            bytes.iter().enumerate().skip(1).filter(|(_, byte)| is_separator(char::from(**byte)));
        let mut ends = separators.map(|(end, _)| end).chain([bytes.len()]);
        ends.any(|end| bytes.get(..end).is_some_and(|folder| self.spelled.contains(folder)))
            || is_below(&self.paths, path)
    }
}

/// How far a path named by a configuration is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It may be read with everything below it.
    Below,
    /// It is a folder whose entries may be listed, such as a module folder: its contents are trusted one by one.
    Names,
    /// It is the folder of a module: the same as [`Below`](Trust::Below) if it is in a folder that is already trusted,
    /// or if it looks like a module. A link in the code of a site must not make a module of `/etc`.
    Module,
    /// It is secret, such as a private key: code may not read it, wherever it is.
    Secret,
}

impl Policy {
    /// A policy that allows reading all files and environment variables, for tools that work on behalf of the user who
    /// started them.
    pub fn unrestricted() -> Policy {
        Policy::default().allow_all_reads().allow_all_variables()
    }

    /// Allows reading a file, or everything below a folder.
    #[must_use]
    pub fn allow_read(mut self, path: impl Into<PathBuf>) -> Policy {
        self.reads.some.insert(path.into());
        self
    }

    /// Allows reading all files on disks. Files provided by the kernel (`/proc`) must be allowed by name.
    #[must_use]
    pub fn allow_all_reads(mut self) -> Policy {
        self.reads.all = true;
        self
    }

    /// Allows reading an environment variable, which commands then inherit as well.
    #[must_use]
    pub fn allow_variable(mut self, name: impl Into<String>) -> Policy {
        self.variables.some.insert(name.into());
        self
    }

    /// Allows reading all environment variables, which commands then inherit as well.
    #[must_use]
    pub fn allow_all_variables(mut self) -> Policy {
        self.variables.all = true;
        self
    }

    /// Sets whether code and the settings of environments may run commands.
    #[must_use]
    pub fn allow_commands(mut self, allowed: bool) -> Policy {
        self.commands = allowed;
        self
    }

    /// Sets whether the `config_version` command of an environment may run if other commands may not.
    #[must_use]
    pub fn allow_version_commands(mut self, allowed: bool) -> Policy {
        self.version_commands = allowed;
        self
    }

    /// Replaces the allowed paths by the real ones: without links, `.` and `..`.
    #[must_use]
    pub fn with_paths(mut self, real: impl Fn(&Path) -> PathBuf) -> Policy {
        self.reads.some = self.reads.some.iter().map(|path| real(path)).collect();
        self
    }

    /// Sets the size limits of files.
    #[must_use]
    pub fn with_limits(mut self, limits: FileLimits) -> Policy {
        self.limits = limits;
        self
    }

    /// The size limit for a kind of file.
    pub fn limit(&self, kind: FileKind) -> u64 {
        self.limits.of(kind)
    }

    /// Records that a path belongs to the environment.
    pub fn trust(&self, path: PathBuf, trust: Trust) {
        let mut trusted = self.trusted.write().unwrap_or_else(PoisonError::into_inner);
        match trust {
            Trust::Below | Trust::Module => trusted.below.insert(path),
            Trust::Names => drop(trusted.names.insert(path)),
            Trust::Secret => trusted.secret.insert(path),
        }
    }

    /// Whether a path is below one that is already trusted.
    pub fn is_trusted(&self, real: &Path) -> bool {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        trusted.below.cover(real) && !trusted.secret.cover(real)
    }

    /// Whether a path has been allowed explicitly, rather than because it belongs to the environment.
    pub fn is_granted(&self, real: &Path) -> bool {
        is_below(&self.reads.some, real) || self.reads.all && !is_of_kernel(real)
    }

    /// Checks whether code may read the file at a real path, which was requested as `path`.
    pub fn check_read(&self, path: &Path, real: &Path) -> Result<(), Refused> {
        if self.is_granted(real) || self.is_trusted(real) || is_nothing(path) && is_nothing(real) {
            return Ok(());
        }
        Err(Refused::read(path, real))
    }

    /// Checks whether code may list the folder at a real path.
    pub fn check_list(&self, path: &Path, real: &Path) -> Result<(), Refused> {
        let trusted = self.trusted.read().unwrap_or_else(PoisonError::into_inner);
        if trusted.names.contains(real) {
            return Ok(());
        }
        drop(trusted);
        self.check_read(path, real)
    }

    /// Checks whether an environment variable may be read.
    pub fn check_variable(&self, name: &str, asked_by: AskedBy) -> Result<(), Refused> {
        match asked_by {
            AskedBy::Settings => Ok(()),
            AskedBy::Code | AskedBy::Environment if self.passes_variable(name) => Ok(()),
            AskedBy::Code | AskedBy::Environment => Err(Refused::variable(name)),
        }
    }

    /// Whether commands inherit an environment variable that they do not necessarily need.
    pub fn passes_variable(&self, name: &str) -> bool {
        self.variables.all || self.variables.some.contains(name)
    }

    /// Checks whether a command may run.
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
    /// A policy that allows the same. Paths that are trusted later are not shared between them.
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
