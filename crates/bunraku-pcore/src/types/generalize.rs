//! Generalized types, which do not describe a single value, and the types that a type contains.

use std::sync::Arc;

use super::{CallableType, HashType, InitType, Size, StructElement, TupleType, Type};

impl Type {
    /// The type without ranges, sizes and literal strings.
    pub fn generalize(&self) -> Type {
        match self {
            Type::Integer(_) => Type::Integer(None),
            Type::Float(_) => Type::Float(None),
            Type::String(_) => Type::String(None),
            Type::Boolean(_) => Type::Boolean(None),
            Type::Collection(_) => Type::Collection(None),
            Type::Timespan(_) => Type::Timespan(None),
            Type::Timestamp(_) => Type::Timestamp(None),
            Type::Uri(_) => Type::Uri(None),
            // An `Enum` becomes a `String`, and keeps the lengths of its values as the size.
            Type::Enum(values) => {
                let lengths = || values.values.iter().map(|value| value.chars().count());
                match lengths().min().zip(lengths().max()) {
                    Some((min, max)) => Type::string(Size::between(min, max)),
                    None => Type::String(None),
                }
            }
            Type::Array(array) => Type::array(array.element.generalize(), None),
            // Unlike an empty array, an empty hash keeps its size.
            Type::Hash(hash) if hash.is_empty() => self.clone(),
            Type::Hash(hash) => Type::hash(hash.key.generalize(), hash.value.generalize(), None),
            Type::Struct(elements) => Type::structure(
                elements
                    .elements
                    .iter()
                    .map(|element| StructElement { value: element.value.generalize(), ..element.clone() }),
            ),
            Type::Tuple(tuple) => Type::Tuple(Arc::new(tuple.map(Type::generalize))),
            Type::Callable(Some(callable)) => Type::Callable(Some(Arc::new(callable.map(Type::generalize)))),
            Type::Variant(variant) if !variant.types.is_empty() => {
                Type::variant(variant.types.iter().map(Type::generalize))
            }
            Type::NotUndef(Some(ty)) => Type::not_undef(ty.generalize()),
            Type::Optional(Some(ty)) => Type::optional(ty.generalize()),
            Type::Type(Some(ty)) => Type::type_of(ty.generalize()),
            Type::Iterable(Some(ty)) => Type::iterable(ty.generalize()),
            Type::Iterator(Some(ty)) => Type::iterator(ty.generalize()),
            Type::Sensitive(ty) => Type::sensitive(Type::clone(ty)),
            Type::Init(Some(init)) => Type::Init(Some(Arc::new(InitType {
                target: init.target.generalize(),
                args: init.args.clone(),
            }))),
            Type::ObjectExtension(extension) => Type::Object(Some(extension.base.clone())),
            _ => self.clone(),
        }
    }

    /// Calls `visit` with every type that this type contains directly.
    pub fn each_part(&self, visit: &mut dyn FnMut(&Type)) {
        match self {
            Type::NotUndef(Some(ty))
            | Type::Optional(Some(ty))
            | Type::Type(Some(ty))
            | Type::Iterable(Some(ty))
            | Type::Iterator(Some(ty))
            | Type::Sensitive(ty) => visit(ty),
            Type::Array(array) => visit(&array.element),
            Type::Hash(hash) => {
                let HashType { key, value, .. } = &**hash;
                visit(key);
                visit(value);
            }
            Type::Tuple(tuple) => tuple.types.iter().for_each(visit),
            Type::Struct(elements) => elements.elements.iter().for_each(|element| visit(&element.value)),
            Type::Variant(variant) => variant.types.iter().for_each(visit),
            Type::Callable(Some(callable)) => {
                callable.params.iter().flat_map(|params| &params.types).for_each(&mut *visit);
                callable.block.iter().chain(&callable.returns).for_each(visit);
            }
            Type::Init(Some(init)) => visit(&init.target),
            Type::Object(Some(object)) => {
                object.parent.iter().for_each(&mut *visit);
                object.attributes.iter().for_each(|attribute| visit(&attribute.ty));
                object.functions.iter().for_each(|function| visit(&function.ty));
            }
            _ => {}
        }
    }
}

impl TupleType {
    /// The tuple with `change` applied to each of its types.
    pub(crate) fn map(&self, mut change: impl FnMut(&Type) -> Type) -> TupleType {
        TupleType { types: self.types.iter().map(&mut change).collect(), size: self.size }
    }
}

impl CallableType {
    /// The callable with `change` applied to each of its types.
    pub(crate) fn map(&self, mut change: impl FnMut(&Type) -> Type) -> CallableType {
        CallableType {
            params: self.params.as_ref().map(|params| params.map(&mut change)),
            block: self.block.as_ref().map(&mut change),
            returns: self.returns.as_ref().map(&mut change),
        }
    }
}
