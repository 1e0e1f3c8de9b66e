//! Reading a type: running its file, and copying out what it declared.

use std::rc::Rc;

use bunraku_pcore::Str;

use super::{
    Accepted, ApplyTo, Attribute, DefaultValue, Relation, ResourceType, TitlePart, TitlePattern, Titles,
};
use crate::{
    Code, Interp, R, RubyError,
    tree::{BlockCode, Expr, Kind, Target},
    value::{ProcBody, RHash, RProc, Val},
};

/// Runs the file of a type and tells what it declared.
pub fn read_type(interp: &mut Interp<'_>, code: &Code, name: &str) -> Result<ResourceType, RubyError> {
    run(interp, code, name).map_err(|unwind| interp.to_error(unwind))
}

fn run(interp: &mut Interp<'_>, code: &Code, name: &str) -> R<ResourceType> {
    interp.require("puppet/type", None)?;
    interp.require("puppet/type description", None)?;
    let types = type_class(interp)?;
    let before = interp.collect_call(&types, "metaparam_classes")?.len();
    let this = interp.main_object();
    interp.run(code, this)?;
    let class = declared(interp, name)?;
    let described = interp.call(&class, "describe", Vec::new())?;
    let described = Description(interp.arg_hash(&described)?);
    let mut metaparams = described.attributes(interp, "metaparams")?;
    metaparams.drain(..before.min(metaparams.len()));
    Ok(ResourceType {
        name: described.text(interp, "name")?,
        doc: described.text(interp, "doc")?,
        properties: described.attributes(interp, "properties")?,
        parameters: described.attributes(interp, "parameters")?,
        metaparams,
        namevars: described.texts(interp, "namevars")?,
        titles: titles(interp, &described.get("titles"))?,
        relations: described.relations(interp)?,
        features: described.texts(interp, "features")?,
        providers: described.texts(interp, "providers")?,
        isomorphic: described.get("isomorphic").truthy(),
        apply_to: match described.text(interp, "apply_to")?.as_str() {
            "device" => ApplyTo::Device,
            "both" => ApplyTo::Both,
            _ => ApplyTo::Host,
        },
    })
}

/// `Puppet::Type`.
pub(super) fn type_class(interp: &mut Interp<'_>) -> R {
    match interp.class_named("Puppet::Type") {
        Some(class) => Ok(Val::Class(class)),
        None => Err(interp.error("NameError", "uninitialized constant Puppet::Type")),
    }
}

/// The class of a type that a file has declared.
pub(super) fn declared(interp: &mut Interp<'_>, name: &str) -> R {
    let types = type_class(interp)?;
    match interp.call(&types, "types", Vec::new())? {
        Val::Hash(types) => match types.get_sym(name) {
            Some(class @ Val::Class(_)) => Ok(class),
            _ => Err(interp.error("Puppet::Error", format!("the file does not declare a type `{name}`"))),
        },
        _ => Err(interp.type_error("the types are not a hash")),
    }
}

fn titles(interp: &mut Interp<'_>, patterns: &Val) -> R<Titles> {
    match patterns {
        Val::Nil => Ok(Titles::Name),
        Val::Str(message) => Ok(Titles::Fails(message.text())),
        _ => {
            let mut result = Vec::new();
            for pattern in interp.collect(patterns)? {
                match title_pattern(interp, &pattern)? {
                    Some(pattern) => result.push(pattern),
                    None => {
                        return Ok(Titles::Fails("a title pattern is not a regular expression".to_string()));
                    }
                }
            }
            Ok(Titles::Patterns(result))
        }
    }
}

/// `[regexp, [[name], [name, lambda]]]`.
fn title_pattern(interp: &mut Interp<'_>, pattern: &Val) -> R<Option<TitlePattern>> {
    let pair = interp.collect(pattern)?;
    let Some(Val::Regexp(regexp)) = pair.first() else { return Ok(None) };
    let mut parts = Vec::new();
    for part in interp.collect(pair.get(1).unwrap_or(&Val::Nil))? {
        let part = interp.collect(&part)?;
        let attribute = interp.to_s(part.first().unwrap_or(&Val::Nil))?;
        let lambda = match part.get(1) {
            None | Some(Val::Nil | Val::Bool(false)) => false,
            Some(Val::Proc(proc)) => !gives_back(proc),
            Some(_) => true,
        };
        parts.push(TitlePart { attribute: Str::from(attribute), lambda });
    }
    Ok(Some(TitlePattern { pattern: (**regexp).clone(), parts }))
}

