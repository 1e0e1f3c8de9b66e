//! Type names that the language does not define: aliases and resource types.

use std::sync::Arc;

use bunraku_diag::{Diagnostic, capitalized, codes};
use bunraku_edition::TypeNames;
use bunraku_eval::{Eval, Unwind};
use bunraku_ir::{AliasDefinition, Expr, Operand};
use bunraku_pcore::{
    Str, Type, Value, construct,
    types::{Alias, ObjectType},
};

use crate::compiler::Compiler;
use crate::type_set::OpenSet;

impl Compiler<'_> {
    /// The help for an unknown type name: it may be the name of a class, or the file may be in the wrong place.
    pub(crate) fn missing_type(&mut self, name: &str, similar: Option<&str>) -> Option<String> {
        let lower = name.to_lowercase();
        if matches!(self.class(&lower), Ok(Some(_))) {
            return Some(format!(
                "class names are lowercase: write `{lower}`, or `Class['{lower}']` for a reference"
            ));
        }
        let environment = self.state().environment.clone();
        if let Some(path) = environment.as_ref().and_then(|environment| environment.misplaced("types", name))
        {
            let file = lower.rsplit("::").next().unwrap_or(&lower);
            return Some(format!("it is defined in {}: rename that file to `{file}.pp`", path.display()));
        }
        if let Some(similar) = similar {
            return Some(format!("did you mean `{similar}`?"));
        }
        if let Some(qualified) = self.qualified_define(&lower) {
            return Some(format!("did you mean `{}`?", capitalized(&qualified)));
        }
        if let Some(similar) = environment.as_ref().and_then(|environment| {
            let names = environment.type_names(&lower);
            bunraku_diag::nearest(&lower, names.iter().map(String::as_str)).map(capitalized)
        }) {
            return Some(format!("did you mean `{similar}`?"));
        }
        // A name without a namespace may be a resource type of any module.
        if environment.is_some() && !lower.contains("::") {
            return None;
        }
        let module = lower.split("::").next().unwrap_or(&lower).to_owned();
        match environment.as_ref().and_then(|environment| environment.module(&module)) {
            Some(module) => {
                let path = lower.split("::").skip(1).collect::<Vec<_>>().join("/");
                let file = module.path.join("types").join(format!("{path}.pp"));
                Some(format!("it should be defined in {}", file.display()))
            }
            None => self.missing_module(&lower),
        }
    }

    /// The defined type of a namespace that a name without one may mean.
    fn qualified_define(&mut self, lower: &str) -> Option<String> {
        let defines = self.state().definitions.defines.keys().map(|name| name.as_str());
        let mut fitting =
            defines.filter(|name| name.rsplit_once("::").is_some_and(|(_, last)| last == lower));
        fitting.next().map(str::to_owned)
    }

    /// Finds a type by name.
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
        // `Ruby` is the name of a type that has no meaning without its parameter.
        if documents && lower == "ruby" {
            return Ok(None);
        }
        // Inside a type set, an unknown name may be a member.
        let in_set = self.state().open_set.is_some();
        // Nodes can be referred to like resources, although no resource of that type can be declared.
        let node = lower == "node";
        if node || self.is_resource_type(&lower)? || documents && !in_set {
            let ty = Type::resource(capitalized(&lower), None);
            self.state().resource_types.insert(Str::from(written), ty.clone());
            return Ok(Some(ty));
        }
        if let Some(ty) = self.name_in_set(name)? {
            return Ok(Some(ty));
        }
        if self.resolving > 0 {
            return Ok(Some(Type::Reference(Arc::new(Str::from(name)))));
        }
        Ok(None)
    }

    /// A type in the type set of a module: `Module::Name`. Members of a set that a manifest defines are known once the
    /// set itself has been named.
    fn member_of_set(&mut self, name: &str) -> Eval<Option<Type>> {
        let Some((set, _)) = name.rsplit_once("::") else { return Ok(None) };
        let set = set.to_lowercase();
        if self.state().definitions.aliases.contains_key(&set) || self.alias(&set)?.is_none() {
            return Ok(None);
        }
        Ok(self.state().aliases.get(&name.to_lowercase()).cloned())
    }

    /// Finds an alias. Its type is evaluated on first use and may refer to itself.
    fn alias(&mut self, lower: &str) -> Eval<Option<Type>> {
        if let Some(ty) = self.state().aliases.get(lower) {
            return Ok(Some(ty.clone()));
        }
        let Some(definition) = self.alias_definition(lower)? else { return Ok(None) };
        let alias = Alias::declare(definition.name.as_str());
        self.state().aliases.insert(lower.to_owned(), Type::Alias(Arc::clone(&alias)));
        self.resolving += 1;
        let around = std::mem::replace(&mut self.state().open_set, OpenSet::of(&definition));
        let value = self.evaluator().run_detached(&definition.body);
        let open_set = std::mem::replace(&mut self.state().open_set, around);
        self.resolving -= 1;
        let value = value?;
        let Value::Type(ty) = value else {
            let message = format!("the type alias `{}` does not name a type", definition.name);
            return Err(self.error(codes::INVALID_TYPE_ALIAS, &definition.body, definition.range, message));
        };
        // `Object[{}]` on its own is `Object`; with a name it is a type without attributes.
        let ty = match ty {
            Type::Object(None) if defines_object(&definition) => Type::Object(Some(Arc::default())),
            ty => ty,
        };
        // An object type takes the name; other types are only known by it.
        if let Type::Object(Some(object)) = &ty
            && !self.is_known_object(object)
        {
            check_ancestors(&definition, &alias, object)?;
            let named = ObjectType { name: Some(Str::from(definition.name.as_str())), ..(**object).clone() };
            let ty = Type::Object(Some(Arc::new(named)));
            // Inside its own definition, the type is known by its name.
            if alias.define(&self.edition.types, &ty).is_err() {
                return Err(nothing_but_itself(&definition));
            }
            self.state().aliases.insert(lower.to_owned(), ty.clone());
            return Ok(Some(ty));
        }
        // A set has the name of its definition, even if it gives itself another.
        if let Type::TypeSet(Some(set)) = &ty {
            let ty = self.finished_set(set, definition.name.as_str(), open_set)?;
            self.state().aliases.insert(lower.to_owned(), ty.clone());
            return Ok(Some(ty));
        }
        if alias.define(&self.edition.types, &ty).is_err() {
            return Err(nothing_but_itself(&definition));
        }
        Ok(Some(Type::Alias(alias)))
    }

    /// Whether an object type has its own definition, so that another name for it is an alias.
    fn is_known_object(&mut self, object: &Arc<ObjectType>) -> bool {
        let Some(name) = &object.name else { return false };
        let known = match construct::named(&self.edition.types, name) {
            Some(known) => Some(known),
            None => self.state().aliases.get(name.to_lowercase().as_str()).cloned(),
        };
        matches!(known, Some(Type::Object(Some(known))) if Arc::ptr_eq(&known, object))
    }
}

