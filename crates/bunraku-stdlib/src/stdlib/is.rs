//! `is_array` and related functions: test the type of a value. Most are deprecated, because `=~` with a type does the
//! same.

use bunraku_pcore::number::float_text;

use super::{
    deprecation::deprecated,
    ip::{Address, Version},
    ruby::*,
};
use crate::numbers::{leading_float, leading_integer};

pub(crate) static ALL: [&Builtin; 15] = [
    &IS_ABSOLUTE_PATH,
    &IS_ARRAY,
    &IS_BOOL,
    &IS_DOMAIN_NAME,
    &IS_EMAIL_ADDRESS,
    &IS_FLOAT,
    &IS_FUNCTION_AVAILABLE,
    &IS_HASH,
    &IS_INTEGER,
    &IS_IP_ADDRESS,
    &IS_IPV4_ADDRESS,
    &IS_IPV6_ADDRESS,
    &IS_MAC_ADDRESS,
    &IS_NUMERIC,
    &IS_STRING,
];

/// Defines a deprecated function. Its deprecation is an error unless the setting `strict` is lowered.
macro_rules! deprecated_predicate {
    ($constant:ident, $name:literal, $what:literal, $instead:literal, $count:expr, $test:expr) => {
        static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "Whether a value is ",
                $what,
                ". It is deprecated: write `$value =~ ",
                $instead,
                "`. With the setting \
                 `strict` at `error`, as is the default, it fails.\n\n```cases\nnotice(",
                $name,
                "('a'))\n>> error 1\n```\n\n```cases\nnotice('a' =~ NotUndef)\nnotice(",
                $name,
                "())\n>> notice \"true\"\n>> error 2\n```\n"
            ),
            &[Dispatch {
                signature: "Any *$args, Optional[Callable] &$block",
                run: |call| {
                    deprecated(
                        call,
                        concat!("`", $name, "` is deprecated: write `$value =~ ", $instead, "`"),
                    )?;
                    let (least, greatest): (usize, Option<usize>) = $count;
                    let found = call.args.len();
                    if found < least || greatest.is_some_and(|greatest| found > greatest) {
                        return Err(wrong_count(call, least, greatest));
                    }
                    let test: fn(&Value) -> bool = $test;
                    Ok(Value::Bool(test(call.arg(0))))
                },
            }],
        );
    };
}

deprecated_predicate!(
    IS_ABSOLUTE_PATH,
    "is_absolute_path",
    "an absolute path of Unix or Windows",
    "Stdlib::Absolutepath",
    (1, Some(1)),
    is_absolute_path
);
deprecated_predicate!(IS_ARRAY, "is_array", "an array", "Array", (1, None), |value| matches!(
    value,
    Value::Array(_)
));
deprecated_predicate!(IS_BOOL, "is_bool", "a boolean", "Boolean", (1, Some(1)), is_bool);
deprecated_predicate!(IS_FLOAT, "is_float", "a float or a text of one", "Float", (1, Some(1)), is_float);
deprecated_predicate!(
    IS_IP_ADDRESS,
    "is_ip_address",
    "an address of the Internet Protocol",
    "Stdlib::IP::Address",
    (1, Some(1)),
    |value| version(value).is_some()
);
deprecated_predicate!(
    IS_IPV4_ADDRESS,
    "is_ipv4_address",
    "an address of the Internet Protocol, version 4",
    "Stdlib::IP::Address::V4",
    (1, Some(1)),
    |value| version(value) == Some(Version::V4)
);
deprecated_predicate!(
    IS_IPV6_ADDRESS,
    "is_ipv6_address",
    "an address of the Internet Protocol, version 6",
    "Stdlib::IP::Address::V6",
    (1, Some(1)),
    |value| version(value) == Some(Version::V6)
);
deprecated_predicate!(
    IS_NUMERIC,
    "is_numeric",
    "a number or a text of one",
    "Numeric",
    (1, Some(1)),
    is_numeric
);
deprecated_predicate!(
    IS_STRING,
    "is_string",
    "a text that is not that of a number",
    "String",
    (1, None),
    is_string
);

static IS_DOMAIN_NAME: Builtin = Builtin::new(
    "is_domain_name",
    r##"Whether a text is a well-formed domain name.

```cases
notice(is_domain_name('example.com'), is_domain_name('-x.com'), is_domain_name('1.2.3.4'), is_domain_name(1))
>> notice "true false false false"
```
"##,
    legacy!(1..=1, |_, args| Ok(Value::Bool(
        args.first().and_then(Value::as_str).is_some_and(is_domain_name)
    ))),
);

static IS_EMAIL_ADDRESS: Builtin = Builtin::new(
    "is_email_address",
    r##"Whether a text looks like an e-mail address.

```cases
notice(is_email_address('somename@example.com'), is_email_address('somename'), is_email_address(1))
>> notice "true false false"
```
"##,
    legacy!(1..=1, |call, args| match args.first() {
        Some(Value::Str(text)) => is_email_address(call, text).map(Value::Bool),
        _ => Ok(Value::Bool(false)),
    }),
);

static IS_FUNCTION_AVAILABLE: Builtin = Builtin::new(
    "is_function_available",
    r##"Whether there is a function of a name.

```cases
notice(is_function_available('pick'), is_function_available('no_such_function'), is_function_available(1))
>> notice "true false false"
```
"##,
    legacy!(1..=1, is_function_available),
);

