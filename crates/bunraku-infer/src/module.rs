//! The index of a module: the names and shapes of its definitions.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bunraku_hiera::lookup_function;
use bunraku_intern::{FastMap, FastSet};
use bunraku_loader::metadata;
use bunraku_pcore::{Type, Value};
use bunraku_syntax::ast::{Class, FunctionCall, Node, Parameters};
use bunraku_syntax::{NodeKind, SourceKind, Syntax, outline, parse};
use bunraku_world::{FileKind, World};

use crate::signature::{ClassInfo, FunctionInfo, Parameter, ResourceInfo};
use crate::titles::Titles;
use crate::trees::Trees;
use crate::{GRAMMAR, constant, ruby};

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
    /// The modules that its metadata depends on, without their authors.
    pub dependencies: Vec<String>,
    /// Whether it has a `metadata.json`.
    pub has_metadata: bool,
    manifest_files: Vec<PathBuf>,
    manifests: OnceLock<Manifests>,
    trees: Arc<Trees>,
    resource_types: FastMap<String, (PathBuf, OnceLock<ResourceInfo>)>,
}

/// The definitions in manifests.
#[derive(Default)]
pub struct Manifests {
    /// Classes by full name.
    pub classes: FastMap<String, ClassInfo>,
    /// Defined types by full name.
    pub defines: FastMap<String, ClassInfo>,
    /// The names of functions.
    pub functions: FastSet<String>,
    /// Variables that are set outside definitions, or in nodes.
    pub top_variables: FastSet<String>,
    /// Qualified names of variables that are read anywhere: `$a::b`.
    pub qualified_reads: FastSet<String>,
    /// Names that are read as facts or variables of the top scope: `$::a` and `$facts['a']`.
    pub facts_read: FastSet<String>,
    /// Calls that render templates.
    pub template_calls: Vec<TemplateCall>,
    /// Whether a template with an unknown name is rendered.
    pub has_dynamic_templates: bool,
    /// Whether resource defaults for `Exec` set `path`.
    pub has_exec_path: bool,
    /// The types for which resource defaults are set, in lowercase. They apply to everything that is declared from there.
    pub defaults: FastSet<String>,
    /// The classes that are included or declared under known names, and those in `Class['a']`.
    pub included: FastSet<String>,
    /// The classes that are declared like resources, with parameters.
    pub configured: FastSet<String>,
    /// Whether a class is included whose name cannot be known.
    pub has_dynamic_includes: bool,
    /// The keys passed to `lookup` and similar functions.
    pub looked_up: FastSet<String>,
    /// The types of all resources, in lowercase.
    pub resource_types: FastSet<String>,
    /// The titles of resources.
    pub titles: Titles,
    /// All strings that may be paths of files: `module/path` and `puppet:///modules/module/path`.
    pub file_names: FastSet<String>,
    /// The beginnings and ends of strings with variables that may be such paths.
    pub file_patterns: FastSet<(String, String)>,
    /// Whether a file cannot be read, so that there may be further definitions.
    pub broken: bool,
}

/// A call to `template` or `epp` with a known name.
#[derive(Debug, Clone)]
pub struct TemplateCall {
    /// The name of the template: `module/path`.
    pub template: String,
    /// The class or defined type that contains the call, if there is one.
    pub owner: Option<String>,
    /// The variables that are set around the call: those of lambdas and of the class.
    pub variables: FastSet<String>,
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
        for (file, path) in below(world, &root.join("lib/facter"), "rb") {
            let text = read(world, &path, FileKind::Ruby).unwrap_or_default();
            index.facts.extend(ruby::facts(&text));
            index.facts.insert(file);
        }
        index.facts.extend(
            below(world, &root.join("facts.d"), "")
                .into_iter()
                .map(|(file, _)| file.split('.').next().unwrap_or_default().to_owned()),
        );
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

impl Manifests {
    /// Reads manifests.
    pub(crate) fn read(world: &dyn World, files: &[PathBuf], trees: &Trees) -> Manifests {
        let mut manifests = Manifests::default();
        for path in files {
            let read = trees.read(world, path, |parsed| {
                manifests.broken |= !parsed.tree.errors().is_empty();
                manifests.add(parsed.tree.root(&parsed.text), &Arc::new(path.clone()));
            });
            manifests.broken |= read.is_none();
        }
        manifests
    }

    /// The classes, defined types and functions among the nodes of one file.
    pub fn definitions<'t>(nodes: impl Iterator<Item = Syntax<'t>>, path: &Path) -> Manifests {
        let mut manifests = Manifests::default();
        let path = Arc::new(path.to_owned());
        nodes.for_each(|node| manifests.define(node, &path));
        manifests
    }

