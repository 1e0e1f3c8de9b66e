//! Definitions of methods, classes and modules.

use std::rc::Rc;
use std::sync::Arc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{Aliased, ClassKind, Method, RClass, Visibility},
    frame::{Context, Frame, Lexical},
    tree::{DefCode, Expr, Kind},
    value::Val,
};

impl Interp<'_> {
    /// `class << object`.
    pub(super) fn singleton_body(
        &mut self,
        object: &Expr,
        body: &Expr,
        slots: usize,
        frame: &Rc<Frame>,
        line: u32,
    ) -> R {
        let object = self.eval(object, frame)?;
        self.line = line;
        let class = self.singleton_class(&object)?;
        self.class_body(&class, Val::Class(Rc::clone(&class)), body, slots, frame)
    }

    /// `undef name`.
    pub(super) fn undefine(&mut self, names: &[Symbol], frame: &Rc<Frame>) -> Val {
        for name in names {
            frame.context.lexical.definee.define(*name, Method::Undefined, Visibility::Public);
        }
        self.methods_changed(&frame.context.lexical.definee);
        Val::Nil
    }

    pub(super) fn define_method(
        &mut self,
        receiver: Option<&Expr>,
        code: &Arc<DefCode>,
        frame: &Rc<Frame>,
    ) -> R {
        let lexical = Rc::clone(&frame.context.lexical);
        let file = Rc::clone(&frame.context.file);
        let method = Method::Code { code: Arc::clone(code), lexical: Rc::clone(&lexical), file };
        match receiver {
            Some(receiver) => {
                let object = self.eval(receiver, frame)?;
                let class = self.singleton_class(&object)?;
                class.define(code.name, method, Visibility::Public);
                self.methods_changed(&class);
                self.method_defined(&class, Some(&object), code.name)?;
            }
            None => {
                let class = &lexical.definee;
                // As in Ruby, a method defined at the top level is a private method of every object.
                let visibility = if code.name.as_str() == "initialize" || class.module_function.get() {
                    Visibility::Private
                } else {
                    class.visibility.get()
                };
                if class.module_function.get() {
                    let meta = class.make_meta();
                    meta.define(code.name, method.clone(), Visibility::Public);
                    self.methods_changed(&meta);
                }
                class.define(code.name, method, visibility);
                self.methods_changed(class);
                self.method_defined(class, None, code.name)?;
            }
        }
        Ok(Val::sym(code.name.as_str()))
    }

    /// The singleton class of an object, created on first use.
    pub(crate) fn singleton_class(&mut self, object: &Val) -> R<Rc<RClass>> {
        match object {
            Val::Class(class) => Ok(class.make_meta()),
            Val::Object(object) => {
                let class = object.class();
                if class.kind == ClassKind::Singleton {
                    return Ok(class);
                }
                let name = class.name();
                let singleton = Rc::new(RClass::new(name, ClassKind::Singleton, Some(class)));
                object.set_class(Rc::clone(&singleton));
                Ok(singleton)
            }
            _ => self.singleton_of_builtin(object),
        }
    }

    fn singleton_of_builtin(&mut self, value: &Val) -> R<Rc<RClass>> {
        let class = self.class_of(value);
        let Some(own) = value.make_own(|| Rc::clone(&class)) else {
            return Err(self.type_error("can't define singleton"));
        };
        if class.kind == ClassKind::Singleton {
            return Ok(class);
        }
        let singleton = Rc::new(RClass::new(class.name(), ClassKind::Singleton, Some(class)));
        own.set_class(Rc::clone(&singleton));
        Ok(singleton)
    }

    pub(super) fn define_class(
        &mut self,
        path: &Expr,
        superclass: Option<&Expr>,
        body: &Expr,
        slots: usize,
        frame: &Rc<Frame>,
    ) -> R {
        let parent = match superclass {
            Some(superclass) => {
                let value = self.eval(superclass, frame)?;
                match value {
                    Val::Class(class) if !class.is_module() => Some(class),
                    _ => return Err(self.type_error("superclass must be a Class")),
                }
            }
            None => None,
        };
        let (scope, name) = self.definition_place(path, frame)?;
        let class = match self.existing(&scope, name, frame, path)? {
            Some(Val::Class(class)) if !class.is_module() => {
                let differs = parent.as_ref().is_some_and(|parent| {
                    class.superclass().is_none_or(|superclass| !Rc::ptr_eq(&superclass, parent))
                });
                if differs {
                    let message = format!("superclass mismatch for class {}", class.name());
                    return Err(self.type_error(message));
                }
                class
            }
            Some(_) => return Err(self.type_error(format!("{name} is not a class"))),
            None => {
                let parent = parent.unwrap_or_else(|| Rc::clone(&self.state.known.object));
                let class = self.new_class(Some(parent));
                self.set_constant(&scope, name, Val::Class(Rc::clone(&class)));
                self.class_made(&class)?;
                class
            }
        };
        self.class_body(&class, Val::Class(Rc::clone(&class)), body, slots, frame)
    }

    pub(super) fn define_module(&mut self, path: &Expr, body: &Expr, slots: usize, frame: &Rc<Frame>) -> R {
        let (scope, name) = self.definition_place(path, frame)?;
        let module = match self.existing(&scope, name, frame, path)? {
            Some(Val::Class(class)) if class.is_module() => class,
            Some(_) => return Err(self.type_error(format!("{name} is not a module"))),
            None => {
                let module = Rc::new(RClass::new("", ClassKind::Module, None));
                self.set_constant(&scope, name, Val::Class(Rc::clone(&module)));
                module
            }
        };
        self.class_body(&module, Val::Class(Rc::clone(&module)), body, slots, frame)
    }

    /// Creates a class without a name.
    pub(crate) fn new_class(&mut self, superclass: Option<Rc<RClass>>) -> Rc<RClass> {
        let class = Rc::new(RClass::new("", ClassKind::Class, superclass.clone()));
        if let Some(superclass) = superclass {
            superclass.add_subclass(&class);
        }
        class
    }

    /// Calls the hook `inherited` of the superclass.
    pub(crate) fn class_made(&mut self, class: &Rc<RClass>) -> R<()> {
        if let Some(superclass) = class.superclass() {
            let receiver = Val::Class(superclass);
            let hook = Symbol::new("inherited");
            if let Some(found) = self.find_method(&receiver, hook) {
                let args = Args::new(vec![Val::Class(Rc::clone(class))]);
                self.invoke(&receiver, hook, &found.method, &found.owner, args)?;
            }
        }
        Ok(())
    }

    /// Runs the body of a class or module.
    pub(crate) fn class_body(
        &mut self,
        class: &Rc<RClass>,
        this: Val,
        body: &Expr,
        slots: usize,
        frame: &Rc<Frame>,
    ) -> R {
        self.enter()?;
        let lexical = Rc::new(Lexical {
            class: Rc::clone(class),
            definee: Rc::clone(class),
            parent: Some(Rc::clone(&frame.context.lexical)),
        });
        let id = self.new_id();
        let file = Rc::clone(&frame.context.file);
        let context = Context { this, method: None, args: None, block: None, id, lexical, file };
        let inner = Rc::new(Frame::new(slots, context));
        class.visibility.set(Visibility::Public);
        class.module_function.set(false);
        let result = self.eval(body, &inner);
        class.visibility.set(Visibility::Public);
        class.module_function.set(false);
        self.leave();
        result
    }

    /// Defines an alias of a method.
    pub(crate) fn alias_method(&mut self, class: &Rc<RClass>, new: Symbol, old: Symbol) -> R<()> {
        let found = match class.kind {
            // The superclass of a class is not an ancestor of its singleton class here, so inherited methods are
            // searched separately.
            ClassKind::Singleton => class.ancestors().iter().find_map(|each| {
                let (method, visibility) = each.own_method(old)?;
                Some((method, Rc::clone(each), visibility))
            }),
            _ => self
                .find_instance_method(class, old)
                .map(|found| (found.method.clone(), Rc::clone(&found.owner), found.visibility)),
        };
        let object = Rc::clone(&self.state.known.object);
        let found = found.or_else(|| {
            self.find_instance_method(&object, old)
                .map(|found| (found.method.clone(), Rc::clone(&found.owner), found.visibility))
        });
        match found {
            Some((method, owner, visibility)) => {
                let method = match method {
                    Method::Code { .. } | Method::Proc(_) => {
                        Method::Alias(Rc::new(Aliased { name: old, owner, method }))
                    }
                    other => other,
                };
                class.define(new, method, visibility);
                self.methods_changed(class);
                Ok(())
            }
            None => {
                let message = format!("undefined method `{old}' for class `{}'", class.name());
                Err(self.name_error(message, old.as_str(), &Val::Class(Rc::clone(class))))
            }
        }
    }

    /// Where `class A::B` defines a class: in `A`, with the name `B`.
    fn definition_place(&mut self, path: &Expr, frame: &Rc<Frame>) -> R<(Rc<RClass>, Symbol)> {
        match &path.kind {
            Kind::Constant(name) => Ok((Rc::clone(&frame.context.lexical.class), *name)),
            Kind::ConstantPath { scope: Some(scope), name } => {
                let scope = self.eval(scope, frame)?;
                Ok((self.as_class(&scope)?, *name))
            }
            Kind::ConstantPath { scope: None, name } => Ok((Rc::clone(&self.state.known.object), *name)),
            _ => Err(self.type_error("a class needs a constant as its name")),
        }
    }

    fn existing(
        &mut self,
        scope: &Rc<RClass>,
        name: Symbol,
        frame: &Rc<Frame>,
        path: &Expr,
    ) -> R<Option<Val>> {
        if let Some(value) = scope.constant(name) {
            return Ok(Some(value));
        }
        // A class of a library is reopened, so the library is loaded first.
        let at_top = Rc::ptr_eq(scope, &self.state.known.object);
        match &path.kind {
            Kind::Constant(_) if at_top => self.find_constant(frame, name),
            Kind::ConstantPath { .. } => {
                let path = if at_top { name.to_string() } else { format!("{}::{name}", scope.name()) };
                self.autoload_constant(&path)
            }
            _ => {
                let path = format!("{}::{name}", scope.name());
                self.autoload_constant(&path)
            }
        }
    }
}
