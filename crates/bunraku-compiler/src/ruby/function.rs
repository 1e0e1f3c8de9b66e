//! Functions of modules written in Ruby.

use std::{path::Path, sync::Arc};

use bunraku_diag::codes;
use bunraku_eval::{Eval, Interface, Native};
use bunraku_intern::Symbol;
use bunraku_pcore::Value;
use bunraku_ruby_puppet::{Code, Ruby, RubyError};
use bunraku_world::FileKind;

use super::{error::unparsed, run};
use crate::{compiler::CatalogCall, module_files::ReadsFiles};

/// Calls a function that a Ruby file of a module defines.
pub(super) fn call_function(
    ruby: &Ruby,
    call: &mut CatalogCall<'_>,
    name: Symbol,
    path: &Path,
) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let files = call.cx.files();
    let found = call.cx.state().caches.ruby.code(&*files, path);
    let Some(found) = found else {
        if let Err(error) = files.read(path, FileKind::Ruby) {
            return Err(call.unreadable(path, &error));
        }
        let message = format!("{} is not valid UTF-8", path.display());
        return Err(call.cx.error(codes::UNREADABLE_FILE, body, range, message));
    };
    let code = match &found.code {
        Ok(code) => Arc::clone(code),
        Err(error) => return unparsed(call, error),
    };
    call_code(ruby, call, name, &code)
}

/// Calls the function that code defines.
pub(super) fn call_code(ruby: &Ruby, call: &mut CatalogCall<'_>, name: Symbol, code: &Code) -> Eval<Value> {
    let (args, lambda) = (call.args, call.block.is_some());
    run(ruby, call, |host, limits| ruby.call_function(host, limits, (name.as_str(), code), args, lambda))
}

/// Whether Puppet code can call a function of this name.
pub(super) fn exists(call: &mut CatalogCall<'_>, name: &str) -> bool {
    let built_in = Symbol::find(name).is_some_and(|name| call.cx.functions.get(name).is_some());
    // A file that cannot be read is reported when the function is called.
    built_in || call.cx.function_named(name).map_or(true, |found| found.is_some())
}

/// The code of a function written in Ruby for Puppet's current function API.
pub(super) fn modern(call: &mut CatalogCall<'_>, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
    let function = call.cx.evaluator().foreign_function(name)?;
    let (_, path) = call.cx.foreign_function(function)?;
    let in_functions = path.parent().is_some_and(|folder| !folder.ends_with("parser/functions"));
    let files = call.cx.files();
    in_functions.then(|| call.cx.state().caches.ruby.code(&*files, &path))?.map(|found| found.code.clone())
}

/// Whether a function uses the API of Puppet 3.
pub(super) fn is_legacy(call: &mut CatalogCall<'_>, name: &str) -> bool {
    let environment = call.cx.state().environment.clone();
    has_legacy_interface(call, name)
        || environment.is_some_and(|environment| environment.legacy_function(name).is_some())
}

/// The code of a function that uses the API of Puppet 3 and is not written in Rust. Functions in Rust count as the
/// current API, so a Puppet 3 function of the same name is a different one.
pub(super) fn legacy(call: &mut CatalogCall<'_>, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
    if has_legacy_interface(call, name) {
        return None;
    }
    let environment = call.cx.state().environment.clone()?;
    let path = environment.legacy_function(name)?;
    let symbol = Symbol::find(name);
    let native = symbol.and_then(|name| call.cx.functions.get(name));
    let in_use = environment.foreign_function(name).filter(|in_use| in_use.path == path && native.is_none());
    let stand_in = in_use.and_then(|in_use| call.cx.stand_in(symbol?, in_use.module));
    if stand_in.is_some() {
        return None;
    }
    Some(call.cx.state().caches.ruby.code(&**environment.files(), &path)?.code.clone())
}

/// Whether one of Puppet's own functions uses the API of Puppet 3, so that Ruby code can call it as `function_NAME`.
fn has_legacy_interface(call: &CatalogCall<'_>, name: &str) -> bool {
    let native = Symbol::find(name).and_then(|name| call.cx.functions.get(name));
    native.and_then(Native::about).is_some_and(|about| about.interface == Interface::Legacy)
}
