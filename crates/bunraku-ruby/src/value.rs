//! Ruby's values. Small ones are stored inline; others are reference-counted and shared within one thread.
//!
//! Code is shared by threads, values are not. A host may add its own kinds of values, which code can pass around
//! ([`HostValue`]).

mod array;
mod foreign;
mod hash;
mod object;
mod own;
mod string;
mod teardown;
mod watch;

use std::rc::Rc;

use bunraku_pcore::Str;
use bunraku_regexp::Regexp;
use num_bigint::BigInt;

pub use array::RArray;
pub use foreign::HostValue;
pub use hash::{HashDefault, HashKey, Late, RHash};
pub use object::{Data, RObject};
pub use own::Own;
pub use string::{Form, RString};
pub(crate) use teardown::{Waiting, drop_all, drop_values};
pub use watch::Watch;

use crate::{
    class::{Method, RClass},
    frame::Frame,
    tree::BlockCode,
};

/// Any Ruby value. A clone refers to the same object.
#[derive(Clone, Default)]
pub enum Val {
    /// `nil`.
    #[default]
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// An integer that fits in 64 bits.
    Int(i64),
    /// An integer that does not fit in 64 bits.
    Big(Rc<BigInt>),
    /// A floating-point number.
    Float(f64),
    /// A symbol. It is a string rather than an interned name because data can become symbols as well, and interned
    /// names are never freed.
    Sym(Str),
    /// A string.
    Str(Rc<RString>),
    /// An array.
    Array(Rc<RArray>),
    /// A hash.
    Hash(Rc<RHash>),
    /// A range.
    Range(Rc<RRange>),
    /// A regular expression.
    Regexp(Rc<Regexp>),
    /// The result of matching a regular expression.
    Match(Rc<RMatch>),
    /// A proc or lambda.
    Proc(Rc<RProc>),
    /// A method object, bound to a receiver or not.
    Method(Rc<RMethod>),
    /// A class or a module.
    Class(Rc<RClass>),
    /// Any other object, including exceptions, times and structs.
    Object(Rc<RObject>),
    /// A value of the host that has no counterpart in Ruby.
    Host(Rc<dyn HostValue>),
}

const _: () = assert!(size_of::<Val>() <= 24, "a value is copied everywhere and must stay small");

/// A range, `first..last` or `first...last`. An open end is `nil`.
pub struct RRange {
    /// The first element.
    pub first: Val,
    /// The last element, or the limit if the range is exclusive.
    pub last: Val,
    /// Whether the range excludes its end (`...`).
    pub exclusive: bool,
}

/// The result of matching a regular expression against a string.
pub struct RMatch {
    /// The regular expression that matched.
    pub regexp: Rc<Regexp>,
    /// The string that was searched.
    pub text: Str,
    /// The byte ranges of the whole match and of each group.
    pub groups: Vec<Option<(usize, usize)>>,
}

/// A proc or lambda.
pub struct RProc {
    /// The code of the proc.
    pub body: ProcBody,
    /// Whether it is a lambda, which checks its arguments, and in which `return` ends only the lambda itself.
    pub lambda: bool,
    /// Identifies the call that the block was passed to, which `break` ends.
    pub tag: u64,
}

/// The code of a proc.
pub enum ProcBody {
    /// A block written in Ruby.
    Code {
        /// The parameters and the statements.
        code: std::sync::Arc<BlockCode>,
        /// The frame in which the block was written.
        frame: Rc<Frame>,
    },
    /// `&:name`: calls the method on the first argument.
    Symbol(Str),
    /// A method object as a block, as in `&method(:name)`.
    Method(Rc<RMethod>),
    /// A block that is implemented by the [host](crate::Host::call_block), identified by a number.
    Host(usize),
    /// A block implemented in Rust, with the values that it keeps.
    Native(crate::class::Native, Vec<Val>),
}

/// A `Method` or an `UnboundMethod`.
pub struct RMethod {
    /// The receiver; `nil` if it is not bound.
    pub receiver: Val,
    /// Whether it is bound to a receiver.
    pub bound: bool,
    /// The name by which it was found.
    pub name: bunraku_intern::Symbol,
    /// The implementation.
    pub method: Method,
    /// The class or module that defines it.
    pub owner: Rc<RClass>,
}

impl Val {
    /// A new UTF-8 string.
    pub fn str(text: impl Into<String>) -> Val {
        Val::Str(Rc::new(RString::new(text.into())))
    }

    /// A new binary string.
    pub fn bytes(bytes: &[u8]) -> Val {
        Val::Str(Rc::new(RString::from_bytes(bytes)))
    }

    /// A symbol.
    pub fn sym(name: impl Into<Str>) -> Val {
        Val::Sym(name.into())
    }

