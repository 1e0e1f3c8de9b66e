//! The object that a template renders in. Its instance variables are the variables of the scope.

use std::rc::Rc;

use crate::{
    Args, Code, Interp, R,
    class::{NativeClass, NativeMethod, method},
    value::{Data, RObject, Val},
};

pub(super) static TEMPLATE: NativeClass = NativeClass::in_chapters(
    "Puppet::Parser::TemplateWrapper",
    "Object",
    &[],
    &[METHODS, super::logging::METHODS],
    &[],
    |_| {},
);

const METHODS: &[NativeMethod] = &[
    method("scope", 0, 0, |interp, _, _| Ok(interp.scope_object())),
    method("file", 0, 0, file),
    method("has_variable?", 1, 1, super::scope::includes),
    method("classes", 0, 0, |interp, _, _| Ok(interp.property("classes"))),
    method("all_tags", 0, 0, |interp, _, _| Ok(interp.property("tags"))),
    method("tags", 0, 0, |interp, _, _| {
        Err(interp.error("NotImplementedError", "a template has no tags of its own: call `all_tags`"))
    }),
    method("to_s", 0, 0, to_s),
];

fn file(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let name = bunraku_intern::Symbol::new("@__file__");
    match this {
        Val::Object(object) => Ok(object.variable(name).unwrap_or_default()),
        _ => Ok(interp.property("file")),
    }
}

fn to_s(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let file = file(interp, this, args)?;
    let file = if file.is_nil() { "inline".to_string() } else { interp.to_s(&file)? };
    Ok(Val::str(format!("template[{file}]")))
}

impl Interp<'_> {
    /// Renders a template that has been parsed.
    ///
    /// # Errors
    /// What the code raised.
    pub fn render(&mut self, code: &Code, file: Option<&str>) -> R<String> {
        let class = Rc::clone(&self.state.known.template);
        let object = RObject::with_data(class, Data::Template);
        if let Some(file) = file {
            object.set_variable(bunraku_intern::Symbol::new("@__file__"), Val::str(file));
        }
        let object = Rc::new(object);
        let text = self.run(code, Val::Object(Rc::clone(&object)))?;
        self.take_over_changes(&object)?;
        match text {
            Val::Str(text) => Ok(text.text()),
            other => self.to_s(&other),
        }
    }

    /// A value that a template changes in place is the very value that the resource has: the catalog shows the change.
    fn take_over_changes(&mut self, object: &RObject) -> R<()> {
        for (name, value) in object.variables() {
            let name = name.as_str().trim_start_matches('@');
            if matches!(value, Val::Str(_) | Val::Array(_) | Val::Hash(_))
                && value.is_changed()
                && self.host.is_parameter(name)
            {
                let value = self.to_puppet(&value)?;
                self.host.changed(name, value);
            }
        }
        Ok(())
    }

    /// Writes a line to the log of the host.
    pub(super) fn log(&mut self, level: &str, args: &Args) -> R {
        let mut words = Vec::new();
        for arg in &args.list {
            words.push(self.to_s(arg)?);
        }
        self.host.log(level, words.join(" "));
        Ok(Val::Nil)
    }

    /// Something that the host knows by name.
    pub(super) fn property(&mut self, name: &str) -> Val {
        match self.host.property(name) {
            Some(value) => self.from_puppet(&value),
            None => Val::Nil,
        }
    }
}
