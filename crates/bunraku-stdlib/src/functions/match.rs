//! `match`: matches a string against a pattern, with the groups as the result.

use bunraku_pcore::{Regexp, Type};

use crate::{patterns, prelude::*};

pub(crate) static MATCH: Builtin = Builtin::new(
    "match",
    r##"Matches a string against a pattern. Returns an array of the match and its groups, or `undef` if the string
does not match.

The pattern is a regular expression, a string with a regular expression, a type `Regexp[...]`, `Pattern[...]` or a
`Variant` of such types, or an array of these, of which the first match is used. For an array of strings, returns an
array of results.

```cases
notice('abc123'.match(/([a-z]+)(\d+)/))
notice(['a1', 'b'].match('\d') == [['1'], undef])
notice('abc'.match(Pattern[/x/, /(b)(c)/]))
notice('abc'.match(['x', [/b/]]))
>> notice "[abc123, abc, 123]"
>> notice "true"
>> notice "[bc, b, c]"
>> notice "[b]"
```
"##,
    &[
        Dispatch { signature: "String $string, Variant[Any, Type] $pattern", run: match_string },
        Dispatch { signature: "Array[String] $string, Variant[Any, Type] $pattern", run: match_strings },
    ],
);

fn match_string(call: &mut Call<'_>) -> Eval<Value> {
    let (text, pattern) = (call.arg(0).clone(), call.arg(1).clone());
    matched(call, text.as_str().unwrap_or_default(), &pattern)
}

fn match_strings(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Array(texts) = call.arg(0).clone() else { return Ok(Value::Undef) };
    let pattern = call.arg(1).clone();
    let results = texts.iter().map(|text| {
        call.step()?;
        matched(call, text.as_str().unwrap_or_default(), &pattern)
    });
    Ok(Value::array(results.collect::<Eval<Vec<Value>>>()?))
}

fn matched(call: &mut Call<'_>, text: &str, pattern: &Value) -> Eval<Value> {
    match pattern {
        Value::Str(source) => {
            let regexp = patterns::compile(call, source)?;
            captures(call, text, &regexp)
        }
        Value::Regexp(regexp) => captures(call, text, regexp),
        Value::Array(patterns) => {
            for pattern in patterns {
                let result = matched(call, text, pattern)?;
                if !result.is_undef() {
                    return Ok(result);
                }
            }
            Ok(Value::Undef)
        }
        Value::Type(ty) => matched_type(call, text, ty),
        other => {
            let found = call.cx.type_text(other);
            Err(wrong_pattern(call, &found))
        }
    }
}

fn matched_type(call: &mut Call<'_>, text: &str, ty: &Type) -> Eval<Value> {
    match ty.resolved() {
        Type::Regexp(Some(regexp)) => captures(call, text, regexp),
        Type::Regexp(None) => {
            Err(call.fail("`match` needs a pattern, but the type Regexp does not have one"))
        }
        Type::Pattern(patterns) => {
            for regexp in &patterns.patterns {
                let result = captures(call, text, regexp)?;
                if !result.is_undef() {
                    return Ok(result);
                }
            }
            Ok(Value::Undef)
        }
        Type::Variant(variant) => {
            for ty in &variant.types {
                let result = matched_type(call, text, ty)?;
                if !result.is_undef() {
                    return Ok(result);
                }
            }
            Ok(Value::Undef)
        }
        other => {
            let found = call.cx.text(&Value::Type(other.clone()));
            Err(wrong_pattern(call, &format!("the type {found}")))
        }
    }
}

fn captures(call: &mut Call<'_>, text: &str, regexp: &Regexp) -> Eval<Value> {
    match regexp.find(text) {
        Ok(None) => Ok(Value::Undef),
        Ok(Some(found)) => {
            let groups = (0..found.len()).map(|group| found.text_of(group).map_or(Value::Undef, Value::from));
            Ok(Value::array(groups))
        }
        Err(_) => Err(patterns::too_slow(call)),
    }
}

#[cold]
fn wrong_pattern(call: &mut Call<'_>, found: &str) -> Box<Unwind> {
    call.fail(format!(
        "`match` expects a String, a Regexp, a type Regexp or Pattern, or an array of these as the pattern, got \
         {found}"
    ))
}
