//! The file bucket: copies of files that agents replace, by checksum, in Puppet's layout.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use bunraku::insight::lines;
use hyper::StatusCode;

use crate::checksum::Kind;
use crate::reply::{BYTES, Content, Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `HEAD /puppet/v3/file_bucket_file/KIND/SUM//PATH`: whether a copy exists.
pub fn head(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let copy = Copy::of(server, request)?;
    match copy.contents().is_file() {
        true => Ok(Reply::new(StatusCode::OK, BYTES, "")),
        false => Err(copy.missing()),
    }
}

/// `GET /puppet/v3/file_bucket_file/KIND/SUM`: a copy, or how it differs from another one.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    if request.params.get("list_all").is_some() {
        return Err(Problem::server_error("Listing remote file buckets is not allowed"));
    }
    let copy = Copy::of(server, request)?;
    if let Some(other) = request.params.get("diff_with") {
        return copy.compare(&Copy::new(server, copy.kind, other, None)?);
    }
    let file = fs::File::open(copy.contents()).map_err(|_| copy.missing())?;
    let size = file.metadata().map_err(Problem::server_error)?.len();
    Ok(Reply { content: Content::File(file, size), ..Reply::new(StatusCode::OK, BYTES, "") })
}

/// `PUT /puppet/v3/file_bucket_file/KIND/SUM//PATH`.
pub fn save(server: &Server, request: &Request) -> Result<Reply, Problem> {
    if request.content_type() != Some(BYTES) {
        let given = request.content_type().unwrap_or("nothing");
        return Err(Problem::unsupported_type(format!("expected {BYTES}, got {given}")));
    }
    let copy = Copy::of(server, request)?;
    let actual = copy.kind.of_bytes(&request.body);
    if actual != copy.sum {
        let message = format!("expected a body with the checksum {}, got {actual}", copy.sum);
        return Err(Problem::bad_request(message));
    }
    copy.keep(&request.body)
        .map_err(|error| Problem::server_error(format!("cannot save the file: {error}")))?;
    Ok(Reply::new(StatusCode::OK, BYTES, ""))
}

/// A copy of a file.
struct Copy {
    kind: Kind,
    sum: String,
    /// The path of the file on the agent.
    path: Option<String>,
    folder: PathBuf,
}

impl Copy {
    fn of(server: &Server, request: &Request) -> Result<Copy, Problem> {
        let mut parts = request.name().splitn(3, '/');
        let (kind, sum) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let path = parts.next().filter(|path| !path.is_empty()).map(str::to_owned);
        let kind = Kind::find(kind).filter(|kind| kind.digits().is_some());
        let kind = kind.ok_or_else(|| Problem::bad_request("expected a checksum type"))?;
        Copy::new(server, kind, sum, path)
    }

    fn new(server: &Server, kind: Kind, sum: &str, path: Option<String>) -> Result<Copy, Problem> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if Some(sum.len()) != kind.digits() || !sum.bytes().all(is_digit) {
            return Err(Problem::bad_request(format!("expected a checksum of type {}", kind.name())));
        }
        let mut folder = server.bucket.clone();
        folder.extend(sum.chars().take(8).map(String::from));
        folder.push(sum);
        Ok(Copy { kind, sum: sum.to_owned(), path, folder })
    }

    fn contents(&self) -> PathBuf {
        self.folder.join("contents")
    }

    /// The difference from another copy, as `puppet filebucket diff` shows it.
    fn compare(&self, other: &Copy) -> Result<Reply, Problem> {
        // Nothing larger than a body of a request is in the bucket.
        let read = |copy: &Copy| fs::read(copy.contents()).map_err(|_| copy.missing());
        let difference = match (String::from_utf8(read(self)?), String::from_utf8(read(other)?)) {
            (Ok(old), Ok(new)) => match lines::hunks(&old, &new) {
                hunks if hunks.is_empty() => hunks,
                hunks => format!("--- {}\n+++ {}\n{hunks}", self.sum, other.sum),
            },
            _ if self.sum == other.sum => String::new(),
            _ => format!("Binary files {} and {} differ\n", self.sum, other.sum),
        };
        Ok(Reply::new(StatusCode::OK, BYTES, difference))
    }

    fn missing(&self) -> Problem {
        Problem::not_found(format!("Could not find file_bucket_file {}/{}", self.kind.name(), self.sum))
    }

    fn keep(&self, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        if !self.contents().is_file() {
            let beside = self.folder.join(format!("contents.{}.new", std::process::id()));
            fs::write(&beside, bytes)?;
            fs::rename(&beside, self.contents())?;
        }
        let Some(path) = &self.path else { return Ok(()) };
        let line: String = path.chars().filter(|char| !char.is_control()).collect();
        let paths = self.folder.join("paths");
        let known = fs::read_to_string(&paths).unwrap_or_default();
        if known.lines().any(|known| known == line) {
            return Ok(());
        }
        let mut file = OpenOptions::new().append(true).create(true).open(paths)?;
        file.write_all(format!("{line}\n").as_bytes())
    }
}
