//! Parses an AST: a list that starts with an operator, such as `["=", "certname", "web01"]`.

use bunraku_pcore::Value;

use super::{
    condition::{Comparison, Condition},
    entity::{self, Entity},
    field::{Column, FieldRef},
    fit::{compare, fitting},
    select::Select,
};
use crate::Error;

/// How deeply conditions and queries may be nested.
const MAX_DEPTH: usize = 100;

/// The depth that a nested query counts for: its SQL is nested that much deeper, and SQLite limits the depth of expressions.
const DEPTH_OF_QUERY: usize = 10;

/// How many conditions a query may have.
const MAX_CONDITIONS: usize = 10_000;

/// Parses `["from", entity, query, ["order_by", ...], ["limit", n], ["offset", n]]`.
pub(super) fn read_from(value: &Value) -> Result<Select, Error> {
    Reader::default().from(value, 0)
}

/// Parses a query about an entity.
pub(super) fn read_about(entity: &'static Entity, value: Option<&Value>) -> Result<Select, Error> {
    let mut reader = Reader::default();
    match value.filter(|value| !value.is_undef()) {
        None => Ok(Select::all(entity)),
        Some(value) if operator(value) == Some("from") => reader.from(value, 0),
        Some(value) => {
            let mut select = Select::all(entity);
            reader.body(&mut select, value, 0)?;
            Ok(select)
        }
    }
}

#[derive(Default)]
struct Reader {
    conditions: usize,
}

impl Reader {
    fn from(&mut self, value: &Value, depth: usize) -> Result<Select, Error> {
        let parts = parts(value)?;
        let [head, Value::Str(name), rest @ ..] = parts else {
            return Err(Error::invalid("expected [\"from\", entity, query], got something else"));
        };
        if head.as_str() != Some("from") {
            let got = head.as_str().unwrap_or("something else");
            return Err(Error::invalid(format!("expected a query that starts with `from`, got `{got}`")));
        }
        let mut select = Select { is_from: true, ..Select::all(entity::named(name)?) };
        for part in rest {
            match operator(part) {
                Some("order_by") => select.order_by = order(select.entity, part)?,
                Some("limit") => select.limit = Some(count(part)?),
                Some("offset") => select.offset = Some(count(part)?),
                _ if select.condition.is_none() && select.columns.is_none() => {
                    self.body(&mut select, part, depth)?;
                }
                _ => return Err(Error::invalid("a query can only have one condition")),
            }
        }
        Ok(select)
    }

    /// A condition, or `["extract", columns, condition, ["group_by", ...]]`.
    fn body(&mut self, select: &mut Select, value: &Value, depth: usize) -> Result<(), Error> {
        if operator(value) != Some("extract") {
            select.condition = Some(self.condition(select.entity, value, depth)?);
            return Ok(());
        }
        let parts = parts(value)?;
        let [_, columns, rest @ ..] = parts else {
            return Err(Error::invalid("expected fields after `extract`"));
        };
        let columns = match columns {
            Value::Array(columns) if !matches!(columns.first(), Some(Value::Str(head)) if head == "function") => {
                columns.as_slice()
            }
            single => std::slice::from_ref(single),
        };
        if columns.is_empty() {
            return Err(Error::invalid("expected fields after `extract`"));
        }
        let columns = columns.iter().map(|column| Column::read(select.entity, column));
        select.columns = Some(columns.collect::<Result<_, _>>()?);
        for part in rest.iter().filter(|part| !part.is_undef()) {
            if operator(part) == Some("group_by") {
                let fields = self::parts(part)?.iter().skip(1);
                let fields = fields.map(|field| FieldRef::read(select.entity, field));
                select.group_by = fields.collect::<Result<_, _>>()?;
            } else {
                select.condition = Some(self.condition(select.entity, part, depth)?);
            }
        }
        Ok(())
    }

