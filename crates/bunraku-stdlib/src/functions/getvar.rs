//! `getvar`: the value of a variable whose name is in a string.

use super::get::get;
use crate::prelude::*;

pub(crate) static GETVAR: Builtin = Builtin::new(
    "getvar",
    "Returns the value of a variable given its name as a string, without the `$`. The name may be followed by a
dot and a path into the value, as for `get`.

If the variable is not set, or the path does not exist, the result is the default value, or `undef`. If the path leads
into a value that has no elements, the lambda is called with an `Error`.

```cases
$data = { 'a' => [1, 2] }
notice(getvar('data.a.1'))
notice(getvar('other', 'none'))
notice([7].map |$x| { getvar('x') })
notice(getvar('not a name'))
>> notice \"2\"
>> notice \"none\"
>> notice \"[7]\"
>> error 5
```
",
    &[Dispatch {
        signature: r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] $name, Any $default = undef, Optional[Callable[1, 1]] &$block",
        run,
    }],
)
.glances()
.reads_variables();

fn run(call: &mut Call<'_>) -> Eval<Value> {
    let text = call.arg(0).as_str().unwrap_or("").to_owned();
    let default = call.arg(1).clone();
    let (name, path) = text.split_once('.').unwrap_or((text.as_str(), ""));
    match call.cx.lookup_text(call.body, name.trim_end()) {
        Some(value) => get(call, value, path, default),
        None => Ok(default),
    }
}
