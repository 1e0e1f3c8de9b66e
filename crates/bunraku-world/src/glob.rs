//! Finds files by pattern, like Ruby's `Dir.glob`: `*`, `?`, `[...]`, `{a,b}` and `**/`.
//!
//! The order is Ruby's. Folders are walked by name. The alternatives of braces are tried one after the other, each with
//! the rest of the pattern; only below `**/` all of them are tried together on each name.

use std::fmt;
use std::path::Path;

use bunraku_pcore::watch;
use bunraku_regexp::wildcard::{self, Flags, Work, alternatives, matches_within};

use crate::{Refused, World};

/// A file or folder that matches a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The path, absolute or relative like the pattern.
    pub path: String,
    /// Whether it is a folder.
    pub folder: bool,
}

/// A pattern that requires too much work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMuch {
    /// Its braces expand to too many patterns, or too many names are compared.
    Pattern(wildcard::TooMuch),
    /// It searches too many folders.
    Folders,
    /// There is no time or memory left.
    Ended,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Pattern(reason) => reason.fmt(f),
            TooMuch::Folders => write!(f, "it searches more than {MAX_FOLDERS} folders"),
            TooMuch::Ended => write!(f, "it takes more time or memory than is left"),
        }
    }
}

/// Why a pattern is not searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GlobError {
    /// It requires too much work.
    TooMuch(TooMuch),
    /// Code may not read the part before the first wildcard.
    Refused(Refused),
}

impl fmt::Display for GlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GlobError::TooMuch(reason) => reason.fmt(f),
            GlobError::Refused(refused) => refused.fmt(f),
        }
    }
}

impl From<TooMuch> for GlobError {
    fn from(reason: TooMuch) -> GlobError {
        GlobError::TooMuch(reason)
    }
}

impl From<wildcard::TooMuch> for GlobError {
    fn from(reason: wildcard::TooMuch) -> GlobError {
        TooMuch::Pattern(reason).into()
    }
}

/// How many folders are listed: links can form an infinite tree.
const MAX_FOLDERS: usize = 100_000;

/// How deeply folders may be nested: a link to a parent folder would never end.
const MAX_DEPTH: usize = 64;

/// Finds what matches a pattern. Files that code may not see, and that a pattern only reaches by chance, as through a
/// link, are left out.
pub fn glob(files: &dyn World, pattern: &str) -> Result<Vec<Match>, GlobError> {
    let mut search = Search { files, work: Work::default(), folders: MAX_FOLDERS, found: Vec::new() };
    if !pattern.is_empty() {
        search.pattern("", pattern, true, MAX_DEPTH)?;
    }
    Ok(search.found)
}

struct Search<'f> {
    files: &'f dyn World,
    work: Work,
    folders: usize,
    found: Vec<Match>,
}

/// A part of a pattern between slashes. The last one is empty if the pattern ends with a slash.
struct Segment<'p> {
    text: &'p str,
    kind: Kind,
    /// What is tried instead of the text: the alternatives of braces below `**/`.
    choices: Vec<String>,
}

