//! `import`: an error with advice, because Puppet removed the function.

use bunraku_diag::codes;
use bunraku_eval::with_advice;

use crate::prelude::*;

pub(crate) static IMPORT: Builtin = Builtin::new(
    "import",
    "Always fails: manifests can no longer be imported. All manifests in the environment's folder `manifests` are
read, and classes are found in modules by name.

```cases
import('site/*.pp')
>> error 1
```

```cases
notice('before')
import 'nodes.pp'
>> notice \"before\"
>> error 2
```
",
    &[Dispatch { signature: "Any *$files", run: import }],
);

fn import(call: &mut Call<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let message = "`import` was removed from the language";
    let error = call.cx.error(codes::NOT_SUPPORTED, body, range, message);
    Err(with_advice(
        error,
        Some("move the files to the `manifests` folder of the environment: all files in it are read"),
    ))
}
