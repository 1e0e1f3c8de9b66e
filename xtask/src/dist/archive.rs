//! Reproducible archives: `tar` with one timestamp and owner for all entries, `gzip` without name or timestamp, and
//! `ar`.

use std::io::Write;

use flate2::{Compression, GzBuilder};

use super::tree::{Kind, Tree};

/// Builds a `tar` archive of a tree. The prefix is prepended to each path.
pub fn tar(tree: &Tree, prefix: &str, time: u64) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    for (path, entry) in tree.entries() {
        match &entry.kind {
            Kind::Folder => out.extend(head(&format!("{prefix}{path}/"), entry.mode, 0, time, b'5')?),
            Kind::File(content) => {
                out.extend(head(&format!("{prefix}{path}"), entry.mode, content.len(), time, b'0')?);
                out.extend(content);
                out.resize(out.len().next_multiple_of(BLOCK), 0);
            }
        }
    }
    // Two empty blocks mark the end.
    out.resize(out.len() + 2 * BLOCK, 0);
    Ok(out)
}

const BLOCK: usize = 512;

/// The header of an entry in the `ustar` format: fields at fixed offsets, numbers in octal.
fn head(path: &str, mode: u32, size: usize, time: u64, kind: u8) -> Result<[u8; BLOCK], String> {
    let (prefix, name) =
        split(path).ok_or_else(|| format!("the path {path:?} is too long for an archive"))?;
    let mut block = [0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| {
        for (to, byte) in block.iter_mut().skip(at).zip(bytes) {
            *to = *byte;
        }
    };
    put(0, name.as_bytes());
    put(100, format!("{mode:07o}").as_bytes());
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{size:011o}").as_bytes());
    put(136, format!("{time:011o}").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    put(345, prefix.as_bytes());
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    let sum = format!("{sum:06o}\0 ");
    for (to, byte) in block.iter_mut().skip(148).zip(sum.as_bytes()) {
        *to = *byte;
    }
    Ok(block)
}

/// Splits a path into the two fields of a header: at most 155 and 100 bytes, without the slash between them.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= 100 {
        return Some(("", path));
    }
    let mut slashes = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
    slashes.rfind(|(prefix, name)| prefix.len() <= 155 && name.len() <= 100 && !name.is_empty())
}

/// Compresses with the highest level.
pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let written = writer.write_all(bytes).and_then(|()| writer.finish());
    written.map_err(|error| format!("cannot compress: {error}"))
}

/// Builds an `ar` archive, the container of Debian packages.
pub fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, content) in members {
        let head = format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, "100644", content.len());
        out.extend(head.as_bytes());
        out.extend(content);
        if content.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{ar, gzip, split, tar};
    use crate::dist::tree::Tree;

    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.program("usr/bin/a", "#!/bin/sh\n");
        tree.file("usr/share/doc", "text");
        tree
    }

    #[test]
    fn tar_lists_folders_before_their_files() {
        let bytes = tar(&tree(), "./", 1_700_000_000).unwrap();
        assert_eq!(bytes.len() % 512, 0);
        let names: Vec<String> = bytes
            .chunks(512)
            .filter(|block| block[257..].starts_with(b"ustar"))
            .map(|block| {
                block[..100].iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
            })
            .collect();
        assert_eq!(names, ["./usr/", "./usr/bin/", "./usr/bin/a", "./usr/share/", "./usr/share/doc"]);
        assert_eq!(bytes, tar(&tree(), "./", 1_700_000_000).unwrap());
    }

    #[test]
    fn long_paths_are_split_at_a_slash() {
        let folder = "f".repeat(60);
        let path = format!("{folder}/{folder}/name");
        assert_eq!(split(&path), Some((&*format!("{folder}/{folder}"), "name")));
        assert_eq!(split(&"n".repeat(101)), None);
    }

    #[test]
    fn gzip_can_be_undone() {
        let packed = gzip(b"again and again and again").unwrap();
        assert_eq!(packed[4..8], [0, 0, 0, 0], "the time of the archive is not in it");
        let mut text = String::new();
        flate2::read::GzDecoder::new(&*packed).read_to_string(&mut text).unwrap();
        assert_eq!(text, "again and again and again");
    }

    #[test]
    fn members_of_ar_begin_at_even_places() {
        let bytes = ar(&[("a", b"odd".to_vec()), ("b", b"even".to_vec())], 7);
        assert_eq!(bytes.len(), 8 + 60 + 4 + 60 + 4);
        assert!(
            bytes[8..].starts_with(b"a               7           0     0     100644  3         `\nodd\n")
        );
    }
}
