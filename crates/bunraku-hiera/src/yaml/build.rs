//! Values from events: containers, anchors and aliases, merge keys, and what data cannot hold.

use std::collections::HashMap;
use std::sync::Arc;

use bunraku_pcore::{Array, Hash, Value};
use libyaml_safer::{Event, EventData};

use super::events::{Events, position_of};
use super::scalar::Scalar;
use super::tags::{self, Sequence};
use super::{Document, Flaw, MAX_ALIASED, MAX_DEPTH, Position, YamlError};

/// Which positions are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Positions {
    TopLevel,
    All,
}

/// Reads the first document.
pub(super) fn document(text: &str, positions: Positions) -> Result<Document, YamlError> {
    let mut builder = Builder {
        events: Events::new(text)?,
        anchors: HashMap::new(),
        aliased: 0,
        document: Document::default(),
        positions,
        path: Vec::new(),
    };
    loop {
        match builder.events.next()?.data {
            EventData::StreamEnd => return Ok(builder.document),
            EventData::DocumentStart { .. } => break,
            _ => {}
        }
    }
    let root = builder.events.next()?;
    let node = builder.node(root, 0)?;
    // Psych reads to the end of the document before it makes values of it.
    builder.events.next()?;
    builder.document.flaw = node.flaw.clone().or_else(|| symbol_flaw(&node));
    builder.document.value = node.into_value();
    Ok(builder.document)
}

struct Builder<'t> {
    events: Events<'t>,
    anchors: HashMap<String, Anchor>,
    /// How many values came in by aliases so far.
    aliased: usize,
    document: Document,
    positions: Positions,
    /// The path of the node that is being built, if all positions are kept.
    path: Vec<String>,
}

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
    /// How many values it consists of, written out.
    size: usize,
    position: Position,
}

impl Node {
    /// The value. Ruby's `:default` and `:undef` are values of the language; any other symbol is a flaw, its text will
    /// do.
    fn into_value(self) -> Value {
        match self.scalar {
            Scalar::Value(value) => value,
            Scalar::Symbol(text) if text == "default" => Value::Default,
            Scalar::Symbol(text) if text == "undef" => Value::Undef,
            Scalar::Symbol(text) => Value::str(text),
        }
    }

    /// The value as a key: symbols are their texts.
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

impl Builder<'_> {
    fn node(&mut self, event: Event, depth: usize) -> Result<Node, YamlError> {
        let position = position_of(event.start_mark);
        let fail = |message: String| YamlError { message, position };
        if depth > MAX_DEPTH {
            return Err(fail(format!("more than {MAX_DEPTH} lists and mappings stand inside each other")));
        }
        match event.data {
            EventData::Alias { anchor } => self.alias(&anchor).map_err(fail),
            EventData::Scalar { anchor, tag, value, quoted_implicit, .. } => {
                let scalar = match tag {
                    _ if quoted_implicit => Ok(Scalar::Value(Value::str(value))),
                    Some(tag) => tags::scalar(&tag, &value),
                    None => tags::plain(&value),
                };
                let node = Node { scalar: scalar.map_err(fail)?, flaw: None, size: 1, position };
                if let Some(anchor) = anchor {
                    self.anchors.insert(anchor, Anchor::Node(node.clone()));
                }
                Ok(node)
            }
            EventData::SequenceStart { anchor, tag, .. } => {
                let kind = tag.as_deref().map_or(Ok(Sequence::List), tags::sequence).map_err(fail)?;
                self.open(anchor.as_deref());
                let node = self.sequence(kind, position, depth)?;
                self.close(anchor, &node);
                Ok(node)
            }
            EventData::MappingStart { anchor, tag, .. } => {
                tag.as_deref().map_or(Ok(()), tags::mapping).map_err(fail)?;
                self.open(anchor.as_deref());
                let node = self.mapping(position, depth)?;
                self.close(anchor, &node);
                Ok(node)
            }
            _ => Err(fail("the document ends too early".to_string())),
        }
    }

