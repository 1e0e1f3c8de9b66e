//! Generates SQL for a select. All values from a query are bound parameters.

mod condition;

use std::collections::HashMap;

use super::{
    Kind,
    condition::Condition,
    dialect::Dialect,
    field::{Column, FieldRef, Function, Step},
    select::Select,
};
use crate::{Error, session::Cell};

/// A statement with its parameters, and the types of its columns.
#[derive(Debug)]
pub struct Statement {
    /// The SQL.
    pub sql: String,
    /// The bound parameters, in order.
    pub bound: Vec<Cell>,
    /// The names of the columns in answers, and their types.
    pub columns: Vec<(String, Kind)>,
}

/// The statement that answers a select.
pub fn statement(select: &Select, dialect: &dyn Dialect) -> Result<Statement, Error> {
    let mut writer = Writer { dialect, bound: Vec::new(), known: HashMap::new(), exported: false };
    let mut columns = Vec::new();
    let sql = writer.select(select, Some(&mut columns))?;
    Ok(Statement { sql, bound: writer.bound, columns })
}

/// The statement that counts the rows of a select without its limits.
pub fn count(select: &Select, dialect: &dyn Dialect) -> Result<Statement, Error> {
    let mut writer = Writer { dialect, bound: Vec::new(), known: HashMap::new(), exported: false };
    let mut columns = Vec::new();
    let rows = writer.rows(select, &mut columns)?;
    let sql = format!("select count(*) from ({rows}) counted");
    Ok(Statement { sql, bound: writer.bound, columns: vec![("count".to_owned(), Kind::Number)] })
}

struct Writer<'d> {
    dialect: &'d dyn Dialect,
    bound: Vec<Cell>,
    /// The numbers of bound strings: a grouped expression must be identical to the shown one.
    known: HashMap<String, usize>,
    /// Whether the rows of the innermost select are exported resources.
    exported: bool,
}

