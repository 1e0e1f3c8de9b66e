//! Access expressions, `value[key, ...]`, on values and types.

use std::sync::Arc;

use num_bigint::Sign;

use bunraku_check::Strict;
use bunraku_diag::codes;
use bunraku_edition::{AccessKeys, IntegerSize, SecondKey, StringOperand};
use bunraku_ir::{Body, Expr, List, Operand};
use bunraku_pcore::{
    Str, Type, Value,
    construct::{self, ConstructError, Problem},
    number,
    values::Binary,
};

use crate::{
    Eval, Evaluator, Machine,
    arithmetic::article,
    machine::{place, with_help},
    message::{first_line, with_advice, with_place},
};

impl Evaluator<'_> {
    pub(crate) fn access(&mut self, body: &Body, target: Operand, keys: List, at: Operand) -> Eval<Value> {
        // A constant key of a collection that needs no evaluation is looked up without copying the collection.
        if let [key] = body.list(keys)
            && let (Some(target), Some(key)) = (self.peek(body, target), self.peek(body, *key))
        {
            match (target, key) {
                (Value::Hash(hash), key) if key.measure().weight() <= 1 << 8 => {
                    return Ok(hash.get(key).cloned().unwrap_or_default());
                }
                (Value::Array(array), Value::Int(index)) => {
                    return Ok(element(array.as_slice(), *index).cloned().unwrap_or_default());
                }
                _ => {}
            }
        }
        let written = target;
        let target = self.eval(body, target)?;
        let is_bytes = matches!(&target, Value::ByteStr(text) if text.is_ascii());
        let target = target.plain();
        let keys = self.list_values(body, keys)?;
        self.count_walk_at(keys.iter().map(|key| key.measure().weight()).sum(), body, at)?;
        match &target {
            Value::Array(array) => {
                let keys = self.flattened(keys);
                let array = array.clone();
                self.array_access(body, array.as_slice(), &keys, at)
            }
            Value::Hash(hash) => match keys.as_slice() {
                [key] => Ok(hash.get(key).cloned().unwrap_or_default()),
                keys => {
                    let found = keys.iter().filter_map(|key| hash.get(key)).filter(|value| !value.is_undef());
                    Ok(Value::array(found.cloned()))
                }
            },
            Value::Str(text) => {
                let keys = self.flattened(keys);
                self.count_walk_at(text.len() as u64, body, at)?;
                let characters: Vec<char> = text.chars().collect();
                let range = self.text_range(body, characters.len(), &keys, at)?;
                let part: String = characters.get(range).unwrap_or_default().iter().collect();
                Ok(if is_bytes { Value::ByteStr(Str::from(part)) } else { Value::Str(Str::from(part)) })
            }
            Value::Binary(bytes) => {
                let keys = self.flattened(keys);
                let range = self.text_range(body, bytes.as_bytes().len(), &keys, at)?;
                self.count_walk_at(range.len() as u64, body, at)?;
                let part = bytes.as_bytes().get(range).unwrap_or_default();
                Ok(Value::Binary(Binary::new(part.iter().copied())))
            }
            Value::Type(Type::Reference(_)) if is_type_name(body, written) => {
                // Only in the definition of an alias may the name of an unknown type be a value. With parameters it is
                // represented by its source.
                let text = body.range(at).map_or("", |range| range.of(body.source.text()));
                Ok(Value::Type(Type::Reference(Arc::new(Str::from(text)))))
            }
            Value::Type(ty) => self.type_access(body, ty, &keys, at),
            other => {
                let message = format!("cannot access elements of {}", self.kind_of(other));
                let label = self.this_is(other);
                let error = self.part_error(codes::INVALID_ACCESS, body, at, 0, message, label);
                let base = self.operand_places(body, place(body, at)).first().copied();
                let key = base.filter(|_| other.is_undef()).and_then(|base| self.missing_key(body, base));
                let help = self.no_facts(body, at).or(key).or_else(|| {
                    let dig = "use `dig` for keys that may be missing: `$hash.dig('a', 'b')`";
                    other.is_undef().then(|| dig.to_owned())
                });
                Err(with_advice(error, help))
            }
        }
    }

    fn type_access(&mut self, body: &Body, ty: &Type, keys: &[Value], at: Operand) -> Eval<Value> {
        if matches!(self.edition.eval.access_keys, AccessKeys::AsGiven) {
            self.check_type_keys(body, ty, keys, at)?;
        }
        if is_full_reference(ty) {
            return self.parameter_values(body, ty, keys, at);
        }
        let value = construct::parameterized(&self.edition.types, ty, keys)
            .map_err(|error| self.bad_parameters(body, ty, &error, at))?;
        self.accept(value, body, at)
    }

    /// Reads parameters of the resource or class that a reference names: one value for a single name, an array for an
    /// array of names or several names. A name that is `undef` is skipped.
    fn parameter_values(&mut self, body: &Body, ty: &Type, keys: &[Value], at: Operand) -> Eval<Value> {
        let several = keys.len() > 1 || matches!(keys, [Value::Array(_)]);
        let mut values = Vec::with_capacity(keys.len());
        for key in self.flattened(keys.to_vec()).iter().filter(|key| !key.is_undef()) {
            let Some(name) = key.as_str() else {
                let message = format!(
                    "expected the name of a parameter as a String, got {}",
                    article(&self.type_text(key))
                );
                return Err(self.error_at(codes::INVALID_ACCESS, body, at, message));
            };
            match self.host.parameter(self.machine, ty, name)? {
                Some(value) => values.push(value),
                None => {
                    let shown = bunraku_pcore::notation::notation(&self.edition.types, ty);
                    let message = format!("`{shown}` has no parameter '{name}' at this point");
                    let error = self.error_at(codes::INVALID_ACCESS, body, at, message);
                    return Err(with_help(
                        error,
                        "only resources that are already declared have values to read",
                    ));
                }
            }
        }
        Ok(if several { Value::array(values) } else { values.pop().unwrap_or_default() })
    }
}

