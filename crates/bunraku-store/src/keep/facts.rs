//! The facts of a node: a row a fact, so that only those that have changed are written.

use std::collections::HashMap;

use bunraku_formats::json::to_json;
use bunraku_pcore::{Hash, Value};
use rusqlite::{Connection, params};

use super::{Fields, Kept, node};
use crate::{Error, canonical};

/// The facts of a node, as they are kept.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The name of the node.
    pub certname: String,
    /// The environment that they were sent for.
    pub environment: Option<String>,
    /// The server that sends them.
    pub producer: Option<String>,
    /// When they were produced, in milliseconds since the beginning of 1970. Newer facts win.
    pub producer_time: i64,
    /// Names, and values as JSON.
    values: Vec<(String, String)>,
    hash: String,
}

impl Facts {
    /// Facts as plain values. Those of a request have `trusted` among them.
    pub fn new(certname: impl Into<String>, environment: Option<&str>, time: i64, values: &Hash) -> Facts {
        let values: Vec<(String, String)> = values
            .iter()
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), to_json(value))))
            .collect();
        let mut sorted: Vec<&(String, String)> = values.iter().collect();
        sorted.sort();
        let texts = sorted.into_iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        let hash = canonical::hash(texts);
        let environment = environment.map(str::to_owned);
        Facts { certname: certname.into(), environment, producer: None, producer_time: time, values, hash }
    }

    /// Reads the command `replace facts`, versions 2 to 5.
    pub fn read(payload: &Value, received: i64) -> Result<Facts, Error> {
        let fields = Fields::of(payload, "the facts")?;
        let certname = match fields.text("certname")? {
            Some(certname) => certname,
            None => fields.needed("name")?,
        };
        let values = match (fields.get("values"), fields.get("facts")) {
            (Some(Value::Hash(values)), _) => values.clone(),
            (None, Some(_)) => listed(fields.list("facts")?)?,
            _ => return Err(Error::invalid("the facts have no `values`")),
        };
        let time = fields.time("producer_timestamp")?.unwrap_or(received);
        let environment = fields.text("environment")?;
        let mut facts = Facts::new(certname, environment.as_deref(), time, &values);
        facts.producer = fields.text("producer")?;
        Ok(facts)
    }

    pub(crate) fn keep(&self, connection: &Connection, now: i64) -> Result<Kept, Error> {
        let node = node::ensure(connection, &self.certname, self.producer_time)?;
        let (known, time): (Option<String>, Option<i64>) = connection
            .prepare_cached("select facts_hash, facts_producer_time from node where id = ?1")?
            .query_row([node], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if time.is_some_and(|time| time > self.producer_time) {
            return Ok(Kept::Obsolete);
        }
        let unchanged = known.as_deref() == Some(self.hash.as_str());
        if !unchanged {
            self.write_values(connection, node)?;
        }
        connection
            .prepare_cached(
                "update node set facts_time = ?2, facts_producer_time = ?3, facts_hash = ?4, \
                 facts_environment = ?5, facts_producer = ?6 where id = ?1",
            )?
            .execute(params![node, now, self.producer_time, self.hash, self.environment, self.producer])?;
        Ok(if unchanged { Kept::Unchanged } else { Kept::Written })
    }

    fn write_values(&self, connection: &Connection, node: i64) -> Result<(), Error> {
        let mut read = connection.prepare_cached("select name, value from fact where node = ?1")?;
        let rows = read.query_map([node], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut known = rows.collect::<Result<HashMap<String, String>, _>>()?;
        let mut write = connection
            .prepare_cached("insert or replace into fact (node, name, value) values (?1, ?2, ?3)")?;
        for (name, value) in &self.values {
            if known.remove(name).as_ref() != Some(value) {
                write.execute(params![node, name, value])?;
            }
        }
        let mut remove = connection.prepare_cached("delete from fact where node = ?1 and name = ?2")?;
        for name in known.keys() {
            remove.execute(params![node, name])?;
        }
        Ok(())
    }
}

/// The facts of an export, which are rows of names and values.
fn listed(rows: &[Value]) -> Result<Hash, Error> {
    let mut values = Hash::new();
    for row in rows {
        let row = Fields::of(row, "a fact")?;
        values.insert(Value::str(row.needed("name")?), row.get("value").cloned().unwrap_or_default());
    }
    Ok(values)
}
