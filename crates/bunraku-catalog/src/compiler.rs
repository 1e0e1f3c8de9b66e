//! The compiler: the host of an evaluation that makes a catalog, and its state.

use std::{any::Any, collections::BTreeSet, sync::Arc};

use bunraku_diag::TextRange;
use bunraku_edition::CollectorValue;
use bunraku_eval::{Builtin, Command, Eval, Evaluator, Function, Host, RunCommand, ScopeId};
use bunraku_hiera::{Hiera, LookupCache};
use bunraku_intern::{FastMap, FastSet, Symbol, SymbolMap};
use bunraku_ir::Body;
use bunraku_loader::{Environment, Files};
use bunraku_pcore::{
    Str, Type, Value,
    values::{Object, Timestamp},
};
use bunraku_resources::Description;

use crate::{
    Assigned, Definitions,
    collector::{CollectorState, Titles},
    identity::CompoundKey,
    overrides::Override,
    relationship::Relationship,
    resource::{Kind, OriginId, Param, Place, Resource, ResourceId},
    tags::Tags,
};

/// The host of an evaluation. Its state is [`CompilerState`].
pub struct Compiler;

/// What the compiler keeps for one catalog.
#[derive(Default)]
pub struct CompilerState {
    /// What the site's manifests define.
    pub definitions: Arc<Definitions>,
    /// The environment, whose modules define more.
    pub environment: Option<Arc<Environment>>,
    /// The data of the environment.
    pub hiera: Option<Arc<Hiera>>,
    /// What lookups of this compilation have found out. It is moved out and back for each, so it is behind a pointer.
    pub(crate) lookup_cache: Option<Box<LookupCache>>,
    /// The parameters of classes that the data gave, and where they stand there.
    pub(crate) from_data: FastMap<(ResourceId, Symbol), Option<bunraku_hiera::Origin>>,
    /// The files that code may read where there is no environment.
    pub files: Option<Arc<dyn Files>>,
    /// Deprecated functions that have been called.
    pub(crate) deprecated: FastSet<&'static str>,
    /// The clock, if there is one.
    pub clock: Option<fn() -> Timestamp>,
    /// What runs commands, if they may run.
    pub commands: Option<RunCommand>,
    /// The scope of the node, whose variables templates see.
    pub(crate) node_scope: Option<ScopeId>,
    /// The classes that are assigned to the node from outside of its code.
    pub assigned: Option<Assigned>,
    /// The variables of the class `settings`.
    pub settings: Arc<Vec<(String, Value)>>,
    /// The resource types of modules written in Ruby that have been used; nothing for one that cannot be read.
    pub(crate) foreign_types: FastMap<String, Option<Description>>,
    /// The metaparameters that those types have added.
    pub(crate) metaparameters: Vec<Str>,
    /// What Ruby code of modules has set up; made when the first of it runs.
    pub(crate) ruby: Option<Box<bunraku_ruby::State>>,
    /// The resources, in the order of declaration.
    pub resources: Vec<Resource>,
    /// The containment edges.
    pub edges: Vec<(ResourceId, ResourceId)>,
    /// The same, to find out whether one is there.
    edge_set: FastSet<(ResourceId, ResourceId)>,
    /// The resources of each type, in the order of declaration.
    pub(crate) by_type: FastMap<Str, Vec<ResourceId>>,
    /// Resources whose attributes have changed since they were declared, by type: those of types that are collected.
    pub(crate) changed: FastMap<Str, Vec<ResourceId>>,
    /// How often something has been tagged that contains resources.
    pub(crate) tag_changes: usize,
    /// Resources by their titles in lower case, of types that are collected by title.
    pub(crate) by_title: FastMap<Str, Titles>,
    /// Instances of defined types and assigned classes that have not run, in the order of declaration; virtual ones
    /// are among them.
    pub(crate) waiting: BTreeSet<ResourceId>,
    /// The names of the classes that were declared, in order.
    pub classes: Vec<String>,
    /// The tags of the catalog.
    pub tags: Tags,
    /// Resources by type and title or alias.
    pub(crate) index: FastMap<(Str, Str), ResourceId>,
    /// Whether the types of parameters are being looked at.
    pub(crate) checks_types: bool,
    /// Resources by several namevars together.
    pub(crate) compound_index: FastMap<CompoundKey, ResourceId>,
    /// What the catalog needs to know of each scope of the evaluator.
    pub(crate) scopes: Vec<ScopeInfo>,
    /// Whose rights there are.
    pub(crate) origins: Vec<Origin>,
    /// The same by kind and name.
    origin_ids: FastMap<Str, Vec<(Kind, OriginId)>>,
    /// The names of parameters as texts, so that each is made once.
    names: SymbolMap<Str>,
    /// Collectors and `realize`, in the order noted.
    pub(crate) collectors: Vec<CollectorState>,
    /// Arrows, in the order noted.
    pub(crate) relationships: Vec<Relationship>,
    /// Overrides without a target yet, by reference, in the order noted.
    pub(crate) overrides: Vec<((Str, Str), Override)>,
    /// The aliases of types that have been used, by their names in lower case.
    pub(crate) aliases: FastMap<String, Type>,
    /// The resource types that have been named, as they were written.
    pub(crate) resource_types: FastMap<Str, Type>,
    /// How many aliases are being resolved: in them, unknown names are no errors.
    pub(crate) resolving: u32,
}

