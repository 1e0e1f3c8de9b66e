//! Reads a type: runs its file and copies out what it declares.

use std::rc::Rc;

use bunraku_pcore::{Str, Value};
use bunraku_ruby::{
    Code, R, RubyError, RubyErrorKind, Unwind,
    tree::{BlockCode, Expr, Kind, Target},
    value::{ProcBody, RHash, RProc, Val},
};

use super::{
    Accepted, ApplyTo, Attribute, DefaultValue, Relation, RubyType, TitlePart, TitlePattern, TitleSplit,
};
use crate::{binding::Cx, statements};

/// Runs the file of a type and returns what it declares.
pub(crate) fn read_type(cx: &mut Cx<'_, '_>, code: &Code, name: &str) -> R<RubyType> {
    cx.ruby().require("puppet/type", None)?;
    cx.ruby().require("puppet/type description", None)?;
    let types = type_class(cx)?;
    let before = cx.ruby().call(&types, "metaparam_classes", Vec::new())?;
    let before = cx.ruby().collect(&before)?.len();
    let this = cx.ruby().main_object();
    cx.ruby().run(code, this)?;
    let class = match declared(cx, name)? {
        Some(class) => class,
        None => return Err(declares_another(name, code)),
    };
    let described = cx.ruby().call(&class, "describe", Vec::new())?;
    let described = Description(cx.ruby().arg_hash(&described)?);
    let mut metaparams = described.attributes(cx, "metaparams")?;
    metaparams.drain(..before.min(metaparams.len()));
    Ok(RubyType {
        name: described.text(cx, "name")?,
        doc: described.text(cx, "doc")?,
        properties: described.attributes(cx, "properties")?,
        parameters: described.attributes(cx, "parameters")?,
        metaparams,
        namevars: described.texts(cx, "namevars")?,
        titles: titles(cx, &described.get("titles"))?,
        relations: described.relations(cx)?,
        features: described.texts(cx, "features")?,
        providers: described.texts(cx, "providers")?,
        isomorphic: described.get("isomorphic").truthy(),
        apply_to: match described.text(cx, "apply_to")?.as_str() {
            "device" => ApplyTo::Device,
            "both" => ApplyTo::Both,
            _ => ApplyTo::Host,
        },
    })
}

/// The class `Puppet::Type`.
pub(super) fn type_class(cx: &mut Cx<'_, '_>) -> R {
    match cx.ruby().class_named("Puppet::Type") {
        Some(class) => Ok(Val::Class(class)),
        None => Err(cx.ruby().error("NameError", "uninitialized constant Puppet::Type")),
    }
}

/// The class of a type, if it has been declared.
pub(super) fn declared(cx: &mut Cx<'_, '_>, name: &str) -> R<Option<Val>> {
    let types = type_class(cx)?;
    match cx.ruby().call(&types, "types", Vec::new())? {
        Val::Hash(types) => Ok(types.get_sym(name).filter(|class| matches!(class, Val::Class(_)))),
        _ => Err(cx.ruby().type_error("the types are not a hash")),
    }
}

/// The failure of a file that does not declare the type that it is named after.
#[cold]
pub(super) fn declares_another(name: &str, code: &Code) -> Box<Unwind> {
    let line = statements::call(&code.body, &["newtype", "register_type"]);
    let (message, help) = match line {
        Some(_) => (
            format!(
                "the file {} must declare the resource type `{name}`, but it declares another one",
                code.file
            ),
            "the name of the resource type must match the name of the file".to_owned(),
        ),
        None => (
            format!("the file {} does not declare the resource type `{name}`", code.file),
            format!("declare it with `Puppet::Type.newtype(:{name})`"),
        ),
    };
    let mut error = RubyError::new(RubyErrorKind::Undefined, message).help(help);
    error.trace.push((code.file.clone(), line.unwrap_or(1)));
    Box::new(Unwind::Fatal(Box::new(error)))
}

fn titles(cx: &mut Cx<'_, '_>, patterns: &Val) -> R<TitleSplit> {
    match patterns {
        Val::Nil => Ok(TitleSplit::Name),
        Val::Str(message) => Ok(TitleSplit::Fails(message.text())),
        _ => {
            let mut result = Vec::new();
            for pattern in cx.ruby().collect(patterns)? {
                match title_pattern(cx, &pattern)? {
                    Some(pattern) => result.push(pattern),
                    None => {
                        return Ok(TitleSplit::Fails(
                            "a title pattern is not a regular expression".to_string(),
                        ));
                    }
                }
            }
            Ok(TitleSplit::Patterns(result))
        }
    }
}

