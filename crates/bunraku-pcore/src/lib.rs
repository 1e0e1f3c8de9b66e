//! Values and types of the Puppet language.
//!
//! A [`Value`] is what programs compute with, and a [`Type`] says which values are allowed. Each module answers one
//! question:
//!
//! | question | module |
//! |---|---|
//! | Is a value an instance of a type, and what is wrong if it is not? | [`instance`], [`describe`] |
//! | Is a type assignable to another? Which type covers two types? | [`assignable`], [`common`] |
//! | Which type does a value have? | [`infer`] |
//! | How do values compare with `==`, `<`, `in` and in a `case`? | [`compare`] |
//! | What does a value or a type look like as a string? | [`text`], [`notation`], [`mod@format`] |
//! | How are values and types made from other values? | [`new`], [`construct`] |
//!
//! If the editions of the language differ, a function takes the rules of one as an argument
//! ([`TypeRules`](bunraku_edition::TypeRules)).
//!
//! Values and types are immutable, and cheap to clone: a clone shares its contents with the original. Everything here
//! is a pure function of its arguments, apart from the [work] that is counted. This crate does not evaluate code, load
//! types by name, read files or use the clock; functions that need such things get them from their caller, as a trait
//! or a closure.
//!
//! ```
//! use bunraku_edition::PUPPET8;
//! use bunraku_pcore::{IntRange, Type, Value, describe, infer, instance::instance, notation::notation};
//!
//! let rules = &PUPPET8.types;
//! let ports = Type::array(Type::integer(IntRange::new(Some(1), Some(65535))), None);
//! let value = Value::array([Value::Int(80), Value::str("http")]);
//! assert!(!instance(rules, &ports, &value));
//! assert_eq!(notation(rules, &infer::detailed(rules, &value)), "Tuple[Integer[80, 80], String]");
//!
//! let path = vec![describe::Step::Parameter("ports".into())];
//! let wrong = describe::describe_value(rules, path, &ports, &value);
//! assert_eq!(wrong[0].text(rules), "parameter 'ports' index 1 expects an Integer value, got String");
//! ```

mod array;
mod edit;
mod hash;
mod init;
mod measure;
mod regexp;
mod str;
mod value;

pub mod assignable;
pub mod bytes;
pub mod common;
pub mod compare;
pub mod construct;
pub mod describe;
pub mod format;
pub mod infer;
pub mod instance;
pub mod new;
pub mod notation;
pub mod number;
pub mod random;
pub mod text;
pub mod types;
pub mod values;
pub mod watch;
pub mod work;

pub use array::Array;
pub use edit::Edit;
pub use hash::Hash;
pub use measure::Measure;
pub use regexp::Regexp;
pub use str::{Str, lowercase, segments};
pub use types::{FloatRange, IntRange, Size, Type};
pub use value::Value;
