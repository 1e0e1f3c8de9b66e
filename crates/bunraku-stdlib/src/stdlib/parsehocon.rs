//! `parsehocon`: reads HOCON.

use bunraku_formats::hocon;

use super::ruby::*;

pub(crate) static PARSEHOCON: Builtin = Builtin::new(
    "parsehocon",
    r##"The value that a text in HOCON stands for. If the text is none, the second argument stands in, if there is one.

```cases
notice(parsehocon('a: {', 'default'))
>> notice "default"
```

```cases
notice(parsehocon('a: {'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "String $hocon_string, Any $default = undef",
        run: |call| {
            super::json::reserve_parsed(call, call.args.first())?;
            match hocon::read(call.arg(0).as_str().unwrap_or("")) {
                Ok(value) => Ok(value),
                Err(_) if call.args.len() > 1 => Ok(call.arg(1).clone()),
                Err(error) => Err(call.fail(format!("this is no HOCON: {error}"))),
            }
        },
    }],
);
