//! The editions of the Puppet language, as data.
//!
//! There are two: [`PUPPET8`], the default, is what Puppet 8 does; [`SPEC`] is what the specification documents say,
//! and what Puppet 8 does where they are silent. An [`Edition`] is a set of answers, one for each point where the two
//! differ. A question is a small enum, so that the place in the code that depends on it reads as what it decides:
//!
//! ```
//! use bunraku_edition::{EmptyString, PUPPET8, SPEC};
//!
//! let truth = |rules: &bunraku_edition::EvalRules, string: &str| match rules.empty_string {
//!     EmptyString::True => true,
//!     EmptyString::False => !string.is_empty(),
//! };
//! assert!(truth(&PUPPET8.eval, ""));
//! assert!(!truth(&SPEC.eval, ""));
//! ```
//!
//! Code must not ask which edition it runs in. `Edition` has no equality for that reason, and its name is only for
//! output and for `--edition`. A new difference is a new field and a new enum here, one `match` where it matters, and a
//! conformance case for each edition.
//!
//! The variants name in parentheses what an answer rests on: "Puppet 8" is its observed behaviour, anything else is a
//! document (expressions, types, heredoc, lexical structure) and its section.

mod eval;
mod syntax;
mod types;

pub use eval::{
    AbsoluteType, AccessKeys, CollectorValue, ElementToDelete, EmptyString, EvalRules, FloatShift,
    HashToDelete, InSetsMatch, NegativeShift, OptionMatch, SecondKey, SelectorDefault, SelectorWithoutMatch,
    StringOperand,
};
pub use syntax::{
    AppendAssignment, ArrayAssignment, BackslashByNumber, BareCallWithArray, EmptyCase, EscapedApostrophe,
    EscapedLineEnd, HeredocEmptySegment, HeredocEndLine, HeredocShortMargin, HeredocSyntaxCase, HeredocTrim,
    HyphenInWord, IntegerLiterals, InterpolatedKeyword, InterpolatedName, LoneComma, RegexpExtent,
    RegexpSuffix, SyntaxRules, UnknownEscape,
};
pub use types::{
    BareCollection, CollectionSize, DataContent, DescendingRange, IntegerSize, IntegerStep, NumericStrings,
    PatternType, RegexpText, SingleBound, SingleHashParameter, StringInArray, TextAnchors, TypeInString,
    TypeNames, TypeRules, TypeWithValue, UndefInstance,
};

/// One edition of the language: its name, and its answer to every question on which the editions differ.
#[derive(Debug)]
pub struct Edition {
    /// The name as it is written after `--edition`.
    pub name: &'static str,
    /// The rules for the lexer, the parser and the static checks.
    pub syntax: SyntaxRules,
    /// The rules for values and types.
    pub types: TypeRules,
    /// The rules for the evaluator.
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
    /// The edition with a name as written after `--edition`, such as `puppet8`.
    pub fn find(name: &str) -> Option<&'static Edition> {
        EDITIONS.into_iter().find(|edition| edition.name == name)
    }
}
