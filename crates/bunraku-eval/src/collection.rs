//! Arrays and hashes: literals, `+`, `-`, `<<` and `*`.

use std::collections::HashSet;

use bunraku_diag::codes;
use bunraku_edition::{ElementToDelete, HashToDelete};
use bunraku_ir::{Body, Expr, List, Operand};
use bunraku_pcore::{Array, Hash, Value, compare, number, values::Binary};

use crate::{Eval, Evaluator, Items, Machine, arithmetic::article, machine::place};

impl Evaluator<'_> {
    pub(crate) fn array(&mut self, body: &Body, list: List, at: Operand) -> Eval<Value> {
        let array = Value::Array(self.list_values(body, list)?.into_iter().collect());
        self.accept(array, body, at)
    }

    /// The values in a list. Values after `*` are expanded to their elements.
    pub(crate) fn list_values(&mut self, body: &Body, list: List) -> Eval<Vec<Value>> {
        let operands = body.list(list);
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            let value = self.eval(body, *operand)?;
            if is_splat(body, *operand)
                && let Value::Array(elements) = value
            {
                self.count_walk_at(elements.len() as u64, body, *operand)?;
                values.extend(elements.iter().cloned());
            } else {
                values.push(value);
            }
        }
        Ok(values)
    }

    pub(crate) fn hash(&mut self, body: &Body, list: List, at: Operand) -> Eval<Value> {
        let operands = body.list(list);
        let mut hash = Hash::with_capacity(operands.len() / 2);
        for pair in operands.chunks_exact(2) {
            let [key, value] = pair else { continue };
            let key = self.eval(body, *key)?;
            let value = self.eval(body, *value)?;
            if matches!(key, Value::Array(_) | Value::Hash(_)) {
                self.count_walk_at(key.measure().weight(), body, at)?;
            }
            hash.insert(key, value);
        }
        self.accept(Value::Hash(hash), body, at)
    }

    /// `* value`: converts a value to an array as a splat does.
    pub(crate) fn splat(&mut self, body: &Body, operand: Operand) -> Eval<Value> {
        let value = self.eval(body, operand)?;
        Ok(match value {
            Value::Array(_) => value,
            Value::Undef => Value::array([]),
            Value::Hash(hash) => pairs(&hash),
            Value::Iter(_) => {
                let items = Items::to_array(&value).into_iter().flatten();
                let values = self.gather(items, body, place(body, operand))?;
                self.accept(Value::array(values), body, operand)?
            }
            other => Value::array([other]),
        })
    }
}

