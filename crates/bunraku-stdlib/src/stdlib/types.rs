//! `is_a`, `type_of` and `type3x`: types of values.

use bunraku_pcore::{infer, instance::instance, number::float_text};

use super::ruby::*;
use crate::numbers::{leading_float, leading_integer};

pub(crate) static ALL: [&Builtin; 3] = [&IS_A, &TYPE_OF, &TYPE3X];

static IS_A: Builtin = Builtin::new(
    "is_a",
    r##"Whether a value is an instance of a type; the same as `$value =~ Type`, to be written behind a value.

```cases
notice('a'.is_a(String), 'a'.is_a(Integer))
>> notice "true false"
```

```cases
notice('a'.is_a('String'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Any $value, Type $type",
        run: |call| {
            let fits =
                call.arg(1).as_type().is_some_and(|ty| instance(&call.cx.edition.types, ty, call.arg(0)));
            Ok(Value::Bool(fits))
        },
    }],
);

static TYPE_OF: Builtin = Builtin::new(
    "type_of",
    r##"The type of a value in all detail; the same as `type`.

```cases
notice(type_of([1, true]), type_of(5) == Integer[5, 5])
>> notice "Tuple[Integer[1, 1], Boolean[true]] true"
```
"##,
    &[Dispatch {
        signature: "Any $value",
        run: |call| Ok(Value::Type(infer::detailed(&call.cx.edition.types, call.arg(0)))),
    }],
);

static TYPE3X: Builtin = Builtin::new(
    "type3x",
    r##"The name of a value's kind as it was told before the language had types: `array`, `boolean`, `float`, `hash`,
`integer` or `string`. A text of a number is told as that number.

```cases
notice(type3x('a'), type3x('1'), type3x(1.5), type3x({}), type3x(true))
>> notice "string integer float hash boolean"
```

```cases
notice(type3x(Integer))
>> error 1
```
"##,
    legacy!(1..=1, type3x),
);

fn type3x(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    Ok(Value::str(match args.first() {
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Array(_)) => "array",
        Some(Value::Int(_)) => "integer",
        Some(Value::Float(_)) => "float",
        Some(Value::Hash(_)) => "hash",
        Some(Value::Str(text)) if leading_integer(text).to_string() == text.as_str() => "integer",
        Some(Value::Str(text)) if float_text(leading_float(text)) == text.as_str() => "float",
        Some(Value::Str(_)) => "string",
        other => return expected(call, "a String, a number, a Boolean, an Array or a Hash", other),
    }))
}
