//! The built-in aliases and object types.

use std::sync::{Arc, LazyLock};

use bunraku_edition::{DataContent, TypeRules};

use super::{Alias, Attribute, AttributeKind, ObjectFunction, ObjectType, Size, Type};
use crate::{Regexp, Str, Value};

/// `Data`: the values that can be written as JSON.
pub fn data(rules: &TypeRules) -> Type {
    Type::Alias(match rules.data_content {
        DataContent::StringKeys => DATA.clone(),
        DataContent::LiteralKeys => LITERAL_DATA.clone(),
    })
}

/// `RichDataKey`: the keys of hashes in `RichData`.
pub fn rich_data_key() -> Type {
    Type::Alias(RICH_DATA_KEY.clone())
}

/// `RichData`: the values that can be part of a catalog.
pub fn rich_data() -> Type {
    Type::Alias(RICH_DATA.clone())
}

/// `Puppet::LookupKey`: the keys that can be looked up in data.
pub fn lookup_key() -> Type {
    Type::Alias(LOOKUP_KEY.clone())
}

/// `Puppet::LookupValue`: the values that a lookup can find.
pub fn lookup_value() -> Type {
    Type::Alias(LOOKUP_VALUE.clone())
}

/// `Regexp` in an edition where `Pattern` is the type of regular expressions: the same type under another name, with
/// the parameters that it has in Puppet.
pub fn regexp() -> Type {
    Type::Alias(REGEXP.clone())
}

/// The object type `Error`, the result of a function that failed and was asked not to raise.
pub fn error() -> Arc<ObjectType> {
    ERROR.clone()
}

/// The object type `Annotation`, the parent of all types whose instances can be attached to values.
pub fn annotation() -> Arc<ObjectType> {
    ANNOTATION.clone()
}

/// The object type `Pcore`, which is only used to attach several annotations at once.
pub fn pcore() -> Arc<ObjectType> {
    PCORE.clone()
}

/// The object type `RubyMethod`, an annotation with the Ruby code for a function of an object type.
pub fn ruby_method() -> Arc<ObjectType> {
    RUBY_METHOD.clone()
}

/// The object type `Deferred`: a function call that the agent makes.
pub fn deferred() -> Arc<ObjectType> {
    DEFERRED.clone()
}

/// The object type `Puppet::LookupContext`, through which a data function uses its cache and interpolation.
pub fn lookup_context() -> Arc<ObjectType> {
    LOOKUP_CONTEXT.clone()
}

static DATA: LazyLock<Arc<Alias>> = LazyLock::new(|| {
    recursive("Data", |data| {
        Type::variant([
            Type::ScalarData,
            Type::Undef,
            Type::hash(Type::String(None), data.clone(), None),
            Type::array(data, None),
        ])
    })
});

static LITERAL_DATA: LazyLock<Arc<Alias>> = LazyLock::new(|| {
    recursive("Data", |data| {
        Type::variant([
            Type::Scalar,
            Type::Undef,
            Type::hash(Type::Scalar, data.clone(), None),
            Type::array(data, None),
        ])
    })
});

static RICH_DATA_KEY: LazyLock<Arc<Alias>> =
    LazyLock::new(|| recursive("RichDataKey", |_| Type::variant([Type::String(None), Type::Numeric])));

static RICH_DATA: LazyLock<Arc<Alias>> = LazyLock::new(|| {
    recursive("RichData", |rich_data| {
        Type::variant([
            Type::Scalar,
            Type::SemVerRange,
            Type::Binary,
            Type::sensitive(Type::Any),
            Type::Type(None),
            Type::TypeSet(None),
            Type::Uri(None),
            Type::Object(None),
            Type::Undef,
            Type::Default,
            Type::hash(rich_data_key(), rich_data.clone(), None),
            Type::array(rich_data, None),
        ])
    })
});

static LOOKUP_KEY: LazyLock<Arc<Alias>> =
    LazyLock::new(|| recursive("Puppet::LookupKey", |_| rich_data_key()));

static LOOKUP_VALUE: LazyLock<Arc<Alias>> =
    LazyLock::new(|| recursive("Puppet::LookupValue", |_| rich_data()));

static REGEXP: LazyLock<Arc<Alias>> = LazyLock::new(|| recursive("Regexp", |_| Type::Regexp(None)));

