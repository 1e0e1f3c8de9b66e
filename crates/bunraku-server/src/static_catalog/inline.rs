//! The files of a catalog whose metadata can be included: those of modules in its environment.

use std::path::{Component, Path, PathBuf};

use bunraku::catalog::{Catalog, Resource};
use bunraku::pcore::Value;

use super::{Content, Contents, Versions};
use crate::checksum::Kind;
use crate::environments::Generation;
use crate::files::{Links, Options, ServedPath, describe, in_module, list};
use crate::server::Server;

/// What is added to a catalog.
#[derive(Default)]
pub struct Inlined {
    /// The metadata of files, by title.
    pub metadata: Vec<(Value, Value)>,
    /// Lists of the files below a folder, by title and source.
    pub recursive: Vec<(Value, Value)>,
    /// The files whose contents the agent may request.
    pub files: Vec<Content>,
}

/// Examines all resources of type `File`. Agents request other metadata in the usual way.
pub fn inline(server: &Server, generation: &Generation, catalog: &Catalog, kind: Kind) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(root) = &generation.site.environment.folder else { return inlined };
    let contents = match &server.versions {
        Versions::Kept(contents) => Some(contents),
        Versions::Told(_) => None,
    };
    let maker = Maker { server, generation, root, contents };
    for resource in catalog.resources().filter(|resource| &*resource.type_name == "File") {
        let Some((sources, options)) = wanted(resource, kind) else { continue };
        let title = Value::str(resource.title.clone());
        let mut files = Vec::new();
        if options.recurse {
            let all = !matches!(text(resource, "sourceselect").as_deref(), None | Some("first"));
            if let Some(lists) = maker.lists(&sources, &options, all, &mut files) {
                inlined.recursive.push((title, lists));
                inlined.files.append(&mut files);
            }
        } else if let Some(value) = maker.first(&sources, &options, &mut files) {
            inlined.metadata.push((title, value));
            inlined.files.append(&mut files);
        }
    }
    inlined
}

/// The sources of a file, and the options for its metadata.
fn wanted(resource: &Resource, kind: Kind) -> Option<(Vec<String>, Options)> {
    if text(resource, "ensure").as_deref() == Some("absent") {
        return None;
    }
    let sources: Vec<String> = match resource.get("source")? {
        Value::Array(sources) => {
            sources.iter().map(|source| source.as_str().map(str::to_owned)).collect::<Option<_>>()?
        }
        source => vec![source.as_str()?.to_owned()],
    };
    if sources.is_empty() || !sources.iter().all(|source| source.starts_with("puppet:")) {
        return None;
    }
    let links = match text(resource, "links").as_deref() {
        None | Some("manage") => Links::Manage,
        Some("follow") => Links::Follow,
        Some(_) => return None,
    };
    let checksum = match text(resource, "checksum") {
        None => kind,
        Some(name) => Kind::find(&name)?,
    };
    let number = |name: &str| match resource.get(name) {
        Some(Value::Int(number)) => Some(*number),
        Some(other) => other.as_str().and_then(|text| text.parse().ok()),
        None => None,
    };
    let ignore = match resource.get("ignore") {
        Some(Value::Array(names)) => {
            names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
        }
        Some(name) => name.as_str().map(str::to_owned).into_iter().collect(),
        None => Vec::new(),
    };
    let permissions = text(resource, "source_permissions");
    let recurse = text(resource, "recurse");
    Some((
        sources,
        Options {
            links,
            checksum,
            permissions: matches!(permissions.as_deref(), Some("use" | "use_when_creating")),
            recurse: matches!(recurse.as_deref(), Some("true" | "remote")),
            depth: Options::deepest(number("recurselimit")),
            most: number("max_files").unwrap_or(0),
            ignore,
        },
    ))
}

/// A parameter as a string; `true` is `"true"`.
fn text(resource: &Resource, name: &str) -> Option<String> {
    match resource.get(name)? {
        Value::Bool(truth) => Some(truth.to_string()),
        other => other.as_str().map(str::to_owned),
    }
}

struct Maker<'m> {
    server: &'m Server,
    generation: &'m Generation,
    root: &'m Path,
    /// Where contents are stored, unless programs provide them.
    contents: Option<&'m Contents>,
}