impl Segment<'_> {
    fn matches(&self, name: &str, work: &mut Work) -> Result<bool, wildcard::TooMuch> {
        for choice in &self.choices {
            if matches_within(choice, name, Flags::NONE, work)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Wild,
    Braces,
    /// `**`: any number of folders.
    AnyFolders,
}

impl Search<'_> {
    /// Searches a folder for a pattern. `folder` is empty or ends with a slash.
    fn pattern(
        &mut self,
        folder: &str,
        pattern: &str,
        is_named: bool,
        depth: usize,
    ) -> Result<(), GlobError> {
        let (folder, rest) = match pattern.strip_prefix('/') {
            Some(rest) if folder.is_empty() => ("/", rest),
            _ => (folder, pattern),
        };
        let mut segments = segments(rest);
        let below = segments.iter().position(|segment| segment.kind == Kind::AnyFolders);
        for segment in segments.iter_mut().skip(below.unwrap_or(usize::MAX)) {
            if segment.kind == Kind::Braces {
                segment.choices = alternatives(segment.text, Flags::NONE, &mut self.work)?;
            }
        }
        self.search(folder, &segments, &[0], is_named, depth)
    }

    /// Searches a folder for the segments at several places of a pattern: `**` is at two places at once. The folder may
    /// be named by the pattern itself, or have been found.
    fn search(
        &mut self,
        folder: &str,
        segments: &[Segment<'_>],
        places: &[usize],
        is_named: bool,
        depth: usize,
    ) -> Result<(), GlobError> {
        let kind = |place: usize| segments.get(place).map(|segment| segment.kind);
        let is_last = |place: usize| place + 1 == segments.len();
        let mut open: Vec<usize> = Vec::new();
        for &place in places {
            open.push(place);
            open.extend((place..).take_while(|place| kind(*place) == Some(Kind::AnyFolders)).map(|n| n + 1));
        }
        open.sort_unstable();
        open.dedup();
        if open.iter().any(|place| is_last(*place) && segments.get(*place).is_some_and(|s| s.text.is_empty()))
            && (folder.is_empty() || self.files.is_folder(Path::new(folder)))
        {
            self.found.push(Match { path: folder.to_owned(), folder: true });
        }
        let entries = match open.as_slice() {
            [place] if kind(*place) == Some(Kind::Braces) => {
                let rest: Vec<&str> = segments.iter().skip(*place).map(|segment| segment.text).collect();
                for pattern in alternatives(&rest.join("/"), Flags::NONE, &mut self.work)? {
                    if !pattern.is_empty() {
                        self.pattern(folder, &pattern, is_named, depth)?;
                    }
                }
                return Ok(());
            }
            [place] if kind(*place) == Some(Kind::Plain) => {
                Vec::from_iter(self.named(folder, segments.get(*place..).unwrap_or_default(), is_named)?)
            }
            open => {
                // A pattern that begins with a dot finds the folder itself, unless it looks at all folders below.
                let first = open.first().filter(|_| open.len() == 1).and_then(|place| segments.get(*place));
                let finds_own = first.is_some_and(|segment| segment.text.starts_with(['.', '\\']));
                self.listed(folder, finds_own, is_named)?
            }
        };
        let is_next_named =
            is_named && matches!(open.as_slice(), [place] if kind(*place) == Some(Kind::Plain));
        for (name, is_folder) in entries {
            let (mut next, mut is_found) = (Vec::new(), false);
            for &place in &open {
                let Some(segment) = segments.get(place) else { continue };
                if segment.kind == Kind::AnyFolders {
                    if is_folder && !name.starts_with('.') {
                        next.push(place);
                    }
                } else if segment.kind == Kind::Plain && open.len() == 1
                    || segment.matches(&name, &mut self.work)?
                {
                    is_found |= is_last(place);
                    next.push(place + 1);
                }
            }
            let path = format!("{folder}{name}");
            if is_found {
                self.found.push(Match { path: path.clone(), folder: is_folder });
            }
            next.retain(|place| *place < segments.len());
            if is_folder && !next.is_empty() && depth > 0 {
                self.search(&format!("{path}/"), segments, &next, is_next_named, depth - 1)?;
            }
        }
        Ok(())
    }

    /// What the plain name at the beginning of the segments leads to, and whether that is a folder. The folder around it
    /// need not be readable.
    fn named(
        &mut self,
        folder: &str,
        segments: &[Segment<'_>],
        is_named: bool,
    ) -> Result<Option<(String, bool)>, GlobError> {
        let (name, rest) = match segments {
            [first, rest @ ..] => (unescaped(first.text), rest),
            [] => return Ok(None),
        };
        if name.is_empty() && rest.is_empty() {
            return Ok(None);
        }
        // Whether a folder exists is found out when something is looked up in it: code may see the contents of folders
        // inside others that it may not see.
        if rest.len() > 1 || rest.first().is_some_and(|next| !next.text.is_empty()) {
            return Ok(Some((name, true)));
        }
        let path = format!("{folder}{name}");
        let path = Path::new(&path);
        match (self.files.is_folder(path), self.files.is_file(path)) {
            (false, false) => match self.files.refusal(path).filter(|_| is_named) {
                Some(refused) => Err(GlobError::Refused(refused)),
                None => Ok(None),
            },
            (is_folder, _) => Ok(Some((name, is_folder))),
        }
    }

    /// The names in a folder, each with whether it is a folder; with `finds_own` also the folder itself.
    fn listed(
        &mut self,
        folder: &str,
        finds_own: bool,
        is_named: bool,
    ) -> Result<Vec<(String, bool)>, GlobError> {
        self.folders = self.folders.checked_sub(1).ok_or(TooMuch::Folders)?;
        // What is not a disk may take long to answer, and what was found may be about to double.
        if watch::ended((self.found.len() * size_of::<Match>()) as u64).is_some() {
            return Err(TooMuch::Ended.into());
        }
        let path = Path::new(if folder.is_empty() { "." } else { folder });
        let entries = match self.files.list(path) {
            Ok(entries) => entries,
            Err(error) => match Refused::of(&error).filter(|_| is_named) {
                Some(refused) => return Err(GlobError::Refused(refused.clone())),
                None => Vec::new(),
            },
        };
        let own = (finds_own && self.files.is_folder(path)).then(|| (".".to_owned(), true));
        Ok(own.into_iter().chain(entries.into_iter().map(|entry| (entry.name, entry.folder))).collect())
    }
}

/// Splits a pattern into segments. Slashes inside braces or brackets do not split; both end at the first closing sign,
/// as in Ruby.
fn segments(pattern: &str) -> Vec<Segment<'_>> {
    let (mut start, mut inside, mut escaped) = (0, false, false);
    let mut parts = Vec::new();
    for (at, char) in pattern.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' | '{' => inside = true,
            ']' | '}' => inside = false,
            '/' if !inside => {
                parts.push(pattern.get(start..at).unwrap_or(""));
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = pattern.get(start..).unwrap_or("");
    let folders = parts.into_iter().map(|text| {
        let kind = if text == "**" { Kind::AnyFolders } else { kind(text) };
        Segment { text, kind, choices: vec![text.to_owned()] }
    });
    let mut segments: Vec<Segment<'_>> = folders.collect();
    // After the last slash, two stars count as one.
    segments.push(Segment { text: last, kind: kind(last), choices: vec![last.to_owned()] });
    // Consecutive `**` count as one, and so do slashes after one.
    let last = segments.pop();
    segments.dedup_by(|next, segment| {
        segment.kind == Kind::AnyFolders && (next.kind == Kind::AnyFolders || next.text.is_empty())
    });
    segments.extend(last);
    segments
}

fn kind(text: &str) -> Kind {
    let (mut kind, mut escaped) = (Kind::Plain, false);
    for char in text.chars() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => return Kind::Braces,
            '*' | '?' | '[' => kind = Kind::Wild,
            _ => {}
        }
    }
    kind
}

/// Removes escaping backslashes.
fn unescaped(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut escaped = false;
    for char in text.chars() {
        if char == '\\' && !escaped {
            escaped = true;
        } else {
            escaped = false;
            name.push(char);
        }
    }
    name
}

#[cfg(test)]
mod tests;
