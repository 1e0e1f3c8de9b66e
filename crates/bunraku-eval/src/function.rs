//! Declarations of functions, and finding functions by name.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use bunraku_intern::{Symbol, SymbolMap};
use bunraku_ir::FunctionDefinition;
use bunraku_pcore::Value;

use crate::{Call, Eval, Signature, call::Bytes};

/// The declaration of a function, independent of its implementation: everything that callers need to know.
pub struct About {
    /// The name as written in a call.
    pub name: &'static str,
    /// The manual, in Markdown. The `cases` blocks in it are run as tests.
    pub doc: &'static str,
    /// How it treats byte strings among its arguments.
    pub bytes: Bytes,
    /// The API through which Ruby code calls it.
    pub interface: Interface,
    /// Whether it reads variables of its caller by name, so that the caller must keep the values of all of them.
    pub reads_variables: bool,
    /// How much of its arguments it looks at, which is counted when it is called.
    pub attention: Attention,
    /// The first version of its module with this behaviour.
    since: Option<ModuleVersion>,
    /// The first later version of its module with another behaviour.
    until: Option<ModuleVersion>,
    /// The signatures, parsed when the function is first called.
    signatures: OnceLock<Box<[Signature]>>,
}

/// The API through which Ruby code calls a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The API of Puppet 4 and later: `call_function('name', ...)`.
    Current,
    /// The API of Puppet 3: `function_name([...])`, which a few of Puppet's own functions still have.
    Legacy,
}

/// How much of its arguments a function looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// A few parts, or one for each call of its lambda, which is counted separately.
    Glance,
    /// All parts.
    Whole,
    /// All parts, and it makes something of each that takes several times as much memory: a type, an object, an
    /// indented line.
    Thorough,
}

impl Attention {
    /// The cost of walking a value.
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

    /// Whether it behaves like a version of its module; for other versions the module's own code runs. A module without
    /// a version counts as the newest.
    pub fn serves(&self, version: Option<ModuleVersion>) -> bool {
        match version {
            Some(version) => {
                self.since.is_none_or(|since| since <= version)
                    && self.until.is_none_or(|until| version < until)
            }
            None => self.until.is_none(),
        }
    }

    /// Whether a signature depends on the types of a lambda's parameters.
    pub(crate) fn asks_for_lambda_types(&self) -> bool {
        let typed =
            |signature: &Signature| signature.block.as_ref().is_some_and(|block| !block.types.is_empty());
        self.signatures().iter().any(typed)
    }
}

/// The implementation of a function that only needs the evaluator.
pub type Plain = fn(&mut Call<'_>) -> Eval<Value>;

/// A built-in function: its declaration and its implementations.
///
/// `F` is the type of an implementation: [`Plain`] for functions that do not need a host. A host declares functions
/// with its own type and runs them itself.
pub struct BuiltinWith<F: 'static> {
    about: About,
    /// The implementations. The first one whose signature fits is run.
    pub dispatches: &'static [Dispatch<F>],
}

/// A built-in function that does not need a host.
pub type Builtin = BuiltinWith<Plain>;

/// The version of a module: major, minor, patch.
pub type ModuleVersion = [u32; 3];

/// An implementation, for arguments that fit a signature.
pub struct Dispatch<F = Plain> {
    /// The signature in Puppet's notation; see [`Signature`].
    pub signature: &'static str,
    /// The implementation.
    pub run: F,
}

impl<F> BuiltinWith<F> {
    /// Declares a function.
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

    /// Declares how it treats byte strings.
    #[must_use]
    pub const fn bytes(mut self, bytes: Bytes) -> BuiltinWith<F> {
        self.about.bytes = bytes;
        self
    }

    /// Declares that it has the API of Puppet 3.
    #[must_use]
    pub const fn legacy(mut self) -> BuiltinWith<F> {
        self.about.interface = Interface::Legacy;
        self
    }

    /// Declares that it reads variables of its caller by name.
    #[must_use]
    pub const fn reads_variables(mut self) -> BuiltinWith<F> {
        self.about.reads_variables = true;
        self
    }

    /// Declares that it looks at few parts of its arguments, or at one for each call of its lambda.
    #[must_use]
    pub const fn glances(mut self) -> BuiltinWith<F> {
        self.about.attention = Attention::Glance;
        self
    }

    /// Declares that it makes something large of each part of its arguments.
    #[must_use]
    pub const fn thorough(mut self) -> BuiltinWith<F> {
        self.about.attention = Attention::Thorough;
        self
    }

    /// Declares the first version of its module with this behaviour.
    #[must_use]
    pub const fn since(mut self, version: ModuleVersion) -> BuiltinWith<F> {
        self.about.since = Some(version);
        self
    }

    /// Declares the first later version of its module with another behaviour.
    #[must_use]
    pub const fn until(mut self, version: ModuleVersion) -> BuiltinWith<F> {
        self.about.until = Some(version);
        self
    }

