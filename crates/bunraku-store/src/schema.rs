//! The schema, as numbered migrations.

use crate::{
    Error, ErrorKind,
    session::{Cell, Session, number},
};

/// The migrations. The first one creates version 1 in an empty database. A migration never changes after a release.
///
/// They are written for SQLite; a dialect translates the few words that other databases spell differently.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_nodes.sql"),
    include_str!("migrations/0002_reports.sql"),
    include_str!("migrations/0003_documents.sql"),
    include_str!("migrations/0004_report_times.sql"),
];

/// Migrates a database to the current version.
pub fn migrate(session: &mut dyn Session) -> Result<(), Error> {
    migrate_to(session, MIGRATIONS.len())
}

/// The version of a database; 0 if it is empty.
fn version(session: &mut dyn Session) -> Result<usize, Error> {
    let tables = session.dialect().tables();
    let known = format!("select count(*) from ({tables}) known where name = 'schema_version'");
    if number(session, &known, &[])? == 0 {
        return Ok(0);
    }
    let version = number(session, "select coalesce(max(version), 0) from schema_version", &[])?;
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}

/// Migrates a database to a version, unless it has a later one.
pub(crate) fn migrate_to(session: &mut dyn Session, target: usize) -> Result<(), Error> {
    session.batch(session.dialect().begin())?;
    match take_steps(session, target) {
        Ok(()) => session.batch("commit"),
        Err(error) => {
            // The first error is the relevant one.
            let _ = session.batch("rollback");
            Err(error)
        }
    }
}

fn take_steps(session: &mut dyn Session, target: usize) -> Result<(), Error> {
    let current = version(session)?;
    if current > MIGRATIONS.len() {
        let message = format!(
            "the database has version {current}, but this bunraku only supports versions up to {}: use a newer \
             bunraku",
            MIGRATIONS.len()
        );
        return Err(Error { kind: ErrorKind::TooNew, message });
    }
    let dialect = session.dialect();
    if current == 0 {
        let others =
            format!("select count(*) from ({}) known where name <> 'schema_version'", dialect.tables());
        if number(session, &others, &[])? > 0 {
            return Err(Error::invalid("the database belongs to another program"));
        }
        session.batch("create table if not exists schema_version (version integer not null)")?;
    }
    for (step, sql) in (1i64..).zip(MIGRATIONS).skip(current).take(target.saturating_sub(current)) {
        session.batch(&dialect.definition(sql))?;
        session.execute("insert into schema_version (version) values (?1)", &[Cell::Int(step)])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

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
            assert_eq!(version(&mut connection).unwrap(), start);
            migrate(&mut connection).unwrap();
            assert_eq!(version(&mut connection).unwrap(), MIGRATIONS.len());
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
