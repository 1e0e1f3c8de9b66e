//! Values and types of the Puppet language.
//!
//! A [`Value`] is what programs compute with, a [`Type`] says what a value may be. The modules answer one question
//! each: is a value an [`instance`] of a type, is a type [`assignable`] to another, what type does a value have
//! ([`infer`]), what do two types have in [`common`], how do values [`compare`], how do they look as [`text`] and types
//! as [`notation`]. Where the editions of the language differ, functions take the rules of one
//! ([`TypeRules`](bunraku_edition::TypeRules)).
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
mod hash;
mod init;
mod regexp;
mod str;
mod value;

pub mod assignable;
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

pub use array::Array;
pub use hash::Hash;
pub use regexp::Regexp;
pub use str::{Str, lowercase};
pub use types::{FloatRange, IntRange, Size, Type};
pub use value::Value;