    /// Errors in its signatures, for tests.
    pub fn flaws(&self) -> Vec<String> {
        let flaws = self.dispatches.iter().filter_map(|dispatch| {
            let parsed = Signature::parse(dispatch.signature);
            let problem = parsed.and_then(|signature| signature.result()).err()?;
            Some(format!("`{}({})`: {problem}", self.about.name, dispatch.signature))
        });
        flaws.collect()
    }

    /// The declaration, with its signatures. A signature that cannot be parsed is left out; a test parses them all.
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
    /// A function that is not written in Puppet.
    Native(Native),
    /// A function written in Puppet.
    Code(Arc<FunctionDefinition>),
}

/// A function that the host runs: one that needs the catalog, or one of a module in another language.
#[derive(Clone, Copy)]
pub struct Hosted {
    /// The host's number for it.
    pub id: u32,
    /// The name as written in a call.
    pub name: &'static str,
    /// Its declaration. A function without one checks its arguments itself.
    pub about: Option<&'static About>,
}

/// A function that is not written in Puppet.
#[derive(Clone, Copy)]
pub enum Native {
    /// A built-in function that does not need a host.
    Builtin(&'static Builtin),
    /// A function that the host runs.
    Hosted(Hosted),
}

impl Native {
    /// The name as written in a call.
    pub fn name(self) -> &'static str {
        match self {
            Native::Builtin(builtin) => builtin.about.name,
            Native::Hosted(hosted) => hosted.name,
        }
    }

    /// The declaration.
    pub fn about(self) -> Option<&'static About> {
        match self {
            Native::Builtin(builtin) => Some(builtin.about()),
            Native::Hosted(hosted) => hosted.about,
        }
    }
}

/// The built-in functions, by name.
#[derive(Clone, Default)]
pub struct Functions {
    core: Arc<SymbolMap<Native>>,
    /// Functions that replace those of a module. They are used only if the module is installed.
    modules: Arc<SymbolMap<(&'static str, Native)>>,
}

impl Functions {
    /// Creates a library of functions. If two have the same name, the last one counts.
    pub fn new(library: impl IntoIterator<Item = Native>) -> Functions {
        let core = library.into_iter().map(|native| (Symbol::new(native.name()), native)).collect();
        Functions { core: Arc::new(core), ..Functions::default() }
    }

    /// Adds replacements for functions of modules, each with the name of its module.
    #[must_use]
    pub fn with_modules(self, library: impl IntoIterator<Item = (&'static str, Native)>) -> Functions {
        let entries =
            library.into_iter().map(|(module, native)| (Symbol::new(native.name()), (module, native)));
        Functions { modules: Arc::new(entries.collect()), ..self }
    }

    /// Removes all replacements for functions of modules, so that the modules' own code runs.
    #[must_use]
    pub fn without_modules(self) -> Functions {
        Functions { modules: Arc::default(), ..self }
    }

    /// Treats the functions of a version of a module as built in, so that they work without the module. For tests and
    /// measurements.
    #[must_use]
    pub fn with_version(self, module: &str, version: ModuleVersion) -> Functions {
        let serves = |native: &Native| native.about().is_some_and(|about| about.serves(Some(version)));
        let of_module = self.modules.iter().filter(|(_, (owner, native))| *owner == module && serves(native));
        let mut core = (*self.core).clone();
        core.extend(of_module.map(|(name, (_, native))| (*name, *native)));
        Functions { core: Arc::new(core), ..self }
    }

    /// Finds the replacement for a function of a module, with the name of the module.
    pub fn of_module(&self, name: Symbol) -> Option<(&'static str, Native)> {
        self.modules.get(&name).copied()
    }

    /// All replacements with their modules, sorted by name.
    pub fn of_modules(&self) -> impl Iterator<Item = (&'static str, &'static About)> {
        let all = self.modules.values().filter_map(|(module, native)| Some((*module, native.about()?)));
        let mut all: Vec<(&'static str, &'static About)> = all.collect();
        all.sort_by_key(|(_, about)| about.name);
        all.into_iter()
    }

    /// Removes functions that ship with Puppet, because code defines functions of the same names.
    pub fn leave_out(&mut self, names: impl IntoIterator<Item = Symbol>) {
        for name in names {
            if self.core.contains_key(&name) {
                Arc::make_mut(&mut self.core).remove(&name);
            }
        }
    }

    /// Finds a function by name.
    #[inline]
    pub fn get(&self, name: Symbol) -> Option<Native> {
        self.core.get(&name).copied()
    }

    /// All functions, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static About> {
        let mut all: Vec<&'static About> = self.core.values().filter_map(|native| native.about()).collect();
        all.sort_by_key(|about| about.name);
        all.into_iter()
    }

    /// The names of all functions.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.core.values().map(|native| native.name())
    }
}
