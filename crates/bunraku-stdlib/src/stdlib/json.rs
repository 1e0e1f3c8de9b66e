//! `parsejson`, `parsepson`, `to_json` and `to_json_pretty`: JSON, as read and written by Ruby.

use bunraku_formats::json::{self, Layout, NotFinite};

use super::{deprecation::deprecated, ruby::*};

pub(crate) static ALL: [&Builtin; 4] = [&PARSEJSON, &PARSEPSON, &TO_JSON, &TO_JSON_PRETTY];

static PARSEJSON: Builtin = Builtin::new(
    "parsejson",
    r##"The value that a text in JSON stands for. If it is `null` or `false`, or if the text is no JSON, the second argument
stands in, if there is one.

```cases
notice(parsejson('{"a": [1, 2.5, null]}'), parsejson('{', 'default'))
>> notice "{a => [1, 2.5, ]} default"
```

```cases
notice(parsejson('{'))
>> error 1
```
"##,
    legacy!(1.., parsejson),
)
.before([8, 5, 0], Older::Builtin(&PARSEJSON_BEFORE_8_5));

static PARSEJSON_BEFORE_8_5: Builtin = Builtin::new(
    "parsejson",
    "Gives the second argument, or fails if there is none: it read PSON, which Puppet does not have any more.",
    legacy!(1.., |call, args| match args.get(1) {
        Some(default) if truthy(Some(default)) => Ok(default.clone()),
        _ => Err(call.fail(NO_PSON)),
    }),
);

static PARSEPSON: Builtin = Builtin::new(
    "parsepson",
    r##"Would read PSON, an old form of JSON, which Puppet does not have any more: it gives the second argument, or fails if
there is none; with the setting `strict` at `warning` or `off`, it gives `undef`. `parsejson` reads JSON.

```cases
notice(parsepson('{"a": 1}', 'default'))
>> notice "default"
```

```cases
notice(parsepson('{"a": 1}'))
>> error 1
```
"##,
    &[Dispatch { signature: "String[1] $pson_string, Any $default = undef", run: parsepson }],
)
.before([9, 0, 0], Older::Builtin(&PARSEPSON_BEFORE_9_0));

static PARSEPSON_BEFORE_9_0: Builtin = Builtin::new(
    "parsepson",
    "Gives the second argument, or fails if there is none: Puppet does not have PSON any more.",
    &[Dispatch {
        signature: "String[1] $pson_string, Any $default = undef",
        run: |call| match call.args.get(1) {
            Some(default) => Ok(default.clone()),
            None => Err(call.fail(NO_PSON)),
        },
    }],
);

/// The error of the functions that read PSON.
pub(crate) const NO_PSON: &str = "this version of stdlib reads PSON, which Puppet does not have any more; a newer one has a `parsejson` and `loadjson` that read JSON";

static TO_JSON: Builtin = Builtin::new(
    "to_json",
    r##"A value as JSON, without blanks and line ends.

```cases
notice(to_json({ 'a' => [1, 2.5, undef, true], 'b' => "x\n" }))
>> notice "{\"a\":[1,2.5,null,true],\"b\":\"x\\n\"}"
```
"##,
    &[Dispatch { signature: "Any $data", run: to_json }],
)
.thorough();

static TO_JSON_PRETTY: Builtin = Builtin::new(
    "to_json_pretty",
    r##"An array or a hash as JSON that is easy to read. With `true` as second argument, `undef` at the outermost level is
left out. The third argument says how: `indent`, `space` behind a colon, `space_before` it, `object_nl` and `array_nl`
behind elements, `max_nesting`, where -1 is without end, and `allow_nan`.

```cases
notice(to_json_pretty({ 'a' => [1, 2], 'b' => 'c' }))
notice(to_json_pretty({ 'a' => undef, 'b' => 1 }, true, { 'indent' => '    ' }))
>> notice "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"c\"\n}\n"
>> notice "{\n    \"b\": 1\n}\n"
```

```cases
notice(to_json_pretty('a'))
>> error 1
```
"##,
    &[Dispatch { signature: PRETTY_SIGNATURE, run: to_json_pretty }],
)
.thorough()
.before([6, 2, 0], Older::Code);

