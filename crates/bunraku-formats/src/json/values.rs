//! Values of the language from JSON.

use std::{borrow::Cow, sync::Arc};

use bunraku_pcore::{Array, Hash, Value};
use num_bigint::BigInt;

use super::{Accepted, Build, Json, read_with};
use crate::{Error, error::Lines};

/// Reads a document.
pub(super) fn read_value(text: &str) -> Result<Value, Error> {
    read_with(text, Accepted::default(), &mut Values::default()).map_err(|failure| failure.error(text))
}

/// Reads a document and records the positions of the keys of the outermost object.
pub(super) fn read(text: &str) -> Result<Json, Error> {
    let mut values = Values::default();
    let value = read_with(text, Accepted::default(), &mut values).map_err(|failure| failure.error(text))?;
    let lines = Lines::new(text);
    let positions = values.places.iter().map(|at| lines.position(*at)).collect();
    Ok(Json { value, positions })
}

#[derive(Default)]
struct Values {
    /// The start of each key of the outermost object, in the order of its entries.
    places: Vec<usize>,
}

impl<'t> Build<'t> for Values {
    type Value = Value;
    type Array = Array;
    type Object = Hash;

    fn null(&mut self) -> Value {
        Value::Undef
    }

    fn bool(&mut self, bool: bool) -> Value {
        Value::Bool(bool)
    }

    fn integer(&mut self, number: i64) -> Value {
        Value::Int(number)
    }

    fn big(&mut self, number: BigInt) -> Value {
        Value::Big(Arc::new(number))
    }

    fn float(&mut self, number: f64) -> Value {
        Value::Float(number)
    }

    fn string(&mut self, text: Cow<'t, str>) -> Value {
        Value::str(text)
    }

    fn push(&mut self, array: &mut Array, value: Value) {
        array.push(value);
    }

    fn array(&mut self, array: Array) -> Value {
        Value::Array(array)
    }

    fn insert(&mut self, object: &mut Hash, key: Cow<'t, str>, value: Value, at: usize, outermost: bool) {
        let key = Value::str(key);
        if !outermost {
            object.insert(key, value);
            return;
        }
        // A duplicate key keeps its position, but the last value counts.
        let known = match object.insert(key.clone(), value) {
            Some(_) => object.keys().position(|known| known == &key),
            None => None,
        };
        match known.and_then(|index| self.places.get_mut(index)) {
            Some(place) => *place = at,
            None => self.places.push(at),
        }
    }

    fn object(&mut self, object: Hash) -> Value {
        Value::Hash(object)
    }
}
