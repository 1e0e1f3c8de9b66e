//! Converts values to and from PostgreSQL.

use std::error::Error;

use postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::session::Cell;

impl<'r> FromSql<'r> for Cell {
    fn from_sql(ty: &Type, raw: &'r [u8]) -> Result<Cell, Box<dyn Error + Sync + Send>> {
        Ok(match *ty {
            Type::INT8 => Cell::Int(i64::from_sql(ty, raw)?),
            Type::INT4 => Cell::Int(i64::from(i32::from_sql(ty, raw)?)),
            Type::INT2 => Cell::Int(i64::from(i16::from_sql(ty, raw)?)),
            Type::BOOL => Cell::Int(i64::from(bool::from_sql(ty, raw)?)),
            Type::FLOAT8 => Cell::Real(f64::from_sql(ty, raw)?),
            _ => Cell::Text(String::from_sql(ty, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Cell, Box<dyn Error + Sync + Send>> {
        Ok(Cell::Null)
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT8 | Type::INT4 | Type::INT2 | Type::BOOL | Type::FLOAT8)
            || <String as FromSql>::accepts(ty)
    }
}

impl ToSql for Cell {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match (self, ty) {
            (Cell::Null, _) => Ok(IsNull::Yes),
            (Cell::Int(number), &Type::INT4) => i32::try_from(*number)?.to_sql(ty, out),
            (Cell::Int(number), _) => number.to_sql(ty, out),
            (Cell::Real(number), _) => number.to_sql(ty, out),
            (Cell::Text(text), _) => without_nul(text).to_sql(ty, out),
            (Cell::Json(text), _) => without_escaped_nul(text).to_sql(ty, out),
        }
    }

    fn accepts(ty: &Type) -> bool {
        matches!(*ty, Type::INT8 | Type::INT4 | Type::FLOAT8) || <String as ToSql>::accepts(ty)
    }

    to_sql_checked!();
}

/// Replaces characters that PostgreSQL cannot store.
const REPLACEMENT: &str = "\u{fffd}";

/// PostgreSQL strings cannot contain NUL.
fn without_nul(text: &str) -> String {
    text.replace('\0', REPLACEMENT)
}

/// Neither can JSON documents, in which it is escaped.
fn without_escaped_nul(json: &str) -> String {
    if !json.contains("\\u0000") {
        return without_nul(json);
    }
    let mut text = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        rest = match escape.strip_prefix("\\u0000") {
            Some(after) => {
                text.push_str(REPLACEMENT);
                after
            }
            None => {
                // A backslash and what it escapes belong together; both are ASCII.
                let (pair, after) = escape.split_at(escape.len().min(2));
                text.push_str(pair);
                after
            }
        };
    }
    text.push_str(rest);
    without_nul(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_character_nul_is_replaced() {
        assert_eq!(without_escaped_nul(r#"{"a":"x\u0000y"}"#), "{\"a\":\"x\u{fffd}y\"}");
        assert_eq!(without_escaped_nul(r#"["\\u0000","\"","\u0001"]"#), r#"["\\u0000","\"","\u0001"]"#);
    }
}
