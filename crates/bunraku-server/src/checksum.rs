//! Checksums of files in all of Puppet's kinds, each computed once per content.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use bunraku::pcore::text::hexadecimal;
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

use crate::time::Timestamp;

/// A kind of checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of the algorithms")]
pub enum Kind {
    Md5,
    Md5Lite,
    Sha1,
    Sha1Lite,
    Sha224,
    Sha256,
    Sha256Lite,
    Sha384,
    Sha512,
    /// The time of the last change of the content.
    Mtime,
    /// The time of the last change of the inode.
    Ctime,
    /// No checksum.
    None,
}

/// The kinds by name.
const KINDS: [(&str, Kind); 12] = [
    ("sha256", Kind::Sha256),
    ("sha256lite", Kind::Sha256Lite),
    ("sha384", Kind::Sha384),
    ("sha512", Kind::Sha512),
    ("sha224", Kind::Sha224),
    ("md5", Kind::Md5),
    ("md5lite", Kind::Md5Lite),
    ("sha1", Kind::Sha1),
    ("sha1lite", Kind::Sha1Lite),
    ("mtime", Kind::Mtime),
    ("ctime", Kind::Ctime),
    ("none", Kind::None),
];

/// How many bytes of a file the `lite` kinds use.
const LITE: u64 = 512;

impl Kind {
    /// Finds a kind by name.
    pub fn find(name: &str) -> Option<Kind> {
        KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// The name that Puppet uses.
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("none", |(name, _)| name)
    }

    /// The number of digits, for checksums of the whole content.
    pub fn digits(self) -> Option<usize> {
        match self {
            Kind::Md5 => Some(32),
            Kind::Sha1 => Some(40),
            Kind::Sha224 => Some(56),
            Kind::Sha256 => Some(64),
            Kind::Sha384 => Some(96),
            Kind::Sha512 => Some(128),
            _ => None,
        }
    }

    /// The checksum of bytes in hexadecimal digits; empty for kinds that are not based on the content.
    pub fn of_bytes(self, bytes: &[u8]) -> String {
        // Reading from bytes cannot fail.
        self.of_reader(bytes).unwrap_or_default()
    }

    /// The checksum of a stream.
    pub fn of_stream(self, reader: &mut dyn Read) -> io::Result<String> {
        self.of_reader(reader)
    }

    fn of_reader(self, reader: impl Read) -> io::Result<String> {
        match self {
            Kind::Md5 => digest::<Md5>(reader),
            Kind::Md5Lite => digest::<Md5>(reader.take(LITE)),
            Kind::Sha1 => digest::<Sha1>(reader),
            Kind::Sha1Lite => digest::<Sha1>(reader.take(LITE)),
            Kind::Sha224 => digest::<Sha224>(reader),
            Kind::Sha256 => digest::<Sha256>(reader),
            Kind::Sha256Lite => digest::<Sha256>(reader.take(LITE)),
            Kind::Sha384 => digest::<Sha384>(reader),
            Kind::Sha512 => digest::<Sha512>(reader),
            Kind::Mtime | Kind::Ctime | Kind::None => Ok(String::new()),
        }
    }
}

/// A cache of checksums.
#[derive(Debug, Default)]
pub struct Checksums {
    known: Mutex<HashMap<FileKey, Known>>,
}

/// Identifies the content of a file: its size and the times of its changes.
type Stamp = (u64, i64, i64, i64, i64);

/// A kind of checksum of a file, identified by device and inode.
type FileKey = (Kind, u64, u64);

/// A checksum, and the content it belongs to.
type Known = (Stamp, String);

/// How many checksums are cached.
const MOST: usize = 500_000;

impl Checksums {
    /// The checksum of a file as in its metadata: `{sha256}5725...`. `metadata` must be that of the file itself.
    pub fn of(&self, kind: Kind, path: &Path, metadata: &Metadata) -> io::Result<String> {
        let name = kind.name();
        match kind {
            Kind::None => return Ok(format!("{{{name}}}")),
            Kind::Mtime => return Ok(format!("{{{name}}}{}", modified(metadata).ruby())),
            Kind::Ctime => return Ok(format!("{{{name}}}{}", changed(metadata).ruby())),
            _ => {}
        }
        let key = (kind, metadata.dev(), metadata.ino());
        let stamp = (
            metadata.len(),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.ctime(),
            metadata.ctime_nsec(),
        );
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some((_, sum)) = known.filter(|(known, _)| *known == stamp) {
            return Ok(sum);
        }
        let sum = format!("{{{name}}}{}", kind.of_reader(File::open(path)?)?);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, (stamp, sum.clone()));
        Ok(sum)
    }
}

/// When the content of a file was last changed.
pub fn modified(metadata: &Metadata) -> Timestamp {
    Timestamp { seconds: metadata.mtime(), nanos: u32::try_from(metadata.mtime_nsec()).unwrap_or_default() }
}

/// When the inode of a file was last changed.
pub fn changed(metadata: &Metadata) -> Timestamp {
    Timestamp { seconds: metadata.ctime(), nanos: u32::try_from(metadata.ctime_nsec()).unwrap_or_default() }
}

fn digest<D: Digest>(mut reader: impl Read) -> io::Result<String> {
    let mut digest = D::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => break,
            read => digest.update(buffer.get(..read).unwrap_or_default()),
        }
    }
    Ok(hexadecimal(&digest.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_and_digits() {
        for (name, kind) in KINDS {
            assert_eq!(Kind::find(name), Some(kind));
            assert_eq!(kind.name(), name);
            if let Some(digits) = kind.digits() {
                assert_eq!(kind.of_bytes(b"x").len(), digits, "{name}");
            }
        }
        assert_eq!(Kind::find("crc32"), None);
        assert_eq!(Kind::Md5.of_bytes(b""), "d41d8cd98f00b204e9800998ecf8427e");
        let long = [b'a'; 600];
        assert_eq!(Kind::Md5Lite.of_bytes(&long), Kind::Md5.of_bytes(&long[..512]));
    }
}
