//! `validate_legacy`: checks a value against a type, as a replacement for an old `validate_` function.

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::LogEntry;
use bunraku_pcore::{Type, instance::instance, notation::notation};

use super::{deprecation::deprecated, ruby::*, validate};

pub(crate) static VALIDATE_LEGACY: Builtin = Builtin::new(
    "validate_legacy",
    r##"Checks a value against a type, which can be a text. It is deprecated, so that it fails while the setting `strict` is
`error`: parameters have types of their own.

Before version 9 of the module it also asks an old `validate_` function, and is not deprecated itself. It fails if neither
takes the value. If only the type takes it, it says so; if only the old function does, that is deprecated. Arguments behind
the value are for the old function.

```cases
validate_legacy(String, 'validate_string', 'a')
>> error 1
```

```cases
validate_legacy(Integer, 'validate_integer', 'x')
>> error 1
```
"##,
    &[
        Dispatch {
            signature: "Type $target_type, String $function_name, Any $value, Any *$args",
            run: validate_legacy,
        },
        Dispatch {
            signature: "String $type_string, String $function_name, Any $value, Any *$args",
            run: validate_legacy,
        },
    ],
)
.before([9, 0, 0], Older::Builtin(&BEFORE_9_0));

static BEFORE_9_0: Builtin = Builtin::new(
    "validate_legacy",
    "Checks a value against a type and an old `validate_` function.",
    &[
        Dispatch {
            signature: "Type $target_type, String $function_name, Any $value, Any *$args",
            run: validate_both,
        },
        Dispatch {
            signature: "String $type_string, String $function_name, Any $value, Any *$args",
            run: validate_both,
        },
    ],
);

fn validate_legacy(call: &mut Call<'_>) -> Eval<Value> {
    let ty = target_type(call)?;
    deprecated(call, "`validate_legacy` is deprecated: give parameters a type")?;
    let (name, value) = (call.arg(1).as_str().unwrap_or("").to_owned(), call.arg(2).clone());
    if instance(&call.cx.edition.types, &ty, &value) {
        return Ok(Value::Undef);
    }
    let problem = call.cx.misfit("`validate_legacy`", &name, &ty, &value).message;
    Err(call.fail(problem))
}

fn target_type(call: &mut Call<'_>) -> Eval<Type> {
    match call.arg(0) {
        Value::Type(ty) => Ok(ty.clone()),
        text => {
            let text = text.as_str().unwrap_or("").to_owned();
            match call.cx.type_from_text(&text)? {
                Some(ty) => Ok(ty),
                None => Err(call.fail(format!("'{text}' is no type"))),
            }
        }
    }
}

fn validate_both(call: &mut Call<'_>) -> Eval<Value> {
    let ty = target_type(call)?;
    let name = call.arg(1).as_str().unwrap_or("").to_owned();
    let value = call.arg(2).clone();
    let Some(check) = validate::find(&name) else {
        return Err(call.fail(format!("there is no function `{name}` to check with")));
    };
    let fits = instance(&call.cx.edition.types, &ty, &value);
    let arguments = call.args.get(2..).unwrap_or_default();
    let passed = check(call, arguments)?.is_ok();
    if fits {
        if !passed {
            let shown = notation(&call.cx.edition.types, &ty);
            let message = format!("{shown} takes this value, which `{name}` did not");
            let (body, range) = (call.body, call.range);
            let span = call.cx.span(body, range);
            let warning = Diagnostic::warning(codes::DEPRECATED, message).at(span, "");
            call.cx.log.push(LogEntry::Diagnostic(warning));
        }
        return Ok(Value::Undef);
    }
    let problem = call.cx.misfit("`validate_legacy`", &name, &ty, &value).message;
    if passed {
        return deprecated(call, format!("{problem}; only `{name}` takes it"));
    }
    Err(call.fail(problem))
}
