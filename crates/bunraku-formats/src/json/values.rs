//! Values of the language from JSON.

use std::{borrow::Cow, sync::Arc};

use bunraku_pcore::{Hash, Value};
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

/// Builds each collection when it is complete, so that it gets exactly the room that it needs.
#[derive(Default)]
struct Values {
    /// The elements of all arrays that are being read. Those of the innermost are last.
    elements: Vec<Value>,
    /// The entries of all objects that are being read.
    entries: Vec<(Value, Value)>,
    /// The start of each key of the outermost object, in the order of its entries.
    places: Vec<usize>,
}

impl Values {
    /// Creates the outermost object. A duplicate key keeps its position, but the last value counts.
    fn outermost(&mut self) -> Hash {
        let mut object = Hash::with_capacity(self.entries.len());
        let mut places = Vec::with_capacity(self.places.len());
        for ((key, value), at) in self.entries.drain(..).zip(self.places.drain(..)) {
            let known = match object.insert(key.clone(), value) {
                Some(_) => object.keys().position(|known| known == &key),
                None => None,
            };
            match known.and_then(|index| places.get_mut(index)) {
                Some(place) => *place = at,
                None => places.push(at),
            }
        }
        self.places = places;
        object
    }
}

impl<'t> Build<'t> for Values {
    type Value = Value;
    /// How many elements it has.
    type Array = usize;
    /// How many entries it has, and whether it is the outermost value.
    type Object = (usize, bool);

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

    fn push(&mut self, array: &mut usize, value: Value) {
        self.elements.push(value);
        *array += 1;
    }

    fn array(&mut self, length: usize) -> Value {
        let start = self.elements.len().saturating_sub(length);
        Value::Array(self.elements.drain(start..).collect())
    }

    fn insert(
        &mut self,
        object: &mut (usize, bool),
        key: Cow<'t, str>,
        value: Value,
        at: usize,
        outermost: bool,
    ) {
        self.entries.push((Value::str(key), value));
        *object = (object.0 + 1, outermost);
        if outermost {
            self.places.push(at);
        }
    }

    fn object(&mut self, (length, outermost): (usize, bool)) -> Value {
        if outermost {
            return Value::Hash(self.outermost());
        }
        let start = self.entries.len().saturating_sub(length);
        Value::Hash(self.entries.drain(start..).collect())
    }
}
