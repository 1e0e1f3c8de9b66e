//! Makes the lookups in `environments/*.env` and compares the answers with those of the real Puppet.
//!
//! An `.env` file is one environment: comment lines, `#! facts JSON`, then files, each after a line `== PATH`, and
//! finally `== lookups`, where `lookup KEY OPTIONS` is followed by `= ANSWER`: JSON, `none` or `error`. A key with
//! spaces is a JSON string; the options are a JSON hash with `merge`, `override`, `default_values_hash` or `names`. The
//! file `global/hiera.yaml` is the global configuration, `hiera.yaml` that of the environment. There are five data
//! functions in a module `t`; they do the same as in `answer.rb`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use std::path::Path;
use std::sync::Arc;

use bunraku_edition::PUPPET8;
use bunraku_formats::json;
use bunraku_hiera::{
    ContextId, Conversion, DataCall, DataFunctionResult, Hiera, Layout, LookupCache, Merge, Request, Scope,
};
use bunraku_pcore::{Hash, Type, Value, new};
use bunraku_world::MemoryWorld;

const ROOT: &str = "/ENV";

#[test]
fn lookups_answer_as_puppet_does() {
    let mut count = 0;
    let mut environments = 0;
    let mut wrong = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/environments");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        environments += 1;
        let environment = Environment::read(&std::fs::read_to_string(&path).unwrap());
        let warm = LookupCache::new();
        for (line, expected) in &environment.lookups {
            count += 1;
            let cold = environment.answer(line, &LookupCache::new());
            if cold != *expected {
                wrong.push(format!("{}: {line}\n  expected {expected}\n  actual   {cold}", path.display()));
            }
            let again = environment.answer(line, &warm);
            if again != cold {
                wrong.push(format!("{}: {line}\n  cold {cold}\n  warm {again}", path.display()));
            }
        }
    }
    assert!(environments >= 80, "only {environments} environments");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

struct Environment {
    facts: Hash,
    lookups: Vec<(String, String)>,
    hiera: Hiera,
}

impl Environment {
    fn read(text: &str) -> Environment {
        let mut sections = text.split("\n== ");
        let head = sections.next().unwrap();
        let facts = head.lines().find_map(|line| line.strip_prefix("#! facts "));
        let facts = hash(&json::read(facts.unwrap_or("{}")).unwrap().value);
        let mut files = MemoryWorld::new();
        let mut modules = vec!["t".to_string()];
        let mut lookups = Vec::new();
        for section in sections {
            let (path, content) = section.split_once('\n').unwrap_or((section, ""));
            if path == "lookups" {
                let mut lines = content.lines();
                while let (Some(lookup), Some(answer)) = (lines.next(), lines.next()) {
                    lookups.push((lookup[7..].to_string(), answer.strip_prefix("= ").unwrap().to_string()));
                }
                continue;
            }
            // The line break before the next `==` belongs to the file.
            files = files.with(format!("{ROOT}/{path}"), format!("{content}\n"));
            if let Some((module, _)) = path.strip_prefix("modules/").and_then(|path| path.split_once('/'))
                && !modules.contains(&module.to_string())
            {
                modules.push(module.to_string());
            }
        }
        let layout = Layout {
            global: Some(format!("{ROOT}/global/hiera.yaml").into()),
            environment: Some(ROOT.into()),
            modules: modules
                .iter()
                .map(|name| (name.clone(), format!("{ROOT}/modules/{name}").into()))
                .collect(),
            rules: &PUPPET8.types,
        };
        Environment { facts, lookups, hiera: Hiera::load(Arc::new(files), layout) }
    }

