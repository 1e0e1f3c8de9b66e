//! Files that agents download: from modules, and from the mounts of `fileserver.conf`.

mod cache;
mod fileserver;
mod metadata;
mod place;
mod walk;

pub use cache::ListCache;
pub use fileserver::Mounts;
pub use metadata::{Links, Options, describe};
pub use place::{ServedFolder, ServedPath, in_module, is_merged, open, resolve};
pub use walk::{ListedFile, list};
