//! Constructing types: by name, and with parameters, as `Type[...]` does.

mod catalog;
mod collection;
mod error;
mod keys;
mod object;
mod scalar;

use std::sync::Arc;

use bunraku_edition::{BareCollection, PatternType, TextAnchors, TypeNames, TypeRules};

pub use error::{ConstructError, Problem};
use keys::Keys;

use crate::types::{
    self, InitType, RuntimeType, TupleType, annotation, data, deferred, error, lookup_context, lookup_key,
    lookup_value, pcore, rich_data, rich_data_key, ruby_method,
};
use crate::{Regexp, Str, Type, Value};

/// The names of the built-in types that programs write.
pub const NAMES: [&str; 43] = [
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Deferred",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Init",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Object",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Timespan",
    "Timestamp",
    "Tuple",
    "Type",
    "TypeSet",
    "URI",
    "Undef",
    "Variant",
];

/// The built-in type with a name. As in Puppet, case matters only for the first letter of the name, which the lexer has
/// checked by then.
pub fn named(rules: &TypeRules, name: &str) -> Option<Type> {
    if let TypeNames::Documents = rules.type_names {
        match name {
            "Literal" => return Some(Type::Scalar),
            "Object" => return Some(Type::Any),
            "Ruby" => {
                let runtime = RuntimeType { runtime: Some("ruby".into()), ..RuntimeType::default() };
                return Some(Type::Runtime(Arc::new(runtime)));
            }
            _ => {}
        }
    }
    Some(match name.to_ascii_lowercase().as_str() {
        "any" => Type::Any,
        "undef" => Type::Undef,
        "default" => Type::Default,
        "scalar" => Type::Scalar,
        "scalardata" => Type::ScalarData,
        "data" => data(rules),
        "richdata" => rich_data(),
        "richdatakey" => rich_data_key(),
        "puppet::lookupkey" => lookup_key(),
        "puppet::lookupvalue" => lookup_value(),
        "puppet::lookupcontext" => Type::Object(Some(lookup_context())),
        "numeric" => Type::Numeric,
        "integer" => Type::Integer(None),
        "float" => Type::Float(None),
        "boolean" => Type::Boolean(None),
        "string" => Type::String(None),
        "enum" => Type::enumeration(Vec::<Str>::new(), false),
        "pattern" => match rules.pattern_type {
            PatternType::Strings => Type::pattern([]),
            PatternType::Regexps => Type::Regexp(None),
        },
        "regexp" => match rules.pattern_type {
            PatternType::Strings => Type::Regexp(None),
            PatternType::Regexps => types::regexp(),
        },
        "collection" => Type::Collection(None),
        "array" => match rules.bare_collection {
            BareCollection::Any => Type::array(Type::Any, None),
            BareCollection::Data => Type::array(data(rules), None),
        },
        "hash" => match rules.bare_collection {
            BareCollection::Any => Type::hash(Type::Any, Type::Any, None),
            BareCollection::Data => Type::hash(Type::Scalar, data(rules), None),
        },
        "tuple" => Type::tuple([], None),
        "struct" => Type::structure([]),
        "variant" => Type::variant([]),
        "optional" => Type::Optional(None),
        "notundef" => Type::NotUndef(None),
        "type" => Type::Type(None),
        "iterable" => Type::Iterable(None),
        "iterator" => Type::Iterator(None),
        "callable" => Type::Callable(None),
        "sensitive" => Type::sensitive(Type::Any),
        "binary" => Type::Binary,
        "timespan" => Type::Timespan(None),
        "timestamp" => Type::Timestamp(None),
        "semver" => Type::sem_ver(Vec::new()),
        "semverrange" => Type::SemVerRange,
        "uri" => Type::Uri(None),
        "runtime" => Type::Runtime(Arc::default()),
        "catalogentry" => Type::CatalogEntry,
        "class" => Type::any_class(),
        "resource" => Type::any_resource(),
        "object" => Type::Object(None),
        "typeset" => Type::TypeSet(None),
        "init" => Type::Init(None),
        "error" => Type::Object(Some(error())),
        "deferred" => Type::Object(Some(deferred())),
        "annotation" => Type::Object(Some(annotation())),
        "pcore" => Type::Object(Some(pcore())),
        "rubymethod" => Type::Object(Some(ruby_method())),
        _ => return None,
    })
}

