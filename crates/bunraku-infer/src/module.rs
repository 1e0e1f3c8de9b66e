//! The index of a module: the names and shapes of its definitions.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bunraku_intern::{FastMap, FastSet};
use bunraku_loader::metadata;
use bunraku_pcore::{Type, Value};
use bunraku_syntax::ast::{Node, Parameters};
use bunraku_syntax::{NodeKind, SourceKind, Syntax, outline, parse};
use bunraku_world::{FileKind, World};

use crate::custom_facts::Names;
use crate::manifests::Manifests;
use crate::signature::{FunctionInfo, Parameter, ResourceInfo};
use crate::trees::Trees;
use crate::{GRAMMAR, ruby};

/// How many files of a module are read at most.
const MOST_FILES: usize = 20_000;

/// The definitions of a module.
pub struct ModuleIndex {
    /// The folder of the module.
    pub root: PathBuf,
    /// Its functions by full name, in Puppet and Ruby; those in Ruby may be outside its namespace.
    pub functions: FastMap<String, FunctionInfo>,
    /// The source of its type aliases by full name in lowercase, each with the name as written.
    pub aliases: FastMap<String, (String, Arc<str>)>,
    /// Whether it has types that are defined in other ways.
    pub opaque_types: bool,
    /// The names of its custom facts.
    pub facts: FastSet<String>,
    /// How the names of custom facts begin that are computed.
    pub fact_beginnings: Vec<String>,
    /// The modules that its metadata depends on, without their authors.
    pub dependencies: Vec<String>,
    /// Whether it has a `metadata.json`.
    pub has_metadata: bool,
    manifest_files: Vec<PathBuf>,
    manifests: OnceLock<Manifests>,
    trees: Arc<Trees>,
    resource_types: FastMap<String, (PathBuf, OnceLock<ResourceInfo>)>,
}

/// Whether a folder is really a module, rather than one that only has such a name.
pub(crate) fn is_real(world: &dyn World, path: &Path) -> bool {
    world.is_file(&path.join("metadata.json"))
        || ["manifests", "lib", "functions", "types", "files", "templates"]
            .iter()
            .any(|part| world.is_folder(&path.join(part)))
}

impl ModuleIndex {
    /// Lists the contents of a module. Manifests and resource types are read on demand.
    pub(crate) fn read(world: &dyn World, name: &str, root: &Path, trees: Arc<Trees>) -> ModuleIndex {
        let mut index = ModuleIndex {
            root: root.to_owned(),
            functions: FastMap::default(),
            aliases: FastMap::default(),
            opaque_types: world.is_folder(&root.join("lib/puppet/datatypes"))
                || world.is_file(&root.join("types/init_typeset.pp")),
            facts: FastSet::default(),
            fact_beginnings: Vec::new(),
            dependencies: Vec::new(),
            has_metadata: false,
            manifest_files: below(world, &root.join("manifests"), "pp")
                .into_iter()
                .map(|(_, path)| path)
                .collect(),
            manifests: OnceLock::new(),
            trees,
            resource_types: FastMap::default(),
        };
        index.read_functions(world, name);
        for (file, path) in below(world, &root.join("types"), "pp") {
            let Some(text) = read(world, &path, FileKind::Manifest) else { continue };
            let lower = format!("{name}::{}", file.replace('/', "::"));
            let written = outlined_alias(&text).unwrap_or_else(|| lower.clone());
            index.aliases.insert(written.to_lowercase(), (written, text.into()));
        }
        for (file, path) in below(world, &root.join("lib/puppet/type"), "rb") {
            index.resource_types.insert(file, (path, OnceLock::new()));
        }
        let mut names = Names::default();
        for (file, path) in below(world, &root.join("lib/facter"), "rb") {
            names.read_ruby(&read(world, &path, FileKind::Ruby).unwrap_or_default());
            names.whole.push(file);
        }
        for (file, path) in below(world, &root.join("facts.d"), "") {
            names.read_external(&path, &read(world, &path, FileKind::Data).unwrap_or_default());
            names.whole.push(file.split('.').next().unwrap_or_default().to_owned());
        }
        index.facts.extend(names.whole);
        index.fact_beginnings = names.beginnings;
        index.read_metadata(world);
        index
    }

    /// The definitions in its manifests.
    pub fn manifests(&self, world: &dyn World) -> &Manifests {
        self.manifests.get_or_init(|| Manifests::read(world, &self.manifest_files, &self.trees))
    }

    /// The names of its resource types written in Ruby.
    pub(crate) fn resource_type_names(&self) -> impl Iterator<Item = &str> {
        self.resource_types.keys().map(String::as_str)
    }

    /// Finds a resource type written in Ruby.
    pub fn resource_type(&self, world: &dyn World, name: &str) -> Option<&ResourceInfo> {
        let (path, slot) = self.resource_types.get(name)?;
        Some(slot.get_or_init(|| {
            ruby::resource_type(name, &read(world, path, FileKind::Ruby).unwrap_or_default())
        }))
    }

