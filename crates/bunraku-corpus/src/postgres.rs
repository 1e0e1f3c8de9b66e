//! A separate PostgreSQL server from the system's package, in a temporary folder and on loopback.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests start what they test, and fail if it does not start"
)]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use crate::skipped;

/// A server that is stopped, and its data removed, when it is dropped.
pub struct Server {
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    databases: std::cell::Cell<u32>,
}

impl Server {
    /// Starts a server; `None`, with a message, if PostgreSQL is not available.
    pub fn start(name: &str) -> Option<Server> {
        let Some(programs) = programs() else {
            skipped("PostgreSQL is not installed");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(format!("bunraku-postgres-{name}-{}", std::process::id()));
        // Left behind by an earlier process with the same id.
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let server = Server { folder, programs, port, databases: 0.into() };
        let data = server.data();
        let made = run(&server.folder, "chown", &["postgres", &server.folder.to_string_lossy()]);
        if is_root() && !made {
            skipped("no user postgres to run PostgreSQL as");
            return None;
        }
        let made = server.as_user("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"]);
        assert!(made, "initdb failed");
        server.run();
        Some(server)
    }

    /// Starts the server again.
    pub fn run(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off",
            self.port
        );
        let log = self.folder.join("log").to_string_lossy().into_owned();
        let started =
            self.as_user("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
        assert!(started, "PostgreSQL did not start: {}", std::fs::read_to_string(&log).unwrap_or_default());
    }

    /// Stops the server immediately.
    pub fn stop(&self) {
        self.as_user("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
    }

    /// The port that it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address of a new database.
    pub fn database(&self) -> String {
        let number = self.databases.get() + 1;
        self.databases.set(number);
        let name = format!("t{number}");
        self.sql("postgres", &format!("create database {name}"));
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }

    /// Runs a statement.
    pub fn sql(&self, database: &str, sql: &str) {
        let port = self.port.to_string();
        let arguments = ["-h", "127.0.0.1", "-p", &port, "-U", "postgres", "-d", database, "-qc", sql];
        assert!(run(&self.folder, &self.programs.join("psql").to_string_lossy(), &arguments), "{sql}");
    }

    fn data(&self) -> String {
        self.folder.join("data").to_string_lossy().into_owned()
    }

    /// Runs a program of PostgreSQL, which refuses to run as root.
    fn as_user(&self, program: &str, arguments: &[&str]) -> bool {
        let program = self.programs.join(program).to_string_lossy().into_owned();
        match is_root() {
            true => {
                let user = ["-u", "postgres", "--", &program];
                run(&self.folder, "runuser", &[&user, arguments].concat())
            }
            false => run(&self.folder, &program, arguments),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> bool {
    let out = std::process::Stdio::null;
    let status = Process::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdout(out())
        .stderr(out())
        .stdin(out())
        .status();
    status.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    let output = Process::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// The folder of the programs: on Debian, there is one for each version.
fn programs() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.flatten().map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    folders.extend(["/usr/local/bin".into(), "/usr/bin".into()]);
    folders.into_iter().find(|folder| folder.join("initdb").exists())
}
