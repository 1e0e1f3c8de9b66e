//! Generates SQL for conditions.

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;

use super::Writer;
use crate::{
    Error,
    query::{
        Kind,
        condition::{Comparison, Condition},
        field::FieldRef,
    },
    session::Cell,
};

impl Writer<'_> {
    pub(super) fn condition(&mut self, condition: &Condition) -> Result<String, Error> {
        match condition {
            Condition::And(parts) => self.joined(parts, " and "),
            Condition::Or(parts) => self.joined(parts, " or "),
            Condition::Not(part) => Ok(format!("not ({})", self.condition(part)?)),
            Condition::Null(field, is_null) => {
                let (sql, kind) = self.field(field);
                let test = if *is_null { "is null" } else { "is not null" };
                match (kind, is_null) {
                    // A document that contains null counts as null, too.
                    (Kind::Json, true) => Ok(format!("coalesce({sql}, 'null') = 'null'")),
                    (Kind::Json, false) => Ok(format!("coalesce({sql}, 'null') <> 'null'")),
                    _ => Ok(format!("{sql} {test}")),
                }
            }
            Condition::Path(field, patterns) => {
                let (sql, _) = self.field(field);
                let patterns: Vec<String> =
                    patterns.iter().map(|pattern| self.bind(Cell::from(pattern))).collect();
                Ok(self.dialect.path_matches(&sql, &patterns))
            }
            Condition::Compare(comparison, field, value) => self.compare(*comparison, field, value),
            Condition::OneOf(fields, rows) => self.one_of(fields, rows),
            Condition::In(fields, select) => {
                let mut columns = Vec::with_capacity(fields.len());
                for field in fields {
                    columns.push(self.field(field).0);
                }
                let inner = self.select(select, None)?;
                match columns.as_slice() {
                    [column] => Ok(format!("{column} in ({inner})")),
                    columns => Ok(format!("({}) in ({inner})", columns.join(", "))),
                }
            }
        }
    }

    /// Joins conditions in a tree of minimal depth: databases limit the depth of expressions.
    fn joined(&mut self, parts: &[Condition], operator: &str) -> Result<String, Error> {
        match parts {
            [] => Ok("1 = 1".to_owned()),
            [part] => Ok(format!("({})", self.condition(part)?)),
            parts => {
                let (left, right) = parts.split_at(parts.len() / 2);
                let left = self.joined(left, operator)?;
                let right = self.joined(right, operator)?;
                Ok(format!("({left}{operator}{right})"))
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, field: &FieldRef, value: &Value) -> Result<String, Error> {
        let dialect = self.dialect;
        if let FieldRef::Plain(plain) = field {
            let column = dialect.choose(plain.sql);
            match (plain.kind, value) {
                (Kind::State, Value::Str(state)) => {
                    return Ok(match state.as_str() {
                        "active" => column.to_owned(),
                        "inactive" => format!("not {column}"),
                        _ => "1 = 1".to_owned(),
                    });
                }
                (Kind::Tag, Value::Str(tag)) => {
                    let tag = self.bind(Cell::Text(tag.to_string()));
                    return Ok(match comparison {
                        Comparison::Matches => dialect.has_element(column, &dialect.matches("value", &tag)),
                        _ if self.exported => {
                            format!("s.id in (select resource from exported_tag where tag = {tag})")
                        }
                        _ => dialect.has_element(column, &format!("value = {tag}")),
                    });
                }
                (Kind::Json, _) => {}
                (_, value) => {
                    let value = self.bind(scalar(value)?);
                    return Ok(match comparison {
                        Comparison::Matches => dialect.matches(column, &value),
                        _ => format!("{column} {} {value}", comparison.sql()),
                    });
                }
            }
        }
        self.compare_part(comparison, field, value)
    }

    /// A comparison with a part of a document. A missing part is not equal to anything, so `not` holds for it.
    fn compare_part(
        &mut self,
        comparison: Comparison,
        field: &FieldRef,
        value: &Value,
    ) -> Result<String, Error> {
        if value.is_undef() {
            return Ok("1 = 0".to_owned());
        }
        let dialect = self.dialect;
        let (document, path) = self.document(field);
        let holds = match (comparison, value) {
            (Comparison::Matches, value) => {
                let pattern = self.bind(scalar(value)?);
                dialect.matches(&dialect.text_part(&document, &path), &pattern)
            }
            (Comparison::Equal, Value::Bool(flag)) => {
                format!("{} = '{flag}'", dialect.part_document(&document, &path))
            }
            (Comparison::Equal, Value::Str(_)) => {
                let value = self.bind(scalar(value)?);
                format!("{} = {value}", dialect.text_part(&document, &path))
            }
            (comparison, Value::Int(_) | Value::Float(_)) => {
                let value = self.bind(scalar(value)?);
                format!("{} {} {value}", dialect.number_part(&document, &path), comparison.sql())
            }
            (_, value) => {
                let whole = self.bind(Cell::Json(to_json(value)));
                dialect.same_document(&document, &path, &whole)
            }
        };
        Ok(format!("coalesce({holds}, false)"))
    }

    fn one_of(&mut self, fields: &[FieldRef], rows: &[Vec<Value>]) -> Result<String, Error> {
        if let [field @ FieldRef::Plain(plain)] = fields
            && matches!(plain.kind, Kind::Text | Kind::Number | Kind::Time)
        {
            let values = rows.iter().filter_map(|row| row.first()).cloned();
            let list = self.bind(Cell::Text(to_json(&Value::array(values))));
            let (sql, _) = self.field(field);
            let dialect = self.dialect;
            return Ok(format!("{sql} in ({})", dialect.elements(&list, plain.kind)));
        }
        if rows.len() > 1000 {
            return Err(Error::invalid("at most 1000 values are allowed for these fields"));
        }
        let mut any = Vec::with_capacity(rows.len());
        for row in rows {
            let mut all = Vec::with_capacity(row.len());
            for (field, value) in fields.iter().zip(row) {
                all.push(self.compare(Comparison::Equal, field, value)?);
            }
            any.push(format!("({})", all.join(" and ")));
        }
        Ok(balanced(&any))
    }
}

fn balanced(parts: &[String]) -> String {
    match parts {
        [] => "1 = 0".to_owned(),
        [part] => part.clone(),
        parts => {
            let (left, right) = parts.split_at(parts.len() / 2);
            format!("({} or {})", balanced(left), balanced(right))
        }
    }
}

fn scalar(value: &Value) -> Result<Cell, Error> {
    Ok(match value {
        Value::Str(text) => Cell::Text(text.to_string()),
        Value::Int(number) => Cell::Int(*number),
        Value::Float(number) => Cell::Real(*number),
        Value::Bool(flag) => Cell::Int(i64::from(*flag)),
        other => {
            let shown = to_json(other);
            return Err(Error::invalid(format!("expected a string, a number, true or false, got {shown}")));
        }
    })
}
