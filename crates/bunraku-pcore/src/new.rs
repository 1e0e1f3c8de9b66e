//! Creates values: the implementation of `Type.new(...)` and `Type(...)`.
//!
//! `Type.new('...')` needs a parser and `Timestamp.new()` needs a clock, so the evaluator handles both. It also
//! replaces iterators among the arguments by arrays before it calls [`new`].

mod collection;
mod error;
mod number;
mod object;
mod time;
mod version;

use bunraku_edition::TypeRules;

pub use error::NewError;
pub use time::{timespan_from_hash, timestamp_from_hash};

use crate::describe::{Step, describe_value};
use crate::instance::instance;
use crate::notation::notation;
use crate::types::InitType;
use crate::values::{Binary, Sensitive, Uri, UriParts};
use crate::{Hash, Regexp, Type, Value, format, infer};

/// Creates a value of a type from arguments. A single argument that already is an instance of the type is the result.
pub fn new(rules: &TypeRules, ty: &Type, args: &[Value]) -> Result<Value, NewError> {
    if let [only] = args
        && !matches!(ty, Type::Init(_))
        && instance(rules, ty, only)
    {
        return Ok(only.clone());
    }
    let value = New { rules }.make(ty, args)?;
    if instance(rules, ty, &value) {
        return Ok(value);
    }
    let path = vec![Step::Subject(format!("the new value of {}", notation(rules, ty)).into())];
    let found = describe_value(rules, path, ty, &value);
    Err(NewError::Result { problems: found.iter().map(|mismatch| mismatch.text(rules)).collect() })
}

/// The type without aliases and wrappers around it; `None` if aliases lead to each other.
fn meant(ty: &Type) -> Option<&Type> {
    const FARTHEST: usize = 1 << 16;
    let mut ty = ty;
    for _ in 0..FARTHEST {
        ty = match ty {
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => inner,
            Type::Alias(alias) if alias.is_defined() => alias.resolved(),
            other => return Some(other),
        };
    }
    None
}

struct New<'r> {
    rules: &'r TypeRules,
}

