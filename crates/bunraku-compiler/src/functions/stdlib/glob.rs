//! `glob`: the files that fit patterns.

use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;
use bunraku_world::glob::{GlobError, glob as find};

use super::expected;
use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::ReadsFiles;

pub(crate) static GLOB: CatalogFunction = CatalogFunction::new(
    "glob",
    "The paths of the files and folders that fit a pattern, or one of several, sorted. In a pattern `*` stands for any text,
`?` for a character, `[a-z]` for one of some characters, `{a,b}` for one of some texts and `**/` for any folders.

```cases
notice(glob('/no/such/folder/*'), glob(['/no/such/*.conf', '/no/such/**/x']))
>> notice \"[] []\"
```

```cases
notice(glob(1))
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: glob }],
);

fn glob(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let patterns = match arguments(call)?.as_slice() {
        [pattern @ Value::Str(_)] => vec![pattern.clone()],
        [Value::Array(patterns)] => patterns.to_vec(),
        other => return expected(call, "a pattern or an array of patterns", other.first()),
    };
    let mut found = Vec::new();
    for pattern in &patterns {
        let Some(pattern) = pattern.as_str() else {
            return expected(call, "patterns that are Strings", Some(pattern));
        };
        match find(&*call.cx.files(), pattern) {
            Ok(paths) => found.extend(paths.into_iter().map(|found| Value::str(found.path))),
            Err(GlobError::Refused(refused)) => return Err(call.refused(&refused)),
            Err(GlobError::TooMuch(reason)) => {
                return Err(call.fail(format!("the pattern '{pattern}' is too large: {reason}")));
            }
        }
    }
    Ok(Value::array(found))
}