/// Whether a lambda is `|x| x`, which old types are full of.
fn gives_back(proc: &Rc<RProc>) -> bool {
    let ProcBody::Code { code, .. } = &proc.body else { return false };
    let BlockCode { params, body, .. } = &**code;
    let [Target::Local { depth: 0, slot: taken }] = params.required.as_slice() else { return false };
    matches!(only(body).kind, Kind::Local { depth: 0, slot } if slot == *taken)
}

/// The expression that a sequence of one consists of.
fn only(expr: &Expr) -> &Expr {
    match &expr.kind {
        Kind::Sequence(all) => match all.as_slice() {
            [one] => only(one),
            _ => expr,
        },
        _ => expr,
    }
}

/// What `describe` of the library answered.
struct Description(Rc<RHash>);

impl Description {
    fn get(&self, name: &str) -> Val {
        self.0.get_sym(name).unwrap_or_default()
    }

    fn text(&self, interp: &mut Interp<'_>, name: &str) -> R<Str> {
        Ok(Str::from(interp.to_s(&self.get(name))?))
    }

    fn texts(&self, interp: &mut Interp<'_>, name: &str) -> R<Vec<Str>> {
        texts(interp, &self.get(name))
    }

    fn attributes(&self, interp: &mut Interp<'_>, name: &str) -> R<Vec<Attribute>> {
        let mut attributes = Vec::new();
        for each in interp.collect(&self.get(name))? {
            let described = Description(interp.arg_hash(&each)?);
            attributes.push(Attribute {
                name: described.text(interp, "name")?,
                doc: described.text(interp, "doc")?,
                namevar: described.get("namevar").truthy(),
                required: described.get("required").truthy(),
                values: described.values(interp)?,
                default: described.default(interp),
                data_type: match described.get("data_type") {
                    Val::Nil => None,
                    text => Some(Str::from(interp.to_s(&text)?)),
                },
                features: described.texts(interp, "features")?,
                array: described.get("array").truthy(),
            });
        }
        Ok(attributes)
    }

    fn values(&self, interp: &mut Interp<'_>) -> R<Vec<Accepted>> {
        let mut values = Vec::new();
        for each in interp.collect(&self.get("values"))? {
            let pair = interp.collect(&each)?;
            values.push(match pair.first() {
                Some(Val::Regexp(regexp)) => Accepted::Pattern((**regexp).clone()),
                word => {
                    let word = interp.to_s(word.unwrap_or(&Val::Nil))?;
                    Accepted::Word(Str::from(word), texts(interp, pair.get(1).unwrap_or(&Val::Nil))?)
                }
            });
        }
        Ok(values)
    }

    /// A value that Puppet code cannot have, such as a class, means something only to Ruby.
    fn default(&self, interp: &mut Interp<'_>) -> DefaultValue {
        match self.get("default_kind") {
            Val::Sym(kind) if kind == *"value" => match interp.to_puppet(&self.get("default")) {
                Ok(value) => DefaultValue::Value(value),
                Err(_) => DefaultValue::Computed,
            },
            Val::Sym(kind) if kind == *"block" => DefaultValue::Computed,
            _ => DefaultValue::None,
        }
    }

    fn relations(&self, interp: &mut Interp<'_>) -> R<Vec<(Relation, Str)>> {
        let relations = self.get("relations");
        let described = Description(interp.arg_hash(&relations)?);
        let mut all = Vec::new();
        for (name, relation) in [
            ("autorequire", Relation::Require),
            ("autobefore", Relation::Before),
            ("autosubscribe", Relation::Subscribe),
            ("autonotify", Relation::Notify),
        ] {
            all.extend(described.texts(interp, name)?.into_iter().map(|target| (relation, target)));
        }
        Ok(all)
    }
}

fn texts(interp: &mut Interp<'_>, list: &Val) -> R<Vec<Str>> {
    let mut texts = Vec::new();
    for each in interp.collect(list)? {
        texts.push(Str::from(interp.to_s(&each)?));
    }
    Ok(texts)
}

impl Interp<'_> {
    fn collect_call(&mut self, receiver: &Val, name: &str) -> R<Vec<Val>> {
        let list = self.call(receiver, name, Vec::new())?;
        self.collect(&list)
    }
}
