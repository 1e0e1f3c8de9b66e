//! Runs the file of a function, and reads from the classes that it has made what the function is.

use std::{path::Path, rc::Rc};

use bunraku_intern::Symbol;
use bunraku_pcore::Type;
use bunraku_ruby::{Code, R, RubyError, RubyErrorKind, Unwind, value::Val};

use super::Loaded;
use crate::{
    binding::Cx,
    signature::{BlockParam, Dispatch, Param, ParamKind},
    statements,
};

/// The methods that create functions.
const CREATES: [&str; 2] = ["create_function", "newfunction"];

/// The folder of a file, which says what API it must use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Folder {
    /// `lib/puppet/functions`.
    Modern,
    /// `lib/puppet/parser/functions`, of Puppet 3.
    Legacy,
    /// Any other, which no loader of Puppet's reads.
    Other,
}

impl Folder {
    fn of(code: &Code) -> Folder {
        let file = Path::new(code.file.as_str());
        let is_within = |folder: &str| file.ancestors().any(|above| above.ends_with(folder));
        match (is_within("lib/puppet/parser/functions"), is_within("lib/puppet/functions")) {
            (true, _) => Folder::Legacy,
            (false, true) => Folder::Modern,
            (false, false) => Folder::Other,
        }
    }
}

impl Cx<'_, '_> {
    pub(super) fn load_function(&mut self, name: &str, code: &Code) -> R<Rc<Loaded>> {
        if let Some(function) = self.loaded_function(name) {
            return Ok(function);
        }
        let folder = Folder::of(code);
        if folder == Folder::Legacy
            && let Some((method, line)) = statements::definition(&code.body)
        {
            return Err(match statements::call(&code.body, &["newfunction"]) {
                Some(_) => undefined(code, line, defines_method(method)),
                None => wrong_folder(name, code, folder),
            });
        }
        let last = self.run_function_file(code)?;
        let modern = self.created("Puppet::Functions", name)?;
        let legacy = self.created("Puppet::Parser::Functions", name)?;
        let (function, loaded) = match (folder, modern, legacy) {
            (Folder::Modern, None, Some(_)) | (Folder::Legacy, Some(_), None) => {
                return Err(wrong_folder(name, code, folder));
            }
            (Folder::Modern | Folder::Other, Some(class), _) => (class.clone(), self.modern(class)?),
            (_, _, Some(parts)) => (parts.clone(), legacy_function(&parts)),
            (_, _, None) => return Err(self.defines_another(name, code, folder)),
        };
        // Puppet takes what the file returns.
        if folder != Folder::Other && !last.same(&function) {
            return Err(not_returned(name, code));
        }
        let Some(loaded) = loaded else { return Err(self.defines_another(name, code, folder)) };
        let loaded = Rc::new(loaded);
        self.memory().common.functions.borrow_mut().insert(name.to_string(), Rc::clone(&loaded));
        Ok(loaded)
    }

    pub(super) fn loaded_function(&self, name: &str) -> Option<Rc<Loaded>> {
        self.memory().common.functions.borrow().get(name).cloned()
    }

    pub(super) fn run_function_file(&mut self, code: &Code) -> R {
        self.ruby().load_library("puppet")?;
        self.ruby().load_library("puppet/functions")?;
        let this = self.ruby().main_object();
        self.ruby().run(code, this)
    }

    /// The failure of a file that defines no function of its own name.
    #[cold]
    fn defines_another(&mut self, name: &str, code: &Code, folder: Folder) -> Box<Unwind> {
        let line = statements::call(&code.body, &CREATES).unwrap_or(1);
        let error = match self.last_created() {
            Some(other) => (
                format!("the file {} must define the function `{name}`, but it defines `{other}`", code.file),
                "the name of the function must match the name of the file".to_owned(),
            ),
            None => {
                let message = format!("the file {} does not define the function `{name}`", code.file);
                let way = if folder == Folder::Legacy {
                    "newfunction"
                } else {
                    "Puppet::Functions.create_function"
                };
                (message, format!("define it with `{way}`"))
            }
        };
        undefined(code, line, error)
    }

    pub(super) fn defines_nothing(&mut self, name: &str, code: &Code) -> Box<Unwind> {
        let message = format!("the file {} does not define the function `{name}`", code.file);
        self.ruby().error("Puppet::Error", message)
    }

    /// The function of the Puppet 3 API that a file has registered under a name, which may be another one than that of
    /// the file.
    pub(crate) fn created_legacy(&mut self, name: &str) -> R<Option<Loaded>> {
        Ok(self.created("Puppet::Parser::Functions", name)?.as_ref().and_then(legacy_function))
    }

    /// The name under which the file that ran last has registered a function.
    fn last_created(&mut self) -> Option<String> {
        ["Puppet::Functions", "Puppet::Parser::Functions"].into_iter().find_map(|module| {
            let module = self.ruby().class_named(module)?;
            let Ok(Val::Hash(created)) = self.ruby().call(&Val::Class(module), "created", Vec::new()) else {
                return None;
            };
            let last = self.ruby().to_s(&created.keys().pop()?).ok()?.to_string();
            self.loaded_function(&last).is_none().then_some(last)
        })
    }

