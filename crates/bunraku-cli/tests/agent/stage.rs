//! A server and an agent, each in a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use bunraku_ca::tls::HostFiles;
use bunraku_corpus::skipped;
use bunraku_server::outside::{Caller, HttpResponse, Patience, Url};

/// A server in a temporary folder, and the folders of an agent.
pub struct Stage {
    pub folder: PathBuf,
    server: Child,
    port: u16,
    puppet: Vec<String>,
}

impl Stage {
    /// Starts the server; `None` if there is no agent.
    pub fn new(name: &str, files: &[(&str, &str)], options: &[&str]) -> Option<Stage> {
        let puppet = program()?;
        let folder = scratch(name);
        for (path, content) in files {
            write(
                &folder.join("server").join(path),
                &content.replace("%OUT%", &folder.join("out").to_string_lossy()),
            );
        }
        let mut stage = Stage::serve(folder, options);
        stage.puppet = puppet.to_vec();
        Some(stage)
    }

    /// Starts the server of a folder, without an agent.
    pub fn serve(folder: PathBuf, options: &[&str]) -> Stage {
        let mut server = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(["server", "--address", "127.0.0.1", "--port", "0", "--autosign", "true", "--allow-root"])
            .args(["--certname", "server.test", "--confdir"])
            .arg(folder.join("server"))
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let port = lines.find_map(|line| line.unwrap().split_once("listening on 127.0.0.1:")?.1.parse().ok());
        // The log is drained so that the server never blocks on it.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Stage { folder, server, port: port.unwrap(), puppet: Vec::new() }
    }

    /// The major and minor version of the agent.
    pub fn version(&self) -> (u32, u32) {
        let output = Command::new(&self.puppet[0]).args(&self.puppet[1..]).arg("--version").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut numbers = text.trim().split('.').map(|number| number.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    }

    /// The number of compilations that wait for a thread.
    pub fn waiting(&self) -> u32 {
        self.metric("bunraku_compilations{state=\"waiting\"} ").unwrap()
    }

    /// Whether a node that requested its catalog was told to retry.
    pub fn has_sent_away_an_agent(&self) -> bool {
        self.metric("bunraku_requests_total{route=\"/puppet/v3/catalog/{}\",status=\"503\"} ").is_some()
    }

    fn metric(&self, name: &str) -> Option<u32> {
        let answer = self.ask(&self.server_files(), "GET", "/metrics", "text/plain", b"");
        let text = String::from_utf8(answer.body).unwrap();
        text.lines().find_map(|line| line.strip_prefix(name)?.parse().ok())
    }

    /// The address of the server.
    pub fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Sends a request to the server with these certificates.
    pub fn ask(&self, files: &HostFiles, method: &str, path: &str, kind: &str, body: &[u8]) -> HttpResponse {
        let caller = Caller::load(files, true).unwrap();
        let url = Url::parse(&format!("{}{path}", self.url())).unwrap();
        let headers = [
            ("Content-Type", kind),
            ("Accept", "application/vnd.puppet.rich+json, application/json, text/plain"),
        ];
        let minutes = Duration::from_secs(300);
        let patience = Patience { pause: minutes, whole: minutes, ..Patience::default() };
        caller.ask(method, &url, &headers, body, patience).unwrap()
    }

    /// The certificates of the server, which are authorised for everything.
    pub fn server_files(&self) -> HostFiles {
        HostFiles::below(&self.folder.join("server/ssl"), "server.test")
    }

    /// The certificates of the agent.
    pub fn agent_files(&self) -> HostFiles {
        HostFiles::below(&self.folder.join("agent/ssl"), "node.test")
    }

    /// Runs the agent once and returns its status and output.
    pub fn agent(&self, args: &[&str]) -> (i32, String) {
        let below = |name: &str| self.folder.join("agent").join(name);
        let output = Command::new(&self.puppet[0])
            .args(&self.puppet[1..])
            .args(["agent", "--test", "--color", "false", "--certname", "node.test", "--server", "localhost"])
            .args(["--serverport", &self.port.to_string()])
            .arg("--confdir")
            .arg(below("conf"))
            .arg("--vardir")
            .arg(below("var"))
            .arg("--ssldir")
            .arg(below("ssl"))
            .arg("--publicdir")
            .arg(below("public"))
            .arg("--rundir")
            .arg(below("run"))
            .arg("--logdir")
            .arg(below("log"))
            .args(args)
            .output()
            .unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap_or(-1), said)
    }

    /// Reloads the environments of the server, and waits until that is done.
    pub fn reload(&self) {
        let path = "/puppet-admin-api/v1/environment-cache";
        let answer = self.ask(&self.server_files(), "DELETE", path, "text/plain", b"");
        assert_eq!(answer.status, 204, "{}", answer.summary());
    }

    pub fn out(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.folder.join("out").join(name)).ok()
    }

    /// Waits for reports: the agent gets its answer before the file is written.
    pub fn reports_until(&self, enough: impl Fn(&[String]) -> bool) -> Vec<String> {
        let begun = Instant::now();
        loop {
            let reports = self.reports();
            if enough(&reports) {
                return reports;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "the expected report is missing: {reports:#?}"
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn reports(&self) -> Vec<String> {
        let folder = self.folder.join("server/var/reports/node.test");
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The agent: the command in `BUNRAKU_PUPPET`, or `puppet`, which is installed on Debian if possible.
fn program() -> Option<&'static [String]> {
    static PROGRAM: OnceLock<Result<Vec<String>, String>> = OnceLock::new();
    let found = PROGRAM.get_or_init(|| {
        let named = std::env::var("BUNRAKU_PUPPET").ok();
        let words = named.as_deref().unwrap_or("puppet").split_whitespace().map(str::to_owned);
        let words: Vec<String> = words.collect();
        let works = || {
            Command::new(&words[0])
                .args(&words[1..])
                .arg("--version")
                .output()
                .is_ok_and(|o| o.status.success())
        };
        let missing = format!("there is no program `{}` to be the agent", words.join(" "));
        match works() || named.is_none() && install("puppet-agent") && works() {
            true => Ok(words),
            false if named.is_none() => {
                Err(format!("{missing}, and the package puppet-agent cannot be installed"))
            }
            false => Err(missing),
        }
    });
    match found {
        Ok(words) => Some(words),
        Err(why) => {
            skipped(why);
            None
        }
    }
}

/// Installs a Debian package, without waiting long for servers that do not answer.
fn install(package: &str) -> bool {
    Command::new("timeout")
        .args(["300", "apt-get", "install", "--yes", "--no-install-recommends"])
        .args(["--option", "Acquire::Retries=0", "--option", "Acquire::http::Timeout=10", package])
        .env("DEBIAN_FRONTEND", "noninteractive")
        .output()
        .is_ok_and(|output| output.status.success())
}

pub fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// An empty folder.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agent-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}
