//! Files of static catalogs: their contents in the version that the catalog names.

use hyper::StatusCode;

use crate::reply::{BYTES, Content, Problem, Reply};
use crate::request::Request;
use crate::server::Server;
use crate::static_catalog::{Versions, is_code_id};

/// The folders of a module from which files are served.
const FOLDERS: [&str; 4] = ["files", "lib", "scripts", "tasks"];

/// `GET /puppet/v3/static_file_content/PATH?environment=ENV&code_id=ID`. The wording of errors is puppetserver's.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let path = request.name();
    let id = request.params.get("code_id").unwrap_or_default();
    if path.is_empty() || id.is_empty() || request.params.get("environment").is_none_or(str::is_empty) {
        return Err(Problem::bad_request(
            "Error: A /static_file_content request requires an environment, a code-id, and a file-path",
        ));
    }
    let environment = request.environment()?;
    if !is_code_id(id) {
        return Err(Problem::bad_request(format!(
            "a code id may only contain letters, digits and `_-:;`, got \
         {id:?}"
        )));
    }
    let parts: Vec<&str> = path.split('/').collect();
    let is_file = parts.len() > 3
        && parts.get(2).is_some_and(|folder| FOLDERS.contains(folder))
        && !parts.iter().any(|part| matches!(*part, "" | "." | ".."));
    if !is_file {
        return Err(Problem {
            status: StatusCode::FORBIDDEN,
            ..Problem::bad_request(
                "Request Denied: A /static_file_content request must be a file within the files, lib, scripts, or \
                 tasks directory of a module.",
            )
        });
    }
    let reply = Reply::new(StatusCode::OK, BYTES, "");
    match &server.versions {
        Versions::Told(programs) => {
            let content = programs.content(&*server.machine, environment, id, path);
            let content = content.map_err(Problem::server_error)?;
            Ok(Reply { content: Content::Bytes(content.into()), ..reply })
        }
        Versions::Kept(contents) => {
            let found = contents.open(id, path).map_err(Problem::server_error)?;
            let missing = || Problem::not_found(format!("Could not find {path} of the code id {id}"));
            let (file, size) = found.ok_or_else(missing)?;
            Ok(Reply { content: Content::File(file, size), ..reply })
        }
    }
}
