//! Laws that hold for all values and types.

#![allow(clippy::unwrap_used, reason = "a failed case ends the test")]

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bunraku_edition::TypeRules;
use bunraku_pcore::assignable::{accepts_undef, assignable};
use bunraku_pcore::common::common;
use bunraku_pcore::instance::instance;
use bunraku_pcore::types::{FloatRange, IntRange, Size, StructElement, TimeRange, data, rich_data};
use bunraku_pcore::values::{Binary, Sensitive, Timespan, Timestamp, Uri, Version, VersionRange};
use bunraku_pcore::{Regexp, Type, Value, compare, construct, describe, format, infer, new, notation, text};
use proptest::prelude::*;

const EDITIONS: [&TypeRules; 2] = [&TypeRules::PUPPET8, &TypeRules::SPEC];
const RULES: &TypeRules = &TypeRules::PUPPET8;

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Undef),
        Just(Value::Default),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        (-5i64..20).prop_map(Value::Int),
        any::<f64>().prop_map(Value::Float),
        prop_oneof![Just(0.0), Just(-0.0), Just(1.0), Just(f64::INFINITY), Just(f64::NAN)]
            .prop_map(Value::Float),
        "[a-cA-C]{0,3}".prop_map(Value::str),
        "\\PC{0,20}".prop_map(Value::str),
        "%[-+ #0]{0,2}[0-9]{0,2}(\\.[0-9])?[a-zA-Z%]".prop_map(Value::str),
        any::<i128>().prop_map(|number| Value::integer(number.into())),
        "[abc.]{1,3}".prop_map(|source| Value::Regexp(Regexp::new(&source).unwrap())),
        proptest::collection::vec(any::<u8>(), 0..5).prop_map(|bytes| Value::Binary(Binary::new(bytes))),
        any::<i64>().prop_map(|seconds| Value::Timespan(Timespan::from_seconds(seconds))),
        any::<i64>().prop_map(|seconds| Value::Timestamp(Timestamp::from_seconds(seconds))),
        "[0-3]\\.[0-3]\\.[0-3](-[a-c])?".prop_map(|text| Value::Version(Version::parse(&text).unwrap())),
        "(>=|<|~)?[0-3]\\.[0-3]".prop_map(|text| Value::VersionRange(VersionRange::parse(&text).unwrap())),
        "https?://[a-c]{1,3}/[a-c]{0,2}".prop_map(|text| Value::Uri(Uri::parse(&text).unwrap())),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![4 => scalar(), 1 => ty().prop_map(Value::Type)];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::array),
            proptest::collection::vec((inner.clone(), inner.clone()), 0..4).prop_map(Value::hash),
            proptest::collection::vec(("[a-c]{1,2}".prop_map(Value::str), inner.clone()), 0..4)
                .prop_map(Value::hash),
            inner.prop_map(|value| Value::Sensitive(Sensitive::new(value))),
        ]
    })
}

fn size() -> impl Strategy<Value = Option<Size>> {
    prop_oneof![
        Just(None),
        (0usize..3, 0usize..3).prop_map(|(min, more)| Some(Size::between(min, min + more))),
        Just(Some(Size::NOT_EMPTY)),
    ]
}

