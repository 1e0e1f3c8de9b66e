//! `basename` and `dirname`: parts of file paths.

use super::ruby::*;

pub(crate) static BASENAME: Builtin = Builtin::new(
    "basename",
    r##"Returns the last part of a path, optionally without a suffix. The suffix `.*` removes any extension.

```cases
notice(basename('/path/to/a/file.ext'), basename('/path/to/a/file.ext', '.ext'), basename('/a/'))
>> notice "file.ext file a"
```

```cases
notice(basename(1))
>> error 1
```
"##,
    legacy!(1..=2, basename),
)
.bytes(Bytes::Kept);

pub(crate) static DIRNAME: Builtin = Builtin::new(
    "dirname",
    r##"Returns a path without its last part, or `.` if there is nothing else.

```cases
notice(dirname('/path/to/a/file.ext'), dirname('file.ext'), dirname('/'))
>> notice "/path/to/a . /"
```

```cases
notice(dirname(''))
>> error 1
```
"##,
    legacy!(1..=1, dirname),
)
.since([5, 0, 0]);

fn basename(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(path)) = args.first() else {
        return expected(call, "a path as a String", args.first());
    };
    let suffix = match args.get(1) {
        None => "",
        Some(Value::Str(suffix)) => suffix.as_str(),
        other => return expected(call, "a suffix as a String", other),
    };
    if path.is_empty() {
        return Ok(Value::str(""));
    }
    let trimmed = path.trim_end_matches('/');
    let name = trimmed.rsplit('/').next().unwrap_or("");
    if name.is_empty() {
        return Ok(Value::str("/"));
    }
    let name = match suffix {
        ".*" => match name.rfind('.') {
            Some(point) if point > 0 => name.get(..point).unwrap_or(name),
            _ => name,
        },
        "" => name,
        suffix => name.strip_suffix(suffix).filter(|rest| !rest.is_empty()).unwrap_or(name),
    };
    Ok(Value::str(name))
}

fn dirname(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(path)) = args.first() else {
        return expected(call, "a path as a String", args.first());
    };
    if path.is_empty() {
        return Err(call.fail("the path is empty"));
    }
    // Ruby's `File.dirname` reduces several slashes at the start to one.
    let rooted = path.starts_with('/');
    let rest = path.trim_start_matches('/').trim_end_matches('/');
    let folder = match rest.rfind('/') {
        Some(slash) => rest.get(..slash).unwrap_or("").trim_end_matches('/'),
        None => "",
    };
    Ok(Value::str(match (rooted, folder) {
        (true, folder) => format!("/{folder}"),
        (false, "") => ".".to_owned(),
        (false, folder) => folder.to_owned(),
    }))
}
