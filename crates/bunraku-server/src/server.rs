//! The server: what all requests share, its start and its end.

use std::fmt;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use bunraku::diag::Diagnostic;
use bunraku::world::World;
use bunraku::{Classifier, Program};
use bunraku_ca::Authority;
use bunraku_ca::tls::HostFiles;
use rustls::ServerConfig;
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::auth::Rules;
use crate::checksum::Checksums;
use crate::conf::Conf;
use crate::config::{Config, Limits};
use crate::environments::Environments;
use crate::files::Mounts;
use crate::keep::Keep;
use crate::listen::{listen, listen_locally};
use crate::log::Log;
use crate::metrics::{Gauges, Metrics};
use crate::notices::TRUSTED_FOR;
use crate::pool::Pool;
use crate::reports::{Processors, Setting};
use crate::static_catalog::Versions;
use crate::systemd::Manager;
use crate::tls::{self, TlsError};

/// What all requests share.
pub struct Server {
    /// The name in the server's certificate.
    pub certname: String,
    /// What all compilations have in common.
    pub program: Program,
    /// The environments.
    pub environments: Environments,
    /// The node classifier, if there is one.
    pub classifier: Option<Classifier>,
    /// The world that the classifier runs in.
    pub machine: Arc<dyn World>,
    /// The mounts of `fileserver.conf`.
    pub mounts: Mounts,
    /// Checksums of files.
    pub checksums: Checksums,
    /// Where copies of files are kept.
    pub bucket: PathBuf,
    /// Files of static catalogs.
    pub versions: Versions,
    /// Where facts, catalogs and reports are kept.
    pub keep: Arc<dyn Keep>,
    /// What else becomes of reports.
    pub reports: Processors,
    /// Settings that `puppet.conf` does not have.
    pub conf: Conf,
    /// Who may do what.
    pub rules: Rules,
    /// The threads that compile.
    pub compilers: Pool,
    /// How much of everything there may be.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Metrics,
    /// Where it tells what happens.
    pub log: Log,
    /// The service manager, which is told what happens, too.
    pub manager: Manager,
    /// TLS as the files of certificates are now.
    pub(crate) tls: ArcSwap<ServerConfig>,
    /// The certificate authority, if this server is one.
    pub authority: Option<Authority>,
    pub(crate) host_files: HostFiles,
    started: Instant,
    last_id: AtomicU64,
}

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// Its certificates cannot be used.
    Tls(TlsError),
    /// It cannot listen on its address.
    Listen(SocketAddr, io::Error),
    /// It cannot open its local socket.
    Socket(PathBuf, io::Error),
    /// Its settings cannot be used.
    Settings(Box<Diagnostic>),
    /// A report processor cannot be used.
    Reports(String),
    /// It gets no threads.
    Threads(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Tls(error) => error.fmt(f),
            StartError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            StartError::Socket(path, error) => {
                write!(f, "cannot open the socket `{}`: {error}", path.display())
            }
            StartError::Settings(diagnostic) => f.write_str(&diagnostic.message),
            StartError::Reports(message) => f.write_str(message),
            StartError::Threads(error) => write!(f, "cannot start threads: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Threads that may wait for the disk. More of them would take memory when a herd comes, and make nothing faster.
const DISK_THREADS: usize = 32;

/// How often revocation lists are looked at, whether they expire.
const DAY: Duration = Duration::from_secs(86_400);

/// A server that runs, until it is stopped or dropped.
pub struct Running {
    server: Arc<Server>,
    /// The address that it listens on.
    pub address: SocketAddr,
    runtime: Runtime,
    listener: tokio::task::JoinHandle<()>,
    stop: watch::Sender<bool>,
    watcher: Option<(mpsc::Sender<()>, JoinHandle<()>)>,
}

impl Server {
    /// Starts a server. It listens when this returns; the environments are loaded in the background.
    pub fn start(config: Config) -> Result<Running, StartError> {
        let tls = tls::load(&config.tls).map_err(StartError::Tls)?;
        let classifier = Classifier::configured(&*config.machine, &config.settings);
        let classifier = classifier.map_err(StartError::Settings)?;
        let mounts = Mounts::new(config.settings.get("fileserverconfig").map(PathBuf::from));
        let limits = config.limits;
        let compilers = Pool::start(limits.compilers, limits.queue).map_err(StartError::Threads)?;
        let environments = Environments::new(
            config.settings.clone(),
            Arc::clone(&config.machine),
            config.worlds,
            config.program.language(),
            config.log.clone(),
        );
        let reports = Processors::start(&Setting {
            settings: &config.settings,
            conf: &config.conf,
            host: &config.tls,
            machine: &config.machine,
            log: &config.log,
        });
        let reports = reports.map_err(StartError::Reports)?;
        let server = Arc::new(Server {
            certname: config.settings.get("certname").unwrap_or_else(|| "localhost".to_owned()),
            program: config.program,
            environments,
            classifier,
            machine: config.machine,
            mounts,
            checksums: Checksums::default(),
            bucket: config.bucket,
            versions: config.versions,
            keep: config.keep,
            reports,
            conf: config.conf,
            rules: config.rules,
            compilers,
            limits,
            metrics: Metrics::default(),
            log: config.log,
            manager: config.manager,
            tls: ArcSwap::from_pointee(tls),
            authority: config.authority,
            host_files: config.tls,
            started: Instant::now(),
            last_id: AtomicU64::new(0),
        });
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(DISK_THREADS)
            .enable_all()
            .build();
        let runtime = runtime.map_err(StartError::Threads)?;
        let unlisten = |error| StartError::Listen(config.address, error);
        let listener = runtime.block_on(async {
            match config.listener {
                Some(listener) => {
                    listener.set_nonblocking(true)?;
                    TcpListener::from_std(listener)
                }
                None => TcpListener::bind(config.address).await,
            }
        });
        let listener = listener.map_err(unlisten)?;
        let address = listener.local_addr().map_err(unlisten)?;
        let (stop, stopped) = watch::channel(false);
        let listener = runtime.spawn(listen(Arc::clone(&server), listener, stopped));
        if let Some(path) = &config.page_socket {
            let failed = |error| StartError::Socket(path.clone(), error);
            let local = runtime.block_on(async { local_socket(path) }).map_err(failed)?;
            runtime.spawn(listen_locally(Arc::clone(&server), local, stop.subscribe()));
        }
        let watcher = Arc::clone(&server).watch().map_err(StartError::Threads)?;
        Ok(Running { server, address, runtime, listener, stop, watcher: Some(watcher) })
    }

    /// A number for the next request.
    pub(crate) fn next_id(&self) -> u64 {
        self.last_id.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// After how many seconds a client that is sent away should come again: each after another time, so that they do not
    /// all come at once, within about twice the time that those who wait now will take.
    pub(crate) fn spread_delay(&self) -> u64 {
        let (waiting, running) = self.compilers.load();
        let each = self.metrics.usual_compilation().as_secs_f64() / self.limits.compilers.max(1) as f64;
        let needed = (each * (waiting + running) as f64 * 2.0).ceil() as u64;
        let random = RandomState::new().hash_one(self.next_id());
        1 + random % needed.clamp(10, self.limits.longest_delay.max(10))
    }

    /// What the service manager shows.
    fn status(&self) -> String {
        match self.environments.generations().len() {
            1 => "serving 1 environment".to_owned(),
            number => format!("serving {number} environments"),
        }
    }

    /// What is true of the server at this moment.
    pub fn gauges(&self) -> Gauges {
        Gauges {
            compilers: self.compilers.load(),
            environments: self.environments.generations(),
            uptime: self.started.elapsed(),
        }
    }

    /// Reads the certificates and what is revoked again. What cannot be used is reported and changes nothing.
    pub fn reload_tls(&self) {
        match tls::load(&self.host_files) {
            Ok(config) => {
                self.tls.store(Arc::new(config));
                self.log.info("reloaded the certificates");
            }
            Err(error) => self.log.error(format_args!("still using the previous certificates: {error}")),
        }
    }

    /// Applies what the authority has just revoked.
    pub fn apply_revocations(&self) {
        self.copy_revocations();
        self.reload_tls();
    }

    fn copy_revocations(&self) {
        if let Some(authority) = &self.authority
            && let Err(error) = authority.refresh_host_crl(&self.host_files)
        {
            self.log.error(format_args!("cannot copy the revocation lists: {error}"));
        }
    }

    /// Renews what expires, or tells of it.
    fn renew(&self) {
        if let Some(authority) = &self.authority
            && let Err(error) = authority.renew_crls_if_needed()
        {
            self.log.error(format_args!("cannot renew the revocation lists: {error}"));
        }
        if let Some(authority) = &self.authority
            && let Err(error) = authority.renew_host_if_needed(&self.certname, &self.host_files)
        {
            self.log.error(format_args!("cannot renew the server's certificate: {error}"));
        }
        if self.authority.is_none()
            && let Some(warning) = crate::config::host_warning(&self.host_files)
        {
            self.log.warning(warning);
        }
    }

    fn sweep(&self) {
        if let Versions::Kept(contents) = &self.versions
            && let Err(error) = contents.sweep()
        {
            self.log.error(format_args!("cannot remove old files of static catalogs: {error}"));
        }
    }

    /// Loads the environments, and looks for changes of files from time to time.
    fn watch(self: Arc<Server>) -> io::Result<(mpsc::Sender<()>, JoinHandle<()>)> {
        let (stop, stopped) = mpsc::channel();
        let work = move || {
            self.environments.load_all();
            self.manager.ready(&self.status());
            let mut stamp = tls::stamp(&self.host_files);
            let mut day = Instant::now();
            let mut pause = self.limits.look;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                let begun = Instant::now();
                self.environments.look_for_changes();
                self.copy_revocations();
                if day.elapsed() > DAY {
                    day = Instant::now();
                    self.renew();
                    self.sweep();
                }
                let now = tls::stamp(&self.host_files);
                if now != stamp {
                    stamp = now;
                    self.reload_tls();
                }
                // Looking takes a three-hundredth of the time, unless that would let changes wait.
                pause = self.limits.look.max((begun.elapsed() * 300).min(TRUSTED_FOR));
            }
        };
        let thread = thread::Builder::new().name("watcher".to_owned()).spawn(work)?;
        Ok((stop, thread))
    }
}

/// Opens the socket of the page: its owner and group may use it.
fn local_socket(path: &Path) -> io::Result<UnixListener> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    // One that an earlier process has left; anything else at this place is not ours to remove.
    if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o660))?;
    Ok(listener)
}

