//! Resolves substitutions.

use std::collections::{HashMap, VecDeque};

use bunraku_pcore::Value;

use super::World;
use super::fields::Fields;
use super::node::{Node, Piece, Substitution};
use crate::{Error, ErrorKind, Position};

/// How many values a document may have after expansion: references that occur twice grow exponentially.
const MAX_VALUES: usize = 500_000;

/// How many bytes of strings may be inserted: a long string with many references grows quickly as well.
const MAX_BYTES: usize = 1 << 27;

/// How deeply substitutions and values may be nested.
const MAX_NESTED: usize = 150;

/// The value of a document.
pub(super) fn resolve(root: &Node, world: &dyn World) -> Result<Value, Error> {
    let mut resolver =
        Resolver { root, world, below: HashMap::new(), active: Vec::new(), values: 0, bytes: 0, nested: 0 };
    match resolver.value(root) {
        Ok(value) => Ok(value.map(Known::into_value).unwrap_or_default()),
        Err(Stop::Error(error)) => Err(error),
        Err(Stop::Circle) => Err(too_large(Position::default())),
    }
}

/// A resolved value.
#[derive(Clone)]
enum Known {
    /// A scalar, and its text if it is not quoted.
    Scalar(Value, Option<String>),
    Array(Vec<Known>),
    Object(Fields<Known>),
}

enum Stop {
    Error(Error),
    /// The value is already being resolved.
    Circle,
}

struct Resolver<'n> {
    root: &'n Node,
    world: &'n dyn World,
    /// For stacks that are being resolved, the index of the part below: a reference to its own key means that part.
    below: HashMap<*const Node, usize>,
    /// The nodes that are being resolved.
    active: Vec<*const Node>,
    values: usize,
    /// The number of bytes of copied strings.
    bytes: usize,
    nested: usize,
}

impl<'n> Resolver<'n> {
    /// Resolves a node; `None` for an optional substitution that refers to nothing.
    fn value(&mut self, node: &'n Node) -> Result<Option<Known>, Stop> {
        self.values += 1;
        if self.values > MAX_VALUES || self.nested > MAX_NESTED {
            return Err(Stop::Error(too_large(place(node))));
        }
        if let Node::Scalar(value, text) = node {
            self.write(text.as_ref().map_or(0, String::len), node)?;
            return Ok(Some(Known::Scalar(value.clone(), text.clone())));
        }
        if let Node::Stack(stack) = node {
            let mut known = None;
            self.each_of_stack(node, stack, |resolver, part| {
                let value = resolver.value(part)?;
                Ok(combine(&mut known, value))
            })?;
            return Ok(known);
        }
        let pointer: *const Node = node;
        if self.active.contains(&pointer) {
            return Err(Stop::Circle);
        }
        self.active.push(pointer);
        self.nested += 1;
        let value = self.collection(node);
        self.nested -= 1;
        self.active.pop();
        value
    }

    fn collection(&mut self, node: &'n Node) -> Result<Option<Known>, Stop> {
        match node {
            Node::Array(elements) => {
                let mut known = Vec::with_capacity(elements.len());
                for element in elements {
                    known.extend(self.value(element)?);
                }
                Ok(Some(Known::Array(known)))
            }
            Node::Object(fields) => {
                let mut known = Fields::default();
                for (key, field) in fields.in_order() {
                    if let Some(value) = self.value(field)? {
                        known.insert(key.clone(), value);
                    }
                }
                Ok(Some(Known::Object(known)))
            }
            Node::Substitution(substitution) => self.substitution(substitution, &[]),
            Node::Pieces(pieces) => self.pieces(pieces),
            Node::Scalar(..) | Node::Stack(_) => Ok(None),
        }
    }

