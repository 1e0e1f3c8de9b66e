//! Finds definitions by name in the files of modules.

use std::{path::PathBuf, sync::Arc};

use bunraku_diag::{Diagnostic, codes};
use bunraku_intern::Symbol;
use bunraku_ir::{AliasDefinition, ClassDefinition, DefineDefinition, Definition, FunctionDefinition};
use bunraku_syntax::SourceKind;

use crate::{Environment, LoadError, LoadedFile, environment::Kind};

/// A definition that may be missing, or in a file that cannot be loaded.
type LoadResult<T> = Result<Option<Arc<T>>, Arc<LoadError>>;

/// A file that may contain a definition.
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    /// The namespace in which all of its definitions must be, if it is in a module.
    pub(crate) namespace: Option<String>,
}

impl Environment {
    /// Finds a class by name.
    pub fn class(&self, name: &str) -> LoadResult<ClassDefinition> {
        Ok(self.find(Kind::Class, name)?.and_then(|definition| match definition {
            Definition::Class(class) => Some(class),
            _ => None,
        }))
    }

    /// Finds a defined type by name.
    pub fn define(&self, name: &str) -> LoadResult<DefineDefinition> {
        Ok(self.find(Kind::Define, name)?.and_then(|definition| match definition {
            Definition::Define(define) => Some(define),
            _ => None,
        }))
    }

    /// Finds a function written in Puppet by name.
    pub fn function(&self, name: &str) -> LoadResult<FunctionDefinition> {
        Ok(self.find(Kind::Function, name)?.and_then(|definition| match definition {
            Definition::Function(function) => Some(function),
            _ => None,
        }))
    }

    /// Finds a type alias by its name in lowercase.
    pub fn alias(&self, name: &str) -> LoadResult<AliasDefinition> {
        Ok(self.find(Kind::Alias, name)?.and_then(|definition| match definition {
            Definition::Alias(alias) => Some(alias),
            _ => None,
        }))
    }

    /// Looks up a name, loading one file after the other until one of them defines it.
    fn find(&self, kind: Kind, name: &str) -> Result<Option<Definition>, Arc<LoadError>> {
        if let Some(known) = self.known(kind, name) {
            return Ok(Some(known));
        }
        if self.missing.contains(kind, name) {
            return Ok(None);
        }
        for place in self.places(kind, name) {
            if !self.files.is_file(&place.path) {
                continue;
            }
            let loaded = self.load_in(&place.path, SourceKind::Manifest, place.namespace.as_deref())?;
            if matches!(kind, Kind::Function | Kind::Alias) {
                check_only(kind, name, &loaded)?;
            }
            self.register(&loaded.code.definitions);
            if let Some(found) = self.known(kind, name) {
                return Ok(Some(found));
            }
        }
        self.missing.insert(kind, name);
        Ok(None)
    }

    /// Finds a definition in the files that have been loaded.
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

    /// The files that may contain a definition, in the order in which they are tried.
    pub(crate) fn places(&self, kind: Kind, name: &str) -> Vec<Candidate> {
        match kind {
            Kind::Class | Kind::Define => self.manifest_files(name),
            Kind::Function => self.file_in(name, "functions").into_iter().collect(),
            Kind::Alias => self.file_in(name, "types").into_iter().chain(self.type_set(name)).collect(),
        }
    }

    /// The definitions in the files that are read for a class or defined type: `init.pp` of its module, then its own
    /// file.
    pub fn read_for(&self, name: &str) -> Vec<Definition> {
        let mut all = Vec::new();
        for place in self.manifest_files(name).into_iter().filter(|place| self.files.is_file(&place.path)) {
            let loaded = self.load_in(&place.path, SourceKind::Manifest, place.namespace.as_deref());
            let Ok(loaded) = loaded else { continue };
            all.extend(loaded.code.definitions.iter().cloned());
            let is_it = |definition: &Definition| match definition {
                Definition::Class(class) => class.name.as_str() == name,
                Definition::Define(define) => define.name.as_str() == name,
                _ => false,
            };
            if loaded.code.definitions.iter().any(is_it) {
                break;
            }
        }
        all
    }

    /// The files that may contain a class or defined type: `a::b::c` may be in `b/c.pp`, then `b.pp` of module `a`.
    /// `init.pp` comes first, because Puppet reads it before any other file of a module.
    fn manifest_files(&self, name: &str) -> Vec<Candidate> {
        let mut segments = name.split("::");
        let Some(module) = segments.next().and_then(|module| self.module(module)) else { return Vec::new() };
        let folder = module.path.join("manifests");
        let mut rest: Vec<&str> = segments.collect();
        let mut places =
            vec![Candidate { path: folder.join("init.pp"), namespace: Some(module.name.clone()) }];
        while !rest.is_empty() {
            places.push(Candidate {
                path: folder.join(format!("{}.pp", rest.join("/"))),
                namespace: Some(format!("{}::{}", module.name, rest.join("::"))),
            });
            rest.pop();
        }
        places
    }

    /// The file of a module's type set, which has the name of the module.
    fn type_set(&self, name: &str) -> Option<Candidate> {
        let module = self.module(name)?;
        Some(Candidate { path: module.path.join("types/init_typeset.pp"), namespace: Some(name.to_owned()) })
    }

    /// The file of a function or type alias, of which there is one each. Names without a namespace, and those in
    /// `environment`, belong to the environment.
    fn file_in(&self, name: &str, folder: &str) -> Option<Candidate> {
        let lower = name.to_lowercase();
        let path = format!("{}.pp", lower.replace("::", "/"));
        let own = |path: &str| {
            let path = self.folder.as_ref()?.join(folder).join(path);
            Some(Candidate { path, namespace: None })
        };
        let Some((owner, rest)) = lower.split_once("::") else { return own(&path) };
        if owner == "environment" {
            return own(&path);
        }
        let module = self.module(owner)?;
        let path = module.path.join(folder).join(format!("{}.pp", rest.replace("::", "/")));
        Some(Candidate { path, namespace: Some(lower) })
    }
}

/// Checks that the file of a function or type alias defines that and nothing else. Reported where it is used.
fn check_only(kind: Kind, name: &str, loaded: &LoadedFile) -> Result<(), Arc<LoadError>> {
    let what = if kind == Kind::Function { "function" } else { "type" };
    let shown = loaded.path.display();
    let actual = match loaded.code.definitions.as_slice() {
        [Definition::Function(function)] if kind == Kind::Function => function.name.as_str(),
        [Definition::Alias(alias)] if kind == Kind::Alias => alias.name.as_str(),
        [] => "",
        [_] => "something else",
        _ => "more than that",
    };
    if actual == name || kind == Kind::Alias && actual.to_lowercase() == name {
        return Ok(());
    }
    let name = match kind {
        Kind::Alias => &*bunraku_diag::capitalized(name),
        _ => name,
    };
    let message = match actual {
        "" => format!("{shown} does not define the {what} `{name}`: it is empty"),
        "something else" => format!("{shown} must define the {what} `{name}`, but it defines something else"),
        "more than that" => {
            format!("{shown} must define only the {what} `{name}`, but it also defines others")
        }
        other => format!("{shown} must define the {what} `{name}`, but it defines `{other}`"),
    };
    let help = match actual {
        "more than that" => "move the other definitions to files of their own".to_owned(),
        _ => format!("the file name must match the name of the {what}"),
    };
    let diagnostic = Diagnostic::error(codes::MISPLACED_DEFINITION, message).help(help);
    Err(Arc::new(LoadError::broken(Arc::clone(&loaded.analysis), vec![diagnostic])))
}
