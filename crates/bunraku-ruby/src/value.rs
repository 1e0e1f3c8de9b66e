//! The values of Ruby: immediate ones in place, objects counted and shared within one thread.
//!
//! Code is shared by threads, values are not. A host may have values of its own, which code hands around ([`HostValue`]).

mod array;
mod foreign;
mod hash;
mod object;
mod own;
mod string;
mod teardown;

use std::rc::Rc;

use bunraku_pcore::Str;
use bunraku_regexp::Regexp;
use num_bigint::BigInt;

pub use array::RArray;
pub use foreign::HostValue;
pub use hash::{HashDefault, HashKey, RHash};
pub use object::{Data, RObject};
pub use own::Own;
pub use string::RString;
pub(crate) use teardown::{Waiting, drop_all};

use crate::{
    class::{Method, RClass},
    frame::Frame,
    tree::BlockCode,
};

/// Any value of Ruby. A clone refers to the same object.
#[derive(Clone, Default)]
pub enum Val {
    /// `nil`.
    #[default]
    Nil,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of 64 bits.
    Int(i64),
    /// A larger integer.
    Big(Rc<BigInt>),
    /// A number with a fraction.
    Float(f64),
    /// A symbol. Names of data become symbols, too, so that they are texts and not interned for ever.
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
    /// What a regular expression matched.
    Match(Rc<RMatch>),
    /// A block as a value: a proc or a lambda.
    Proc(Rc<RProc>),
    /// A method with its receiver.
    Method(Rc<RMethod>),
    /// A class or a module.
    Class(Rc<RClass>),
    /// Any other object.
    Object(Rc<RObject>),
    /// A value of the host that Ruby has nothing like.
    Host(Rc<dyn HostValue>),
}

const _: () = assert!(size_of::<Val>() <= 24, "a value is copied everywhere and must stay small");

/// A range: `first..last` or `first...last`; `nil` is an open end.
pub struct RRange {
    /// The begin.
    pub first: Val,
    /// The end.
    pub last: Val,
    /// Whether the end is left out.
    pub exclusive: bool,
}

/// What a regular expression matched in a text.
pub struct RMatch {
    /// The regular expression.
    pub regexp: Rc<Regexp>,
    /// The text that was searched.
    pub text: Str,
    /// Where the whole and each group matched, in bytes.
    pub groups: Vec<Option<(usize, usize)>>,
}

/// A proc or lambda.
pub struct RProc {
    /// What runs when it is called.
    pub body: ProcBody,
    /// Whether it checks its arguments and `return` leaves only itself.
    pub lambda: bool,
    /// What `break` in it leaves: the call that it was given to.
    pub tag: u64,
}

/// What a proc runs.
pub enum ProcBody {
    /// A block of code in the frame that it was written in.
    Code {
        /// The code.
        code: std::sync::Arc<BlockCode>,
        /// The frame around.
        frame: Rc<Frame>,
    },
    /// `&:name`: calls that method on the first argument.
    Symbol(Str),
    /// `&method(:name)`.
    Method(Rc<RMethod>),
    /// A block that the [host](crate::Host::call_block) runs, which knows it by a number.
    Host(usize),
    /// Written in Rust, with values that it keeps.
    Native(crate::class::Native, Vec<Val>),
}

/// A method with its receiver.
pub struct RMethod {
    /// The receiver; `nil` while it has none.
    pub receiver: Val,
    /// Whether it has a receiver.
    pub bound: bool,
    /// The name.
    pub name: bunraku_intern::Symbol,
    /// What it does.
    pub method: Method,
    /// Where it was found.
    pub owner: Rc<RClass>,
}

impl Val {
    /// A new string.
    pub fn str(text: impl Into<String>) -> Val {
        Val::Str(Rc::new(RString::new(text.into())))
    }

    /// A new string of bytes that are not text.
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

    /// An integer of any size.
    pub fn integer(number: BigInt) -> Val {
        match i64::try_from(&number) {
            Ok(small) => Val::Int(small),
            Err(_) => Val::Big(Rc::new(number)),
        }
    }

    /// Whether it counts as true: everything does but `nil` and `false`.
    #[inline]
    pub fn truthy(&self) -> bool {
        !matches!(self, Val::Nil | Val::Bool(false))
    }

    /// Whether this is `nil`.
    pub fn is_nil(&self) -> bool {
        matches!(self, Val::Nil)
    }

    /// Whether code changed the object or something in it since it was made.
    pub fn is_changed(&self) -> bool {
        self.changed_within(0)
    }

    fn changed_within(&self, depth: usize) -> bool {
        // An object that contains itself has been changed to do so, and that is seen on the way.
        match self {
            Val::Str(text) => text.is_changed(),
            Val::Array(array) => {
                array.is_changed()
                    || (depth < 50 && array.items().iter().any(|item| item.changed_within(depth + 1)))
            }
            Val::Hash(hash) => {
                hash.is_changed()
                    || (depth < 50 && hash.map().values().any(|value| value.changed_within(depth + 1)))
            }
            _ => false,
        }
    }

    /// Whether both are the very same object.
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
    /// The text of a group; 0 is the whole match.
    pub fn group(&self, index: usize) -> Option<&str> {
        let (start, end) = (*self.groups.get(index)?)?;
        self.text.get(start..end)
    }

    /// The group of a name: the last of that name that matched.
    pub fn named(&self, name: &str) -> Option<Option<&str>> {
        let (_, numbers) = self.regexp.group_names().find(|(each, _)| *each == name)?;
        let matched = numbers.iter().rev().find_map(|number| self.group(*number));
        Some(matched)
    }

    /// What stands before the match.
    pub fn pre(&self) -> &str {
        self.groups.first().copied().flatten().and_then(|(start, _)| self.text.get(..start)).unwrap_or("")
    }

    /// What stands after the match.
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