    /// Adds what a node defines, if it is a definition.
    fn define(&mut self, node: Syntax<'_>, path: &Arc<PathBuf>) {
        match Node::of(node) {
            Node::Class(class) => {
                let info = class_info(class.name(), class.parameters(), node, path, Some(class));
                self.classes.insert(full_name(node, class.name()), info);
            }
            Node::Define(define) => {
                let info = class_info(define.name(), define.parameters(), node, path, None);
                self.defines.insert(full_name(node, define.name()), info);
            }
            Node::Function(function) => {
                self.functions.insert(function.name().to_owned());
            }
            _ => {}
        }
    }

    /// Adds the contents of a file.
    fn add(&mut self, root: Syntax<'_>, path: &Arc<PathBuf>) {
        for node in root.descendants() {
            match Node::of(node) {
                Node::Class(_) | Node::Define(_) | Node::Function(_) => self.define(node, path),
                Node::Variable(variable) => self.variable(node, variable.name()),
                Node::ResourceDefaults(defaults) => {
                    let ty = defaults.resource_type().map(|ty| ty.text().trim_start_matches("::"));
                    self.has_exec_path |= ty == Some("Exec") && node.text().contains("path");
                    self.defaults.extend(ty.map(str::to_lowercase));
                }
                Node::Resource(resource) => {
                    let ty =
                        resource.resource_type().map(|ty| ty.text().trim_start_matches("::").to_lowercase());
                    if ty.as_deref() == Some("class") {
                        for body in resource.bodies() {
                            self.include(body.title());
                            let title = body.title().and_then(constant::string);
                            let title = title.filter(|_| body.attributes().next().is_some());
                            self.configured
                                .extend(title.map(|title| title.trim_start_matches("::").to_owned()));
                        }
                    }
                    self.titles.resource(resource);
                    self.resource_types.extend(ty);
                }
                Node::String(_) => {
                    if let Some(text) = constant::string(node).filter(|text| text.contains('/')) {
                        self.file_names.insert(text.trim_start_matches("puppet:///modules/").to_owned());
                    }
                }
                Node::InterpolatedString(_) if node.text().contains('/') => {
                    let text = node.text().trim_matches('"').trim_start_matches("puppet:///modules/");
                    let first = text.split('$').next().unwrap_or_default();
                    // A variable without braces ends where its name does.
                    let last = text.rsplit_once('}').map_or("", |(_, last)| last);
                    let last = if last.contains('$') { "" } else { last };
                    self.file_patterns.insert((first.to_owned(), last.to_owned()));
                }
                Node::Access(access) if access.target().is_some_and(|target| target.text() == "Class") => {
                    self.include(access.keys().next());
                }
                Node::Call(_) | Node::MethodCall(_) | Node::StatementCall(_) => {
                    if let Some(call) = FunctionCall::of(node) {
                        self.call(&call);
                    }
                }
                _ => {}
            }
        }
    }

    fn include(&mut self, node: Option<Syntax<'_>>) {
        let Some(node) = node else { return };
        let nodes: Vec<Syntax<'_>> = match Node::of(node) {
            Node::Array(array) => array.elements().collect(),
            _ => vec![node],
        };
        for node in nodes {
            match constant::string(node) {
                Some(name) => {
                    self.included.insert(name.trim_start_matches("::").to_owned());
                }
                None => self.has_dynamic_includes = true,
            }
        }
    }

    fn variable(&mut self, node: Syntax<'_>, name: &str) {
        let is_top = name.starts_with("::");
        let name = name.trim_start_matches("::");
        if name == "facts"
            && let Some(Node::Access(access)) = node.parent().map(Node::of)
        {
            let key = access.keys().next().and_then(constant::string);
            self.facts_read.extend(key.map(|key| key.into_owned()));
        }
        if is_top && !name.contains("::") {
            self.facts_read.insert(name.to_owned());
        }
        if name.contains("::") {
            self.qualified_reads.insert(name.to_owned());
        } else if is_target(node) && definition_around(node).is_none() {
            self.top_variables.insert(name.to_owned());
        }
    }

    fn call(&mut self, call: &FunctionCall<'_>) {
        self.titles.call(call);
        let arguments = call.argument_nodes();
        let first = arguments.get(..1).unwrap_or_default();
        if lookup_function(call.name).is_some() {
            self.looked_up.extend(first.iter().copied().find_map(looked_up_key));
        }
        match call.name {
            "include" | "contain" | "require" => {
                arguments.into_iter().for_each(|argument| self.include(Some(argument)));
            }
            "create_resources" | "ensure_resource" | "ensure_resources" => {
                let types = arguments.into_iter().filter_map(constant::string);
                self.resource_types.extend(types.map(|ty| ty.to_lowercase()));
            }
            "template" => self.templates(call.node, &arguments),
            "epp" => self.templates(call.node, first),
            _ => {}
        }
    }

    fn templates(&mut self, node: Syntax<'_>, arguments: &[Syntax<'_>]) {
        let mut names = Vec::new();
        for argument in arguments {
            match constant::string(*argument) {
                Some(template) => names.push(template.into_owned()),
                None => self.has_dynamic_templates = true,
            }
        }
        let owner = definition_around(node);
        let around = owner.unwrap_or_else(|| node.ancestors().last().unwrap_or(node));
        let variables: FastSet<String> =
            if names.is_empty() { FastSet::default() } else { set_below(around, true) };
        let owner = owner.map(|owner| match Node::of(owner) {
            Node::Class(class) => full_name(owner, class.name()),
            Node::Define(define) => full_name(owner, define.name()),
            _ => String::new(),
        });
        for template in names {
            self.template_calls.push(TemplateCall {
                template,
                owner: owner.clone(),
                variables: variables.clone(),
            });
        }
    }
}

