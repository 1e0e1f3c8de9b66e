//! Types as strings, in the notation of the language, and values as a program would write them.

mod object;
mod value;

use bunraku_edition::{BareCollection, PatternType, SingleBound, TypeNames, TypeRules};

use crate::number::float_text;
use crate::text::{quote, regexp_in_slashes};
use crate::types::{
    Alias, Bound, CallableType, FloatRange, Guard, IntRange, Size, StringParam, StructElement, StructType,
    TimeRange, TypeSetType,
};
use crate::{Type, Value};

/// A type in the notation of the language, as Puppet writes it.
///
/// An alias by itself is written with its definition, `N = String[1]`, and an object type with its attributes and
/// functions. Inside another type, both are written as their names.
///
/// The notation is not always the type: the type of a single string has no notation and is written `String`.
pub fn notation(rules: &TypeRules, ty: &Type) -> String {
    let definition = matches!(ty, Type::Alias(_) | Type::Object(_) | Type::TypeSet(_));
    Writer::new(rules, definition).finish(|writer| writer.ty(ty))
}

/// A type in the notation of the language, with the definition of every alias in it.
pub fn expanded_notation(rules: &TypeRules, ty: &Type) -> String {
    Writer::new(rules, true).finish(|writer| writer.ty(ty))
}

/// How long a type with the definitions of its aliases may be in a message.
const MAX_LETTERS: usize = 240;

/// A type for a message: with the definition of every alias in it, unless that is so long that nobody would read it. The
/// addresses of stdlib take several thousand letters.
pub fn readable_notation(rules: &TypeRules, ty: &Type) -> String {
    let full = expanded_notation(rules, ty);
    match ty {
        _ if full.len() <= MAX_LETTERS => full,
        Type::Alias(_) => ty.name().to_string(),
        ty => notation(rules, ty),
    }
}

/// A value as it would be written in a program, as far as there is such a form.
pub fn literal(rules: &TypeRules, value: &Value) -> String {
    Writer::new(rules, false).finish(|writer| writer.value(value))
}

/// A value as it would be written in a program, with a line for each element, and indented by `level`.
pub fn indented_literal(rules: &TypeRules, value: &Value, level: usize) -> String {
    Writer { indent: Some(level), ..Writer::new(rules, false) }.finish(|writer| writer.value(value))
}

struct Writer<'r> {
    rules: &'r TypeRules,
    text: String,
    /// Whether aliases and object types are written with their definitions.
    expanded: bool,
    /// How deep lines are indented. `None` if all is written on one line.
    indent: Option<usize>,
    /// The aliases that are being written, so that the definition of a recursive one ends.
    guard: Guard,
    /// The set whose types are being written.
    set: Option<TypeSetType>,
}