impl Machine {
    /// `left + right` for a collection on the left. A collection without other references is changed in place.
    pub(crate) fn concatenate(
        &mut self,
        body: &Body,
        mut left: Value,
        right: Value,
        at: Operand,
    ) -> Eval<Value> {
        self.count_copy(body, &mut left, &right, at)?;
        let result = match (left, right) {
            // The result must not be the left operand itself, since Ruby code may change that in place.
            (Value::Array(array), Value::Array(others)) if others.is_empty() => Value::Array(array.to_own()),
            (Value::Hash(hash), Value::Hash(others)) if others.is_empty() => Value::Hash(hash.to_own()),
            (Value::Array(mut array), right) => {
                match right {
                    Value::Array(others) => array.extend(others.iter().cloned()),
                    Value::Hash(hash) => {
                        array.extend(
                            hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])),
                        );
                    }
                    other => array.push(other),
                }
                Value::Array(array)
            }
            (Value::Hash(mut hash), Value::Hash(others)) => {
                hash.merge(&others);
                Value::Hash(hash)
            }
            (Value::Hash(mut hash), Value::Array(array)) => {
                let Some(entries) = entries(&array) else {
                    let message = "cannot convert this array to a hash";
                    let error = self.error_at(codes::INVALID_OPERAND, body, at, message);
                    return Err(crate::machine::with_help(
                        error,
                        "expected pairs, as in `[['a', 1], ['b', 2]]`, or alternating keys and values",
                    ));
                };
                hash.extend(entries);
                Value::Hash(hash)
            }
            (Value::Uri(base), Value::Uri(other)) => match base.join(&other.text()) {
                Some(uri) => Value::Uri(uri),
                None => {
                    return Err(self.error_at(codes::INVALID_OPERAND, body, at, "cannot join these URIs"));
                }
            },
            (Value::Uri(base), Value::Str(other)) => match base.join(&other) {
                Some(uri) => Value::Uri(uri),
                None => {
                    return Err(self.error_at(codes::INVALID_OPERAND, body, at, "this string is not a URI"));
                }
            },
            (Value::Binary(left), Value::Binary(right)) => {
                Value::Binary(Binary::new(left.as_bytes().iter().chain(right.as_bytes()).copied()))
            }
            (left, right) => {
                let message = format!("cannot add {} to {}", self.kind_of(&right), self.kind_of(&left));
                let label = self.this_is(&right);
                return Err(self.operand_error(body, at, 1, message, label));
            }
        };
        self.accept(result, body, at)
    }

    /// `array << value`.
    pub(crate) fn append(&mut self, body: &Body, mut left: Value, right: Value, at: Operand) -> Eval<Value> {
        self.count_copy(body, &mut left, &Value::Undef, at)?;
        let Value::Array(mut array) = left else { return Ok(left) };
        array.push(right);
        self.accept(Value::Array(array), body, at)
    }

    /// Counts the elements copied by an addition: those of the left operand only if there are other references to it.
    fn count_copy(&mut self, body: &Body, left: &mut Value, right: &Value, at: Operand) -> Eval<()> {
        let kept = match left {
            Value::Array(array) => usize::from(array.is_shared()) * array.len(),
            Value::Hash(hash) => usize::from(hash.is_shared()) * hash.len(),
            Value::Binary(bytes) => bytes.as_bytes().len(),
            _ => 0,
        };
        let added = match right {
            Value::Array(array) => array.len(),
            Value::Hash(hash) => hash.len(),
            Value::Binary(bytes) => bytes.as_bytes().len(),
            _ => 0,
        };
        self.count_walk_at(kept.saturating_add(added) as u64, body, at)
    }

    /// `left - right` for a collection on the left.
    pub(crate) fn delete(&mut self, body: &Body, left: Value, right: &Value, at: Operand) -> Eval<Value> {
        match left {
            Value::Array(mut array) => {
                let gone: Vec<Value> = match right {
                    Value::Array(values) => values.to_vec(),
                    Value::Hash(hash) => match self.edition.eval.hash_to_delete {
                        HashToDelete::Pairs => match pairs(hash) {
                            Value::Array(pairs) => pairs.to_vec(),
                            _ => Vec::new(),
                        },
                        HashToDelete::KeysAndValues => {
                            hash.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect()
                        }
                    },
                    other => vec![other.clone()],
                };
                // Scalars are found by hash; only collections are compared one by one.
                let (known, others): (HashSet<Value>, Vec<Value>) = match self.edition.eval.element_to_delete
                {
                    ElementToDelete::SameValue => {
                        let (scalars, others) = gone.into_iter().partition::<Vec<Value>, _>(is_scalar);
                        (scalars.into_iter().map(same_number).collect(), others)
                    }
                    ElementToDelete::Equal => (HashSet::new(), gone),
                };
                let compared = array.len() as u64 * others.len() as u64;
                self.count_steps(compared / 16, body, place(body, at))?;
                let types = &self.edition.types;
                match self.edition.eval.element_to_delete {
                    ElementToDelete::SameValue => array.retain(|value| match is_scalar(value) {
                        true => !known.contains(&same_number(value.clone())),
                        false => !others.iter().any(|gone| same(value, gone)),
                    }),
                    ElementToDelete::Equal => {
                        array.retain(|value| !others.iter().any(|gone| compare::equal(types, value, gone)));
                    }
                }
                Ok(Value::Array(array))
            }
            Value::Hash(mut hash) => {
                self.count_walk_at(hash.len() as u64, body, at)?;
                // Removing a key moves all that follow it, so that several are removed together.
                match right {
                    Value::Array(keys) => {
                        let gone: Hash = keys.iter().map(|key| (key.clone(), Value::Undef)).collect();
                        hash.retain(|key, _| gone.get(key).is_none());
                    }
                    Value::Hash(gone) => hash.retain(|key, _| gone.get(key).is_none()),
                    key => drop(hash.remove(key)),
                }
                Ok(Value::Hash(hash))
            }
            other => {
                let message = format!("cannot remove elements from {}", article(&self.type_text(&other)));
                Err(self.error_at(codes::INVALID_OPERAND, body, at, message))
            }
        }
    }
}

/// Whether an operand is a `*` expression.
pub(crate) fn is_splat(body: &Body, operand: Operand) -> bool {
    matches!(operand, Operand::Expr(id) if matches!(body.expr(id), Expr::Splat(_)))
}

/// The entries of a hash as an array of pairs.
pub(crate) fn pairs(hash: &Hash) -> Value {
    Value::array(hash.iter().map(|(key, value)| Value::array([key.clone(), value.clone()])))
}

/// The entries that an array represents: pairs, or alternating keys and values.
fn entries(array: &Array) -> Option<Vec<(Value, Value)>> {
    let all_arrays = !array.is_empty() && array.iter().all(|value| matches!(value, Value::Array(_)));
    if all_arrays {
        return array
            .iter()
            .map(|pair| match pair {
                Value::Array(pair) => match pair.as_slice() {
                    [key, value] => Some((key.clone(), value.clone())),
                    _ => None,
                },
                _ => None,
            })
            .collect();
    }
    if !array.len().is_multiple_of(2) {
        return None;
    }
    let values = array.as_slice().chunks_exact(2).filter_map(|pair| match pair {
        [key, value] => Some((key.clone(), value.clone())),
        _ => None,
    });
    Some(values.collect())
}

/// Whether Ruby's `==` for a value agrees with equality of hash keys, once numbers are normalized.
fn is_scalar(value: &Value) -> bool {
    match value {
        Value::Array(_) | Value::Hash(_) | Value::Big(_) => false,
        Value::Float(number) => !number.is_nan(),
        _ => true,
    }
}

/// Normalizes a number to an integer if it has an integral value.
fn same_number(value: Value) -> Value {
    match value {
        Value::Float(number) if number.fract() == 0.0 && number.abs() < 9e18 => Value::Int(number as i64),
        other => other,
    }
}

/// Ruby's `==`: numbers by value, everything else like hash keys.
fn same(a: &Value, b: &Value) -> bool {
    match number::compare(a, b) {
        Some(order) => order.is_eq(),
        None => match (a, b) {
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b))
            }
            (Value::Hash(a), Value::Hash(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
            }
            _ => a == b,
        },
    }
}
