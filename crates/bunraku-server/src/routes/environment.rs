//! The environments and their modules, for tools.

use bunraku::pcore::Value;

use crate::compile::setting;
use crate::environments::Generation;
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /puppet/v3/environments`.
pub fn list(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let folders = server.environments.settings.folders("environmentpath");
    let paths = folders.iter().map(|folder| Value::str(format!("file://{}", folder.display())));
    let mut environments = Vec::new();
    for name in server.environments.names() {
        // One that cannot be loaded exists all the same.
        let Ok(Some(generation)) = server.environments.get(&name) else { continue };
        let settings = hash([
            ("modulepath", modulepath(&generation)),
            ("manifest", Value::str(setting(&generation, "manifest"))),
            ("environment_timeout", timeout(&generation)),
            ("config_version", Value::str(setting(&generation, "config_version"))),
        ]);
        environments.push((Value::str(name), hash([("settings", settings)])));
    }
    let body = hash([("search_paths", Value::array(paths)), ("environments", Value::hash(environments))]);
    Ok(Reply::json(&body))
}

/// `GET /puppet/v3/environment_modules`, of one environment or of all.
pub fn modules(server: &Server, request: &Request) -> Result<Reply, Problem> {
    if request.params.get("environment").is_none() {
        let names = server.environments.names();
        let loaded = names.iter().filter_map(|name| server.environments.get(name).ok().flatten());
        return Ok(Reply::json(&Value::array(loaded.map(|generation| modules_of(&generation)))));
    }
    let name = request.environment()?;
    let generation = server.environments.get(name).map_err(Problem::server_error)?;
    let generation =
        generation.ok_or_else(|| Problem::not_found(format!("Could not find environment '{name}'")))?;
    Ok(Reply::json(&modules_of(&generation)))
}

fn modules_of(generation: &Generation) -> Value {
    let modules = generation.site.environment.modules.iter().map(|module| {
        let version = module.version.map(|[major, minor, patch]| format!("{major}.{minor}.{patch}"));
        hash([
            ("name", Value::str(module.name.as_str())),
            ("version", version.map_or(Value::Undef, Value::str)),
        ])
    });
    hash([("modules", Value::array(modules)), ("name", Value::str(generation.name.as_str()))])
}

fn modulepath(generation: &Generation) -> Value {
    let folders = generation.site.environment.modulepath.iter();
    Value::array(folders.map(|folder| Value::str(folder.to_string_lossy().into_owned())))
}

/// How long puppetserver would cache the environment: seconds, or `unlimited`.
fn timeout(generation: &Generation) -> Value {
    match generation.site.environment.timeout.as_deref() {
        None => Value::Int(0),
        Some(text) => text.parse().map_or_else(|_| Value::str(text), Value::Int),
    }
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}