    fn condition(
        &mut self,
        entity: &'static Entity,
        value: &Value,
        depth: usize,
    ) -> Result<Condition, Error> {
        self.conditions += 1;
        if depth > MAX_DEPTH || self.conditions > MAX_CONDITIONS {
            return Err(Error::invalid(format!(
                "the query is too large: at most {MAX_CONDITIONS} conditions nested {MAX_DEPTH} deep, with queries in \
                 them {} deep",
                MAX_DEPTH / DEPTH_OF_QUERY
            )));
        }
        let parts = parts(value)?;
        let Some(operator) = operator(value) else {
            return Err(Error::invalid("expected an array that starts with an operator"));
        };
        let arguments = parts.get(1..).unwrap_or_default();
        match (operator, arguments) {
            ("and" | "or", [_, ..]) => {
                let each = arguments.iter().map(|part| self.condition(entity, part, depth + 1));
                let each = each.collect::<Result<Vec<_>, _>>()?;
                Ok(if operator == "and" { Condition::And(each) } else { Condition::Or(each) })
            }
            ("not", [part]) => Ok(Condition::Not(Box::new(self.condition(entity, part, depth + 1)?))),
            ("null?", [field, Value::Bool(is_null)]) => {
                Ok(Condition::Null(FieldRef::read(entity, field)?, *is_null))
            }
            ("~>", [field, Value::Array(patterns)]) => {
                let pattern = |pattern: &Value| match pattern {
                    Value::Str(text) => Some(text.to_string()),
                    Value::Int(number) => Some(number.to_string()),
                    _ => None,
                };
                let field = FieldRef::read(entity, field)?;
                let patterns: Option<Vec<String>> = patterns.iter().map(pattern).collect();
                match patterns.filter(|_| field.shown() == "path") {
                    Some(patterns) => Ok(Condition::Path(field, patterns)),
                    None => Err(Error::invalid("`~>` expects the field `path` and an array of patterns")),
                }
            }
            ("in", [fields, inner]) => self.membership(entity, fields, inner, depth),
            ("subquery", [Value::Str(name), rest @ ..]) => self.subquery(entity, name, rest, depth),
            (name, [field, value]) => match Comparison::named(name) {
                Some(comparison) => compare(entity, comparison, field, value),
                None => Err(Error::invalid(format!("`{name}` is not an operator"))),
            },
            (name, arguments) => Err(Error::invalid(format!(
                "the operator `{name}` cannot be used with {} arguments",
                arguments.len()
            ))),
        }
    }

    /// `["in", fields, ["array", values]]`, or with a query that extracts the same number of fields.
    fn membership(
        &mut self,
        entity: &'static Entity,
        fields: &Value,
        inner: &Value,
        depth: usize,
    ) -> Result<Condition, Error> {
        let fields = field_list(entity, fields)?;
        if operator(inner) == Some("array") {
            let [_, Value::Array(values)] = parts(inner)? else {
                return Err(Error::invalid("expected an array after `array`"));
            };
            let mut rows = Vec::with_capacity(values.len());
            for value in values {
                let row = match (fields.as_slice(), value) {
                    ([_], value) => vec![value.clone()],
                    (_, Value::Array(row)) => row.to_vec(),
                    _ => Vec::new(),
                };
                if row.len() != fields.len() {
                    return Err(Error::invalid(format!("expected {} values for `in`", fields.len())));
                }
                let row =
                    fields.iter().zip(row).map(|(field, value)| fitting(Comparison::Equal, field, &value));
                rows.push(row.collect::<Result<Vec<_>, _>>()?);
            }
            return Ok(Condition::OneOf(fields, rows));
        }
        let select = match operator(inner) {
            Some("from") => self.from(inner, depth + DEPTH_OF_QUERY)?,
            Some("extract") => self.extract_select(inner, depth + DEPTH_OF_QUERY)?,
            _ => return Err(Error::invalid("expected `array`, `extract` or `from` in `in`")),
        };
        if select.columns.as_ref().map(Vec::len) != Some(fields.len()) {
            return Err(Error::invalid(format!("the query in `in` must extract {} fields", fields.len())));
        }
        Ok(Condition::In(fields, Box::new(select)))
    }

