//! Metadata of files, the purposes for which they are read, and size limits.

use std::{error::Error, fmt, io};

use crate::AskedBy;

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The name in the folder. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Whether it is a folder, or a link to one.
    pub folder: bool,
    /// Whether it is a link. Code that walks a tree does not follow links to folders: two that lead back would double
    /// the work at each level.
    pub link: bool,
}

/// Identifies the content of a file: as long as the stamp is the same, so is the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Whether it is a folder.
    pub folder: bool,
    /// The number of bytes; for a folder it depends on the world.
    pub length: u64,
    /// A number that changes with the content: the modification time on a disk, a hash in memory.
    pub mark: u64,
}

/// The purpose for which a file is read. It determines how large the file may be, and on whose behalf it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A manifest of the environment or of a module.
    Manifest,
    /// A template, in EPP or ERB.
    Template,
    /// Ruby code of a module.
    Ruby,
    /// A data file of Hiera, or one that such a file includes.
    Data,
    /// A file that a Puppet function or Ruby code reads.
    Content,
    /// The metadata of a module.
    Metadata,
    /// `puppet.conf`, `environment.conf` or a `hiera.yaml`.
    Configuration,
    /// A private key named by the configuration.
    Key,
    /// A file named by the user: facts, lists of nodes, a manifest.
    Input,
}

impl FileKind {
    /// On whose behalf it is read. Configuration, and what it or the user names, may be anywhere.
    pub fn asked_by(self) -> AskedBy {
        match self {
            FileKind::Configuration | FileKind::Key | FileKind::Input => AskedBy::Settings,
            _ => AskedBy::Code,
        }
    }

    /// The name of the kind in messages.
    pub fn noun(self) -> &'static str {
        match self {
            FileKind::Manifest => "manifest",
            FileKind::Template => "template",
            FileKind::Ruby => "Ruby file",
            FileKind::Data => "data file",
            FileKind::Content => "file read by code",
            FileKind::Metadata => "metadata file",
            FileKind::Configuration => "configuration file",
            FileKind::Key => "private key",
            FileKind::Input => "input file",
        }
    }
}

/// The maximum size of files, in bytes. The defaults are far above what people write, and below what would exhaust the
/// memory of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLimits {
    /// Manifests of environments and modules.
    pub manifest: u64,
    /// EPP and ERB templates.
    pub template: u64,
    /// Ruby code of modules.
    pub ruby: u64,
    /// Data files of Hiera.
    pub data: u64,
    /// Files that functions or Ruby code read.
    pub content: u64,
    /// The metadata of modules.
    pub metadata: u64,
    /// Configuration files.
    pub configuration: u64,
    /// Private keys.
    pub key: u64,
    /// Facts, lists of nodes and manifests named by the user.
    pub input: u64,
}

impl Default for FileLimits {
    fn default() -> FileLimits {
        const MIB: u64 = 1 << 20;
        FileLimits {
            manifest: 64 * MIB,
            template: 64 * MIB,
            ruby: 16 * MIB,
            data: 256 * MIB,
            content: 256 * MIB,
            metadata: 16 * MIB,
            configuration: 16 * MIB,
            key: MIB,
            input: 2048 * MIB,
        }
    }
}

impl FileLimits {
    /// The limit for a kind of file.
    pub fn of(&self, kind: FileKind) -> u64 {
        match kind {
            FileKind::Manifest => self.manifest,
            FileKind::Template => self.template,
            FileKind::Ruby => self.ruby,
            FileKind::Data => self.data,
            FileKind::Content => self.content,
            FileKind::Metadata => self.metadata,
            FileKind::Configuration => self.configuration,
            FileKind::Key => self.key,
            FileKind::Input => self.input,
        }
    }
}

/// The error that a file is larger than its kind may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// The purpose for which it was read.
    pub kind: FileKind,
    /// The maximum number of bytes.
    pub limit: u64,
}

impl TooLarge {
    /// Returns the details if an I/O error was caused by the size of a file.
    pub fn of(error: &io::Error) -> Option<TooLarge> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (noun, limit) = (self.kind.noun(), self.limit);
        match limit.is_multiple_of(1 << 20) {
            true => write!(f, "it is larger than {} MiB, the limit for a {noun}", limit >> 20),
            false => write!(f, "it is larger than {limit} bytes, the limit for a {noun}"),
        }
    }
}

impl Error for TooLarge {}

impl From<TooLarge> for io::Error {
    fn from(too_large: TooLarge) -> io::Error {
        io::Error::new(io::ErrorKind::FileTooLarge, too_large)
    }
}

/// Why a file cannot be used, for messages: without the error number of the operating system.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let message = error.to_string();
            match message.split_once(" (os error") {
                Some((reason, _)) => reason.to_lowercase(),
                None => message,
            }
        }
    }
}