impl Writer<'_> {
    fn select(
        &mut self,
        select: &Select,
        columns: Option<&mut Vec<(String, Kind)>>,
    ) -> Result<String, Error> {
        let mut own = Vec::new();
        let is_outermost = columns.is_some();
        let mut sql = self.rows(select, &mut own)?;
        let order = self.order(select, is_outermost)?;
        if !order.is_empty() {
            sql.push_str(" order by ");
            sql.push_str(&order.join(", "));
        }
        let bounded = |number: u64| Cell::Int(i64::try_from(number).unwrap_or(i64::MAX));
        if select.limit.is_some() || select.offset.is_some() {
            let limit = self.bind(bounded(select.limit.unwrap_or(u64::MAX)));
            let offset = self.bind(bounded(select.offset.unwrap_or_default()));
            sql.push_str(&format!(" limit {limit} offset {offset}"));
        }
        if let Some(columns) = columns {
            *columns = own;
        }
        Ok(sql)
    }

    /// The rows without order and limits.
    fn rows(&mut self, select: &Select, columns: &mut Vec<(String, Kind)>) -> Result<String, Error> {
        let condition = select.condition.as_ref();
        let outer =
            std::mem::replace(&mut self.exported, condition.is_some_and(Condition::is_about_exported));
        let mut shown = Vec::new();
        match &select.columns {
            Some(wanted) => {
                for column in wanted {
                    let (sql, kind) = self.column(column)?;
                    shown.push(sql);
                    columns.push((column.name().to_owned(), kind));
                }
            }
            None => {
                for field in select.entity.fields.iter().filter(|field| field.shown) {
                    shown.push(self.dialect.choose(field.sql).to_owned());
                    columns.push((field.name.to_owned(), field.kind));
                }
            }
        }
        let mut conditions: Vec<String> =
            select.entity.only.into_iter().map(|only| self.dialect.choose(only).to_owned()).collect();
        if select.hides_inactive() && !condition.is_some_and(Condition::asks_for_state) {
            conditions.push("n.deactivated is null and n.expired is null".to_owned());
        }
        if let Some(condition) = condition {
            conditions.push(self.condition(condition)?);
        }
        let mut sql = format!("select {} from {}", shown.join(", "), self.dialect.choose(select.entity.from));
        if !conditions.is_empty() {
            sql.push_str(" where ");
            sql.push_str(&conditions.join(" and "));
        }
        let grouped = select.is_aggregate();
        let mut group = Vec::new();
        for field in &select.group_by {
            group.push(self.field(field).0);
        }
        if grouped && !group.is_empty() {
            sql.push_str(" group by ");
            sql.push_str(&group.join(", "));
        }
        self.exported = outer;
        Ok(sql)
    }

    fn order(&mut self, select: &Select, is_outermost: bool) -> Result<Vec<String>, Error> {
        let mut order = Vec::new();
        for (column, descending) in &select.order_by {
            let (sql, _) = self.column(column)?;
            order.push(if *descending { format!("{sql} desc") } else { sql });
        }
        let limited = select.limit.is_some() || select.offset.is_some();
        if is_outermost || limited {
            if !select.is_aggregate() {
                order.extend(select.entity.order.iter().map(|sql| self.dialect.choose(*sql).to_owned()));
            } else {
                for field in &select.group_by {
                    order.push(self.field(field).0);
                }
            }
        }
        Ok(order)
    }

    fn column(&mut self, column: &Column) -> Result<(String, Kind), Error> {
        match column {
            Column::Field(field) => Ok(self.field(field)),
            Column::Call { function: Function::Count, field: None } => {
                Ok(("count(*)".to_owned(), Kind::Number))
            }
            Column::Call { function, field: None } => {
                Err(Error::invalid(format!("the function `{}` expects one field", function.name())))
            }
            Column::Call { function, field: Some(field) } => {
                let (sql, kind) = self.field(field);
                let time = kind == Kind::Time && matches!(function, Function::Max | Function::Min);
                let shown = if time { Kind::Time } else { Kind::Number };
                let shown = match (function, kind) {
                    (Function::Max | Function::Min, Kind::Text) => Kind::Text,
                    _ => shown,
                };
                let dialect = self.dialect;
                Ok((dialect.aggregate(function.name(), &sql, kind), shown))
            }
        }
    }

    /// A field as a column.
    fn field(&mut self, field: &FieldRef) -> (String, Kind) {
        match field {
            FieldRef::Plain(field) => (self.dialect.choose(field.sql).to_owned(), field.kind),
            FieldRef::Part(..) | FieldRef::Fact(_) => {
                let (document, path) = self.document(field);
                let dialect = self.dialect;
                (dialect.part_document(&document, &path), Kind::Json)
            }
        }
    }

    /// The document that contains a field, and the bound path to that part.
    fn document(&mut self, field: &FieldRef) -> (String, String) {
        match field {
            FieldRef::Plain(field) => (self.dialect.choose(field.sql).to_owned(), self.path(&[])),
            FieldRef::Fact(name) => self.fact(name, &[]),
            FieldRef::Part(field, _, path) => match (field.kind, path.split_first()) {
                (Kind::Facts, Some((Step::Key(name), rest))) => self.fact(name, rest),
                _ => {
                    let path = self.path(path);
                    (self.dialect.choose(field.sql).to_owned(), path)
                }
            },
        }
    }

    fn fact(&mut self, name: &str, path: &[Step]) -> (String, String) {
        let name = self.bind(Cell::from(name));
        let path = self.path(path);
        (format!("(select value from fact where fact.node = n.id and fact.name = {name})"), path)
    }

    fn path(&mut self, steps: &[Step]) -> String {
        let path = self.dialect.path(steps);
        self.bind(Cell::Text(path))
    }

    /// Binds a value and returns its mark.
    fn bind(&mut self, value: Cell) -> String {
        if let Cell::Text(text) = &value {
            if let Some(number) = self.known.get(text) {
                return self.dialect.parameter(*number, &value);
            }
            self.known.insert(text.clone(), self.bound.len() + 1);
        }
        let mark = self.dialect.parameter(self.bound.len() + 1, &value);
        self.bound.push(value);
        mark
    }
}
