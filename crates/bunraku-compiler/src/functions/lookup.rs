//! `lookup`: a value from the data of the environment.

use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval, with_advice, with_place};
use bunraku_hiera::{Merge, Origin, Request};
use bunraku_pcore::{Hash, Str, Type, Value, instance::instance, notation};

use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static LOOKUP: CatalogFunction = CatalogFunction::new(
    "lookup",
    "Looks up a value in Hiera: in the global layer, then in the environment's data, then in the modules' data.

The name may be an array; the first name with a value is used. The type is the one the value must have, and the merge
strategy (`first`, `unique`, `hash`, `deep`) decides how values of several levels are merged. If nothing is found, the
result is the default value or the lambda's result; without either, the lookup fails. All of this can also be passed
as a hash of options.

```cases
notice(lookup('nothing', String, 'first', 'default'))
notice(lookup('nothing') |$name| { \"no ${name}\" })
notice(lookup(['a', 'b'], { 'default_value' => 1 }))
>> notice \"default\"
>> notice \"no nothing\"
>> notice \"1\"
```

```cases
notice(lookup('nothing'))
>> error 1
```
",
    &[
        Dispatch {
            signature: "Variant[String, Array[String]] $name, Type $value_type = undef, Variant[String[1], Hash[String, Scalar]] $merge = undef",
            run: plain,
        },
        Dispatch {
            signature: "Variant[String, Array[String]] $name, Optional[Type] $value_type, Optional[Variant[String[1], Hash[String, Scalar]]] $merge, Any $default",
            run: with_default,
        },
        Dispatch {
            signature: "Variant[String, Array[String]] $name, Type $value_type = undef, Variant[String[1], Hash[String, Scalar]] $merge = undef, Callable[1, 1] &$block",
            run: plain,
        },
        Dispatch {
            signature: "Struct[{name => Variant[String, Array[String]], Optional[value_type] => Optional[Type], Optional[default_value] => Any, Optional[override] => Optional[Hash[String, Any]], Optional[default_values_hash] => Optional[Hash[String, Any]], Optional[merge] => Optional[Variant[String[1], Hash[String, Scalar]]]}] $options, Optional[Callable[1, 1]] &$block",
            run: named_options,
        },
        Dispatch {
            signature: "Variant[String, Array[String]] $name, Struct[{Optional[value_type] => Optional[Type], Optional[default_value] => Any, Optional[override] => Optional[Hash[String, Any]], Optional[default_values_hash] => Optional[Hash[String, Any]], Optional[merge] => Optional[Variant[String[1], Hash[String, Scalar]]]}] $options, Optional[Callable[1, 1]] &$block",
            run: options,
        },
    ],
)
.reads_variables();

/// The arguments of a call, whichever form it uses.
#[derive(Default)]
struct Question {
    name: Value,
    value_type: Value,
    merge: Value,
    default: Option<Value>,
    overrides: Option<Hash>,
    defaults: Option<Hash>,
}

fn plain(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (name, value_type, merge) = (call.arg(0).clone(), call.arg(1).clone(), call.arg(2).clone());
    answer(call, &Question { name, value_type, merge, ..Question::default() })
}

fn with_default(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (name, value_type, merge) = (call.arg(0).clone(), call.arg(1).clone(), call.arg(2).clone());
    let default = Some(call.arg(3).clone());
    answer(call, &Question { name, value_type, merge, default, ..Question::default() })
}

fn named_options(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let Value::Hash(options) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let name = options.get_str("name").cloned().unwrap_or_default();
    answer(call, &from_options(name, &options))
}

fn options(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let Value::Hash(options) = call.arg(1).clone() else { return Ok(Value::Undef) };
    let name = call.arg(0).clone();
    answer(call, &from_options(name, &options))
}

fn from_options(name: Value, options: &Hash) -> Question {
    let get = |key: &str| options.get_str(key).cloned().unwrap_or_default();
    let hash = |key: &str| match options.get_str(key) {
        Some(Value::Hash(hash)) => Some(hash.clone()),
        _ => None,
    };
    Question {
        name,
        value_type: get("value_type"),
        merge: get("merge"),
        default: options.get_str("default_value").cloned(),
        overrides: hash("override"),
        defaults: hash("default_values_hash"),
    }
}

fn answer(call: &mut CatalogCall<'_>, question: &Question) -> Eval<Value> {
    let text = |name: &Value| match name {
        Value::Str(name) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<Str> = match &question.name {
        Value::Array(names) => names.iter().filter_map(text).collect(),
        name => text(name).into_iter().collect(),
    };
    let merge = match &question.merge {
        Value::Undef => None,
        merge => Some(
            Merge::from_value(merge)
                .map_err(|error| with_advice(call.fail(error.message.clone()), error.help.clone()))?,
        ),
    };
    let (overrides, defaults) = (question.overrides.clone(), question.defaults.clone());
    let request = Request { names, merge, overrides, defaults, global_only: false, hiera_call: false };
    let (body, range) = (call.body, call.range);
    if let Some(found) = call.cx.look_up(body, range, &request)? {
        let origin = found.origin().cloned();
        let what = format!("the value of the key '{}'", request.names.join("', '"));
        return checked(call, &what, &question.value_type, found.value, origin);
    }
    if call.block.is_some() {
        let value = call.yield_values([question.name.clone()])?;
        return checked(call, "the value of the lambda", &question.value_type, value, None);
    }
    if let Some(default) = &question.default {
        return checked(call, "the default", &question.value_type, default.clone(), None);
    }
    let message = match request.names.as_slice() {
        [name] => format!("no value found for the key '{name}'"),
        names => format!("no value found for any of the keys {}", names.join(", ")),
    };
    let help = call.cx.missing_key(body, range, &request, false);
    Err(with_advice(call.cx.error(codes::LOOKUP_FAILED, body, range, message), help))
}

fn checked(
    call: &mut CatalogCall<'_>,
    what: &str,
    ty: &Value,
    value: Value,
    origin: Option<Origin>,
) -> Eval<Value> {
    let Value::Type(ty) = ty else { return Ok(value) };
    if matches!(ty, Type::Any) || instance(&call.cx.edition.types, ty, &value) {
        return Ok(value);
    }
    let expected = notation::notation(&call.cx.edition.types, ty);
    let place = origin.as_ref().and_then(|origin| Some((origin.provenance.file.clone()?, origin.position?)));
    let origin = origin.map(|origin| format!(" ({origin})")).unwrap_or_default();
    let message =
        format!("{what}{origin} has the wrong type: expected {expected}, got {}", call.cx.type_text(&value));
    let (body, range) = (call.body, call.range);
    let got = Some(call.cx.shown(&value)).filter(|shown| !shown.is_empty());
    let got = got.map(|shown| format!("got {shown}")).unwrap_or_default();
    let error = call.cx.error_about(codes::ARGUMENT_MISMATCH, &body.source, range, None, message, got);
    let place = place.and_then(|(file, position)| call.cx.data_place(&file, position));
    Err(match place {
        Some(place) => with_place(error, place, "the value comes from here"),
        None => error,
    })
}
