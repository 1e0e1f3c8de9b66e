//! The metadata that an agent requests before it downloads a file.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use bunraku::pcore::Value;
use nix::unistd::{getegid, geteuid};

use crate::checksum::{Checksums, Kind, changed};
use crate::params::Params;
use crate::reply::Problem;

/// The options of a metadata request.
#[derive(Debug, Clone)]
pub struct Options {
    /// How links are treated.
    pub links: Links,
    /// The kind of checksums.
    pub checksum: Kind,
    /// Whether to include owners and modes.
    pub permissions: bool,
    /// Whether folders are listed recursively.
    pub recurse: bool,
    /// How deeply.
    pub depth: usize,
    /// The maximum number of files; 0 or less for no limit.
    pub most: i64,
    /// Patterns of names to leave out.
    pub ignore: Vec<String>,
}

/// How links are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// As links.
    Manage,
    /// As what they point to.
    Follow,
}

/// Folders of modules are never nested deeper than this.
const DEEPEST: usize = 100;

impl Options {
    /// Parses the parameters of a request.
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

    /// How deeply folders are listed, given a limit.
    pub fn deepest(limit: Option<i64>) -> usize {
        limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(DEEPEST).min(DEEPEST)
    }

    /// The metadata of a path: of the link itself or of its target.
    pub fn look(&self, path: &Path) -> io::Result<Metadata> {
        match self.links {
            Links::Manage => fs::symlink_metadata(path),
            Links::Follow => fs::metadata(path),
        }
    }
}

/// Describes a file. `shown` is the path in the description, and `relative` the path below it in a list.
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
        // A dangling link has no content.
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
