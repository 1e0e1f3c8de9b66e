//! Attributes in resource expressions, and access to the attributes of existing resources.

use bunraku_catalog::{Cause, Kind, Param};
use bunraku_check::Strict;
use bunraku_diag::{Span, capitalized, codes};
use bunraku_edition::{IntegerSize, TypeRules};
use bunraku_eval::Eval;
use bunraku_ir::{Body, ResourceAttribute};
use bunraku_pcore::{Str, Type, Value};

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// Evaluates an attribute of the code and adds the result to `params`: one attribute, or one for each entry of the
    /// hash after `* =>`. `cause` makes the cause that is recorded for the values.
    pub(crate) fn attribute(
        &mut self,
        body: &Body,
        attribute: &ResourceAttribute,
        params: &mut Vec<Param>,
        cause: impl FnOnce(Span) -> Cause,
    ) -> Eval<()> {
        if let Some(name) = &attribute.name {
            params.push(self.named_attribute(body, attribute, name, cause)?);
            return Ok(());
        }
        let value = self.eval(body, attribute.value)?;
        let origin = self.running_origin();
        let append = attribute.append;
        let Value::Hash(hash) = value else {
            let message = format!("expected a Hash of attributes after `* =>`, got {}", self.kind_of(&value));
            return Err(self.error(codes::INVALID_OPERAND, body, attribute.range, message));
        };
        let place = self.span(body, attribute.range);
        let cause = self.catalog().cause(cause(place));
        params.reserve(hash.len());
        for (name, value) in hash.iter() {
            let name = Str::from(self.text(name));
            params.push(Param { name, value: value.clone(), origin, append, cause });
        }
        Ok(())
    }

    /// Evaluates an attribute that is written with its name.
    pub(crate) fn named_attribute(
        &mut self,
        body: &Body,
        attribute: &ResourceAttribute,
        name: &Str,
        cause: impl FnOnce(Span) -> Cause,
    ) -> Eval<Param> {
        let value = self.eval(body, attribute.value)?;
        if let Some(message) = unfit(&self.edition.types, self.settings.strict, &value) {
            return Err(self.error(codes::INVALID_OPERAND, body, attribute.range, message));
        }
        let place = self.span(body, attribute.range);
        let cause = self.catalog().cause(cause(place));
        let origin = self.running_origin();
        Ok(Param { name: name.clone(), value, origin, append: attribute.append, cause })
    }

    /// Evaluates `Type['title']['parameter']`.
    pub(crate) fn parameter_value(&mut self, reference: &Type, key: &str) -> Option<Value> {
        let (type_name, title) = match reference {
            Type::Class(class) => ("Class".to_owned(), capitalized(class.name.as_deref()?)),
            Type::Resource(resource) => {
                (resource.type_name.as_deref()?.to_owned(), resource.title.as_deref()?.to_owned())
            }
            _ => return None,
        };
        let id = self.catalog().find(&type_name, &title)?;
        if let Some(value) = self.catalog().get(id)?.get(key) {
            return Some(value.clone());
        }
        // An attribute that is not set has the value of the resource default in force.
        let resource_type = Str::from(type_name.as_str());
        let default = self.defaults_for(&resource_type).into_iter().find(|param| param.name == key);
        if let Some(default) = default {
            return Some(default.value);
        }
        let resource = self.catalog().get(id)?;
        let lower = type_name.to_lowercase();
        let known = match resource.kind {
            Kind::Builtin => resource.ty.as_ref().is_some_and(|ty| ty.has(key)),
            Kind::Class => {
                let name = resource.title.to_lowercase();
                let class = self.class(&name).ok().flatten();
                class.is_some_and(|class| class.body.param_index(key).is_some())
            }
            _ => {
                let define = self.define(&lower).ok().flatten();
                define.is_some_and(|define| define.body.param_index(key).is_some())
            }
        };
        (known || self.state().is_metaparameter(key)).then_some(Value::Undef)
    }
}

/// Says why a value cannot be an attribute, if catalogs have no representation for it.
fn unfit(rules: &TypeRules, strict: Strict, value: &Value) -> Option<String> {
    match value {
        Value::Iter(_) => Some("an attribute cannot be an Iterator: convert it to an Array".to_owned()),
        // Otherwise the catalog has its text.
        Value::Runtime(object) if strict == Strict::Error && object.as_symbol().is_none() => {
            Some(format!("an attribute cannot be a Ruby object of class `{}`", object.class()))
        }
        Value::Big(_) if matches!(rules.integer_size, IntegerSize::Unlimited) => None,
        Value::Big(number) => Some(format!("{number} does not fit in a 64-bit Integer")),
        Value::Type(Type::Resource(resource)) if resource.type_name.is_none() => {
            Some("`Resource` without parameters does not name a resource".to_owned())
        }
        Value::Type(Type::Class(class)) if class.name.is_none() => {
            Some("`Class` without a name does not name a class".to_owned())
        }
        Value::Array(values) => values.iter().find_map(|value| unfit(rules, strict, value)),
        Value::Hash(hash) => hash
            .iter()
            .find_map(|(key, value)| unfit(rules, strict, key).or_else(|| unfit(rules, strict, value))),
        _ => None,
    }
}