static ERROR: LazyLock<Arc<ObjectType>> = LazyLock::new(|| {
    let text = Type::string(Size::NOT_EMPTY);
    let of_type = |ty| Type::type_of(ty);
    let parameter = Type::variant([
        Type::String(None),
        Type::Regexp(None),
        of_type(Type::enumeration(Vec::<Str>::new(), false)),
        of_type(Type::pattern([])),
        of_type(Type::NotUndef(None)),
        of_type(Type::Undef),
    ]);
    let details = Type::hash(text.clone(), Type::Alias(DATA.clone()), None);
    Arc::new(ObjectType {
        name: Some("Error".into()),
        type_parameters: vec![("kind".into(), parameter.clone()), ("issue_code".into(), parameter)],
        attributes: vec![
            Attribute::new("msg", text.clone(), None),
            Attribute::new("kind", Type::optional(text.clone()), Some(Value::Undef)),
            Attribute::new("details", Type::optional(details), Some(Value::Undef)),
            Attribute::new("issue_code", Type::optional(text.clone()), Some(Value::Undef)),
        ],
        functions: vec![ObjectFunction::new("message", Type::callable(Vec::new(), None, None, Some(text)))],
        ..ObjectType::default()
    })
});

static ANNOTATION: LazyLock<Arc<ObjectType>> =
    LazyLock::new(|| Arc::new(ObjectType { name: Some("Annotation".into()), ..ObjectType::default() }));

static PCORE: LazyLock<Arc<ObjectType>> =
    LazyLock::new(|| Arc::new(ObjectType { name: Some("Pcore".into()), ..ObjectType::default() }));

static RUBY_METHOD: LazyLock<Arc<ObjectType>> = LazyLock::new(|| {
    let parameters = Type::optional(Type::string(Size::NOT_EMPTY));
    Arc::new(ObjectType {
        name: Some("RubyMethod".into()),
        parent: Some(Type::Object(Some(annotation()))),
        attributes: vec![
            Attribute::new("body", Type::String(None), None),
            Attribute::new("parameters", parameters, Some(Value::Undef)),
        ],
        ..ObjectType::default()
    })
});

static DEFERRED: LazyLock<Arc<ObjectType>> = LazyLock::new(|| {
    // The name may also be a variable, whose value the agent then digs into: `Deferred('$x', ['key'])`.
    let function_name = Regexp::new(r"\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z").ok();
    Arc::new(ObjectType {
        name: Some("Deferred".into()),
        attributes: vec![
            Attribute::new("name", Type::pattern(function_name), None),
            Attribute::new("arguments", Type::optional(Type::array(Type::Any, None)), Some(Value::Undef)),
        ],
        ..ObjectType::default()
    })
});

static LOOKUP_CONTEXT: LazyLock<Arc<ObjectType>> = LazyLock::new(|| {
    let text = Type::string(Size::NOT_EMPTY);
    let key = || Type::optional(Type::Scalar);
    let none = Some(Size { min: 0, max: Some(0) });
    let of = |count| Some(Size { min: count, max: Some(count) });
    let block = |count| Type::callable(Vec::new(), of(count), None, None);
    let function = |name: &str, params, block, returns| {
        let size = if Vec::is_empty(&params) { none } else { None };
        ObjectFunction::new(name, Type::callable(params, size, block, returns))
    };
    let pair = Type::tuple([key(), Type::Any], None);
    let entries = Type::variant([
        Type::callable(Vec::new(), none, Some(block(1)), Some(Type::Undef)),
        Type::callable(Vec::new(), none, Some(block(2)), Some(Type::Undef)),
        Type::callable(Vec::new(), none, None, Some(Type::iterable(pair))),
    ]);
    let numbers = Type::callable(vec![Type::array(Type::Integer(None), None)], None, None, None);
    let mut environment_name = Attribute::new("environment_name", text.clone(), None);
    environment_name.kind = Some(AttributeKind::Derived);
    Arc::new(ObjectType {
        name: Some("Puppet::LookupContext".into()),
        parent: Some(Type::Any),
        attributes: vec![
            environment_name,
            Attribute::new("module_name", Type::variant([text, Type::Undef]), None),
        ],
        functions: vec![
            function("not_found", Vec::new(), None, Some(Type::Undef)),
            function("explain", Vec::new(), Some(block(0)), Some(Type::Undef)),
            ObjectFunction::new("interpolate", block(1)),
            function("cache", vec![key(), Type::Any], None, None),
            function("cache_all", vec![Type::hash(key(), Type::Any, None)], None, Some(Type::Undef)),
            function("cache_has_key", vec![key()], None, Some(Type::Boolean(None))),
            function("cached_value", vec![key()], None, None),
            ObjectFunction::new("cached_entries", entries),
            // Puppet writes the size of the block in separate brackets, and reads it as a type.
            function("cached_file_data", vec![Type::String(None)], Some(Type::optional(numbers)), None),
        ],
        ..ObjectType::default()
    })
});

/// A built-in alias, whose definition may refer to the alias.
fn recursive(name: &str, definition: impl FnOnce(Type) -> Type) -> Arc<Alias> {
    let alias = Alias::declare_builtin(name);
    alias.define_exactly(definition(Type::Alias(alias.clone())));
    alias
}
