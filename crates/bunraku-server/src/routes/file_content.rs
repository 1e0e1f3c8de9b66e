//! The contents of files.

use hyper::StatusCode;

use crate::files::{open, resolve};
use crate::reply::{BYTES, Content, Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /puppet/v3/file_content/MOUNT/PATH`.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let found = resolve(server, request)?;
    let missing = || Problem::not_found(format!("Could not find file_content {}", request.name()));
    let (place, path) = found.first().ok_or_else(missing)?;
    match open(place, &path) {
        Ok(Some((file, size))) => {
            Ok(Reply { content: Content::File(file, size), ..Reply::new(StatusCode::OK, BYTES, "") })
        }
        Ok(None) => Err(missing()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(missing()),
        Err(error) => Err(Problem::server_error(format!("cannot read `{}`: {error}", path.display()))),
    }
}