impl New<'_> {
    fn make(&self, ty: &Type, args: &[Value]) -> Result<Value, NewError> {
        let Some(meant) = meant(ty) else {
            return Err(NewError::Unsupported { ty: notation(self.rules, ty) });
        };
        match meant {
            Type::Integer(_) => self.integer(args),
            Type::Float(_) => self.float(args),
            Type::Numeric => self.numeric(args),
            Type::Boolean(_) => self.boolean(args),
            Type::String(_) => self.string(args),
            Type::Array(_) | Type::Tuple(_) => self.array(args),
            Type::Hash(_) | Type::Struct(_) => self.hash(args),
            Type::Regexp(_) => self.regexp(args),
            Type::Sensitive(_) => match args {
                [value] => Ok(Value::Sensitive(Sensitive::new(value.clone()))),
                _ => Err(self.count("Sensitive", "one value", args)),
            },
            Type::Binary => self.binary(args),
            Type::Timespan(_) => self.timespan(args),
            Type::Timestamp(_) => self.timestamp(args),
            Type::SemVer(_) => self.version(args),
            Type::SemVerRange => self.version_range(args),
            Type::Uri(_) => self.uri(args),
            Type::Object(Some(object)) => self.object(object, args),
            Type::ObjectExtension(extension) => self.object(&extension.base, args),
            Type::NotUndef(None) | Type::Unit => match args {
                [value] => Ok(value.clone()),
                _ => Err(self.count("NotUndef", "one value", args)),
            },
            Type::Init(Some(init)) => self.init(init, args),
            _ => Err(NewError::Unsupported { ty: notation(self.rules, meant) }),
        }
    }

    fn string(&self, args: &[Value]) -> Result<Value, NewError> {
        let (value, formats) = match args {
            [value] => (value, None),
            [value, formats] => (value, Some(formats)),
            _ => return Err(self.count("String", "a value and formats", args)),
        };
        format::convert(self.rules, value, formats).map(Value::str).map_err(NewError::Format)
    }

    fn regexp(&self, args: &[Value]) -> Result<Value, NewError> {
        let source = match args {
            [Value::Str(source)] | [Value::Str(source), Value::Bool(false)] => source.to_string(),
            [Value::Str(source), Value::Bool(true)] => Regexp::escape(source),
            _ => return Err(self.count("Regexp", "a string and whether to escape it", args)),
        };
        let made = crate::construct::regexp(self.rules, &source);
        made.map(Value::Regexp).map_err(|problem| self.arguments("Regexp", problem))
    }

    fn binary(&self, args: &[Value]) -> Result<Value, NewError> {
        match args {
            [Value::Str(text)] => self.binary_from_string(text, "%B"),
            [Value::Str(text), Value::Str(format)] => self.binary_from_string(text, format),
            [Value::Array(bytes)] => {
                let bytes = bytes.iter().map(|byte| byte.as_int().and_then(|byte| u8::try_from(byte).ok()));
                let bytes: Option<Vec<u8>> = bytes.collect();
                let bytes =
                    bytes.ok_or_else(|| self.arguments("Binary", "bytes must be integers from 0 to 255"))?;
                Ok(Value::Binary(Binary::new(bytes)))
            }
            [Value::Hash(named)] => match (named.get_str("value"), named.get_str("format"), named.len()) {
                (Some(value @ Value::Array(_)), None, 1) => self.binary(std::slice::from_ref(value)),
                (Some(Value::Str(text)), None | Some(Value::Undef), 1 | 2) => {
                    self.binary_from_string(text, "%B")
                }
                (Some(Value::Str(text)), Some(Value::Str(format)), 2) => {
                    self.binary_from_string(text, format)
                }
                _ => Err(self.arguments("Binary", "the hash has the keys value and format")),
            },
            _ => Err(self.count("Binary", "a string and its format, or an array of bytes", args)),
        }
    }

    fn binary_from_string(&self, text: &str, format: &str) -> Result<Value, NewError> {
        let binary = match format {
            "%b" => Some(Binary::from_base64(text)),
            "%u" => Binary::from_base64_url(text),
            "%B" => Binary::from_base64_strict(text),
            "%s" | "%r" => Some(Binary::new(text.bytes())),
            _ => return Err(self.arguments("Binary", "the format must be one of %b, %u, %B, %s and %r")),
        };
        binary.map(Value::Binary).ok_or_else(|| self.string_error(text, "Binary"))
    }

    fn uri(&self, args: &[Value]) -> Result<Value, NewError> {
        match args {
            [Value::Str(text)] if !text.is_empty() => {
                Uri::parse(text).map(Value::Uri).ok_or_else(|| self.string_error(text, "URI"))
            }
            [Value::Hash(parts)] => self.uri_from_hash(parts),
            _ => Err(self.count("URI", "a string or a hash of parts", args)),
        }
    }

    fn uri_from_hash(&self, hash: &Hash) -> Result<Value, NewError> {
        let mut parts = UriParts { path: Some("".into()), ..UriParts::default() };
        for (key, value) in hash {
            let part = match (key.as_str(), value) {
                (Some("port"), Value::Int(port)) if u32::try_from(*port).is_ok() => {
                    parts.port = u32::try_from(*port).ok();
                    continue;
                }
                (Some("scheme"), _) => &mut parts.scheme,
                (Some("userinfo"), _) => &mut parts.userinfo,
                (Some("host"), _) => &mut parts.host,
                (Some("path"), _) => &mut parts.path,
                (Some("query"), _) => &mut parts.query,
                (Some("fragment"), _) => &mut parts.fragment,
                (Some("opaque"), _) => &mut parts.opaque,
                _ => return Err(self.arguments("URI", "unknown key in the hash: not a part of a URI")),
            };
            match value {
                Value::Str(text) if !text.is_empty() => *part = Some(text.clone()),
                _ => return Err(self.arguments("URI", "each part must be a non-empty string")),
            }
        }
        Ok(Value::Uri(Uri::new(parts)))
    }

    /// Creates a value for `Init[T, args...]`: from the given argument followed by those of the type.
    ///
    /// An array is first tried as a single argument, and if that fails as the list of arguments. A String can be
    /// created from every array, so there the list comes first.
    fn init(&self, init: &InitType, args: &[Value]) -> Result<Value, NewError> {
        let makes_nothing = matches!(
            init.target.resolved(),
            Type::Any
                | Type::Iterable(_)
                | Type::NotUndef(None)
                | Type::Pattern(_)
                | Type::Scalar
                | Type::ScalarData
                | Type::Init(_)
        );
        if makes_nothing {
            return Err(NewError::Unsupported { ty: notation(self.rules, &init.target) });
        }
        match args {
            [value] if !init.args.is_empty() => {
                let mut all = vec![value.clone()];
                all.extend(init.args.iter().cloned());
                new(self.rules, &init.target, &all)
            }
            [value @ Value::Array(values)] if self.is_list_of_arguments(init, value) => {
                new(self.rules, &init.target, values)
            }
            [value @ Value::Array(values)] => match new(self.rules, &init.target, args) {
                Ok(made) => Ok(made),
                Err(_) if instance(self.rules, &init.target, value) => Ok(value.clone()),
                Err(_) => new(self.rules, &init.target, values),
            },
            [_] => new(self.rules, &init.target, args),
            _ => Err(self.count("Init", "one value", args)),
        }
    }

    fn is_list_of_arguments(&self, init: &InitType, value: &Value) -> bool {
        if !matches!(init.target.resolved(), Type::String(_)) {
            return false;
        }
        let sources = crate::init::sources(init).unwrap_or_default();
        let tuples = sources.iter().filter(|source| matches!(source, Type::Tuple(_)));
        tuples.into_iter().any(|tuple| instance(self.rules, tuple, value))
    }

    /// The error for a value that cannot be converted to a type.
    fn value(&self, from: &Value, to: &str) -> NewError {
        match from {
            Value::Str(text) => self.string_error(text, to),
            from => {
                let ty = notation(self.rules, &infer::generalized(self.rules, from));
                NewError::Convert { from: format!("a value of type {ty}"), to: to.to_string() }
            }
        }
    }

    /// The error for a string that cannot be converted to a type.
    fn string_error(&self, source: &str, to: &str) -> NewError {
        let digits = source.trim_start_matches(['+', '-']).strip_prefix('0').unwrap_or_default();
        let octal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let to = match to {
            "Integer" if octal => format!(
                "Integer: after a leading `0`, digits are octal; pass the radix, as in `Integer('{source}', 10)`"
            ),
            to => to.to_owned(),
        };
        NewError::Convert { from: format!("the string '{source}'"), to }
    }

    fn arguments(&self, ty: &str, problem: impl Into<String>) -> NewError {
        NewError::Arguments { ty: ty.to_string(), problem: problem.into() }
    }

    /// The error for a wrong number of arguments, or an argument of the wrong type.
    fn count(&self, ty: &str, expected: &str, args: &[Value]) -> NewError {
        let given: Vec<String> =
            args.iter().map(|arg| notation(self.rules, &infer::generalized(self.rules, arg))).collect();
        self.arguments(ty, format!("expected {expected}, got ({})", given.join(", ")))
    }
}
