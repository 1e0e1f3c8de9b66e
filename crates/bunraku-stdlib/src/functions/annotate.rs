//! `annotate`: notes on a value, which are not supported.

use bunraku_diag::codes;

use crate::prelude::*;

pub(crate) static ANNOTATE: Builtin = Builtin::new(
    "annotate",
    "Would attach an instance of an `Annotation` type to a value, or give the one that is attached. It is not supported: the
call fails and says so.

```cases
annotate(Integer)
>> error 1
```

```cases
annotate(1, 2)
>> error 1
```
",
    &[
        Dispatch { signature: "Type $type, Any $value, Optional[Callable[0, 0]] &$block", run: refuse },
        Dispatch {
            signature: "Type $type, Any $value, Variant[Enum['clear'], Hash[String, Any]] $annotation_hash",
            run: refuse,
        },
        Dispatch { signature: "Type $type, Any $value, Hash[Type, Hash[String, Any]] $annotations", run: refuse },
    ],
);

fn refuse(call: &mut Call<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    Err(call.cx.error(codes::NOT_SUPPORTED, body, range, "annotations of values are not supported"))
}
