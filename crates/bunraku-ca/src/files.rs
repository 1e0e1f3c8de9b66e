//! Atomic file writes: to a temporary file, synced to disk, then renamed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Failure;

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everybody.
    Public,
    /// The owner and the group.
    Secret,
}

/// The suffix of temporary files; there are none while the lock of the folder is not held.
const UNFINISHED: &str = ".unfinished";

/// Writes a file durably: after a crash it has either its old or its new content. An existing file keeps its owner and
/// permissions; a new one gets the owner of its folder.
pub(crate) fn write(path: &Path, content: &[u8], mode: Mode) -> Result<(), Failure> {
    // A symbolic link is written through to its target.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    try_write(&target, content, mode).map_err(|error| Failure::write(path, &error))
}

fn try_write(path: &Path, content: &[u8], mode: Mode) -> io::Result<()> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let folder = folder_of(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let unfinished = folder.join(format!(".{name}.{}.{number}{UNFINISHED}", std::process::id()));
    let written = write_unfinished(&unfinished, path, folder, content, mode);
    if written.is_err() {
        // The cause of the failure matters, not whether the temporary file could be removed.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn write_unfinished(
    unfinished: &Path,
    path: &Path,
    folder: &Path,
    content: &[u8],
    mode: Mode,
) -> io::Result<()> {
    let mut file = create(unfinished, mode)?;
    take_over(&file, path, folder)?;
    file.write_all(content)?;
    file.sync_all()?;
    fs::rename(unfinished, path)?;
    sync_folder(folder)
}

#[cfg(unix)]
fn create(path: &Path, mode: Mode) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let bits = match mode {
        Mode::Public => 0o644,
        Mode::Secret => 0o640,
    };
    OpenOptions::new().write(true).create_new(true).mode(bits).open(path)
}

#[cfg(not(unix))]
fn create(path: &Path, _: Mode) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Copies the owner and permissions of the replaced file, or the owner of the folder.
#[cfg(unix)]
fn take_over(file: &File, path: &Path, folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let old = fs::metadata(path);
    let model = match &old {
        Ok(old) => old.clone(),
        Err(_) => fs::metadata(folder)?,
    };
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (model.uid(), model.gid()) {
        // Only the superuser may change the owner; others write their own files.
        let _ = fchown(file, Some(model.uid()), Some(model.gid()));
    }
    if let Ok(old) = old {
        file.set_permissions(old.permissions())?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn take_over(_: &File, _: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Appends a line durably. An incomplete line left by a crash is removed first: it was never acknowledged.
pub(crate) fn append_line(path: &Path, line: &str) -> Result<(), Failure> {
    let append = || -> io::Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).open(path)?;
        let length = whole_lines(&mut file)?;
        let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_all());
        if written.is_err() {
            // A full disk must not leave an incomplete line.
            let _ = file.set_len(length);
        }
        written
    };
    match append() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            write(path, format!("{line}\n").as_bytes(), Mode::Public)
        }
        done => done.map_err(|error| Failure::write(path, &error)),
    }
}

/// The length of a file that ends with a line break, after truncating an incomplete line.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    use std::io::{Read, Seek, SeekFrom};
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(0);
    }
    // Longer lines are never written.
    let start = length.saturating_sub(4096);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail)?;
    if tail.last() == Some(&b'\n') {
        return Ok(length);
    }
    let kept = tail.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let last = tail.get(kept..).unwrap_or_default();
    // A manually edited file may lack the final line break although its last line is complete.
    if std::str::from_utf8(last).is_ok_and(|line| crate::inventory::Entry::parse(line).is_some()) {
        file.write_all(b"\n")?;
        return Ok(length + 1);
    }
    let length = start + kept as u64;
    file.set_len(length)?;
    Ok(length)
}

/// Removes a file durably. Returns whether it existed.
pub(crate) fn remove(path: &Path) -> Result<bool, Failure> {
    let removed = remove_in_time(path)?;
    if removed {
        sync_folder(folder_of(path)).map_err(|error| Failure::write(path, &error))?;
    }
    Ok(removed)
}

