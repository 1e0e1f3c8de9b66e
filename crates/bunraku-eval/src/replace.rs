//! Replaces values wherever they are held, because Ruby code has changed them in place.

use bunraku_intern::FastMap;
use bunraku_pcore::{Hash, Measure, Value, values::Sensitive};

use crate::{Machine, scope::Frame};

/// The address of the contents of an array or hash.
type Identity = (usize, usize);

/// New values, by the addresses of the old ones.
#[derive(Default)]
pub struct Replacement {
    new: FastMap<Identity, Value>,
    /// What holds one of the old values is deeper than this, and at least as heavy.
    least: (u32, u64),
    /// Values that have been visited, with their replacements. They are held so that their addresses are not reused.
    seen: FastMap<Identity, (Value, Option<Value>)>,
}

impl Replacement {
    /// Creates a replacement of the first value of each pair by the second.
    pub fn new(pairs: &[(Value, Value)]) -> Replacement {
        let new = pairs.iter().filter_map(|(old, new)| Some((old.address()?, new.clone())));
        let measures = || pairs.iter().map(|(old, _)| old.measure());
        let depth = measures().map(Measure::depth).min().unwrap_or_default();
        let weight = measures().map(Measure::weight).min().unwrap_or_default();
        Replacement { new: new.collect(), least: (depth, weight), seen: FastMap::default() }
    }

    /// The replacement for a value; `None` if nothing in it is replaced. Shared values stay shared.
    pub fn of(&mut self, value: &Value) -> Option<Value> {
        if let Value::Sensitive(sensitive) = value {
            return Some(Value::Sensitive(Sensitive::new(self.of(sensitive.unwrap())?)));
        }
        let identity = value.address()?;
        if let Some(new) = self.new.get(&identity) {
            return Some(new.clone());
        }
        let measure = value.measure();
        if measure.depth() <= self.least.0 || measure.weight() < self.least.1 {
            return None;
        }
        if let Some((_, known)) = self.seen.get(&identity) {
            return known.clone();
        }
        let new = self.rebuilt(value);
        self.seen.insert(identity, (value.clone(), new.clone()));
        new
    }

    /// Rebuilds a collection with replaced parts; `None` if nothing has changed.
    fn rebuilt(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Array(array) => {
                let new: Vec<Option<Value>> = array.iter().map(|item| self.of(item)).collect();
                if new.iter().all(Option::is_none) {
                    return None;
                }
                let items = array.iter().zip(new).map(|(old, new)| new.unwrap_or_else(|| old.clone()));
                Some(Value::array(items))
            }
            Value::Hash(hash) => {
                let new: Vec<Option<Value>> = hash.iter().map(|(_, item)| self.of(item)).collect();
                if new.iter().all(Option::is_none) {
                    return None;
                }
                let mut rebuilt = Hash::with_capacity(hash.len());
                for ((key, old), new) in hash.iter().zip(new) {
                    rebuilt.insert(key.clone(), new.unwrap_or_else(|| old.clone()));
                }
                Some(Value::Hash(rebuilt))
            }
            _ => None,
        }
    }
}

impl Machine {
    /// Replaces values in all variables, those of running code and those kept in scopes.
    pub fn replace_values(&mut self, replacement: &mut Replacement) {
        let mut renew = |place: &mut Value| {
            if let Some(new) = replacement.of(place) {
                *place = new;
            }
        };
        self.stack.iter_mut().flatten().for_each(&mut renew);
        for scope in &mut self.scopes {
            scope.given.values_mut().for_each(&mut renew);
            for (_, frame) in &mut scope.frames {
                if let Frame::Kept(values) = frame {
                    values.iter_mut().flatten().for_each(&mut renew);
                }
            }
        }
    }
}
