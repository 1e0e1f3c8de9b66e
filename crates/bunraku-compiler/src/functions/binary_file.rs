//! `binary_file`: the bytes of a file.

use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::{Value, values::Binary};
use bunraku_world::FileKind;

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::ReadsFiles;

pub(crate) static BINARY_FILE: CatalogFunction = CatalogFunction::new(
    "binary_file",
    "Returns the content of a file as a `Binary` value. `module/path` is a file in the `files` folder of a module;
an absolute path is used as it is. Fails if the file does not exist.

```cases
notice(binary_file('nosuch/a.bin'))
>> error 1
```

```cases
notice(binary_file('/no/such/file'))
>> error 1
```
",
    &[Dispatch { signature: "String $path >> Binary", run: binary_file }],
);

fn binary_file(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let name = call.arg(0).as_str().unwrap_or("").to_owned();
    let Some(path) = call.module_file("files", &name)? else {
        return Err(call.fail(format!("file '{name}' not found")));
    };
    Ok(Value::Binary(Binary::new(call.read(&path, FileKind::Content)?)))
}