    /// What a file has registered under a name.
    fn created(&mut self, module: &str, name: &str) -> R<Option<Val>> {
        let Some(module) = self.ruby().class_named(module) else { return Ok(None) };
        match self.ruby().call(&Val::Class(module), "created", Vec::new())? {
            Val::Hash(created) => Ok(created.get(&Val::str(name))),
            _ => Ok(None),
        }
    }

    fn modern(&mut self, class: Val) -> R<Option<Loaded>> {
        // The scope of the function is looked up on demand: the top scope.
        self.ruby().load_library("puppet/pops/loaders")?;
        let loader = self.class("Puppet::Pops::Loaders::Loader");
        let loader = self.ruby().call(&Val::Class(loader), "new", Vec::new())?;
        let instance = self.ruby().call(&class, "new", vec![Val::Nil, loader])?;
        let signatures = self.ruby().call(&class, "signatures", Vec::new())?;
        let mut dispatches = Vec::new();
        for signature in self.ruby().collect(&signatures)? {
            let Val::Array(parts) = signature else { continue };
            dispatches.push(self.dispatch(&parts.to_vec())?);
        }
        Ok(Some(Loaded::Modern { instance, dispatches }))
    }

    fn dispatch(&mut self, parts: &[Val]) -> R<Dispatch> {
        let part = |index: usize| parts.get(index).cloned().unwrap_or_default();
        let method = self.ruby().to_s(&part(0))?;
        let mut params = Vec::new();
        for param in self.ruby().collect(&part(1))? {
            let Val::Array(param) = param else { continue };
            let (kind, text) = (param.get(0).unwrap_or_default(), param.get(1).unwrap_or_default());
            let (kind, text) = (self.ruby().to_s(&kind)?, self.ruby().to_s(&text)?);
            let name = param.get(2).unwrap_or_default();
            let name = self.ruby().to_s(&name)?;
            let kind = match kind.as_str() {
                "optional" => ParamKind::Optional,
                "repeated" => ParamKind::Repeated,
                "required_repeated" => ParamKind::RequiredRepeated,
                _ => ParamKind::Required,
            };
            params.push(Param { kind, ty: self.type_of_text(&text)?, text, name });
        }
        let block = match part(2) {
            Val::Array(block) => {
                let text = self.ruby().to_s(&block.get(1).unwrap_or_default())?;
                match block.get(0) {
                    Some(Val::Str(kind)) if *kind.get() == "optional" => BlockParam::Optional(text),
                    _ => BlockParam::Required(text),
                }
            }
            _ => BlockParam::None,
        };
        let returns = match part(3) {
            Val::Nil => None,
            text => {
                let text = self.ruby().to_s(&text)?;
                Some(self.type_of_text(&text)?)
            }
        };
        let scope = matches!(part(4), Val::Array(injected) if !injected.is_empty());
        let reports = part(5).truthy();
        Ok(Dispatch { method: Symbol::new(&method), params, block, returns, scope, reports })
    }

    fn type_of_text(&mut self, text: &str) -> R<Type> {
        match self.host().parse_type(text) {
            Ok(ty) => Ok(ty),
            Err(error) => Err(self.host_error(error)),
        }
    }
}

fn legacy_function(created: &Val) -> Option<Loaded> {
    let Val::Array(parts) = created else { return None };
    let parts = parts.to_vec();
    let gives = matches!(parts.first(), Some(Val::Str(kind)) if *kind.get() == "rvalue");
    let arity = match parts.get(1) {
        Some(Val::Int(arity)) => *arity,
        _ => -1,
    };
    match parts.get(2) {
        Some(Val::Proc(block)) => Some(Loaded::Legacy { gives, arity, block: Rc::clone(block) }),
        _ => None,
    }
}

/// A failure of a file, at one of its lines: the message and the help.
#[cold]
fn undefined(code: &Code, line: u32, (message, help): (String, String)) -> Box<Unwind> {
    let mut error = RubyError::new(RubyErrorKind::Undefined, message).help(help);
    error.trace.push((code.file.clone(), line));
    Box::new(Unwind::Fatal(Box::new(error)))
}

fn wrong_folder(name: &str, code: &Code, folder: Folder) -> Box<Unwind> {
    let line = statements::call(&code.body, &CREATES).unwrap_or(1);
    let error = match folder {
        Folder::Legacy => (
            format!(
                "`{name}` is defined with `Puppet::Functions`, which is not allowed in `lib/puppet/parser/functions`"
            ),
            "move the file to `lib/puppet/functions`".to_owned(),
        ),
        _ => (
            format!(
                "`{name}` is defined with the function API of Puppet 3, which is not allowed in `lib/puppet/functions`"
            ),
            format!(
                "move the file to `lib/puppet/parser/functions`, or define the function with \
                 `Puppet::Functions.create_function(:{name})`"
            ),
        ),
    };
    undefined(code, line, error)
}

fn not_returned(name: &str, code: &Code) -> Box<Unwind> {
    let message = format!("the function `{name}` is not the last expression of {}", code.file);
    let help = "move what follows it above it, and other functions to files of their own";
    undefined(code, statements::last_line(&code.body), (message, help.to_owned()))
}

fn defines_method(method: &str) -> (String, String) {
    let message =
        format!("a function that is defined with `newfunction` cannot define a method such as `{method}`");
    let help = "use a lambda instead, or define the function with `Puppet::Functions.create_function`";
    (message, help.to_owned())
}
