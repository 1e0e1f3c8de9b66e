//! The SQL of SQLite, with the functions that this crate registers.

use super::{Dialect, Kind, Sql, Step};
use crate::session::Cell;

/// SQLite.
#[derive(Debug, Clone, Copy)]
pub struct Sqlite;

impl Dialect for Sqlite {
    fn parameter(&self, number: usize, _: &Cell) -> String {
        format!("?{number}")
    }

    /// Keys do not contain quotation marks.
    fn path(&self, steps: &[Step]) -> String {
        let mut path = "$".to_owned();
        for step in steps {
            match step {
                Step::Key(key) => {
                    path.push_str(".\"");
                    path.push_str(key);
                    path.push('"');
                }
                Step::Index(index) => path.push_str(&format!("[{index}]")),
            }
        }
        path
    }

    fn matches(&self, string: &str, pattern: &str) -> String {
        format!("regexp({pattern}, {string})")
    }

    fn path_matches(&self, path: &str, patterns: &[String]) -> String {
        format!("path_matches(json_array({}), {path})", patterns.join(", "))
    }

    fn text_part(&self, document: &str, path: &str) -> String {
        format!("iif(json_type({document}, {path}) = 'text', json_extract({document}, {path}), null)")
    }

    fn number_part(&self, document: &str, path: &str) -> String {
        format!(
            "iif(json_type({document}, {path}) in ('integer', 'real'), json_extract({document}, {path}), null)"
        )
    }

    fn part_document(&self, document: &str, path: &str) -> String {
        format!("({document} -> {path})")
    }

    fn same_document(&self, document: &str, path: &str, other: &str) -> String {
        format!("({document} -> {path}) = {other}")
    }

    fn has_element(&self, document: &str, comparison: &str) -> String {
        format!("exists (select 1 from json_each({document}) where {comparison})")
    }

    fn elements(&self, list: &str, _: Kind) -> String {
        format!("select value from json_each({list})")
    }

    fn aggregate(&self, function: &str, column: &str, kind: Kind) -> String {
        match (kind, function) {
            (Kind::Json, "count") => format!("count({column})"),
            // A document is a string: the number in it counts.
            (Kind::Json, _) => format!("{function}({})", self.number_part(column, "'$'")),
            _ => format!("{function}({column})"),
        }
    }

    fn begin(&self) -> &'static str {
        "begin immediate"
    }

    /// All tables are analysed, whichever are queried; a few hundred rows of each index suffice.
    fn measure(&self) -> &'static str {
        "pragma optimize = 0x10002"
    }

    /// There is only one writer at a time.
    fn row_lock(&self) -> &'static str {
        ""
    }

    fn tables(&self) -> &'static str {
        "select name from sqlite_schema where name not like 'sqlite_%'"
    }

    fn size(&self) -> &'static str {
        "select page_count * page_size from pragma_page_count, pragma_page_size"
    }

    fn definition(&self, sql: &str) -> String {
        sql.to_owned()
    }

    fn choose(&self, sql: Sql) -> &'static str {
        match sql {
            Sql::All(sql) | Sql::Each { sqlite: sql, .. } => sql,
        }
    }
}
