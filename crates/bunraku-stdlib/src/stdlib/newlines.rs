//! `dos2unix` and `unix2dos`: convert line endings.

use super::ruby::*;

pub(crate) static DOS2UNIX: Builtin = Builtin::new(
    "dos2unix",
    r##"A text with the line ends of Unix: `\r\n` becomes `\n`.

```cases
notice(dos2unix("a\r\nb\r\n"))
>> notice "a\nb\n"
```

```cases
notice(dos2unix(1))
>> error 1
```
"##,
    legacy!(1..=1, dos2unix),
)
.bytes(Bytes::Kept);

pub(crate) static UNIX2DOS: Builtin = Builtin::new(
    "unix2dos",
    r##"A text with the line ends of Windows: `\n` becomes `\r\n`, with no more than one `\r`.

```cases
notice(unix2dos("a\nb\r\n"))
>> notice "a\r\nb\r\n"
```

```cases
notice(unix2dos(1))
>> error 1
```
"##,
    legacy!(1..=1, unix2dos),
)
.bytes(Bytes::Kept);

fn dos2unix(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    match args.first() {
        Some(Value::Str(text)) => Ok(Value::str(text.replace("\r\n", "\n"))),
        other => expected(call, "a String", other),
    }
}

fn unix2dos(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(text)) = args.first() else { return expected(call, "a String", args.first()) };
    let mut result = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                result.push_str(line.trim_end_matches('\r'));
                result.push_str("\r\n");
            }
            None => result.push_str(line),
        }
    }
    Ok(Value::str(result))
}
