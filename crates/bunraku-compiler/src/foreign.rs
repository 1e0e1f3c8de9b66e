//! Code of modules in another language than Puppet's: templates, functions and resource types.
//!
//! A compilation asks for what such code does through the trait [`Foreign`], and knows nothing else of the language. The
//! one implementation interprets Ruby; it is there with the feature `ruby`. Without it, the code that needs it is refused
//! where it is called.

use std::{
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Hosted};
use bunraku_intern::Symbol;
use bunraku_ir::Body;
use bunraku_loader::Environment;
use bunraku_pcore::Value;
use bunraku_resources::ResourceType;

use crate::{
    compiler::{CatalogCall, Compiler},
    declare::with_help,
    functions,
};

/// What a compilation asks of code in another language. What the code has set up is kept until the compilation ends.
pub(crate) trait Foreign {
    /// Calls the function of that name, which a file of a module defines.
    fn call_function(&self, call: &mut CatalogCall<'_>, name: Symbol, path: &Path) -> Eval<Value>;

    /// Renders a template that is a file, with the variables of the calling code.
    fn render_file(&self, call: &mut CatalogCall<'_>, path: &Path) -> Eval<String>;

    /// Renders a template that is a string, with the variables of the calling code.
    fn render_inline(&self, call: &mut CatalogCall<'_>, template: String) -> Eval<String>;

    /// The resource type of that name, which a file of a module describes; `None` if no module has such a file. The
    /// error says why the type cannot be read.
    fn resource_type(
        &self,
        cx: &Compiler<'_>,
        environment: &Environment,
        name: &str,
    ) -> Option<Result<Arc<ResourceType>, String>>;

    /// What a lambda in a title pattern of a resource type makes of a part of a title.
    fn title_value(
        &self,
        cx: &mut Compiler<'_>,
        place: (&Body, TextRange),
        type_name: &str,
        lambda: (usize, usize),
        part: Option<&str>,
    ) -> Eval<Value>;
}

/// Why code in Ruby does nothing where there is no implementation of [`Foreign`].
pub(crate) const NO_RUBY: &str = "this build of bunraku does not run Ruby code";

/// The implementation that this build has, for one compilation.
pub(crate) fn available() -> Option<Rc<dyn Foreign>> {
    #[cfg(feature = "ruby")]
    return Some(Rc::new(crate::ruby::RubyCode::default()));
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

    /// The code in another language, for what stands at a place; a failure in a build that cannot run it.
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
