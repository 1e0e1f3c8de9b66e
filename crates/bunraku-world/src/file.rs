//! What is known about files without reading them.

/// Something in a folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// Its name in the folder. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Whether it is a folder, or a link to one.
    pub folder: bool,
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
