//! The type `Init`: from which arguments `new` can create a value of a type.

use std::sync::OnceLock;

use crate::Type;
use crate::types::{InitType, IntRange, Size, StructElement};

/// The types of single arguments, and the tuples of several, that `new` accepts for the target of an `Init`.
///
/// `None` if values of the target cannot be made with `new`.
pub(crate) fn sources(init: &InitType) -> Option<Vec<Type>> {
    let convertible = |others: &[Type]| {
        let mut types = vec![Type::Numeric, Type::Boolean(None)];
        types.extend(others.iter().cloned());
        types.extend([Type::Timespan(None), Type::Timestamp(None)]);
        Type::variant(types)
    };
    let radix = Type::variant([
        Type::Default,
        Type::exact_integer(2),
        Type::exact_integer(8),
        Type::exact_integer(10),
        Type::exact_integer(16),
    ]);
    let boolean = Type::Boolean(None);
    Some(match init.target.resolved() {
        Type::Integer(_) => {
            let from = convertible(&[integer_text()]);
            let named = named_arguments(&[
                ("from", from.clone(), Need::Required),
                ("radix", radix.clone(), Need::Optional),
                ("abs", boolean.clone(), Need::Optional),
            ]);
            with_optional(init, &[from, radix, boolean], 1, vec![named])
        }
        Type::Float(_) | Type::Numeric => {
            let from = convertible(&[float_text()]);
            let named = named_arguments(&[
                ("from", from.clone(), Need::Required),
                ("abs", boolean.clone(), Need::Optional),
            ]);
            with_optional(init, &[from, boolean], 1, vec![named])
        }
        Type::Boolean(_) => {
            let words = Type::enumeration(["false", "true", "yes", "no", "y", "n"], true);
            vec![Type::variant([Type::Integer(None), Type::Float(None), boolean, words])]
        }
        Type::String(_) => with_optional(init, &[Type::Any, Type::Any], 1, Vec::new()),
        Type::Array(_) | Type::Tuple(_) => {
            let from = Type::variant([
                Type::array(Type::Any, None),
                Type::hash(Type::Any, Type::Any, None),
                Type::Binary,
                Type::Iterable(None),
            ]);
            with_optional(init, &[from, Type::Boolean(Some(false))], 1, Vec::new())
        }
        Type::Hash(_) | Type::Struct(_) => vec![Type::Any],
        Type::Regexp(_) => with_optional(init, &[Type::String(None), boolean], 1, Vec::new()),
        Type::Binary => {
            let bytes = Type::array(Type::integer(IntRange::new(Some(0), Some(255))), None);
            let format = Type::enumeration(["%b", "%u", "%B", "%s", "%r"], false);
            with_optional(init, &[Type::String(None), format], 1, vec![bytes])
        }
        Type::Sensitive(_) => vec![Type::Any],
        Type::Timespan(_) => {
            let number = Type::variant([Type::Integer(None), Type::Float(None)]);
            let mut all = with_optional(init, &[Type::string(Size::NOT_EMPTY), formats()], 1, vec![number]);
            all.push(Type::tuple(vec![Type::Integer(None); 7], Some(Size::between(4, 7))));
            all
        }
        Type::Timestamp(_) => {
            let number = Type::variant([Type::Integer(None), Type::Float(None)]);
            let text = Type::string(Size::NOT_EMPTY);
            with_optional(init, &[text.clone(), formats(), text], 1, vec![number])
        }
        Type::SemVer(_) => {
            let number = Type::integer(IntRange::new(Some(0), None));
            let text = Type::string(Size::NOT_EMPTY);
            let mut all = vec![version_text()];
            all.push(Type::tuple(
                [number.clone(), number.clone(), number, text.clone(), text],
                Some(Size::between(3, 5)),
            ));
            all
        }
        Type::SemVerRange => {
            let end = Type::variant([Type::Default, Type::sem_ver(Vec::new())]);
            vec![
                Type::string(Size::NOT_EMPTY),
                Type::tuple([end.clone(), end, boolean], Some(Size::between(2, 3))),
            ]
        }
        Type::Uri(_) => vec![Type::string(Size::NOT_EMPTY)],
        Type::Type(_) => vec![Type::string(Size::NOT_EMPTY)],
        _ => return None,
    })
}

/// The types of `singles` and of the first parameter, and the tuple of all parameters, of which `required` must be given.
fn with_optional(init: &InitType, params: &[Type], required: usize, mut singles: Vec<Type>) -> Vec<Type> {
    if let Some(first) = params.first() {
        singles.push(first.clone());
    }
    // `Init[T, args]` appends its own arguments, so the caller can only give the first one.
    if init.args.is_empty() {
        singles.push(Type::tuple(params.iter().cloned(), Some(Size::between(required, params.len()))));
    }
    singles
}

enum Need {
    Required,
    Optional,
}

fn named_arguments(arguments: &[(&str, Type, Need)]) -> Type {
    Type::structure(arguments.iter().map(|(name, value, need)| StructElement {
        name: (*name).into(),
        optional: matches!(need, Need::Optional),
        value: value.clone(),
    }))
}

/// The type of the strings that match a pattern. Each is created only once, because compiling a pattern is slow.
fn pattern(made: &'static OnceLock<Type>, source: &str) -> Type {
    let make = || crate::Regexp::new(source).map_or(Type::String(None), |regexp| Type::pattern([regexp]));
    made.get_or_init(make).clone()
}

fn integer_text() -> Type {
    static MADE: OnceLock<Type> = OnceLock::new();
    pattern(&MADE, r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z")
}

fn float_text() -> Type {
    static MADE: OnceLock<Type> = OnceLock::new();
    pattern(
        &MADE,
        r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z",
    )
}

fn version_text() -> Type {
    static MADE: OnceLock<Type> = OnceLock::new();
    pattern(
        &MADE,
        r"\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\z",
    )
}

fn formats() -> Type {
    let format = Type::string(Size { min: 2, max: None });
    Type::variant([format.clone(), Type::array(format, Some(Size::NOT_EMPTY))])
}
