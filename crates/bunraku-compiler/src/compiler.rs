//! The compiler, which builds a catalog on top of an evaluation, and its state.

use std::{
    ops::{Deref, DerefMut},
    path::PathBuf,
    rc::Rc,
    sync::Arc,
};

use bunraku_catalog::{Catalog, CatalogBuilder, Header, Kind, OriginId, Param, Resource, ResourceId, Tags};
use bunraku_diag::{FileId, Sources, Span, TextRange, capitalized};
use bunraku_edition::Edition;
use bunraku_eval::{Block, Call, Context, Eval, Evaluator, Function, Functions, LogEntry, Machine, ScopeId};
use bunraku_hiera::{ContextId, Hiera, LookupCache};
use bunraku_intern::{FastMap, FastSet, Symbol, SymbolMap};
use bunraku_ir::{Body, ClassDefinition, DefineDefinition, Operand};
use bunraku_loader::{Environment, SettingVariables};
use bunraku_pcore::{Str, Type, Value, values::Object};
use bunraku_resources::Description;
use bunraku_world::{Exported, World};

use crate::{
    Assigned, Caches, Definitions,
    collector::CollectorState,
    foreign::{self, Foreign},
    overrides::Override,
    relationship::Relationship,
    type_set::OpenSet,
};

/// All state of the compilation of one catalog, or of a REPL session.
pub struct Compilation {
    /// The state of the evaluator.
    pub machine: Machine,
    /// The state of the compiler, beyond that of the evaluator.
    pub state: CompilerState,
}

impl Compilation {
    /// Creates a compilation that has not begun.
    pub fn new(edition: &'static Edition, functions: Functions, world: Arc<dyn World>) -> Compilation {
        let state = CompilerState {
            foreign: foreign::available(),
            catalog: CatalogBuilder::new(),
            ..CompilerState::default()
        };
        Compilation { machine: Machine::new(edition, functions, world), state }
    }

    /// Runs the Ruby code of modules in the interpreter of a spec, which is created when code first runs. The functions take
    /// the place of built-in ones.
    #[cfg(feature = "ruby")]
    pub fn run_ruby_in(
        &mut self,
        create: impl Fn() -> bunraku_ruby_puppet::Ruby + 'static,
        functions: Vec<(Symbol, Arc<bunraku_ruby_puppet::Code>)>,
    ) {
        self.machine.functions.leave_out(functions.iter().map(|(name, _)| *name));
        self.state.foreign = Some(Rc::new(crate::ruby::RubyCode::new(create).with_functions(functions)));
    }

    /// Replaces the definitions of the site's manifests.
    pub fn define(&mut self, definitions: Definitions) {
        // A new alias may have the name of a resource type, and a new function may have a name that was unknown until
        // now.
        self.machine.forget_declared_types();
        let state = &mut self.state;
        state.definitions = Arc::new(definitions);
        state.resource_types.clear();
        state.functions.clear();
        state.loaded = Loaded::default();
        state.descriptions.clear();
    }

    /// Finishes the catalog. Returns it with the log and the files that places refer to.
    pub fn finish(mut self, header: Header) -> (Catalog, Vec<LogEntry>, Arc<Sources>) {
        let sources = Arc::new(self.machine.sources);
        (self.state.catalog.finish(header, Arc::clone(&sources)), self.machine.log.take(), sources)
    }

    /// Returns a compiler that works on this compilation.
    pub fn compiler(&mut self) -> Compiler<'_> {
        Compiler { machine: &mut self.machine, state: &mut self.state }
    }
}

/// A compiler at work: an evaluation, and the state that is its host.
///
/// It dereferences to the evaluation's state, so that it can report errors and look things up as the evaluator does.
pub struct Compiler<'c> {
    pub(crate) machine: &'c mut Machine,
    pub(crate) state: &'c mut CompilerState,
}

/// A built-in function that needs the compiler.
pub(crate) type CatalogFunction = bunraku_eval::BuiltinWith<fn(&mut CatalogCall<'_>) -> Eval<Value>>;

/// A call to a [`CatalogFunction`].
pub(crate) type CatalogCall<'c> = Call<'c, Compiler<'c>>;

impl Deref for Compiler<'_> {
    type Target = Machine;

    #[inline]
    fn deref(&self) -> &Machine {
        self.machine
    }
}

impl DerefMut for Compiler<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Machine {
        self.machine
    }
}