    fn answer(&self, line: &str, cache: &LookupCache) -> String {
        let (key, options) =
            if let Some((key, options)) = line.strip_prefix('"').and_then(|line| line.split_once('"')) {
                (key.to_string(), options.trim())
            } else {
                let (key, options) = line.split_once(' ').unwrap_or((line, ""));
                (key.to_string(), options)
            };
        let options = if options.is_empty() { "{}" } else { options };
        let options = hash(&json::read(options).unwrap().value);
        let mut request = Request::key(key);
        if let Some(Value::Array(names)) = options.get_str("names") {
            request.names = names.iter().map(|name| name.as_str().unwrap().into()).collect();
        }
        match options.get_str("merge").map(Merge::from_value).transpose() {
            Ok(merge) => request.merge = merge,
            Err(_) => return "error".to_string(),
        }
        request.overrides = options.get_str("override").map(hash);
        request.defaults = options.get_str("default_values_hash").map(hash);
        let mut scope = Facts { facts: &self.facts, hiera: &self.hiera, cache };
        let result = self.hiera.lookup(&mut scope, cache, &request);
        let (explained, _) = self.hiera.explain(&mut scope, cache, &request);
        assert_eq!(result, explained, "an explained lookup of {line} has another answer");
        match result {
            Err(_) => "error".to_string(),
            Ok(None) => "none".to_string(),
            Ok(Some(found)) => json::to_json(&plain(&found.value)),
        }
    }
}

struct Facts<'a> {
    facts: &'a Hash,
    hiera: &'a Hiera,
    cache: &'a LookupCache,
}

impl Scope for Facts<'_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        match name.strip_prefix("::").unwrap_or(name) {
            "facts" => Some(Value::Hash(self.facts.clone())),
            "environment" => Some(Value::str("ENV")),
            name => self.facts.get_str(name).cloned(),
        }
    }

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<DataFunctionResult, String> {
        let data = call.options.get_str("data").cloned().unwrap_or_default();
        let found =
            |value: Option<Value>| Ok(value.map_or(DataFunctionResult::NotFound, DataFunctionResult::Found));
        let root = call.key.map(|key| key.root.as_str()).unwrap_or_default();
        match call.function.name.as_str() {
            "t::hash" => found(Some(data)),
            "t::key" => found(hash(&data).get_str(root).cloned()),
            "t::dig" => match call.arguments().first() {
                Some(Value::Array(segments)) => found(dig(segments, data)),
                _ => Err("no segments".to_string()),
            },
            "t::echo" if root == "echo" => {
                let short = |value: &Value| match value.as_str().and_then(|text| text.split("/ENV/").nth(1)) {
                    Some(rest) => Value::str(rest),
                    None => value.clone(),
                };
                found(Some(Value::hash(call.options.iter().map(|(key, value)| (key.clone(), short(value))))))
            }
            "t::echo" => Ok(DataFunctionResult::NotFound),
            "t::interpolating" => match hash(&data).get_str(root) {
                Some(value) => {
                    let context: ContextId = call.context;
                    let context = self.hiera.context(self.cache, context);
                    context
                        .interpolate(self, value)
                        .map(DataFunctionResult::Found)
                        .map_err(|error| error.to_string())
                }
                None => Ok(DataFunctionResult::NotFound),
            },
            other => Err(format!("no function {other}")),
        }
    }

    fn convert(&mut self, conversion: &Conversion<'_>) -> Result<Value, String> {
        let any = || Type::Any;
        let ty = match conversion.ty.as_str() {
            Some("Integer") => Type::Integer(None),
            Some("Float") => Type::Float(None),
            Some("String") => Type::String(None),
            Some("Boolean") => Type::Boolean(None),
            Some("Sensitive") => Type::sensitive(any()),
            Some("Array") => Type::array(any(), None),
            _ => return Err("no such type".to_string()),
        };
        let arguments: Vec<Value> =
            std::iter::once(conversion.value.clone()).chain(conversion.arguments.iter().cloned()).collect();
        new::new(&PUPPET8.types, &ty, &arguments).map_err(|_| "not convertible".to_string())
    }
}

fn dig(segments: &[Value], data: Value) -> Option<Value> {
    segments.iter().try_fold(data, |data, segment| match (&data, segment) {
        (Value::Hash(hash), segment) => hash.get(segment).cloned(),
        (Value::Array(array), Value::Int(index)) => array.get(usize::try_from(*index).ok()?).cloned(),
        _ => None,
    })
}

fn hash(value: &Value) -> Hash {
    match value {
        Value::Hash(hash) => hash.clone(),
        _ => Hash::new(),
    }
}

fn plain(value: &Value) -> Value {
    match value {
        Value::Sensitive(inner) => Value::hash([(Value::str("Sensitive"), plain(inner.unwrap()))]),
        Value::Array(array) => Value::array(array.iter().map(plain)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (key.clone(), plain(value)))),
        value => value.clone(),
    }
}