/// Removes a file that may reappear after a power failure without harm.
pub(crate) fn remove_in_time(path: &Path) -> Result<bool, Failure> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Failure::new(format!("cannot remove `{}`: {error}", path.display()))),
    }
}

/// Reads a file that must exist.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::read(path, &error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads a file that may not exist.
pub(crate) fn read_if_any(path: &Path) -> Result<Option<String>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::read(path, &error)),
    }
}

/// Creates a folder and its parents. A new one is readable only for its owner and group if it is secret.
pub(crate) fn make_folder(path: &Path, mode: Mode) -> Result<(), Failure> {
    if path.is_dir() {
        return Ok(());
    }
    let make = || -> io::Result<()> {
        fs::create_dir_all(path)?;
        restrict(path, mode)?;
        sync_folder(folder_of(path))
    };
    make().map_err(|error| Failure::new(format!("cannot create the folder `{}`: {error}", path.display())))
}

#[cfg(unix)]
fn restrict(path: &Path, mode: Mode) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let bits = match mode {
        Mode::Public => 0o755,
        Mode::Secret => 0o750,
    };
    fs::set_permissions(path, fs::Permissions::from_mode(bits))?;
    let above = fs::metadata(folder_of(path))?;
    let _ = chown(path, Some(above.uid()), Some(above.gid()));
    Ok(())
}

#[cfg(not(unix))]
fn restrict(_: &Path, _: Mode) -> io::Result<()> {
    Ok(())
}

/// The names of the files `NAME.pem` in a folder, sorted.
pub(crate) fn pem_names(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::read(folder, &error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Failure::read(folder, &error))?;
        let name = entry.file_name();
        let name = name.to_str().and_then(|name| name.strip_suffix(".pem"));
        names.extend(name.filter(|name| crate::name::is_file_name(name)).map(str::to_owned));
    }
    names.sort_unstable();
    Ok(names)
}

/// Removes leftovers of killed programs. The caller must hold the lock.
pub(crate) fn remove_unfinished(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().ends_with(UNFINISHED) {
            // Leftovers that cannot be removed do no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The lock of a folder, which keeps other programs from writing. It is released when the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _folder: Option<File>,
}

impl Lock {
    /// Waits for the lock. The folder itself is locked, so that no lock file is needed.
    pub fn wait(folder: &Path) -> Result<Lock, Failure> {
        if cfg!(not(unix)) {
            return Ok(Lock { _folder: None });
        }
        let failed = |error: io::Error| Failure::new(format!("cannot lock `{}`: {error}", folder.display()));
        let file = File::open(folder).map_err(failed)?;
        match file.lock() {
            Ok(()) => Ok(Lock { _folder: Some(file) }),
            // Network file systems cannot lock folders (EBADF): there, only one program may write.
            Err(error) if error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(9) => {
                Ok(Lock { _folder: None })
            }
            Err(error) => Err(failed(error)),
        }
    }
}

/// Identifies the state of a file that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    modified: std::time::SystemTime,
    length: u64,
    inode: u64,
}

impl Stamp {
    pub fn of(path: &Path) -> Result<Stamp, Failure> {
        let failed = |error: io::Error| Failure::read(path, &error);
        let metadata = fs::metadata(path).map_err(failed)?;
        let modified = metadata.modified().map_err(failed)?;
        Ok(Stamp { modified, length: metadata.len(), inode: inode(&metadata) })
    }

    pub fn modified(&self) -> std::time::SystemTime {
        self.modified
    }

    /// Whether the file is the same, but may have grown.
    pub fn has_grown_from(&self, old: &Stamp) -> bool {
        self.inode == old.inode && self.length >= old.length && self.inode != 0
    }

    pub fn length(&self) -> u64 {
        self.length
    }
}

#[cfg(unix)]
fn inode(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &fs::Metadata) -> u64 {
    0
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    File::open(folder)?.sync_all()
}
