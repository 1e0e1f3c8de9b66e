//! `cargo xtask load`: a load test with many concurrent agents, each with its own certificate.
//!
//! Agents start at their scheduled times, whether or not others have been answered (an open loop), and latencies are
//! measured from that moment. On a shared machine, the server's CPU time is the most reproducible figure.

mod agent;
mod http;
mod stage;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::mpsc;

use self::agent::{Agent, Ended, Run};
use self::stage::{Cost, Stage};
use crate::arguments::Arguments;

/// When agents start.
#[derive(Debug, Clone, Copy)]
enum Arrival {
    /// This many per second.
    Rate(f64),
    /// All of them, within this time.
    Herd(Duration),
    /// This many concurrently, each starting when another ends: the maximal throughput.
    Closed(usize),
}

/// Runs the command; `false` if an agent failed.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let program = arguments.option("--bunraku").ok_or("--bunraku PROGRAM is missing")?;
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let facts = arguments.option("--facts").map(PathBuf::from).ok_or("--facts FILE is missing")?;
    let class = arguments.option("--class").ok_or("--class NAME is missing")?;
    let agents = arguments.number("--agents")?.unwrap_or(100).max(1) as usize;
    let seconds = Duration::from_secs(arguments.number("--seconds")?.unwrap_or(20));
    let lists = arguments.number("--lists")?.unwrap_or(1) != 0;
    let store = arguments.number("--store")?.unwrap_or(1) != 0;
    let connections = arguments.number("--connections")?.unwrap_or(1).max(1);
    let rate = arguments.option("--rate").map(|rate| rate.parse::<f64>().map_err(|_| rate)).transpose();
    let rate = rate.map_err(|rate| format!("--rate takes a number, got {rate:?}"))?;
    let herd = arguments.number("--herd")?.map(Duration::from_secs);
    let closed = arguments.number("--closed")?;
    let arrival = match (rate, herd, closed) {
        (Some(rate), None, None) if rate > 0.0 => Arrival::Rate(rate),
        (None, Some(time), None) => Arrival::Herd(time),
        (None, None, Some(number)) => Arrival::Closed(number.max(1) as usize),
        _ => return Err("one of --rate, --herd and --closed is wanted".to_owned()),
    };
    arguments.done()?;

    let stage = Stage::start(&program, &environment, &facts, &class, agents, store)?;
    println!("ready after {:.2} s, {} MB", stage.ready.as_secs_f64(), stage.cost()?.resident >> 20);
    let run = Run { lists, reconnect: connections > 1, facts: stage.facts.clone() };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    let stage = Arc::new(stage);
    // Warm-up: fills the caches of every compiling thread.
    runtime.block_on(drive(&stage, &run, Arrival::Closed(4), Duration::from_secs(3)));
    let before = stage.cost()?;
    let begun = Instant::now();
    let ended = runtime.block_on(drive(&stage, &run, arrival, seconds));
    let took = begun.elapsed();
    let after = stage.cost()?;
    report(&ended, took, &before, &after);
    Ok(ended.iter().all(|ended| ended.error.is_none()))
}

/// Starts agents until the time is over, and waits for the last one.
async fn drive(stage: &Arc<Stage>, run: &Run, arrival: Arrival, time: Duration) -> Vec<Ended> {
    let (send, mut receive) = mpsc::unbounded_channel();
    let begun = Instant::now();
    let agents = &stage.agents;
    let start = |agent: &Arc<Agent>, due: Instant, send: mpsc::UnboundedSender<Ended>| {
        let (agent, run) = (Arc::clone(agent), run.clone());
        tokio::spawn(async move {
            tokio::time::sleep_until(due.into()).await;
            // The receiver is gone when the program ends.
            let _ = send.send(agent.run(&run, due).await);
        });
    };
    match arrival {
        Arrival::Rate(rate) => {
            let number = (rate * time.as_secs_f64()).ceil() as usize;
            for (number, agent) in (0..number).zip(agents.iter().cycle()) {
                let due = begun + Duration::from_secs_f64(number as f64 / rate);
                start(agent, due, send.clone());
            }
        }
        Arrival::Herd(within) => {
            let each = within.as_secs_f64() / agents.len() as f64;
            for (number, agent) in agents.iter().enumerate() {
                start(agent, begun + Duration::from_secs_f64(each * number as f64), send.clone());
            }
        }
        Arrival::Closed(number) => {
            let next = Arc::new(AtomicUsize::new(0));
            for _ in 0..number {
                let (stage, next, run, send) =
                    (Arc::clone(stage), Arc::clone(&next), run.clone(), send.clone());
                tokio::spawn(async move {
                    while begun.elapsed() < time {
                        let at = next.fetch_add(1, Ordering::Relaxed) % stage.agents.len();
                        let Some(agent) = stage.agents.get(at) else { return };
                        let _ = send.send(agent.run(&run, Instant::now()).await);
                    }
                });
            }
        }
    }
    drop(send);
    let mut all = Vec::new();
    while let Some(ended) = receive.recv().await {
        all.push(ended);
    }
    all
}

/// Prints the results.
fn report(ended: &[Ended], took: Duration, before: &Cost, after: &Cost) {
    let runs = ended.iter().filter(|ended| ended.error.is_none()).count();
    let cpu = after.processor.saturating_sub(before.processor).as_secs_f64();
    let deferred: usize = ended.iter().map(|ended| ended.deferred).sum();
    let bytes: usize = ended.iter().map(|ended| ended.bytes).sum();
    println!(
        "{runs} runs in {:.1} s ({:.1} a second), {} failed, {deferred} answers said to come again, {} MB received",
        took.as_secs_f64(),
        runs as f64 / took.as_secs_f64(),
        ended.len() - runs,
        bytes >> 20
    );
    println!(
        "server: {:.2} s of processor time, {:.2} ms a run, {:.2} % of a core; {} MB, at most {} MB",
        cpu,
        cpu * 1e3 / runs.max(1) as f64,
        cpu * 100.0 / took.as_secs_f64(),
        after.resident >> 20,
        after.highest >> 20
    );
    println!("| ms | median | 90 % | 99 % | longest |\n|---|---:|---:|---:|---:|");
    for (at, name) in agent::STEPS.iter().enumerate() {
        let times: Vec<Duration> =
            ended.iter().filter_map(|ended| ended.steps.get(at).copied().flatten()).collect();
        row(name, times);
    }
    row("the whole run", ended.iter().map(|ended| ended.whole).collect());
    let mut errors: Vec<&String> = ended.iter().filter_map(|ended| ended.error.as_ref()).collect();
    errors.sort();
    errors.dedup();
    errors.iter().take(5).for_each(|error| println!("failed: {error}"));
}

fn row(name: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!("| {name} | {:.1} | {:.1} | {:.1} | {:.1} |", at(0.5), at(0.9), at(0.99), at(1.0));
}
