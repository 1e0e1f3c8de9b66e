//! The server: the state shared by all requests, starting and stopping.

use std::fmt;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;
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

use crate::addresses::own_addresses;
use crate::auth::Rules;
use crate::checksum::Checksums;
use crate::conf::Conf;
use crate::config::{Config, ServerLimits};
use crate::environments::Environments;
use crate::files::Mounts;
use crate::keep::Keep;
use crate::large_bodies::LargeBodies;
use crate::listen::{listen, listen_locally};
use crate::log::Log;
use crate::metrics::{Gauges, Metrics};
use crate::pool::Pool;
use crate::reports::{Processors, Setting};
use crate::static_catalog::Versions;
use crate::systemd::Manager;
use crate::tls::{self, TlsError};

/// The state shared by all requests.
pub struct Server {
    /// The name in the server's certificate.
    pub certname: String,
    /// What all compilations share.
    pub program: Program,
    /// The environments.
    pub environments: Environments,
    /// The node classifier, if there is one.
    pub classifier: Option<Classifier>,
    /// The world in which the classifier runs.
    pub machine: Arc<dyn World>,
    /// The mounts of `fileserver.conf`.
    pub mounts: Mounts,
    /// A cache of checksums.
    pub checksums: Checksums,
    /// The folder of the file bucket.
    pub bucket: PathBuf,
    /// How the files of static catalogs are versioned.
    pub versions: Versions,
    /// The storage for facts, catalogs and reports.
    pub keep: Arc<dyn Keep>,
    /// The report processors.
    pub reports: Processors,
    /// Settings that are not in `puppet.conf`.
    pub conf: Conf,
    /// The authorization rules.
    pub rules: Rules,
    /// The compiler threads.
    pub compilers: Pool,
    /// The memory for large bodies.
    pub(crate) large_bodies: LargeBodies,
    /// The IPv4 and IPv6 addresses of this machine.
    pub(crate) addresses: (Option<IpAddr>, Option<IpAddr>),
    /// Limits on resources and times.
    pub limits: ServerLimits,
    /// Counters for monitoring.
    pub metrics: Metrics,
    /// The log for operators.
    pub log: Log,
    /// The service manager, which is also notified of events.
    pub manager: Manager,
    /// The TLS configuration for the current certificate files.
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
    /// Its certificates are invalid.
    Tls(TlsError),
    /// It cannot listen on its address.
    Listen(SocketAddr, io::Error),
    /// It cannot open its local socket.
    Socket(PathBuf, io::Error),
    /// Its settings are invalid.
    Settings(Box<Diagnostic>),
    /// A report processor is not configured correctly.
    Reports(String),
    /// It cannot create threads.
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

/// The number of threads that may wait for the disk. More would only take memory during load spikes, without being
/// faster.
const DISK_THREADS: usize = 32;

/// How often revocation lists are checked for expiry.
pub(crate) const DAY: Duration = Duration::from_secs(86_400);

/// A running server, until it is stopped or dropped.
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
    /// Starts a server. It is listening when this returns; the environments are loaded in the background.
    pub fn start(config: Config) -> Result<Running, StartError> {
        let tls = tls::load(&config.tls).map_err(StartError::Tls)?;
        let classifier = Classifier::configured(&*config.machine, &config.settings);
        let classifier = classifier.map_err(StartError::Settings)?;
        let mounts = Mounts::new(config.settings.get("fileserverconfig").map(PathBuf::from));
        let limits = config.limits;
        let compilers = Pool::start(limits.compilers).map_err(StartError::Threads)?;
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
            large_bodies: LargeBodies::new(limits.all_bodies),
            addresses: own_addresses(),
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

    /// How long the queue may be when a client requests a compilation. It is longer for clients that cannot retry, if their
    /// turn comes before they give up.
    pub(crate) fn places(&self, comes_again: bool) -> usize {
        let queue = self.limits.queue;
        if comes_again {
            return queue;
        }
        let within = self.limits.longest_delay as f64 / self.time_of_each().max(1e-3);
        (within as usize).clamp(queue, queue.saturating_mul(4).max(100))
    }

    /// The average number of seconds between the ends of two compilations when all threads are busy.
    fn time_of_each(&self) -> f64 {
        self.metrics.usual_compilation().as_secs_f64() / self.limits.compilers.max(1) as f64
    }

    /// After how many seconds a rejected client should retry: randomized so that clients do not all return at once,
    /// within about twice the time that the waiting ones will take.
    pub(crate) fn spread_delay(&self) -> u64 {
        let (waiting, running) = self.compilers.load();
        let needed = (self.time_of_each() * (waiting + running) as f64 * 2.0).ceil() as u64;
        let random = RandomState::new().hash_one(self.next_id());
        1 + random % needed.clamp(10, self.limits.longest_delay.max(10))
    }

    /// The status line for the service manager.
    pub(crate) fn status(&self) -> String {
        match self.environments.generations().len() {
            1 => "serving 1 environment".to_owned(),
            number => format!("serving {number} environments"),
        }
    }

    /// The current values of gauges.
    pub fn gauges(&self) -> Gauges {
        Gauges {
            compilers: self.compilers.load(),
            environments: self.environments.generations(),
            uptime: self.started.elapsed(),
        }
    }
}

/// Opens the socket of the page, which its owner and group may use.
fn local_socket(path: &Path) -> io::Result<UnixListener> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    // Removes a socket left by an earlier process; anything else at this path must not be removed.
    if fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket()) {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o660))?;
    Ok(listener)
}

impl Running {
    /// The state shared by requests.
    pub fn server(&self) -> &Arc<Server> {
        &self.server
    }

    /// Serves until the process receives `SIGTERM` or `SIGINT`. `SIGHUP` reloads everything.
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

    /// Accepts no new connections, finishes requests in progress, and ends.
    pub fn stop(mut self) {
        // There is no receiver only if the listener has ended by itself.
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
