//! The notation of object types, of their instances and of type sets.

use super::Writer;
use crate::text::quote;
use crate::types::{Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeSetType};
use crate::values::Object;
use crate::{Type, Value, infer};

impl Writer<'_> {
    /// Writes an object type: its name, or its definition where definitions are written.
    pub(super) fn object(&mut self, object: Option<&ObjectType>) {
        if !self.expanded {
            return self.push(object.map_or("Object", ObjectType::label));
        }
        // Types inside a definition are written as their names.
        self.expanded = false;
        self.push("Object[{");
        if let Some(object) = object {
            self.object_definition(object);
        }
        self.push("}]");
        self.expanded = true;
    }

    /// Writes an object type with parameters: by position, or if there can be more than two, by name.
    pub(super) fn object_extension(&mut self, extension: &ObjectExtension) {
        let parameters = extension.base.all_type_parameters();
        self.push(extension.base.label());
        self.push("[");
        if parameters.len() > 2 {
            self.hash(extension.params.iter().map(|(name, value)| (name, value)));
        } else {
            let mut values: Vec<Value> = parameters
                .iter()
                .map(|(name, _)| {
                    let given = extension.params.iter().find(|(given, _)| given == name);
                    given.map_or(Value::Default, |(_, value)| value.clone())
                })
                .collect();
            while values.last() == Some(&Value::Default) {
                values.pop();
            }
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.value(value);
            }
        }
        self.push("]");
    }

    /// Writes an instance: the name of its type, and the attributes that do not have their default values.
    pub(super) fn object_value(&mut self, object: &Object) {
        self.push(object.object_type().label());
        self.push("(");
        let attributes = object.object_type().all_attributes();
        let shown = attributes.iter().filter_map(|attribute| {
            let value = object.get(&attribute.name)?;
            let default = attribute.value.as_ref() == Some(value);
            (!default && attribute.kind != Some(AttributeKind::Constant)).then_some((&attribute.name, value))
        });
        self.hash(shown);
        self.push(")");
    }

    /// Writes a type set.
    pub(super) fn type_set(&mut self, set: Option<&TypeSetType>) {
        let Some(set) = set else {
            self.push("TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0'");
            self.push(", name_authority => 'http://puppet.com/2016.1/runtime'");
            return self.push(", name => 'DefaultTypeSet', version => '0.0.0'}]");
        };
        self.push("TypeSet[{pcore_version => '1.0.0'");
        self.push(", name_authority => 'http://puppet.com/2016.1/runtime'");
        self.push(&format!(", name => {}", quote(&set.name)));
        if !set.version.is_empty() {
            self.push(&format!(", version => {}", quote(&set.version)));
        }
        if !set.types.is_empty() {
            self.push(", types => {");
            let around = self.set.replace(set.clone());
            for (index, (name, ty)) in set.types.iter().enumerate() {
                self.push(if index > 0 { ", " } else { "" });
                self.push(name);
                self.push(" => ");
                self.ty(ty);
            }
            self.set = around;
            self.push("}");
        }
        if !set.references.is_empty() {
            self.push(", references => {");
            for (index, reference) in set.references.iter().enumerate() {
                self.push(if index > 0 { ", " } else { "" });
                let (name, range) = (quote(&reference.name), quote(reference.range.text()));
                self.push(&format!(
                    "{} => {{'name' => {name}, 'version_range' => {range}}}",
                    reference.alias
                ));
            }
            self.push("}");
        }
        self.push("}]");
    }

    fn object_definition(&mut self, object: &ObjectType) {
        let mut first = true;
        let mut key = |writer: &mut Self, name: &str| {
            if !std::mem::take(&mut first) {
                writer.push(", ");
            }
            writer.push(name);
            writer.push(" => ");
        };
        if !object.annotations.is_empty() {
            key(self, "annotations");
            self.members(&object.annotations, |writer, (ty, attributes)| {
                writer.ty(ty);
                writer.push(" => ");
                writer.value(attributes);
            });
        }
        if let Some(name) = &object.name {
            key(self, "name");
            self.push(&quote(name));
        }
        if let Some(parent) = &object.parent {
            key(self, "parent");
            self.ty(parent);
        }
        if !object.type_parameters.is_empty() {
            key(self, "type_parameters");
            self.members(&object.type_parameters, |writer, (name, ty)| {
                writer.member(name, ty);
            });
        }
        // An attribute is written among the constants if the type can be inferred from its value. Otherwise it is written
        // as an attribute of the kind `constant`.
        let is_constant = |attribute: &&Attribute| {
            attribute.kind == Some(AttributeKind::Constant)
                && attribute
                    .value
                    .as_ref()
                    .is_some_and(|value| infer::generalized(self.rules, value) == attribute.ty)
        };
        let constants: Vec<&Attribute> = object.attributes.iter().filter(is_constant).collect();
        let others: Vec<&Attribute> = object.attributes.iter().filter(|a| !is_constant(a)).collect();
        if !others.is_empty() {
            key(self, "attributes");
            self.members(&others, |writer, attribute| writer.attribute(attribute));
        }
        if !constants.is_empty() {
            key(self, "constants");
            self.members(&constants, |writer, constant| {
                writer.push(&quote(&constant.name));
                writer.push(" => ");
                writer.value(constant.value.as_ref().unwrap_or(&Value::Undef));
            });
        }
        if !object.functions.is_empty() {
            key(self, "functions");
            self.members(&object.functions, |writer, function| writer.function(function));
        }
        if let Some(equality) = &object.equality {
            key(self, "equality");
            self.value(&Value::array(equality.iter().cloned().map(Value::Str)));
        }
        if let Some(checks) = &object.checks {
            key(self, "checks");
            self.value(checks);
        }
    }

    fn members<T>(&mut self, members: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.push("{");
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            write(self, member);
        }
        self.push("}");
    }

    fn member(&mut self, name: &str, ty: &Type) {
        self.push(&quote(name));
        self.push(" => ");
        self.ty(ty);
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let final_shown = attribute.is_final && attribute.kind != Some(AttributeKind::Constant);
        let plain =
            attribute.kind.is_none() && attribute.value.is_none() && !final_shown && !attribute.overrides;
        if plain {
            return self.member(&attribute.name, &attribute.ty);
        }
        self.push(&format!("{} => {{type => ", quote(&attribute.name)));
        self.ty(&attribute.ty);
        if final_shown {
            self.push(", final => true");
        }
        if attribute.overrides {
            self.push(", override => true");
        }
        if let Some(kind) = attribute.kind {
            self.push(&format!(", kind => {}", kind.name()));
        }
        if let Some(value) = &attribute.value {
            self.push(", value => ");
            self.value(value);
        }
        self.push("}");
    }

    fn function(&mut self, function: &ObjectFunction) {
        if !function.is_final && !function.overrides {
            return self.member(&function.name, &function.ty);
        }
        self.push(&format!("{} => {{type => ", quote(&function.name)));
        self.ty(&function.ty);
        if function.is_final {
            self.push(", final => true");
        }
        if function.overrides {
            self.push(", override => true");
        }
        self.push("}");
    }
}
