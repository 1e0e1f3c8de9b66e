//! A real PuppetDB for comparisons: from the system's packages, on loopback, with a database and certificates of its own.

use std::{
    fs::{self, File},
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use bunraku_ca::{Authority, CaSettings, KeyKind};
use bunraku_corpus::postgres::Server;

use crate::arguments::Arguments;

/// Where Debian's package has the program and its settings.
const PROGRAM: &str = "/usr/share/puppetdb/puppetdb.jar";
const SETTINGS: &str = "/etc/puppetdb";

/// It loads its code from source, which takes a minute on an idle machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Without these settings the log would go to a file of the installed service.
const LOGGING: &str = r#"<configuration scan="false">
<appender name="OUT" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%d %-5p [%c{2}] %m%n</pattern></encoder></appender>
<root level="info"><appender-ref ref="OUT"/></root>
</configuration>
"#;

/// `with-puppetdb COMMAND...`: runs a command while a PuppetDB is there.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let program = arguments.next().ok_or("a command is missing")?;
    let puppetdb = PuppetDb::start()?;
    let mut command = Command::new(&program);
    while let Some(argument) = arguments.next() {
        command.arg(argument);
    }
    let status = command
        .env("BUNRAKU_PUPPETDB", &puppetdb.secure)
        .env("BUNRAKU_PUPPETDB_PLAIN", &puppetdb.plain)
        .env("BUNRAKU_PUPPETDB_SSL", &puppetdb.ssl)
        .env("BUNRAKU_POSTGRES", puppetdb.database.database())
        .status()
        .map_err(|error| format!("{program} does not start: {error}"))?;
    Ok(status.success())
}

/// A running PuppetDB, which is stopped when it is dropped.
pub struct PuppetDb {
    /// Its address with TLS.
    pub secure: String,
    /// Its address without.
    pub plain: String,
    /// A folder with `ca.pem`, and `compiler1.pem` and `compiler1.key` for a client.
    pub ssl: PathBuf,
    folder: PathBuf,
    process: Child,
    database: Server,
}

impl PuppetDb {
    /// Starts it, and waits until it answers.
    pub fn start() -> Result<PuppetDb, String> {
        if !Path::new(PROGRAM).exists() {
            return Err(format!("{PROGRAM} is missing: install the packages puppetdb and postgresql"));
        }
        let database = Server::start("puppetdb").ok_or("PuppetDB needs PostgreSQL")?;
        database.sql("postgres", "create role puppetdb login password 'puppetdb'");
        database.sql("postgres", "create database puppetdb owner puppetdb");
        database.sql("puppetdb", "create extension pg_trgm");
        let folder = std::env::temp_dir().join(format!("bunraku-puppetdb-{}", std::process::id()));
        let [plain, secure] = free_ports()?;
        let prepared = prepare(&folder, database.port(), plain, secure);
        let ssl = prepared.map_err(|error| format!("cannot prepare `{}`: {error}", folder.display()))?;
        let process = launch(&folder)?;
        let mut puppetdb = PuppetDb {
            secure: format!("https://localhost:{secure}"),
            plain: format!("http://127.0.0.1:{plain}"),
            ssl,
            folder,
            process,
            database,
        };
        puppetdb.wait(SocketAddr::from(([127, 0, 0, 1], plain)))?;
        Ok(puppetdb)
    }

