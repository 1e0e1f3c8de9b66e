//! The index of manifests: what they define, and which names they use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_hiera::lookup_function;
use bunraku_intern::{FastMap, FastSet};
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Class, FunctionCall, Node, Parameters};
use bunraku_world::World;

use crate::around::{comment_above, definition_around, full_name, is_target, set_below};
use crate::module::parameters;
use crate::signature::ClassInfo;
use crate::titles::KnownTitles;
use crate::trees::Trees;
use crate::{bare, constant};

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
    /// How such keys begin that are computed; empty if a beginning is computed, too.
    pub looked_up_beginnings: FastSet<String>,
    /// The types of all resources, in lowercase.
    pub resource_types: FastSet<String>,
    /// The titles of resources.
    pub titles: KnownTitles,
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

impl Manifests {
    /// Reads manifests.
    pub(crate) fn read(world: &dyn World, files: &[PathBuf], trees: &Trees) -> Manifests {
        let mut manifests = Manifests::default();
        for path in files {
            let read = trees.read(world, path, |text, tree| {
                manifests.broken |= !tree.errors().is_empty();
                manifests.add(tree.root(text), &Arc::new(path.clone()));
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
                    let ty = defaults.resource_type().map(|ty| bare(ty.text()));
                    self.has_exec_path |= ty == Some("Exec") && node.text().contains("path");
                    self.defaults.extend(ty.map(str::to_lowercase));
                }
                Node::Resource(resource) => {
                    let ty = resource.resource_type().map(|ty| bare(ty.text()).to_lowercase());
                    if ty.as_deref() == Some("class") {
                        for body in resource.bodies() {
                            self.include(body.title());
                            let title = body.title().and_then(constant::string);
                            let title = title.filter(|_| body.attributes().next().is_some());
                            self.configured.extend(title.map(|title| bare(&title).to_owned()));
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
                    self.included.insert(bare(&name).to_owned());
                }
                None => self.has_dynamic_includes = true,
            }
        }
    }

    fn variable(&mut self, node: Syntax<'_>, name: &str) {
        let is_top = name.starts_with("::");
        let name = bare(name);
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
        let looked_up = lookup_function(call.name).and_then(|_| looked_up_key(*first.first()?));
        match looked_up.map(|key| (key, constant::string(key))) {
            Some((_, Some(key))) => drop(self.looked_up.insert(key.into_owned())),
            Some((key, None)) => drop(self.looked_up_beginnings.insert(constant::beginning(key))),
            None => {}
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
        parent: parent.map(|parent| bare(parent).to_owned()),
        variables: set_below(node, false),
        path: Arc::clone(path),
        private: comment_above(node).contains("@api private"),
    }
}

/// The key that an argument of `lookup` names: the argument itself, or the option `name`.
fn looked_up_key(argument: Syntax<'_>) -> Option<Syntax<'_>> {
    match Node::of(argument) {
        Node::Hash(options) => {
            let is_name =
                |key: Option<Syntax<'_>>| key.and_then(constant::string).is_some_and(|key| key == "name");
            options.entries().find(|option| is_name(option.key()))?.value()
        }
        _ => Some(argument),
    }
}
