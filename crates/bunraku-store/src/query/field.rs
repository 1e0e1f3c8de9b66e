//! Fields as written in queries: plain, with a path into a document, or the parameter or fact of a name.

use bunraku_pcore::Value;

use super::entity::{Entity, Field, Kind};
use crate::Error;

/// The subject of a comparison or column.
#[derive(Debug, Clone)]
pub(super) enum FieldRef {
    /// A field.
    Plain(&'static Field),
    /// A part of a document: the field, the name in the query, and the path.
    Part(&'static Field, String, Vec<Step>),
    /// The value of a fact of the node, in queries about nodes.
    Fact(String),
}

/// A step of a path into a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Index(u64),
}

/// A column of the result.
#[derive(Debug, Clone)]
pub(super) enum Column {
    Field(FieldRef),
    /// An aggregate over all rows, or over those of a group.
    Call {
        function: Function,
        field: Option<FieldRef>,
    },
}

/// The aggregate functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    Avg,
    Count,
    Max,
    Min,
    Sum,
}

impl Function {
    pub(super) fn name(self) -> &'static str {
        match self {
            Function::Avg => "avg",
            Function::Count => "count",
            Function::Max => "max",
            Function::Min => "min",
            Function::Sum => "sum",
        }
    }

    /// Whether it can be computed from a field, as in PuppetDB. Facts and parts of documents may be numbers.
    fn accepts(self, field: &FieldRef) -> bool {
        let is_number = match field {
            FieldRef::Plain(plain) => plain.kind == Kind::Number || plain.name == "value",
            FieldRef::Part(..) | FieldRef::Fact(_) => true,
        };
        match self {
            Function::Count => true,
            Function::Avg | Function::Sum => is_number,
            Function::Max | Function::Min => is_number || matches!(field.kind(), Kind::Text | Kind::Time),
        }
    }

    fn named(name: &str) -> Option<Function> {
        let all = [Function::Avg, Function::Count, Function::Max, Function::Min, Function::Sum];
        all.into_iter().find(|function| function.name() == name)
    }
}

impl FieldRef {
    /// Parses a field: a string, or a list such as `["parameter", "ensure"]`.
    pub(super) fn read(entity: &'static Entity, value: &Value) -> Result<FieldRef, Error> {
        match value {
            Value::Str(name) => FieldRef::named(entity, name),
            Value::Array(parts) => match parts.as_slice() {
                [Value::Str(head), Value::Str(name)] if head == "parameter" => {
                    let Some(field) = entity.field("parameters") else {
                        return Err(unknown(entity, "parameter"));
                    };
                    if !can_be_asked(name) {
                        return Err(Error::invalid(format!("a parameter named `{name}` cannot be queried")));
                    }
                    let shown = format!("parameters.{name}");
                    Ok(FieldRef::Part(field, shown, vec![Step::Key(name.to_string())]))
                }
                [Value::Str(head), Value::Str(name)] if head == "fact" && entity.name == "nodes" => {
                    Ok(FieldRef::Fact(name.to_string()))
                }
                [Value::Str(head), Value::Str(name)] if head == "node" && name == "active" => {
                    FieldRef::named(entity, "node_state")
                }
                _ => Err(Error::invalid("expected the name of a field, or [\"parameter\", name]")),
            },
            _ => Err(Error::invalid("expected the name of a field")),
        }
    }

    pub(super) fn named(entity: &'static Entity, name: &str) -> Result<FieldRef, Error> {
        if let Some(field) = entity.field(name) {
            return Ok(FieldRef::Plain(field));
        }
        let end = name.find(['.', '[']).unwrap_or(name.len());
        let head = name.get(..end).unwrap_or(name);
        let field = entity.field(head).filter(|field| matches!(field.kind, Kind::Json | Kind::Facts));
        let Some(field) = field.filter(|_| end < name.len()) else { return Err(unknown(entity, name)) };
        let path = path(name.get(end..).unwrap_or_default())
            .ok_or_else(|| Error::invalid(format!("`{name}` is not a path into `{head}`")))?;
        Ok(FieldRef::Part(field, name.to_owned(), path))
    }

