//! Builds values from events: collections, anchors and aliases, merge keys, and flaws.

use std::collections::HashMap;
use std::sync::Arc;

use bunraku_pcore::{Array, Hash, Value};
use libyaml_safer::{Event, EventData};

use super::events::{Events, position_of, too_deep};
use super::scalar::{self, Moment, Scalar};
use super::tags::{self, Sequence};
use super::{DATE_MARK, Document, Flaw, MAX_ALIASED, MAX_DEPTH, Permitted, SYMBOL_MARK, TIME_MARK};
use crate::{Error, ErrorKind, Position};

/// Which positions are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Positions {
    TopLevel,
    All,
}

/// Who reads a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// Hiera, facts and settings, which do not have symbols.
    Data,
    /// Ruby code.
    Ruby(Permitted),
}

/// Reads the first document.
pub(super) fn document(text: &str, positions: Positions, reader: Reader) -> Result<Document, Error> {
    let mut builder = Builder {
        events: Events::new(text)?,
        anchors: HashMap::new(),
        aliased: 0,
        document: Document::default(),
        positions,
        reader,
        path: Vec::new(),
        noted: MAX_NOTED,
    };
    loop {
        match builder.events.next()?.data {
            EventData::StreamEnd => return Ok(builder.document),
            EventData::DocumentStart { .. } => break,
            _ => {}
        }
    }
    let root = builder.events.next()?;
    let node = builder.node(root)?;
    // Psych reads to the end of the document before it creates values.
    builder.events.next()?;
    builder.document.flaw = node.flaw.clone().or_else(|| symbol_flaw(&node));
    builder.document.value = node.into_value();
    Ok(builder.document)
}

impl Reader {
    fn permitted(self) -> Permitted {
        match self {
            Reader::Data => Permitted::default(),
            Reader::Ruby(permitted) => permitted,
        }
    }

    /// The mark of a date or time that the reader permits.
    fn mark(self, text: &str) -> Option<&'static str> {
        let permitted = self.permitted();
        match scalar::moment(text)? {
            Moment::Date => permitted.dates.then_some(DATE_MARK),
            Moment::Time => permitted.times.then_some(TIME_MARK),
        }
    }
}

struct Builder<'t> {
    events: Events<'t>,
    anchors: HashMap<String, Anchor>,
    /// The number of values added by aliases so far.
    aliased: usize,
    document: Document,
    positions: Positions,
    reader: Reader,
    /// The path of the current node, if all positions are recorded.
    path: Vec<String>,
    /// How many more bytes of paths may be recorded.
    noted: usize,
}

/// The maximum total length of recorded paths: each node below a long key repeats it.
const MAX_NOTED: usize = 1 << 26;

enum Anchor {
    /// Its node is not complete yet: an alias would make it contain itself.
    Open,
    Node(Node),
}

/// What was built.
#[derive(Clone)]
struct Node {
    scalar: Scalar,
    flaw: Option<Arc<Flaw>>,
    /// The number of values it consists of when written out.
    size: usize,
    position: Position,
}

impl Node {
    /// The value. Ruby's `:default` and `:undef` are values of the language; any other symbol is a flaw and becomes a
    /// string.
    fn into_value(self) -> Value {
        match self.scalar {
            Scalar::Value(value) => value,
            Scalar::Symbol(text) if text == "default" => Value::Default,
            Scalar::Symbol(text) if text == "undef" => Value::Undef,
            Scalar::Symbol(text) => Value::str(text),
        }
    }

    /// The value as a key: symbols become strings.
    fn into_key(self) -> Value {
        match self.scalar {
            Scalar::Value(value) => value,
            Scalar::Symbol(text) => Value::str(text),
        }
    }
}

/// How the value of a merge key was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    AliasOrMapping,
    Sequence,
    Scalar,
}

/// A collection that is being read.
struct Open {
    anchor: Option<String>,
    position: Position,
    flaw: Option<Arc<Flaw>>,
    /// The number of values so far.
    size: usize,
    parts: Parts,
}

