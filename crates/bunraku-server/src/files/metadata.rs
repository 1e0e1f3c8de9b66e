//! What an agent learns of a file before it fetches it.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use bunraku::pcore::Value;
use nix::unistd::{getegid, geteuid};

use crate::checksum::{Checksums, Kind, changed};
use crate::params::Params;
use crate::reply::Problem;

/// What a request wants to know of files.
#[derive(Debug, Clone)]
pub struct Options {
    /// What becomes of links.
    pub links: Links,
    /// The kind of checksums.
    pub checksum: Kind,
    /// Whether owners and modes are those of the files.
    pub permissions: bool,
    /// Whether folders are listed with all that is in them.
    pub recurse: bool,
    /// How deep.
    pub depth: usize,
    /// How many files there may be; 0 or less means any number.
    pub most: i64,
    /// Names that are left out.
    pub ignore: Vec<String>,
}

/// What becomes of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// They are links.
    Manage,
    /// They are what they lead to.
    Follow,
}

/// No folder of a module is nested deeper than this.
const DEEPEST: usize = 100;

impl Options {
    /// Reads the parameters of a request.
    pub fn read(params: &Params) -> Result<Options, Problem> {
        let links = match params.get("links") {
            None | Some("manage") => Links::Manage,
            Some("follow") => Links::Follow,
            Some(other) => return Err(Problem::bad_request(format!("Invalid links value '{other}'"))),
        };
        let checksum = params.get("checksum_type").unwrap_or("sha256");
        let checksum = Kind::find(checksum)
            .ok_or_else(|| Problem::bad_request(format!("Unsupported checksum type '{checksum}'")))?;
        let permissions = matches!(params.get("source_permissions"), Some("use" | "use_when_creating"));
        let recurse = matches!(params.get("recurse"), Some("true" | "remote" | "inf"));
        let number = |name: &str| params.get(name).and_then(|value| value.parse::<i64>().ok());
        Ok(Options {
            links,
            checksum,
            permissions,
            recurse,
            depth: Options::deepest(number("recurselimit")),
            most: number("max_files").unwrap_or(0),
            ignore: params.all("ignore").map(str::to_owned).collect(),
        })
    }

    /// How deep folders are listed, by the limit that was given.
    pub fn deepest(limit: Option<i64>) -> usize {
        limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(DEEPEST).min(DEEPEST)
    }

    /// The metadata of a path, of the link itself or of what it leads to.
    pub fn look(&self, path: &Path) -> io::Result<Metadata> {
        match self.links {
            Links::Manage => fs::symlink_metadata(path),
            Links::Follow => fs::metadata(path),
        }
    }
}

/// The object that describes a file. `shown` is the path that it tells, and `relative` the one below that in a list.
pub fn describe(
    checksums: &Checksums,
    options: &Options,
    shown: &Path,
    relative: Option<&str>,
    path: &Path,
    metadata: &Metadata,
) -> io::Result<Value> {
    let kind = metadata.file_type();
    let (type_name, checksum) = if kind.is_dir() {
        let value = format!("{{ctime}}{}", changed(metadata).ruby());
        ("directory", Some(("ctime", value)))
    } else if kind.is_symlink() {
        // One that leads nowhere has no content.
        let target = fs::metadata(path).ok().filter(Metadata::is_file);
        let value = target.and_then(|target| checksums.of(options.checksum, path, &target).ok());
        ("link", value.map(|value| (options.checksum.name(), value)))
    } else if kind.is_file() {
        let value = checksums.of(options.checksum, path, metadata)?;
        ("file", Some((options.checksum.name(), value)))
    } else {
        return Err(io::Error::other("it is not a file, a folder or a symbolic link"));
    };
    let destination = match kind.is_symlink() {
        true => Value::str(fs::read_link(path)?.to_string_lossy().into_owned()),
        false => Value::Undef,
    };
    let (owner, group, mode) = match options.permissions {
        true => (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777),
        false => (geteuid().as_raw(), getegid().as_raw(), 0o644),
    };
    let links = match options.links {
        Links::Manage => "manage",
        Links::Follow => "follow",
    };
    let checksum = checksum.map_or(Value::Undef, |(kind, value)| {
        Value::hash([(Value::str("type"), Value::str(kind)), (Value::str("value"), Value::str(value))])
    });
    let entries = [
        ("path", Value::str(shown.to_string_lossy().into_owned())),
        ("relative_path", relative.map_or(Value::Undef, Value::str)),
        ("links", Value::str(links)),
        ("owner", Value::Int(owner.into())),
        ("group", Value::Int(group.into())),
        ("mode", Value::Int(mode.into())),
        ("checksum", checksum),
        ("type", Value::str(type_name)),
        ("destination", destination),
    ];
    Ok(Value::hash(entries.map(|(name, value)| (Value::str(name), value))))
}
