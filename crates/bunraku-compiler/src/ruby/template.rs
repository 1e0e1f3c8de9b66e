//! Templates: ERB.

use std::{path::Path, sync::Arc};

use bunraku_diag::codes;
use bunraku_eval::Eval;
use bunraku_ruby_puppet::{Ruby, parse_template};

use super::{RubyFile, error::unparsed, file, parsed, run};
use crate::compiler::CatalogCall;

/// Renders a template that is a file.
pub(super) fn render_file(ruby: &Ruby, call: &mut CatalogCall<'_>, path: &Path) -> Eval<String> {
    let file = template_file(call, path)?;
    render(ruby, call, &file, true)
}

/// Renders a template that is a string.
pub(super) fn render_inline(ruby: &Ruby, call: &mut CatalogCall<'_>, template: String) -> Eval<String> {
    let file = inline_file(call, template);
    render(ruby, call, &file, false)
}

fn render(ruby: &Ruby, call: &mut CatalogCall<'_>, file: &RubyFile, named: bool) -> Eval<String> {
    let code = match &file.code {
        Ok(code) => Arc::clone(code),
        Err(error) => return unparsed(call, error),
    };
    let name = named.then(|| file.source.name().to_owned());
    run(ruby, call, |host, limits| ruby.render(host, limits, &code, name.as_deref()))
}

fn template_file(call: &mut CatalogCall<'_>, path: &Path) -> Eval<Arc<RubyFile>> {
    let (body, range) = (call.body, call.range);
    let environment = call.cx.state().environment.clone();
    let found = match environment {
        Some(environment) => file(&environment, "ERB", path, parse_template),
        None => super::read(&*call.cx.files(), path, parse_template),
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