impl Maker<'_> {
    /// The metadata of the first source that is a file.
    fn first(&self, sources: &[String], options: &Options, files: &mut Vec<Content>) -> Option<Value> {
        let found = sources.iter().find_map(|source| Some((source, self.found(source)?)));
        let (source, found) = found?;
        let (_, path) = found.first()?;
        let place = self.below(&path)?;
        let metadata = options.look(&path).ok()?;
        let value = describe(&self.server.checksums, options, &path, None, &path, &metadata).ok()?;
        let value = match metadata.is_file() {
            true => self.keep(value, options, &path, &place, files)?,
            false => value,
        };
        Some(with(value, [("content_uri", format!("puppet:///{place}")), ("source", source.clone())]))
    }

    /// The lists of all sources, or of the first that is a folder.
    fn lists(
        &self,
        sources: &[String],
        options: &Options,
        all: bool,
        files: &mut Vec<Content>,
    ) -> Option<Value> {
        let mut lists = Vec::new();
        for source in sources {
            let Some(found) = self.found(source) else { continue };
            let listed = list(&found, options).ok()?;
            let base = self.below(&listed.first()?.root)?;
            let mut values = Vec::with_capacity(listed.len());
            for file in &listed {
                let checksums = &self.server.checksums;
                let described = describe(
                    checksums,
                    options,
                    &file.root,
                    Some(&file.relative),
                    &file.path,
                    &file.metadata,
                );
                let place = match file.relative.as_str() {
                    "." => base.clone(),
                    relative => format!("{base}/{relative}"),
                };
                let value = match file.metadata.is_file() {
                    true => self.keep(described.ok()?, options, &file.path, &place, files)?,
                    false => described.ok()?,
                };
                values.push(with(value, [("content_uri", format!("puppet:///{place}"))]));
            }
            lists.push((Value::str(source.as_str()), Value::array(values)));
            if !all {
                break;
            }
        }
        (!lists.is_empty()).then(|| Value::hash(lists))
    }

    /// Resolves a source, if it exists.
    fn found(&self, source: &str) -> Option<ServedPath> {
        let key = source.strip_prefix("puppet:///modules/")?.trim_end_matches('/');
        let (module, rest) = key.split_once('/').unwrap_or((key, ""));
        let (place, rest) = in_module(&self.generation.site.environment, module, "files", rest).ok()??;
        let found = ServedPath { places: vec![place], rest, merged: false, stand_in: None, generation: None };
        found.first().is_some().then_some(found)
    }

    /// The path of a file relative to the environment, if it belongs to a module there.
    fn below(&self, path: &Path) -> Option<String> {
        let relative = path.strip_prefix(self.root).ok()?;
        let parts: Option<Vec<&str>> = relative
            .components()
            .map(|part| match part {
                Component::Normal(part) => part.to_str(),
                _ => None,
            })
            .collect();
        let parts = parts?;
        (parts.len() > 3 && parts.get(2) == Some(&"files")).then(|| parts.join("/"))
    }

    /// Stores the content of a file. The metadata describes the stored content.
    fn keep(
        &self,
        value: Value,
        options: &Options,
        path: &Path,
        place: &str,
        files: &mut Vec<Content>,
    ) -> Option<Value> {
        let Some(contents) = self.contents else { return Some(value) };
        let checksums = &self.server.checksums;
        let (sum, copy): (String, PathBuf) = match contents.keep(checksums, path) {
            Ok(kept) => kept,
            Err(error) => {
                let log = &self.server.log;
                log.warning(format_args!("cannot save a copy of `{}`: {error}", path.display()));
                return None;
            }
        };
        let checksum = match options.checksum.digits() {
            Some(_) => Some(checksums.of(options.checksum, &copy, &copy.metadata().ok()?).ok()?),
            None => None,
        };
        files.push(Content { path: place.to_owned(), sum });
        let Some(checksum) = checksum else { return Some(value) };
        let checksum = [("type", options.checksum.name().to_owned()), ("value", checksum)];
        let Value::Hash(mut hash) = value else { return None };
        let entries = checksum.map(|(name, value)| (Value::str(name), Value::str(value)));
        hash.insert(Value::str("checksum"), Value::hash(entries));
        Some(Value::Hash(hash))
    }
}

fn with<const N: usize>(value: Value, entries: [(&str, String); N]) -> Value {
    let Value::Hash(mut hash) = value else { return value };
    for (name, entry) in entries {
        hash.insert(Value::str(name), Value::str(entry));
    }
    Value::Hash(hash)
}
