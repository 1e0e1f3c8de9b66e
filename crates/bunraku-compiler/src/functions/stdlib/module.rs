//! `get_module_path` and `load_module_metadata`: what is known of modules.

use std::path::PathBuf;

use bunraku_eval::{Dispatch, Eval, Older};
use bunraku_pcore::{Hash, Value};
use bunraku_world::FileKind;

use super::{NO_PSON, expected};
use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static GET_MODULE_PATH: CatalogFunction = CatalogFunction::new(
    "get_module_path",
    "The folder of a module. Fails if there is no such module; `module_directory` does not.

```cases
notice(get_module_path('nosuch'))
>> error 1
```

```cases
notice(get_module_path())
>> error 1
```
",
    &[Dispatch {
        signature: "Any *$args, Optional[Callable] &$block",
        run: |call| Ok(Value::str(path(call, 1)?.to_string_lossy().as_ref())),
    }],
);

pub(crate) static LOAD_MODULE_METADATA: CatalogFunction = CatalogFunction::new(
    "load_module_metadata",
    "What the file `metadata.json` of a module says. If there is none it fails, or with `true` as second argument gives an
empty hash.

```cases
notice(load_module_metadata('nosuch'))
>> error 1
```

```cases
notice(load_module_metadata())
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: |call| load_module_metadata(call, read_json) }],
)
.before([9, 0, 0], Older::Builtin(&LOAD_MODULE_METADATA_BEFORE_9_0));

pub(super) static LOAD_MODULE_METADATA_BEFORE_9_0: CatalogFunction = CatalogFunction::new(
    "load_module_metadata",
    "Fails if a module has a file `metadata.json`: it read PSON, which Puppet does not have any more.",
    &[Dispatch {
        signature: "Any *$args, Optional[Callable] &$block",
        run: |call| load_module_metadata(call, |_| Err(NO_PSON.to_owned())),
    }],
);

fn path(call: &mut CatalogCall<'_>, most: usize) -> Eval<PathBuf> {
    if call.args.is_empty() || call.args.len() > most {
        return expected(call, "the name of a module", call.args.get(most));
    }
    let name = call.cx.text(call.arg(0));
    let environment = call.cx.state().environment.clone();
    let module = environment.as_ref().and_then(|environment| environment.module(&name));
    match module {
        Some(module) => Ok(module.path.clone()),
        None => Err(call.fail(format!("there is no module `{name}`"))),
    }
}

fn read_json(text: &str) -> Result<Value, String> {
    bunraku_formats::json::read(text).map(|json| json.value).map_err(|error| error.to_string())
}

fn load_module_metadata(call: &mut CatalogCall<'_>, read: fn(&str) -> Result<Value, String>) -> Eval<Value> {
    let file = path(call, 2)?.join("metadata.json");
    let files = call.cx.state().environment.as_ref().map(|environment| environment.files().clone());
    let Some(files) = files.filter(|files| files.is_file(&file)) else {
        return match call.arg(1) {
            Value::Undef | Value::Bool(false) => {
                Err(call.fail(format!("there is no file {}", file.display())))
            }
            _ => Ok(Value::Hash(Hash::new())),
        };
    };
    let text =
        files.read(&file, FileKind::Metadata).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let read = text.map_err(|error| error.to_string()).and_then(|text| read(&text));
    read.map_err(|problem| call.fail(format!("cannot read {}: {problem}", file.display())))
}
