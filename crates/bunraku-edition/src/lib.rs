//! The editions of the Puppet language, as data.
//!
//! An edition is a set of answers, one for each point where the specification documents and Puppet 8
//! differ. Code asks one question at the place where it matters (`match rules.empty_case`) and never asks
//! which edition it is: `Edition` has no equality, and nothing but output reads its name.

mod eval;
mod syntax;
mod types;

pub use eval::*;
pub use syntax::*;
pub use types::*;

/// One edition of the language: a name and the answers to every question that the editions answer apart.
#[derive(Debug)]
pub struct Edition {
    /// The name as it is written after `--edition`.
    pub name: &'static str,
    /// What the lexer, the parser and the static checks ask.
    pub syntax: SyntaxRules,
    /// What values and types ask.
    pub types: TypeRules,
    /// What the evaluator asks.
    pub eval: EvalRules,
}

/// What Puppet 8 does: the default.
pub static PUPPET8: Edition = Edition {
    name: "puppet8",
    syntax: SyntaxRules::PUPPET8,
    types: TypeRules::PUPPET8,
    eval: EvalRules::PUPPET8,
};

/// What the specification documents say; what Puppet 8 does where they are silent.
pub static SPEC: Edition =
    Edition { name: "spec", syntax: SyntaxRules::SPEC, types: TypeRules::SPEC, eval: EvalRules::SPEC };

/// Every edition, the default first.
pub static EDITIONS: [&Edition; 2] = [&PUPPET8, &SPEC];

impl Edition {
    /// The edition of that name.
    pub fn find(name: &str) -> Option<&'static Edition> {
        EDITIONS.into_iter().find(|edition| edition.name == name)
    }
}
