//! Writes types, times and Sensitive values as Psych does: as Ruby objects with their instance variables.

use bunraku_edition::TypeRules;
use bunraku_formats::yaml::write::{Anchor, Anchors, Node, Scalar, Style};
use bunraku_pcore::{
    Size, Type, Value,
    types::{StringParam, StructElement},
};

/// Converts values to nodes for one document.
pub(super) struct Objects<'r> {
    rules: &'r TypeRules,
    width: Option<usize>,
    /// The types without parameters that have been written. Each of these is a single object in Ruby, so Psych would
    /// write an alias for the second occurrence, which is not supported here.
    written: Vec<Type>,
    /// The arrays and hashes by the addresses of their contents.
    anchors: Anchors<(usize, usize)>,
    /// A description of a value that cannot be written, if there was one.
    pub unfit: Option<&'static str>,
}

impl<'r> Objects<'r> {
    pub fn new(rules: &'r TypeRules, width: Option<usize>) -> Objects<'r> {
        Objects { rules, width, written: Vec::new(), anchors: Anchors::default(), unfit: None }
    }

    /// An anchor for an array or hash, or an alias if it has been written before. Some empty ones cannot be told
    /// apart.
    pub fn meet(&mut self, value: &Value) -> Result<Anchor, Node> {
        match value.address() {
            Some(address) => self.anchors.meet(address),
            None => Ok(Anchor::default()),
        }
    }

    /// The node of a value that Psych writes as an object; `None` if it has another form.
    pub fn of(&mut self, value: &Value) -> Option<Node> {
        Some(match value {
            Value::Sensitive(hidden) => {
                let value = super::node(self, hidden.unwrap());
                object("Puppet::Pops::Types::PSensitiveType::Sensitive", [("value", value)])
            }
            Value::Timespan(span) => {
                object("Puppet::Pops::Time::Timespan", [("nsecs", plain(span.nanoseconds().to_string()))])
            }
            Value::Timestamp(stamp) => {
                object("Puppet::Pops::Time::Timestamp", [("nsecs", plain(stamp.nanoseconds().to_string()))])
            }
            Value::Binary(binary) if binary.as_bytes().is_ascii() => {
                let text = String::from_utf8_lossy(binary.as_bytes()).into_owned();
                object("Puppet::Pops::Types::PBinaryType::Binary", [("binary_buffer", self.text(&text))])
            }
            Value::Type(ty) => self.ty(ty),
            Value::Binary(_) => self.refuse("bytes beyond ASCII"),
            Value::Version(_) => self.refuse("a SemVer"),
            Value::VersionRange(_) => self.refuse("a SemVerRange"),
            Value::Uri(_) => self.refuse("a URI"),
            Value::Object(_) => self.refuse("an object"),
            Value::Iter(_) => self.refuse("an Iterator"),
            _ => return None,
        })
    }

    fn ty(&mut self, ty: &Type) -> Node {
        if is_by_name(ty) {
            if self.written.contains(ty) {
                return self.refuse("the same type twice");
            }
            self.written.push(ty.clone());
        }
        let infinite = |low: bool| plain(if low { "-.inf" } else { ".inf" });
        let parts = match ty {
            Type::Any
            | Type::Undef
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
            | Type::Binary
            | Type::SemVerRange
            | Type::CatalogEntry
            | Type::Uri(None) => Vec::new(),
            Type::Numeric
            | Type::Integer(None)
            | Type::Float(None)
            | Type::Timespan(None)
            | Type::Timestamp(None) => {
                vec![("from", infinite(true)), ("to", infinite(false))]
            }
            Type::Integer(Some(range)) => vec![
                ("from", range.from.map_or(infinite(true), |from| plain(from.to_string()))),
                ("to", range.to.map_or(infinite(false), |to| plain(to.to_string()))),
            ],
            Type::Float(Some(range)) => vec![
                ("from", super::node(self, &Value::Float(range.from))),
                ("to", super::node(self, &Value::Float(range.to))),
            ],
            Type::String(param) => {
                let param = match param.as_deref() {
                    None => nothing(),
                    Some(StringParam::Size(size)) => integers(*size),
                    Some(StringParam::Value(text)) => self.text(text),
                };
                vec![("size_type_or_value", param)]
            }
            Type::Boolean(value) => {
                vec![("value", value.map_or(nothing(), |value| plain(value.to_string())))]
            }
            Type::Enum(values) => {
                let texts = values.values.iter().map(|value| self.text(value)).collect();
                let ignore_case = plain(values.ignore_case.to_string());
                vec![("values", Node::Sequence(texts)), ("case_insensitive", ignore_case)]
            }
            Type::Regexp(None) => vec![("pattern", nothing())],
            Type::Regexp(Some(regexp)) => {
                let written = Scalar::tagged("!ruby/regexp", regexp.inspect(), Style::Plain);
                vec![("pattern", self.text(regexp.source())), ("regexp", Node::Scalar(written))]
            }
            Type::Pattern(set) => {
                let types = set.patterns.iter().map(|regexp| Type::Regexp(Some(regexp.clone())));
                vec![("patterns", self.types(types))]
            }
            Type::Collection(size) => {
                vec![("size_type", size.as_deref().map_or(nothing(), |size| integers(*size)))]
            }
            Type::Array(array) => {
                vec![
                    ("size_type", array.size.map_or(nothing(), integers)),
                    ("element_type", self.ty(&array.element)),
                ]
            }
            Type::Hash(hash) => vec![
                ("size_type", hash.size.map_or(nothing(), integers)),
                ("key_type", self.ty(&hash.key)),
                ("value_type", self.ty(&hash.value)),
            ],
            Type::Tuple(tuple) => vec![
                ("types", self.types(tuple.types.iter().cloned())),
                ("size_type", tuple.size.map_or(nothing(), integers)),
            ],
            Type::Struct(members) => {
                let elements = members.elements.iter().map(|element| self.element(element)).collect();
                vec![("elements", Node::Sequence(elements))]
            }
            Type::Variant(variant) => vec![("types", self.types(variant.types.iter().cloned()))],
            Type::Optional(inner)
            | Type::NotUndef(inner)
            | Type::Type(inner)
            | Type::Iterable(inner)
            | Type::Iterator(inner) => {
                vec![("type", inner.as_ref().map_or_else(nothing, |inner| self.ty(inner)))]
            }
            Type::Sensitive(inner) => vec![("type", self.ty(inner))],
            Type::Class(class) => vec![("class_name", self.optional(class.name.as_deref()))],
            Type::Resource(resource) => vec![
                ("type_name", self.optional(resource.type_name.as_deref())),
                ("title", self.optional(resource.title.as_deref())),
                (
                    "downcased_name",
                    self.optional(resource.type_name.as_deref().map(str::to_lowercase).as_deref()),
                ),
            ],
            Type::SemVer(ranges) if ranges.is_empty() => vec![("ranges", Node::Sequence(Vec::new()))],
            _ => return self.refuse("a type of this kind"),
        };
        object(&format!("Puppet::Pops::Types::P{}Type", ty.name()), parts)
    }

    fn element(&mut self, element: &StructElement) -> Node {
        let parts = [("key_type", self.ty(&element.key_type())), ("value_type", self.ty(&element.value))];
        object("Puppet::Pops::Types::PStructElement", parts)
    }

    fn types(&mut self, types: impl Iterator<Item = Type>) -> Node {
        Node::Sequence(types.map(|ty| self.ty(&ty)).collect())
    }

    fn optional(&self, text: Option<&str>) -> Node {
        text.map_or_else(nothing, |text| self.text(text))
    }

    fn text(&self, text: &str) -> Node {
        Node::Scalar(Scalar::string(text, self.width))
    }

    fn refuse(&mut self, what: &'static str) -> Node {
        self.unfit = Some(what);
        nothing()
    }

    pub fn rules(&self) -> &'r TypeRules {
        self.rules
    }