impl Machine {
    /// In the edition that does not flatten keys, checks that keys of types are strings, types or numbers: neither
    /// arrays, nor `undef` in place of a title.
    fn check_type_keys(&mut self, body: &Body, ty: &Type, keys: &[Value], at: Operand) -> Eval<()> {
        let reference = matches!(ty, Type::Class(_) | Type::Resource(_));
        // For these types an array has a special meaning.
        if matches!(ty, Type::Callable(_) | Type::Init(_)) {
            return Ok(());
        }
        let message = if keys.iter().any(|key| matches!(key, Value::Array(_))) {
            match reference {
                true => "an array cannot name a class or resource: pass the names one by one",
                false => "an array cannot be a parameter of a type: pass its elements one by one",
            }
        } else if reference && keys.iter().any(Value::is_undef) {
            "`undef` cannot name a class or resource"
        } else {
            return Ok(());
        };
        Err(self.error_at(codes::INVALID_ACCESS, body, at, message))
    }

    /// Replaces arrays of keys with their elements, if the edition does that.
    fn flattened(&self, keys: Vec<Value>) -> Vec<Value> {
        if matches!(self.edition.eval.access_keys, AccessKeys::AsGiven) {
            return keys;
        }
        let mut flat = Vec::with_capacity(keys.len());
        let mut rest: Vec<Value> = keys.into_iter().rev().collect();
        while let Some(key) = rest.pop() {
            match key {
                Value::Array(inner) => rest.extend(inner.iter().rev().cloned()),
                key => flat.push(key),
            }
        }
        flat
    }

