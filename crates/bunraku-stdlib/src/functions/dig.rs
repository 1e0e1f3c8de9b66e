//! `dig`: a value deep in nested arrays and hashes.

use crate::navigation::dig;
use crate::prelude::*;

pub(crate) static DIG: Builtin = Builtin::new(
    "dig",
    "Returns a value inside nested arrays and hashes, given the keys and indexes that lead to it. If a key or
index does not exist, the result is `undef`. It is an error to look inside a value that is neither an array nor a
hash.

```cases
$data = { 'users' => [{ 'name' => 'ann' }, { 'name' => 'bob' }] }
notice($data.dig('users', 1, 'name'))
notice($data.dig('groups', 1, 'name') =~ Undef)
notice($data.dig('users', 'x'))
>> notice \"bob\"
>> notice \"true\"
>> error 4
```
",
    &[Dispatch { signature: "Optional[Collection] $data, Any *$keys", run: go }],
)
.glances();

fn go(call: &mut Call<'_>) -> Eval<Value> {
    let keys = call.args.get(1..).unwrap_or_default();
    let found = dig(&call.cx.edition.types, call.arg(0), keys);
    found.map_err(|problem| call.fail(problem.message))
}
