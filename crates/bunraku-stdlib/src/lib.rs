//! The functions of Puppet and of common modules that can run without a catalog.
//!
//! Each function is a [`Builtin`](bunraku_eval::Builtin), declared in one place, usually in a file of its own: its
//! signatures in Puppet's notation, its manual with examples that run as tests, and its code. [`core()`] lists the
//! functions that ship with Puppet, [`stdlib()`] those of the module puppetlabs-stdlib, and [`modules()`] those of a
//! few other modules.
//!
//! Functions that declare resources, look up data or load template files belong to the catalog, not to this crate. A
//! function reaches the outside (the clock, commands) only through its [`Call`](bunraku_eval::Call).

mod extremes;
mod functions;
mod iteration;
mod modules;
mod navigation;
mod numbers;
mod order;
mod patterns;
mod prelude;
mod scan;
mod stdlib;
mod strings;
mod type_reader;

pub use functions::core;
pub use modules::modules;
pub use stdlib::{crypt, renamed, stdlib, yaml};

#[cfg(test)]
mod tests {
    #[test]
    fn every_signature_can_be_read() {
        let renamed = super::renamed().into_iter().map(|(builtin, _)| builtin);
        let modules = super::modules().into_iter().map(|(_, builtin)| builtin);
        let all = super::core().into_iter().chain(super::stdlib()).chain(renamed).chain(modules);
        let flaws: Vec<String> = all.flat_map(|builtin| builtin.flaws()).collect();
        assert!(flaws.is_empty(), "{}", flaws.join("\n"));
    }
}