fn simple_type() -> impl Strategy<Value = Type> {
    let names = [
        "Any",
        "Undef",
        "Default",
        "Scalar",
        "ScalarData",
        "Numeric",
        "Integer",
        "Float",
        "Boolean",
        "String",
        "Enum",
        "Pattern",
        "Regexp",
        "Collection",
        "Array",
        "Hash",
        "Tuple",
        "Struct",
        "Variant",
        "Optional",
        "NotUndef",
        "Type",
        "Iterable",
        "Iterator",
        "Callable",
        "Sensitive",
        "Binary",
        "Timespan",
        "Timestamp",
        "SemVer",
        "SemVerRange",
        "URI",
        "Runtime",
        "CatalogEntry",
        "Class",
        "Resource",
        "Object",
        "TypeSet",
        "Init",
        "Error",
        "Deferred",
    ];
    prop_oneof![
        4 => proptest::sample::select(names.to_vec()).prop_map(|name| construct::named(RULES, name).unwrap()),
        1 => Just(data(RULES)),
        1 => Just(rich_data()),
        1 => (any::<i32>(), 0i64..100).prop_map(|(from, more)| {
            Type::integer(IntRange::new(Some(from.into()), Some(i64::from(from) + more)))
        }),
        1 => (-10f64..10.0, 0f64..10.0).prop_map(|(from, more)| Type::float(FloatRange { from, to: from + more })),
        1 => size().prop_map(|size| size.map_or(Type::String(None), Type::string)),
        1 => "[a-c]{0,2}".prop_map(Type::literal),
        1 => (proptest::collection::vec("[a-cA-C]{1,2}", 1..4), any::<bool>())
            .prop_map(|(values, fold)| Type::enumeration(values, fold)),
        1 => "[a-c]{1,2}".prop_map(|source| Type::pattern([Regexp::new(&source).unwrap()])),
        1 => any::<bool>().prop_map(|value| Type::Boolean(Some(value))),
        1 => "[a-c]{1,2}".prop_map(Type::class),
        1 => "[a-c]{1,2}".prop_map(|title| Type::resource("File", Some(title.into()))),
        1 => (0i64..9, 0i64..9).prop_map(|(from, more)| Type::timespan(TimeRange {
            from: Some(Timespan::from_seconds(from)),
            to: Some(Timespan::from_seconds(from + more)),
        })),
    ]
}

fn ty() -> impl Strategy<Value = Type> {
    simple_type().prop_recursive(3, 16, 4, |inner| {
        let several = || proptest::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            (inner.clone(), size()).prop_map(|(element, size)| Type::array(element, size)),
            (inner.clone(), inner.clone(), size())
                .prop_map(|(key, value, size)| Type::hash(key, value, size)),
            (several(), size()).prop_map(|(types, size)| Type::tuple(types, size)),
            several().prop_map(Type::variant),
            inner.clone().prop_map(Type::optional),
            inner.clone().prop_map(Type::not_undef),
            inner.clone().prop_map(Type::type_of),
            inner.clone().prop_map(Type::iterable),
            inner.clone().prop_map(Type::sensitive),
            (several(), size(), proptest::option::of(inner.clone()))
                .prop_map(|(params, size, returns)| Type::callable(params, size, None, returns)),
            proptest::collection::btree_map("[a-c]", (inner.clone(), any::<bool>()), 0..3).prop_map(
                |elements| {
                    Type::structure(elements.into_iter().map(|(name, (value, optional))| StructElement {
                        name: name.into(),
                        optional,
                        value,
                    }))
                }
            ),
        ]
    })
}

fn has_nan(value: &Value) -> bool {
    match value {
        Value::Float(number) => number.is_nan(),
        Value::Array(array) => array.iter().any(has_nan),
        Value::Hash(hash) => hash.iter().any(|(key, value)| has_nan(key) || has_nan(value)),
        Value::Sensitive(sensitive) => has_nan(sensitive.unwrap()),
        _ => false,
    }
}

/// The inferred type of a hidden value is reduced and generalized, and a hidden collection or type need not be an instance
/// of it.
fn hides_parts(value: &Value) -> bool {
    match value {
        Value::Array(array) => array.iter().any(hides_parts),
        Value::Hash(hash) => hash.iter().any(|(key, value)| hides_parts(key) || hides_parts(value)),
        Value::Sensitive(hidden) => {
            matches!(hidden.unwrap(), Value::Array(_) | Value::Hash(_) | Value::Type(_))
        }
        _ => false,
    }
}

/// Whether a type is not assignable to itself, as in Puppet: it contains `NotUndef[T]` where `T` accepts undef, or `Variant`
/// without parameters.
fn is_odd(ty: &Type) -> bool {
    let odd = match ty {
        Type::NotUndef(Some(inner)) => accepts_undef(RULES, inner),
        Type::Variant(variant) => variant.types.is_empty(),
        _ => false,
    };
    let mut found = odd;
    ty.each_part(&mut |part| found = found || !matches!(part, Type::Alias(_)) && is_odd(part));
    found
}