impl Running {
    /// What requests share.
    pub fn server(&self) -> &Arc<Server> {
        &self.server
    }

    /// Serves until the process is told to end, by `SIGTERM` or `SIGINT`. `SIGHUP` loads everything again.
    pub fn serve(self) -> io::Result<()> {
        use tokio::signal::unix::{SignalKind, signal};
        let server = Arc::clone(&self.server);
        let done: io::Result<()> = self.runtime.block_on(async {
            let mut terminate = signal(SignalKind::terminate())?;
            let mut interrupt = signal(SignalKind::interrupt())?;
            let mut hangup = signal(SignalKind::hangup())?;
            let mut alive = tokio::time::interval(server.manager.watchdog().unwrap_or(DAY));
            loop {
                tokio::select! {
                    _ = terminate.recv() => return Ok(()),
                    _ = interrupt.recv() => return Ok(()),
                    _ = alive.tick() => server.manager.alive(),
                    _ = hangup.recv() => {
                        let server = Arc::clone(&server);
                        tokio::task::spawn_blocking(move || {
                            server.manager.reloading();
                            server.reload_tls();
                            server.environments.reload(None);
                            server.manager.ready(&server.status());
                        });
                    }
                }
            }
        });
        server.log.info("stopping: no new connections");
        server.manager.stopping();
        self.stop();
        done
    }

    /// Takes no new connections, finishes what was begun, and ends.
    pub fn stop(mut self) {
        // Nobody listens only if the listener has ended by itself.
        let _ = self.stop.send(true);
        let listener = std::mem::replace(&mut self.listener, self.runtime.spawn(async {}));
        let _ = self.runtime.block_on(listener);
        self.server.compilers.end();
        self.server.reports.end();
        if let Some((stop, thread)) = self.watcher.take() {
            drop(stop);
            let _ = thread.join();
        }
        self.runtime.shutdown_background();
    }
}