/// The result of `ty[args]`: a type with parameters.
///
/// It is a value rather than a type, because `Class` and resource types return an array for several names, and in some
/// editions `Integer` and `Pattern` return an array or a regular expression. Access to a parameter of a resource
/// (`File['a']['mode']`) needs the catalog and is not done here.
pub fn parameterized(rules: &TypeRules, ty: &Type, args: &[Value]) -> Result<Value, ConstructError> {
    if matches!(ty, Type::Class(_) | Type::Resource(_)) {
        return catalog::reference(rules, ty, args);
    }
    let cx = Construct { rules };
    let name = ty.name();
    let keys = Keys::flattened(rules, name, args);
    Ok(Value::Type(match ty {
        Type::Integer(_) => return cx.integer(&keys),
        Type::Float(_) => cx.float(&keys)?,
        Type::Boolean(_) => cx.boolean(&keys)?,
        Type::String(_) => cx.string(&keys)?,
        Type::Enum(_) => cx.enumeration(&keys)?,
        Type::Pattern(_) => cx.pattern(&keys)?,
        Type::Regexp(None) if matches!(rules.pattern_type, PatternType::Regexps) => {
            return cx.pattern_value(&keys);
        }
        Type::Regexp(_) => cx.regexp(&keys)?,
        Type::Alias(alias) if *ty == types::regexp() => {
            cx.regexp(&Keys::flattened(rules, alias.name(), args))?
        }
        Type::Timespan(_) => cx.timespan(&keys)?,
        Type::Timestamp(_) => cx.timestamp(&keys)?,
        Type::SemVer(_) => cx.sem_ver(&keys)?,
        Type::Uri(_) => cx.uri(&keys)?,
        Type::Collection(_) => cx.collection(&keys)?,
        Type::Array(_) => cx.array(&keys)?,
        Type::Hash(_) => cx.hash(&keys)?,
        Type::Tuple(_) => cx.tuple(&keys)?,
        // Arrays among the arguments of most types count as their elements. Not here: an array is a mistake in `Struct`
        // and has a special meaning in `Callable` and `Init`.
        Type::Struct(_) => cx.structure(&Keys::as_given(rules, name, args))?,
        Type::Variant(_) => {
            keys.arity(1, None)?;
            Type::variant(keys.types()?)
        }
        Type::Optional(_) => Type::optional(keys.only_type_or_string()?),
        Type::NotUndef(_) if keys.is_empty() => Type::NotUndef(None),
        Type::NotUndef(_) => Type::not_undef(keys.only_type_or_string()?),
        Type::Type(_) => Type::type_of(keys.only_type()?),
        Type::Iterable(_) => Type::iterable(keys.only_type()?),
        Type::Iterator(_) => Type::iterator(keys.only_type()?),
        Type::Sensitive(_) => Type::sensitive(keys.only_type()?),
        Type::Callable(_) => cx.callable(&Keys::as_given(rules, name, args))?,
        Type::Init(_) => {
            let keys = Keys::as_given(rules, name, args);
            keys.arity(1, None)?;
            let target = keys.ty(0)?;
            Type::Init(Some(Arc::new(InitType { target, args: args.get(1..).unwrap_or_default().to_vec() })))
        }
        Type::Runtime(ruby) if ruby.runtime.is_some() && ruby.name.is_none() => {
            keys.arity(1, Some(1))?;
            let name = keys.string(0)?;
            if !is_ruby_class(&name) {
                return Err(keys.wrong(0, "the name of a Ruby class"));
            }
            Type::Runtime(Arc::new(RuntimeType { name: Some(name), ..RuntimeType::clone(ruby) }))
        }
        Type::Runtime(_) => {
            keys.arity(2, Some(2))?;
            let (runtime, name) = (keys.string(0)?, keys.string(1)?);
            let documented = matches!(rules.type_names, TypeNames::Documents) && &*runtime == "ruby";
            if name.is_empty() || documented && !is_ruby_class(&name) {
                return Err(keys.wrong(1, "the name of a class"));
            }
            Type::Runtime(Arc::new(RuntimeType { runtime: Some(runtime), name: Some(name), pattern: None }))
        }
        Type::Object(Some(object)) if object.name.is_some() => object::extension(rules, object, &keys)?,
        Type::Object(_) => {
            keys.arity(1, Some(1))?;
            object::object(rules, &keys)?
        }
        // In an edition where `Object` is the type of everything, `Object[{...}]` still defines an object type.
        Type::Any if matches!((rules.type_names, args), (TypeNames::Documents, [Value::Hash(_)])) => {
            object::object(rules, &keys)?
        }
        Type::TypeSet(_) => {
            keys.arity(1, Some(1))?;
            object::type_set(rules, &keys)?
        }
        _ => return Err(ConstructError { key: None, problem: Problem::NoParameters { name: name.into() } }),
    }))
}

