//! `template` and `inline_template`: ERB templates, which are Ruby.

use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval, Unwind, legacy::arguments, with_advice};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::declare::with_help;
use crate::module_files::ReadsFiles;

pub(crate) static TEMPLATE: CatalogFunction = CatalogFunction::new(
    "template",
    "Renders ERB templates and joins the results. `module/path` is a file in the `templates` folder of a module;
an absolute path is used as it is.

The Ruby code in a template sees the variables of the calling code as `@name`, and others as `scope['class::name']`; a
variable that is not set is `nil`. `scope.call_function('name', [arguments])` calls a function. The code runs in a
sandbox: it cannot run commands or open connections, and can only read files of the environment.

```cases
notice(template('profile/motd.erb'))
>> error 1
```

```cases
template()
>> error 1
```
",
    &[Dispatch { signature: "Any $path, Any *$paths, Optional[Callable] &$block >> String", run: template }],
)
.reads_variables()
.legacy();

pub(crate) static INLINE_TEMPLATE: CatalogFunction = CatalogFunction::new(
    "inline_template",
    "Renders strings as ERB templates and joins the results. See `template` for what the Ruby code in them can use.

```cases
$ports = [80, 443]
notice(inline_template('<% @ports.each do |port| %>listen <%= port %>; <% end %>', 'from <%= @nothing.inspect %>'))
>> notice \"listen 80; listen 443; from nil\"
```

```cases
notice(inline_template('<%= nosuch %>'))
>> error 1
```

```cases
inline_template()
>> error 1
```
",
    &[Dispatch { signature: "Any $template, Any *$templates, Optional[Callable] &$block >> String", run: inline_template }],
)
.reads_variables()
.legacy();

fn template(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let mut text = String::new();
    for (index, name) in arguments(call)?.iter().enumerate() {
        let name = text_argument(call, name)?;
        let Some(path) = call.module_file("templates", &name)? else {
            let message = format!("template `{name}` not found");
            let help = call.missing_file("templates", &name);
            let (body, range) = (call.body, call.range);
            let part = call.cx.argument_places(body, range, call.name).get(index).copied();
            let source = &body.source;
            let error =
                call.cx.error_about(codes::MISSING_TEMPLATE, source, range, part, message, "not found");
            return Err(with_advice(error, help));
        };
        let rendered = call.cx.foreign(call.body, call.range)?.render_file(call, &path);
        text.push_str(&rendered.map_err(|unwind| is_epp(unwind, &name))?);
    }
    Ok(Value::str(text))
}

fn inline_template(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let mut text = String::new();
    for template in &arguments(call)? {
        let template = text_argument(call, template)?;
        text.push_str(&call.cx.foreign(call.body, call.range)?.render_inline(call, template)?);
    }
    Ok(Value::str(text))
}

/// Adds to the failure of an ERB template that its name is that of an EPP template.
fn is_epp(unwind: Box<Unwind>, name: &str) -> Box<Unwind> {
    if name.ends_with(".epp") {
        return with_help(unwind, format!("it is an EPP template: write `epp('{name}')`"));
    }
    unwind
}

/// Converts an argument to a string. `undef` becomes an empty one, as in all functions of Puppet's old API.
fn text_argument(call: &mut CatalogCall<'_>, value: &Value) -> Eval<String> {
    match value {
        Value::Undef => Ok(String::new()),
        value => match value.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => {
                let message = format!("`{}` expects Strings, got {}", call.name, call.cx.kind_of(value));
                let error = call.fail(message);
                let help =
                    "an ERB template has no parameters: it reads the variables of the code around the call";
                Err(if matches!(value, Value::Hash(_)) { with_help(error, help) } else { error })
            }
        },
    }
}
