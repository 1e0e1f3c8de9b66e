//! A server with its own authority and folder, and clients with certificates.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bunraku::Program;
use bunraku::edition::PUPPET8;
use bunraku::loader::PuppetSettings;
use bunraku::world::World;
use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Authority, KeyKind};
use bunraku_fs::SystemWorld;
use bunraku_server::conf::Conf;
use bunraku_server::log::Log;
use bunraku_server::systemd::Manager;
use bunraku_server::{Config, Running, Server, ServerLimits, config};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A running server, until it is dropped.
pub struct Site {
    /// Its folder.
    pub folder: PathBuf,
    running: Option<Running>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// A client and its certificate.
pub struct Peer {
    address: SocketAddr,
    config: Arc<ClientConfig>,
}

impl Site {
    /// Starts a server with these files in its folder.
    pub fn new(files: &[(&str, &str)]) -> Site {
        Site::with_limits(files, ServerLimits::default())
    }

    pub fn with_limits(files: &[(&str, &str)], limits: ServerLimits) -> Site {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("bunraku-serve-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("environments/production/modules")).unwrap();
        for (name, content) in files {
            write(&folder.join(name), content);
        }
        let settings = settings(&folder, "server.test");
        let (authority, tls) = config::authority(&settings, &Log::silent()).unwrap();
        for (name, admin) in [("node1", false), ("node2", false), ("revoked", false), ("admin", true)] {
            let made = authority.generate(name, &[], admin, KeyKind::P256, None).unwrap();
            write(&folder.join(format!("peers/{name}.pem")), &made.certificate);
            write(&folder.join(format!("peers/{name}.key")), &made.private_key);
        }
        authority.revoke(&["revoked".to_owned()]).unwrap();
        authority.refresh_host_crl(&tls).unwrap();
        let running = launch(&folder, settings, Some(authority), tls, limits);
        Site { folder, running: Some(running) }
    }

    /// Starts a server that only compiles, with a certificate of another server's authority and these files in its
    /// folder.
    pub fn compiler_of(ca: &Site, files: &[(&str, &str)]) -> Site {
        let folder = ca.folder.join("compiler");
        fs::create_dir_all(folder.join("environments/production/modules")).unwrap();
        for (name, content) in files {
            write(&folder.join(name), content);
        }
        let authority = ca.running().server().authority.as_ref().unwrap();
        let made =
            authority.generate("compiler", &["localhost".to_owned()], true, KeyKind::P256, None).unwrap();
        let settings = settings(&folder, "compiler");
        let tls = config::host_files(&settings);
        write(&tls.certificate, &made.certificate);
        write(&tls.private_key, &made.private_key);
        for name in ["certs/ca.pem", "crl.pem"] {
            let text = fs::read_to_string(ca.folder.join("ssl").join(name)).unwrap();
            write(&folder.join("ssl").join(name), &text);
        }
        for name in ["node1", "node2", "admin"] {
            for kind in ["pem", "key"] {
                let file = format!("peers/{name}.{kind}");
                write(&folder.join(&file), &fs::read_to_string(ca.folder.join(&file)).unwrap());
            }
        }
        let running = launch(&folder, settings, None, tls, ServerLimits::default());
        Site { folder, running: Some(running) }
    }

    pub fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    /// Stops the server and waits for it.
    pub fn stop(&mut self) {
        self.running.take().unwrap().stop();
    }

    /// A client with the certificate of a name, or without any.
    pub fn peer(&self, name: &str) -> Peer {
        let mut roots = RootCertStore::empty();
        let ca = fs::read(self.folder.join("ssl/certs/ca.pem")).unwrap();
        for certificate in CertificateDer::pem_slice_iter(&ca) {
            roots.add(certificate.unwrap()).unwrap();
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots);
        let config = if name.is_empty() {
            builder.with_no_client_auth()
        } else {
            let pem = |kind| fs::read(self.folder.join(format!("peers/{name}.{kind}"))).unwrap();
            let certificate = CertificateDer::from_pem_slice(&pem("pem")).unwrap();
            let key = PrivateKeyDer::from_pem_slice(&pem("key")).unwrap();
            builder.with_client_auth_cert(vec![certificate], key).unwrap()
        };
        Peer { address: self.running().address, config: Arc::new(config) }
    }
}

fn settings(folder: &Path, certname: &str) -> PuppetSettings {
    let mut settings = PuppetSettings::read(&SystemWorld::unrestricted(), folder, &mut Vec::new()).unwrap();
    settings.set("codedir", &folder.to_string_lossy());
    settings.set("certname", certname);
    config::settle(&mut settings);
    settings
}

fn launch(
    folder: &Path,
    settings: PuppetSettings,
    authority: Option<Authority>,
    tls: HostFiles,
    limits: ServerLimits,
) -> Running {
    let mut program = Program::new(&PUPPET8);
    // For its clock: without one, deadlines never pass.
    program.world = Arc::new(SystemWorld::new());
    let conf = Conf::read(&settings).unwrap();
    let config = Config {
        address: "127.0.0.1:0".parse().unwrap(),
        listener: None,
        page_socket: Some(folder.join("page.sock")),
        manager: Manager::default(),
        program,
        worlds: Arc::new(|| Arc::new(SystemWorld::new()) as Arc<dyn World>),
        machine: Arc::new(SystemWorld::unrestricted()),
        tls,
        authority,
        rules: config::rules(&settings).unwrap().0,
        keep: Arc::new(config::folders(&settings)),
        bucket: folder.join("bucket"),
        versions: config::versions(&settings, &conf).unwrap(),
        conf,
        limits: ServerLimits { look: Duration::from_millis(50), ..limits },
        log: Log::silent(),
        settings,
    };
    Server::start(config).unwrap()
}

impl Drop for Site {
    fn drop(&mut self) {
        if self.running.is_some() {
            self.stop();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Peer {
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    /// Sends a request on a new connection.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        self.try_ask(method, path, headers, body).unwrap()
    }

    /// Like [`Peer::ask`], but returns an error if there is no connection.
    pub fn try_ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Accept") {
            head.push_str("Accept: application/json\r\n");
        }
        if !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut bytes = format!("{head}\r\n").into_bytes();
        bytes.extend(body);
        self.send(&bytes)
    }

