//! `file`: the content of the first file that exists.

use bunraku_catalog::flatten;
use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval, with_advice};
use bunraku_pcore::Value;
use bunraku_world::FileKind;

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::ReadsFiles;

pub(crate) static FILE: CatalogFunction = CatalogFunction::new(
    "file",
    "Returns the content of the first file that exists. `module/path` is a file in the `files` folder of a module;
an absolute path is used as it is. Fails if none of the files exist.

```cases
notice(file('nosuch/a.conf'))
>> error 1
```

```cases
file()
>> error 1
```
",
    &[Dispatch { signature: "Any *$paths >> String", run: file }],
)
.legacy();

fn file(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let names: Vec<String> = call.args.iter().flat_map(flatten).map(|value| call.cx.text(&value)).collect();
    let (body, range) = (call.body, call.range);
    for name in &names {
        let Some(path) = call.module_file("files", name)? else { continue };
        let bytes = call.read(&path, FileKind::Content)?;
        return match String::from_utf8(bytes) {
            Ok(text) => Ok(Value::str(text.as_str())),
            Err(_) => {
                let message = format!("{} is not valid UTF-8", path.display());
                Err(call.cx.error(codes::INVALID_UTF8, body, range, message))
            }
        };
    }
    let message = match names.as_slice() {
        [] => "`file` needs the name of a file".to_owned(),
        [name] => format!("file `{name}` not found"),
        names => format!("none of these files exist: {}", names.join(", ")),
    };
    // A resource with parentheses in the place of braces: its attributes come as a hash.
    let attributes = call.args.iter().any(|value| matches!(value, Value::Hash(_)));
    let help = match names.as_slice() {
        [title, ..] if attributes => {
            Some(format!("a resource is written with braces: `file {{ '{title}': ... }}`"))
        }
        [name] => call.missing_file("files", name),
        _ => None,
    };
    Err(with_advice(call.fail(message), help))
}
