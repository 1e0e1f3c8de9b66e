//! `module_directory`: the folder of the first module that exists.

use bunraku_catalog::flatten;
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static MODULE_DIRECTORY: CatalogFunction = CatalogFunction::new(
    "module_directory",
    "Returns the folder of the first module that exists, or `undef`.

```cases
notice(module_directory('nosuch') =~ Undef)
notice(module_directory(['nosuch', 'neither']) =~ Undef)
>> notice \"true\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "String *$names", run: module_directory },
        Dispatch { signature: "Array[String] $names", run: module_directory },
    ],
);

fn module_directory(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let Some(environment) = call.cx.state().environment.clone() else { return Ok(Value::Undef) };
    let names = call.args.iter().flat_map(flatten);
    let found = names.filter_map(|name| environment.module(name.as_str()?).cloned()).next();
    Ok(found.map_or(Value::Undef, |module| Value::str(module.path.to_string_lossy().as_ref())))
}
