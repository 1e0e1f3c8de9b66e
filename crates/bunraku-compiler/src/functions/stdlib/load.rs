//! `loadyaml` and `loadjson`: values from files.

use std::path::Path;

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::{Dispatch, Eval, LogEntry, Older, legacy::arguments};
use bunraku_formats::{json, yaml};
use bunraku_pcore::Value;
use bunraku_world::{FileKind, Refused};

use super::{NO_PSON, expected};
use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::{ReadsFiles, visible};

pub(crate) static LOADJSON: CatalogFunction = CatalogFunction::new(
    "loadjson",
    "The value that a file in JSON stands for. If the file is not there, is no JSON or is `null`, the second argument stands
in, if there is one. A file that is not there is no error.

```cases
notice(loadjson('/no/such/file.json', 'default'))
>> notice \"default\"
```

```cases
notice(loadjson(1))
>> error 1
```
",
    &[Dispatch {
        signature: "Any $path, Any *$args, Optional[Callable] &$block",
        run: |call| load(call, read_json),
    }],
)
.before([9, 0, 0], Older::Builtin(&LOADJSON_BEFORE_9_0));

pub(super) static LOADJSON_BEFORE_9_0: CatalogFunction = CatalogFunction::new(
    "loadjson",
    "Gives the second argument, or fails if the file is there and there is none: it read PSON, which Puppet does not have \
     any more.",
    &[Dispatch {
        signature: "Any $path, Any *$args, Optional[Callable] &$block",
        run: |call| load(call, |_| Err(NO_PSON.to_owned())),
    }],
);

pub(crate) static LOADYAML: CatalogFunction = CatalogFunction::new(
    "loadyaml",
    "The value that a file in YAML stands for. If the file is not there, is no YAML or is empty, the second argument stands
in, if there is one. A file that is not there is no error.

```cases
notice(loadyaml('/no/such/file.yaml', 'default'))
>> notice \"default\"
```

```cases
notice(loadyaml(1))
>> error 1
```
",
    &[Dispatch {
        signature: "Any $path, Any *$args, Optional[Callable] &$block",
        run: |call| load(call, read_yaml),
    }],
);

fn read_json(text: &str) -> Result<Value, String> {
    json::read(text).map(|json| json.value).map_err(|error| error.to_string())
}

fn read_yaml(text: &str) -> Result<Value, String> {
    yaml::read(text).map(|document| document.value).map_err(|error| error.to_string())
}

fn load(call: &mut CatalogCall<'_>, read: fn(&str) -> Result<Value, String>) -> Eval<Value> {
    let args = arguments(call)?;
    let default = args.get(1).cloned().unwrap_or_default();
    let is_something = |value: &Value| !matches!(value, Value::Undef | Value::Bool(false));
    let path = match args.first() {
        Some(Value::Str(path)) => path,
        _ if is_something(&default) => return Ok(default),
        other => return expected(call, "the path of a file", other),
    };
    if path.starts_with("http://") || path.starts_with("https://") {
        let (body, range) = (call.body, call.range);
        let message = format!("`{}` reads files; it does not ask servers for them", call.name);
        return Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message));
    }
    let files = call.cx.files();
    if !visible(&*files, Path::new(path.as_str())).map_err(|refused| call.refused(&refused))? {
        let (body, range) = (call.body, call.range);
        let span = call.cx.span(body, range);
        let message = format!("there is no file {path}");
        let warning = Diagnostic::warning(codes::UNREADABLE_FILE, message).at(span, "");
        call.cx.log.push(LogEntry::Diagnostic(warning));
        return Ok(default);
    }
    let text = match files.read(Path::new(path.as_str()), FileKind::Content) {
        Ok(bytes) => Ok(bytes),
        Err(error) if Refused::of(&error).is_some() => {
            return Err(call.unreadable(Path::new(path.as_str()), &error));
        }
        Err(error) => Err(error.to_string()),
    };
    let text =
        text.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned()));
    match text.and_then(|text| read(&text)) {
        Ok(value) if is_something(&value) => Ok(value),
        Ok(_) => Ok(default),
        Err(_) if is_something(&default) => Ok(default),
        Err(problem) => Err(call.fail(format!("cannot read {path}: {problem}"))),
    }
}