    /// Resolves a substitution, or a part of what it refers to.
    fn substitution(
        &mut self,
        substitution: &'n Substitution,
        rest: &[String],
    ) -> Result<Option<Known>, Stop> {
        let found = self.refer(substitution, rest);
        match found {
            Ok(None) | Err(Stop::Circle) if substitution.optional || !rest.is_empty() => Ok(None),
            Ok(None) | Err(Stop::Circle) => {
                let message = format!("no value for `${{{}}}`", substitution.path.join("."));
                Err(Stop::Error(Error::new(ErrorKind::Data, message, substitution.position)))
            }
            found => found,
        }
    }

    fn refer(&mut self, substitution: &'n Substitution, rest: &[String]) -> Result<Option<Known>, Stop> {
        if self.nested > MAX_NESTED {
            return Err(Stop::Error(too_large(substitution.position)));
        }
        self.nested += 1;
        let found = self.referred(substitution, rest);
        self.nested -= 1;
        found
    }

    fn referred(&mut self, substitution: &'n Substitution, rest: &[String]) -> Result<Option<Known>, Stop> {
        let path: Vec<String> = substitution.path.iter().chain(rest).cloned().collect();
        if !substitution.prefix.is_empty() {
            let inner: Vec<String> = substitution.prefix.iter().chain(&path).cloned().collect();
            if let Some(found) = self.find(&inner)? {
                return Ok(Some(found));
            }
        }
        if let Some(found) = self.find(&path)? {
            return Ok(Some(found));
        }
        let [name] = path.as_slice() else { return Ok(None) };
        match self.world.variable(name) {
            Ok(found) => Ok(found.map(|text| Known::Scalar(Value::str(text), None))),
            Err(reason) => Err(Stop::Error(Error::new(ErrorKind::Data, reason, substitution.position))),
        }
    }

    fn find(&mut self, path: &[String]) -> Result<Option<Known>, Stop> {
        let mut known = None;
        self.dig(self.root, path, &mut known)?;
        Ok(known)
    }

