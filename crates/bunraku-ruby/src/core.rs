//! The classes of Ruby's core, one file per class, each with a table of its methods.

mod array;
mod basic;
mod binding;
mod boot;
mod class_methods;
mod comparable;
mod conversions;
mod convert;
mod digest;
mod encoding;
mod enumerable;
mod enumerator;
mod env;
mod exceptions;
mod file;
mod float;
mod format;
mod hash;
mod integer;
mod json;
mod kernel;
mod lazy;
mod match_data;
mod math;
mod methods;
mod modules;
mod numbers;
mod numeric;
mod object;
mod openssl;
mod procs;
mod random;
mod range;
mod rational;
mod regexp;
mod string;
mod structs;
mod symbol;
mod time;
mod walk;
mod yaml;
mod zlib;

use std::rc::Rc;

pub(crate) use kernel::asks_frame;
pub(crate) use random::Generator;
pub(crate) use string::{append_as, form_of_both};

use crate::class::RClass;

/// The classes that Rust code refers to.
#[allow(missing_docs, reason = "the names are those of the classes")]
pub struct Known {
    pub object: Rc<RClass>,
    pub module: Rc<RClass>,
    pub class: Rc<RClass>,
    pub nil: Rc<RClass>,
    pub true_class: Rc<RClass>,
    pub false_class: Rc<RClass>,
    pub integer: Rc<RClass>,
    pub float: Rc<RClass>,
    pub symbol: Rc<RClass>,
    pub string: Rc<RClass>,
    pub array: Rc<RClass>,
    pub hash: Rc<RClass>,
    pub range: Rc<RClass>,
    pub regexp: Rc<RClass>,
    pub match_data: Rc<RClass>,
    pub proc: Rc<RClass>,
    pub method: Rc<RClass>,
    pub unbound_method: Rc<RClass>,
    pub enumerator: Rc<RClass>,
    pub standard_error: Rc<RClass>,
}
