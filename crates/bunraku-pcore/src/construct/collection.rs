//! The parameters of `Collection`, `Array`, `Hash`, `Tuple`, `Struct` and `Callable`.

use bunraku_edition::{CollectionSize, SingleHashParameter};

use super::keys::Keys;
use super::{Construct, ConstructError, Problem};
use crate::assignable::accepts_undef;
use crate::infer;
use crate::types::{RuntimeType, StringParam, StructElement};
use crate::{Str, Type, Value};

impl Construct<'_> {
    pub(super) fn collection(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(2))?;
        Ok(keys.size(0)?.map_or(Type::Collection(None), Type::collection))
    }

    pub(super) fn array(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        match self.rules.collection_size {
            CollectionSize::Allowed => keys.arity(1, Some(3))?,
            CollectionSize::Error => keys.arity(1, Some(1))?,
        }
        match keys.get(0) {
            Some(Value::Type(element)) => Ok(Type::array(element.clone(), keys.size(1)?)),
            // `Array[1, 2]` is an array of one or two elements; `Array[1]` is an error.
            _ if keys.len() == 2 => Ok(Type::array(Type::Any, keys.size(0)?)),
            _ => Err(keys.wrong(0, "a type")),
        }
    }

    pub(super) fn hash(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        if let (1, SingleHashParameter::Value) = (keys.len(), self.rules.single_hash_parameter) {
            return Ok(Type::hash(Type::Scalar, keys.ty(0)?, None));
        }
        match self.rules.collection_size {
            CollectionSize::Error => keys.arity(2, Some(2))?,
            CollectionSize::Allowed => {
                keys.arity(2, Some(4))?;
                if let (2, Some(Value::Int(_)), Some(Value::Int(_))) = (keys.len(), keys.get(0), keys.get(1))
                {
                    return Ok(Type::hash(Type::Any, Type::Any, keys.size(0)?));
                }
            }
        }
        Ok(Type::hash(keys.ty(0)?, keys.ty(1)?, keys.size(2)?))
    }

    pub(super) fn tuple(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        let (count, size) = keys.trailing_size()?;
        if count == 0 {
            // There is only a size, so another parameter is required: this reports the error.
            keys.arity(keys.len() + 1, None)?;
        }
        let types = (0..count).map(|index| keys.ty(index)).collect::<Result<Vec<Type>, _>>()?;
        Ok(Type::tuple(types, size))
    }

    pub(super) fn structure(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        keys.arity(1, Some(1))?;
        let Some(Value::Hash(hash)) = keys.get(0) else { return Err(keys.wrong(0, "a hash")) };
        let mut elements = Vec::with_capacity(hash.len());
        for (key, value) in hash {
            let value = self.type_of(value);
            // The type of the key says whether an entry may be missing. For a plain string, the type of the value
            // decides: the entry is optional if that accepts undef.
            let (name, optional) = match key {
                Value::Str(name) => (name.clone(), accepts_undef(self.rules, &value)),
                Value::Type(Type::Optional(Some(inner))) => (self.key_name(keys, inner)?, true),
                Value::Type(Type::NotUndef(Some(inner))) => (self.key_name(keys, inner)?, false),
                Value::Type(ty) => (self.key_name(keys, ty)?, false),
                _ => return Err(keys.wrong(0, "a hash with strings as keys")),
            };
            if name.is_empty() {
                let problem = "is empty: a key of a Struct must not be empty".to_string();
                return Err(ConstructError {
                    key: Some(0),
                    problem: Problem::Member { problem, member: name },
                });
            }
            elements.push(StructElement { name, optional, value });
        }
        Ok(Type::structure(elements))
    }

    /// The name of a key that is given as a type with a single string as its instance.
    fn key_name(&self, keys: &Keys<'_>, ty: &Type) -> Result<Str, ConstructError> {
        match ty {
            Type::String(Some(param)) => match &**param {
                StringParam::Value(text) => return Ok(text.clone()),
                StringParam::Size(_) => {}
            },
            Type::Enum(values) => {
                if let [only] = values.values.as_slice() {
                    return Ok(only.clone());
                }
            }
            _ => {}
        }
        Err(keys.wrong(0, "a hash with literal strings as keys"))
    }

    pub(super) fn callable(&self, keys: &Keys<'_>) -> Result<Type, ConstructError> {
        // `Callable[[params...], returns]` has a return type, `Callable[params...]` has none.
        let (params, returns) = match keys.get(0) {
            Some(Value::Array(params)) => {
                keys.arity(2, Some(2))?;
                (params.to_vec(), Some(keys.ty(1)?))
            }
            _ => ((0..keys.len()).filter_map(|index| keys.get(index).cloned()).collect(), None),
        };
        let (params, block) = match params.split_last() {
            Some((Value::Type(last), before)) if last.is_callable() => (before.to_vec(), Some(last.clone())),
            _ => (params, None),
        };
        let params = Keys::as_given(self.rules, "Callable", &params);
        let (count, size) = params.trailing_size()?;
        let types =
            (0..count).filter_map(|index| params.get(index)).map(|value| self.type_of(value)).collect();
        Ok(Type::callable(types, size, block, returns))
    }

    /// A type where Puppet accepts any value instead of a type: a string is the name of a Ruby class, and any other value
    /// is replaced by its type.
    fn type_of(&self, value: &Value) -> Type {
        match value {
            Value::Type(ty) => ty.clone(),
            Value::Str(name) => {
                let runtime =
                    RuntimeType { runtime: Some("ruby".into()), name: Some(name.clone()), pattern: None };
                Type::Runtime(std::sync::Arc::new(runtime))
            }
            value => infer::generalized(self.rules, value),
        }
    }
}
