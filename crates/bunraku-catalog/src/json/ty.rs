//! Types as rich data: the name of the meta type, and the parameters that differ from their defaults.

use std::fmt::Write;

use bunraku_pcore::{
    FloatRange, IntRange, Size, Type, Value, notation,
    types::{Bound, StringParam, TupleType},
};

use super::value::{Form, float, rich, string, write_value};

/// Writes a type. A type without a rich data form is written as a string.
pub(super) fn write_type(ty: &Type, form: &Form<'_>, out: &mut String) {
    let Some(name) = type_name(ty) else { return rich("Type", &notation::notation(form.rules, ty), out) };
    out.push_str("{\"__ptype\":");
    string(&format!("Pcore::{name}Type"), out);
    let mut object = Object { form, out };
    match ty {
        Type::Integer(Some(range)) => object.integers(range),
        Type::Float(Some(range)) => object.floats(range),
        Type::String(Some(param)) => match &**param {
            StringParam::Size(size) => object.size("size_type_or_value", *size),
            StringParam::Value(text) => object.value("size_type_or_value", &Value::Str(text.clone())),
        },
        Type::Enum(values) => {
            object.value("values", &Value::array(values.values.iter().cloned().map(Value::Str)));
            if values.ignore_case {
                object.value("case_insensitive", &Value::Bool(true));
            }
        }
        Type::Pattern(set) => {
            object.types(
                "patterns",
                &set.patterns.iter().map(|regexp| Type::Regexp(Some(regexp.clone()))).collect::<Vec<_>>(),
            );
        }
        Type::Regexp(Some(regexp)) => object.value("pattern", &Value::str(regexp.source())),
        Type::Array(array) => {
            if array.element != Type::Any || array.size.is_some() {
                object.ty("element_type", &array.element);
            }
            object.optional_size(array.size);
        }
        Type::Hash(hash) => {
            if hash.key != Type::Any || hash.value != Type::Any || hash.size.is_some() {
                object.ty("key_type", &hash.key);
                object.ty("value_type", &hash.value);
            }
            object.optional_size(hash.size);
        }
        Type::Tuple(tuple) => object.tuple(tuple),
        Type::Struct(members) => {
            object.key("elements");
            object.out.push('[');
            for (index, element) in members.elements.iter().enumerate() {
                if index > 0 {
                    object.out.push(',');
                }
                object.out.push_str("{\"__ptype\":\"Pcore::StructElement\"");
                let name = Type::literal(element.name.clone());
                object.ty("key_type", &if element.optional { Type::optional(name) } else { name });
                object.ty("value_type", &element.value);
                object.out.push('}');
            }
            object.out.push(']');
        }
        Type::Variant(variant) => object.types("types", &variant.types),
        Type::Optional(Some(inner))
        | Type::NotUndef(Some(inner))
        | Type::Type(Some(inner))
        | Type::Iterable(Some(inner))
        | Type::Iterator(Some(inner)) => object.ty("type", inner),
        Type::Collection(Some(size)) => object.size("size_type", **size),
        Type::Callable(callable) => {
            let params = callable.as_ref().and_then(|callable| callable.params.clone());
            object.optional_type("param_types", params.map(|params| Type::tuple(params.types, params.size)));
            object.optional_type("block_type", callable.as_ref().and_then(|callable| callable.block.clone()));
            object.optional_type(
                "return_type",
                callable.as_ref().and_then(|callable| callable.returns.clone()),
            );
        }
        Type::Timespan(Some(range)) => {
            object.times(range.from.map(Value::Timespan), range.to.map(Value::Timespan));
        }
        Type::Timestamp(Some(range)) => {
            object.times(range.from.map(Value::Timestamp), range.to.map(Value::Timestamp));
        }
        Type::SemVer(ranges) if !ranges.is_empty() => {
            let ranges = ranges.iter().map(|range| Value::VersionRange(range.clone()));
            object.value("ranges", &Value::array(ranges));
        }
        Type::Uri(Some(uri)) => {
            let parameters = uri.params.iter().map(|(name, value)| (Value::Str(name.clone()), value.clone()));
            object.value("parameters", &Value::hash(parameters));
        }
        Type::Class(class) => object.text("class_name", class.name.as_deref()),
        Type::Resource(resource) => {
            object.text("type_name", resource.type_name.as_deref());
            object.text("title", resource.title.as_deref());
        }
        Type::Init(Some(init)) => object.ty("type", &init.target),
        Type::Reference(text) => object.text("type_string", Some(text.as_str())),
        _ => {}
    }
    object.out.push('}');
}

/// The name of a type that is written with its parameters.
fn type_name(ty: &Type) -> Option<&str> {
    let plain = matches!(
        ty,
        Type::Alias(_) | Type::Object(_) | Type::ObjectExtension(_) | Type::TypeSet(_) | Type::Runtime(_)
    );
    (!plain).then(|| ty.name())
}

struct Object<'o> {
    form: &'o Form<'o>,
    out: &'o mut String,
}

impl Object<'_> {
    fn key(&mut self, name: &str) {
        self.out.push(',');
        string(name, self.out);
        self.out.push(':');
    }

    fn value(&mut self, name: &str, value: &Value) {
        self.key(name);
        write_value(value, self.form, self.out);
    }

    fn ty(&mut self, name: &str, ty: &Type) {
        self.key(name);
        write_type(ty, self.form, self.out);
    }

    fn types(&mut self, name: &str, types: &[Type]) {
        self.key(name);
        self.out.push('[');
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write_type(ty, self.form, self.out);
        }
        self.out.push(']');
    }

    fn optional_type(&mut self, name: &str, ty: Option<Type>) {
        match ty {
            Some(ty) => self.ty(name, &ty),
            None => self.value(name, &Value::Undef),
        }
    }

    fn tuple(&mut self, tuple: &TupleType) {
        if !tuple.types.is_empty() {
            self.types("types", &tuple.types);
        }
        self.optional_size(tuple.size);
    }

    /// Writes bounds: an open start is null, an open end is omitted.
    fn integers(&mut self, range: &IntRange) {
        let from = range.from.as_ref().map_or(Value::Undef, Bound::to_value);
        self.value("from", &from);
        if let Some(to) = &range.to {
            self.value("to", &to.to_value());
        }
    }

    fn times(&mut self, from: Option<Value>, to: Option<Value>) {
        self.value("from", &from.unwrap_or_default());
        if let Some(to) = to {
            self.value("to", &to);
        }
    }

    fn text(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.value(name, &Value::str(text));
        }
    }

    fn floats(&mut self, range: &FloatRange) {
        for (name, bound) in [("from", range.from), ("to", range.to)] {
            if bound.is_finite() {
                self.key(name);
                self.out.push_str(&float(bound));
            }
        }
    }

    fn optional_size(&mut self, size: Option<Size>) {
        if let Some(size) = size {
            self.size("size_type", size);
        }
    }

    fn size(&mut self, name: &str, size: Size) {
        self.key(name);
        let _ = write!(self.out, "{{\"__ptype\":\"Pcore::IntegerType\",\"from\":{}", size.min);
        if let Some(max) = size.max {
            let _ = write!(self.out, ",\"to\":{max}");
        }
        self.out.push('}');
    }
}
