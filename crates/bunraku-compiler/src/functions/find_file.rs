//! `find_file`: the path of the first file or folder that exists.

use bunraku_catalog::flatten;
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::ReadsFiles;

pub(crate) static FIND_FILE: CatalogFunction = CatalogFunction::new(
    "find_file",
    "Returns the path of the first file or folder that exists, or `undef`. `module/path` is in the `files` folder
of a module; an absolute path is used as it is.

```cases
notice(find_file('nosuch/a.conf', 'nosuch/b.conf') =~ Undef)
notice(find_file(['nosuch/a.conf']) =~ Undef)
>> notice \"true\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "String *$paths", run: find_file },
        Dispatch { signature: "Array[String] *$paths", run: find_file },
    ],
);

fn find_file(call: &mut CatalogCall<'_>) -> Eval<Value> {
    first_file(call, "files")
}

/// The path of the first file or folder of the arguments that exists.
pub(crate) fn first_file(call: &mut CatalogCall<'_>, folder: &str) -> Eval<Value> {
    for value in call.args.iter().flat_map(flatten) {
        if let Some(name) = value.as_str()
            && let Some(path) = call.module_file(folder, name)?
        {
            return Ok(Value::str(path.to_string_lossy().as_ref()));
        }
    }
    Ok(Value::Undef)
}