/// Converts a pattern of the form `[regexp, [[name], [name, lambda]]]`.
fn title_pattern(cx: &mut Cx<'_, '_>, pattern: &Val) -> R<Option<TitlePattern>> {
    let pair = cx.ruby().collect(pattern)?;
    let Some(Val::Regexp(regexp)) = pair.first() else { return Ok(None) };
    let mut parts = Vec::new();
    for part in cx.ruby().collect(pair.get(1).unwrap_or(&Val::Nil))? {
        let part = cx.ruby().collect(&part)?;
        let attribute = cx.ruby().to_s(part.first().unwrap_or(&Val::Nil))?;
        let lambda = match part.get(1) {
            None | Some(Val::Nil | Val::Bool(false)) => false,
            Some(Val::Proc(proc)) => !gives_back(proc),
            Some(_) => true,
        };
        parts.push(TitlePart { attribute: Str::from(attribute), lambda });
    }
    Ok(Some(TitlePattern { pattern: (**regexp).clone(), parts }))
}

/// Whether a lambda is `|x| x`, which is common in old types.
fn gives_back(proc: &Rc<RProc>) -> bool {
    let ProcBody::Code { code, .. } = &proc.body else { return false };
    let BlockCode { params, body, .. } = &**code;
    let [Target::Local { depth: 0, slot: taken }] = params.required.as_slice() else { return false };
    matches!(only(body).kind, Kind::Local { depth: 0, slot } if slot == *taken)
}

/// The only expression of a sequence, or the expression itself.
fn only(expr: &Expr) -> &Expr {
    match &expr.kind {
        Kind::Sequence(all) => match all.as_slice() {
            [one] => only(one),
            _ => expr,
        },
        _ => expr,
    }
}

/// The result of `describe` in `library/description.rb`.
struct Description(Rc<RHash>);

impl Description {
    fn get(&self, name: &str) -> Val {
        self.0.get_sym(name).unwrap_or_default()
    }

    fn text(&self, cx: &mut Cx<'_, '_>, name: &str) -> R<Str> {
        Ok(Str::from(cx.ruby().to_s(&self.get(name))?))
    }

    fn texts(&self, cx: &mut Cx<'_, '_>, name: &str) -> R<Vec<Str>> {
        texts(cx, &self.get(name))
    }

    fn attributes(&self, cx: &mut Cx<'_, '_>, name: &str) -> R<Vec<Attribute>> {
        let mut attributes = Vec::new();
        for each in cx.ruby().collect(&self.get(name))? {
            let described = Description(cx.ruby().arg_hash(&each)?);
            attributes.push(Attribute {
                name: described.text(cx, "name")?,
                doc: described.text(cx, "doc")?,
                namevar: described.get("namevar").truthy(),
                required: described.get("required").truthy(),
                values: described.values(cx)?,
                default: described.default(cx),
                data_type: match described.get("data_type") {
                    Val::Nil => None,
                    text => Some(Str::from(cx.ruby().to_s(&text)?)),
                },
                features: described.texts(cx, "features")?,
                array: described.get("array").truthy(),
            });
        }
        Ok(attributes)
    }

    fn values(&self, cx: &mut Cx<'_, '_>) -> R<Vec<Accepted>> {
        let mut values = Vec::new();
        for each in cx.ruby().collect(&self.get("values"))? {
            let pair = cx.ruby().collect(&each)?;
            values.push(match pair.first() {
                Some(Val::Regexp(regexp)) => Accepted::Pattern((**regexp).clone()),
                word => {
                    let word = cx.ruby().to_s(word.unwrap_or(&Val::Nil))?;
                    Accepted::Word(Str::from(word), texts(cx, pair.get(1).unwrap_or(&Val::Nil))?)
                }
            });
        }
        Ok(values)
    }

    /// The default. One that is not a Puppet value, such as a class, has a meaning only in Ruby, so it counts as
    /// computed.
    fn default(&self, cx: &mut Cx<'_, '_>) -> DefaultValue {
        match self.get("default_kind") {
            Val::Sym(kind) if kind == *"value" => match cx.data_of(&self.get("default")) {
                Ok(Value::Runtime(_)) | Err(_) => DefaultValue::Computed,
                Ok(value) => DefaultValue::Value(value),
            },
            Val::Sym(kind) if kind == *"block" => DefaultValue::Computed,
            _ => DefaultValue::None,
        }
    }

    fn relations(&self, cx: &mut Cx<'_, '_>) -> R<Vec<(Relation, Str)>> {
        let relations = self.get("relations");
        let described = Description(cx.ruby().arg_hash(&relations)?);
        let mut all = Vec::new();
        for (name, relation) in [
            ("autorequire", Relation::Require),
            ("autobefore", Relation::Before),
            ("autosubscribe", Relation::Subscribe),
            ("autonotify", Relation::Notify),
        ] {
            all.extend(described.texts(cx, name)?.into_iter().map(|target| (relation, target)));
        }
        Ok(all)
    }
}

fn texts(cx: &mut Cx<'_, '_>, list: &Val) -> R<Vec<Str>> {
    let mut texts = Vec::new();
    for each in cx.ruby().collect(list)? {
        texts.push(Str::from(cx.ruby().to_s(&each)?));
    }
    Ok(texts)
}
