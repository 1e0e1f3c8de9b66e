//! Ruby code of modules: templates, functions and resource types, run with this compilation as their host.

mod error;
mod function;
mod host;
mod library;
mod resource_type;
mod template;

use std::{path::Path, sync::Arc};

use bunraku_diag::Source;
use bunraku_eval::{Eval, Machine};
use bunraku_loader::Environment;
use bunraku_ruby_puppet::{Code, Limits, Ruby, RubyError};
use bunraku_world::World;

pub(crate) use function::call_function;
pub(crate) use resource_type::{resource_type, title_value};
pub(crate) use template::{inline_template, template};

use crate::compiler::{CatalogCall, Compiler};
use host::ScopeHost;

/// Code that has been read: with its text, for messages.
pub(crate) struct RubyFile {
    pub(crate) source: Arc<Source>,
    pub(crate) code: Result<Arc<Code>, Arc<RubyError>>,
}

/// How many steps one template or function call may take: some seconds.
const STEPS: u64 = 50_000_000;

/// Runs Ruby code for a call.
fn run<T>(
    call: &mut CatalogCall<'_>,
    work: impl FnOnce(&Ruby, &mut ScopeHost<'_, '_>, Limits) -> Result<T, RubyError>,
) -> Eval<T> {
    let (ruby, limits) = (ruby(&mut call.cx), limits(&call.cx));
    let result = work(&ruby, &mut ScopeHost::new(call, ruby.clone()), limits);
    call.cx.spent.steps = ruby.steps();
    result.map_err(|error| error::failure(call, error))
}

/// The Ruby of this compilation. Its steps are counted together with those of Puppet code.
fn ruby(cx: &mut Compiler<'_>) -> Ruby {
    let steps = cx.spent.steps;
    let ruby = cx.state().ruby.get_or_insert_default().clone();
    ruby.set_steps(steps);
    ruby
}

fn limits(cx: &Machine) -> Limits {
    Limits {
        steps: cx.limits.steps.min(cx.spent.steps.saturating_add(STEPS)),
        depth: 2_000,
        size: cx.limits.size,
        stack: cx.stack_left() / 2,
    }
}

/// A file with Ruby code or a template, read and parsed once per environment.
fn file(
    environment: &Environment,
    kind: &'static str,
    path: &Path,
    parse: fn(&str, &str) -> Result<Code, RubyError>,
) -> Option<Arc<RubyFile>> {
    let name = path.to_string_lossy();
    let files = environment.files();
    let kept = environment.keep(kind, &name, || Arc::new(read(&**files, path, parse)));
    kept.downcast::<Option<Arc<RubyFile>>>().ok().and_then(|file| (*file).clone())
}

fn read(
    files: &dyn World,
    path: &Path,
    parse: fn(&str, &str) -> Result<Code, RubyError>,
) -> Option<Arc<RubyFile>> {
    let text = String::from_utf8(files.read(path).ok()?).ok()?;
    Some(Arc::new(parsed(&path.to_string_lossy(), text, parse)))
}

fn parsed(name: &str, text: String, parse: fn(&str, &str) -> Result<Code, RubyError>) -> RubyFile {
    let code = parse(name, &text).map(Arc::new).map_err(Arc::new);
    RubyFile { source: Arc::new(Source::new(name, text)), code }
}
