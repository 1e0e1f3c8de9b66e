//! `bunraku server`: serves catalogs and files to agents.

use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bunraku::Program;
use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku::edition::PUPPET8;
use bunraku::formats::json::to_json;
use bunraku::loader::PuppetSettings;
use bunraku::pcore::Value;
use bunraku::world::World;
use bunraku_ca::tls::HostFiles;
use bunraku_fs::SystemWorld;
use bunraku_server::conf::Conf;
use bunraku_server::keep::{Keep, Stored};
use bunraku_server::log::{Entry, Level, Log};
use bunraku_server::systemd::{self, Manager};
use bunraku_server::{Config, ServerLimits, config, privileges};
use bunraku_store::{Backend, Database, ErrorKind, Options, Retention, Spool};

use super::Status;
use crate::args::{Color, LogFormat, LogLevel, LogLines, Server};
use crate::files::MACHINE;
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &Server, color: Color) -> Status {
    let mut reporter = Reporter::new(LogFormat::Text, color);
    match serve(args, &mut reporter) {
        Ok(()) => Status::Fine,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn serve(args: &Server, reporter: &mut Reporter) -> Result<(), Refusal> {
    let settings = settings(args, reporter)?;
    let certname = settings.get("certname").unwrap_or_default();
    let conf = Conf::read(&settings).map_err(wrong_use)?;
    // The socket may be bound to a port that only root can open.
    let listener = systemd::inherited_listener().map_err(wrong_use)?;
    let of_puppet = (settings.given("user"), settings.given("group"));
    let user = args.user.clone().or_else(|| conf.user.clone()).or(of_puppet.0);
    let group = args.group.clone().or_else(|| conf.group.clone()).or(of_puppet.1);
    privileges::drop_to(user.as_deref(), group.as_deref(), args.allow_root).map_err(wrong_use)?;
    let config = configure(args, settings, conf, listener)?;
    let log = config.log.clone();
    let signs = config.settings.get("autosign").is_some_and(|autosign| autosign == "true");
    let running = bunraku_server::Server::start(config).map_err(wrong_use)?;
    log.info(format_args!("listening on {}", running.address));
    let port = running.address.port();
    let signing = match (args.no_ca, signs) {
        (true, _) => "its certificate must come from your certificate authority",
        (false, true) => "its certificate is signed automatically",
        (false, false) => "sign its certificate with `bunraku ca sign --all`, or use `--autosign true`",
    };
    log.info(format_args!("try it: puppet agent --test --server {certname} --serverport {port}; {signing}"));
    running.serve().map_err(wrong_use)
}

/// The settings of the installation, with overrides from the command line.
fn settings(args: &Server, reporter: &mut Reporter) -> Result<PuppetSettings, Refusal> {
    if !MACHINE.is_folder(&args.confdir) {
        return Err(wrong_use(format!("folder `{}` not found", args.confdir.display())));
    }
    let confdir = std::path::absolute(&args.confdir).unwrap_or_else(|_| args.confdir.clone());
    let mut notes = Vec::new();
    let mut settings = PuppetSettings::read(&*MACHINE, &confdir, &mut notes)?;
    notes.into_iter().for_each(|note| reporter.report(note, &Sources::new()));
    settings.find_codedir(&*MACHINE, &confdir);
    if settings.given("codedir").is_none() && settings.given("environmentpath").is_none() {
        settings.set("codedir", &confdir.to_string_lossy());
    }
    if let Some(name) = &args.certname {
        settings.set("certname", &name.to_lowercase());
    }
    if let Some(autosign) = &args.autosign {
        settings.set("autosign", autosign);
    }
    config::settle(&mut settings);
    Ok(settings)
}

fn configure(
    args: &Server,
    settings: PuppetSettings,
    conf: Conf,
    listener: Option<TcpListener>,
) -> Result<Config, Refusal> {
    let port = match args.port {
        Some(port) => port,
        None => settings.get("serverport").and_then(|port| port.parse().ok()).unwrap_or(8140),
    };
    let policy = args.allow.policy()?;
    let mut program = Program::new(&PUPPET8);
    program.limits = args.limits.limits();
    program.world = Arc::new(SystemWorld::with_policy(policy.clone()));
    program.settings.strict = match settings.get("strict").as_deref() {
        Some("warning") => bunraku::analysis::Strict::Warning,
        Some("off") => bunraku::analysis::Strict::Off,
        _ => bunraku::analysis::Strict::Error,
    };
    program.settings.strict_variables =
        settings.get("strict_variables").is_none_or(|value| !value.eq_ignore_ascii_case("false"));
    program.settings_variables = settings.variables();
    let mut limits = ServerLimits { queue: args.queue, ..ServerLimits::default() };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    limits.compilers = args.compilers.map_or(cores, usize::from);
    if let Some(time) = args.limits.max_seconds {
        limits.compile_time = time;
    }
    let log = log(args.log_level, args.log_format);
    conf.ignored.iter().for_each(|ignored| log.info(ignored));
    let (rules, path) = config::rules(&settings).map_err(wrong_use)?;
    match path {
        Some(path) => log.info(format_args!("access rules are read from `{}`", path.display())),
        None => log.info("no auth.conf found: using the built-in access rules"),
    }
    let (authority, tls) = match args.no_ca {
        true => {
            let files = config::host_files(&settings);
            config::host_warning(&files).iter().for_each(|warning| log.warning(warning));
            (None, files)
        }
        false => {
            let (authority, files) = config::authority(&settings, &log).map_err(wrong_use)?;
            (Some(authority), files)
        }
    };
    Ok(Config {
        address: SocketAddr::new(args.address, port),
        listener,
        page_socket: args.page_socket.clone(),
        manager: Manager::of_environment(),
        program,
        worlds: Arc::new(move || Arc::new(SystemWorld::with_policy(policy.clone())) as Arc<dyn World>),
        machine: Arc::new(SystemWorld::unrestricted()),
        tls,
        authority,
        rules,
        keep: keep(args, &settings, &log)?,
        bucket: settings.get("bucketdir").unwrap_or_default().into(),
        versions: config::versions(&settings, &conf).map_err(wrong_use)?,
        conf,
        limits,
        log,
        settings,
    })
}

/// Where facts, catalogs and reports are stored.
fn keep(args: &Server, settings: &PuppetSettings, log: &Log) -> Result<Arc<dyn Keep>, Refusal> {
    let folders = config::folders(settings);
    let data = PathBuf::from(settings.get("server_datadir").unwrap_or_default());
    let name = match &args.store {
        Some(name) if name == "none" => return Ok(Arc::new(folders)),
        Some(name) => name.clone(),
        None => data.join("store.db").to_string_lossy().into_owned(),
    };
    let store = open(&name, config::host_files(settings))?;
    let producer = settings.get("certname").unwrap_or_default();
    let lines = log.clone();
    let complain = Box::new(move |line: &str| lines.warning(line));
    let spool = Spool::open(&data.join("spool"), Arc::clone(&store), complain).map_err(wrong_use)?;
    remove_what_is_old(&store, log);
    Ok(Arc::new(Stored { folders, store, spool, producer }))
}

/// How often a server purges old data.
const RETENTION: Duration = Duration::from_secs(3600);

/// Purges old data every hour for as long as the store is in use. A PuppetDB does so itself.
fn remove_what_is_old(store: &Arc<dyn Backend>, log: &Log) {
    let (store, log) = (Arc::downgrade(store), log.clone());
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(RETENTION);
            let Some(store) = store.upgrade() else { return };
            match store.collect_garbage(&Retention::default()) {
                Err(error) if error.kind == ErrorKind::Invalid => return,
                Err(error) => log.warning(format_args!("old data could not be removed: {error}")),
                Ok(removed) => log.info(format_args!(
                    "removed {} reports and {} nodes from the store; {} nodes have expired",
                    removed.reports, removed.nodes, removed.expired
                )),
            }
        }
    });
}

