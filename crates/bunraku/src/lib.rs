//! The Puppet language for embedders.
//!
//! The facade: embedders depend on this crate alone, and on `bunraku-fs` if programs may access the real machine. The
//! other crates are available as the modules below.
//!
//! | to do | begin with |
//! |---|---|
//! | evaluate a manifest | [`Program::evaluate`] |
//! | compile the catalog of a node from an environment | [`Site`], [`Program::compile`] |
//! | look up keys in the data of an environment, and explain how | [`Program::data`] |
//! | render templates | [`Program::templates`] |
//! | run a REPL session, one input at a time | [`Session`] |
//! | read facts, and answers of node classifiers | [`Facts`], [`Classification`], [`Classifier`] |
//! | check a file, walk its tree, list its definitions | [`analysis::Analysis`], [`syntax`] |
//! | format manifests and templates | [`fmt::format`] |
//! | lint a manifest, and fix what is found | [`lint::lint`], [`lint::fix`] |
//! | walk a catalog, and find the cause of a value | [`catalog::Catalog`] |
//! | render diagnostics | [`diag::render`] |
//!
//! # The outside
//!
//! Nothing here touches the operating system: a program accesses the outside only through a [`World`](world::World)
//! that the embedder provides. [`MemoryWorld`](world::MemoryWorld) has files in memory, layered over another world or
//! alone; the crate `bunraku-fs` has the real machine.
//!
//! ```
//! use std::sync::Arc;
//!
//! use bunraku::{Program, Site, edition::PUPPET8, world::MemoryWorld};
//! use bunraku::loader::{Environment, Layout};
//!
//! let world = MemoryWorld::new()
//!     .with("/site/manifests/site.pp", "node 'web.example.com' { include web }")
//!     .with("/site/modules/web/manifests/init.pp", "class web($port) { notify { \"port ${port}\": } }")
//!     .with("/site/hiera.yaml", "{ version: 5, hierarchy: [{ name: all, path: all.yaml }] }")
//!     .with("/site/data/all.yaml", "web::port: 8080");
//!
//! let mut program = Program::new(&PUPPET8);
//! program.node = "web.example.com".to_owned();
//! let layout = Layout { folder: Some("/site".into()), ..Layout::default() };
//! let site = Site::new(Environment::open(Arc::new(world), &layout, program.language())?, None);
//!
//! let outcome = program.compile(&site);
//! let catalog = outcome.catalog.ok_or("no catalog")?;
//! assert!(catalog.find("Notify", "port 8080").is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same from a disk; the example `compile_node` of this crate is a complete program:
//!
//! ```no_run
//! # use std::sync::Arc;
//! # use bunraku::{Program, Site, edition::PUPPET8};
//! # use bunraku::loader::{Environment, Layout};
//! # let program = Program::new(&PUPPET8);
//! let machine = bunraku_fs::SystemWorld::new();
//! let layout = Layout { folder: Some("/etc/puppetlabs/code/environments/production".into()), ..Layout::default() };
//! let site = Site::new(Environment::open(Arc::new(machine), &layout, program.language())?, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors
//!
//! Code that fails is not an error of the API: an [`Outcome`] has diagnostics, with places in its sources.
//!
//! ```
//! use bunraku::{Program, diag::render, edition::PUPPET8};
//!
//! let outcome = Program::new(&PUPPET8).evaluate("site.pp", "notice(1 / 0)");
//! let error = outcome.error().ok_or("it is wrong")?;
//! let text = render::text(error, &outcome.sources, render::Style::Plain);
//! assert!(text.contains("site.pp:1:12"), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads and stacks
//!
//! A [`Site`], a [`Program`] and a [`Catalog`](catalog::Catalog) can be shared by threads, and an outcome can be sent
//! to another. A compilation runs on the calling thread, on [a large stack](with_large_stack) that it allocates itself,
//! so any thread may call it. Code that recurses infinitely, takes too many steps or creates values that are too large
//! results in a diagnostic; see [`eval::Limits`]. [`Stoppable`](world::Stoppable) adds a deadline, and a way to cancel.

mod classification;
mod classifier;
pub mod coverage;
mod document;
mod environment;
mod facter_text;
mod facts;
mod format;
mod lookup;
mod program;
mod project;
#[cfg(feature = "ruby")]
mod ruby_files;
mod session;
mod stack;
mod template;
mod trusted;
mod usage;
mod uuid;
mod version;

