//! `parseyaml`: reads YAML.

use bunraku_formats::yaml;

use super::ruby::*;

pub(crate) static PARSEYAML: Builtin = Builtin::new(
    "parseyaml",
    r##"The value that a text in YAML stands for. If it is `null` or `false`, or if the text is no YAML, the second argument
stands in, if there is one.

```cases
notice(parseyaml("a:\n- 1\n- yes\n"), parseyaml('a: [', 'default'))
>> notice "{a => [1, true]} default"
```

```cases
notice(parseyaml('a: ['))
>> error 1
```
"##,
    legacy!(1.., parseyaml),
);

fn parseyaml(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    super::json::reserve_parsed(call, args.first())?;
    let default = args.get(1).cloned().unwrap_or_default();
    let read = match args.first() {
        Some(Value::Str(text)) => {
            yaml::read(text).map(|document| document.value).map_err(|error| error.to_string())
        }
        other => Err(format!("it is a value of type {}", call.cx.type_text(other.unwrap_or(&Value::Undef)))),
    };
    match read {
        // The module writes `parsed
        //
        // default`, so the default replaces `null` and `false`, too.
        Ok(value) if truthy(Some(&value)) => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if truthy(Some(&default)) => Ok(default),
        Err(problem) => Err(call.fail(format!("this is no YAML: {problem}"))),
    }
}