/// Opens a store, given as the address of a server or as a file.
fn open(name: &str, certificates: HostFiles) -> Result<Arc<dyn Backend>, Refusal> {
    let failed = |error| wrong_use(format!("cannot open the store `{name}`: {error}"));
    if bunraku_store::is_address(name) {
        let options = Options { certificates: Some(certificates), ..Options::default() };
        return bunraku_store::connect(name, &options).map_err(failed);
    }
    let path = Path::new(name);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| {
            wrong_use(format!("cannot create the folder `{}`: {error}", folder.display()))
        })?;
    }
    Ok(Arc::new(Database::open(path, &Options::default()).map_err(failed)?))
}

fn log(level: LogLevel, format: LogLines) -> Log {
    let most = match level {
        LogLevel::Error => Level::Error,
        LogLevel::Warning => Level::Warning,
        LogLevel::Info => Level::Info,
        LogLevel::Debug => Level::Debug,
    };
    Log::new(most, move |entry| {
        let time = bunraku_server::time::Timestamp::now().iso();
        let line = match format {
            LogLines::Text => format!("{time} {entry}"),
            LogLines::Json => as_json(&time, entry),
        };
        // If standard error is closed there is nowhere to report to.
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    })
}

fn as_json(time: &str, entry: Entry<'_>) -> String {
    let mut members = vec![("time", Value::str(time)), ("level", Value::str(entry.level.name()))];
    members.extend(entry.request.map(|request| ("request", Value::Int(request.cast_signed()))));
    members.push(("message", Value::str(entry.message)));
    to_json(&Value::hash(members.into_iter().map(|(name, value)| (Value::str(name), value))))
}

fn wrong_use(message: impl std::fmt::Display) -> Refusal {
    Diagnostic::error(codes::WRONG_USE, message.to_string()).into()
}
