//! The tables, as numbered steps from one version of the database to the next.

use rusqlite::{Connection, OptionalExtension};

use crate::{Error, ErrorKind};

/// The steps, the first of which makes an empty database one of version 1. A step never changes after a release.
const MIGRATIONS: &[&str] =
    &[include_str!("migrations/0001_nodes.sql"), include_str!("migrations/0002_reports.sql")];

/// Brings a database to the version of this program.
pub fn migrate(connection: &mut Connection) -> Result<(), Error> {
    migrate_to(connection, MIGRATIONS.len())
}

/// The version of a database; 0 is an empty one.
pub fn version(connection: &Connection) -> Result<usize, Error> {
    let known: Option<String> = connection
        .query_row("select name from sqlite_schema where name = 'schema_version'", [], |row| row.get(0))
        .optional()?;
    if known.is_none() {
        return Ok(0);
    }
    let version: i64 =
        connection.query_row("select coalesce(max(version), 0) from schema_version", [], |row| row.get(0))?;
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

fn migrate_to(connection: &mut Connection, target: usize) -> Result<(), Error> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let current = version(&transaction)?;
    if current > MIGRATIONS.len() {
        let message = format!(
            "the database has version {current}, and this bunraku knows versions up to {}: use a newer bunraku",
            MIGRATIONS.len()
        );
        return Err(Error { kind: ErrorKind::TooNew, message });
    }
    if current == 0 {
        let other: i64 = transaction.query_row(
            "select count(*) from sqlite_schema where name <> 'schema_version'",
            [],
            |row| row.get(0),
        )?;
        if other > 0 {
            return Err(Error::invalid("the database belongs to another program"));
        }
        transaction.execute_batch("create table if not exists schema_version (version integer not null)")?;
    }
    for (number, step) in (1i64..).zip(MIGRATIONS).skip(current).take(target.saturating_sub(current)) {
        transaction.execute_batch(step)?;
        transaction.execute("insert into schema_version (version) values (?1)", [number])?;
    }
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(connection: &Connection) -> Vec<String> {
        let mut statement = connection.prepare("select sql from sqlite_schema order by name").unwrap();
        let rows = statement.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
        rows.map(|row| row.unwrap().unwrap_or_default()).collect()
    }

    #[test]
    fn every_earlier_version_becomes_the_newest() {
        let mut fresh = Connection::open_in_memory().unwrap();
        migrate(&mut fresh).unwrap();
        for start in 0..=MIGRATIONS.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate_to(&mut connection, start).unwrap();
            assert_eq!(version(&connection).unwrap(), start);
            migrate(&mut connection).unwrap();
            assert_eq!(version(&connection).unwrap(), MIGRATIONS.len());
            assert_eq!(tables(&connection), tables(&fresh));
        }
    }

    #[test]
    fn a_newer_database_is_refused_by_its_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection.execute("insert into schema_version values (99)", []).unwrap();
        let error = migrate(&mut connection).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooNew);
        assert!(error.message.contains("version 99"), "{error}");
    }

    #[test]
    fn the_database_of_another_program_is_left_alone() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("create table t (x)").unwrap();
        assert!(migrate(&mut connection).unwrap_err().message.contains("another program"));
    }
}