/// Whether code defines an object type rather than naming one.
fn defines_object(definition: &AliasDefinition) -> bool {
    let body = &definition.body;
    matches!(body.root, Operand::Expr(root) if matches!(body.expr(root), Expr::Access { .. }))
}

/// Fails if an object type inherits from itself, or from a type that does not exist.
fn check_ancestors(definition: &AliasDefinition, alias: &Arc<Alias>, object: &ObjectType) -> Eval<()> {
    let failure = |message: String| {
        Err(Box::new(Unwind::Failure(Diagnostic::error(codes::INVALID_TYPE_ALIAS, message))))
    };
    let mut parent = object.parent.as_ref();
    while let Some(ty) = parent {
        match ty {
            Type::Alias(own) if Arc::ptr_eq(own, alias) => {
                return failure(format!("the object type `{}` inherits from itself", definition.name));
            }
            Type::Reference(name) => {
                return failure(format!(
                    "`{}` inherits from `{name}`, which is not a known type",
                    definition.name
                ));
            }
            _ => {}
        }
        parent = match ty.resolved() {
            Type::Object(Some(object)) => object.parent.as_ref(),
            _ => None,
        };
    }
    Ok(())
}

/// A failure without a place: it is reported where the alias is used.
fn nothing_but_itself(definition: &AliasDefinition) -> Box<Unwind> {
    let message = format!("the type alias `{}` refers only to itself", definition.name);
    let diagnostic = Diagnostic::error(codes::INVALID_TYPE_ALIAS, message);
    Box::new(Unwind::Failure(diagnostic.help("use another type on the right side of `=`")))
}

/// Parses a string such as `File['/etc/motd']` as written in code, where the title may be quoted.
pub(crate) fn written_reference(text: &str) -> Option<Type> {
    let quoted = |quote: char| {
        let (type_name, title) = text.strip_suffix(']')?.split_once('[')?;
        let title = title.strip_prefix(quote)?.strip_suffix(quote)?;
        reference(&format!("{type_name}[{title}]"))
    };
    quoted('\'').or_else(|| quoted('"')).or_else(|| reference(text))
}

/// The reference that a string such as `File[/etc/motd]` or `file[/etc/motd]` is, as attributes and catalogs have them: a quote is part of the
/// title.
pub(crate) fn reference(text: &str) -> Option<Type> {
    let (type_name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']')?;
    let type_name = type_name.trim();
    if type_name.is_empty()
        || title.is_empty()
        || !type_name.starts_with(|c: char| c.is_ascii_alphabetic() || c == ':')
    {
        return None;
    }
    // Puppet capitalizes a name only if it does not start with an uppercase letter.
    let as_written = type_name.starts_with(|c: char| c.is_ascii_uppercase());
    let lower = type_name.trim_start_matches("::").to_lowercase();
    Some(match lower.as_str() {
        "class" => Type::class(title.to_lowercase()),
        _ if as_written => Type::resource(type_name, Some(title.into())),
        _ => Type::resource(capitalized(&lower), Some(title.into())),
    })
}

/// Removes a leading `::`. Built-in types have no namespace and are not found by a name with it.
pub(crate) fn absolute(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}