    fn wait(&mut self, address: SocketAddr) -> Result<(), String> {
        let begun = Instant::now();
        while !is_running(address) {
            let ended = self.process.try_wait().map_err(|error| error.to_string())?;
            if ended.is_some() || begun.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(10).collect();
                let last: Vec<&str> = last.into_iter().rev().collect();
                return Err(format!("PuppetDB does not start:\n{}", last.join("\n")));
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        Ok(())
    }
}

impl Drop for PuppetDb {
    fn drop(&mut self) {
        // Nothing of it is needed any more.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Two ports that nobody uses, held together so that they differ.
fn free_ports() -> Result<[u16; 2], String> {
    let listen = || TcpListener::bind("127.0.0.1:0");
    let port = |listener: &TcpListener| listener.local_addr().map(|address| address.port());
    let ports = listen().and_then(|one| {
        let other = listen()?;
        Ok([port(&one)?, port(&other)?])
    });
    ports.map_err(|error| format!("there is no free port: {error}"))
}

/// Writes settings and certificates; returns the folder with the certificates.
fn prepare(folder: &Path, database: u16, plain: u16, secure: u16) -> Result<PathBuf, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    // Left behind by an earlier process with the same id.
    let _ = fs::remove_dir_all(folder);
    let (settings, ssl) = (folder.join("conf.d"), folder.join("ssl"));
    for folder in [&settings, &ssl, &folder.join("vardir")] {
        fs::create_dir_all(folder).map_err(|error| text(&error))?;
    }
    let mut ca = CaSettings::new(folder.join("ca"), folder.join("own"));
    // The Java of the package reads keys of curves only in another format.
    ca.key = KeyKind::Rsa2048;
    let authority = Authority::open_or_create(ca).map_err(|error| text(&error))?;
    let mut files =
        vec![("ca.pem".to_owned(), authority.ca_certificate().map_err(|error| error.message)?.pem)];
    files.push(("crl.pem".to_owned(), authority.crl().map_err(|error| error.message)?.pem));
    for name in ["localhost", "compiler1"] {
        let made =
            authority.generate(name, &[], false, KeyKind::Rsa2048, None).map_err(|error| error.message)?;
        files.push((format!("{name}.pem"), made.certificate));
        files.push((format!("{name}.key"), made.private_key));
    }
    let at = folder.display();
    let settings_of = [
        (
            "config.ini",
            format!(
                "[global]\nvardir = {at}/vardir\nlogging-config = {at}/logback.xml\n\
                 [puppetdb]\ndisable-update-checking = true\n"
            ),
        ),
        (
            "database.ini",
            format!(
                "[database]\nsubname = //127.0.0.1:{database}/puppetdb\nusername = puppetdb\npassword = puppetdb\n"
            ),
        ),
        (
            "jetty.ini",
            format!(
                "[jetty]\nhost = 127.0.0.1\nport = {plain}\nssl-host = 127.0.0.1\nssl-port = {secure}\n\
                 ssl-key = {at}/ssl/localhost.key\nssl-cert = {at}/ssl/localhost.pem\nssl-ca-cert = {at}/ssl/ca.pem\n\
                 client-auth = want\n"
            ),
        ),
    ];
    let written = files.iter().map(|(name, content)| (ssl.join(name), content));
    let written = written.chain(settings_of.iter().map(|(name, content)| (settings.join(name), content)));
    for (path, content) in written {
        fs::write(path, content).map_err(|error| text(&error))?;
    }
    fs::write(folder.join("logback.xml"), LOGGING).map_err(|error| text(&error))?;
    for (from, to) in [("conf.d/auth.conf", "conf.d/auth.conf"), ("bootstrap.cfg", "bootstrap.cfg")] {
        fs::copy(Path::new(SETTINGS).join(from), folder.join(to)).map_err(|error| text(&error))?;
    }
    Ok(ssl)
}

fn launch(folder: &Path) -> Result<Child, String> {
    let log = File::create(folder.join("log")).and_then(|log| Ok((log.try_clone()?, log)));
    let (output, errors) = log.map_err(|error| format!("{}: {error}", folder.display()))?;
    Command::new("java")
        .args(["-Xmx256m", "-cp", PROGRAM, "clojure.main", "-m", "puppetlabs.puppetdb.core", "services"])
        .arg("--config")
        .arg(folder.join("conf.d"))
        .arg("--bootstrap-config")
        .arg(folder.join("bootstrap.cfg"))
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("java does not start: {error}"))
}

/// Whether it says that it is running. Until then it does not answer, or with another state.
fn is_running(address: SocketAddr) -> bool {
    let asked = TcpStream::connect_timeout(&address, Duration::from_secs(1)).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        let path = "/status/v1/services/puppetdb-status";
        stream.write_all(
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes(),
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map(|_| answer)
    });
    asked.is_ok_and(|answer| answer.contains(r#""state":"running""#))
}
