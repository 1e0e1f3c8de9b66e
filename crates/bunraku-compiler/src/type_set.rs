//! Type sets: the names inside their definitions, and their members.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, capitalized, codes};
use bunraku_edition::TypeNames;
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::{AliasDefinition, Body, Expr, Operand};
use bunraku_pcore::{
    Str, Type, Value,
    types::{Alias, ObjectType, TypeSetType},
    values::Version,
};

use crate::compiler::Compiler;

/// A set of types while its definition is evaluated: what the names in it stand for.
#[derive(Debug)]
pub(crate) struct OpenSet {
    name: Str,
    /// The members, which may refer to each other before they are defined.
    members: Vec<Member>,
    /// Other sets by the names that they have in this one.
    references: Vec<(Str, Str)>,
}

/// A member of a set that is being defined.
#[derive(Debug)]
struct Member {
    name: Str,
    alias: Arc<Alias>,
    /// Whether it is a type that is known elsewhere, and no other member names it: then it needs no name of its own.
    plain: bool,
}

impl OpenSet {
    /// Returns the set that a definition defines, if it defines one.
    pub(crate) fn of(definition: &AliasDefinition) -> Option<OpenSet> {
        let body = &definition.body;
        let Operand::Expr(root) = body.root else { return None };
        let Expr::Access { target, keys } = body.expr(root) else { return None };
        let is_set = matches!(Part::Code(*target).constant(body), Some(Value::Type(Type::TypeSet(_))));
        let hash = body.list(*keys).first().filter(|_| is_set)?;
        let name = Str::from(definition.name.as_str());
        let (mut members, mut references) = (Vec::new(), Vec::new());
        for (key, part) in Part::Code(*hash).entries(body) {
            match key.as_str() {
                "types" => members.extend(part.entries(body).into_iter().map(|(member, part)| Member {
                    alias: Alias::declare(format!("{name}::{member}")),
                    name: member,
                    plain: part.constant(body).is_some(),
                })),
                "references" => {
                    references.extend(part.entries(body).into_iter().filter_map(|(key, part)| {
                        let named = part.entries(body).into_iter().find(|(key, _)| key == "name")?;
                        Some((key, Str::from(named.1.constant(body)?.as_str()?)))
                    }))
                }
                _ => {}
            }
        }
        Some(OpenSet { name, members, references })
    }

    /// A member, by its name alone or with the name of the set.
    fn member(&mut self, name: &str) -> Option<&mut Member> {
        let (own, rest) = name.split_at_checked(self.name.len()).unwrap_or_default();
        let name = rest.strip_prefix("::").filter(|_| own.eq_ignore_ascii_case(&self.name)).unwrap_or(name);
        self.members.iter_mut().find(|member| member.name.eq_ignore_ascii_case(name))
    }
}

/// A part of the definition of a set: code, or a value that is known without running it.
#[derive(Clone, Copy)]
enum Part<'b> {
    Code(Operand),
    Known(&'b Value),
}

impl<'b> Part<'b> {
    fn constant(self, body: &'b Body) -> Option<&'b Value> {
        match self {
            Part::Code(Operand::Const(id)) => Some(body.constant(id)),
            Part::Code(_) => None,
            Part::Known(value) => Some(value),
        }
    }

    /// The entries of a hash whose keys are strings.
    fn entries(self, body: &'b Body) -> Vec<(Str, Part<'b>)> {
        if let Part::Code(Operand::Expr(id)) = self {
            let Expr::Hash(list) = body.expr(id) else { return Vec::new() };
            let pairs = body.list(*list).chunks_exact(2).filter_map(|pair| {
                let [key, value] = pair else { return None };
                let key = Part::Code(*key).constant(body)?.as_str()?;
                Some((Str::from(key), Part::Code(*value)))
            });
            return pairs.collect();
        }
        let Some(Value::Hash(hash)) = self.constant(body) else { return Vec::new() };
        let known =
            |(key, value): (&'b Value, &'b Value)| Some((Str::from(key.as_str()?), Part::Known(value)));
        hash.iter().filter_map(known).collect()
    }
}

impl Compiler<'_> {
    /// What a name stands for in the set that is being defined, if it is not known elsewhere.
    pub(crate) fn name_in_set(&mut self, name: &str) -> Eval<Option<Type>> {
        let Some(set) = &mut self.state().open_set else { return Ok(None) };
        if let Some(member) = set.member(name) {
            member.plain = false;
            return Ok(Some(Type::Alias(Arc::clone(&member.alias))));
        }
        if let Some((alias, member)) = name.split_once("::") {
            let reference = set.references.iter().find(|(known, _)| known.eq_ignore_ascii_case(alias));
            if let Some((_, other)) = reference.cloned()
                && let Some(Type::TypeSet(Some(other))) = self.find_type(&other)?
            {
                let full = format!("{}::{member}", other.name).to_lowercase();
                match self.state().aliases.get(&full).cloned() {
                    Some(ty @ (Type::Alias(_) | Type::Object(_) | Type::TypeSet(_))) => return Ok(Some(ty)),
                    // Where another set names it, a type has its name there.
                    Some(ty) => {
                        let alias = Alias::declare(format!("{}::{member}", other.name));
                        let defined = alias.define(&self.edition.types, &ty);
                        defined.map_err(|_| failure(format!("`{full}` refers only to itself")))?;
                        return Ok(Some(Type::Alias(alias)));
                    }
                    None => {}
                }
            }
        }
        Ok(Some(match self.edition.types.type_names {
            TypeNames::Documents => Type::resource(capitalized(&name.to_lowercase()), None),
            _ => Type::Reference(Arc::new(name.into())),
        }))
    }

    /// The set that a definition has made, with the name of the definition, and its members under their full names.
    pub(crate) fn finished_set(
        &mut self,
        set: &TypeSetType,
        name: &str,
        mut open: Option<OpenSet>,
    ) -> Eval<Type> {
        let mut types = Vec::new();
        for (member, ty) in &set.types {
            let full = format!("{name}::{member}");
            let declared = open.as_mut().and_then(|open| open.member(member));
            let plain = declared.as_ref().is_some_and(|member| member.plain);
            let alias = declared.map(|member| Arc::clone(&member.alias));
            let alias = alias.unwrap_or_else(|| Alias::declare(full.as_str()));
            let named = match ty {
                Type::Object(Some(object)) if object.name.is_none() => {
                    let named = ObjectType { name: Some(full.as_str().into()), ..(**object).clone() };
                    Some(Type::Object(Some(Arc::new(named))))
                }
                Type::TypeSet(_) => Some(ty.clone()),
                _ => plain.then(|| ty.clone()),
            };
            let defined = alias.define(&self.edition.types, named.as_ref().unwrap_or(ty));
            defined.map_err(|_| failure(format!("`{full}` refers only to itself")))?;
            let shown = if named.is_some() { ty.clone() } else { Type::Alias(Arc::clone(&alias)) };
            types.push((member.clone(), shown));
            self.state().aliases.insert(full.to_lowercase(), named.unwrap_or(Type::Alias(alias)));
        }
        let set = TypeSetType { name: name.into(), types, ..set.clone() };
        for reference in &set.references {
            self.reference_of(&set, &reference.alias)?;
        }
        Ok(Type::TypeSet(Some(Arc::new(set))))
    }

    /// The set that a set refers to by an alias, which must be in the range of versions that is named.
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

/// A failure without a place: it shows where the set is used.
fn failure(message: String) -> Box<Unwind> {
    Box::new(Unwind::Failure(Diagnostic::error(codes::INVALID_TYPE_ALIAS, message)))
}
