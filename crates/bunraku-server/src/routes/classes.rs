//! The classes of an environment with their parameters, for node classifiers.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::analysis::Analysis;
use bunraku::edition::PUPPET8;
use bunraku::formats::json::to_json;
use bunraku::pcore::Value;
use bunraku::syntax::ast::Definition;
use bunraku::syntax::{NodeKind, SourceKind, Syntax};
use bunraku::{Program, catalog};
use bytes::Bytes;
use hyper::StatusCode;

use crate::checksum::Kind;
use crate::environments::Generation;
use crate::reply::{JSON, Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// A list of classes and its ETag.
pub struct Classes {
    etag: String,
    json: Bytes,
}

/// `GET /puppet/v3/environment_classes`. A client with the same ETag gets `304 Not Modified`.
pub fn find(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let name = request.environment()?;
    let generation = server.environments.get(name).map_err(Problem::server_error)?;
    let generation =
        generation.ok_or_else(|| Problem::not_found(format!("Could not find environment '{name}'")))?;
    let classes = generation.classes.get_or_init(|| list(&generation));
    let known = request.header("if-none-match").unwrap_or_default();
    // A proxy that compresses adds a suffix to the ETag.
    if known.split(',').any(|mark| mark.trim().trim_matches('"').trim_end_matches("--gzip") == classes.etag) {
        return Ok(Reply::empty(StatusCode::NOT_MODIFIED).with("Etag", classes.etag.clone()));
    }
    Ok(Reply::new(StatusCode::OK, JSON, classes.json.clone()).with("Etag", classes.etag.clone()))
}

fn list(generation: &Generation) -> Classes {
    let environment = &generation.site.environment;
    let mut paths = Vec::new();
    for module in &environment.modules {
        manifests(&module.path.join("manifests"), 0, &mut paths);
    }
    paths.extend(environment.manifests.iter().cloned());
    let files = paths.iter().map(|path| file(generation, path));
    let body = hash([("name", Value::str(generation.name.as_str())), ("files", Value::array(files))]);
    let json = Bytes::from(to_json(&body));
    Classes { etag: Kind::Sha1.of_bytes(&json), json }
}

/// All manifests below a folder.
fn manifests(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort_unstable();
    for path in entries {
        if path.is_dir() && depth < 50 {
            manifests(&path, depth + 1, paths);
        } else if path.extension().is_some_and(|extension| extension == "pp") {
            paths.push(path);
        }
    }
}

fn file(generation: &Generation, path: &Path) -> Value {
    let shown = Value::str(path.to_string_lossy().into_owned());
    match generation.site.environment.load(path, SourceKind::Manifest) {
        Ok(loaded) => hash([("path", shown), ("classes", classes(&loaded.analysis))]),
        Err(error) => {
            let message = error.diagnostics.first().map(|diagnostic| diagnostic.message.clone());
            hash([("path", shown), ("error", Value::str(message.unwrap_or_default()))])
        }
    }
}

fn classes(analysis: &Arc<Analysis>) -> Value {
    let definitions = analysis.outline();
    let classes = definitions.iter().filter_map(|outlined| {
        let Definition::Class(class) = outlined.definition else { return None };
        let params = class.parameters().into_iter().flat_map(|parameters| parameters.iter());
        let params = params.map(|parameter| {
            let mut entries = vec![(Value::str("name"), Value::str(parameter.name()))];
            if let Some(ty) = parameter.ty() {
                entries.push((Value::str("type"), Value::str(ty.text())));
            }
            if let Some(default) = parameter.default() {
                if let Some(value) = literal(default) {
                    entries.push((Value::str("default_literal"), value));
                }
                entries.push((Value::str("default_source"), Value::str(default.text())));
            }
            Value::hash(entries)
        });
        Some(hash([("name", Value::str(outlined.name.as_str())), ("params", Value::array(params))]))
    });
    Value::array(classes)
}

/// The value of an expression that does not depend on the node: it consists of literals only.
fn literal(expression: Syntax<'_>) -> Option<Value> {
    use NodeKind::{Array, Boolean, Hash, HashEntry, Name, Negate, Number, String, StringText, Undef};
    let plain = [Array, Boolean, Hash, HashEntry, Name, Negate, Number, String, StringText, Undef];
    let is_plain = |node: Syntax<'_>| plain.contains(&node.kind());
    if !is_plain(expression) || !expression.descendants().all(is_plain) {
        return None;
    }
    // The value has to come first, or it would be parsed as the missing title of a resource.
    let value = Program::new(&PUPPET8)
        .evaluate("default", &format!("$value = {}\n$value", expression.text()))
        .value?;
    // Through JSON, so that rich data has the form that tools know from catalogs.
    bunraku::formats::json::read_value(&catalog::value_json(&PUPPET8.types, &value)).ok()
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}

#[cfg(test)]
mod tests {
    use bunraku::analysis::CheckSettings;

    use super::*;

    #[test]
    fn parameters_with_types_and_defaults() {
        let language = bunraku::language(&PUPPET8, CheckSettings::default());
        let code = b"class web(Integer $port = 80, $name_of, Array[String] $a = ['x', \"y\"], $b = $port + 1, $c = {a => -1}) { class inner { } }";
        let analysis = Analysis::of_bytes("init.pp", code, SourceKind::Manifest, None, &language);
        let expected = concat!(
            r#"[{"name":"web","params":[{"name":"port","type":"Integer","default_literal":80,"default_source":"80"},"#,
            r#"{"name":"name_of"},"#,
            r#"{"name":"a","type":"Array[String]","default_literal":["x","y"],"default_source":"['x', \"y\"]"},"#,
            r#"{"name":"b","default_source":"$port + 1"},"#,
            r#"{"name":"c","default_literal":{"a":-1},"default_source":"{a => -1}"}]},{"name":"web::inner","params":[]}]"#
        );
        assert_eq!(to_json(&classes(&Arc::new(analysis))), expected);
    }
}
