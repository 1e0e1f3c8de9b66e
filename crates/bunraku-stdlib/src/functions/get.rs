//! `get`: a value in nested arrays and hashes, found by a path in a string.

use bunraku_diag::codes;

use crate::navigation::{dig, keys};
use crate::prelude::*;

pub(crate) static GET: Builtin = Builtin::new(
    "get",
    "Returns a value inside nested arrays and hashes, given a path of keys and indexes separated by dots. Quote a
key that contains a dot, or that looks like a number but is a string.

If a key or index does not exist, the result is the default value, or `undef`. If the path leads into a value that has
no elements, the lambda is called with an `Error` and its result is used; without a lambda, that is an error.

```cases
$data = { 'users' => [{ 'name' => 'ann', 'x.y' => 1 }] }
notice(get($data, 'users.0.name'))
notice(get($data, 'users.0.\"x.y\"'))
notice(get($data, 'groups.0', 'none'))
notice(get($data, 'users.name') |$error| { $error.issue_code })
>> notice \"ann\"
>> notice \"1\"
>> notice \"none\"
>> notice \"EXPECTED_INTEGER_INDEX\"
```
",
    &[Dispatch {
        signature: "Any $value, String $path, Any $default = undef, Optional[Callable[1, 1]] &$block",
        run: |call| {
            let path = call.arg(1).as_str().unwrap_or("").to_owned();
            let (value, default) = (call.arg(0).clone(), call.arg(2).clone());
            get(call, value, &path, default)
        },
    }],
)
.glances();

/// Follows a path into a value. The default replaces a result that is `undef`.
pub(crate) fn get(call: &mut Call<'_>, value: Value, path: &str, default: Value) -> Eval<Value> {
    if value.is_undef() {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value);
    }
    let Some(keys) = keys(path) else {
        let message = format!("'{path}' is not a path of keys and indexes separated by dots");
        return Err(call.fail(message));
    };
    if !matches!(value, Value::Array(_) | Value::Hash(_)) {
        let found = call.cx.type_text(&value);
        let (body, range) = (call.body, call.range);
        let message = format!("`{}` expects a Hash or an Array, got {found}", call.name);
        return Err(call.cx.error(codes::ARGUMENT_MISMATCH, body, range, message));
    }
    match dig(&call.cx.edition.types, &value, &keys) {
        Ok(Value::Undef) => Ok(default),
        Ok(found) => Ok(found),
        Err(problem) if call.block.is_some() => call.yield_values([problem.into_error()]),
        Err(problem) => Err(call.fail(problem.message)),
    }
}