impl<'r> Writer<'r> {
    fn new(rules: &'r TypeRules, expanded: bool) -> Writer<'r> {
        Writer { rules, text: String::new(), expanded, indent: None, guard: Guard::default(), set: None }
    }

    fn finish(mut self, write: impl FnOnce(&mut Self)) -> String {
        write(&mut self);
        self.text
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes the name of a type, and its parameters in brackets if `write` writes any.
    fn parameters(&mut self, name: &str, write: impl FnOnce(&mut List<'_, 'r>)) {
        self.push(name);
        let start = self.text.len();
        let mut list = List { writer: self, empty: true };
        write(&mut list);
        if self.text.len() > start {
            self.push("]");
        }
    }

    fn ty(&mut self, ty: &Type) {
        let name = self.name(ty);
        match ty {
            Type::NotUndef(inner) | Type::Optional(inner) => self.parameters(name, |list| {
                if let Some(inner) = inner {
                    list.item(|writer| writer.key_or_type(inner));
                }
            }),
            Type::Type(inner) | Type::Iterable(inner) | Type::Iterator(inner) => {
                self.parameters(name, |list| {
                    if let Some(inner) = inner {
                        list.item(|writer| writer.ty(inner));
                    }
                })
            }
            Type::Sensitive(inner) => self.parameters(name, |list| {
                if **inner != Type::Any {
                    list.item(|writer| writer.ty(inner));
                }
            }),
            Type::Boolean(Some(value)) => self.parameters(name, |list| list.text(&value.to_string())),
            Type::Integer(range) => self.parameters(name, |list| list.int_range(range.as_deref())),
            Type::Float(range) => self.parameters(name, |list| list.float_range(range.as_deref())),
            Type::String(param) => self.parameters(name, |list| match param.as_deref() {
                Some(StringParam::Size(size)) => list.size(Some(size)),
                // There is no way to write the type of a single string. `String['a']` would be an error.
                Some(StringParam::Value(_)) | None => {}
            }),
            Type::Enum(values) => self.parameters(name, |list| {
                for value in &values.values {
                    list.text(&quote(value));
                }
                if values.ignore_case && !values.values.is_empty() {
                    list.text("true");
                }
            }),
            Type::Pattern(set) => self.parameters(name, |list| {
                for pattern in &set.patterns {
                    list.text(&regexp_in_slashes(pattern));
                }
            }),
            Type::Regexp(regexp) => self.parameters(name, |list| {
                if let Some(regexp) = regexp {
                    list.text(&regexp_in_slashes(regexp));
                }
            }),
            Type::Collection(size) => self.parameters(name, |list| list.size(size.as_deref())),
            // The type of `[]` is written `Array[0, 0]`, because it has no element type.
            Type::Array(array) => self.parameters(name, |list| {
                let written =
                    array.element != Type::Any || array.size.is_some() || !list.writer.leaves_out_any();
                if array.size != Some(Size::ZERO) && written {
                    list.item(|writer| writer.ty(&array.element));
                }
                list.size(array.size.as_ref());
            }),
            Type::Hash(hash) => self.parameters(name, |list| {
                let is_left_out = hash.is_default() && list.writer.leaves_out_any();
                if !hash.is_empty() && !is_left_out {
                    list.item(|writer| writer.ty(&hash.key));
                    list.item(|writer| writer.ty(&hash.value));
                }
                list.size(hash.size.as_ref());
            }),
            Type::Tuple(tuple) => self.parameters(name, |list| {
                if !tuple.types.is_empty() {
                    list.types(&tuple.types);
                    list.size(tuple.size.as_ref());
                }
            }),
            Type::Struct(elements) => self.structure(elements),
            Type::Variant(variant) => self.parameters(name, |list| list.types(&variant.types)),
            Type::Callable(callable) => self.callable(callable.as_deref()),
            Type::Timespan(range) => {
                self.parameters(name, |list| list.time_range(range.as_deref(), |time| time.text()));
            }
            Type::Timestamp(range) => {
                self.parameters(name, |list| list.time_range(range.as_deref(), |time| time.text()));
            }
            Type::SemVer(ranges) => self.parameters(name, |list| {
                for range in ranges.iter() {
                    list.text(&format!("'{}'", range.text()));
                }
            }),
            Type::Uri(params) => self.parameters(name, |list| {
                if let Some(params) = params {
                    list.item(|writer| writer.hash(params.params.iter().map(|(name, value)| (name, value))));
                }
            }),
            Type::Runtime(runtime) => self.runtime(runtime),
            Type::Class(class) => self.parameters(name, |list| {
                if let Some(class) = &class.name {
                    list.text(class);
                }
            }),
            Type::Resource(resource) => match &resource.type_name {
                None => self.push(name),
                Some(type_name) => self.parameters(&capitalized(type_name), |list| {
                    if let Some(title) = &resource.title {
                        list.text(&quote(title));
                    }
                }),
            },
            Type::Object(object) => self.object(object.as_deref()),
            Type::ObjectExtension(extension) => self.object_extension(extension),
            Type::TypeSet(set) => self.type_set(set.as_deref()),
            Type::Init(init) => self.parameters(name, |list| {
                if let Some(init) = init {
                    list.item(|writer| writer.ty(&init.target));
                    for arg in &init.args {
                        list.item(|writer| writer.value(arg));
                    }
                }
            }),
            Type::Reference(reference) => self.parameters(name, |list| list.text(&quote(reference))),
            Type::Alias(alias) => self.alias(alias),
            _ => self.push(name),
        }
    }

    /// The name that a type has in the edition.
    fn name<'t>(&self, ty: &'t Type) -> &'t str {
        match (self.rules.type_names, ty) {
            (TypeNames::Documents, Type::Scalar) => "Literal",
            (TypeNames::Documents, Type::Any) => "Object",
            _ => match (self.rules.pattern_type, ty) {
                (PatternType::Regexps, Type::Regexp(None)) => "Pattern",
                _ => ty.name(),
            },
        }
    }

    /// Whether `Array` and `Hash` without parameters have elements of any type, so that `Any` need not be written.
    fn leaves_out_any(&self) -> bool {
        matches!(self.rules.bare_collection, BareCollection::Any)
    }

    /// Writes the parameter of `Optional` and `NotUndef`, where the type of a single string is written as that string.
    fn key_or_type(&mut self, ty: &Type) {
        match ty {
            Type::String(Some(param)) => match &**param {
                StringParam::Value(text) => self.push(&quote(text)),
                StringParam::Size(_) => self.ty(ty),
            },
            ty => self.ty(ty),
        }
    }

    fn alias(&mut self, alias: &Alias) {
        let recursive = self.expanded && alias.is_recursive();
        let entered = recursive && self.guard.enter_this(alias.id());
        let expand = self.expanded && !(recursive && self.guard.recursive_in_this());
        match self.set.as_ref().map(|set| (set.has(alias.name()), set.name_inside(alias.name()))) {
            // Inside a set its members do not need their full names.
            Some((true, _)) if expand => self.ty(alias.resolved()),
            Some((_, name)) => self.push(&name),
            None => {
                self.push(alias.name());
                if expand && !alias.is_builtin() {
                    self.push(" = ");
                    self.ty(alias.resolved());
                }
            }
        }
        if recursive {
            self.guard.leave_this(entered, alias.id());
        }
    }