fn types_in(value: &Value, visit: &mut dyn FnMut(&Type)) {
    match value {
        Value::Type(ty) => visit(ty),
        Value::Array(array) => array.iter().for_each(|value| types_in(value, visit)),
        Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
            types_in(key, visit);
            types_in(value, visit);
        }),
        Value::Sensitive(sensitive) => types_in(sensitive.unwrap(), visit),
        _ => {}
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_value_is_an_instance_of_its_type(value in value()) {
        let mut odd = has_nan(&value) || hides_parts(&value);
        types_in(&value, &mut |ty| odd = odd || is_odd(ty));
        prop_assume!(!odd);
        for rules in EDITIONS {
            let ty = infer::detailed(rules, &value);
            prop_assert!(instance(rules, &ty, &value), "{}", notation::notation(rules, &ty));
        }
    }

    #[test]
    fn a_type_is_assignable_to_itself(ty in ty()) {
        prop_assume!(!is_odd(&ty));
        for rules in EDITIONS {
            prop_assert!(assignable(rules, &ty, &ty), "{}", notation::notation(rules, &ty));
        }
    }

    #[test]
    fn equal_values_hash_alike(a in value(), b in value()) {
        prop_assert_eq!(&a, &a.clone());
        prop_assert_eq!(hash_of(&a), hash_of(&a.clone()));
        if a == b {
            prop_assert_eq!(hash_of(&a), hash_of(&b));
        }
        if let Value::Array(array) = &a {
            let copy: Value = Value::array(array.iter().cloned());
            prop_assert_eq!(&copy, &a);
            prop_assert_eq!(hash_of(&copy), hash_of(&a));
        }
        if let Value::Hash(hash) = &a {
            let mut entries: Vec<_> = hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
            entries.reverse();
            let reversed = Value::hash(entries);
            prop_assert_eq!(&reversed, &a);
            prop_assert_eq!(hash_of(&reversed), hash_of(&a));
        }
    }

    #[test]
    fn exactly_equal_values_are_equal(a in value()) {
        prop_assume!(!has_nan(&a));
        for rules in EDITIONS {
            prop_assert!(compare::equal(rules, &a, &a.clone()));
        }
    }

    #[test]
    fn variants_do_not_care_about_order(types in proptest::collection::vec(ty(), 0..4)) {
        let forwards = Type::variant(types.clone());
        let backwards = Type::variant(types.into_iter().rev());
        prop_assert_eq!(hash_of(&forwards), hash_of(&backwards));
        prop_assert_eq!(forwards, backwards);
    }

    #[test]
    fn what_is_an_instance_is_not_described(ty in ty(), value in value()) {
        let path = vec![describe::Step::Subject("it".into())];
        let found = describe::describe_value(RULES, path, &ty, &value);
        prop_assert_eq!(found.is_empty(), instance(RULES, &ty, &value));
        for mismatch in found {
            prop_assert!(mismatch.text(RULES).starts_with("it "));
        }
    }

    #[test]
    fn nothing_panics(a in value(), b in value(), c in value(), t in ty(), u in ty()) {
        for rules in EDITIONS {
            let _ = compare::compare(rules, &a, &b);
            let _ = compare::contains(rules, &a, &b);
            let _ = compare::matches_option(rules, &a, &b);
            let _ = text::to_text(rules, &a);
            let _ = format::convert(rules, &a, Some(&b));
            let _ = format::convert(rules, &a, Some(&Value::str("%#p")));
            let _ = new::new(rules, &t, std::slice::from_ref(&a));
            let _ = new::new(rules, &t, &[a.clone(), b.clone(), c.clone()]);
            let _ = construct::parameterized(rules, &t, &[a.clone(), b.clone()]);
            let _ = notation::notation(rules, &common(rules, &t, &u));
            let _ = notation::expanded_notation(rules, &t.generalize());
            let _ = describe::describe_type(rules, Vec::new(), &t, &u);
            let init = Type::Init(Some(Arc::new(bunraku_pcore::types::InitType { target: t.clone(), args: vec![] })));
            let _ = instance(rules, &init, &a);
            if let (Value::Str(format), Value::Array(args)) = (&a, &b) {
                let _ = format::sprintf(rules, format, args);
            }
            if let Value::Str(text) = &a {
                let _ = format::sprintf(rules, text, &[b.clone(), c.clone()]);
                let _ = Uri::parse(text);
                let _ = VersionRange::parse(text);
                let _ = Timestamp::parse(text, &[], None);
                let _ = Timestamp::from_seconds(5).format(text, None);
                let _ = Timespan::parse(text);
                let _ = Binary::from_base64(text);
            }
        }
    }
}
