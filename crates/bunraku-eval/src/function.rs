//! Functions: what is said about one where it is declared, and how they are found by name.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use bunraku_intern::{Symbol, SymbolMap};
use bunraku_ir::FunctionDefinition;
use bunraku_pcore::Value;

use crate::{Call, Eval, Signature, call::Bytes};

/// What a function is, whoever implements it: all that its callers have to know.
pub struct About {
    /// The name.
    pub name: &'static str,
    /// The manual, as Markdown. Blocks of `cases` in it are run as tests.
    pub doc: &'static str,
    /// What it does with strings of bytes among its arguments.
    pub bytes: Bytes,
    /// The interface that Ruby code calls it by.
    pub interface: Interface,
    /// Whether it reads variables of its caller by name, so that a caller must keep the values of all of them.
    pub reads_variables: bool,
    /// How much of its arguments it looks at, which is counted when it is called.
    pub attention: Attention,
    /// The signatures, read when the function is first called.
    signatures: OnceLock<Box<[Signature]>>,
}

/// The interface of a function for Ruby code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// That of Puppet 4 and later: `call_function('name', ...)`.
    Current,
    /// That of Puppet 3: `function_name([...])`, which a few functions of Puppet itself still have.
    Legacy,
}

/// How much of its arguments a function looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// At few parts, or at one for each call of its lambda, which is counted.
    Glance,
    /// At all of them.
    Whole,
    /// At all of them, and it makes something of each that takes several times as much memory: a type, an object, an
    /// indented line.
    Thorough,
}

impl Attention {
    /// What walking a value counts for.
    pub(crate) fn weight(self, value: &Value) -> u64 {
        let measure = value.measure();
        match self {
            Attention::Glance => 0,
            Attention::Whole => measure.weight(),
            Attention::Thorough => measure.weight().saturating_mul(u64::from(4 + measure.depth() / 4)),
        }
    }
}

impl About {
    /// The signatures, in the order in which they are tried.
    pub fn signatures(&self) -> &[Signature] {
        self.signatures.get().map_or(&[], |signatures| signatures)
    }

    /// Whether a signature asks for the types of the parameters of a lambda.
    pub(crate) fn asks_for_lambda_types(&self) -> bool {
        let typed =
            |signature: &Signature| signature.block.as_ref().is_some_and(|block| !block.types.is_empty());
        self.signatures().iter().any(typed)
    }
}

/// What a function does that needs nothing but the evaluator.
pub type Plain = fn(&mut Call<'_>) -> Eval<Value>;

/// A function that is built in: what it is, and what it does for which arguments.
///
/// `F` is how it is run: [`Plain`] for those that need no host. A host declares functions with a type of its own, and
/// runs them itself.
pub struct BuiltinWith<F: 'static> {
    about: About,
    /// What it does; the first whose signature fits runs.
    pub dispatches: &'static [Dispatch<F>],
    /// The first version of its module that does so, and what it was before.
    pub before: Option<(ModuleVersion, Older<F>)>,
}

/// A function that is built in and needs no host.
pub type Builtin = BuiltinWith<Plain>;

/// A version of a module: the three numbers.
pub type ModuleVersion = [u32; 3];

/// What a function was in older versions of its module.
pub enum Older<F: 'static = Plain> {
    /// This one, which may have been another one before.
    Builtin(&'static BuiltinWith<F>),
    /// What the module's own code does: it runs as the code of any module.
    Code,
}

/// What a function does for arguments that fit a signature.
pub struct Dispatch<F = Plain> {
    /// The signature in Puppet's notation; see [`Signature`].
    pub signature: &'static str,
    /// What it does.
    pub run: F,
}

impl<F> BuiltinWith<F> {
    /// A function.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        dispatches: &'static [Dispatch<F>],
    ) -> BuiltinWith<F> {
        let about = About {
            name,
            doc,
            bytes: Bytes::Lost,
            interface: Interface::Current,
            reads_variables: false,
            attention: Attention::Whole,
            signatures: OnceLock::new(),
        };
        BuiltinWith { about, dispatches, before: None }
    }

    /// Says what it does with strings of bytes.
    #[must_use]
    pub const fn bytes(mut self, bytes: Bytes) -> BuiltinWith<F> {
        self.about.bytes = bytes;
        self
    }

    /// Says that it has the interface of Puppet 3.
    #[must_use]
    pub const fn legacy(mut self) -> BuiltinWith<F> {
        self.about.interface = Interface::Legacy;
        self
    }

    /// Says that it reads variables of its caller by name.
    #[must_use]
    pub const fn reads_variables(mut self) -> BuiltinWith<F> {
        self.about.reads_variables = true;
        self
    }

    /// Says that it looks at few parts of its arguments, or at one for each call of its lambda.
    #[must_use]
    pub const fn glances(mut self) -> BuiltinWith<F> {
        self.about.attention = Attention::Glance;
        self
    }

    /// Says that it makes something large of each part of its arguments.
    #[must_use]
    pub const fn thorough(mut self) -> BuiltinWith<F> {
        self.about.attention = Attention::Thorough;
        self
    }

    /// The function as versions of its module from this one on have it; those before have another one.
    #[must_use]
    pub const fn before(mut self, version: ModuleVersion, older: Older<F>) -> BuiltinWith<F> {
        self.before = Some((version, older));
        self
    }

    /// The function as a version of its module has it; `None` if that is the module's own code. Without a version it is
    /// the newest.
    pub fn in_version(&'static self, version: Option<ModuleVersion>) -> Option<&'static BuiltinWith<F>> {
        match (&self.before, version) {
            (Some((first, older)), Some(version)) if version < *first => match older {
                Older::Builtin(older) => older.in_version(Some(version)),
                Older::Code => None,
            },
            _ => Some(self),
        }
    }

    /// What is wrong with its signatures, and with those of what it was in older versions: for tests.
    pub fn flaws(&self) -> Vec<String> {
        let own = self.dispatches.iter().filter_map(|dispatch| {
            let problem = Signature::parse(dispatch.signature).err()?;
            Some(format!("`{}({})`: {problem}", self.about.name, dispatch.signature))
        });
        let mut flaws: Vec<String> = own.collect();
        if let Some((_, Older::Builtin(older))) = &self.before {
            flaws.extend(older.flaws());
        }
        flaws
    }

    /// What it is, with its signatures. One that cannot be read is left out; a test reads them all.
    #[inline]
    pub fn about(&self) -> &About {
        self.about.signatures.get_or_init(|| {
            self.dispatches.iter().filter_map(|dispatch| Signature::parse(dispatch.signature).ok()).collect()
        });
        &self.about
    }
}

