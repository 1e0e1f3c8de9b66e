//! Files that agents download: from modules, and from the mounts of `fileserver.conf`.

mod answers;
mod fileserver;
mod metadata;
mod place;
mod walk;

pub use answers::Answers;
pub use fileserver::Mounts;
pub use metadata::{Links, Options, describe};
pub use place::{Found, ServedFolder, in_module, is_merged, open, resolve};
pub use walk::{Listed, list};
