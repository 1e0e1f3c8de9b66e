//! The functions of the language that need no catalog, one file each.
//!
//! A function is declared in one place: its signatures in Puppet's notation, its manual with examples that are run
//! as tests, and what it does. [`core()`] lists those that ship with Puppet,
//! [`stdlib()`] those of the module of that name.

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
mod type_text;

pub use functions::core;
pub use modules::modules;
pub use stdlib::{renamed, stdlib, yaml};

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
