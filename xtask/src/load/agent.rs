//! One agent: a run as a real agent does it after its first.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku::diag::percent::encoded;
use rustls::ClientConfig;

use super::http::{Connection, HttpResponse};

/// An agent.
pub struct Agent {
    pub certname: String,
    /// Its certificate and the authority it trusts.
    pub tls: Arc<ClientConfig>,
    /// The address of the server.
    pub server: SocketAddr,
}

/// The steps of a run.
#[derive(Clone)]
pub struct Run {
    /// Whether it requests the plugin lists.
    pub lists: bool,
    /// Whether it reconnects for its report, like an agent whose run took more than four seconds.
    pub reconnect: bool,
    /// The facts, with `%NAME%` for the name of the agent.
    pub facts: Arc<str>,
}

/// The steps of a run that are measured individually.
pub const STEPS: [&str; 4] = ["handshake", "lists of plugins", "catalog", "report"];

/// The outcome of a run.
#[derive(Default)]
pub struct Ended {
    /// How long each step took; `None` if it was skipped.
    pub steps: [Option<Duration>; STEPS.len()],
    /// How long the run took, from its scheduled start.
    pub whole: Duration,
    /// The total size of the bodies received.
    pub bytes: usize,
    /// How often the server asked to retry later.
    pub deferred: usize,
    /// Why the run failed.
    pub error: Option<String>,
}

const JSON: &str = "Accept: application/json, application/x-msgpack\r\n";
const CATALOG: &str = "Accept: application/vnd.puppet.rich+json, application/json\r\n\
                       Content-Type: application/x-www-form-urlencoded\r\n";
const REPORT: &str = "Accept: application/json\r\nContent-Type: application/json\r\n";
const IGNORE: &str = "ignore=.svn&ignore=CVS&ignore=.git&ignore=.hg";

impl Agent {
    /// Runs once.
    pub async fn run(&self, run: &Run, due: Instant) -> Ended {
        let mut ended = Ended::default();
        ended.error = self.steps(run, &mut ended).await.err();
        ended.whole = due.elapsed();
        ended
    }

    async fn steps(&self, run: &Run, ended: &mut Ended) -> Result<(), String> {
        let begun = Instant::now();
        let mut connection = self.connect().await?;
        ended.steps[0] = Some(begun.elapsed());
        if run.lists {
            let begun = Instant::now();
            for list in [
                "plugins?recurse=false&links=manage&checksum_type=sha256&source_permissions=ignore"
                    .to_owned(),
                format!(
                    "pluginfacts?recurse=true&max_files=-1&{IGNORE}&links=follow&checksum_type=sha256&source_permissions=use"
                ),
                format!(
                    "plugins?recurse=true&max_files=-1&{IGNORE}&links=follow&checksum_type=sha256&source_permissions=ignore"
                ),
            ] {
                let path = format!("/puppet/v3/file_metadatas/{list}&environment=production");
                let answer = connection.ask("GET", &path, JSON, b"").await?;
                ended.bytes += expect("a list", answer)?;
            }
            ended.steps[1] = Some(begun.elapsed());
        }
        let begun = Instant::now();
        let path = format!("/puppet/v3/catalog/{}?environment=production", self.certname);
        let form = self.form(run);
        loop {
            let answer = connection.ask("POST", &path, CATALOG, form.as_bytes()).await?;
            let Some(seconds) = answer.retry_after.filter(|_| answer.status == 503) else {
                ended.bytes += expect("the catalog", answer)?;
                break;
            };
            ended.deferred += 1;
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            connection = self.connect().await?;
        }
        ended.steps[2] = Some(begun.elapsed());
        if run.reconnect {
            connection = self.connect().await?;
        }
        let begun = Instant::now();
        let path = format!("/puppet/v3/report/{}?environment=production", self.certname);
        let answer = connection.ask("PUT", &path, REPORT, self.report().as_bytes()).await?;
        expect("the answer to the report", answer)?;
        ended.steps[3] = Some(begun.elapsed());
        Ok(())
    }

    async fn connect(&self) -> Result<Connection, String> {
        Connection::open(self.server, Arc::clone(&self.tls)).await
    }

    fn form(&self, run: &Run) -> String {
        let facts = run.facts.replace("%NAME%", &self.certname);
        format!(
            "facts_format=application%2Fjson&facts={}&environment=production&configured_environment=production\
             &check_environment=true&transaction_uuid={}&job_uuid=&static_catalog=true&checksum_type=sha256.md5",
            encoded(&encoded(&facts)),
            uuid(&self.certname)
        )
    }

    /// The report of a run without changes, with ten resources that an agent reports anyway.
    fn report(&self) -> String {
        let name = &self.certname;
        let time = "2026-11-16T12:00:00.000000000+00:00";
        let resources: Vec<String> = (0..10)
            .map(|number| {
                format!(
                    r#""Exec[check {number}]":{{"title":"check {number}","file":"/etc/puppetlabs/code/site.pp","line":{number},"resource":"Exec[check {number}]","resource_type":"Exec","provider_used":"posix","containment_path":["Stage[main]","Main","Exec[check {number}]"],"evaluation_time":0.01,"tags":["exec","class"],"time":"{time}","failed":false,"failed_to_restart":false,"changed":false,"out_of_sync":false,"skipped":true,"change_count":0,"out_of_sync_count":0,"events":[],"corrective_change":false}}"#
                )
            })
            .collect();
        let logs: Vec<String> = (0..20)
            .map(|number| {
                format!(
                    r#"{{"level":"info","message":"Loading facts of plugin {number}","source":"Puppet","tags":["info"],"time":"{time}","file":null,"line":null}}"#
                )
            })
            .collect();
        format!(
            r#"{{"host":"{name}","time":"{time}","configuration_version":"1","transaction_uuid":"{}","report_format":12,"puppet_version":"8.11.0","status":"unchanged","transaction_completed":true,"noop":false,"noop_pending":false,"environment":"production","logs":[{}],"metrics":{{"resources":{{"name":"resources","label":"Resources","values":[["total","Total",815],["skipped","Skipped",10],["failed","Failed",0]]}},"time":{{"name":"time","label":"Time","values":[["file","File",0.9],["config_retrieval","Config retrieval",0.4],["total","Total",2.86]]}},"changes":{{"name":"changes","label":"Changes","values":[["total","Total",0]]}},"events":{{"name":"events","label":"Events","values":[["total","Total",0],["failure","Failure",0],["success","Success",0]]}}}},"resource_statuses":{{{}}},"corrective_change":false}}"#,
            uuid(name),
            logs.join(","),
            resources.join(",")
        )
    }
}

fn expect(what: &str, answer: HttpResponse) -> Result<usize, String> {
    match answer.status {
        200 => Ok(answer.length),
        status => Err(format!("expected {what}, got {status}: {}", answer.text)),
    }
}

/// A string in the form of a UUID that is unique to a run.
fn uuid(name: &str) -> String {
    use std::hash::{BuildHasher, RandomState};
    let random = RandomState::new();
    let (high, low) = (random.hash_one(name), random.hash_one(1));
    format!(
        "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 52,
        low & 0xffff_ffff_ffff
    )
}