    /// Searches a path below a node and layers what it finds below `known`. Returns whether the search is complete.
    fn dig(&mut self, node: &'n Node, path: &[String], known: &mut Option<Known>) -> Result<bool, Stop> {
        let Some((first, rest)) = path.split_first() else {
            let value = self.value(node)?;
            return Ok(combine(known, value));
        };
        match node {
            Node::Object(fields) => match fields.get(first) {
                Some(field) => self.dig(field, rest, known),
                None => Ok(false),
            },
            Node::Stack(stack) => {
                let mut over = false;
                self.each_of_stack(node, stack, |resolver, part| {
                    over = resolver.dig(part, path, known)?;
                    Ok(over)
                })?;
                Ok(over)
            }
            Node::Pieces(pieces) => {
                for piece in pieces.iter().rev() {
                    if let Piece::Node(node) = piece
                        && self.dig(node, path, known)?
                    {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Substitution(substitution) => {
                let pointer: *const Node = node;
                if self.active.contains(&pointer) {
                    return Err(Stop::Circle);
                }
                self.active.push(pointer);
                let value = self.substitution(substitution, path);
                self.active.pop();
                Ok(combine(known, value?))
            }
            // This hides everything below.
            Node::Scalar(..) | Node::Array(_) => Ok(true),
        }
    }

    /// Visits a stack from the top until `visit` is done. While a part is visited, the stack consists of what is below
    /// that part.
    fn each_of_stack(
        &mut self,
        node: &'n Node,
        stack: &'n VecDeque<Node>,
        mut visit: impl FnMut(&mut Self, &'n Node) -> Result<bool, Stop>,
    ) -> Result<(), Stop> {
        let pointer: *const Node = node;
        let before = self.below.get(&pointer).copied();
        let mut result = Ok(false);
        for (index, part) in stack.iter().enumerate().skip(before.unwrap_or(0)) {
            self.below.insert(pointer, index + 1);
            result = visit(self, part);
            if !matches!(result, Ok(false)) {
                break;
            }
        }
        match before {
            Some(before) => self.below.insert(pointer, before),
            None => self.below.remove(&pointer),
        };
        result.map(|_| ())
    }

    /// Counts the bytes of a string that is copied.
    fn write(&mut self, bytes: usize, node: &Node) -> Result<(), Stop> {
        self.bytes += bytes;
        if self.bytes > MAX_BYTES { Err(Stop::Error(too_large(place(node)))) } else { Ok(()) }
    }

    fn pieces(&mut self, pieces: &'n [Piece]) -> Result<Option<Known>, Stop> {
        let mut parts = Vec::with_capacity(pieces.len());
        let mut collections = false;
        for piece in pieces {
            match piece {
                Piece::Blank(blank) => parts.push(Part::Blank(blank)),
                Piece::Node(node) => {
                    let Some(value) = self.value(node)? else { continue };
                    collections |= matches!(value, Known::Array(_) | Known::Object(_));
                    if let Known::Scalar(Value::Str(text), None) = &value {
                        self.write(text.len(), node)?;
                    }
                    parts.push(Part::Value(value));
                }
            }
        }
        if !collections {
            return Ok(joined_text(&parts));
        }
        let mut known: Option<Known> = None;
        for part in parts {
            let Part::Value(value) = part else { continue };
            known = Some(match (known, value) {
                (None, value) => value,
                (Some(Known::Array(mut first)), Known::Array(second)) => {
                    first.extend(second);
                    Known::Array(first)
                }
                (Some(Known::Object(lower)), Known::Object(upper)) => {
                    Known::Object(upper.over(lower, Known::over))
                }
                _ => {
                    let message = "cannot join an array or object with another kind of value".to_string();
                    let position = pieces.iter().find_map(|piece| match piece {
                        Piece::Node(node @ Node::Substitution(_)) => Some(place(node)),
                        _ => None,
                    });
                    let position = position.unwrap_or_default();
                    return Err(Stop::Error(Error::new(ErrorKind::Data, message, position)));
                }
            });
        }
        Ok(known)
    }
}

enum Part<'n> {
    Blank(&'n str),
    Value(Known),
}

fn joined_text(parts: &[Part<'_>]) -> Option<Known> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Blank(blank) => text.push_str(blank),
            Part::Value(Known::Scalar(_, Some(written))) => text.push_str(written),
            Part::Value(Known::Scalar(value, None)) => text.push_str(value.as_str().unwrap_or_default()),
            Part::Value(_) => {}
        }
    }
    if let [Part::Value(only)] = parts {
        return Some(only.clone());
    }
    (!parts.is_empty()).then(|| Known::Scalar(Value::str(text), None))
}

/// Layers a value below `known`. Returns whether nothing further down is visible.
fn combine(known: &mut Option<Known>, below: Option<Known>) -> bool {
    let Some(below) = below else { return false };
    *known = Some(match (known.take(), below) {
        (None, below) => below,
        (Some(Known::Object(upper)), Known::Object(lower)) => Known::Object(upper.over(lower, Known::over)),
        (Some(upper), _) => {
            *known = Some(upper);
            return true;
        }
    });
    !matches!(known, Some(Known::Object(_)))
}

impl Known {
    /// Layers this over an earlier value of the same key.
    fn over(self, lower: Known) -> Known {
        match (self, lower) {
            (Known::Object(upper), Known::Object(lower)) => Known::Object(upper.over(lower, Known::over)),
            (upper, _) => upper,
        }
    }

    fn into_value(self) -> Value {
        match self {
            Known::Scalar(value, _) => value,
            Known::Array(elements) => Value::array(elements.into_iter().map(Known::into_value)),
            Known::Object(fields) => Value::hash(
                fields.into_order().into_iter().map(|(key, value)| (Value::str(key), value.into_value())),
            ),
        }
    }
}

fn place(node: &Node) -> Position {
    match node {
        Node::Substitution(substitution) => substitution.position,
        _ => Position::default(),
    }
}

fn too_large(position: Position) -> Error {
    let message = "the substitutions are recursive, or produce too many values";
    Error::new(ErrorKind::Size, message, position)
}
