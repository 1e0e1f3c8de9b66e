//! Finding definitions by name in the files of modules.

use std::{path::PathBuf, sync::Arc};

use bunraku_intern::Symbol;
use bunraku_ir::{AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition};
use bunraku_syntax::SourceKind;

use crate::{Environment, LoadError, environment::Kind};

/// A definition that may be missing, or in a file that is broken.
type Found<T> = Result<Option<Arc<T>>, Arc<LoadError>>;

impl Environment {
    /// The class of a name.
    pub fn class(&self, name: &str) -> Found<ClassDefinition> {
        Ok(self.find(Kind::Class, name, &self.manifest_files(name))?.and_then(
            |definition| match definition {
                Definition::Class(class) => Some(class),
                _ => None,
            },
        ))
    }

    /// The defined type of a name.
    pub fn define(&self, name: &str) -> Found<DefineDefinition> {
        Ok(self.find(Kind::Define, name, &self.manifest_files(name))?.and_then(
            |definition| match definition {
                Definition::Define(define) => Some(define),
                _ => None,
            },
        ))
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Found<FunctionDefinition> {
        Ok(self.find(Kind::Function, name, &self.file_in(name, "functions"))?.and_then(|definition| {
            match definition {
                Definition::Function(function) => Some(function),
                _ => None,
            }
        }))
    }

    /// The type alias of a name, which is in lower case.
    pub fn alias(&self, name: &str) -> Found<AliasDefinition> {
        Ok(self.find(Kind::Alias, name, &self.file_in(name, "types"))?.and_then(
            |definition| match definition {
                Definition::Alias(alias) => Some(alias),
                _ => None,
            },
        ))
    }

    /// Looks a name up, loading one file after the other until one of them defines it.
    fn find(&self, kind: Kind, name: &str, paths: &[PathBuf]) -> Result<Option<Definition>, Arc<LoadError>> {
        if let Some(found) = self.known(kind, name) {
            return Ok(Some(found));
        }
        for path in paths {
            if !self.files.is_file(path) {
                continue;
            }
            let loaded = self.load(path, SourceKind::Manifest)?;
            self.register(&loaded.code.definitions);
            if let Some(found) = self.known(kind, name) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn known(&self, kind: Kind, name: &str) -> Option<Definition> {
        let symbol = Symbol::find(name)?;
        let definitions = self.definitions.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        definitions.get(&(kind, symbol)).cloned()
    }

    fn register(&self, definitions: &[Definition]) {
        let mut known = self.definitions.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for definition in definitions {
            let key = match definition {
                Definition::Class(class) => (Kind::Class, class.name),
                Definition::Define(define) => (Kind::Define, define.name),
                Definition::Function(function) => (Kind::Function, function.name),
                Definition::Alias(alias) => (Kind::Alias, Symbol::new(&alias.name.as_str().to_lowercase())),
                Definition::Node(_) => continue,
            };
            known.entry(key).or_insert_with(|| definition.clone());
        }
    }

    /// Where a class or define may be: `a::b::c` in `b/c.pp`, then `b.pp`, then `init.pp` of module `a`.
    fn manifest_files(&self, name: &str) -> Vec<PathBuf> {
        let mut segments = name.split("::");
        let Some(module) = segments.next().and_then(|module| self.module(module)) else { return Vec::new() };
        let folder = module.path.join("manifests");
        let mut rest: Vec<&str> = segments.collect();
        let mut paths = Vec::new();
        while !rest.is_empty() {
            paths.push(folder.join(format!("{}.pp", rest.join("/"))));
            rest.pop();
        }
        paths.push(folder.join("init.pp"));
        paths
    }

    /// Where a function or type may be: one file each. The environment has its own: `x` and `environment::x`, whose
    /// folder is below a folder `environment`.
    fn file_in(&self, name: &str, kind: &str) -> Vec<PathBuf> {
        let lower = name.to_lowercase();
        let path = |name: &str| format!("{kind}/{}.pp", name.replace("::", "/"));
        let in_module =
            |owner: &str, rest: &str| self.module(owner).map(|module| module.path.join(path(rest)));
        let in_environment = || self.folder.as_ref().map(|folder| folder.join(path(&lower)));
        match lower.split_once("::") {
            Some(("environment", _)) => in_environment().into_iter().collect(),
            Some((owner, rest)) => in_module(owner, rest).into_iter().collect(),
            None => in_environment().into_iter().chain(in_module(&lower, &lower)).collect(),
        }
    }
}
