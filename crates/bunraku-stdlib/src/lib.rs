//! The functions of Puppet that can run without a catalog, and a few of puppetlabs-stdlib.
//!
//! Each function is a [`Builtin`](bunraku_eval::Builtin), declared in one place, usually in its own file: its
//! signatures in Puppet's notation, its manual with examples that run as tests, and its code. [`core()`] lists the
//! functions that ship with Puppet, [`stdlib()`] those that replace functions of the module puppetlabs-stdlib. For all
//! other functions of modules, the modules' own code runs.
//!
//! Functions that declare resources, look up data or load template files are not in this crate, but in the compiler. A
//! function accesses the outside (the clock, commands) only through its [`Call`](bunraku_eval::Call).

mod crypt;
mod extremes;
mod functions;
mod iteration;
mod navigation;
mod numbers;
mod order;
mod patterns;
mod prelude;
mod scan;
mod stdlib;
mod strings;
mod type_reader;

pub use crypt::{crypt, crypt_work};
pub use functions::core;
pub use stdlib::stdlib;

#[cfg(test)]
mod tests {
    #[test]
    fn every_signature_can_be_read() {
        let all = super::core().into_iter().chain(super::stdlib());
        let flaws: Vec<String> = all.flat_map(|builtin| builtin.flaws()).collect();
        assert!(flaws.is_empty(), "{}", flaws.join("\n"));
    }
}