static IS_HASH: Builtin = Builtin::new(
    "is_hash",
    r##"Whether a value is a hash.

```cases
notice(is_hash({}), is_hash([]))
>> notice "true false"
```
"##,
    legacy!(1..=1, |_, args| Ok(Value::Bool(matches!(args.first(), Some(Value::Hash(_)))))),
);

static IS_INTEGER: Builtin = Builtin::new(
    "is_integer",
    r##"Whether a value is an integer or a text of one in decimal digits.

```cases
notice(is_integer(1), is_integer('-5'), is_integer('05'), is_integer(1.0))
>> notice "true true false false"
```
"##,
    legacy!(1..=1, |_, args| Ok(Value::Bool(match args.first() {
        Some(Value::Int(_)) => true,
        Some(Value::Str(text)) => is_integer_string(text),
        _ => false,
    }))),
);

static IS_MAC_ADDRESS: Builtin = Builtin::new(
    "is_mac_address",
    r##"Whether a text is a hardware address: six numbers of one or two hexadecimal digits with colons between them, or
twenty as InfiniBand has them.

```cases
notice(is_mac_address('00:11:22:aa:bb:cc'), is_mac_address('00:11:22'))
>> notice "true false"
```

```cases
notice(is_mac_address(1))
>> error 1
```
"##,
    legacy!(1..=1, is_mac_address),
)
.before([5, 2, 0], Older::Code);

/// Whether a line of a string is a decimal integer without leading zeros. The module's pattern uses `^` and `$`,
/// which match at lines in Ruby.
pub(crate) fn is_integer_string(text: &str) -> bool {
    text.split('\n').any(|line| {
        let digits = line.strip_prefix('-').unwrap_or(line);
        let plain = digits == "0" || !digits.starts_with('0');
        !digits.is_empty() && plain && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether a string is an absolute path of Unix or of Windows, with a drive or a share. It is enough if one of its
/// lines is.
pub(crate) fn is_absolute_path(value: &Value) -> bool {
    const WINDOWS: &str =
        r"^(?i)(?:(?:[A-Z]:[\\/])|(?:[\\/][\\/][^\\/]+[\\/][^\\/]+)|(?:[\\/][\\/]\?[\\/][^\\/]+))";
    let Value::Str(path) = value else { return false };
    path.split('\n').any(|line| line.starts_with('/')) || matches(WINDOWS, path)
}

pub(crate) fn is_bool(value: &Value) -> bool {
    matches!(value, Value::Bool(_))
}

/// The version of the IP address that a value is; `None` if it is not an address.
pub(crate) fn version(value: &Value) -> Option<Version> {
    value.as_str().and_then(Address::parse).map(|address| address.version())
}

fn is_float(value: &Value) -> bool {
    match value {
        Value::Float(_) => true,
        Value::Str(text) => float_text(leading_float(text)) == text.as_str(),
        _ => false,
    }
}

fn is_numeric(value: &Value) -> bool {
    match value {
        // Puppet's classes of times and versions are subclasses of Ruby's `Numeric`.
        Value::Int(_) | Value::Float(_) | Value::Big(_) => true,
        Value::Timespan(_) | Value::Timestamp(_) | Value::Version(_) => true,
        Value::Str(text) => matches(r"^-?(?:(?:[1-9]\d*)|0)(?:\.\d+)?(?:[eE]-?\d+)?$", text),
        _ => false,
    }
}

fn is_string(value: &Value) -> bool {
    match value {
        // The module's function with types passes `undef` on as `nil`, and the old one counts that as a string.
        Value::Undef => true,
        Value::Str(text) => {
            let same = |number: String| number == text.as_str();
            !same(float_text(leading_float(text))) && !same(leading_integer(text).to_string())
        }
        _ => false,
    }
}

pub(crate) fn is_domain_name(domain: &str) -> bool {
    if domain == "." {
        return true;
    }
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    if domain.is_empty() || domain.chars().count() > 255 {
        return false;
    }
    if domain.contains('.') && !matches(r"\.[A-Za-z]+$", domain) {
        return false;
    }
    let mut labels: Vec<&str> = domain.split('.').collect();
    // Ruby's `split` drops empty strings at the end.
    while labels.last() == Some(&"") {
        labels.pop();
    }
    labels.iter().all(|label| {
        let fits =
            (1..=63).contains(&label.chars().count()) && !label.starts_with('-') && !label.ends_with('-');
        fits && matches(r"^[A-Za-z\d-]+$", label)
    })
}

pub(crate) fn is_email_address(call: &mut Call<'_>, text: &str) -> Eval<bool> {
    let regexp = crate::patterns::compile(call, r"\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z")?;
    found(call, &regexp, text)
}

fn is_function_available(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(name)) = args.first() else { return Ok(Value::Bool(false)) };
    // The module asks Puppet's old interface, which does not know functions with namespaces.
    if name.contains("::") {
        return Ok(Value::Bool(false));
    }
    Ok(Value::Bool(call.cx.has_function(name)))
}

fn is_mac_address(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let text = match args.first() {
        Some(Value::Str(text)) => text,
        Some(Value::Default) => return Ok(Value::Bool(false)),
        other => return expected(call, "a String", other),
    };
    let number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    // InfiniBand addresses have 20 octets.
    let is_address = |line: &str| matches!(line.split(':').count(), 6 | 20) && line.split(':').all(number);
    Ok(Value::Bool(text.split('\n').any(is_address)))
}
