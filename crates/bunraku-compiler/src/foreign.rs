//! Code of modules that is not written in Puppet: templates, functions and resource types.
//!
//! A compilation runs such code through the trait [`Foreign`] and does not depend on the language in any other way. The
//! only implementation interprets Ruby and requires the feature `ruby`. Without it, code that needs Ruby is rejected
//! where it is called.

use std::{
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bunraku_diag::{Diagnostic, TextRange, codes};
use bunraku_eval::{Eval, Hosted};
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_loader::Environment;
use bunraku_pcore::{Str, Value};
use bunraku_resources::ResourceType;

use crate::{
    compiler::{CatalogCall, Compiler},
    declare::with_help,
    functions,
};

/// Runs code in another language for a compilation. State that the code sets up is kept until the compilation ends.
pub(crate) trait Foreign {
    /// Whether there is code in the place of a built-in function.
    fn replaces(&self, name: Symbol) -> bool;

    /// Calls a function, which a file of a module defines.
    fn call_function(&self, call: &mut CatalogCall<'_>, name: Symbol, path: &Path) -> Eval<Value>;

    /// Renders a template file with the variables of the calling code.
    fn render_file(&self, call: &mut CatalogCall<'_>, path: &Path) -> Eval<String>;

    /// Renders a template string with the variables of the calling code.
    fn render_inline(&self, call: &mut CatalogCall<'_>, template: String) -> Eval<String>;

    /// Reads a resource type from the file of a module that describes it; `None` if no module has such a file. The
    /// diagnostic says why the type cannot be read: an error if the file is wrong, otherwise a warning.
    fn resource_type(
        &self,
        cx: &mut Compiler<'_>,
        environment: &Environment,
        name: &str,
    ) -> Option<Result<Arc<ResourceType>, Diagnostic>>;

    /// Calls a lambda in a title pattern of a resource type on a part of a title.
    fn title_value(
        &self,
        cx: &mut Compiler<'_>,
        place: (&Body, TextRange),
        type_name: &str,
        lambda: (usize, usize),
        part: Option<&str>,
    ) -> Eval<Value>;

    /// The resource defaults of a type in the current scope, for which code has said that it names them.
    fn scope_defaults(&self, call: &mut CatalogCall<'_>, type_name: &str) -> Eval<Vec<(Str, Value)>>;

    /// The relationships that types of modules add to resources: a reference, a metaparameter, and the other reference.
    fn automatic(&self, cx: &mut Compiler<'_>, resources: &Value, facts: &Value) -> Vec<[String; 3]>;
}

/// The reason given where Ruby code would be needed and [`Foreign`] is not implemented.
pub(crate) const NO_RUBY: &str = "this build of bunraku does not run Ruby code";

/// Creates the implementation of this build, if there is one, for one compilation.
pub(crate) fn available() -> Option<Rc<dyn Foreign>> {
    #[cfg(feature = "ruby")]
    return Some(Rc::new(crate::ruby::RubyCode::new(bunraku_ruby_puppet::Ruby::prepared)));
    #[cfg(not(feature = "ruby"))]
    None
}

/// Calls a function of a module.
pub(crate) fn call_function(call: &mut CatalogCall<'_>, function: Hosted) -> Eval<Value> {
    let Some((name, path)) = call.cx.foreign_function(function) else { return Ok(Value::Undef) };
    call.cx.foreign(call.body, call.range)?.call_function(call, name, &path)
}

impl Compiler<'_> {
    /// The name and the file of a function in another language.
    pub(crate) fn foreign_function(&mut self, function: Hosted) -> Option<(Symbol, PathBuf)> {
        let index = function.id.checked_sub(functions::count())?;
        self.state().foreign_functions.get(index as usize).cloned()
    }

    /// Returns the implementation. In a build without one, the code at this place fails.
    pub(crate) fn foreign(&mut self, body: &Body, range: TextRange) -> Eval<Rc<dyn Foreign>> {
        match &self.state().foreign {
            Some(foreign) => Ok(Rc::clone(foreign)),
            None => {
                let error = self.error(codes::NOT_SUPPORTED, body, range, NO_RUBY);
                Err(with_help(error, "use a build with the feature `ruby`"))
            }
        }
    }
}
