//! The metadata that agents request before they download files.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use bunraku::formats::json;
use bunraku::pcore::Value;
use hyper::StatusCode;

use super::in_format;
use crate::files::{ListedFile, Options, describe, is_merged, list, resolve};
use crate::negotiate::{DATA, Format, choose};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /puppet/v3/file_metadata/MOUNT/PATH`: of one file.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let format = choose(request.header("accept"), DATA)?;
    let options = Options::read(&request.params)?;
    let found = resolve(server, request)?;
    let missing = || Problem::not_found(format!("Could not find file_metadata {}", request.name()));
    let (_, path) = found.first().ok_or_else(missing)?;
    let metadata = options.look(&path).map_err(|_| missing())?;
    let value = describe(&server.checksums, &options, &path, None, &path, &metadata);
    let value = value.map_err(|error| Problem::server_error(format!("{}: {error}", path.display())))?;
    in_format(format, json::to_json(&value))
}

/// `GET /puppet/v3/file_metadatas/MOUNT/PATH`: of a folder and its contents.
pub fn search(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let format = choose(request.header("accept"), DATA)?;
    let options = Options::read(&request.params)?;
    let question = format!("{}?{options:?}", request.name());
    if format == Format::Json
        && is_merged(request.name())
        && let Some(generation) = server.environments.get(request.environment()?).ok().flatten()
        && let Some(content) = generation.lists.recent(&question, || generation.quiet_since())
    {
        return Ok(Reply { content, ..Reply::new(StatusCode::OK, format.content_type(), "") });
    }
    let looked = Instant::now();
    let found = resolve(server, request)?;
    let listed = list(&found, &options)?;
    if listed.is_empty() {
        return Err(Problem::not_found(format!("Could not find file_metadata {}", request.name())));
    }
    // Lists over all modules are the same for all agents.
    let shared = found.generation.as_ref().filter(|_| found.merged && format == Format::Json);
    let Some(generation) = shared else { return in_format(format, describe_all(server, &options, &listed)?) };
    let mut state = DefaultHasher::new();
    listed.hash(&mut state);
    let make = || describe_all(server, &options, &listed);
    let content = generation.lists.of(&question, (state.finish(), looked), make)?;
    Ok(Reply { content, ..Reply::new(StatusCode::OK, format.content_type(), "") })
}

fn describe_all(server: &Server, options: &Options, listed: &[ListedFile]) -> Result<String, Problem> {
    let mut values = Vec::with_capacity(listed.len());
    for file in listed {
        let value = describe(
            &server.checksums,
            options,
            &file.root,
            Some(&file.relative),
            &file.path,
            &file.metadata,
        );
        match value {
            Ok(value) => values.push(value),
            // A file that was removed while the list was made, or that the server may not read.
            Err(error) => server.log.warning(format_args!("left out `{}`: {error}", file.path.display())),
        }
    }
    Ok(json::to_json(&Value::array(values)))
}
