//! What Ruby code of Puppet modules sees of Puppet, for the interpreter of `bunraku-ruby`.
//!
//! A compilation has one [`Ruby`], a handle that is cheap to clone. It runs functions
//! ([`Ruby::call_function`]), templates ([`Ruby::render`]) and the files of resource types ([`Ruby::read_type`],
//! [`Ruby::title_value`]), each with finite limits and a [`PuppetHost`]: the compilation as Ruby code sees it. All
//! questions to it are methods with typed answers. A host that is asked to run Puppet code may run Ruby code again with
//! a clone of the same handle: nothing is taken out of the compilation and put back.
//!
//! Modules see `Puppet::Functions`, `Puppet::Parser::Functions`, `Puppet::Type`, `Puppet::Parser::Scope` and what else
//! of Puppet they use: written in Ruby (`library/*.rb`) where that is possible, on methods written in Rust. Values of
//! Puppet become values of Ruby where Ruby code reads them, and go back when it returns.
//!
//! The crate touches nothing outside of it but by its host. It does not know how a catalog is built: only the host does.

mod binding;
mod convert;
mod function;
mod host;
mod library;
mod logging;
mod provided;
mod puppet_host;
mod ruby;
mod scope;
mod signature;
mod template;
pub mod types;
mod value;

pub use bunraku_ruby::{Code, Limits, RubyError, RubyErrorKind, YamlError, parse, parse_template};
pub use host::{HostError, Level, ModuleFolder, PuppetHost};
pub use ruby::Ruby;