    fn array_access(&mut self, body: &Body, array: &[Value], keys: &[Value], at: Operand) -> Eval<Value> {
        let length = array.len() as i64;
        match keys {
            [key] => {
                let index = self.array_index(body, key, 0, at)?;
                Ok(element(array, index).cloned().unwrap_or_default())
            }
            [first, second] => {
                let (first, second) =
                    (self.array_index(body, first, 0, at)?, self.array_index(body, second, 1, at)?);
                let range = self.slice(length, first, second);
                self.count_walk_at(range.len() as u64, body, at)?;
                Ok(Value::array(array.get(range).unwrap_or_default().iter().cloned()))
            }
            _ => Err(self.key_count(body, "an array", keys.len(), at)),
        }
    }

    /// The characters (or bytes) of a string that the keys select.
    fn text_range(
        &mut self,
        body: &Body,
        length: usize,
        keys: &[Value],
        at: Operand,
    ) -> Eval<std::ops::Range<usize>> {
        let size = length as i64;
        match keys {
            [key] => {
                let index = self.string_index(body, key, 0, at)?;
                let index = if index < 0 { index + size } else { index };
                Ok(if (0..size).contains(&index) { index as usize..index as usize + 1 } else { 0..0 })
            }
            [first, second] => {
                let (first, second) =
                    (self.string_index(body, first, 0, at)?, self.string_index(body, second, 1, at)?);
                Ok(self.slice(size, first, second))
            }
            _ => Err(self.key_count(body, "a string", keys.len(), at)),
        }
    }

    /// The range of elements between two keys, clamped to the length.
    fn slice(&self, length: i64, first: i64, second: i64) -> std::ops::Range<usize> {
        let (mut from, end) = match self.edition.eval.second_key {
            SecondKey::Length => {
                let from = if first < 0 { first.saturating_add(length) } else { first };
                let count = if second < 0 {
                    (length - from).saturating_add(second).saturating_add(1)
                } else {
                    second
                };
                (from, from.saturating_add(count))
            }
            SecondKey::LastIndex => {
                let absolute = |index: i64| if index < 0 { index.saturating_add(length) } else { index };
                (absolute(first), absolute(second).saturating_add(1))
            }
        };
        from = from.max(0);
        let end = end.min(length);
        if from >= end { 0..0 } else { from as usize..end as usize }
    }

    /// The index of an element of an array. A string of digits is one only where strings become numbers.
    fn array_index(&mut self, body: &Body, key: &Value, position: usize, at: Operand) -> Eval<i64> {
        let coerces = self.coerces();
        self.index(body, key, (position, "an Array"), at, coerces)
    }

    /// The index of a character. Here a string of digits is always one.
    fn string_index(&mut self, body: &Body, key: &Value, position: usize, at: Operand) -> Eval<i64> {
        self.index(body, key, (position, "a String"), at, true)
    }

    fn index(
        &mut self,
        body: &Body,
        key: &Value,
        (position, what): (usize, &str),
        at: Operand,
        coerces: bool,
    ) -> Eval<i64> {
        match key {
            Value::Int(index) => Ok(*index),
            Value::Big(index) if matches!(self.edition.types.integer_size, IntegerSize::Unlimited) => {
                Ok(if index.sign() == Sign::Minus { i64::MIN } else { i64::MAX })
            }
            Value::Str(text) if matches!(self.edition.eval.access_keys, AccessKeys::Flattened) => {
                match number::parse(text) {
                    Some(Value::Int(index)) if coerces => Ok(index),
                    _ => Err(self.bad_key(body, key, position, at, what)),
                }
            }
            _ => Err(self.bad_key(body, key, position, at, what)),
        }
    }

    fn coerces(&self) -> bool {
        matches!(self.edition.eval.string_operand, StringOperand::Number)
            || self.settings.strict != Strict::Error
    }

    #[cold]
    fn bad_key(
        &mut self,
        body: &Body,
        key: &Value,
        position: usize,
        at: Operand,
        what: &str,
    ) -> Box<crate::Unwind> {
        let message = format!("expected an Integer as index, got {}", self.kind_of(key));
        let label = if key.is_undef() { "this is undef" } else { "not an Integer" };
        let help = self.lowercase_reference(body, key, at);
        let error = self.own_part_error(codes::INVALID_ACCESS, body, at, position + 1, message, label);
        let base = self.operand_places(body, place(body, at)).first().copied().filter(|_| help.is_none());
        let error = match base {
            Some(base) => {
                let span = self.span_in(&body.source, first_line(&body.source, base));
                with_place(error, span, format!("this is {what}, not a Hash"))
            }
            None => error,
        };
        with_advice(error, help)
    }

