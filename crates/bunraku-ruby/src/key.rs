//! Objects as keys of hashes. Objects that define `hash` are the same key if they are `eql?`.

use std::rc::Rc;
use std::sync::LazyLock;

use bunraku_intern::{FastMap, Symbol};

use crate::{
    Interp, R,
    class::Method,
    value::{Data, RObject, Val},
};

static HASH: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("hash"));

/// How deeply arrays, which may contain themselves, are searched for objects. The hash of an array goes to the same
/// depth.
const MAX_DEPTH: usize = 4;

/// The objects with their own `hash` that have been used as keys, by the result of that method. There is one object for
/// each group of objects that are `eql?`, with the number that identifies the group.
pub(crate) type Keys = FastMap<i64, Vec<(Rc<RObject>, usize)>>;

/// Whether a value is an object, or may have some inside.
fn has_objects(value: &Val) -> bool {
    matches!(value, Val::Object(_) | Val::Array(_) | Val::Hash(_))
}

impl Interp<'_> {
    /// Prepares a value to be used as a key or looked up. This must be called for every key that comes from a program,
    /// because hashing and comparing keys cannot call Ruby methods.
    #[inline]
    pub(crate) fn as_key(&mut self, key: &Val) -> R<()> {
        match key {
            Val::Object(_) | Val::Array(_) | Val::Hash(_) => self.object_as_key(key, 0),
            _ => Ok(()),
        }
    }

    fn object_as_key(&mut self, key: &Val, depth: usize) -> R<()> {
        self.step()?;
        match key {
            Val::Array(array) if depth < MAX_DEPTH => {
                // What is not searched is hashed all the same.
                self.charge(array.len() as u64 / 16)?;
                let objects: Vec<Val> =
                    array.items().iter().filter(|item| has_objects(item)).cloned().collect();
                objects.iter().try_for_each(|item| self.object_as_key(item, depth + 1))
            }
            Val::Hash(hash) if depth < MAX_DEPTH => {
                self.charge(hash.len() as u64 / 16)?;
                let parts = hash.entries().into_iter().flat_map(|(key, value)| [key, value]);
                parts.filter(has_objects).try_for_each(|part| self.object_as_key(&part, depth + 1))
            }
            Val::Object(object) => match self.find_method(key, *HASH) {
                Some(found)
                    if matches!(found.method, Method::Native(_))
                        && Rc::ptr_eq(&found.owner, &self.state.known.object) =>
                {
                    Ok(())
                }
                Some(found)
                    if matches!(found.method, Method::Native(_)) && matches!(object.data, Data::Struct) =>
                {
                    let members = object.variables();
                    if depth >= MAX_DEPTH {
                        return Ok(());
                    }
                    members.iter().try_for_each(|(_, member)| self.object_as_key(member, depth + 1))
                }
                Some(_) => self.number_key(key, object),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn number_key(&mut self, key: &Val, object: &Rc<RObject>) -> R<()> {
        let hash = match self.send(key, *HASH, crate::Args::none())? {
            Val::Int(hash) => hash,
            Val::Big(hash) => hash.iter_u64_digits().next().unwrap_or(0) as i64,
            other => return Err(self.no_conversion(&other, "Integer")),
        };
        for (known, number) in self.known_keys(hash) {
            if Rc::ptr_eq(&known, object) || self.call(key, "eql?", vec![Val::Object(known)])?.truthy() {
                object.set_key(number);
                return Ok(());
            }
        }
        // Other objects are identified by their address, which is even, so that an odd number cannot collide with one.
        let number = (self.new_id() as usize) << 1 | 1;
        object.set_key(number);
        self.state.keys.borrow_mut().entry(hash).or_default().push((Rc::clone(object), number));
        Ok(())
    }

    fn known_keys(&self, hash: i64) -> Vec<(Rc<RObject>, usize)> {
        self.state.keys.borrow().get(&hash).cloned().unwrap_or_default()
    }
}
