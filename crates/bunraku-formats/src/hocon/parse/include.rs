//! `include file("...")`: the fields of another file.

use std::path::{Path, PathBuf};

use super::{Fields, Node, Reader, is_unquoted};
use crate::Error;

/// How many files may include each other.
const MAX_INCLUDED: usize = 20;

/// The extensions that a file may have; for a name without one, all are tried.
const ENDINGS: [&str; 3] = ["conf", "json", "properties"];

impl Reader<'_> {
    /// Whether this is an `include`, rather than a key that starts with the word.
    pub(super) fn at_include(&self) -> bool {
        let Some(rest) = self.rest().strip_prefix("include") else { return false };
        !rest.starts_with(|char: char| is_unquoted(char) || char == '.')
    }

    /// Reads the fields of an included file. A missing file has none.
    pub(super) fn include(&mut self) -> Result<Fields, Error> {
        let start = self.at;
        self.at += "include".len();
        self.skip_lines();
        let rest = self.rest();
        let path = if rest.starts_with('"') {
            let name = self.quoted()?;
            // Only a file has a folder to which paths are relative.
            self.folder.as_ref().map(|folder| folder.join(name))
        } else if let Some(inside) = rest.strip_prefix("file(") {
            self.at += rest.len() - inside.len();
            self.skip_lines();
            if self.peek() != Some('"') {
                return Err(self.fail("expected the name of a file in quotes"));
            }
            let name = self.quoted()?;
            self.skip_lines();
            if self.peek() != Some(')') {
                return Err(self.fail("expected `)` after the name of the file"));
            }
            self.at += 1;
            Some(PathBuf::from(name))
        } else {
            self.at = start;
            return Err(self.fail("`include` must be followed by a name in quotes or `file(\"...\")`"));
        };
        match path {
            Some(path) => self.included(&path),
            None => Ok(Fields::default()),
        }
    }

    fn included(&self, path: &Path) -> Result<Fields, Error> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if ENDINGS.contains(&ending) {
            return Ok(self.file(path)?.unwrap_or_default());
        }
        let mut all = Node::Object(Fields::default());
        for ending in ENDINGS {
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{ending}"));
            if let Some(fields) = self.file(Path::new(&name))? {
                all = all.over(Node::Object(fields));
            }
        }
        match all {
            Node::Object(fields) => Ok(fields),
            _ => Ok(Fields::default()),
        }
    }

    fn file(&self, path: &Path) -> Result<Option<Fields>, Error> {
        if self.included >= MAX_INCLUDED {
            return Err(self.fail("more than 20 files include each other"));
        }
        let Some(text) = self.world.file(path).map_err(|reason| self.fail(&reason))? else { return Ok(None) };
        let in_file = |error: Error| {
            let place = format!("{}:{}:{}", path.display(), error.position.line, error.position.column);
            self.fail(&format!("{} (in the included file {place})", error.message))
        };
        if path.extension().is_some_and(|ending| ending == "json") {
            crate::json::read(&text).map_err(in_file)?;
        }
        let mut reader = Reader {
            folder: Some(path.parent().unwrap_or(Path::new("")).to_path_buf()),
            prefix: self.path.clone().unwrap_or_default(),
            path: self.path.clone(),
            included: self.included + 1,
            ..Reader::new(&text, self.world)
        };
        reader.document().map(Some).map_err(in_file)
    }
}
