//! ERB templates.

use std::{path::Path, sync::Arc};

use bunraku_diag::codes;
use bunraku_eval::Eval;
use bunraku_ruby_puppet::Ruby;
use bunraku_world::FileKind;

use super::{
    cache::{RubyCache, RubyFile},
    error::unparsed,
    run,
};
use crate::{compiler::CatalogCall, module_files::ReadsFiles};

/// Renders a template file.
pub(super) fn render_file(ruby: &Ruby, call: &mut CatalogCall<'_>, path: &Path) -> Eval<String> {
    let file = template_file(call, path)?;
    render(ruby, call, &file, true)
}

/// Renders an inline template.
pub(super) fn render_inline(ruby: &Ruby, call: &mut CatalogCall<'_>, template: String) -> Eval<String> {
    let file = call.cx.state().caches.ruby.inline(&template);
    render(ruby, call, &file, false)
}

fn render(ruby: &Ruby, call: &mut CatalogCall<'_>, file: &RubyFile, named: bool) -> Eval<String> {
    let code = match &file.code {
        Ok(code) => Arc::clone(code),
        Err(error) => return unparsed(call, error),
    };
    let name = named.then(|| file.source.name().to_owned());
    if named {
        call.cx.file_of(&file.source);
    }
    run(ruby, call, |host, limits| {
        host.template = named.then(|| Arc::clone(&file.source));
        ruby.render(host, limits, &code, name.as_deref())
    })
}

fn template_file(call: &mut CatalogCall<'_>, path: &Path) -> Eval<Arc<RubyFile>> {
    let (body, range) = (call.body, call.range);
    let files = call.cx.files();
    let is_measured = call.cx.coverage.is_some();
    let state = call.cx.state();
    let found = match state.environment {
        Some(_) => state.caches.ruby.template(&*files, path, is_measured),
        // Without an environment there is no way to know whether the file has changed since it was read.
        None => RubyCache::default().template(&*files, path, is_measured),
    };
    found.ok_or_else(|| {
        // The cache only knows that the file cannot be used, so read it again for the reason.
        if let Err(error) = files.read(path, FileKind::Template) {
            return call.unreadable(path, &error);
        }
        let message = format!("{} is not valid UTF-8", path.display());
        call.cx.error(codes::UNREADABLE_FILE, body, range, message)
    })
}
