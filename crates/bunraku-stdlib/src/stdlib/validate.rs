//! `validate_string` and related functions: fail unless values have a certain type. Most are deprecated, because
//! types of parameters do the same.

use bunraku_pcore::number::{float_from_text, integer_from_text};
use num_bigint::BigInt;

use super::{
    deprecation::deprecated,
    ip::Version,
    is::{is_absolute_path, is_bool, is_domain_name, is_email_address, version},
    ruby::*,
};

pub(crate) static ALL: [&Builtin; 16] = [
    &STDLIB_VALIDATE_DOMAIN_NAME,
    &STDLIB_VALIDATE_EMAIL_ADDRESS,
    &VALIDATE_ABSOLUTE_PATH,
    &VALIDATE_ARRAY,
    &VALIDATE_BOOL,
    &VALIDATE_DOMAIN_NAME,
    &VALIDATE_EMAIL_ADDRESS,
    &VALIDATE_HASH,
    &VALIDATE_INTEGER,
    &VALIDATE_IP_ADDRESS,
    &VALIDATE_IPV4_ADDRESS,
    &VALIDATE_IPV6_ADDRESS,
    &VALIDATE_NUMERIC,
    &VALIDATE_RE,
    &VALIDATE_SLENGTH,
    &VALIDATE_STRING,
];

/// The result of a check: a message if the value does not pass. `Err` on the outside is a failure of the evaluation,
/// which `validate_legacy` passes on instead of taking it as an answer.
pub(crate) type Verdict = Eval<Result<(), String>>;

/// The check that the named function makes, for `validate_legacy`.
pub(crate) fn find(name: &str) -> Option<fn(&mut Call<'_>, &[Value]) -> Verdict> {
    Some(match name {
        "validate_absolute_path" => absolute_path,
        "validate_array" => array,
        "validate_bool" => bool,
        "validate_domain_name" => domain_name,
        "validate_email_address" => email_address,
        "validate_hash" => hash,
        "validate_integer" => integer,
        "validate_ip_address" => ip_address,
        "validate_ipv4_address" => ipv4_address,
        "validate_ipv6_address" => ipv6_address,
        "validate_numeric" => numeric,
        "validate_re" => re,
        "validate_slength" => slength,
        "validate_string" => string,
        _ => return None,
    })
}

/// Defines a deprecated check. Its deprecation is an error unless the setting `strict` is lowered.
macro_rules! deprecated_check {
    ($constant:ident, $name:literal, $what:literal, $check:path) => {
        static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "Fails unless ",
                $what,
                ". It is deprecated: give the parameter a type. With the setting `strict` at \
                 `error`, as is the default, it always fails.\n\n```cases\n",
                $name,
                "('a')\n>> error 1\n```\n\n```cases\nnotice('a' =~ String)\n",
                $name,
                "()\n>> notice \"true\"\n>> error 2\n```\n"
            ),
            &[Dispatch {
                signature: "Any *$args, Optional[Callable] &$block",
                run: |call| {
                    deprecated(call, concat!("`", $name, "` is deprecated: give the parameter a type"))?;
                    let args = call.args;
                    let verdict = $check(call, args)?;
                    verdict.map(|()| Value::Undef).map_err(|problem| call.fail(problem))
                },
            }],
        );
    };
}

deprecated_check!(
    VALIDATE_ABSOLUTE_PATH,
    "validate_absolute_path",
    "all values, or all elements of arrays, are absolute paths of Unix or Windows",
    absolute_path
);
deprecated_check!(VALIDATE_ARRAY, "validate_array", "all values are arrays", array);
deprecated_check!(VALIDATE_BOOL, "validate_bool", "all values are booleans", bool);
deprecated_check!(VALIDATE_HASH, "validate_hash", "all values are hashes", hash);
deprecated_check!(
    VALIDATE_INTEGER,
    "validate_integer",
    "a value, or each element of an array, is an integer or a text of one, at most the second argument and at least the third",
    integer
);
deprecated_check!(
    VALIDATE_IP_ADDRESS,
    "validate_ip_address",
    "all values are addresses of the Internet Protocol",
    ip_address
);
deprecated_check!(
    VALIDATE_IPV4_ADDRESS,
    "validate_ipv4_address",
    "all values are addresses of the Internet Protocol, version 4",
    ipv4_address
);
deprecated_check!(
    VALIDATE_IPV6_ADDRESS,
    "validate_ipv6_address",
    "all values are addresses of the Internet Protocol, version 6",
    ipv6_address
);
deprecated_check!(
    VALIDATE_NUMERIC,
    "validate_numeric",
    "a value, or each element of an array, is a number or a text of one, at most the second argument and at least the third",
    numeric
);
deprecated_check!(
    VALIDATE_RE,
    "validate_re",
    "one of several regular expressions, given as texts, matches a text; a third argument is the message",
    re
);
deprecated_check!(
    VALIDATE_SLENGTH,
    "validate_slength",
    "a text, or each text of an array, has at most as many characters as the second argument says, and at least as many as the third",
    slength
);
deprecated_check!(VALIDATE_STRING, "validate_string", "all values are texts or `undef`", string);

