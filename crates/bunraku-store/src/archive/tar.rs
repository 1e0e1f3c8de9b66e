//! The subset of tar that archives of PuppetDB need: plain files, with names of any length.

use std::io::{self, Read, Write};

/// Files are padded to blocks of this size.
const BLOCK: usize = 512;

/// The maximum size of a file in an archive.
const LARGEST: u64 = 1 << 30;

/// Writes an archive.
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Starts an archive.
    pub fn new(out: W) -> Writer<W> {
        Writer { out }
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        if name.len() > 100 {
            // The GNU extension: a long name is a separate entry that comes first.
            let mut long = name.as_bytes().to_vec();
            long.push(0);
            self.entry("././@LongLink", b'L', &long)?;
        }
        self.entry(name, b'0', content)
    }

    /// Ends the archive and returns the underlying writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&[0; 2 * BLOCK])?;
        Ok(self.out)
    }

    fn entry(&mut self, name: &str, kind: u8, content: &[u8]) -> io::Result<()> {
        let mut header = [0u8; BLOCK];
        put(&mut header, 0, name.as_bytes().get(..100).unwrap_or(name.as_bytes()));
        put(&mut header, 100, b"0000644\0");
        put(&mut header, 108, b"0000000\0");
        put(&mut header, 116, b"0000000\0");
        put(&mut header, 124, format!("{:011o}\0", content.len()).as_bytes());
        put(&mut header, 136, b"00000000000\0");
        put(&mut header, 148, b"        ");
        put(&mut header, 156, &[kind]);
        put(&mut header, 257, b"ustar\x0000");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        put(&mut header, 148, format!("{sum:06o}\0 ").as_bytes());
        self.out.write_all(&header)?;
        self.out.write_all(content)?;
        let rest = content.len() % BLOCK;
        let padding = [0u8; BLOCK];
        self.out.write_all(padding.get(..(BLOCK - rest) % BLOCK).unwrap_or_default())
    }
}

/// Reads an archive.
pub struct Reader<R> {
    input: R,
}

impl<R: Read> Reader<R> {
    /// Starts reading an archive.
    pub fn new(input: R) -> Reader<R> {
        Reader { input }
    }

    /// The next file: its name and content.
    pub fn next(&mut self) -> io::Result<Option<(String, Vec<u8>)>> {
        let mut long: Option<String> = None;
        loop {
            let mut header = [0u8; BLOCK];
            if let Err(error) = self.input.read_exact(&mut header) {
                // Some archives lack the empty blocks that should end them.
                return if error.kind() == io::ErrorKind::UnexpectedEof { Ok(None) } else { Err(error) };
            }
            if header.iter().all(|byte| *byte == 0) {
                return Ok(None);
            }
            let size = number(part(&header, 124, 12))?;
            let content = self.content(size)?;
            match part(&header, 156, 1) {
                b"L" => long = Some(text(&content)),
                b"x" => long = path_of(&content).or(long),
                b"0" | b"\0" => {
                    let name = long.unwrap_or_else(|| {
                        let (prefix, name) = (text(part(&header, 345, 155)), text(part(&header, 0, 100)));
                        let is_ustar = part(&header, 257, 6) == b"ustar\0" && !prefix.is_empty();
                        if is_ustar { format!("{prefix}/{name}") } else { name }
                    });
                    return Ok(Some((name, content)));
                }
                // Folders and the like.
                _ => long = None,
            }
        }
    }

    fn content(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > LARGEST {
            return Err(wrong("a file in it is too large"));
        }
        let mut content = Vec::new();
        let padded = size.div_ceil(BLOCK as u64) * BLOCK as u64;
        let read = self.input.by_ref().take(padded).read_to_end(&mut content)?;
        if (read as u64) < size {
            return Err(wrong("it is truncated"));
        }
        content.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        Ok(content)
    }
}

/// The path in a POSIX extended header, which has lines such as `25 path=...`.
fn path_of(header: &[u8]) -> Option<String> {
    let header = text(header);
    let line = header.lines().find_map(|line| line.split_once(" path="))?;
    Some(line.1.to_owned())
}

fn put(header: &mut [u8; BLOCK], at: usize, bytes: &[u8]) {
    for (place, byte) in header.iter_mut().skip(at).zip(bytes) {
        *place = *byte;
    }
}

fn part(header: &[u8; BLOCK], at: usize, length: usize) -> &[u8] {
    header.get(at..at + length).unwrap_or_default()
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned()
}

/// A number in octal digits.
fn number(bytes: &[u8]) -> io::Result<u64> {
    u64::from_str_radix(text(bytes).trim(), 8).map_err(|_| wrong("it is not a tar file"))
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_there_and_back() {
        let long = format!("puppetdb-bak/facts/{}.json", "n".repeat(200));
        let files = [("a/b.json", &b"{}"[..]), (&long, &[7; 1024][..]), ("c", &b""[..])];
        let mut writer = Writer::new(Vec::new());
        for (name, content) in files {
            writer.add(name, content).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let mut reader = Reader::new(bytes.as_slice());
        for (name, content) in files {
            assert_eq!(reader.next().unwrap(), Some((name.to_owned(), content.to_vec())));
        }
        assert_eq!(reader.next().unwrap(), None);
    }

    #[test]
    fn what_is_not_an_archive_is_an_error() {
        assert!(Reader::new(&[b'x'; 600][..]).next().is_err());
        let mut bytes = Writer::new(Vec::new());
        bytes.add("a", &[1; 2000]).unwrap();
        let bytes = bytes.finish().unwrap();
        assert!(Reader::new(&bytes[..1024]).next().is_err());
    }
}