/// What the catalog needs to know of a scope.
#[derive(Debug)]
pub(crate) struct ScopeInfo {
    /// The resource that contains what is declared in it.
    pub(crate) resource: ResourceId,
    /// The scope that it was declared from, whose defaults hold here, too.
    pub(crate) dynamic: Option<ScopeId>,
    /// Whose right things are set in.
    pub(crate) origin: OriginId,
    /// The defaults of resource types, by type.
    pub(crate) defaults: FastMap<Str, Vec<Param>>,
}

/// A class, define, node or the top, as the one who sets something.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) kind: Kind,
    pub(crate) name: Str,
    /// The class it inherits from.
    pub(crate) parent: Option<OriginId>,
    /// Whether a collector of it has overridden something: from then on it may override anything.
    pub(crate) overrides_all: bool,
}

/// The state of the compiler in an evaluation.
pub fn compiler_state(cx: &mut Evaluator) -> &mut CompilerState {
    state(cx)
}

pub(crate) fn state(cx: &mut Evaluator) -> &mut CompilerState {
    match cx.state.downcast_mut() {
        Some(state) => state,
        // The evaluator asks its host for it, and nobody replaces it.
        None => unreachable!("the state of an evaluation belongs to its host"),
    }
}

impl CompilerState {
    /// Replaces what the site's manifests define.
    pub fn define(&mut self, definitions: Definitions) {
        self.definitions = Arc::new(definitions);
        // A new alias may have the name of a resource type.
        self.resource_types.clear();
    }

    /// The resource of an id. Ids are only made by adding resources.
    pub(crate) fn get(&self, id: ResourceId) -> Option<&Resource> {
        self.resources.get(id.0)
    }

    pub(crate) fn get_mut(&mut self, id: ResourceId) -> Option<&mut Resource> {
        self.resources.get_mut(id.0)
    }

    /// Sets an attribute of a resource that has been declared.
    pub(crate) fn set(&mut self, id: ResourceId, param: Param) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if param.name == "tag" {
            self.tag_changes += 1;
        }
        resource.set(param);
        self.note_change(id);
    }

    /// Sets an attribute that is not set yet; [`CompilerState::note_change`] must follow when all are.
    pub(crate) fn set_first(&mut self, id: ResourceId, param: Param) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if param.name == "tag" {
            self.tag_changes += 1;
        }
        resource.set_first(param);
    }

    /// Tells collectors that have looked already that a resource has changed.
    pub(crate) fn note_change(&mut self, id: ResourceId) {
        let Some(resource) = self.resources.get(id.0) else { return };
        if let Some(changed) = self.changed.get_mut(&resource.type_name) {
            changed.push(id);
        }
    }

    /// Whether every resource has an attribute of that name.
    pub(crate) fn is_metaparameter(&self, name: &str) -> bool {
        bunraku_resources::is_metaparameter(name) || self.metaparameters.iter().any(|added| added == name)
    }

    /// The resource of a type and title, both as they are shown.
    pub(crate) fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.resource(&(Str::from(type_name), Str::from(title)))
    }

    /// The resource that a reference names: by a title or alias, or by what the title stands for.
    pub(crate) fn resource(&self, key: &(Str, Str)) -> Option<ResourceId> {
        if let Some(id) = self.index.get(key) {
            return Some(*id);
        }
        let first = self.by_type.get(&key.0)?.first()?;
        let ty = self.get(*first)?.ty.as_ref()?;
        match ty.namevars.len() {
            0 | 1 => {
                let parts = ty.title_parts(&key.1)?;
                let name = parts.first().and_then(|part| part.text).filter(|name| *name != key.1.as_str())?;
                self.index.get(&(key.0.clone(), Str::from(name))).copied()
            }
            _ => self.compound_index.get(&crate::identity::compound_of_title(&key.0, ty, &key.1)?).copied(),
        }
    }

    /// Whose right it is, made known when first asked for.
    pub(crate) fn origin(&mut self, kind: Kind, name: &str, parent: Option<OriginId>) -> OriginId {
        let known = self.origin_ids.get(name).and_then(|known| known.iter().find(|known| known.0 == kind));
        if let Some((_, id)) = known {
            return *id;
        }
        let (id, name) = (OriginId(self.origins.len()), Str::from(name));
        self.origin_ids.entry(name.clone()).or_default().push((kind, id));
        self.origins.push(Origin { kind, name, parent, overrides_all: false });
        id
    }

    /// The name of a parameter as a text.
    pub(crate) fn name(&mut self, name: Symbol) -> Str {
        self.names.entry(name).or_insert_with(|| Str::from(name.as_str())).clone()
    }

    /// Whether one inherits from another, or may override anything.
    pub(crate) fn is_heir(&self, origin: OriginId, of: OriginId) -> bool {
        let mut at = Some(origin);
        while let Some(id) = at {
            let Some(origin) = self.origins.get(id.0) else { return false };
            if origin.overrides_all || origin.parent == Some(of) {
                return true;
            }
            at = origin.parent;
        }
        false
    }

    pub(crate) fn add_edge(&mut self, from: ResourceId, to: ResourceId) {
        if self.edge_set.insert((from, to)) {
            self.edges.push((from, to));
        }
    }
}

