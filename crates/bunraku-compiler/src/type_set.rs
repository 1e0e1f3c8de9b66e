//! Type sets: the names inside their definitions, and their members.

use std::sync::Arc;

use bunraku_catalog::capitalized;
use bunraku_diag::{Diagnostic, codes};
use bunraku_edition::TypeNames;
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::{AliasDefinition, Body, Expr, Operand};
use bunraku_pcore::{
    Str, Type, Value,
    types::{Alias, ObjectType, TypeSetType},
    values::Version,
};

use crate::compiler::Compiler;

/// A type set while its definition is being evaluated.
#[derive(Debug)]
pub(crate) struct OpenSet {
    name: Str,
    /// Names in the definition that are unknown elsewhere, as written: members of this set, or of one it refers to.
    names: Vec<(Str, Arc<Alias>)>,
}

impl OpenSet {
    /// Returns the set that a definition defines, if it defines one.
    pub(crate) fn of(definition: &AliasDefinition) -> Option<OpenSet> {
        let body = &definition.body;
        let Operand::Expr(root) = body.root else { return None };
        let Expr::Access { target, .. } = body.expr(root) else { return None };
        let is_set = matches!(constant(body, *target), Some(Value::Type(Type::TypeSet(_))));
        is_set.then(|| OpenSet { name: definition.name.as_str().into(), names: Vec::new() })
    }

    /// The type for a name that is unknown elsewhere.
    pub(crate) fn name(&mut self, name: &str) -> Type {
        let known = self.names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let alias = match known {
            Some((_, alias)) => Arc::clone(alias),
            None => {
                let alias = Alias::declare(format!("{}::{name}", self.name));
                self.names.push((name.into(), Arc::clone(&alias)));
                alias
            }
        };
        Type::Alias(alias)
    }
}

impl Compiler<'_> {
    /// Completes a set: it gets the name of its definition, and its members their full names.
    pub(crate) fn finished_set(
        &mut self,
        set: &TypeSetType,
        name: &str,
        open: Option<OpenSet>,
    ) -> Eval<Type> {
        let names = open.map(|open| open.names).unwrap_or_default();
        let types =
            set.types.iter().map(|(member, ty)| (member.clone(), plain(&set.types, &names, ty.clone())));
        let set = TypeSetType { name: name.into(), types: types.collect(), ..set.clone() };
        for (member, ty) in &set.types {
            let full = format!("{name}::{member}");
            let ty = match ty {
                Type::Object(Some(object)) if object.name.is_none() => {
                    let named = ObjectType { name: Some(full.as_str().into()), ..(**object).clone() };
                    Type::Object(Some(Arc::new(named)))
                }
                other => other.clone(),
            };
            let declared = names.iter().find(|(known, _)| known.eq_ignore_ascii_case(member));
            let ty = match (declared, &ty) {
                (Some((_, alias)), ty) => {
                    let defined = alias.define(&self.edition.types, ty);
                    defined.map_err(|_| failure(format!("`{full}` refers only to itself")))?;
                    if matches!(ty, Type::Object(_)) { ty.clone() } else { Type::Alias(Arc::clone(alias)) }
                }
                (None, ty) => ty.clone(),
            };
            self.state().aliases.insert(full.to_lowercase(), ty);
        }
        for (known, alias) in &names {
            if set.types.iter().any(|(member, _)| member.eq_ignore_ascii_case(known)) {
                continue;
            }
            let ty = match self.referred(&set, known)? {
                Some(ty) => ty,
                None if matches!(self.edition.types.type_names, TypeNames::Documents) => {
                    Type::resource(capitalized(&known.to_lowercase()), None)
                }
                None => Type::Reference(Arc::new(known.clone())),
            };
            let defined = alias.define(&self.edition.types, &ty);
            defined.map_err(|_| failure(format!("`{known}` refers only to itself")))?;
        }
        for reference in &set.references {
            self.reference_of(&set, &reference.alias)?;
        }
        Ok(Type::TypeSet(Some(Arc::new(set))))
    }

    /// The member of another set, named by its reference: `Alias::Member`.
    fn referred(&mut self, set: &TypeSetType, name: &str) -> Eval<Option<Type>> {
        let Some((alias, member)) = name.split_once("::") else { return Ok(None) };
        let Some(other) = self.reference_of(set, alias)? else { return Ok(None) };
        let full = format!("{}::{member}", other.name).to_lowercase();
        Ok(self.state().aliases.get(&full).cloned())
    }

    /// The set behind an alias, whose version must be in the given range.
    fn reference_of(&mut self, set: &TypeSetType, alias: &str) -> Eval<Option<Arc<TypeSetType>>> {
        let Some(reference) = set.references.iter().find(|known| known.alias.eq_ignore_ascii_case(alias))
        else {
            return Ok(None);
        };
        let found = self.find_type(&reference.name)?;
        let Some(Type::TypeSet(Some(other))) = found else {
            let message =
                format!("`{}` refers to `{}`, which is not a known TypeSet", set.name, reference.name);
            return Err(failure(message));
        };
        let included =
            Version::parse(&other.version).is_some_and(|version| reference.range.includes(&version));
        if !included {
            let (wanted, got) = (reference.range.text(), &other.version);
            let message =
                format!("`{}` expects version {wanted} of `{}`, got {got}", set.name, reference.name);
            return Err(failure(message));
        }
        Ok(Some(other))
    }
}

/// The type of a member. If it only names something that is neither a member nor known, it is a reference.
fn plain(members: &[(Str, Type)], names: &[(Str, Arc<Alias>)], ty: Type) -> Type {
    let Type::Alias(alias) = &ty else { return ty };
    let Some((name, _)) = names.iter().find(|(_, known)| Arc::ptr_eq(known, alias)) else { return ty };
    if name.contains("::") || members.iter().any(|(member, _)| member.eq_ignore_ascii_case(name)) {
        return ty;
    }
    Type::Reference(Arc::new(name.clone()))
}

fn constant(body: &Body, operand: Operand) -> Option<&Value> {
    match operand {
        Operand::Const(id) => Some(body.constant(id)),
        _ => None,
    }
}

/// A failure without a place: it is reported where the set is used.
fn failure(message: String) -> Box<Unwind> {
    Box::new(Unwind::Failure(Diagnostic::error(codes::INVALID_TYPE_ALIAS, message)))
}
