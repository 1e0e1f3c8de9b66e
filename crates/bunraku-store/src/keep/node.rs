//! Nodes: known by name, active until they are deactivated or expire.

use rusqlite::{Connection, OptionalExtension, params};

use super::Kept;
use crate::Error;

/// The number of a node, which is made known. A change that is newer than its deactivation makes it active again.
pub(super) fn ensure(connection: &Connection, certname: &str, time: i64) -> Result<i64, Error> {
    let mut find =
        connection.prepare_cached("select id, deactivated, expired from node where certname = ?1")?;
    let known: Option<(i64, Option<i64>, Option<i64>)> =
        find.query_row([certname], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
    let Some((id, deactivated, expired)) = known else {
        let mut insert = connection.prepare_cached("insert into node (certname) values (?1)")?;
        return Ok(insert.insert([certname])?);
    };
    if deactivated.is_some_and(|then| then < time) || expired.is_some_and(|then| then < time) {
        connection.execute("update node set deactivated = null, expired = null where id = ?1", [id])?;
    }
    Ok(id)
}

/// Deactivates a node: collectors and queries do not see it until it reports again.
pub(crate) fn deactivate(connection: &Connection, certname: &str, time: i64) -> Result<Kept, Error> {
    let changed = connection.execute(
        "insert into node (certname, deactivated) values (?1, ?2) on conflict (certname) do update \
         set deactivated = ?2 where deactivated is null \
         and max(coalesce(facts_producer_time, 0), coalesce(catalog_producer_time, 0)) <= ?2",
        params![certname, time],
    )?;
    Ok(if changed > 0 { Kept::Written } else { Kept::Obsolete })
}

/// Expires nodes that nothing was heard of since a time; how many there are.
pub(crate) fn expire(connection: &Connection, before: i64, now: i64) -> Result<usize, Error> {
    Ok(connection.execute(
        "update node set expired = ?2 where deactivated is null and expired is null \
         and max(coalesce(facts_time, 0), coalesce(catalog_time, 0), \
             coalesce((select receive_time from report where report.id = latest_report), 0)) < ?1",
        params![before, now],
    )?)
}

/// Removes nodes that have been inactive since a time, with all that is known of them; how many there were.
pub(crate) fn purge(connection: &Connection, before: i64) -> Result<usize, Error> {
    Ok(connection.execute("delete from node where coalesce(deactivated, expired) < ?1", [before])?)
}

/// Removes up to so many reports that are older than a time; how many there were.
pub(crate) fn remove_reports(connection: &Connection, before: i64, most: usize) -> Result<usize, Error> {
    connection.execute(
        "update node set latest_report = null where latest_report in \
         (select id from report where producer_time < ?1 order by producer_time limit ?2)",
        params![before, most as i64],
    )?;
    Ok(connection.execute(
        "delete from report where id in (select id from report where producer_time < ?1 order by producer_time limit ?2)",
        params![before, most as i64],
    )?)
}
