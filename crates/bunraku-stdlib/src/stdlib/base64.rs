//! `base64`: encodes and decodes Base64.

use bunraku_pcore::values::Binary;

use super::ruby::*;

pub(crate) static BASE64: Builtin = Builtin::new(
    "base64",
    r##"Encodes a text as Base64, or decodes it. The third argument is the way: `default` has lines of 60 characters and
skips what does not belong when decoding, `strict` has no line ends and refuses them, `urlsafe` has `-` and `_` in place
of `+` and `/`.

```cases
notice(base64('encode', 'thestring'))
notice(base64('encode', 'thestring', 'strict'))
notice(base64('decode', 'dGhlc3RyaW5n'))
>> notice "dGhlc3RyaW5n\n"
>> notice "dGhlc3RyaW5n"
>> notice "thestring"
```

```cases
notice(base64('decode', 'dGhlc3RyaW5n=', 'strict'))
>> error 1
```
"##,
    legacy!(2.., base64),
);

fn base64(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let action = args.first().and_then(Value::as_str);
    let method = args.get(2).map_or(Some("default"), Value::as_str);
    let (encode, method) = match (action, method) {
        (Some("encode"), Some(method)) => (true, method),
        (Some("decode"), Some(method)) => (false, method),
        (Some("encode" | "decode"), None) => return expected(call, "the name of a method", args.get(2)),
        _ => return Err(call.fail("the first argument of `base64` is 'encode' or 'decode'")),
    };
    let Some(Value::Str(text)) = args.get(1) else {
        return expected(call, "a String to convert", args.get(1));
    };
    if encode {
        let bytes = Binary::new(bunraku_pcore::bytes::of_str(text).into_owned());
        let result = match method {
            "default" => bytes.to_base64(),
            "strict" => bytes.to_base64_strict(),
            "urlsafe" => bytes.to_base64_url(),
            _ => return unknown(call, method),
        };
        return Ok(Value::str(result));
    }
    let bytes = match method {
        "default" => Some(Binary::from_base64(text)),
        "strict" => Binary::from_base64_strict(text),
        "urlsafe" => Binary::from_base64_url(text),
        _ => return unknown(call, method),
    };
    let Some(bytes) = bytes else {
        return Err(call.fail(format!("'{text}' is not valid Base64 of the kind `{method}`")));
    };
    Ok(Value::ByteStr(bunraku_pcore::bytes::to_str(bytes.as_bytes())))
}

fn unknown(call: &mut Call<'_>, method: &str) -> Eval<Value> {
    Err(call.fail(format!("the method of `base64` is 'default', 'strict' or 'urlsafe', got '{method}'")))
}