    #[cold]
    fn key_count(&mut self, body: &Body, what: &str, count: usize, at: Operand) -> Box<crate::Unwind> {
        let error = self.error_at(
            codes::INVALID_ACCESS,
            body,
            at,
            format!("{what} takes one or two keys, got {count}"),
        );
        with_help(error, "one key is an index, two are a slice")
    }

    #[cold]
    fn bad_parameters(
        &mut self,
        body: &Body,
        ty: &Type,
        error: &ConstructError,
        at: Operand,
    ) -> Box<crate::Unwind> {
        let name = ty.name();
        let message = match &error.problem {
            Problem::NoParameters { .. } => format!("the type {name} takes no parameters"),
            Problem::Count { min, max, actual, .. } => match max {
                Some(max) if max == min => {
                    let plural = if *min == 1 { "" } else { "s" };
                    format!("the type {name} takes {min} parameter{plural}, got {actual}")
                }
                Some(max) => format!("the type {name} takes {min} to {max} parameters, got {actual}"),
                None => format!("the type {name} takes at least {min} parameters, got {actual}"),
            },
            Problem::Kind { expected, actual, .. } => {
                format!("expected {expected} as a parameter of {name}, got {}", article(actual))
            }
            Problem::Descending { from, to } => format!("the range of {name} is reversed: {from} to {to}"),
            Problem::Text { text: string, .. }
                if let (Type::Pattern(_) | Type::Regexp(_), Err(problem)) =
                    (ty, bunraku_regexp::Regexp::new(string)) =>
            {
                format!("invalid regular expression: {problem}")
            }
            Problem::Text { expected, text: string } => format!("expected {expected}, got '{string}'"),
            _ => format!("invalid parameters of {name}: {error}"),
        };
        let is_reference = matches!(ty, Type::Class(_) | Type::Resource(_));
        let of_key = match &error.problem {
            Problem::Kind { .. } => error.key,
            // Names are checked one by one, other strings when the type is created.
            Problem::Text { .. } if is_reference => error.key,
            _ => None,
        };
        let code = codes::INVALID_TYPE_PARAMETERS;
        let failure = match of_key {
            Some(key) => self.own_part_error(code, body, at, key + 1, message, ""),
            None => self.error_at(code, body, at, message),
        };
        match &error.problem {
            Problem::Descending { from, to } => {
                with_help(failure, format!("write the smaller one first: `{name}[{to}, {from}]`"))
            }
            Problem::Count { actual: 1, .. } if matches!(ty, Type::Hash(_)) => {
                with_help(failure, "write the types of the keys and values, as in `Hash[String, Any]`")
            }
            Problem::Count { max: Some(1), .. } if matches!(ty, Type::Optional(_)) => {
                with_help(failure, "to allow several types, write `Optional[Variant[...]]`")
            }
            _ => failure,
        }
    }
}

fn element(array: &[Value], index: i64) -> Option<&Value> {
    let index = if index < 0 { index.checked_add(array.len() as i64)? } else { index };
    array.get(usize::try_from(index).ok()?)
}

/// Whether an operand is written as the name of a type.
fn is_type_name(body: &Body, operand: Operand) -> bool {
    matches!(operand, Operand::Expr(expr) if matches!(body.expr(expr), Expr::TypeName(_)))
}

/// Whether a type refers to a single resource or class.
fn is_full_reference(ty: &Type) -> bool {
    match ty {
        Type::Resource(resource) => resource.title.is_some(),
        Type::Class(class) => class.name.is_some(),
        _ => false,
    }
}