impl Compiler {
    /// The scope that runs, as far as it is one of the catalog's.
    pub(crate) fn info(cx: &mut Evaluator, scope: ScopeId) -> Option<&mut ScopeInfo> {
        state(cx).scopes.get_mut(scope.0 as usize)
    }

    /// The place of code, as resources keep it.
    pub(crate) fn place(cx: &mut Evaluator, body: &Body, range: TextRange) -> Place {
        let file = cx.file_of(&body.source);
        Place { source: Arc::clone(&body.source), range, file }
    }
}

impl Host for Compiler {
    fn function(&self, cx: &mut Evaluator, name: Symbol) -> Eval<Option<Function>> {
        if let Some(function) = Compiler::function_definition(cx, name)? {
            return Ok(Some(Function::Code(function)));
        }
        let environment = state(cx).environment.clone();
        // A function of a module that is built in serves where the module has it, or where there are no modules at all.
        if let Some((module, builtin)) = cx.functions.of_module(name) {
            let has =
                |name| environment.as_ref().map(|environment| environment.has_foreign_function(module, name));
            if has(name) != Some(false) {
                let renamed = cx.functions.renamed(name).filter(|(_, new)| has(*new) == Some(true));
                let builtin = renamed.map_or(builtin, |(renamed, _)| renamed);
                let version = match &environment {
                    Some(environment) => environment.module(module).and_then(|module| module.version),
                    None => cx.functions.version(module),
                };
                if let Some(builtin) = builtin.in_version(version) {
                    return Ok(Some(Function::Builtin(builtin)));
                }
            }
        }
        let path = environment.as_ref().and_then(|environment| environment.foreign_function(name.as_str()));
        Ok(path.map(|path| crate::ruby::function(name, path)))
    }

    fn method(&self, object: &Object, name: Symbol) -> Option<&'static Builtin> {
        crate::context::method(object, name.as_str())
    }

    fn function_names(&self, cx: &mut Evaluator) -> Vec<&'static str> {
        let state = state(cx);
        let mut names: Vec<&'static str> =
            state.definitions.functions.keys().map(|name| name.as_str()).collect();
        match &state.environment {
            Some(environment) => {
                names.extend(environment.function_names().iter().map(|name| Symbol::new(name).as_str()));
            }
            None => names.extend(cx.functions.of_modules().map(|(_, builtin)| builtin.name)),
        }
        names
    }

    fn named_type(&self, cx: &mut Evaluator, name: &str) -> Eval<Option<Type>> {
        Compiler::find_type(cx, name)
    }

    fn parameter(&self, cx: &mut Evaluator, reference: &Type, key: &str) -> Eval<Option<Value>> {
        Ok(Compiler::parameter_value(cx, reference, key))
    }

    fn resource(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        Compiler::declare(cx, body, index, range)
    }

    fn defaults(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        Compiler::set_defaults(cx, body, index, range)
    }

    fn overrides(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        Compiler::override_resources(cx, body, index, range)
    }

    fn collector(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        let value = Compiler::collect(cx, body, index, range)?;
        Ok(match cx.edition.eval.collector_value {
            CollectorValue::Collector => value,
            CollectorValue::Undef => Value::Undef,
        })
    }

    fn chain(&self, cx: &mut Evaluator, body: &Body, index: u32, range: TextRange) -> Eval<Value> {
        Compiler::relate(cx, body, index, range)
    }

    fn now(&self, cx: &Evaluator) -> Option<Timestamp> {
        let clock = cx.state.downcast_ref::<CompilerState>()?.clock?;
        Some(clock())
    }

    fn run_command(&self, cx: &mut Evaluator, command: &Command) -> Option<Result<String, String>> {
        state(cx).commands.map(|run| run(command))
    }

    fn new_state(&self) -> Box<dyn Any> {
        Box::new(CompilerState::default())
    }
}