    /// The name in answers.
    pub(super) fn shown(&self) -> &str {
        match self {
            FieldRef::Plain(field) => field.name,
            FieldRef::Part(_, shown, _) => shown,
            FieldRef::Fact(name) => name,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            FieldRef::Plain(field) => field.kind,
            FieldRef::Part(..) | FieldRef::Fact(_) => Kind::Json,
        }
    }
}

impl Column {
    pub(super) fn read(entity: &'static Entity, value: &Value) -> Result<Column, Error> {
        if let Value::Array(parts) = value
            && let [Value::Str(head), Value::Str(name), arguments @ ..] = parts.as_slice()
            && head == "function"
        {
            let Some(function) = Function::named(name) else {
                let message =
                    format!("expected one of the functions avg, count, max, min and sum, got `{name}`");
                return Err(Error::invalid(message));
            };
            let field = match (function, arguments) {
                (_, [field]) => Some(FieldRef::read(entity, field)?),
                (Function::Count, []) => None,
                _ => return Err(Error::invalid(format!("the function `{name}` expects one field"))),
            };
            if let Some(field) = &field
                && !function.accepts(field)
            {
                let expected = match function {
                    Function::Avg | Function::Sum => "numbers",
                    _ => "numbers, strings or times",
                };
                let message =
                    format!("the function `{name}` expects a field with {expected}, got `{}`", field.shown());
                return Err(Error::invalid(message));
            }
            return Ok(Column::Call { function, field });
        }
        FieldRef::read(entity, value).and_then(Column::shown)
    }

    /// A column by name, to order by: `count` is the function.
    pub(super) fn named(entity: &'static Entity, name: &str) -> Result<Column, Error> {
        match Function::named(name) {
            Some(function) if entity.field(name).is_none() => Ok(Column::Call { function, field: None }),
            _ => Ok(Column::Field(FieldRef::named(entity, name)?)),
        }
    }

    /// Rejects fields that can only be used in conditions.
    fn shown(field: FieldRef) -> Result<Column, Error> {
        match &field {
            FieldRef::Plain(plain) if !plain.shown => {
                Err(Error::invalid(format!("`{}` can be compared, but not extracted", plain.name)))
            }
            _ => Ok(Column::Field(field)),
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Column::Field(field) => field.shown(),
            Column::Call { function, .. } => function.name(),
        }
    }
}

fn unknown(entity: &Entity, name: &str) -> Error {
    Error::invalid(format!(
        "'{name}' is not a queryable object for {}. Known queryable objects are {}",
        entity.name,
        entity.known()
    ))
}

/// Parses `.a."b c"[0]`.
fn path(text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(index) = rest.strip_prefix('[') {
            let (index, after) = index.split_once(']')?;
            steps.push(Step::Index(index.parse().ok()?));
            rest = after;
            continue;
        }
        let key = rest.strip_prefix('.')?;
        if let Some(quoted) = key.strip_prefix('"') {
            let (key, after) = quoted.split_once('"')?;
            steps.push(Step::Key(key.to_owned()));
            rest = after;
        } else {
            let end = key.find(['.', '[', '"']).unwrap_or(key.len());
            let (key, after) = key.split_at(end);
            if key.is_empty() {
                return None;
            }
            steps.push(Step::Key(key.to_owned()));
            rest = after;
        }
    }
    let fine =
        |step: &Step| matches!(step, Step::Index(_)) || matches!(step, Step::Key(key) if can_be_asked(key));
    (!steps.is_empty() && steps.iter().all(fine)).then_some(steps)
}

/// Whether a key can be part of an SQLite path, in which it is quoted.
fn can_be_asked(key: &str) -> bool {
    !key.contains(['"', '\0'])
}
