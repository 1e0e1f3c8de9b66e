//! `assert_type`: checks that a value is an instance of a type.

use bunraku_pcore::{
    Type,
    describe::{Step, describe_value},
    infer,
    instance::instance,
};

use crate::prelude::*;

pub(crate) static ASSERT_TYPE: Builtin = Builtin::new(
    "assert_type",
    "Returns a value if it has the given type, and fails otherwise. With a lambda, the result for a value of
another type is the lambda's result; the lambda is called with the expected type and the value's type. The type
may be given as a string.

```cases
notice(assert_type(Integer, 1))
notice(assert_type('Integer[1, 5]', 9) |$expected, $actual| { \"${expected}, not ${actual}\" })
assert_type(String, 1)
>> notice \"1\"
>> notice \"Integer[1, 5], not Integer[9, 9]\"
>> error 3
```
",
    &[
        Dispatch { signature: "Type $type, Any $value, Optional[Callable[Type, Type]] &$block", run: by_type },
        Dispatch { signature: "String $type, Any $value, Optional[Callable[Type, Type]] &$block", run: by_string },
    ],
)
.thorough()
.bytes(Bytes::PassedOn);

fn by_type(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Type(ty) = call.arg(0).clone() else { return Ok(Value::Undef) };
    check(call, ty)
}

fn by_string(call: &mut Call<'_>) -> Eval<Value> {
    let string = call.arg(0).as_str().unwrap_or("").to_owned();
    match call.cx.type_from_text(&string)? {
        Some(ty) => check(call, ty),
        None => Err(call.fail(format!("'{string}' is not a type"))),
    }
}

fn check(call: &mut Call<'_>, ty: Type) -> Eval<Value> {
    let rules = &call.cx.edition.types;
    let value = call.arg(1).clone();
    if instance(rules, &ty, &value) {
        return Ok(value);
    }
    if call.block.is_some() {
        let actual = infer::detailed(rules, &value);
        return call.yield_values([Value::Type(ty), Value::Type(actual)]);
    }
    let found = describe_value(rules, vec![Step::Subject("`assert_type`".into())], &ty, &value);
    let problems: Vec<String> = found.iter().map(|mismatch| mismatch.text(rules)).collect();
    Err(call.fail(problems.join("; ")))
}
