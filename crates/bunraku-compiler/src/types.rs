//! Type names that the language itself does not define: aliases and resource types.

use std::sync::Arc;

use bunraku_catalog::capitalized;
use bunraku_diag::{Diagnostic, codes};
use bunraku_edition::TypeNames;
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::AliasDefinition;
use bunraku_pcore::{
    Str, Type, Value,
    types::{Alias, ObjectType, TypeSetType},
};

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// The type of a name.
    pub(crate) fn find_type(&mut self, name: &str) -> Eval<Option<Type>> {
        if let Some(ty) = self.state().resource_types.get(name) {
            return Ok(Some(ty.clone()));
        }
        let written = name;
        let name = name.strip_prefix("::").unwrap_or(name);
        let lower = name.to_lowercase();
        if let Some(ty) = self.alias(&lower)? {
            return Ok(Some(ty));
        }
        if let Some(ty) = self.member_of_set(name)? {
            return Ok(Some(ty));
        }
        let documents = matches!(self.edition.types.type_names, TypeNames::Documents);
        // `Ruby` is the name of a type, which is nothing without its parameter.
        if documents && lower == "ruby" {
            return Ok(None);
        }
        if self.is_resource_type(&lower)? || documents {
            let ty = Type::resource(capitalized(&lower), None);
            self.state().resource_types.insert(Str::from(written), ty.clone());
            return Ok(Some(ty));
        }
        if self.state().resolving > 0 {
            return Ok(Some(Type::Reference(Arc::new(Str::from(name)))));
        }
        Ok(None)
    }

    /// A type of a set of types: `Set::Name`.
    fn member_of_set(&mut self, name: &str) -> Eval<Option<Type>> {
        let Some((set, member)) = name.rsplit_once("::") else { return Ok(None) };
        let Some(Type::TypeSet(Some(set))) = self.alias(&set.to_lowercase())? else { return Ok(None) };
        let found = set.types.iter().find(|(known, _)| known.eq_ignore_ascii_case(member));
        let Some((known, ty)) = found else { return Ok(None) };
        let ty = match ty {
            Type::Object(Some(object)) if object.name.is_none() => {
                let full = format!("{}::{known}", set.name);
                let named = ObjectType { name: Some(Str::from(full)), ..(**object).clone() };
                Type::Object(Some(Arc::new(named)))
            }
            other => other.clone(),
        };
        self.state().aliases.insert(name.to_lowercase(), ty.clone());
        Ok(Some(ty))
    }

    /// The alias of a name; its type is evaluated when it is first needed, and may name itself.
    fn alias(&mut self, lower: &str) -> Eval<Option<Type>> {
        if let Some(ty) = self.state().aliases.get(lower) {
            return Ok(Some(ty.clone()));
        }
        let Some(definition) = self.alias_definition(lower)? else { return Ok(None) };
        let alias = Alias::declare(definition.name.as_str());
        self.state().aliases.insert(lower.to_owned(), Type::Alias(Arc::clone(&alias)));
        self.state().resolving += 1;
        let value = self.evaluator().run_detached(&definition.body);
        self.state().resolving -= 1;
        let value = value?;
        let Value::Type(ty) = value else {
            let message = format!("`{}` stands for something that is no type", definition.name);
            return Err(self.error(codes::INVALID_TYPE_ALIAS, &definition.body, definition.range, message));
        };
        // An object type gets the name itself; anything else is known by it.
        if let Type::Object(Some(object)) = &ty
            && object.name.is_none()
        {
            let named = ObjectType { name: Some(Str::from(definition.name.as_str())), ..(**object).clone() };
            let ty = Type::Object(Some(Arc::new(named)));
            // Inside of its own definition it is known by its name.
            if alias.define(&self.edition.types, &ty).is_err() {
                return Err(nothing_but_itself(&definition));
            }
            self.state().aliases.insert(lower.to_owned(), ty.clone());
            return Ok(Some(ty));
        }
        // A set has the name of its definition, whatever name it gives itself.
        if let Type::TypeSet(Some(set)) = &ty {
            let named = TypeSetType { name: Str::from(definition.name.as_str()), ..(**set).clone() };
            let ty = Type::TypeSet(Some(Arc::new(named)));
            self.state().aliases.insert(lower.to_owned(), ty.clone());
            return Ok(Some(ty));
        }
        if alias.define(&self.edition.types, &ty).is_err() {
            return Err(nothing_but_itself(&definition));
        }
        Ok(Some(Type::Alias(alias)))
    }
}

/// A failure without a place: it shows where the alias is used.
fn nothing_but_itself(definition: &AliasDefinition) -> Box<Unwind> {
    let message = format!("the type alias `{}` stands for nothing but itself", definition.name);
    let diagnostic = Diagnostic::error(codes::INVALID_TYPE_ALIAS, message);
    Box::new(Unwind::Failure(diagnostic.help("name another type on the right of its `=`")))
}

/// The reference that a string such as `File['/etc/motd']` is, where code is meant: the title may be in quotes.
pub(crate) fn written_reference(text: &str) -> Option<Type> {
    let quoted = |quote: char| {
        let (type_name, title) = text.strip_suffix(']')?.split_once('[')?;
        let title = title.strip_prefix(quote)?.strip_suffix(quote)?;
        reference(&format!("{type_name}[{title}]"))
    };
    quoted('\'').or_else(|| quoted('"')).or_else(|| reference(text))
}

/// The reference that a string such as `File[/etc/motd]` is, as attributes and catalogs have them: a quote is part of the
/// title.
pub(crate) fn reference(text: &str) -> Option<Type> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']')?;
    let type_name = type_name.trim();
    if type_name.is_empty()
        || title.is_empty()
        || !type_name.starts_with(|c: char| c.is_ascii_uppercase() || c == ':')
    {
        return None;
    }
    let lower = type_name.trim_start_matches("::").to_lowercase();
    Some(match lower.as_str() {
        "class" => Type::class(title.to_lowercase()),
        _ => Type::resource(capitalized(&lower), Some(title.into())),
    })
}

/// A name without the `::` that may stand in front. Types that are built in have no namespace, and are not found by a
/// name with it.
pub(crate) fn absolute(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}