    pub fn width(&self) -> Option<usize> {
        self.width
    }
}

/// Whether all occurrences of a type are the same object in Ruby.
fn is_by_name(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => array.element == Type::Any && array.size.is_none(),
        Type::Hash(hash) => hash.key == Type::Any && hash.value == Type::Any && hash.size.is_none(),
        Type::Optional(inner)
        | Type::NotUndef(inner)
        | Type::Type(inner)
        | Type::Iterable(inner)
        | Type::Iterator(inner) => inner.is_none(),
        Type::Integer(range) => range.is_none(),
        Type::Float(range) => range.is_none(),
        Type::String(param) => param.is_none(),
        Type::Boolean(value) => value.is_none(),
        Type::Regexp(regexp) => regexp.is_none(),
        Type::Collection(size) => size.is_none(),
        Type::Class(class) => class.name.is_none(),
        Type::Resource(resource) => resource.type_name.is_none(),
        Type::Any
        | Type::Undef
        | Type::Default
        | Type::Scalar
        | Type::ScalarData
        | Type::Numeric
        | Type::Binary
        | Type::SemVerRange
        | Type::CatalogEntry => true,
        _ => false,
    }
}

fn object<'n>(class: &str, parts: impl IntoIterator<Item = (&'n str, Node)>) -> Node {
    let entries = parts.into_iter().map(|(name, value)| (plain(name), value)).collect();
    Node::Tagged(format!("!ruby/object:{class}"), Box::new(Node::Mapping(entries)))
}

fn integers(size: Size) -> Node {
    let to = size.max.map_or(plain(".inf"), |max| plain(max.to_string()));
    object("Puppet::Pops::Types::PIntegerType", [("from", plain(size.min.to_string())), ("to", to)])
}

fn plain(text: impl Into<String>) -> Node {
    Node::Scalar(Scalar::plain(text.into()))
}

fn nothing() -> Node {
    Node::Scalar(Scalar::null())
}