static VALIDATE_DOMAIN_NAME: Builtin = Builtin::new(
    "validate_domain_name",
    r##"Fails unless all values are well-formed domain names.

```cases
validate_domain_name('example.com', 'www.example.com')
>> ok
```

```cases
validate_domain_name('-x.com')
>> error 1
```
"##,
    legacy!(.., |call, args| checked(call, &args, domain_name)),
);

static VALIDATE_EMAIL_ADDRESS: Builtin = Builtin::new(
    "validate_email_address",
    r##"Fails unless all values look like e-mail addresses.

```cases
validate_email_address('somename@example.com')
>> ok
```

```cases
validate_email_address('somename')
>> error 1
```
"##,
    legacy!(.., |call, args| checked(call, &args, email_address)),
);

static STDLIB_VALIDATE_DOMAIN_NAME: Builtin = Builtin::new(
    "stdlib::validate_domain_name",
    r##"Fails unless all values are well-formed domain names.

```cases
stdlib::validate_domain_name('example.com', 'www.example.com')
>> ok
```

```cases
stdlib::validate_domain_name('-x.com')
>> error 1
```
"##,
    &[Dispatch {
        signature: r"Pattern[/\A(?:\.|(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.?)\z/] *$values",
        run: any_at_all,
    }],
);

static STDLIB_VALIDATE_EMAIL_ADDRESS: Builtin = Builtin::new(
    "stdlib::validate_email_address",
    r##"Fails unless all values look like e-mail addresses.

```cases
stdlib::validate_email_address('somename@example.com')
>> ok
```

```cases
stdlib::validate_email_address('somename')
>> error 1
```
"##,
    &[Dispatch {
        signature: r"Pattern[/\A[A-Za-z0-9_.!#$%&'*+\/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\z/] *$values",
        run: any_at_all,
    }],
);

/// Requires at least one argument. The signature has already checked the values.
fn any_at_all(call: &mut Call<'_>) -> Eval<Value> {
    if call.args.is_empty() {
        return Err(wrong_count(call, 1, None));
    }
    Ok(Value::Undef)
}

fn checked(
    call: &mut Call<'_>,
    args: &[Value],
    check: fn(&mut Call<'_>, &[Value]) -> Verdict,
) -> Eval<Value> {
    let verdict = check(call, args)?;
    verdict.map(|()| Value::Undef).map_err(|problem| call.fail(problem))
}

/// Checks that every argument passes a test, and that there is at least one.
fn each(call: &mut Call<'_>, args: &[Value], what: &str, test: impl Fn(&Value) -> bool) -> Verdict {
    if args.is_empty() {
        return Ok(Err(format!("`{}` takes at least 1 argument, got 0", call.name)));
    }
    Ok(match args.iter().find(|value| !test(value)) {
        Some(wrong) => Err(problem(call, what, wrong)),
        None => Ok(()),
    })
}

fn problem(call: &Call<'_>, what: &str, found: &Value) -> String {
    let shown = call.cx.shown(found);
    let shown = if shown.is_empty() { call.cx.type_text(found) } else { shown };
    format!("expected {what}, got {shown}")
}

fn absolute_path(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "absolute paths", |value| match value {
        Value::Array(paths) => paths.iter().all(is_absolute_path),
        path => is_absolute_path(path),
    })
}

fn array(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "an Array", |value| matches!(value, Value::Array(_)))
}

fn bool(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "a Boolean", is_bool)
}

fn hash(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "a Hash", |value| matches!(value, Value::Hash(_)))
}

fn string(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "a String", |value| matches!(value, Value::Str(_) | Value::Undef))
}

fn ip_address(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "an address of the Internet Protocol", |value| version(value).is_some())
}

fn ipv4_address(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "an address of version 4", |value| version(value) == Some(Version::V4))
}

fn ipv6_address(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "an address of version 6", |value| version(value) == Some(Version::V6))
}

fn domain_name(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    each(call, args, "a well-formed domain name", |value| value.as_str().is_some_and(is_domain_name))
}

fn email_address(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    if args.is_empty() {
        return Ok(Err(format!("`{}` takes at least 1 argument, got 0", call.name)));
    }
    for value in args {
        let fits = match value {
            Value::Str(text) => is_email_address(call, text)?,
            _ => false,
        };
        if !fits {
            return Ok(Err(problem(call, "an e-mail address", value)));
        }
    }
    Ok(Ok(()))
}

fn integer(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    bounded(call, args, "an integer", |text| integer_from_text(text, None))
}

