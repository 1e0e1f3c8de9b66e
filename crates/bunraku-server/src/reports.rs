//! Report processors: what is done with reports besides storing them.
//!
//! The setting `reports` of `puppet.conf` names them. Each has its own thread and queue, so that one that fails or is
//! slow does not affect the others, and no agent waits for any of them.

mod exec;
mod foreman;
mod http;
mod log;
mod prometheus;

use std::path::PathBuf;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use bunraku::loader::PuppetSettings;
use bunraku::pcore::{Hash, Value};
use bunraku::world::World;
use bunraku_ca::tls::HostFiles;

use crate::conf::Conf;
use crate::log::Log;

/// A report.
#[derive(Debug, Clone)]
pub struct Report {
    /// The name of the node.
    pub node: String,
    /// The environment that the request names.
    pub environment: String,
    /// The object that the agent has sent.
    pub object: Hash,
}

impl Report {
    /// A member that is a string; empty if it is not one.
    pub fn text(&self, name: &str) -> &str {
        self.object.get_str(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// The values of a metric such as `resources`: names with numbers.
    pub fn metric(&self, name: &str) -> Vec<(&str, f64)> {
        let Some(Value::Hash(metrics)) = self.object.get_str("metrics") else { return Vec::new() };
        let Some(Value::Hash(metric)) = metrics.get_str(name) else { return Vec::new() };
        let Some(Value::Array(values)) = metric.get_str("values") else { return Vec::new() };
        let values = values.iter().filter_map(|row| match row {
            Value::Array(row) => Some((row.first()?.as_str()?, number(row.get(2)?)?)),
            _ => None,
        });
        values.collect()
    }

    /// The agent's log lines.
    pub fn logs(&self) -> impl Iterator<Item = &Hash> {
        let logs = match self.object.get_str("logs") {
            Some(Value::Array(logs)) => Some(logs),
            _ => None,
        };
        logs.into_iter().flat_map(|logs| logs.iter()).filter_map(|line| match line {
            Value::Hash(line) => Some(line),
            _ => None,
        })
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

/// Processes reports.
pub trait Processor: Send {
    /// Processes a report. Called on a thread that may block; the processor enforces its own limits.
    fn process(&mut self, report: &Report) -> Result<(), String>;
}

/// The processors of an installation.
#[derive(Default)]
pub struct Processors {
    running: Vec<Running>,
    log: Option<Log>,
}

struct Running {
    name: &'static str,
    send: Mutex<Option<SyncSender<Arc<Report>>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// How many reports may wait for a processor; further ones are dropped, which is logged.
const WAITING: usize = 1_000;

/// The inputs for creating processors.
pub struct Setting<'s> {
    /// The settings of the installation.
    pub settings: &'s PuppetSettings,
    /// Settings that are not in `puppet.conf`.
    pub conf: &'s Conf,
    /// The server's certificate, which it presents to others.
    pub host: &'s HostFiles,
    /// The world in which programs run.
    pub machine: &'s Arc<dyn World>,
    /// The log for operators.
    pub log: &'s Log,
}

impl Processors {
    /// Starts the processors in `reports`. `store` and `puppetdb` are handled by the storage of reports.
    pub fn start(setting: &Setting<'_>) -> Result<Processors, String> {
        let mut processors = Processors { running: Vec::new(), log: Some(setting.log.clone()) };
        let names = setting.settings.get("reports").unwrap_or_default();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let made: (&'static str, Box<dyn Processor>) = match name {
                "store" | "puppetdb" | "none" => continue,
                "log" => ("log", Box::new(log::ToLog(setting.log.clone()))),
                "http" => ("http", Box::new(http::Http::new(setting)?)),
                "exec" => ("exec", Box::new(exec::Exec::new(setting)?)),
                "prometheus" => ("prometheus", Box::new(prometheus::Prometheus::new(setting)?)),
                "foreman" => ("foreman", Box::new(foreman::Foreman::new(setting)?)),
                other => {
                    setting.log.warning(format_args!(
                        "unknown report processor `{other}` in the setting `reports`; valid ones are store, \
                         puppetdb, log, http, exec, prometheus and foreman"
                    ));
                    continue;
                }
            };
            processors.add(made.0, made.1)?;
        }
        Ok(processors)
    }

    fn add(&mut self, name: &'static str, mut processor: Box<dyn Processor>) -> Result<(), String> {
        let (send, receive) = sync_channel::<Arc<Report>>(WAITING);
        let log = self.log.clone();
        let work = move || {
            for report in receive {
                if let Err(error) = processor.process(&report)
                    && let Some(log) = &log
                {
                    log.error(format_args!("report processor `{name}` failed for {}: {error}", report.node));
                }
            }
        };
        let thread = thread::Builder::new().name(format!("reports-{name}")).spawn(work);
        let thread =
            thread.map_err(|error| format!("cannot start the report processor `{name}`: {error}"))?;
        let (send, thread) = (Mutex::new(Some(send)), Mutex::new(Some(thread)));
        self.running.push(Running { name, send, thread });
        Ok(())
    }

    /// Passes a report to all processors.
    pub fn hand_on(&self, report: Report) {
        if self.running.is_empty() {
            return;
        }
        let report = Arc::new(report);
        for running in &self.running {
            let send = running.send.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(Err(error)) = send.as_ref().map(|send| send.try_send(Arc::clone(&report))) else {
                continue;
            };
            let why = match error {
                TrySendError::Full(_) => "too many reports are waiting for it",
                TrySendError::Disconnected(_) => "it is not running",
            };
            if let Some(log) = &self.log {
                let (name, node) = (running.name, &report.node);
                log.error(format_args!("report processor `{name}` did not get the report of {node}: {why}"));
            }
        }
    }

    /// The names of the processors.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.running.iter().map(|running| running.name)
    }

    /// Waits until all processors are done.
    pub fn end(&self) {
        for running in &self.running {
            drop(running.send.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
        for running in &self.running {
            let thread = running.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
            // A panic has already been logged.
            let _ = thread.map(JoinHandle::join);
        }
    }
}

/// A setting that is a path.
fn path(settings: &PuppetSettings, name: &str) -> PathBuf {
    PathBuf::from(settings.get(name).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    struct Failing;

    impl Processor for Failing {
        fn process(&mut self, _report: &Report) -> Result<(), String> {
            Err("no".to_owned())
        }
    }

    /// Waits for a signal before each report.
    struct Stuck(Receiver<()>, Sender<String>);

    impl Processor for Stuck {
        fn process(&mut self, report: &Report) -> Result<(), String> {
            let _ = self.0.recv();
            self.1.send(report.node.clone()).map_err(|error| error.to_string())
        }
    }

    pub(super) fn report(json: &str) -> Report {
        let value = bunraku::formats::json::read_value(json).unwrap();
        let Value::Hash(object) = value else { panic!("not an object") };
        Report { node: "node1".to_owned(), environment: "production".to_owned(), object }
    }

    #[test]
    fn one_that_fails_or_hangs_takes_nothing_from_the_others() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&lines);
        let log = Log::new(crate::log::Level::Debug, move |entry| {
            into.lock().unwrap().push(entry.message.to_owned());
        });
        let mut processors = Processors { running: Vec::new(), log: Some(log.clone()) };
        let (release, held) = channel();
        let (done, seen) = channel();
        let (other, others) = channel();
        processors.add("failing", Box::new(Failing)).unwrap();
        processors.add("stuck", Box::new(Stuck(held, done))).unwrap();
        let (always, free) = channel();
        processors.add("free", Box::new(Stuck(free, other))).unwrap();
        drop(always);
        for _ in 0..WAITING + 10 {
            processors.hand_on(report("{}"));
        }
        // The free one got as many as it could take; the stuck one still has its first.
        assert_eq!(others.recv().unwrap(), "node1");
        assert!(seen.try_recv().is_err());
        drop(release);
        processors.end();
        assert!(seen.iter().count() >= WAITING);
        let lines = lines.lock().unwrap();
        assert!(lines.iter().any(|line| line == "report processor `failing` failed for node1: no"));
        assert!(lines.iter().any(|line| line.ends_with(
            "did not get the report of node1: too many reports are waiting \
             for it"
        )));
    }

    #[test]
    fn metrics_are_numbers_by_name() {
        let report = report(r#"{"metrics":{"time":{"values":[["total","Total",2.5],["n","N",3],["x"]]}}}"#);
        assert_eq!(report.metric("time"), [("total", 2.5), ("n", 3.0)]);
        assert!(report.metric("changes").is_empty());
    }
}
