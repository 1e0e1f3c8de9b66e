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
    /// The first version of its module that does what it does.
    since: Option<ModuleVersion>,
    /// The first version of its module that does something else again.
    until: Option<ModuleVersion>,
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

    /// Whether it does what its module does in a version of it; in others the module's own code runs. A module that does
    /// not tell its version counts as the newest.
    pub fn serves(&self, version: Option<ModuleVersion>) -> bool {
        match version {
            Some(version) => {
                self.since.is_none_or(|since| since <= version)
                    && self.until.is_none_or(|until| version < until)
            }
            None => self.until.is_none(),
        }
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
}

/// A function that is built in and needs no host.
pub type Builtin = BuiltinWith<Plain>;

/// A version of a module: the three numbers.
pub type ModuleVersion = [u32; 3];

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
            since: None,
            until: None,
            signatures: OnceLock::new(),
        };
        BuiltinWith { about, dispatches }
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

    /// Says which version of its module is the first that does what it does.
    #[must_use]
    pub const fn since(mut self, version: ModuleVersion) -> BuiltinWith<F> {
        self.about.since = Some(version);
        self
    }

    /// Says which version of its module is the first that does not do what it does any more.
    #[must_use]
    pub const fn until(mut self, version: ModuleVersion) -> BuiltinWith<F> {
        self.about.until = Some(version);
        self
    }

    /// What is wrong with its signatures: for tests.
    pub fn flaws(&self) -> Vec<String> {
        let flaws = self.dispatches.iter().filter_map(|dispatch| {
            let problem = Signature::parse(dispatch.signature).err()?;
            Some(format!("`{}({})`: {problem}", self.about.name, dispatch.signature))
        });
        flaws.collect()
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
    /// Functions that stand in for those of a module: they serve only where it is there.
    modules: Arc<SymbolMap<(&'static str, Native)>>,
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

    /// Leaves out all functions that stand in for those of modules, so that the code of the modules runs.
    #[must_use]
    pub fn without_modules(self) -> Functions {
        Functions { modules: Arc::default(), ..self }
    }

    /// Takes the functions of a version of a module for built in, so that they serve without the module:
    /// for tests and measurements.
    #[must_use]
    pub fn with_version(self, module: &str, version: ModuleVersion) -> Functions {
        let serves = |native: &Native| native.about().is_some_and(|about| about.serves(Some(version)));
        let of_module = self.modules.iter().filter(|(_, (owner, native))| *owner == module && serves(native));
        let mut core = (*self.core).clone();
        core.extend(of_module.map(|(name, (_, native))| (*name, *native)));
        Functions { core: Arc::new(core), ..self }
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