enum Parts {
    Sequence {
        kind: Sequence,
        values: Vec<Value>,
    },
    Mapping {
        // Collected first, so that the hash is created with the right capacity.
        entries: Vec<(Value, Value)>,
        places: Places,
        /// Whether the current key has the tag of strings, so that `<<` has no special meaning.
        literal_key: bool,
        /// The key whose value is being read.
        key: Option<Key>,
    },
}

struct Key {
    value: Value,
    literal: bool,
    /// The number of values it consists of when written out.
    size: usize,
    position: Position,
    flaw: Option<Arc<Flaw>>,
    /// How its value is written.
    written: Written,
}

impl Builder<'_> {
    /// Reads a node with all of its contents. Open collections are on an explicit stack, so that the thread's is not
    /// needed for them.
    fn node(&mut self, first: Event) -> Result<Node, Error> {
        let mut open: Vec<Open> = Vec::new();
        let mut event = first;
        loop {
            if let Some(collection) = open.last_mut() {
                self.begin(collection, &event);
            }
            let position = position_of(event.start_mark);
            let fail = |message: String| Error::new(ErrorKind::Data, message, position);
            let ends = matches!(event.data, EventData::SequenceEnd | EventData::MappingEnd);
            if open.len() > MAX_DEPTH && !ends {
                return Err(too_deep(position));
            }
            let node = match event.data {
                EventData::Alias { anchor } => {
                    Some(self.alias(&anchor).map_err(|(kind, message)| Error::new(kind, message, position))?)
                }
                EventData::Scalar { anchor, tag, value, quoted_implicit, .. } => {
                    let scalar = match tag {
                        _ if quoted_implicit => Ok(Scalar::Value(Value::str(value))),
                        Some(tag) if self.reader.permitted().regexps && tag == "!ruby/regexp" => {
                            tags::regexp(&value)
                        }
                        Some(tag) => tags::scalar(&tag, &value),
                        None => match self.reader.mark(&value) {
                            Some(mark) => Ok(Scalar::Value(Value::str(format!("{mark}{value}")))),
                            None => tags::plain(&value),
                        },
                    };
                    let scalar = match scalar.map_err(fail)? {
                        Scalar::Symbol(name) if self.reader != Reader::Data => {
                            Scalar::Value(Value::str(format!("{SYMBOL_MARK}{name}")))
                        }
                        scalar => scalar,
                    };
                    let node = Node { scalar, flaw: None, size: 1, position };
                    self.close(anchor, &node);
                    Some(node)
                }
                EventData::SequenceStart { anchor, tag, .. } => {
                    let kind = tag.as_deref().map_or(Ok(Sequence::List), tags::sequence).map_err(fail)?;
                    open.push(self.open(anchor, position, Parts::Sequence { kind, values: Vec::new() }));
                    None
                }
                EventData::MappingStart { anchor, tag, .. } => {
                    tag.as_deref().map_or(Ok(()), tags::mapping).map_err(fail)?;
                    let (entries, places) = (Vec::new(), Places::default());
                    let parts = Parts::Mapping { entries, places, literal_key: false, key: None };
                    open.push(self.open(anchor, position, parts));
                    None
                }
                _ if ends => open.pop().map(|collection| self.finish(collection, open.is_empty())),
                _ => return Err(Error::new(ErrorKind::Syntax, "the document ends too early", position)),
            };
            if let Some(node) = node {
                let is_root = open.len() == 1;
                match open.last_mut() {
                    Some(collection) => self.add(collection, node, is_root),
                    None => return Ok(node),
                }
            }
            event = self.events.next()?;
        }
    }

    /// Records what only the first event of a part shows.
    fn begin(&mut self, collection: &mut Open, event: &Event) {
        match &mut collection.parts {
            Parts::Sequence { values, .. } => {
                if event.data != EventData::SequenceEnd {
                    self.enter(|| values.len().to_string(), position_of(event.start_mark));
                }
            }
            Parts::Mapping { key: Some(key), .. } => {
                key.written = match event.data {
                    EventData::Alias { .. } | EventData::MappingStart { .. } => Written::AliasOrMapping,
                    EventData::SequenceStart { .. } => Written::Sequence,
                    _ => Written::Scalar,
                };
                self.enter(|| key.value.as_str().unwrap_or("?").to_string(), key.position);
            }
            Parts::Mapping { literal_key, .. } => {
                *literal_key = matches!(&event.data, EventData::Scalar { tag: Some(tag), .. } if tag == "tag:yaml.org,2002:str");
            }
        }
    }

    /// Adds a part to a collection: an element, a key, or the value of the last key.
    fn add(&mut self, collection: &mut Open, node: Node, is_root: bool) {
        let Open { flaw, size, parts, .. } = collection;
        match parts {
            Parts::Sequence { values, .. } => {
                self.leave();
                *size = size.saturating_add(node.size);
                *flaw = flaw.take().or_else(|| node.flaw.clone()).or_else(|| symbol_flaw(&node));
                values.push(node.into_value());
            }
            Parts::Mapping { entries, places, literal_key, key } => {
                let Some(known) = key.take() else {
                    // At the top level, a key of another type cannot be looked up, but does no harm.
                    let flaw = if is_root { None } else { key_flaw(&node) };
                    let (position, size, literal) = (node.position, node.size, *literal_key);
                    let value = node.into_key();
                    *key = Some(Key { value, literal, size, position, flaw, written: Written::Scalar });
                    return;
                };
                self.leave();
                // A key that is a collection counts with its full size, because it is compared with others as a whole.
                *size = size.saturating_add(node.size).saturating_add(known.size - 1);
                let entry_flaw = node.flaw.clone().or(known.flaw).or_else(|| symbol_flaw(&node));
                let value = node.into_value();
                let merged = if !known.literal && known.value.as_str() == Some("<<") {
                    merge_entries(&value, known.written)
                } else {
                    None
                };
                match merged {
                    Some(merged) => entries.extend(merged),
                    None => entries.push((known.value, value)),
                }
                if is_root {
                    for (name, _) in entries.iter().skip(places.noted) {
                        places.note(name, known.position, entry_flaw.clone());
                    }
                    places.noted = entries.len();
                }
                *flaw = flaw.take().or(entry_flaw);
            }
        }
    }

    /// Creates the node of a complete collection.
    fn finish(&mut self, collection: Open, is_root: bool) -> Node {
        let Open { anchor, position, flaw, size, parts } = collection;
        let value = match parts {
            Parts::Sequence { kind: Sequence::List, values } => Value::Array(Array::from_iter(values)),
            Parts::Sequence { kind: Sequence::OrderedMapping, values } => Value::Hash(
                values
                    .iter()
                    .filter_map(|value| match value {
                        Value::Hash(entry) => {
                            entry.get_index(0).map(|(key, value)| (key.clone(), value.clone()))
                        }
                        _ => None,
                    })
                    .collect(),
            ),
            Parts::Mapping { entries, places, .. } => {
                if is_root {
                    self.document.positions = places.positions;
                    self.document.flaws = places.flaws;
                }
                Value::Hash(Hash::from_iter(entries))
            }
        };
        let node = Node { scalar: Scalar::Value(value), flaw, size, position };
        self.close(anchor, &node);
        node
    }

    fn open(&mut self, anchor: Option<String>, position: Position, parts: Parts) -> Open {
        if let Some(anchor) = &anchor {
            self.anchors.insert(anchor.clone(), Anchor::Open);
        }
        Open { anchor, position, flaw: None, size: 1, parts }
    }

    fn close(&mut self, anchor: Option<String>, node: &Node) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Anchor::Node(node.clone()));
        }
    }

    fn alias(&mut self, anchor: &str) -> Result<Node, (ErrorKind, String)> {
        self.document.alias.get_or_insert_with(|| anchor.to_owned());
        match self.anchors.get(anchor) {
            Some(Anchor::Node(node)) => {
                self.aliased = self.aliased.saturating_add(node.size);
                if self.aliased > MAX_ALIASED {
                    let message = format!("the aliases expand to more than {MAX_ALIASED} values");
                    return Err((ErrorKind::Size, message));
                }
                Ok(node.clone())
            }
            Some(Anchor::Open) => {
                Err((ErrorKind::Data, format!("the alias `*{anchor}` refers to a value that contains it")))
            }
            None => {
                let message = format!("unknown alias `*{anchor}`: no anchor `&{anchor}` before it");
                Err((ErrorKind::Syntax, message))
            }
        }
    }

    fn enter(&mut self, name: impl FnOnce() -> String, position: Position) {
        if self.positions == Positions::All {
            self.path.push(name());
            let length = self.path.iter().map(|name| name.len() + 1).sum();
            if let Some(left) = self.noted.checked_sub(length) {
                self.noted = left;
                self.document.paths.insert(self.path.join("."), position);
            }
        }
    }

    fn leave(&mut self) {
        self.path.pop();
    }
}

