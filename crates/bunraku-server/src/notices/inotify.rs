//! Notifications on Linux (inotify).

use std::collections::HashSet;
use std::path::PathBuf;

use nix::errno::Errno;
use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify};

/// An inotify instance.
pub struct Kernel(Inotify);

impl Kernel {
    /// Watches folders; `None` if the kernel cannot watch all of them.
    pub fn watch(folders: &HashSet<PathBuf>) -> Option<Kernel> {
        let kernel = Inotify::init(InitFlags::IN_NONBLOCK | InitFlags::IN_CLOEXEC).ok()?;
        let changes = AddWatchFlags::IN_ATTRIB
            | AddWatchFlags::IN_CREATE
            | AddWatchFlags::IN_DELETE
            | AddWatchFlags::IN_DELETE_SELF
            | AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_MOVE
            | AddWatchFlags::IN_MOVE_SELF;
        for folder in folders {
            match kernel.add_watch(folder.as_path(), changes) {
                // The removal of a folder is noticed by its parent.
                Ok(_) | Err(Errno::ENOENT) => {}
                Err(_) => return None,
            }
        }
        Some(Kernel(kernel))
    }

    /// Whether nothing has changed since.
    pub fn is_quiet(&self) -> bool {
        matches!(self.0.read_events(), Err(Errno::EAGAIN))
    }
}