pub use bunraku_diag as diag;
#[cfg(feature = "ruby")]
pub use bunraku_doc as doc;
pub use bunraku_edition as edition;
pub use bunraku_formats as formats;
pub use bunraku_formats::yaml::write::document as yaml;
pub use bunraku_hiera as hiera;
pub use bunraku_insight as insight;
pub use bunraku_lint as lint;
pub use bunraku_pcore as pcore;
pub use bunraku_regexp as regexp;
pub use bunraku_resources as resources;
pub use bunraku_syntax as syntax;
pub use bunraku_world as world;
pub use classification::Classification;
pub use classifier::Classifier;
pub use document::{Document, DocumentError};
pub use environment::Site;
pub use facts::Facts;
pub use lookup::DataSession;
pub use program::{Outcome, Program, language, library};
#[cfg(feature = "ruby")]
pub use ruby_files::{check_erb, check_ruby};
pub use session::{Names, Reply, Session};
pub use stack::with_large_stack;
pub use template::TemplateSession;
pub use trusted::trusted;
pub use usage::Usage;
pub use version::CodeVersion;

/// The static analysis of a file: its tree, its diagnostics, and the language it is written in.
///
/// ```
/// use bunraku::analysis::{Analysis, CheckSettings};
/// use bunraku::{edition::PUPPET8, syntax::SourceKind};
///
/// let language = bunraku::language(&PUPPET8, CheckSettings::default());
/// let bytes = b"class web { $a = 1 $a = 2 }\nfunction web::port() { 80 }";
/// let analysis = Analysis::of_bytes("init.pp", bytes, SourceKind::Manifest, None, &language);
///
/// let outline = analysis.outline();
/// let names: Vec<&str> = outline.iter().map(|definition| definition.name.as_str()).collect();
/// assert_eq!(names, ["web", "web::port"]);
/// assert!(!analysis.has_errors());
/// ```
pub mod analysis {
    pub use bunraku_analysis::{Analyses, Analysis, Language, Unreadable, decode};
    pub use bunraku_check::{CheckSettings, Strict};
}

/// Catalogs: resources, parameters, edges, and the cause of each parameter's value.
///
/// ```
/// use bunraku::{Program, catalog::Cause, edition::PUPPET8};
///
/// let code = "File { mode => '0644' }\nfile { '/etc/motd': content => 'hi' }";
/// let catalog = Program::new(&PUPPET8).evaluate("site.pp", code).catalog.ok_or("no catalog")?;
/// let file = catalog.find("File", "/etc/motd").ok_or("the file")?;
/// for param in &file.params {
///     let cause = catalog.cause(param).ok_or("a cause")?;
///     let place = cause.place().ok_or("a place")?;
///     let line = catalog.source(place).ok_or("a file")?.line_at(place.range.start);
///     match cause {
///         Cause::ResourceDefault(_) => assert_eq!((&*param.name, line), ("mode", 1)),
///         _ => assert_eq!((&*param.name, line), ("content", 2)),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod catalog {
    pub use bunraku_catalog::{
        Catalog, Cause, CauseId, DataHit, Header, Kind, Param, Production, Replaced, Resource, ResourceId,
        Tags, Version, shown_value, value_json,
    };
}

/// Settings and limits of an evaluation, and its log.
pub mod eval {
    pub use bunraku_eval::{Choice, Coverage, Limits, LogEntry, LogLevel, Ran, Settings};
}

/// The formatter of manifests and templates.
///
/// ```
/// use bunraku::{fmt::{self, Options}, syntax::SourceKind};
///
/// let formatted = fmt::format("class web($port=80){}", SourceKind::Manifest, &Options::default())?;
/// assert_eq!(formatted.text, "class web (\n  $port = 80,\n) {}\n");
/// # Ok::<(), bunraku::fmt::FormatError>(())
/// ```
pub mod fmt {
    pub use crate::format::{format, format_range, format_tree};
    pub use bunraku_fmt::{DEFAULT_LINE_WIDTH, FormatError, Formatted, LineRange, Options};
}

/// Static analysis: types, scopes, and the definitions of modules.
pub mod infer {
    pub use crate::project::open;
    pub use bunraku_infer::{Fingerprint, Lookup, Model, Modules, Parsed, Places, Project, Surroundings};
}

/// The built-in functions and their manuals.
pub mod functions {
    pub use bunraku_eval::{About, Functions, Native};
    pub use bunraku_intern::Symbol;
}

/// Environments: their folders, modules and settings.
pub mod loader {
    pub use bunraku_loader::{
        Environment, EnvironmentError, Layout, LoadError, LoadedFile, Module, PuppetSettings,
        SettingVariables, metadata,
    };
}