    fn open(&mut self, anchor: Option<&str>) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor.to_string(), Anchor::Open);
        }
    }

    fn close(&mut self, anchor: Option<String>, node: &Node) {
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Anchor::Node(node.clone()));
        }
    }

    fn alias(&mut self, anchor: &str) -> Result<Node, String> {
        match self.anchors.get(anchor) {
            Some(Anchor::Node(node)) => {
                self.aliased = self.aliased.saturating_add(node.size);
                if self.aliased > MAX_ALIASED {
                    return Err(format!("the aliases stand for more than {MAX_ALIASED} values together"));
                }
                Ok(node.clone())
            }
            Some(Anchor::Open) => Err(format!("the alias `*{anchor}` stands inside what it refers to")),
            None => Err(format!("there is no anchor `&{anchor}` before the alias `*{anchor}`")),
        }
    }

    fn sequence(&mut self, kind: Sequence, position: Position, depth: usize) -> Result<Node, YamlError> {
        let mut values = Vec::new();
        let mut flaw = None;
        let mut size: usize = 1;
        loop {
            let event = self.events.next()?;
            if event.data == EventData::SequenceEnd {
                break;
            }
            self.enter(|| values.len().to_string(), position_of(event.start_mark));
            let node = self.node(event, depth + 1)?;
            self.leave();
            size = size.saturating_add(node.size);
            flaw = flaw.or_else(|| node.flaw.clone()).or_else(|| symbol_flaw(&node));
            values.push(node.into_value());
        }
        let value = match kind {
            Sequence::List => Value::Array(Array::from_iter(values)),
            Sequence::OrderedMapping => Value::Hash(
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
        };
        Ok(Node { scalar: Scalar::Value(value), flaw, size, position })
    }

    fn mapping(&mut self, position: Position, depth: usize) -> Result<Node, YamlError> {
        // The entries are counted before the hash is made, so that it has room for no more.
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let mut flaw: Option<Arc<Flaw>> = None;
        let mut size: usize = 1;
        let mut places = Places::default();
        loop {
            let event = self.events.next()?;
            if event.data == EventData::MappingEnd {
                break;
            }
            let literal_key = matches!(&event.data, EventData::Scalar { tag: Some(tag), .. } if tag == "tag:yaml.org,2002:str");
            let key_node = self.node(event, depth + 1)?;
            let key_position = key_node.position;
            // At the top a key of another kind cannot be looked up but does no harm.
            let key_flaw = if depth == 0 { None } else { key_flaw(&key_node) };
            let key = key_node.into_key();
            let event = self.events.next()?;
            let written = match event.data {
                EventData::Alias { .. } | EventData::MappingStart { .. } => Written::AliasOrMapping,
                EventData::SequenceStart { .. } => Written::Sequence,
                _ => Written::Scalar,
            };
            self.enter(|| key.as_str().unwrap_or("?").to_string(), key_position);
            let node = self.node(event, depth + 1)?;
            self.leave();
            size = size.saturating_add(node.size);
            let entry_flaw = node.flaw.clone().or(key_flaw).or_else(|| symbol_flaw(&node));
            let value = node.into_value();
            let merged = if !literal_key && key.as_str() == Some("<<") {
                merge_entries(&value, written)
            } else {
                None
            };
            match merged {
                Some(merged) => entries.extend(merged),
                None => entries.push((key, value)),
            }
            if depth == 0 {
                for (key, _) in entries.iter().skip(places.noted) {
                    places.note(key, key_position, entry_flaw.clone());
                }
                places.noted = entries.len();
            }
            flaw = flaw.or(entry_flaw);
        }
        if depth == 0 {
            self.document.positions = places.positions;
            self.document.flaws = places.flaws;
        }
        Ok(Node { scalar: Scalar::Value(Value::Hash(Hash::from_iter(entries))), flaw, size, position })
    }

    fn enter(&mut self, name: impl FnOnce() -> String, position: Position) {
        if self.positions == Positions::All {
            self.path.push(name());
            self.document.paths.insert(self.path.join("."), position);
        }
    }

    fn leave(&mut self) {
        self.path.pop();
    }
}

/// Where the topmost entries stand and what is wrong with them.
#[derive(Default)]
struct Places {
    /// The number of each key.
    numbers: Hash,
    /// How many entries were noted, those included that replaced others.
    noted: usize,
    positions: Vec<Position>,
    flaws: HashMap<usize, Arc<Flaw>>,
}

impl Places {
    /// Notes an entry; one that replaces another takes its place.
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

/// The entries that a merge key brings; `None` if its value is not of the kind that can be merged.
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
                "`:{name}` is a Ruby symbol, which data cannot hold; write it in quotes to have it as text"
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
        Scalar::Value(Value::Array(_)) => "a list",
        Scalar::Value(Value::Hash(_)) => "a mapping",
        Scalar::Value(_) => "of this kind",
    };
    Some(Arc::new(Flaw {
        message: format!("a key inside data cannot be {kind}; write it in quotes to have it as text"),
        position: node.position,
    }))
}