    /// A new array.
    pub fn array(items: Vec<Val>) -> Val {
        Val::Array(Rc::new(RArray::new(items)))
    }

    /// A new hash.
    pub fn hash(entries: impl IntoIterator<Item = (Val, Val)>) -> Val {
        Val::Hash(Rc::new(RHash::from_entries(entries)))
    }

    /// An integer, stored as [`Val::Int`] if it fits in 64 bits.
    pub fn integer(number: BigInt) -> Val {
        match i64::try_from(&number) {
            Ok(small) => Val::Int(small),
            Err(_) => Val::Big(Rc::new(number)),
        }
    }

    /// Whether it is truthy: everything is, except `nil` and `false`.
    #[inline]
    pub fn truthy(&self) -> bool {
        !matches!(self, Val::Nil | Val::Bool(false))
    }

    /// Whether it is `nil`.
    pub fn is_nil(&self) -> bool {
        matches!(self, Val::Nil)
    }

    /// Whether code has changed the object, or one inside it, since it was created.
    pub fn is_changed(&self) -> bool {
        self.changed_within(0)
    }

    fn changed_within(&self, depth: usize) -> bool {
        // The depth is limited because an object may contain itself. It must have been changed to do so, which is found
        // before the limit is reached.
        match self {
            Val::Str(text) => text.is_changed(),
            Val::Array(array) => {
                array.is_changed()
                    || (depth < 50 && array.items().iter().any(|item| item.changed_within(depth + 1)))
            }
            Val::Hash(hash) => {
                hash.is_changed() || (depth < 50 && hash.any_seen(|value| value.changed_within(depth + 1)))
            }
            _ => false,
        }
    }

    /// Whether both are the same object (`equal?`).
    pub fn same(&self, other: &Val) -> bool {
        match (self, other) {
            (Val::Nil, Val::Nil) => true,
            (Val::Bool(a), Val::Bool(b)) => a == b,
            (Val::Int(a), Val::Int(b)) => a == b,
            (Val::Big(a), Val::Big(b)) => a == b,
            (Val::Float(a), Val::Float(b)) => a.to_bits() == b.to_bits(),
            (Val::Sym(a), Val::Sym(b)) => a == b,
            (Val::Str(a), Val::Str(b)) => Rc::ptr_eq(a, b),
            (Val::Array(a), Val::Array(b)) => Rc::ptr_eq(a, b),
            (Val::Hash(a), Val::Hash(b)) => Rc::ptr_eq(a, b),
            (Val::Range(a), Val::Range(b)) => Rc::ptr_eq(a, b),
            (Val::Regexp(a), Val::Regexp(b)) => Rc::ptr_eq(a, b),
            (Val::Match(a), Val::Match(b)) => Rc::ptr_eq(a, b),
            (Val::Proc(a), Val::Proc(b)) => Rc::ptr_eq(a, b),
            (Val::Method(a), Val::Method(b)) => Rc::ptr_eq(a, b),
            (Val::Class(a), Val::Class(b)) => Rc::ptr_eq(a, b),
            (Val::Object(a), Val::Object(b)) => Rc::ptr_eq(a, b),
            (Val::Host(a), Val::Host(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl RMatch {
    /// The matched string of a group. Group 0 is the whole match.
    pub fn group(&self, index: usize) -> Option<&str> {
        let (start, end) = (*self.groups.get(index)?)?;
        self.text.get(start..end)
    }

    /// The string of a named group. If several groups have the name, the last one that matched counts. The outer `None`
    /// means that there is no such group.
    pub fn named(&self, name: &str) -> Option<Option<&str>> {
        let (_, numbers) = self.regexp.group_names().find(|(each, _)| *each == name)?;
        let matched = numbers.iter().rev().find_map(|number| self.group(*number));
        Some(matched)
    }

    /// The part of the string before the match.
    pub fn pre(&self) -> &str {
        self.groups.first().copied().flatten().and_then(|(start, _)| self.text.get(..start)).unwrap_or("")
    }

    /// The part of the string after the match.
    pub fn post(&self) -> &str {
        self.groups.first().copied().flatten().and_then(|(_, end)| self.text.get(end..)).unwrap_or("")
    }
}

impl From<bool> for Val {
    fn from(bool: bool) -> Val {
        Val::Bool(bool)
    }
}

impl From<i64> for Val {
    fn from(number: i64) -> Val {
        Val::Int(number)
    }
}

impl From<f64> for Val {
    fn from(number: f64) -> Val {
        Val::Float(number)
    }
}

impl<T: Into<Val>> From<Option<T>> for Val {
    fn from(value: Option<T>) -> Val {
        value.map_or(Val::Nil, Into::into)
    }
}