    fn structure(&mut self, elements: &StructType) {
        self.push("Struct");
        if elements.elements.is_empty() {
            return;
        }
        self.push("[{");
        for (index, element) in elements.elements.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.push(&struct_key(self.rules, element));
            self.push(" => ");
            self.ty(&element.value);
        }
        self.push("}]");
    }

    fn callable(&mut self, callable: Option<&CallableType>) {
        let Some(callable) = callable else { return self.push("Callable") };
        let params = |list: &mut List<'_, 'r>| {
            let Some(params) = &callable.params else { return };
            // `Unit` is what `Callable[2, 3]` has for the types that are not given.
            let shown: Vec<&Type> = params.types.iter().filter(|ty| **ty != Type::Unit).collect();
            for ty in shown {
                list.item(|writer| writer.ty(ty));
            }
            if params.types.is_empty() {
                list.text("0");
                list.text("0");
            } else {
                list.size(params.size.as_ref());
            }
            if let Some(block) = &callable.block {
                list.item(|writer| writer.ty(block));
            }
        };
        match &callable.returns {
            None => self.parameters("Callable", params),
            Some(returns) => self.parameters("Callable", |list| {
                list.item(|writer| {
                    let start = writer.text.len();
                    writer.parameters("", params);
                    if writer.text.len() == start {
                        writer.push("[]");
                    }
                });
                list.item(|writer| writer.ty(returns));
            }),
        }
    }

    fn runtime(&mut self, runtime: &crate::types::RuntimeType) {
        if let (TypeNames::Documents, Some("ruby"), Some(name)) =
            (self.rules.type_names, runtime.runtime.as_deref(), &runtime.name)
        {
            return self.parameters("Ruby", |list| list.text(&quote(name)));
        }
        self.parameters("Runtime", |list| {
            if runtime.runtime.is_none() && runtime.name.is_none() && runtime.pattern.is_none() {
                return;
            }
            list.text(runtime.runtime.as_deref().unwrap_or("undef"));
            match (&runtime.name, &runtime.pattern) {
                (Some(name), _) => list.text(&quote(name)),
                (None, Some((pattern, replacement))) => {
                    list.text(&format!("[{}, {}]", pattern.inspect(), quote(replacement)));
                }
                (None, None) => list.text("undef"),
            }
        });
    }
}

/// The items between brackets while they are written. The opening bracket comes with the first one.
struct List<'w, 'r> {
    writer: &'w mut Writer<'r>,
    empty: bool,
}

impl<'r> List<'_, 'r> {
    fn item(&mut self, write: impl FnOnce(&mut Writer<'r>)) {
        let before = if self.empty { "[" } else { ", " };
        self.writer.push(before);
        self.empty = false;
        write(self.writer);
    }

    fn text(&mut self, text: &str) {
        self.item(|writer| writer.push(text));
    }

    fn types(&mut self, types: &[Type]) {
        for ty in types {
            self.item(|writer| writer.ty(ty));
        }
    }

    fn size(&mut self, size: Option<&Size>) {
        if let Some(size) = size {
            self.text(&size.min.to_string());
            if let Some(max) = size.max {
                self.text(&max.to_string());
            }
        }
    }

    fn int_range(&mut self, range: Option<&IntRange>) {
        let Some(range) = range else { return };
        let (first, last) =
            if range.descending { (&range.to, &range.from) } else { (&range.from, &range.to) };
        self.text(&first.as_ref().map_or("default".to_string(), Bound::to_string));
        match (last, self.writer.rules.single_bound) {
            (Some(last), _) => self.text(&last.to_string()),
            (None, SingleBound::Lower) => {}
            (None, SingleBound::Both) => self.text("default"),
        }
    }

    fn float_range(&mut self, range: Option<&FloatRange>) {
        let Some(range) = range else { return };
        if range.from == f64::NEG_INFINITY {
            self.text("default");
        } else {
            self.text(&float_text(range.from));
        }
        if range.to != f64::INFINITY {
            self.text(&float_text(range.to));
        }
    }

    fn time_range<T: PartialEq>(&mut self, range: Option<&TimeRange<T>>, text: impl Fn(&T) -> String) {
        let Some(range) = range else { return };
        match &range.from {
            Some(from) => self.text(&format!("'{}'", text(from))),
            None => self.text("default"),
        }
        // Unlike the ranges of numbers, Puppet writes a range of one time as that time.
        if let Some(to) = &range.to
            && range.from.as_ref() != Some(to)
        {
            self.text(&format!("'{}'", text(to)));
        }
    }
}

/// The key of a struct. It says whether the key is optional only where the type of the value does not imply it.
fn struct_key(rules: &TypeRules, element: &StructElement) -> String {
    let name = quote(&element.name);
    let value_optional = crate::assignable::accepts_undef(rules, &element.value);
    match (element.optional, value_optional) {
        (true, false) => format!("Optional[{name}]"),
        (false, true) => format!("NotUndef[{name}]"),
        _ => name,
    }
}

/// A name with each segment capitalized. A name that starts with a capital letter is left as it is.
pub(crate) fn capitalized(name: &str) -> String {
    if name.starts_with(|char: char| char.is_ascii_uppercase()) {
        return name.to_string();
    }
    let segments: Vec<String> = name.split("::").map(crate::text::capitalize).collect();
    segments.join("::")
}
