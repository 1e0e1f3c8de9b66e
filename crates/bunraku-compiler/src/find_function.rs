//! Finds the functions that are not built in: of the site, of modules, and what replaces these.

use std::path::PathBuf;

use bunraku_eval::{Eval, Function, Hosted, Native};
use bunraku_intern::Symbol;
use bunraku_loader::Module;

use crate::{Compiler, find_definition::broken, functions};

impl Compiler<'_> {
    /// Finds a function that is not built in. The result is remembered for this compilation.
    pub(crate) fn function(&mut self, name: Symbol) -> Eval<Option<Function>> {
        if let Some(known) = self.state().functions.get(&name) {
            return Ok(known.clone());
        }
        let found = self.find_function(name)?;
        self.state().functions.insert(name, found.clone());
        Ok(found)
    }

    /// Like `function`, for a name that may come from data. To keep data from filling the symbol table, an unknown name
    /// becomes a symbol only if there is a file for it.
    pub(crate) fn function_named(&mut self, name: &str) -> Eval<Option<Function>> {
        if let Some(name) = Symbol::find(name) {
            return self.function(name);
        }
        let Some(environment) = self.state().environment.clone() else { return Ok(None) };
        let in_puppet = environment.function(name).map_err(|error| broken(self, &error))?.is_some();
        if !in_puppet && environment.foreign_function(name).is_none() {
            return Ok(None);
        }
        self.function(Symbol::new(name))
    }

    fn find_function(&mut self, name: Symbol) -> Eval<Option<Function>> {
        if let Some(function) = self.function_definition(name)? {
            return Ok(Some(Function::Code(function)));
        }
        if self.state().foreign.as_ref().is_some_and(|foreign| foreign.replaces(name)) {
            return Ok(Some(self.hosted(name, PathBuf::new())));
        }
        let Some(environment) = self.state().environment.clone() else { return Ok(None) };
        let Some(found) = environment.foreign_function(name.as_str()) else { return Ok(None) };
        if let Some(native) = self.stand_in(name, found.module) {
            return Ok(Some(Function::Native(native)));
        }
        Ok(Some(self.hosted(name, found.path.to_owned())))
    }

    /// A function in another language, and its file.
    fn hosted(&mut self, name: Symbol, path: PathBuf) -> Function {
        let functions = &mut self.state().foreign_functions;
        functions.push((name, path));
        let id = functions::count() + functions.len() as u32 - 1;
        Function::Native(Native::Hosted(Hosted { id, name: name.as_str(), about: None }))
    }

    /// The built-in replacement for a function of a module, if it behaves as this version of the module does.
    pub(crate) fn stand_in(&self, name: Symbol, module: Option<&Module>) -> Option<Native> {
        let ((owner, native), module) = (self.functions.of_module(name)?, module?);
        let serves = native.about().is_some_and(|about| about.serves(module.version));
        (owner == module.name && serves).then_some(native)
    }
}