fn class_info(
    name: &str,
    given: Option<Parameters<'_>>,
    node: Syntax<'_>,
    path: &Arc<PathBuf>,
    class: Option<Class<'_>>,
) -> ClassInfo {
    let parent = class.and_then(Class::parent).map(|parent| parent.name());
    ClassInfo {
        name: full_name(node, name),
        parameters: given.map(parameters).unwrap_or_default(),
        parent: parent.map(|parent| parent.trim_start_matches("::").to_owned()),
        variables: set_below(node, false),
        path: Arc::clone(path),
        private: comment_above(node).contains("@api private"),
    }
}

/// The comment lines directly above a node.
pub(crate) fn comment_above(node: Syntax<'_>) -> &str {
    let before = node.source().get(..node.range().start as usize).unwrap_or("");
    let mut start = before.len();
    for line in before.lines().rev() {
        if !line.trim_start().starts_with('#') {
            break;
        }
        start = start.saturating_sub(line.len() + 1);
    }
    before.get(start..).unwrap_or("")
}

/// The module that a name belongs to. Searching for a character takes a fraction of the time of searching for two.
pub(crate) fn owner(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

/// The name of a definition, qualified with the enclosing classes.
fn full_name(node: Syntax<'_>, name: &str) -> String {
    let mut full = name.trim_start_matches("::").to_owned();
    for around in node.ancestors() {
        if let Node::Class(class) = Node::of(around) {
            full = format!("{}::{full}", class.name().trim_start_matches("::"));
        }
    }
    full
}

/// The class, defined type or function around a node.
pub(crate) fn definition_around(node: Syntax<'_>) -> Option<Syntax<'_>> {
    node.ancestors()
        .find(|node| matches!(node.kind(), NodeKind::Class | NodeKind::Define | NodeKind::Function))
}

/// The names that are assigned below a definition, without those of nested definitions. `lambdas` says whether
/// variables of lambdas and parameters count.
pub(crate) fn set_below(definition: Syntax<'_>, lambdas: bool) -> FastSet<String> {
    let mut names = FastSet::default();
    for node in definition.descendants() {
        let name = match Node::of(node) {
            Node::Variable(variable) if is_target(node) => variable.name(),
            Node::Parameter(parameter) if lambdas => parameter.name(),
            _ => continue,
        };
        let in_lambda = || {
            let mut around = node.ancestors().take_while(|node| node.id() != definition.id());
            around.any(|node| node.kind() == NodeKind::Lambda)
        };
        let own = definition.kind() == NodeKind::Root
            || definition_around(node).is_some_and(|around| around.id() == definition.id());
        if own && (lambdas || !in_lambda()) {
            names.insert(name.to_owned());
        }
    }
    names
}

/// Whether a variable is the target of an assignment.
pub(crate) fn is_target(node: Syntax<'_>) -> bool {
    let mut inner = node;
    for around in node.ancestors() {
        match Node::of(around) {
            Node::Assignment(assignment) => {
                return assignment.target().is_some_and(|target| target.id() == inner.id());
            }
            Node::Array(_) => inner = around,
            _ => return false,
        }
    }
    false
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

/// The key that an argument of `lookup` names: a string, or the option `name`.
fn looked_up_key(argument: Syntax<'_>) -> Option<String> {
    let name = match Node::of(argument) {
        Node::Hash(options) => {
            let is_name =
                |key: Option<Syntax<'_>>| key.and_then(constant::string).is_some_and(|key| key == "name");
            options.entries().find(|option| is_name(option.key()))?.value()?
        }
        _ => argument,
    };
    constant::string(name).map(|key| key.into_owned())
}
