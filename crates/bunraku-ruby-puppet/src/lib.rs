//! The parts of Puppet that Ruby code in modules can use, on top of the interpreter in `bunraku-ruby`.
//!
//! A compilation has one [`Ruby`], a handle that is cheap to clone. It runs functions ([`Ruby::call_function`]),
//! templates ([`Ruby::render`]) and the files of resource types ([`Ruby::read_type`], [`Ruby::title_value`]), each with
//! finite limits and with a [`PuppetHost`], which is the compilation as Ruby code sees it. All requests to the host are
//! methods with typed results. A host that runs Puppet code for Ruby code may run Ruby code again with a clone of the
//! same handle.
//!
//! Modules see `Puppet::Functions`, `Puppet::Parser::Functions`, `Puppet::Type`, `Puppet::Parser::Scope`, and other
//! parts of Puppet that they use. These are written in Ruby where possible (`library/*.rb`), on top of methods written
//! in Rust. Puppet values are converted when Ruby code reads them, and converted back when it returns.
//!
//! The crate accesses the outside only through its host, and does not know how a catalog is built.

mod binding;
mod compilation;
mod convert;
mod function;
mod host;
mod kept;
mod library;
mod literal;
mod logging;
mod misuse;
mod plain;
mod prepared;
mod provided;
mod puppet_host;
mod ruby;
mod scope;
mod shared;
mod signature;
mod statements;
mod template;
pub mod types;
mod value;

pub use bunraku_diag::LogLevel;
pub use bunraku_ruby::{
    Code, Denied, Limit, Outside, PathKind, RubyError, RubyErrorKind, RunLimits, parse, parse_template,
    template_lines,
};
pub use host::{HostError, ModuleFolder, PuppetHost};
pub use kept::KeptFiles;
pub use misuse::{FunctionParam, FunctionSignature, Misuse};
pub use ruby::Ruby;
pub use template::parse_marked_template;
