//! `epp`: renders a template of a module.

use std::{path::Path, sync::Arc};

use bunraku_diag::{Source, codes};
use bunraku_eval::{Dispatch, Eval, ScopeId, Template, TemplateScope, with_advice};
use bunraku_pcore::Value;
use bunraku_world::FileKind;

use crate::compiler::{CatalogCall, CatalogFunction};
use crate::module_files::ReadsFiles;

pub(crate) static EPP: CatalogFunction = CatalogFunction::new(
    "epp",
    "Renders an EPP template. `module/path` is a file in the `templates` folder of a module; an absolute path is
used as it is.

The template sees its parameters and the variables of the node and the top scope. See `inline_epp` for the syntax of
templates.

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
)
.reads_variables();

fn epp(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    // The path of an existing file does not need the extension.
    let is_file = name.starts_with('/') && call.cx.files().is_file(Path::new(&name));
    let with_extension = if is_file || name.ends_with(".epp") { name.clone() } else { format!("{name}.epp") };
    let (body, range) = (call.body, call.range);
    let Some(path) = call.module_file("templates", &with_extension)? else {
        // The path may be that of an existing file without the extension, to which access is denied.
        if name.starts_with('/') {
            call.module_file("templates", &name)?;
        }
        let message = format!("template `{name}` not found");
        let erb = name.ends_with(".erb").then(|| call.module_file("templates", &name)).transpose()?.flatten();
        let help = match erb {
            Some(_) => Some(format!("it is an ERB template: write `template('{name}')`")),
            None => call.missing_file("templates", &with_extension),
        };
        let part = call.cx.argument_places(body, range, call.name).first().copied();
        let error =
            call.cx.error_about(codes::MISSING_TEMPLATE, &body.source, range, part, message, "not found");
        return Err(with_advice(error, help));
    };
    let template = read(call, &path)?;
    let parameters = match call.arg(1) {
        Value::Hash(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let scope = call.cx.state().node_scope.unwrap_or(ScopeId::TOP);
    call.render(&template, parameters.as_ref(), TemplateScope::Scope(scope))
}

/// Reads a template of a module, once per environment.
fn read(call: &mut CatalogCall<'_>, path: &Path) -> Eval<Arc<Template>> {
    let state = call.cx.state();
    // Without an environment there is no way to know whether the file has changed since it was read.
    let cache = state.environment.is_some().then(|| Arc::clone(&state.caches));
    if let Some(template) = cache.as_ref().and_then(|cache| cache.epp(path)) {
        return Ok(template);
    }
    let (body, range) = (call.body, call.range);
    let Ok(text) = String::from_utf8(call.read(path, FileKind::Template)?) else {
        let message = format!("{} is not valid UTF-8", path.display());
        return Err(call.cx.error(codes::UNREADABLE_FILE, body, range, message));
    };
    let template = call.read_template(Source::new(path.to_string_lossy(), text))?;
    if let Some(cache) = cache.filter(|_| template.is_clean()) {
        cache.keep_epp(path, &template);
    }
    Ok(template)
}
