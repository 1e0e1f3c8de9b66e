//! `epp`: the text that a template of a module gives.

use bunraku_diag::{Source, codes};
use bunraku_eval::{Builtin, Call, Dispatch, Eval, ScopeId, TemplateScope};
use bunraku_pcore::Value;

use crate::compiler::{Compiler, state};

pub(crate) static EPP: Builtin = Builtin::new(
    "epp",
    "Evaluates a template: `module/path` is below the `templates` folder of a module, and an absolute path is itself.

The template sees the variables of the node and of the top scope, and its parameters. See `inline_epp` for what a
template may hold.

```cases
notice(epp('nosuch/a.epp'))
>> error 1
```

```cases
notice(epp('nosuch/a.epp', { 'x' => 1 }))
>> error 1
```
",
    &[Dispatch {
        signature: r"String $path, Hash[Pattern[/^\w+$/], Any] $parameters = undef",
        run: epp,
    }],
);

fn epp(call: &mut Call<'_>) -> Eval<Value> {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    let with_extension = if name.ends_with(".epp") { name.clone() } else { format!("{name}.epp") };
    let path = Compiler::module_file(call.cx, "templates", &with_extension);
    let (body, range) = (call.body, call.range);
    let (Some(path), Some(files)) = (path, Compiler::files(call.cx)) else {
        let message = format!("there is no template `{name}`");
        return Err(call.cx.error(codes::MISSING_TEMPLATE, body, range, message));
    };
    let text = files.read(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(text) = text else {
        let message = format!("cannot read {} as a text in UTF-8", path.display());
        return Err(call.cx.error(codes::UNREADABLE_FILE, body, range, message));
    };
    let parameters = match call.arg(1) {
        Value::Hash(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let scope = state(call.cx).node_scope.unwrap_or(ScopeId::TOP);
    let source = Source::new(path.to_string_lossy(), text);
    call.render(source, parameters.as_ref(), TemplateScope::Scope(scope))
}