    fn read_functions(&mut self, world: &dyn World, module: &str) {
        for (file, path) in below(world, &self.root.join("functions"), "pp") {
            let name = format!("{module}::{}", file.replace('/', "::"));
            let Some(text) = read(world, &path, FileKind::Manifest) else { continue };
            let function = puppet_function(&name, &text);
            self.functions.insert(name, function);
        }
        for (file, path) in below(world, &self.root.join("lib/puppet/functions"), "rb") {
            let name = file.replace('/', "::");
            let text = read(world, &path, FileKind::Ruby).unwrap_or_default();
            self.functions.insert(name.clone(), ruby::function(&name, &text));
        }
        for (file, path) in below(world, &self.root.join("lib/puppet/parser/functions"), "rb") {
            if !file.contains('/') && !self.functions.contains_key(&file) {
                let text = read(world, &path, FileKind::Ruby).unwrap_or_default();
                for name in ruby::legacy_functions(&text).into_iter().chain([file]) {
                    let function = ruby::legacy_function(&name, &text);
                    self.functions.entry(name).or_insert(function);
                }
            }
        }
    }

    fn read_metadata(&mut self, world: &dyn World) {
        let Some(metadata) = metadata(world, &self.root) else { return };
        self.has_metadata = true;
        let Some(Value::Array(dependencies)) = metadata.get_str("dependencies") else { return };
        for dependency in dependencies.as_slice() {
            let Value::Hash(dependency) = dependency else { continue };
            let name = dependency.get_str("name").and_then(Value::as_str).unwrap_or_default();
            self.dependencies.extend(name.rsplit(['-', '/']).next().map(str::to_owned));
        }
    }
}

/// The name in `type Name = ...`.
fn outlined_alias(text: &str) -> Option<String> {
    let tree = parse(text, SourceKind::Manifest, GRAMMAR);
    outline(&tree, text).into_iter().next().map(|outlined| outlined.name)
}

/// Resolves the definition of a type alias in a file.
pub(crate) fn aliased(text: &str, resolve: impl FnOnce(Syntax<'_>) -> Type) -> Option<Type> {
    let tree = parse(text, SourceKind::Manifest, GRAMMAR);
    let alias = tree.root(text).descendants().find_map(|node| match Node::of(node) {
        Node::TypeAlias(alias) => alias.right(),
        _ => None,
    })?;
    // Object types and type sets are too complex for an index.
    matches!(alias.kind(), NodeKind::TypeName | NodeKind::Access).then(|| resolve(alias))
}

fn puppet_function(name: &str, text: &str) -> FunctionInfo {
    let tree = parse(text, SourceKind::Manifest, GRAMMAR);
    let root = tree.root(text);
    let function = root.descendants().find_map(|node| match Node::of(node) {
        Node::Function(function) => Some(function),
        _ => None,
    });
    let signature = function.map(|function| crate::CallSignature {
        parameters: function.parameters().map(parameters).unwrap_or_default(),
        // Functions written in Puppet cannot declare a lambda.
        block: None,
        block_arity: None,
    });
    let returns = function.and_then(|function| function.return_type());
    FunctionInfo {
        name: name.to_owned(),
        signatures: signature.map(|signature| vec![signature]),
        returns: returns.map_or(Type::Any, |node| crate::type_of_expression(node, None)),
        deprecated: ruby::deprecation(text),
        built_in: false,
    }
}

/// The parameters of a definition. Their types are resolved as far as the language defines them.
pub(crate) fn parameters(parameters: Parameters<'_>) -> Vec<Parameter> {
    let one = |parameter: bunraku_syntax::ast::Parameter<'_>| Parameter {
        name: parameter.name().to_owned(),
        ty: Type::Any,
        written: parameter.ty().map(|ty| ty.text().to_owned()).unwrap_or_default(),
        has_default: parameter.default().is_some(),
        repeated: parameter.star().is_some(),
    };
    parameters.iter().map(one).collect()
}

/// The module that a name belongs to. Searching for a character takes a fraction of the time of searching for two.
pub(crate) fn owner(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

/// The files below a folder with an extension, each with its relative path without the extension and with `/` between
/// folders.
pub(crate) fn below(world: &dyn World, folder: &Path, ending: &str) -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut left = MOST_FILES;
    let mut waiting = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = waiting.pop() {
        let Ok(entries) = world.list(&folder) else { continue };
        for entry in entries {
            // Folders count as well: a link may lead back to a parent.
            let Some(fewer) = left.checked_sub(1) else { return files };
            left = fewer;
            let path = folder.join(&entry.name);
            if entry.folder {
                waiting.push((path, format!("{prefix}{}/", entry.name)));
            } else if ending.is_empty() {
                files.push((format!("{prefix}{}", entry.name), path));
            } else if let Some(name) = entry.name.strip_suffix(ending).and_then(|name| name.strip_suffix('.'))
            {
                files.push((format!("{prefix}{name}"), path));
            }
        }
    }
    files.sort();
    files
}

pub(crate) fn read(world: &dyn World, path: &Path, kind: FileKind) -> Option<String> {
    world.read(path, kind).ok().and_then(|bytes| String::from_utf8(bytes).ok())
}
