//! The SQL of PostgreSQL, without extensions, so that databases with a compatible protocol accept it as well.

use super::{Dialect, Kind, Sql, Step};
use crate::session::Cell;

/// PostgreSQL.
#[derive(Debug, Clone, Copy)]
pub struct Postgres;

impl Dialect for Postgres {
    /// The type is always given explicitly: the database would infer it from what the value is compared with.
    fn parameter(&self, number: usize, value: &Cell) -> String {
        let ty = match value {
            Cell::Int(_) => "bigint",
            Cell::Real(_) => "double precision",
            Cell::Null | Cell::Text(_) | Cell::Json(_) => "text",
        };
        format!("${number}::{ty}")
    }

    /// A path is an array of strings, in PostgreSQL's notation.
    fn path(&self, steps: &[Step]) -> String {
        let step = |step: &Step| match step {
            Step::Key(key) => format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\"")),
            Step::Index(index) => index.to_string(),
        };
        format!("{{{}}}", steps.iter().map(step).collect::<Vec<_>>().join(","))
    }

    fn matches(&self, string: &str, pattern: &str) -> String {
        format!("{string} ~ {pattern}")
    }

    fn path_matches(&self, path: &str, patterns: &[String]) -> String {
        let part = |(index, pattern): (usize, &String)| {
            format!(" and ({path}::jsonb ->> {index}) ~ ('^(' || {pattern} || ')$')")
        };
        let parts: String = patterns.iter().enumerate().map(part).collect();
        format!("(jsonb_array_length({path}::jsonb) = {}{parts})", patterns.len())
    }

    fn text_part(&self, document: &str, path: &str) -> String {
        let (document, path) = (format!("({document})::jsonb"), format!("{path}::text[]"));
        format!("(case when jsonb_typeof({document} #> {path}) = 'string' then {document} #>> {path} end)")
    }

    fn number_part(&self, document: &str, path: &str) -> String {
        let (document, path) = (format!("({document})::jsonb"), format!("{path}::text[]"));
        format!(
            "(case when jsonb_typeof({document} #> {path}) = 'number' then ({document} #>> {path})::numeric end)"
        )
    }

    fn part_document(&self, document: &str, path: &str) -> String {
        format!("(({document})::jsonb #> {path}::text[])::text collate \"C\"")
    }

    fn same_document(&self, document: &str, path: &str, other: &str) -> String {
        format!("(({document})::jsonb #> {path}::text[]) = {other}::jsonb")
    }

    fn has_element(&self, document: &str, comparison: &str) -> String {
        format!(
            "exists (select 1 from jsonb_array_elements_text(({document})::jsonb) as element (value) where {comparison})"
        )
    }

    fn elements(&self, list: &str, kind: Kind) -> String {
        let value = if kind == Kind::Text { "value" } else { "value::numeric" };
        format!("select {value} from jsonb_array_elements_text({list}::jsonb) as element (value)")
    }

    /// Sums are wider than what is summed, so they are returned as strings.
    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String {
        match (kind, function) {
            (_, "count") => format!("count({column})"),
            (Kind::Json, _) => format!("{function}({})::text", self.number_part(column, "'{}'")),
            (Kind::Number, _) => format!("{function}({column})::text"),
            _ => format!("{function}({column})"),
        }
    }

    fn begin(&self) -> &'static str {
        "begin isolation level repeatable read"
    }

    /// PostgreSQL does so automatically.
    fn measure(&self) -> &'static str {
        ""
    }

    fn row_lock(&self) -> &'static str {
        " for update"
    }

    fn tables(&self) -> &'static str {
        "select table_name as name from information_schema.tables where table_schema = current_schema()"
    }

    fn size(&self) -> &'static str {
        "select pg_database_size(current_database())"
    }

    /// Names and titles are compared by code point, regardless of the locale of the database.
    fn definition(&self, sql: &str) -> String {
        sql.replace(" integer", " bigint")
            .replace(" text", " text collate \"C\"")
            .replace(" without rowid", "")
    }

    fn choose(&self, sql: Sql) -> &'static str {
        match sql {
            Sql::All(sql) | Sql::Each { postgres: sql, .. } => sql,
        }
    }
}
