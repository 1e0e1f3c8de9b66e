//! Nodes, identified by name and active until they are deactivated or expire.

use super::{ChangeResult, is_newer};
use crate::{
    Error, ErrorKind, identity,
    session::{Cell, Session, row},
};

/// The number of a node, which is added if it is new. A change that is newer than its deactivation makes it active
/// again.
///
/// The row stays locked until the transaction ends, so that two servers never change one node at the same time.
pub(super) fn ensure(session: &mut dyn Session, certname: &str, time: i64, now: i64) -> Result<i64, Error> {
    let lock = session.dialect().row_lock();
    let find = format!("select id, deactivated, expired from node where certname = ?1{lock}");
    let known = row(session, &find, &[Cell::from(certname)])?;
    let Some([Cell::Int(id), deactivated, expired]) = known.as_deref() else {
        let id = identity::number();
        let values = [Cell::Int(id), Cell::from(certname)];
        let insert = "insert into node (id, certname) values (?1, ?2) on conflict (certname) do nothing";
        return match session.execute(insert, &values)? {
            1 => Ok(id),
            _ => Err(Error { kind: ErrorKind::Conflict, message: "another server added the node".into() }),
        };
    };
    let is_over = |then: &Cell| then.int().is_some_and(|then| then != time) && !is_newer(then, time, now);
    if is_over(deactivated) || is_over(expired) {
        let activate = "update node set deactivated = null, expired = null where id = ?1";
        session.execute(activate, &[Cell::Int(*id)])?;
    }
    Ok(*id)
}

/// Deactivates a node: collectors and queries do not see it until it sends something again.
pub(crate) fn deactivate(
    session: &mut dyn Session,
    certname: &str,
    time: i64,
) -> Result<ChangeResult, Error> {
    let changed = session.execute(
        "insert into node (id, certname, deactivated) values (?3, ?1, ?2) on conflict (certname) do update \
         set deactivated = ?2 where node.deactivated is null \
         and coalesce(node.facts_producer_time, 0) <= ?2 and coalesce(node.catalog_producer_time, 0) <= ?2",
        &[Cell::from(certname), Cell::Int(time), Cell::Int(identity::number())],
    )?;
    Ok(if changed > 0 { ChangeResult::Written } else { ChangeResult::Obsolete })
}

/// Expires nodes that have sent nothing since a time. Returns how many.
pub(crate) fn expire(session: &mut dyn Session, before: i64, now: i64) -> Result<usize, Error> {
    session.execute(
        "update node set expired = ?2 where deactivated is null and expired is null \
         and coalesce(facts_time, 0) < ?1 and coalesce(catalog_time, 0) < ?1 \
         and coalesce((select receive_time from report where report.id = latest_report), 0) < ?1",
        &[Cell::Int(before), Cell::Int(now)],
    )
}

/// Removes nodes that have been inactive since a time, with all their data. Returns how many.
pub(crate) fn purge(session: &mut dyn Session, before: i64) -> Result<usize, Error> {
    session.execute("delete from node where coalesce(deactivated, expired) < ?1", &[Cell::Int(before)])
}

/// Removes up to this many reports that are older than a time. Returns how many.
pub(crate) fn remove_reports(session: &mut dyn Session, before: i64, most: usize) -> Result<usize, Error> {
    let values = [Cell::Int(before), Cell::Int(i64::try_from(most).unwrap_or(i64::MAX))];
    session.execute(
        "update node set latest_report = null where latest_report in \
         (select id from report where producer_time < ?1 order by producer_time limit ?2)",
        &values,
    )?;
    session.execute(
        "delete from report where id in (select id from report where producer_time < ?1 order by producer_time limit ?2)",
        &values,
    )
}
