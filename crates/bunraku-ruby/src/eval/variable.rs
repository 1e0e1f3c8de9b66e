//! Instance, class and global variables, and constants.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Interp, R,
    class::{RClass, TooMany},
    frame::Frame,
    value::{Data, Val},
};

/// Constants of the process or the machine. The error says that they are not allowed instead of unknown.
const WORLD: [&str; 6] = ["ObjectSpace", "GC", "Fiber", "Ractor", "TracePoint", "Signal"];

/// Libraries that open connections. Requiring them does nothing, as many modules do it without need.
const NETWORK: [&str; 7] = ["Net", "Socket", "TCPSocket", "UDPSocket", "UNIXSocket", "HTTP", "Faraday"];

impl Interp<'_> {
    /// The value of `@name` of an object; `nil` if it is not set.
    pub(crate) fn instance_variable(&mut self, this: &Val, name: Symbol) -> Val {
        match this {
            Val::Object(object) => match object.variable(name) {
                Some(value) => value,
                None if matches!(object.data, Data::Dynamic) => self.dynamic_variable(object, name),
                None => Val::Nil,
            },
            Val::Class(class) => class.variable(name).unwrap_or_default(),
            other => other.own().and_then(|own| own.variable(name)).unwrap_or_default(),
        }
    }

    /// Sets `@name` of an object.
    pub(crate) fn set_instance_variable(&mut self, this: &Val, name: Symbol, value: Val) -> R<()> {
        match this {
            Val::Object(object) if object.is_frozen() => Err(self.frozen_error(this)),
            Val::Object(object) => {
                object.set_variable(name, value);
                Ok(())
            }
            Val::Class(class) => {
                class.set_variable(name, value);
                Ok(())
            }
            Val::Str(text) if text.is_frozen() => Err(self.frozen_error(this)),
            Val::Array(array) if array.is_frozen() => Err(self.frozen_error(this)),
            Val::Hash(hash) if hash.is_frozen() => Err(self.frozen_error(this)),
            _ => match this.make_own(|| self.class_of(this)) {
                Some(own) => {
                    own.set_variable(name, value);
                    Ok(())
                }
                None => {
                    let shown = self.describe(this);
                    Err(self.error("FrozenError", format!("can't modify frozen {shown}")))
                }
            },
        }
    }

    fn dynamic_variable(&mut self, object: &Rc<crate::value::RObject>, name: Symbol) -> Val {
        let value = self.host.instance_variable(self.run, name.as_str().trim_start_matches('@'));
        // A variable that the host does not have stays unset, so that `defined?` gives `nil`.
        if !value.is_nil() {
            object.set_variable(name, value.clone());
        }
        value
    }

    /// `$name`.
    pub(crate) fn global_variable(&mut self, name: Symbol) -> R {
        match name.as_str() {
            "$~" => Ok(self.last_match.clone().map_or(Val::Nil, Val::Match)),
            "$!" => Ok(self.state.global(name).unwrap_or_default()),
            "$@" => match self.state.global(Symbol::new("$!")) {
                Some(exception @ Val::Object(_)) => self.call(&exception, "backtrace", Vec::new()),
                _ => Ok(Val::Nil),
            },
            "$stdout" | "$stderr" if self.state.global(name).is_none() => {
                let constant = if name.as_str() == "$stdout" { "STDOUT" } else { "STDERR" };
                self.constant_in(None, Symbol::new(constant))
            }
            "$0" | "$PROGRAM_NAME" => Ok(Val::str("bunraku")),
            "$;" | "$," | "$/" if self.state.global(name).is_none() => {
                Ok(if name.as_str() == "$/" { Val::str("\n") } else { Val::Nil })
            }
            "$stdin" | "$LOAD_PATH" | "$:" | "$LOADED_FEATURES" | "$\"" => {
                let known = self.state.global(name);
                known.map_or_else(|| Ok(Val::array(Vec::new())), Ok)
            }
            english if self.state.global(name).is_none() && self.is_required("English") => {
                self.english_variable(english)
            }
            _ => Ok(self.state.global(name).unwrap_or_default()),
        }
    }

    /// A name that the library `English` gives to a variable named by a sign.
    fn english_variable(&mut self, name: &str) -> R {
        let part = match name {
            "$MATCH" => "to_s",
            "$PREMATCH" => "pre_match",
            "$POSTMATCH" => "post_match",
            "$LAST_MATCH_INFO" => "itself",
            "$ERROR_INFO" => return self.global_variable(Symbol::new("$!")),
            "$ERROR_POSITION" => return self.global_variable(Symbol::new("$@")),
            "$FS" | "$FIELD_SEPARATOR" => return self.global_variable(Symbol::new("$;")),
            "$OFS" | "$OUTPUT_FIELD_SEPARATOR" => return self.global_variable(Symbol::new("$,")),
            "$RS" | "$INPUT_RECORD_SEPARATOR" => return self.global_variable(Symbol::new("$/")),
            _ => return Ok(Val::Nil),
        };
        match self.last_match.clone() {
            Some(found) => self.call(&Val::Match(found), part, Vec::new()),
            None => Ok(Val::Nil),
        }
    }

    /// `@@name` of the enclosing class or of one of its superclasses.
    pub(crate) fn class_variable(&mut self, frame: &Rc<Frame>, name: Symbol) -> R {
        match self.find_class_variable(frame, name) {
            Some((_, value)) => Ok(value),
            None => {
                let class = frame.context.lexical.class.name();
                Err(self.error("NameError", format!("uninitialized class variable {name} in {class}")))
            }
        }
    }

    pub(crate) fn find_class_variable(&self, frame: &Rc<Frame>, name: Symbol) -> Option<(Rc<RClass>, Val)> {
        let class = &frame.context.lexical.class;
        class.ancestors().into_iter().find_map(|class| {
            let value = class.class_variable(name)?;
            Some((class, value))
        })
    }

    /// `Name`: searched in the enclosing classes, then in the ancestors of the innermost one, then in `Object`.
    pub(crate) fn constant(&mut self, frame: &Rc<Frame>, name: Symbol) -> R {
        let lexical = &frame.context.lexical;
        match self.state.constants.get(lexical, name) {
            Some(value) => Ok(value),
            None => self.search_constant(frame, name),
        }
    }

    fn search_constant(&mut self, frame: &Rc<Frame>, name: Symbol) -> R {
        let late = self.state.extension.late_modules;
        if let Some((_, library)) = late.iter().find(|(module, _)| *module == name.as_str()) {
            self.load_library(library)?;
        }
        match self.find_constant(frame, name)? {
            Some(value) => {
                self.state.constants.insert(&frame.context.lexical, name, value.clone());
                Ok(value)
            }
            None => {
                let class = Rc::clone(&frame.context.lexical.class);
                self.missing_constant(&class, name.as_str())
            }
        }
    }

    pub(crate) fn find_constant(&mut self, frame: &Rc<Frame>, name: Symbol) -> R<Option<Val>> {
        let mut at = Some(&frame.context.lexical);
        while let Some(lexical) = at {
            // The outermost scope is `Object`, which is searched last.
            if lexical.parent.is_some()
                && let Some(value) = lexical.class.constant(name)
            {
                return Ok(Some(value));
            }
            at = lexical.parent.as_ref();
        }
        let inner = &frame.context.lexical.class;
        let inherited = match inner.search(&|class| class.constant(name)) {
            Ok(found) => found,
            Err(TooMany) => inner.ancestors().iter().find_map(|class| class.constant(name)),
        };
        if inherited.is_some() {
            return Ok(inherited);
        }
        if let Some(value) = self.state.known.object.constant(name) {
            return Ok(Some(value));
        }
        self.autoload_constant(name.as_str())
    }

    /// `scope::Name`, or `::Name` without a scope.
    pub(crate) fn constant_in(&mut self, scope: Option<Val>, name: Symbol) -> R {
        let class = match scope {
            Some(Val::Class(class)) => class,
            Some(other) => {
                let shown = self.inspect(&other)?;
                return Err(self.type_error(format!("{shown} is not a class/module")));
            }
            None => Rc::clone(&self.state.known.object),
        };
        match self.find_constant_of(&class, name)? {
            Some(_) if class.is_constant_private(name) => {
                let message = format!("private constant {}::{name} referenced", class.name());
                Err(self.name_error(message, name.as_str(), &Val::Class(class)))
            }
            Some(value) => Ok(value),
            None => self.missing_constant(&class, name.as_str()),
        }
    }

    pub(crate) fn find_constant_in(&mut self, class: &Rc<RClass>, name: Symbol) -> R<Option<Val>> {
        // Constants of `Object` are not visible through each class, although all classes inherit from it.
        let object = &self.state.known.object;
        let ancestors = class.ancestors();
        let scopes = ancestors.iter().filter(|each| Rc::ptr_eq(class, object) || !Rc::ptr_eq(each, object));
        if let Some(value) = scopes.into_iter().find_map(|class| class.constant(name)) {
            return Ok(Some(value));
        }
        self.autoload_in(class, name.as_str())
    }

    /// The same for a name that may come from data. It becomes a symbol only if code defines such a constant.
    pub(crate) fn find_constant_named(&mut self, class: &Rc<RClass>, name: &str) -> R<Option<Val>> {
        match Symbol::find(name) {
            Some(symbol) => self.find_constant_in(class, symbol),
            None => self.autoload_in(class, name),
        }
    }

    /// The constant of such a name outside all classes, which has to exist.
    pub(crate) fn constant_named(&mut self, name: &str) -> R {
        if let Some(symbol) = Symbol::find(name) {
            return self.constant_in(None, symbol);
        }
        let object = Rc::clone(&self.state.known.object);
        match self.autoload_in(&object, name)? {
            Some(value) => Ok(value),
            None => self.missing_constant(&object, name),
        }
    }

    /// Searches `scope::Name`. Constants of `Object` do not count, although all classes inherit from it.
    fn find_constant_of(&mut self, class: &Rc<RClass>, name: Symbol) -> R<Option<Val>> {
        if class.comes_first()
            && let Some(value) = class.constant(name)
        {
            return Ok(Some(value));
        }
        let object = Rc::clone(&self.state.known.object);
        if Rc::ptr_eq(class, &object) {
            return self.find_constant_in(class, name);
        }
        let mut classes = class.ancestors().into_iter().take_while(|each| !Rc::ptr_eq(each, &object));
        match classes.find_map(|class| class.constant(name)) {
            Some(value) => Ok(Some(value)),
            None => self.autoload_in(class, name.as_str()),
        }
    }

    fn autoload_in(&mut self, class: &Rc<RClass>, name: &str) -> R<Option<Val>> {
        let path = match class.name() {
            scope if scope == "Object" => name.to_string(),
            scope => format!("{scope}::{name}"),
        };
        self.autoload_constant(&path)
    }

    fn missing_constant(&mut self, class: &Rc<RClass>, name: &str) -> R {
        let handler = Symbol::new("const_missing");
        let receiver = Val::Class(Rc::clone(class));
        if let Some(found) = self.find_method(&receiver, handler) {
            let args = crate::Args::new(vec![Val::sym(name)]);
            return self.invoke(&receiver, handler, &found.method, &found.owner, args);
        }
        let shown = match class.name() {
            scope if scope == "Object" || scope.is_empty() => name.to_string(),
            scope => format!("{scope}::{name}"),
        };
        if WORLD.contains(&shown.as_str()) {
            let message = format!("Ruby code is not allowed to use `{shown}` here");
            return Err(self.refuse(&message, "a catalog may depend only on code, facts and data"));
        }
        if NETWORK.contains(&shown.as_str()) {
            let message = format!("Ruby code is not allowed to open network connections (`{shown}`)");
            return Err(self.refuse(&message, "a catalog may depend only on code, facts and data"));
        }
        let message = format!("uninitialized constant {shown}");
        Err(self.name_error(message, name, &Val::Class(Rc::clone(class))))
    }
}
