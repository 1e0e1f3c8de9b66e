//! The object in which a template is rendered. Its instance variables are the variables of the scope.

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::bytes;
use bunraku_ruby::{
    Args, Code, R, RubyError,
    value::{Data, RObject, Val},
};

use crate::{
    binding::{BoundClass, BoundMethod, Cx, method},
    compilation, logging, scope,
};

pub(crate) static TEMPLATE: BoundClass = BoundClass {
    name: "Puppet::Parser::TemplateWrapper",
    superclass: Some("Object"),
    methods: &[METHODS, logging::METHODS],
    singleton: &[],
};

/// Parses a template so that it tells the host which of its lines it writes.
///
/// # Errors
/// A syntax error, with its line in the template.
pub fn parse_marked_template(file: &str, text: &str) -> Result<Code, RubyError> {
    bunraku_ruby::parse_marked_template(file, text, "::PuppetHost.writes_lines")
}

const METHODS: &[BoundMethod] = &[
    method("scope", 0, 0, |cx, _, _| Ok(cx.scope_object())),
    method("file", 0, 0, |_, this, _| Ok(file(this))),
    method("has_variable?", 1, 1, scope::includes),
    method("classes", 0, 0, compilation::classes),
    method("all_tags", 0, 0, compilation::tags),
    method("tags", 0, 0, |cx, _, _| {
        let message = "`tags` is not available in templates: call `all_tags`";
        Err(cx.ruby().error("NotImplementedError", message))
    }),
    method("to_s", 0, 0, to_s),
    method("instance_variables", 0, 0, instance_variables),
];

/// The variable for the path of a template that is a file.
const FILE: &str = "@__file__";

fn file(this: &Val) -> Val {
    match this {
        Val::Object(object) => object.variable(Symbol::new(FILE)).unwrap_or_default(),
        _ => Val::Nil,
    }
}

fn to_s(cx: &mut Cx<'_, '_>, this: &Val, _: &Args) -> R {
    let file = file(this);
    let file = if file.is_nil() { "inline".to_string() } else { cx.ruby().to_s(&file)? };
    Ok(Val::str(format!("template[{file}]")))
}

/// The variables of the scope that are not `undef`, which templates see as `@name`.
fn instance_variables(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let variables = cx.host().variables();
    let names = variables.iter().filter(|(name, value)| !value.is_undef() && !name.contains(':'));
    Ok(Val::array(names.map(|(name, _)| Val::sym(format!("@{name}").as_str())).collect()))
}

impl Cx<'_, '_> {
    /// Renders a parsed template.
    pub(crate) fn render(&mut self, code: &Code, file: Option<&str>) -> R<String> {
        let class = self.class(TEMPLATE.name);
        let object = Rc::new(RObject::with_data(Rc::clone(&class), Data::Dynamic));
        if let Some(file) = file {
            object.set_variable(Symbol::new(FILE), Val::str(file));
        }
        let text = self.ruby().run_as_method(code, Val::Object(Rc::clone(&object)), class)?;
        self.write_back()?;
        self.take_over_changes(&object)?;
        match text {
            Val::Str(text) if text.is_binary() => Ok(bytes::to_str(&text.to_bytes()).to_string()),
            Val::Str(text) => Ok(text.text()),
            other => self.ruby().to_s(&other),
        }
    }

    /// Writes back the variables that hold a string, or an array or hash that was empty, and were changed in place. Others
    /// were recognized by their addresses.
    fn take_over_changes(&mut self, object: &RObject) -> R<()> {
        for (name, value) in object.variables() {
            let name = name.as_str().trim_start_matches('@');
            if value.is_watched() && value.is_changed() {
                let value = self.puppet_value_of(&value)?;
                self.host().changed(name, value);
            }
        }
        Ok(())
    }
}
