//! `assert_private`: restricts a class or defined type to its own module.

use bunraku_eval::{Dispatch, Eval, ScopeKind};
use bunraku_pcore::Value;

use super::expected;
use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static ASSERT_PRIVATE: CatalogFunction = CatalogFunction::new(
    "assert_private",
    "Fails if the class or defined type that calls it is declared from another module, or from outside any module.
The argument is the error message to use.

```cases
class a { assert_private() }
include a
>> resource {\"ref\":\"Class[A]\",\"parameters\":{},\"tags\":[\"a\",\"class\"]}
>> edge [\"Stage[main]\",\"Class[A]\"]
```

```cases
assert_private('a', 'b')
>> error 1
```
",
    &[Dispatch { signature: "Any *$args, Optional[Callable] &$block", run: assert_private }],
);

fn assert_private(call: &mut CatalogCall<'_>) -> Eval<Value> {
    if call.args.len() > 1 {
        return expected(call, "at most one argument", call.args.get(1));
    }
    let scope = call.cx.scope;
    let given = |call: &CatalogCall<'_>, name: &str| {
        call.cx.scopes.get(scope.0 as usize).and_then(|scope| scope.given.get(name)).cloned()
    };
    let (own, from) = (given(call, "module_name"), given(call, "caller_module_name"));
    // The top scope and nodes have no caller, so the comparison does not apply to them.
    if own == from && from.is_some() {
        return Ok(Value::Undef);
    }
    let message = match call.arg(0) {
        Value::Str(message) => message.to_string(),
        _ => {
            let kind = call.cx.scopes.get(scope.0 as usize).map(|scope| scope.kind.clone());
            let what = match kind {
                Some(ScopeKind::Class(name)) => format!("the class `{name}`"),
                Some(ScopeKind::Top) => "the top of a manifest".to_owned(),
                _ => "this defined type".to_owned(),
            };
            let own = own
                .map_or("code next to it".to_owned(), |own| format!("the module `{}`", call.cx.text(&own)));
            format!("{what} is private: only {own} can declare it")
        }
    };
    Err(call.fail(message))
}
