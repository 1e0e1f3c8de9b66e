//! Functions: built in or written in the language.

use std::sync::{Arc, OnceLock};

use bunraku_intern::{Symbol, SymbolMap};
use bunraku_ir::FunctionDefinition;
use bunraku_pcore::Value;

use crate::{Call, Eval, Signature};

/// A function that is built in: its name, its manual, and what it does for which arguments.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// The manual, as Markdown. Blocks of `cases` in it are run as tests.
    pub doc: &'static str,
    /// What it does; the first whose signature fits runs.
    pub dispatches: &'static [Dispatch],
    /// The signatures, read on first use.
    pub signatures: OnceLock<Box<[Signature]>>,
    /// The first version of its module that does so, and what it was before.
    pub before: Option<(ModuleVersion, Older)>,
}

/// A version of a module: the three numbers.
pub type ModuleVersion = [u32; 3];

/// What a function was in older versions of its module.
#[derive(Clone, Copy)]
pub enum Older {
    /// This one, which may have been another one before.
    Builtin(&'static Builtin),
    /// What the module's own code does: it runs as the code of any module.
    Code,
}

/// What a function does for arguments that fit a signature.
pub struct Dispatch {
    /// The signature in Puppet's notation; see [`Signature`].
    pub signature: &'static str,
    /// What it does.
    pub run: fn(&mut Call<'_>) -> Eval<Value>,
}

impl Builtin {
    /// A function.
    pub const fn new(name: &'static str, doc: &'static str, dispatches: &'static [Dispatch]) -> Builtin {
        Builtin { name, doc, dispatches, signatures: OnceLock::new(), before: None }
    }

    /// The function as versions of its module from this one on have it; those before have another one.
    #[must_use]
    pub const fn before(mut self, version: ModuleVersion, older: Older) -> Builtin {
        self.before = Some((version, older));
        self
    }

    /// The function as a version of its module has it; `None` if that is the module's own code. Without a version it is
    /// the newest.
    pub fn in_version(&'static self, version: Option<ModuleVersion>) -> Option<&'static Builtin> {
        match (self.before, version) {
            (Some((first, older)), Some(version)) if version < first => match older {
                Older::Builtin(older) => older.in_version(Some(version)),
                Older::Code => None,
            },
            _ => Some(self),
        }
    }

    /// Its signatures. One that cannot be read is left out; a test reads them all.
    pub fn signatures(&self) -> &[Signature] {
        self.signatures.get_or_init(|| {
            self.dispatches.iter().filter_map(|dispatch| Signature::parse(dispatch.signature).ok()).collect()
        })
    }

    /// Whether a signature asks for the types of the parameters of a lambda.
    pub(crate) fn asks_for_lambda_types(&self) -> bool {
        let typed =
            |signature: &Signature| signature.block.as_ref().is_some_and(|block| !block.types.is_empty());
        self.signatures().iter().any(typed)
    }
}

/// A function that can be called.
#[derive(Clone)]
pub enum Function {
    /// One that is built in.
    Builtin(&'static Builtin),
    /// One that is written in the language.
    Code(Arc<FunctionDefinition>),
    /// One that the host runs, such as one that a module brings in another language.
    Foreign(Arc<dyn ForeignFunction>),
}

/// A function that the host runs.
pub trait ForeignFunction: Send + Sync {
    /// Its name.
    fn name(&self) -> Symbol;

    /// Runs it; it checks its arguments itself.
    fn run(&self, call: &mut Call<'_>) -> Eval<Value>;
}

/// The functions that are built in, by name.
#[derive(Clone, Default)]
pub struct Functions {
    core: Arc<SymbolMap<&'static Builtin>>,
    /// Functions that belong to a module: they serve only where it is there.
    modules: Arc<SymbolMap<(&'static str, &'static Builtin)>>,
    /// What functions of modules do where the module has them under a new name, and that name.
    renamed: Arc<SymbolMap<(&'static Builtin, Symbol)>>,
    /// The versions of modules, where no environment tells them.
    versions: Arc<Vec<(&'static str, ModuleVersion)>>,
}

impl Functions {
    /// A library of functions; of two with one name the last counts.
    pub fn new(library: impl IntoIterator<Item = &'static Builtin>) -> Functions {
        let core = library.into_iter().map(|builtin| (Symbol::new(builtin.name), builtin)).collect();
        Functions { core: Arc::new(core), ..Functions::default() }
    }

    /// Adds functions of modules, each with the name of its module.
    #[must_use]
    pub fn with_modules(
        self,
        library: impl IntoIterator<Item = (&'static str, &'static Builtin)>,
    ) -> Functions {
        let entries =
            library.into_iter().map(|(module, builtin)| (Symbol::new(builtin.name), (module, builtin)));
        Functions { modules: Arc::new(entries.collect()), ..self }
    }

    /// Adds what functions of modules do where the module has them under a new name, each with that name.
    #[must_use]
    pub fn with_renamed(
        self,
        library: impl IntoIterator<Item = (&'static Builtin, &'static str)>,
    ) -> Functions {
        let entries = library
            .into_iter()
            .map(|(builtin, new)| (Symbol::new(builtin.name), (builtin, Symbol::new(new))));
        Functions { renamed: Arc::new(entries.collect()), ..self }
    }

    /// Functions of a module are those of a version of it where no environment tells its version.
    #[must_use]
    pub fn with_version(self, module: &'static str, version: ModuleVersion) -> Functions {
        let mut versions = self.versions.to_vec();
        versions.push((module, version));
        Functions { versions: Arc::new(versions), ..self }
    }

    /// The version of a module where no environment tells it.
    pub fn version(&self, module: &str) -> Option<ModuleVersion> {
        self.versions.iter().find(|(name, _)| *name == module).map(|(_, version)| *version)
    }

    /// What a function does where its module has it under a new name, and that name.
    pub fn renamed(&self, name: Symbol) -> Option<(&'static Builtin, Symbol)> {
        self.renamed.get(&name).copied()
    }

    /// The function of a name that belongs to a module, and the module.
    pub fn of_module(&self, name: Symbol) -> Option<(&'static str, &'static Builtin)> {
        self.modules.get(&name).copied()
    }

    /// All functions of modules with their modules, in the order of their names.
    pub fn of_modules(&self) -> impl Iterator<Item = (&'static str, &'static Builtin)> {
        let mut all: Vec<(&'static str, &'static Builtin)> = self.modules.values().copied().collect();
        all.sort_by_key(|(_, builtin)| builtin.name);
        all.into_iter()
    }

    /// The function of a name.
    pub fn get(&self, name: Symbol) -> Option<&'static Builtin> {
        self.core.get(&name).copied()
    }

    /// All functions, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &'static Builtin> {
        let mut all: Vec<&'static Builtin> = self.core.values().copied().collect();
        all.sort_by_key(|builtin| builtin.name);
        all.into_iter()
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.core.values().map(|builtin| builtin.name)
    }
}
