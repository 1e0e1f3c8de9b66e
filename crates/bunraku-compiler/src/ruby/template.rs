//! Templates: ERB.

use std::sync::Arc;

use bunraku_diag::codes;
use bunraku_eval::{Eval, legacy::arguments};
use bunraku_pcore::Value;
use bunraku_ruby_puppet::parse_template;

use super::{RubyFile, error::unparsed, file, parsed, run};
use crate::compiler::CatalogCall;

/// `template(path, ...)`: the texts that templates of modules give, joined.
pub(crate) fn template(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let mut text = String::new();
    for name in &arguments(call)? {
        let name = text_argument(call, name)?;
        let file = template_file(call, &name)?;
        text.push_str(&render(call, &file, true)?);
    }
    Ok(Value::str(text))
}

/// `inline_template(text, ...)`: the texts that templates in strings give, joined.
pub(crate) fn inline_template(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let mut text = String::new();
    for template in &arguments(call)? {
        let template = text_argument(call, template)?;
        let file = inline_file(call, template);
        text.push_str(&render(call, &file, false)?);
    }
    Ok(Value::str(text))
}

/// An argument, which is a text; `undef` is an empty one, as for every function of this age.
fn text_argument(call: &mut CatalogCall<'_>, value: &Value) -> Eval<String> {
    match value {
        Value::Undef => Ok(String::new()),
        value => match value.as_str() {
            Some(text) => Ok(text.to_owned()),
            None => {
                let message = format!("`{}` takes texts, not {}", call.name, call.cx.kind_of(value));
                Err(call.fail(message))
            }
        },
    }
}

fn render(call: &mut CatalogCall<'_>, file: &RubyFile, named: bool) -> Eval<String> {
    let code = match &file.code {
        Ok(code) => Arc::clone(code),
        Err(error) => return unparsed(call, error),
    };
    let name = named.then(|| file.source.name().to_owned());
    run(call, |ruby, host, limits| ruby.render(host, limits, &code, name.as_deref()))
}

fn template_file(call: &mut CatalogCall<'_>, name: &str) -> Eval<Arc<RubyFile>> {
    let (body, range) = (call.body, call.range);
    let Some(path) = call.cx.module_file("templates", name) else {
        let message = format!("there is no template `{name}`");
        return Err(call.cx.error(codes::MISSING_TEMPLATE, body, range, message));
    };
    let environment = call.cx.state().environment.clone();
    let found = match environment {
        Some(environment) => file(&environment, "ERB", &path, parse_template),
        None => super::read(&*call.cx.files(), &path, parse_template),
    };
    found.ok_or_else(|| {
        let message = format!("cannot read {} as a text in UTF-8", path.display());
        call.cx.error(codes::UNREADABLE_FILE, body, range, message)
    })
}

fn inline_file(call: &mut CatalogCall<'_>, text: String) -> Arc<RubyFile> {
    const NAME: &str = "(inline template)";
    match call.cx.state().environment.clone() {
        Some(environment) => {
            let kept = environment
                .keep("inline ERB", &text, || Arc::new(parsed(NAME, text.clone(), parse_template)));
            kept.downcast().unwrap_or_else(|_| Arc::new(parsed(NAME, text, parse_template)))
        }
        None => Arc::new(parsed(NAME, text, parse_template)),
    }
}