impl Context for Compiler<'_> {
    fn machine(&self) -> &Machine {
        self.machine
    }

    fn machine_mut(&mut self) -> &mut Machine {
        self.machine
    }

    fn evaluator(&mut self) -> Evaluator<'_> {
        Compiler::evaluator(self)
    }
}

/// What the compiler keeps for one catalog.
#[derive(Default)]
pub struct CompilerState {
    /// The definitions in the site's manifests.
    pub definitions: Arc<Definitions>,
    /// The environment, whose modules contain further definitions; `None` for a program on its own.
    pub environment: Option<Arc<Environment>>,
    /// Parsed files, shared with the other compilations of the environment.
    pub caches: Arc<Caches>,
    /// The data of the environment; `None` if it has none.
    pub hiera: Option<Arc<Hiera>>,
    /// What lookups of this compilation have found out so far. Nested lookups share it.
    pub(crate) lookup_cache: Rc<LookupCache>,
    /// Lookup contexts that code has created itself, with their states.
    pub(crate) contexts: Vec<(Object, ContextId)>,
    /// Deprecated functions that have been called, since each is reported only once.
    pub(crate) deprecated: FastSet<&'static str>,
    pub(crate) node_name: Option<Str>,
    /// The scope of the node definition, whose variables templates see.
    pub(crate) node_scope: Option<ScopeId>,
    /// The classes assigned to the node by a node classifier.
    pub assigned: Option<Assigned>,
    /// The variables of the class `settings`.
    pub settings: SettingVariables,
    /// Resource types written in Ruby that have been used; `None` for one that cannot be read.
    pub(crate) foreign_types: FastMap<String, Option<Description>>,
    /// Runs code of modules in another language and keeps its state; `None` in a build that cannot run such code.
    pub(crate) foreign: Option<Rc<dyn Foreign>>,
    /// The metaparameters that resource types of modules have added.
    pub(crate) metaparameters: Vec<Str>,
    /// Functions that are not built in, by name; `None` for names that are not functions.
    pub(crate) functions: SymbolMap<Option<Function>>,
    /// Functions of modules written in Ruby that have been called, with their files.
    pub(crate) foreign_functions: Vec<(Symbol, PathBuf)>,
    pub(crate) catalog: CatalogBuilder,
    /// Whether the types of parameters are being checked.
    pub(crate) checks_types: bool,
    /// Places of the classes and defined types whose parameter types are known to exist. Saves asking the environment,
    /// which threads share.
    pub(crate) types_checked: FastSet<Span>,
    /// The files of modules that have been used, whose warnings have therefore been logged.
    pub(crate) files_used: FastSet<FileId>,
    /// What the catalog needs to know about each scope of the evaluator.
    pub(crate) scopes: Vec<ScopeInfo>,
    /// Classes, defined types and nodes on whose behalf things are set. An [`OriginId`] is an index into this list.
    pub(crate) origins: Vec<Origin>,
    /// The indexes of `origins` by name and kind.
    origin_ids: FastMap<Str, Vec<(Kind, OriginId)>>,
    /// The names of parameters as strings, each allocated once.
    names: SymbolMap<Str>,
    /// The names of resource types that have been declared, by the name in lowercase.
    type_names: FastMap<Str, Rc<TypeName>>,
    /// Classes and defined types of modules that have been used.
    pub(crate) loaded: Loaded,
    /// The descriptions of resource types that have been looked up.
    pub(crate) descriptions: FastMap<Str, Option<Description>>,
    /// The answers of the store, by query.
    pub(crate) stored: FastMap<String, Rc<[Exported]>>,
    /// Collected resources that other nodes export, with the names of these nodes.
    pub(crate) collected: FastMap<ResourceId, Str>,
    /// Collectors and calls to `realize`, in the order of evaluation.
    pub(crate) collectors: Vec<CollectorState>,
    /// Arrows, in the order of evaluation.
    pub(crate) relationships: Vec<Relationship>,
    /// Overrides whose target does not exist yet, by reference, in the order of evaluation.
    pub(crate) overrides: Vec<((Str, Str), Override)>,
    /// Type aliases that have been used, by name in lowercase.
    pub(crate) aliases: FastMap<String, Type>,
    /// Resource types that have been named, by the name as written.
    pub(crate) resource_types: FastMap<Str, Type>,
    /// The type set whose definition is being evaluated.
    pub(crate) open_set: Option<OpenSet>,
    /// Whether a scope has [`ScopeInfo::own_lookup`].
    pub(crate) own_lookups: bool,
}