/// The positions and flaws of top-level entries.
#[derive(Default)]
struct Places {
    /// The index of each key.
    numbers: Hash,
    /// How many entries were recorded, including those that replaced others.
    noted: usize,
    positions: Vec<Position>,
    flaws: HashMap<usize, Arc<Flaw>>,
}

impl Places {
    /// Records an entry; one that replaces another takes its position.
    fn note(&mut self, key: &Value, position: Position, flaw: Option<Arc<Flaw>>) {
        let known =
            self.numbers.get(key).and_then(Value::as_int).and_then(|number| usize::try_from(number).ok());
        let number = known.unwrap_or(self.positions.len());
        match self.positions.get_mut(number) {
            Some(place) => *place = position,
            None => {
                self.positions.push(position);
                self.numbers.insert(key.clone(), Value::Int(i64::try_from(number).unwrap_or(i64::MAX)));
            }
        }
        match flaw {
            Some(flaw) => self.flaws.insert(number, flaw),
            None => self.flaws.remove(&number),
        };
    }
}

/// The entries that a merge key adds; `None` if its value cannot be merged.
fn merge_entries(value: &Value, written: Written) -> Option<Vec<(Value, Value)>> {
    let entries =
        |hash: &Hash| hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>();
    match (written, value) {
        (Written::AliasOrMapping, Value::Hash(hash)) => Some(entries(hash)),
        (Written::Sequence, Value::Array(hashes)) => {
            let mut merged = Hash::new();
            for hash in hashes.iter().rev() {
                let Value::Hash(hash) = hash else { return None };
                merged.extend(entries(hash));
            }
            Some(entries(&merged))
        }
        _ => None,
    }
}

fn symbol_flaw(node: &Node) -> Option<Arc<Flaw>> {
    match &node.scalar {
        Scalar::Symbol(name) if !matches!(name.as_str(), "default" | "undef") => Some(Arc::new(Flaw {
            message: format!(
                "`:{name}` is a Ruby symbol, which is not allowed in data; quote it to get a string"
            ),
            position: node.position,
        })),
        _ => None,
    }
}

fn key_flaw(node: &Node) -> Option<Arc<Flaw>> {
    let kind = match &node.scalar {
        Scalar::Symbol(_)
        | Scalar::Value(Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Float(_)) => return None,
        Scalar::Value(Value::Bool(true)) => "the boolean `true`",
        Scalar::Value(Value::Bool(false)) => "the boolean `false`",
        Scalar::Value(Value::Undef) => "null",
        Scalar::Value(Value::Array(_)) => "an array",
        Scalar::Value(Value::Hash(_)) => "a hash",
        Scalar::Value(_) => "of this kind",
    };
    Some(Arc::new(Flaw {
        message: format!("a key in data cannot be {kind}; quote it to get a string"),
        position: node.position,
    }))
}