/// The signature of `to_json_pretty`, which `stdlib::to_json_pretty` shares.
pub(crate) const PRETTY_SIGNATURE: &str = "Variant[Hash, Array] $data, Optional[Boolean] $skip_undef = false, Struct[{indent => Optional[String], space => Optional[String], space_before => Optional[String], object_nl => Optional[String], array_nl => Optional[String], allow_nan => Optional[Boolean], max_nesting => Optional[Integer[-1, default]]}] $opts = {}";

pub(crate) fn to_json(call: &mut Call<'_>) -> Eval<Value> {
    match json::write(&call.cx.edition.types, call.arg(0), Layout::default()) {
        Ok(text) => Ok(Value::str(text)),
        Err(problem) => Err(call.fail(problem.message)),
    }
}

fn parsejson(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    reserve_parsed(call, args.first())?;
    let default = args.get(1).cloned().unwrap_or_default();
    let read = match args.first() {
        Some(Value::Str(text)) => json::read(text).map(|json| json.value).map_err(|error| error.to_string()),
        other => Err(format!("it is a value of type {}", call.cx.type_text(other.unwrap_or(&Value::Undef)))),
    };
    match read {
        // The module writes `parsed
        //
        // default`, so the default replaces `null` and `false`, too.
        Ok(value) if truthy(Some(&value)) => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if truthy(Some(&default)) => Ok(default),
        Err(problem) => Err(call.fail(format!("this is no JSON: {problem}"))),
    }
}

/// Refuses to read a text whose values would fill the memory: two characters may be a value.
pub(super) fn reserve_parsed(call: &mut Call<'_>, text: Option<&Value>) -> Eval<()> {
    let length = text.and_then(Value::as_str).map_or(0, str::len);
    call.reserve(length as u64 * 24)
}

/// Always fails or returns its default, because Puppet 8 cannot read PSON.
fn parsepson(call: &mut Call<'_>) -> Eval<Value> {
    // The module rescues every error and returns the default then, also the error that the deprecation causes if
    // `strict` is `error`.
    match deprecated(call, "`parsepson` is deprecated, and there is no PSON any more: `parsejson` reads JSON")
    {
        Err(_) if call.args.len() > 1 => Ok(call.arg(1).clone()),
        result => result,
    }
}

pub(crate) fn to_json_pretty(call: &mut Call<'_>) -> Eval<Value> {
    let mut data = call.arg(0).clone();
    if truthy(Some(call.arg(1))) {
        match &mut data {
            Value::Array(values) => values.retain(|value| !value.is_undef()),
            Value::Hash(hash) => hash.retain(|_, value| !value.is_undef()),
            _ => {}
        }
    }
    let mut layout = Layout::pretty();
    if let Value::Hash(options) = call.arg(2) {
        for (option, value) in options {
            let text = value.as_str().unwrap_or("").to_owned();
            match option.as_str() {
                Some("indent" | "space" | "space_before" | "object_nl" | "array_nl") if value.is_undef() => {}
                Some("indent") => layout.indent = text,
                Some("space") => layout.space = text,
                Some("space_before") => layout.space_before = text,
                Some("object_nl") => layout.object_nl = Some(text),
                Some("array_nl") => layout.array_nl = Some(text),
                Some("allow_nan") if truthy(Some(value)) => layout.not_finite = NotFinite::Bare,
                Some("max_nesting") => {
                    layout.max_nesting =
                        value.as_int().and_then(|depth| usize::try_from(depth).ok()).unwrap_or(0);
                }
                _ => {}
            }
        }
    }
    match json::write(&call.cx.edition.types, &data, layout) {
        Ok(text) => Ok(Value::str(text + "\n")),
        Err(problem) => Err(call.fail(problem.message)),
    }
}