    /// Sends bytes and disconnects after a time, without reading a response.
    pub fn send_and_leave(&self, bytes: &[u8], after: Duration) {
        let socket = TcpStream::connect(self.address).unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let connection = ClientConnection::new(Arc::clone(&self.config), name).unwrap();
        let mut stream = StreamOwned::new(connection, socket);
        stream.write_all(bytes).unwrap();
        stream.flush().unwrap();
        std::thread::sleep(after);
    }

    /// Connects, and runs a function with the connection.
    pub fn on_connection<T>(
        &self,
        work: impl FnOnce(&mut StreamOwned<ClientConnection, TcpStream>) -> T,
    ) -> T {
        let socket = TcpStream::connect(self.address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let name = ServerName::try_from("localhost").unwrap();
        let connection = ClientConnection::new(Arc::clone(&self.config), name).unwrap();
        work(&mut StreamOwned::new(connection, socket))
    }

    /// Sends raw bytes.
    pub fn send(&self, bytes: &[u8]) -> std::io::Result<Answer> {
        let socket = TcpStream::connect(self.address)?;
        socket.set_read_timeout(Some(Duration::from_secs(60)))?;
        let name = ServerName::try_from("localhost").unwrap();
        let connection = ClientConnection::new(Arc::clone(&self.config), name).unwrap();
        let mut stream = StreamOwned::new(connection, socket);
        // A server that rejects a request may close before everything has been sent.
        let sent = stream.write_all(bytes).and_then(|()| stream.flush());
        let mut all = Vec::new();
        let received = stream.read_to_end(&mut all);
        let Some(at) = all.windows(4).position(|four| four == b"\r\n\r\n") else {
            sent?;
            received?;
            return Err(std::io::Error::other("no answer"));
        };
        let head = String::from_utf8_lossy(&all[..at]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Ok(Answer { status, head, body: all[at + 4..].to_vec() })
    }
}

/// Writes a file and the folders around it.
pub fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// The form that an agent sends for its catalog.
pub fn form(node: &str, environment: &str) -> String {
    let facts = format!("{{\"name\":\"{node}\",\"values\":{{\"kernel\":\"Linux\"}}}}");
    let once = escape(&facts);
    format!(
        "facts_format=application%2Fjson&facts={}&environment={environment}&check_environment=true",
        escape(&once)
    )
}

fn escape(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
        out
    })
}

pub const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");
pub const JSON: (&str, &str) = ("Content-Type", "application/json");
pub const BYTES: (&str, &str) = ("Content-Type", "application/octet-stream");
pub const SITE: &str = "environments/production/manifests/site.pp";
