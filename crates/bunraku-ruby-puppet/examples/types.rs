//! Describes the resource types of the modules in a directory, with one line of JSON per type: `cargo run --example
//! types MODULES`. `tests/types.rb` does the same with the real Puppet.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_pcore::{Str, Value};
use bunraku_ruby_puppet::{
    Code, Ruby, RubyError, RubyErrorKind, RunLimits, parse,
    types::{
        Accepted, ApplyTo, Attribute, DefaultValue, Libraries, Relation, RubyType, TitleSplit, TypeHost,
    },
};
use serde_json::{Value as Json, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder of modules is missing")?;
    let modules = Modules::new(&fs::canonicalize(folder)?)?;
    let mut files: Vec<PathBuf> = modules.files("puppet/type").into_values().collect();
    files.sort();
    let (mut read, all) = (0, files.len());
    for path in files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // Each type is read separately, so that other files cannot influence it.
        let mut host = TypeHost::new(modules.clone());
        let code = parse_file(&path);
        match code.and_then(|code| Ruby::new().read_type(&mut host, RunLimits::default(), &code, &name)) {
            Ok(described) => {
                read += 1;
                println!("{}", describe(&described));
            }
            Err(error) => {
                eprintln!("{name}: {}", show(&error));
                println!("{}", json!({ "name": name, "fails": true }));
            }
        }
    }
    eprintln!("{read} of {all} types read");
    Ok(())
}

fn show(error: &RubyError) -> String {
    let place = error.trace.first().map_or(String::new(), |(file, line)| format!("{file}:{line}: "));
    format!("{place}{}", error.message)
}

fn describe(resource_type: &RubyType) -> Json {
    let attributes = |list: &[Attribute]| list.iter().map(attribute).collect::<Vec<_>>();
    let relations = |wanted: Relation| {
        let targets = resource_type.relations.iter().filter(|(relation, _)| *relation == wanted);
        targets.map(|(_, target)| target.as_str()).collect::<Vec<_>>()
    };
    json!({
        "name": resource_type.name.as_str(),
        "properties": attributes(&resource_type.properties),
        "parameters": attributes(&resource_type.parameters),
        "metaparams": attributes(&resource_type.metaparams),
        "all": resource_type.attributes().map(|each| each.name.as_str()).collect::<Vec<_>>(),
        "namevars": texts(&resource_type.namevars),
        "titles": titles(&resource_type.titles),
        "relations": {
            "autorequire": relations(Relation::Require),
            "autobefore": relations(Relation::Before),
            "autosubscribe": relations(Relation::Subscribe),
            "autonotify": relations(Relation::Notify),
        },
        "features": texts(&resource_type.features),
        "isomorphic": resource_type.isomorphic,
        "apply_to": match resource_type.apply_to {
            ApplyTo::Host => "host",
            ApplyTo::Device => "device",
            ApplyTo::Both => "both",
        },
    })
}

fn attribute(attribute: &Attribute) -> Json {
    if attribute.data_type.is_some() {
        // Values and defaults of Resource API types are handled on the agent, so they are not compared.
        let (namevar, required) = (attribute.namevar, attribute.required);
        return json!({ "name": attribute.name.as_str(), "namevar": namevar, "required": required });
    }
    let values = attribute.values.iter().map(|value| match value {
        Accepted::Word(word, aliases) => {
            let words = std::iter::once(word).chain(aliases);
            words.map(|word| word.as_str().to_string()).collect::<Vec<_>>()
        }
        Accepted::Pattern(pattern) => vec![pattern.inspect()],
    });
    json!({
        "name": attribute.name.as_str(),
        "namevar": attribute.namevar,
        "required": attribute.required,
        "values": values.collect::<Vec<_>>(),
        "default": match &attribute.default {
            DefaultValue::None => json!("none"),
            DefaultValue::Computed => json!("computed"),
            DefaultValue::Value(value) => json!({ "value": plain(value) }),
        },
    })
}

fn titles(titles: &TitleSplit) -> Json {
    match titles {
        TitleSplit::Patterns(patterns) => patterns
            .iter()
            .map(|each| {
                let parts: Vec<&str> = each.parts.iter().map(|part| part.attribute.as_str()).collect();
                json!([each.pattern.inspect(), parts])
            })
            .collect(),
        TitleSplit::Name => Json::Null,
        TitleSplit::Fails(_) => json!("fails"),
    }
}

fn texts(list: &[Str]) -> Vec<&str> {
    list.iter().map(Str::as_str).collect()
}

fn plain(value: &Value) -> Json {
    match value {
        Value::Undef => Json::Null,
        Value::Bool(bool) => json!(bool),
        Value::Int(number) => json!(number),
        Value::Float(number) => json!(number),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Hash(entries) => {
            let entry = |(key, value): (&Value, &Value)| (text(key), plain(value));
            Json::Object(entries.iter().map(entry).collect())
        }
        other => json!(text(other)),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Default => "default".to_string(),
        other => format!("{other:?}"),
    }
}

fn parse_file(path: &Path) -> Result<Code, RubyError> {
    let fails = |message: String| RubyError::new(RubyErrorKind::Refused, message);
    let text = fs::read_to_string(path).map_err(|error| fails(format!("{}: {error}", path.display())))?;
    parse(&path.to_string_lossy(), &text)
}

/// The `lib` directories of modules.
#[derive(Clone)]
struct Modules {
    libraries: Vec<PathBuf>,
}

impl Modules {
    fn new(folder: &Path) -> Result<Modules, Box<dyn Error>> {
        let mut libraries = Vec::new();
        for module in fs::read_dir(folder)? {
            libraries.push(module?.path().join("lib"));
        }
        libraries.sort();
        Ok(Modules { libraries })
    }

    /// The Ruby files in a subdirectory of the libraries, by name. The first library that has a file wins.
    fn files(&self, folder: &str) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::new();
        for library in &self.libraries {
            let Ok(entries) = fs::read_dir(library.join(folder)) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.extension().is_some_and(|ending| ending == "rb") {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    files.entry(name).or_insert(path);
                }
            }
        }
        files
    }
}

impl Libraries for Modules {
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let file = format!("{name}.rb");
        let path = match beside.map(PathBuf::from) {
            Some(beside) => beside.parent()?.join(file),
            None if file.starts_with('/') => PathBuf::from(file),
            None => self.libraries.iter().map(|library| library.join(&file)).find(|path| path.exists())?,
        };
        path.exists().then(|| parse_file(&path).map(Arc::new).map_err(Arc::new))
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        self.files(folder).into_keys().collect()
    }
}
