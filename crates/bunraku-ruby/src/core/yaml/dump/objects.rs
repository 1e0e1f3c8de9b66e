//! Objects as YAML: a tag with the class, and the instance variables.

use bunraku_formats::yaml::write::{Node, Scalar, Style};

use super::Writer;
use crate::{
    Interp, R,
    value::{Data, RObject, Val},
};

impl Writer {
    /// The node of a value that is not plain data.
    pub(super) fn object(&mut self, interp: &mut Interp<'_>, value: &Val, depth: usize) -> R<Node> {
        let class = interp.real_class(value).name();
        match value {
            Val::Range(range) => {
                let parts = [
                    ("begin", range.first.clone()),
                    ("end", range.last.clone()),
                    ("excl", Val::Bool(range.exclusive)),
                ];
                self.tagged(interp, "!ruby/range".to_owned(), parts, depth)
            }
            Val::Class(named) if named.is_module() => {
                Ok(Node::Scalar(Scalar::tagged("!ruby/module", named.name(), Style::SingleQuoted)))
            }
            Val::Class(named) => {
                Ok(Node::Scalar(Scalar::tagged("!ruby/class", named.name(), Style::SingleQuoted)))
            }
            Val::Object(object) => self.instance(interp, value, object, &class, depth),
            Val::Host(host) => match host.variables() {
                Some(variables) => self.tagged(interp, format!("!ruby/object:{class}"), variables, depth),
                None => Err(refused(interp, &class)),
            },
            _ => Err(refused(interp, &class)),
        }
    }

    fn instance(
        &mut self,
        interp: &mut Interp<'_>,
        value: &Val,
        object: &RObject,
        class: &str,
        depth: usize,
    ) -> R<Node> {
        let object_tag = format!("!ruby/object:{class}");
        match (&object.data, class) {
            (Data::Time { offset, .. }, _) => {
                let zone = if offset.is_none() { "Z" } else { "%:z" };
                Ok(Node::Scalar(Scalar::plain(formatted(
                    interp,
                    value,
                    &format!("%Y-%m-%d %H:%M:%S.%9N {zone}"),
                )?)))
            }
            (_, "Date") => Ok(Node::Scalar(Scalar::plain(formatted(interp, value, "%Y-%m-%d")?))),
            (_, "DateTime") => {
                let utc = interp.call(value, "offset", Vec::new())?;
                let zone = if interp.to_s(&utc)? == "0/1" { "Z" } else { "%:z" };
                let text = formatted(interp, value, &format!("%Y-%m-%d %H:%M:%S.%9N {zone}"))?;
                Ok(Node::Scalar(Scalar::tagged("!ruby/object:DateTime", text, Style::Plain)))
            }
            (_, "Rational") => {
                let denominator = interp.call(value, "denominator", Vec::new())?;
                let numerator = interp.call(value, "numerator", Vec::new())?;
                self.tagged(
                    interp,
                    object_tag,
                    [("denominator", denominator), ("numerator", numerator)],
                    depth,
                )
            }
            (_, "OpenStruct") => {
                let Val::Hash(table) = interp.call(value, "to_h", Vec::new())? else {
                    return Err(refused(interp, class));
                };
                let mut entries = Vec::with_capacity(table.len());
                for (name, value) in table.entries() {
                    entries.push((interp.to_s(&name)?, value));
                }
                self.tagged(interp, object_tag, entries, depth)
            }
            (Data::Exception { .. }, _) => {
                let message = interp.call(value, "message", Vec::new())?;
                let backtrace = interp.call(value, "backtrace", Vec::new())?;
                let mut entries = vec![("message".to_owned(), message), ("backtrace".to_owned(), backtrace)];
                entries.extend(variables(object));
                self.tagged(interp, format!("!ruby/exception:{class}"), entries, depth)
            }
            (Data::Struct, _) => {
                let tag = if class.is_empty() {
                    "!ruby/struct".to_owned()
                } else {
                    format!("!ruby/struct:{class}")
                };
                self.tagged(interp, tag, members(object), depth)
            }
            (Data::None, "Object") => {
                self.tagged(interp, "!ruby/object".to_owned(), variables(object), depth)
            }
            (Data::None, _) => self.tagged(interp, object_tag, variables(object), depth),
            _ => Err(refused(interp, class)),
        }
    }

    /// A mapping with a tag.
    fn tagged<K: Into<String>>(
        &mut self,
        interp: &mut Interp<'_>,
        tag: String,
        parts: impl IntoIterator<Item = (K, Val)>,
        depth: usize,
    ) -> R<Node> {
        let mut entries = Vec::new();
        for (name, value) in parts {
            let name = Node::Scalar(Scalar::string(&name.into(), None));
            entries.push((name, self.node(interp, &value, depth + 1)?));
            self.made.push(value);
        }
        Ok(Node::Tagged(tag, Box::new(Node::Mapping(entries))))
    }
}

/// The node of an array or hash, with a tag if it is of a subclass.
pub(super) fn of_subclass(interp: &Interp<'_>, value: &Val, kind: &str, node: Node) -> Node {
    if value.own().is_none() {
        return node;
    }
    let class = interp.real_class(value).name();
    if class.eq_ignore_ascii_case(kind) {
        node
    } else {
        Node::Tagged(format!("!ruby/{kind}:{class}"), Box::new(node))
    }
}

/// The instance variables without `@`. Names that code cannot write are details of the interpreter.
fn variables(object: &RObject) -> impl Iterator<Item = (String, Val)> {
    let variables = object.variables().into_iter();
    variables.filter_map(|(name, value)| Some((name.as_str().strip_prefix('@')?.to_owned(), value)))
}

/// The members of a struct, which are variables without `@`.
fn members(object: &RObject) -> impl Iterator<Item = (String, Val)> {
    object.variables().into_iter().map(|(name, value)| (name.as_str().to_owned(), value))
}

fn formatted(interp: &mut Interp<'_>, value: &Val, format: &str) -> R<String> {
    let text = interp.call(value, "strftime", vec![Val::str(format)])?;
    interp.to_s(&text)
}

fn refused(interp: &mut Interp<'_>, class: &str) -> Box<crate::Unwind> {
    let what = format!("an object of `{class}` as YAML");
    interp.refuse(&what, "convert it to a hash, an array or a string first")
}