/// Definitions found in modules.
#[derive(Default)]
pub(crate) struct Loaded {
    pub(crate) classes: SymbolMap<Arc<ClassDefinition>>,
    pub(crate) defines: SymbolMap<Arc<DefineDefinition>>,
}

/// The name of a resource type in the forms that its resources need.
pub(crate) struct TypeName {
    /// The name with each segment capitalized.
    pub(crate) shown: Str,
    /// The tags that the name implies.
    pub(crate) tags: Tags,
}

/// What the catalog needs to know about a scope.
#[derive(Debug)]
pub(crate) struct ScopeInfo {
    /// The container of the resources declared in the scope.
    pub(crate) resource: ResourceId,
    /// The scope that declared this one, whose resource defaults apply here as well.
    pub(crate) dynamic: Option<ScopeId>,
    /// On whose behalf things are set in this scope.
    pub(crate) origin: OriginId,
    /// Resource defaults, by type.
    pub(crate) defaults: FastMap<Str, Vec<Param>>,
    /// Whether code in Ruby has said that it names the defaults of the scope.
    pub(crate) own_lookup: bool,
}

/// A class, defined type, node definition or the top scope, as the owner of the values it sets.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) kind: Kind,
    pub(crate) name: Str,
    /// The class it inherits from.
    pub(crate) parent: Option<OriginId>,
    /// Whether one of its collectors has overridden something: from then on it may override anything, as in Puppet.
    pub(crate) overrides_all: bool,
}

impl CompilerState {
    /// The resources so far, in the order of declaration, including virtual ones.
    pub fn resources(&self) -> &[Resource] {
        self.catalog.resources()
    }

    /// Whether every resource has an attribute of this name.
    pub(crate) fn is_metaparameter(&self, name: &str) -> bool {
        is_metaparameter(&self.metaparameters, name)
    }

    /// Returns the origin for a definition, adding it on first use.
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

    /// Returns the name of a parameter as a string.
    pub(crate) fn name(&mut self, name: Symbol) -> Str {
        self.names.entry(name).or_insert_with(|| Str::from(name.as_str())).clone()
    }

    /// Returns the forms of the name of a resource type, which is in lowercase.
    pub(crate) fn type_name(&mut self, lower: &str) -> Rc<TypeName> {
        if let Some(known) = self.type_names.get(lower) {
            return Rc::clone(known);
        }
        let shown = Str::from(capitalized(lower));
        let mut tags = Tags::default();
        tags.add(&shown);
        let name = Rc::new(TypeName { shown, tags });
        self.type_names.insert(Str::from(lower), Rc::clone(&name));
        name
    }

    /// Whether an origin inherits from another, or may override anything.
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
}

impl Compiler<'_> {
    /// Returns the compiler's own state.
    #[inline]
    pub fn state(&mut self) -> &mut CompilerState {
        self.state
    }

    /// Returns the catalog that is being built.
    #[inline]
    pub(crate) fn catalog(&mut self) -> &mut CatalogBuilder {
        &mut self.state.catalog
    }

    /// Returns an evaluator for running code.
    #[inline]
    pub fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator { machine: self.machine, host: self.state }
    }

    /// Evaluates an operand.
    #[inline]
    pub(crate) fn eval(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        self.evaluator().eval(body, operand)
    }

    /// Runs the code of a file or node definition in a scope, which keeps its variables.
    pub(crate) fn run(&mut self, body: &Arc<Body>, scope: ScopeId) -> Eval<Value> {
        self.evaluator().run(body, scope)
    }

    /// Calls a function by name.
    pub(crate) fn call_function(
        &mut self,
        body: &Body,
        range: TextRange,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Eval<Value> {
        self.evaluator().call_function(body, range, name, arguments, block)
    }

    /// What the catalog knows about a scope; `None` for scopes that are not the catalog's.
    pub(crate) fn info(&mut self, scope: ScopeId) -> Option<&mut ScopeInfo> {
        self.state().scopes.get_mut(scope.0 as usize)
    }
}

/// Whether every resource has an attribute of this name; `added` are those that types of modules have added.
pub(crate) fn is_metaparameter(added: &[Str], name: &str) -> bool {
    bunraku_resources::is_metaparameter(name) || added.iter().any(|added| added == name)
}
