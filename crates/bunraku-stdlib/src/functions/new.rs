//! `new`: creates an instance of a type from other values.

use std::iter;

use bunraku_diag::codes;
use bunraku_eval::{Items, with_advice};
use bunraku_pcore::{
    Type,
    new::{self, NewError},
};

use crate::{prelude::*, type_reader};

pub(crate) static NEW: Builtin = Builtin::new(
    "new",
    r##"Creates a value of a type from other values: `Integer.new('5')`, `Integer('5')` and `new(Integer, '5')` are
the same.

A value that already is an instance of the type is returned unchanged. What else is accepted depends on the type:
numbers are parsed from strings, anything can be formatted as a string, arrays and hashes are made from anything that
can be iterated over, and times from their parts or a string. The result must be an instance of the type with all its
parameters. With a lambda, calls it with the new value and returns its result.

```cases
notice(Integer('0x1F'), Float(3), Boolean('yes'), Numeric('1.5'))
notice(String(255, '%#x'), Array({ 'a' => 1 }), Hash(['k', 'v']))
notice(Integer.new('5') |$x| { $x + 1 })
notice(Timespan({ 'hours' => 1 }), SemVer('1.2.3'), Regexp('a+'))
>> notice "31 3.0 true 1.5"
>> notice "0xff [[a, 1]] {k => v}"
>> notice "6"
>> notice "0-01:00:00.0 1.2.3 /a+/"
```

```cases
notice(Integer[0, 10].new('7'))
notice(Integer[0, 10].new('70'))
>> notice "7"
>> error 2
```
"##,
    &[Dispatch { signature: "Type $type, Any *$args, Optional[Callable] &$block", run: new_value }],
)
.thorough()
.bytes(Bytes::Converted);

fn new_value(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Type(ty) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let args = call.args.get(1..).unwrap_or_default();
    if let [only] = args
        && !matches!(ty, Type::Init(_))
        && bunraku_pcore::instance::instance(&call.cx.edition.types, &ty, only)
    {
        return Ok(only.clone());
    }
    let value = made(call, &ty, args)?;
    if call.block.is_some() { call.yield_values([value]) } else { Ok(value) }
}

fn made(call: &mut Call<'_>, ty: &Type, args: &[Value]) -> Eval<Value> {
    // Everything that `bunraku_pcore::new` cannot do by itself is replaced by values first: the current time, a type
    // in a string, and lazy sequences.
    let args = match (ty.resolved(), args) {
        (Type::Timestamp(_), []) => {
            let Some(now) = call.cx.now() else {
                let (body, range) = (call.body, call.range);
                let message = "the current time is not available here";
                return Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message));
            };
            vec![Value::Timestamp(now)]
        }
        (Type::Type(_), [Value::Str(text)]) if !text.is_empty() => vec![type_reader::read(call, text)?],
        (Type::Init(Some(init)), [Value::Str(text)])
            if matches!(init.target.resolved(), Type::Type(_)) && !text.is_empty() =>
        {
            vec![type_reader::read(call, text)?]
        }
        (Type::Array(_) | Type::Tuple(_), [Value::Iter(_)] | [Value::Iter(_), Value::Bool(false)])
        | (Type::String(_), [Value::Iter(_), ..]) => {
            let elements = args.first().and_then(Items::to_array).into_iter().flatten();
            let elements = Value::array(call.gather(elements)?);
            iter::once(elements).chain(args.iter().skip(1).cloned()).collect()
        }
        // Ruby takes the elements of a lazy sequence as alternating keys and values, even if they are pairs.
        (Type::Hash(_) | Type::Struct(_), [values @ Value::Iter(_)]) => vec![alternating(call, values)?],
        // A range is checked before it is expanded, because expanding a huge one would exhaust the memory.
        (Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_), [numbers, rest @ ..])
            if !matches!(rest, [Value::Bool(true)])
                && let Some(Items::Range { next: Some(from), last }) = Items::of(numbers) =>
        {
            if last.abs_diff(from) >= call.cx.limits.size as u64 {
                return Err(call.too_large());
            }
            call.count_walk(last.abs_diff(from))?;
            args.to_vec()
        }
        // So are characters: each becomes a separate value.
        (
            Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_),
            [Value::Str(text), rest @ ..],
        ) if !matches!(rest, [Value::Bool(true)]) => {
            call.count_walk(text.chars().count() as u64)?;
            args.to_vec()
        }
        // So are bytes.
        (
            Type::Array(_) | Type::Tuple(_) | Type::Hash(_) | Type::Struct(_),
            [Value::Binary(bytes), rest @ ..],
        ) if !matches!(rest, [Value::Bool(true)]) => {
            call.count_walk(bytes.as_bytes().len() as u64)?;
            args.to_vec()
        }
        (_, args) => args.to_vec(),
    };
    new::new(&call.cx.edition.types, ty, &args).map_err(|error| {
        let failure = call.fail(error.to_string());
        let undefined = args.first().is_some_and(Value::is_undef);
        // The type comes before its arguments.
        let place = call.cx.argument_places(call.body, call.range, "new").get(1).copied();
        let key = place.filter(|_| undefined).and_then(|place| call.cx.missing_key(call.body, place));
        let form = || matches!(error, NewError::Convert { .. }).then(|| form(ty)).flatten();
        with_advice(failure, key.or_else(form))
    })
}

/// How a string is written that can be converted to a type, if that is not obvious.
fn form(ty: &Type) -> Option<String> {
    let form = match ty {
        Type::Timestamp(_) => {
            "write `2024-12-31` or `2024-12-31T23:59:59`, or give a format as the second argument"
        }
        Type::Timespan(_) => "write days and a time, `1-02:30:00`, or the number of seconds",
        Type::Binary => "the string is not base64: for text, write `Binary($text, '%s')`",
        _ => return None,
    };
    Some(form.to_owned())
}

fn alternating(call: &mut Call<'_>, values: &Value) -> Eval<Value> {
    let items = Items::to_array(values).into_iter().flatten();
    let mut items = call.gather(items)?.into_iter();
    let mut entries = Vec::new();
    while let Some(key) = items.next() {
        match items.next() {
            Some(value) => entries.push((key, value)),
            None => return Err(call.fail("a Hash needs an even number of keys and values")),
        }
    }
    Ok(Value::hash(entries))
}