/// The `Callable` type of a function or lambda with these parameters, block and return type.
pub fn signature(params: TupleType, block: Option<Type>, returns: Option<Type>) -> Type {
    Type::callable(params.types, params.size, block, returns)
}

/// Compiles a regular expression, without the anchors that the edition ignores. The error is the reason as a message.
pub fn regexp(rules: &TypeRules, source: &str) -> Result<Regexp, String> {
    let made = match rules.text_anchors {
        TextAnchors::Kept => Regexp::new(source),
        TextAnchors::Removed => Regexp::new(&scalar::without_text_anchors(source)),
    };
    made.map_err(|error| error.to_string())
}

/// The context of the functions that construct each kind of type.
struct Construct<'r> {
    rules: &'r TypeRules,
}

/// Whether a string is the name of a Ruby class, such as `Puppet::Type`.
fn is_ruby_class(name: &str) -> bool {
    name.strip_prefix("::").unwrap_or(name).split("::").all(|segment| {
        segment.starts_with(|first: char| first.is_ascii_uppercase())
            && segment.chars().all(|character| character.is_alphanumeric() || character == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::notation;
    use crate::text::to_text;

    fn check(name: &str, args: &[Value], puppet8: &str, spec: &str) {
        for (rules, expected) in [(&TypeRules::PUPPET8, puppet8), (&TypeRules::SPEC, spec)] {
            let made = named(rules, name).map(|ty| parameterized(rules, &ty, args));
            let text = match made {
                None => "unknown".to_string(),
                Some(Ok(value)) => to_text(rules, &value),
                Some(Err(error)) => error.to_string(),
            };
            assert_eq!(text, expected, "{name}{args:?}");
        }
    }

    #[test]
    fn every_name_is_a_type() {
        for name in NAMES {
            assert!(named(&bunraku_edition::PUPPET8.types, name).is_some(), "{name}");
        }
    }

    #[test]
    fn editions() {
        let (string, integer) = (Value::Type(Type::String(None)), |number| Value::Int(number));
        check("Integer", &[integer(5)], "Integer[5]", "Integer[5, 5]");
        let descending = "the range is reversed: 3 to 1";
        check("Integer", &[integer(3), integer(1)], descending, "Integer[3, 1]");
        check(
            "Integer",
            &[integer(1), integer(6), integer(2)],
            "Integer takes 1 to 2 parameters, got 3",
            "[1, 3, 5]",
        );
        check("Pattern", &[Value::str("\\Aa")], "Pattern[/\\Aa/]", "(?-mix:a)");
        check(
            "Hash",
            std::slice::from_ref(&string),
            "Hash takes 2 to 4 parameters, got 1",
            "Hash[Literal, String]",
        );
        let sized = [string.clone(), integer(1), integer(2)];
        check("Array", &sized, "Array[String, 1, 2]", "Array takes 1 parameter, got 3");
        check("Literal", &[], "unknown", "Scalar takes no parameters");
        check("Ruby", &[Value::str("X")], "unknown", "Ruby['X']");
        check("Runtime", &[Value::str("ruby"), Value::str("X")], "Runtime[ruby, 'X']", "Ruby['X']");
        let object = Value::hash([(Value::str("name"), Value::str("P"))]);
        check("Object", &[object], "Object[{name => 'P'}]", "Object[{name => 'P'}]");
        let bare = |rules, name| named(rules, name).map(|ty| notation(rules, &ty));
        assert_eq!(bare(&TypeRules::SPEC, "Array").as_deref(), Some("Array[Data]"));
        assert_eq!(bare(&TypeRules::SPEC, "Object").as_deref(), Some("Object"));
        assert_eq!(bare(&TypeRules::PUPPET8, "semver").as_deref(), Some("SemVer"));
        assert_eq!(bare(&TypeRules::PUPPET8, "Nothing"), None);
    }

    #[test]
    fn wrong_parameters() {
        let check = |name, args: &[Value], text| check(name, args, text, text);
        check("Undef", &[Value::Int(1)], "Undef takes no parameters");
        check(
            "Optional",
            &[Value::Int(1)],
            "Optional expects a type or a string as a parameter, got Integer",
        );
        check("Regexp", &[Value::str("[")], "expected a regular expression, got '['");
        check("Timespan", &[Value::str("x")], "expected a timespan, got 'x'");
        check("Class", &[Value::str("1a")], "expected the name of a class, got '1a'");
        let empty = Value::hash([(Value::str(""), Value::Type(Type::Any))]);
        check("Struct", &[empty], "'' is empty: a key of a Struct must not be empty");
    }
}
