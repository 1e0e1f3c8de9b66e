//! Converts arguments of methods to Rust values, with Ruby's implicit conversions and errors.

use std::rc::Rc;

use bunraku_pcore::format::Directive;

use crate::{
    Interp, R,
    compare::BYTES_OF_STEP,
    value::{RArray, RHash, Val},
};

/// The smallest positive float that does not fit in 64 bits.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

impl Interp<'_> {
    /// An argument that must be an integer. A float is truncated.
    pub fn arg_int(&mut self, value: &Val) -> R<i64> {
        match value {
            Val::Int(number) => Ok(*number),
            Val::Float(number) if (-TWO_63..TWO_63).contains(number) => Ok(*number as i64),
            Val::Float(number) => {
                let shown = self.short_float(*number);
                Err(self.error("RangeError", format!("float {shown} out of range of integer")))
            }
            Val::Big(_) => Err(self.error("RangeError", "bignum too big to convert into `long'")),
            Val::Object(_) if self.responds(value, "to_int") => {
                let number = self.call(value, "to_int", Vec::new())?;
                match number {
                    Val::Int(number) => Ok(number),
                    _ => Err(self.no_conversion(value, "Integer")),
                }
            }
            _ => Err(self.no_conversion(value, "Integer")),
        }
    }

    /// A float as Ruby's messages show it, such as `1e+30` or `Inf`.
    fn short_float(&self, number: f64) -> String {
        let form = Directive { precision: Some(10), ..Directive::default() };
        bunraku_pcore::format::number::float(&form, number, 'g')
    }

    /// The string that a parser of data gets: what an object that can be read, such as an open file, has left to read.
    pub(super) fn arg_source(&mut self, value: &Val) -> R<String> {
        let read = match value {
            Val::Object(_) if self.responds(value, "read") => self.call(value, "read", Vec::new())?,
            _ => return self.arg_str(value),
        };
        self.arg_str(&read)
    }

    /// An argument that must be a string.
    pub fn arg_str(&mut self, value: &Val) -> R<String> {
        match value {
            Val::Str(text) => {
                let text = text.text();
                self.charge(text.len() as u64 / BYTES_OF_STEP)?;
                Ok(text)
            }
            Val::Object(_) if self.responds(value, "to_str") => {
                let text = self.call(value, "to_str", Vec::new())?;
                self.to_s(&text)
            }
            _ => Err(self.no_conversion(value, "String")),
        }
    }

    /// An argument that must be a name, given as a string or a symbol.
    pub fn arg_name(&mut self, value: &Val) -> R<String> {
        match value {
            Val::Sym(name) => Ok(name.to_string()),
            Val::Str(text) => Ok(text.text()),
            _ => {
                let shown = self.inspect(value)?;
                Err(self.type_error(format!("{shown} is not a symbol nor a string")))
            }
        }
    }

    /// A copy of the elements of an argument that must be an array.
    pub fn arg_items(&mut self, value: &Val) -> R<Vec<Val>> {
        let array = self.arg_array(value)?;
        self.items(&array)
    }

    /// An argument that must be an array.
    pub fn arg_array(&mut self, value: &Val) -> R<Rc<RArray>> {
        match value {
            Val::Array(array) => Ok(Rc::clone(array)),
            Val::Object(_) if self.responds(value, "to_ary") => {
                match self.call(value, "to_ary", Vec::new())? {
                    Val::Array(array) => Ok(array),
                    _ => Err(self.no_conversion(value, "Array")),
                }
            }
            _ => Err(self.no_conversion(value, "Array")),
        }
    }

    /// An argument that must be a hash.
    pub fn arg_hash(&mut self, value: &Val) -> R<Rc<RHash>> {
        match value {
            Val::Hash(hash) => Ok(Rc::clone(hash)),
            Val::Object(_) if self.responds(value, "to_hash") => {
                match self.call(value, "to_hash", Vec::new())? {
                    Val::Hash(hash) => Ok(hash),
                    _ => Err(self.no_conversion(value, "Hash")),
                }
            }
            _ => Err(self.no_conversion(value, "Hash")),
        }
    }

    /// The error for an argument that has the wrong class and cannot be converted.
    pub fn no_conversion(&mut self, value: &Val, wanted: &str) -> Box<crate::Unwind> {
        let given = match value {
            Val::Nil => "nil".to_string(),
            Val::Bool(bool) => bool.to_string(),
            _ => self.real_class(value).name(),
        };
        let verb = if value.is_nil() && wanted == "Integer" { "from nil to integer" } else { "" };
        if verb.is_empty() {
            self.type_error(format!("no implicit conversion of {given} into {wanted}"))
        } else {
            self.type_error(format!("no implicit conversion {verb}"))
        }
    }
}
