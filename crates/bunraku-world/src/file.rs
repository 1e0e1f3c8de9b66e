//! What is known about files without reading them, what they are read for, and how large they may be.

use std::{error::Error, fmt, io};

use crate::AskedBy;

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// Its name in the folder. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Whether it is a folder, or a link to one.
    pub folder: bool,
    /// Whether it is a link. Whoever walks through all that is below a folder leaves links to folders alone: two of them
    /// that lead back double the work at each level.
    pub link: bool,
}

/// What tells one content of a file from another: as long as the stamp is the same, so is the content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Whether it is a folder.
    pub folder: bool,
    /// The number of bytes; what that is for a folder depends on the world.
    pub length: u64,
    /// A number that changes with the content: the time of the last change on a disk, a hash in memory.
    pub mark: u64,
}

/// What a file is read for. It decides how large the file may be, and on whose behalf it is read.
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
    /// What a function of Puppet or Ruby code wants the content of.
    Content,
    /// What a module tells about itself.
    Metadata,
    /// `puppet.conf`, `environment.conf` or a `hiera.yaml`.
    Configuration,
    /// A private key that the configuration names.
    Key,
    /// A file that whoever started the work has named: facts, lists of nodes, a manifest.
    Input,
}

impl FileKind {
    /// On whose behalf it is read. Configuration, and what it or a person names, is read wherever it is.
    pub fn asked_by(self) -> AskedBy {
        match self {
            FileKind::Configuration | FileKind::Key | FileKind::Input => AskedBy::Settings,
            _ => AskedBy::Code,
        }
    }

    /// What a file of that kind is called in messages.
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

/// How large files may be, in bytes. The defaults are far above what people write, and below what would take the memory
/// of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLimits {
    /// A manifest.
    pub manifest: u64,
    /// A template.
    pub template: u64,
    /// Ruby code.
    pub ruby: u64,
    /// A data file.
    pub data: u64,
    /// What a function or Ruby code reads.
    pub content: u64,
    /// The metadata of a module.
    pub metadata: u64,
    /// A configuration file.
    pub configuration: u64,
    /// A private key.
    pub key: u64,
    /// Facts, lists of nodes and manifests that a person names.
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

/// A file is larger than one of its kind may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// What it was read for.
    pub kind: FileKind,
    /// How many bytes it may have.
    pub limit: u64,
}

impl TooLarge {
    /// The fact that a file is too large, if that is the reason of an error.
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
