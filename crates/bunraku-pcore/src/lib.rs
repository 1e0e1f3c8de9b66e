//! Values and types of the Puppet language.
//!
//! A [`Value`] is what programs compute with, a [`Type`] says what a value may be. The modules answer one question
//! each: is a value an [`instance`] of a type, is a type [`assignable`] to another, what type does a value have
//! ([`infer`]), what do two types have in [`common`], how do values [`compare`], how do they look as [`text`] and types
//! as [`notation`]. Where the editions of the language differ, functions take the rules of one
//! ([`TypeRules`](bunraku_edition::TypeRules)).

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
pub mod text;
pub mod types;
pub mod values;

pub use array::Array;
pub use hash::Hash;
pub use regexp::Regexp;
pub use str::Str;
pub use types::{FloatRange, IntRange, Size, Type};
pub use value::Value;