    /// `["extract", fields, ["select_resources", condition]]`.
    fn extract_select(&mut self, value: &Value, depth: usize) -> Result<Select, Error> {
        let parts = parts(value)?;
        let [_, columns, inner] = parts else {
            return Err(Error::invalid("expected [\"extract\", fields, [\"select_...\", condition]]"));
        };
        let Some(name) = operator(inner).and_then(|name| name.strip_prefix("select_")) else {
            return Err(Error::invalid("expected a subquery that starts with `select_`"));
        };
        let mut select = Select::all(entity::named(name)?);
        let columns = match columns {
            Value::Array(columns) => columns.as_slice(),
            single => std::slice::from_ref(single),
        };
        let columns = columns.iter().map(|column| Column::read(select.entity, column));
        select.columns = Some(columns.collect::<Result<_, _>>()?);
        if let Some(condition) = self::parts(inner)?.get(1).filter(|condition| !condition.is_undef()) {
            select.condition = Some(self.condition(select.entity, condition, depth)?);
        }
        Ok(select)
    }

    /// `["subquery", entity, condition]`: rows that belong to the same node, report, environment or producer.
    fn subquery(
        &mut self,
        entity: &'static Entity,
        name: &str,
        rest: &[Value],
        depth: usize,
    ) -> Result<Condition, Error> {
        let inner = entity::named(name)?;
        let Some((ours, theirs)) = entity::relation(entity, inner) else {
            return Err(Error::invalid(format!("{} and {name} have no field in common", entity.name)));
        };
        let mut select = Select::all(inner);
        select.columns = Some(vec![Column::Field(FieldRef::named(inner, theirs)?)]);
        if let Some(condition) = rest.first().filter(|condition| !condition.is_undef()) {
            select.condition = Some(self.condition(inner, condition, depth + DEPTH_OF_QUERY)?);
        }
        Ok(Condition::In(vec![FieldRef::named(entity, ours)?], Box::new(select)))
    }
}

fn field_list(entity: &'static Entity, value: &Value) -> Result<Vec<FieldRef>, Error> {
    match value {
        Value::Array(fields) if !matches!(fields.first(), Some(Value::Str(head)) if head == "parameter" || head == "fact") => {
            fields.iter().map(|field| FieldRef::read(entity, field)).collect()
        }
        single => Ok(vec![FieldRef::read(entity, single)?]),
    }
}

/// `["order_by", ["certname", ["timestamp", "desc"]]]`.
fn order(entity: &'static Entity, value: &Value) -> Result<Vec<(Column, bool)>, Error> {
    let [_, Value::Array(fields)] = parts(value)? else {
        return Err(Error::invalid("expected an array of fields after `order_by`"));
    };
    let mut order = Vec::new();
    for field in fields {
        order.push(match field {
            Value::Array(pair) => match pair.as_slice() {
                [field, Value::Str(way)] if way == "asc" || way == "desc" => {
                    (column(entity, field)?, way == "desc")
                }
                [field] => (column(entity, field)?, false),
                _ => {
                    return Err(Error::invalid(
                        "expected [field, \"asc\"] or [field, \"desc\"] in `order_by`",
                    ));
                }
            },
            field => (column(entity, field)?, false),
        });
    }
    Ok(order)
}

fn column(entity: &'static Entity, value: &Value) -> Result<Column, Error> {
    match value {
        Value::Str(name) => Column::named(entity, name),
        value => Column::read(entity, value),
    }
}

fn count(value: &Value) -> Result<u64, Error> {
    match parts(value)? {
        [_, Value::Int(count)] if *count >= 0 => Ok(count.unsigned_abs()),
        _ => Err(Error::invalid("expected a non-negative number after `limit` or `offset`")),
    }
}

fn parts(value: &Value) -> Result<&[Value], Error> {
    match value {
        Value::Array(parts) => Ok(parts.as_slice()),
        other => {
            let shown = bunraku_formats::json::to_json(other);
            Err(Error::invalid(format!("expected an array that starts with an operator, got {shown}")))
        }
    }
}

fn operator(value: &Value) -> Option<&str> {
    match value {
        Value::Array(parts) => parts.first().and_then(Value::as_str),
        _ => None,
    }
}