fn numeric(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    bounded(call, args, "a number", float_from_text)
}

/// Checks that numbers are within bounds. The second argument is the maximum, the third the minimum.
fn bounded<N: PartialOrd>(
    call: &mut Call<'_>,
    args: &[Value],
    what: &str,
    read: fn(&str) -> Option<N>,
) -> Verdict {
    if !(1..=3).contains(&args.len()) {
        return Ok(Err(format!("`{}` takes 1 to 3 arguments, got {}", call.name, args.len())));
    }
    let bound = |index: usize| match args.get(index) {
        None => Ok(None),
        Some(value) => {
            let text = to_s(call, value);
            match read(&text) {
                Some(number) => Ok(Some(number)),
                // The maximum may be an empty string if there is a minimum.
                None if index == 1 && args.len() > 2 && text.is_empty() => Ok(None),
                None => Err(problem(call, &format!("{what} as a bound"), value)),
            }
        }
    };
    let (max, min) = match (bound(1), bound(2)) {
        (Ok(max), Ok(min)) => (max, min),
        (Err(problem), _) | (_, Err(problem)) => return Ok(Err(problem)),
    };
    if let (Some(max), Some(min)) = (&max, &min)
        && min > max
    {
        return Ok(Err("the greatest number allowed is less than the least one".to_owned()));
    }
    let fits = |value: &Value| match value {
        Value::Hash(_) => false,
        value => read(&to_s(call, value)).is_some_and(|number| {
            max.as_ref().is_none_or(|max| number <= *max) && min.as_ref().is_none_or(|min| number >= *min)
        }),
    };
    let wrong = match args.first() {
        Some(Value::Array(values)) => values.iter().find(|value| !fits(value)),
        Some(value) => Some(value).filter(|value| !fits(value)),
        None => None,
    };
    Ok(match wrong {
        Some(wrong) => Err(problem(call, &format!("{what} within the bounds"), wrong)),
        None => Ok(()),
    })
}

fn re(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    if !(2..=3).contains(&args.len()) {
        return Ok(Err(format!("`{}` takes 2 to 3 arguments, got {}", call.name, args.len())));
    }
    let Some(Value::Str(text)) = args.first() else {
        return Ok(Err(problem(call, "a String", args.first().unwrap_or(&Value::Undef))));
    };
    let mut patterns = Vec::new();
    flattened(args.get(1..2).unwrap_or_default(), &mut patterns);
    for value in &patterns {
        let regexp = match value {
            Value::Regexp(regexp) => regexp.clone(),
            source => pattern(call, source)?,
        };
        if found(call, &regexp, text)? {
            return Ok(Ok(()));
        }
    }
    Ok(Err(match args.get(2) {
        Some(message) if truthy(Some(message)) => to_s(call, message),
        _ => {
            let shown: Vec<String> =
                patterns.iter().map(|pattern| format!("/{}/", to_s(call, pattern))).collect();
            format!("'{text}' does not match {}", shown.join(" or "))
        }
    }))
}

fn slength(call: &mut Call<'_>, args: &[Value]) -> Verdict {
    if !(2..=3).contains(&args.len()) {
        return Ok(Err(format!("`{}` takes 2 to 3 arguments, got {}", call.name, args.len())));
    }
    let bound = |value: Option<&Value>| match value {
        Some(Value::Int(number)) => Some(BigInt::from(*number)),
        Some(Value::Float(number)) if number.is_finite() => format!("{:.0}", number.trunc()).parse().ok(),
        Some(Value::Str(text)) => integer_from_text(text, None),
        _ => None,
    };
    let max = match bound(args.get(1)).filter(|max| *max > BigInt::ZERO) {
        Some(max) => max,
        None => return Ok(Err(problem(call, "a greatest length above 0", call.arg(1)))),
    };
    let min = match args.get(2) {
        None | Some(Value::Undef | Value::Bool(false)) => BigInt::ZERO,
        least => match bound(least).filter(|min| *min >= BigInt::ZERO) {
            Some(min) => min,
            None => {
                return Ok(Err(problem(call, "a least length of 0 or more", least.unwrap_or(&Value::Undef))));
            }
        },
    };
    if max < min {
        return Ok(Err("the greatest length is less than the least one".to_owned()));
    }
    let fits = |value: &Value| match value {
        Value::Str(text) => {
            let length = BigInt::from(text.chars().count());
            length <= max && length >= min
        }
        _ => false,
    };
    let wrong = match args.first() {
        Some(Value::Array(values)) => values.iter().find(|value| !fits(value)),
        Some(value) => Some(value).filter(|value| !fits(value)),
        None => None,
    };
    Ok(match wrong {
        Some(wrong) => Err(problem(call, &format!("a text of {min} to {max} characters"), wrong)),
        None => Ok(()),
    })
}
