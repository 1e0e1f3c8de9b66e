//! The facts of a node: one row per fact, so that only changed ones are written.

use std::collections::HashMap;

use bunraku_pcore::{Hash, Value};

use super::{ChangeResult, Fields, is_newer, node, pair};
use crate::{
    Error, canonical,
    session::{Cell, Insert, Row, Session, row},
};

/// The facts of a node to be stored.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The name of the node.
    pub certname: String,
    /// The environment for which they were sent.
    pub environment: Option<String>,
    /// The name of the sending server.
    pub producer: Option<String>,
    /// When they were produced, in milliseconds since the beginning of 1970. Newer facts win.
    pub producer_time: i64,
    /// Names, and values as JSON.
    values: Vec<(String, String)>,
    hash: String,
}

impl Facts {
    /// Facts from plain values. Those of a request include `trusted`.
    pub fn new(certname: impl Into<String>, environment: Option<&str>, time: i64, values: &Hash) -> Facts {
        let values: Vec<(String, String)> = values
            .iter()
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), canonical::text(value))))
            .collect();
        let mut sorted: Vec<&(String, String)> = values.iter().collect();
        sorted.sort();
        let texts = sorted.into_iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        let hash = canonical::hash(texts);
        let environment = environment.map(str::to_owned);
        Facts { certname: certname.into(), environment, producer: None, producer_time: time, values, hash }
    }

    /// Parses the command `replace facts`, versions 2 to 5.
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

    pub(crate) fn keep(&self, session: &mut dyn Session, now: i64) -> Result<ChangeResult, Error> {
        let node = node::ensure(session, &self.certname, self.producer_time, now)?;
        let known = row(
            session,
            "select facts_hash, facts_producer_time from node where id = ?1",
            &[Cell::Int(node)],
        )?;
        let [known, time] = pair(known);
        if is_newer(&time, self.producer_time, now) {
            return Ok(ChangeResult::Obsolete);
        }
        let unchanged = known == Cell::from(&self.hash);
        if !unchanged {
            self.write_values(session, node)?;
        }
        session.execute(
            "update node set facts_time = ?2, facts_producer_time = ?3, facts_hash = ?4, \
             facts_environment = ?5, facts_producer = ?6 where id = ?1",
            &[
                Cell::Int(node),
                Cell::Int(now),
                Cell::Int(self.producer_time),
                Cell::from(&self.hash),
                Cell::from(&self.environment),
                Cell::from(&self.producer),
            ],
        )?;
        Ok(if unchanged { ChangeResult::Unchanged } else { ChangeResult::Written })
    }

    fn write_values(&self, session: &mut dyn Session, node: i64) -> Result<(), Error> {
        let mut known: HashMap<String, String> = HashMap::new();
        session.query("select name, value from fact where node = ?1", &[Cell::Int(node)], &mut |row| {
            let mut row = row.into_iter().filter_map(Cell::into_text);
            known.extend(row.next().zip(row.next()));
            Ok(())
        })?;
        let mut changed = Vec::new();
        for (name, value) in &self.values {
            if known.remove(name).as_ref() != Some(value) {
                changed.push(Row::of(vec![Cell::Int(node), Cell::from(name), Cell::Json(value.clone())]));
            }
        }
        let into = Insert {
            table: "fact",
            columns: &["node", "name", "value"],
            conflict: "on conflict (node, name) do update set value = excluded.value",
        };
        session.insert(&into, &changed)?;
        for name in known.keys() {
            let values = [Cell::Int(node), Cell::from(name)];
            session.execute("delete from fact where node = ?1 and name = ?2", &values)?;
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