impl<F> Deref for BuiltinWith<F> {
    type Target = About;

    fn deref(&self) -> &About {
        self.about()
    }
}

/// A function that can be called.
#[derive(Clone)]
pub enum Function {
    /// One that is built in and needs no host.
    Builtin(&'static Builtin),
    /// One that the host runs.
    Hosted(Hosted),
    /// One that is written in the language.
    Code(Arc<FunctionDefinition>),
}

/// A function that the host runs: one that touches the catalog, or that a module brings in another language.
#[derive(Clone, Copy)]
pub struct Hosted {
    /// What the host knows it by.
    pub id: u32,
    /// Its name.
    pub name: &'static str,
    /// What it is; without it, it checks its arguments itself.
    pub about: Option<&'static About>,
}

/// A function that is built in.
#[derive(Clone, Copy)]
pub enum Native {
    /// One that needs no host.
    Builtin(&'static Builtin),
    /// One that the host runs.
    Hosted(Hosted),
}

impl Native {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Native::Builtin(builtin) => builtin.about.name,
            Native::Hosted(hosted) => hosted.name,
        }
    }

    /// What it is.
    pub fn about(self) -> Option<&'static About> {
        match self {
            Native::Builtin(builtin) => Some(builtin.about()),
            Native::Hosted(hosted) => hosted.about,
        }
    }
}

impl From<Native> for Function {
    fn from(native: Native) -> Function {
        match native {
            Native::Builtin(builtin) => Function::Builtin(builtin),
            Native::Hosted(hosted) => Function::Hosted(hosted),
        }
    }
}

/// The functions that are built in, by name.
#[derive(Clone, Default)]
pub struct Functions {
    core: Arc<SymbolMap<Native>>,
    /// Functions that belong to a module: they serve only where it is there.
    modules: Arc<SymbolMap<(&'static str, Native)>>,
    /// What functions of modules do where the module has them under a new name, and that name.
    renamed: Arc<SymbolMap<(&'static Builtin, Symbol)>>,
    /// The versions of modules, where no environment tells them.
    versions: Arc<Vec<(&'static str, ModuleVersion)>>,
}

impl Functions {
    /// A library of functions; of two with one name the last counts.
    pub fn new(library: impl IntoIterator<Item = Native>) -> Functions {
        let core = library.into_iter().map(|native| (Symbol::new(native.name()), native)).collect();
        Functions { core: Arc::new(core), ..Functions::default() }
    }

    /// Adds functions of modules, each with the name of its module.
    #[must_use]
    pub fn with_modules(self, library: impl IntoIterator<Item = (&'static str, Native)>) -> Functions {
        let entries =
            library.into_iter().map(|(module, native)| (Symbol::new(native.name()), (module, native)));
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
    pub fn of_module(&self, name: Symbol) -> Option<(&'static str, Native)> {
        self.modules.get(&name).copied()
    }

    /// All functions of modules with their modules, in the order of their names.
    pub fn of_modules(&self) -> impl Iterator<Item = (&'static str, &'static About)> {
        let all = self.modules.values().filter_map(|(module, native)| Some((*module, native.about()?)));
        let mut all: Vec<(&'static str, &'static About)> = all.collect();
        all.sort_by_key(|(_, about)| about.name);
        all.into_iter()
    }

    /// Leaves out functions that ship with Puppet, because code defines its own under their names.
    pub fn leave_out(&mut self, names: impl IntoIterator<Item = Symbol>) {
        for name in names {
            if self.core.contains_key(&name) {
                Arc::make_mut(&mut self.core).remove(&name);
            }
        }
    }

    /// The function of a name.
    #[inline]
    pub fn get(&self, name: Symbol) -> Option<Native> {
        self.core.get(&name).copied()
    }

    /// All functions, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &'static About> {
        let mut all: Vec<&'static About> = self.core.values().filter_map(|native| native.about()).collect();
        all.sort_by_key(|about| about.name);
        all.into_iter()
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.core.values().map(|native| native.name())
    }
}
