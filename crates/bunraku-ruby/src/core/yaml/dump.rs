//! Generates YAML.

mod objects;

use std::rc::Rc;

use bunraku_formats::yaml::write::{Anchor, Anchors, Emitter, Node, Scalar, Style};
use bunraku_pcore::values::Binary;

use crate::{
    Args, Interp, R,
    value::{RHash, Val},
};

/// How deeply data may be nested.
const MAX_DEPTH: usize = 200;

pub(super) fn dump(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    written(interp, &args.get(0), args.at(1))
}

/// `value.to_yaml`.
pub(in crate::core) fn to_yaml(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    written(interp, this, args.at(0))
}

fn written(interp: &mut Interp<'_>, value: &Val, options: Option<&Val>) -> R {
    let option = |name: &str| match options {
        Some(Val::Hash(options)) => RHash::get_sym(options, name),
        _ => None,
    };
    let indentation = match option("indentation") {
        Some(indentation) => interp.arg_int(&indentation)?,
        None => 2,
    };
    let width = match option("line_width") {
        Some(width) => Some(interp.arg_int(&width)?),
        None => None,
    };
    let mut emitter =
        Emitter::new(indentation, width, option("canonical").is_some_and(|wanted| wanted.truthy()));
    if option("header").is_some_and(|wanted| wanted.truthy()) {
        emitter.header();
    }
    let limit = width.and_then(|width| usize::try_from(width).ok());
    let mut writer = Writer { width: limit, anchors: Anchors::default(), made: Vec::new() };
    let node = writer.node(interp, value, 0)?;
    Ok(Val::str(emitter.document(&node)))
}

/// Makes nodes of the values of one document.
struct Writer {
    width: Option<usize>,
    /// What has an identity, by address.
    anchors: Anchors<usize>,
    /// Values that were made for the document. They are kept, so that no other gets the address of one.
    made: Vec<Val>,
}

impl Writer {
    fn node(&mut self, interp: &mut Interp<'_>, value: &Val, depth: usize) -> R<Node> {
        interp.step()?;
        let anchor = match identity(value).map(|address| self.anchors.meet(address)) {
            Some(Err(alias)) => return Ok(alias),
            Some(Ok(anchor)) => anchor,
            None => Anchor::default(),
        };
        if depth > MAX_DEPTH {
            return Err(interp.argument_error("a value that contains itself cannot be written as YAML"));
        }
        Ok(Node::Scalar(match value {
            Val::Nil => Scalar::null(),
            Val::Bool(_) | Val::Int(_) | Val::Big(_) => Scalar::plain(interp.to_s(value)?),
            Val::Float(number) if number.is_nan() => Scalar::plain(".nan".to_string()),
            Val::Float(number) if number.is_infinite() => {
                Scalar::plain(if *number > 0.0 { ".inf" } else { "-.inf" }.to_string())
            }
            Val::Float(_) => Scalar::plain(interp.to_s(value)?),
            Val::Sym(name) if name.is_empty() => Scalar::tagged("!ruby/symbol", String::new(), Style::Plain),
            Val::Sym(name) => Scalar::plain(format!(":{name}")),
            Val::Str(text) if text.is_binary() && !text.get().is_ascii() => {
                let text = Binary::new(text.to_bytes()).to_base64_strict();
                Scalar::tagged("!binary", text, Style::Literal)
            }
            Val::Str(text) => Scalar::string(&text.get(), self.width),
            Val::Regexp(_) => {
                let scalar = Scalar::tagged("!ruby/regexp", interp.inspect(value)?, Style::Plain);
                return Ok(Node::Anchored(anchor, Box::new(Node::Scalar(scalar))));
            }
            Val::Array(array) => {
                let mut items = Vec::with_capacity(array.len());
                for item in interp.items(array)? {
                    items.push(self.node(interp, &item, depth + 1)?);
                }
                let node = objects::of_subclass(interp, value, "array", Node::Sequence(items));
                return Ok(Node::Anchored(anchor, Box::new(node)));
            }
            Val::Hash(hash) => {
                let mut entries = Vec::with_capacity(hash.len());
                for (key, value) in interp.entries(hash)? {
                    let key = self.node(interp, &key, depth + 1)?;
                    entries.push((key, self.node(interp, &value, depth + 1)?));
                }
                let node = objects::of_subclass(interp, value, "hash", Node::Mapping(entries));
                return Ok(Node::Anchored(anchor, Box::new(node)));
            }
            other => {
                let node = self.object(interp, other, depth)?;
                return Ok(Node::Anchored(anchor, Box::new(node)));
            }
        }))
    }
}

/// The address of a value that is written once, however often it occurs.
fn identity(value: &Val) -> Option<usize> {
    match value {
        Val::Regexp(regexp) => Some(Rc::as_ptr(regexp).addr()),
        Val::Range(range) => Some(Rc::as_ptr(range).addr()),
        Val::Object(object) => Some(Rc::as_ptr(object).addr()),
        Val::Host(host) => Some(Rc::as_ptr(host).cast::<()>().addr()),
        value => value.address(),
    }
}
