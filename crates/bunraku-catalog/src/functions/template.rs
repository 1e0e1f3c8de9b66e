//! `template` and `inline_template`: ERB templates, which are Ruby.

use bunraku_diag::codes;
use bunraku_eval::{Builtin, Call, Dispatch, Eval};
use bunraku_pcore::Value;

use crate::{compiler::Compiler, declare::with_help};

pub(crate) static TEMPLATE: Builtin = Builtin::new(
    "template",
    "Renders ERB templates, which are Ruby: this version of bunraku says so and stops. Use `epp`.

```cases
notice(template('profile/motd.erb'))
>> error 1
```

```cases
template()
>> error 1
```
",
    &[Dispatch { signature: "Any *$paths", run: template }],
);

pub(crate) static INLINE_TEMPLATE: Builtin = Builtin::new(
    "inline_template",
    "Renders a text as an ERB template, which is Ruby: this version of bunraku says so and stops. Use `inline_epp`.

```cases
notice(inline_template('<%= @x %>'))
>> error 1
```

```cases
inline_template()
>> error 1
```
",
    &[Dispatch { signature: "Any *$texts", run: inline_template }],
);

fn template(call: &mut Call<'_>) -> Eval<Value> {
    let name = call.args.first().map_or(String::new(), |name| call.cx.text(name));
    let path = Compiler::module_file(call.cx, "templates", &name);
    let shown = path.map_or(name, |path| path.display().to_string());
    refuse(call, &format!("the template {shown} is ERB, which is Ruby"), "rewrite it as EPP and call `epp`")
}

fn inline_template(call: &mut Call<'_>) -> Eval<Value> {
    refuse(call, "this template is ERB, which is Ruby", "rewrite it as EPP and call `inline_epp`")
}

/// An honest refusal.
fn refuse(call: &mut Call<'_>, what: &str, help: &str) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let error =
        call.cx.error(codes::NOT_SUPPORTED, body, range, format!("{what}: this version runs no Ruby"));
    Err(with_help(error, help))
}
