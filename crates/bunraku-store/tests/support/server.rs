//! A separate PostgreSQL server from the system's package, in a temporary folder and on loopback.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

use super::Folder;

/// A server that is stopped when it is dropped.
pub struct Server {
    folder: Folder,
    programs: PathBuf,
    port: u16,
    databases: std::cell::Cell<u32>,
}

impl Server {
    /// Starts a server; `None`, with a message, if PostgreSQL is not available.
    pub fn start(name: &str) -> Option<Server> {
        let Some(programs) = programs() else {
            bunraku_corpus::skipped("PostgreSQL is not installed");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Server { folder: Folder::new(name), programs, port, databases: 0.into() };
        let data = server.data();
        let made =
            run(&server.folder.path(""), "chown", &["postgres", &server.folder.path("").to_string_lossy()]);
        if is_root() && !made {
            bunraku_corpus::skipped("there is no user postgres to run PostgreSQL as");
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
        let log = self.folder.path("log").to_string_lossy().into_owned();
        let started =
            self.as_user("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
        assert!(started, "PostgreSQL did not start: {}", std::fs::read_to_string(&log).unwrap_or_default());
    }

    /// Stops the server immediately.
    pub fn stop(&self) {
        self.as_user("pg_ctl", &["-D", &self.data(), "-m", "immediate", "-w", "stop"]);
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
        assert!(
            run(&self.folder.path(""), &self.programs.join("psql").to_string_lossy(), &arguments),
            "{sql}"
        );
    }

    fn data(&self) -> String {
        self.folder.path("data").to_string_lossy().into_owned()
    }

    /// Runs a program of PostgreSQL, which refuses to run as root.
    fn as_user(&self, program: &str, arguments: &[&str]) -> bool {
        let program = self.programs.join(program).to_string_lossy().into_owned();
        let folder = self.folder.path("");
        match is_root() {
            true => {
                let user = ["-u", "postgres", "--", &program];
                run(&folder, "runuser", &[&user, arguments].concat())
            }
            false => run(&folder, &program, arguments),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
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
