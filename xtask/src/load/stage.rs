//! The server being measured: its folder, certificates, process and resource usage.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku_ca::{Authority, CaSettings, KeyKind};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore};
use tokio::runtime::Builder;

use super::agent::Agent;
use super::http::Connection;
use crate::server::Server;

/// A running server and its agents.
pub struct Stage {
    folder: PathBuf,
    server: Server,
    /// How long it took from the start until all environments were loaded.
    pub ready: Duration,
    /// The agents.
    pub agents: Vec<Arc<Agent>>,
    /// The facts of each agent, with `%NAME%` for its name.
    pub facts: Arc<str>,
}

/// The resource usage of a process.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// CPU time, in user and kernel mode.
    pub processor: Duration,
    /// Current resident memory in bytes.
    pub resident: u64,
    /// Peak resident memory in bytes.
    pub highest: u64,
}

/// Linux counts CPU time in hundredths of a second.
const TICKS: u64 = 100;

impl Stage {
    /// Starts a server whose environment `production` contains the files of a folder, and a class for all agents.
    pub fn start(
        program: &str,
        environment: &Path,
        facts: &Path,
        class: &str,
        agents: usize,
        with_store: bool,
    ) -> Result<Stage, String> {
        let folder = std::env::temp_dir().join(format!("bunraku-load-{}", std::process::id()));
        let wrong = |error: &dyn std::fmt::Display| format!("cannot prepare `{}`: {error}", folder.display());
        // Left behind by an earlier process with the same id.
        let _ = fs::remove_dir_all(&folder);
        prepare(&folder, environment, class).map_err(|error| wrong(&error))?;
        let mut settings = CaSettings::new(folder.join("ca"), folder.join("ssl"));
        settings.key = KeyKind::P256;
        let authority = Authority::open_or_create(settings).map_err(|error| wrong(&error))?;
        let names = ["localhost".to_owned()];
        authority.ensure_host("server.test", &names, KeyKind::P256).map_err(|error| wrong(&error))?;
        let mut clients = Vec::new();
        for number in 1..=agents {
            let certname = format!("load{number:05}.example.net");
            let made = authority.generate(&certname, &[], false, KeyKind::P256, None);
            let made = made.map_err(|refusal| wrong(&refusal.message))?;
            clients.push((certname, made));
        }
        let bundle = authority.ca_certificate().map_err(|refusal| wrong(&refusal.message))?.pem;

        let begun = Instant::now();
        let store: &[&str] = if with_store { &[] } else { &["--store", "none"] };
        let server = Server::start(program, "server.test", &folder, store)?;
        let address = SocketAddr::from(([127, 0, 0, 1], server.port));
        let tls = |made: &bunraku_ca::Generated| client(&bundle, made);
        let agents: Result<Vec<Arc<Agent>>, String> = clients
            .iter()
            .map(|(certname, made)| {
                let tls = Arc::new(tls(made)?);
                Ok(Arc::new(Agent { certname: certname.clone(), tls, server: address }))
            })
            .collect();
        let mut stage =
            Stage { folder, server, ready: Duration::ZERO, agents: agents?, facts: read_facts(facts)? };
        stage.wait_until_ready(begun)?;
        Ok(stage)
    }

    fn wait_until_ready(&mut self, begun: Instant) -> Result<(), String> {
        let agent = Arc::clone(self.agents.first().ok_or("there are no agents")?);
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        runtime.block_on(async {
            loop {
                let mut connection = Connection::open(agent.server, Arc::clone(&agent.tls)).await?;
                let answer = connection.ask("GET", "/status/v1/simple", "", b"").await?;
                if answer.status == 200 {
                    return Ok(());
                }
                if begun.elapsed() > Duration::from_secs(120) {
                    return Err("the server does not get ready".to_owned());
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })?;
        self.ready = begun.elapsed();
        Ok(())
    }

    /// The resource usage of the server so far.
    pub fn cost(&self) -> Result<Cost, String> {
        let read = |name: &str| {
            let path = format!("/proc/{}/{name}", self.server.id());
            fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))
        };
        let stat = read("stat")?;
        let after = stat.rsplit_once(')').map(|(_, after)| after).unwrap_or_default();
        let field = |at: usize| after.split_whitespace().nth(at).and_then(|text| text.parse::<u64>().ok());
        let ticks = field(11).unwrap_or_default() + field(12).unwrap_or_default();
        let status = read("status")?;
        let kilobytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            let number = line.trim_start_matches(':').split_whitespace().next();
            number.and_then(|text| text.parse::<u64>().ok()).unwrap_or_default() * 1024
        };
        let processor = Duration::from_millis(ticks * 1000 / TICKS);
        Ok(Cost { processor, resident: kilobytes("VmRSS"), highest: kilobytes("VmHWM") })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Before the folder, into which it writes.
        self.server.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Copies the environment and adds a manifest.
fn prepare(folder: &Path, environment: &Path, class: &str) -> std::io::Result<()> {
    let own = folder.join("environments/production");
    copy(environment, &own)?;
    let node = format!("node /^load\\d+\\./ {{\n  include {class}\n}}\n");
    fs::write(own.join("manifests/load.pp"), node)?;
    // Old modules need these settings.
    fs::write(folder.join("puppet.conf"), "[main]\nstrict = warning\nstrict_variables = false\n")
}

/// Copies a folder, replacing links by their targets.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        // Dangling links are skipped.
        match fs::metadata(&from) {
            Ok(metadata) if metadata.is_dir() => copy(&from, &to)?,
            Ok(metadata) if metadata.is_file() => drop(fs::copy(&from, &to)?),
            _ => {}
        }
    }
    Ok(())
}

fn client(bundle: &str, made: &bunraku_ca::Generated) -> Result<ClientConfig, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot use a certificate: {error}");
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(bundle.as_bytes()) {
        let added = roots.add(certificate.map_err(|error| wrong(&error))?);
        added.map_err(|error| wrong(&error))?;
    }
    let certificate = CertificateDer::from_pem_slice(made.certificate.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(made.private_key.as_bytes()).map_err(|error| wrong(&error))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_root_certificates(roots)
        .with_client_auth_cert(vec![certificate.map_err(|error| wrong(&error))?], key)
        .map_err(|error| wrong(&error))?;
    // Agents never resume a TLS session.
    config.resumption = rustls::client::Resumption::disabled();
    Ok(config)
}

/// The object an agent sends. A fact file contains either that or only its `values`.
fn read_facts(path: &Path) -> Result<Arc<str>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("cannot use `{}`: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let values = value.get("values").unwrap_or(&value);
    let sent = serde_json::json!({ "name": "%NAME%", "values": values, "timestamp": "2026-11-16T12:00:00.000000000+00:00" });
    // Names in the facts are replaced by the agent's own.
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    Ok(sent.to_string().replace(name, "%NAME%").into())
}
