//! Runs a hostile program in a separate process and measures that process.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests and tools start the program that they are about, and measure it"
)]

use std::{
    fs::{self, File},
    io,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::Folder;

/// A program that uses more CPU time has failed.
pub const LONGEST: Duration = Duration::from_secs(10);

/// A program that runs longer has failed even if it uses little CPU time: it waits for something. Time spent in the run
/// queue because other processes had the CPU does not count.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program that uses more memory, in bytes, has failed.
pub const LARGEST: u64 = 1_500_000_000;

/// How often a process is sampled.
const INTERVAL: Duration = Duration::from_millis(3);

/// How many bytes of a program's messages are kept.
const SHOWN: usize = 4_000;

/// The commands that run code and accept limits.
const LIMITED: [&str; 11] =
    ["compile", "eval", "lookup", "check", "diff", "graph", "repl", "test", "verify", "why", "why-not"];

/// The outcome of a process.
#[derive(Debug, Clone)]
pub struct Ending {
    /// Wall-clock time.
    pub time: Duration,
    /// How long it waited for a CPU, zero where the system does not report it.
    pub queued: Duration,
    /// CPU time, or the wall-clock time where the system does not report it.
    pub busy: Duration,
    /// The largest resident memory observed, in bytes; 0 where the system does not report it.
    pub memory: u64,
    /// The exit status; `None` if it was killed because it used too much.
    pub status: Option<ExitStatus>,
    /// The beginning of its standard error.
    pub messages: String,
}

impl Ending {
    /// Returns why the outcome is unacceptable, or `None` if it is fine.
    pub fn failure(&self) -> Option<String> {
        let code = self.status.and_then(|status| status.code());
        let time = self.time.saturating_sub(self.queued);
        if self.busy > LONGEST || time > PATIENCE {
            let (time, busy) = (time.as_secs_f64(), self.busy.as_secs_f64());
            return Some(format!("takes {time:.1} s, {busy:.1} s of the processor"));
        }
        if self.memory > LARGEST {
            return Some(format!("takes {} MB", self.memory / 1_000_000));
        }
        // A panic that ends only the compilation of a node is reported as a diagnostic.
        if ["panicked at", "internal error", "internal-error"].iter().any(|sign| self.messages.contains(sign))
        {
            return Some("panics".to_owned());
        }
        match (code, self.status) {
            (Some(0 | 1), _) => None,
            // An unusable fact file is a usage error.
            (Some(2), _) if self.messages.contains("error[") => None,
            (_, Some(status)) => Some(format!("ends with {status}")),
            (_, None) => Some("is killed".to_owned()),
        }
    }
}

/// The options that set limits, as far as this `bunraku` supports them.
pub fn limits(bunraku: &Path) -> io::Result<Vec<&'static str>> {
    let help = Command::new(bunraku).args(["compile", "--help"]).output()?;
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let known = [("--max-seconds", "5"), ("--max-memory", "1G")];
    Ok(known.iter().filter(|(option, _)| help.contains(option)).flat_map(|(a, b)| [*a, *b]).collect())
}

/// Writes the files of a program to the folder `at`, which must not exist, and runs the program there.
pub fn run(bunraku: &Path, limits: &[&str], folder: &Folder, at: &Path) -> io::Result<Ending> {
    write(folder, at)?;
    let messages = at.join("messages");
    let takes_limits = match folder.arguments.as_slice() {
        ["epp", command, ..] => *command == "render",
        [command, ..] => LIMITED.contains(command),
        [] => false,
    };
    let started = Instant::now();
    let mut child = Command::new(bunraku)
        .args(&folder.arguments)
        .args(limits.iter().filter(|_| takes_limits))
        .current_dir(at)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&messages)?)
        .spawn()?;
    let Watched { status, memory, busy, queued } = watch(&mut child, started)?;
    let time = started.elapsed();
    let bytes = fs::read(&messages)?;
    let shown = String::from_utf8_lossy(bytes.get(..SHOWN).unwrap_or(&bytes)).into_owned();
    let end = bytes.get(bytes.len().saturating_sub(SHOWN)..).filter(|_| bytes.len() > SHOWN);
    let messages = shown + &String::from_utf8_lossy(end.unwrap_or_default());
    Ok(Ending { time, queued, busy: busy.unwrap_or(time), memory, status, messages })
}

/// Writes the files and links of a program to a folder.
pub fn write(folder: &Folder, at: &Path) -> io::Result<()> {
    for (path, text) in &folder.files {
        let path = at.join(path);
        fs::create_dir_all(path.parent().unwrap_or(at))?;
        fs::write(&path, text)?;
        if text.starts_with("#!") {
            make_executable(&path)?;
        }
    }
    for (path, to) in &folder.links {
        let path = at.join(path);
        fs::create_dir_all(path.parent().unwrap_or(at))?;
        link(to, &path)?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
}

/// On Windows, its extension makes a file executable.
#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn link(to: &str, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

/// Without symbolic links, the program gets a file at the path of the link.
#[cfg(not(unix))]
fn link(to: &str, path: &Path) -> io::Result<()> {
    fs::write(path, to)
}

#[derive(Default)]
struct Watched {
    status: Option<ExitStatus>,
    memory: u64,
    busy: Option<Duration>,
    queued: Duration,
}

/// Waits for a process, killing it when it uses far too much.
fn watch(child: &mut Child, started: Instant) -> io::Result<Watched> {
    let mut watched = Watched::default();
    loop {
        watched.memory = watched.memory.max(resident(child.id()));
        watched.busy = busy_for(child.id()).or(watched.busy);
        watched.queued = watched.queued.max(queued_for(child.id()));
        if let Some(status) = child.try_wait()? {
            return Ok(Watched { status: Some(status), ..watched });
        }
        let waits = started.elapsed().saturating_sub(watched.queued) > PATIENCE;
        if waits || watched.busy > Some(LONGEST * 3 / 2) || watched.memory > 2 * LARGEST {
            child.kill()?;
            child.wait()?;
            return Ok(watched);
        }
        thread::sleep(INTERVAL);
    }
}

/// The CPU time of a process so far, in user and kernel mode.
fn busy_for(process: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The program's name is in parentheses and may contain spaces. User and system time are in hundredths of a second.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut hundredths = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((hundredths()? + hundredths()?) * 10))
}

/// How long the thread that waited longest has waited for a CPU.
fn queued_for(process: u32) -> Duration {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
    let queued = threads.flatten().filter_map(|thread| {
        // The time on a CPU and the time in the run queue, both in nanoseconds.
        let times = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        times.split_whitespace().nth(1)?.parse().ok()
    });
    Duration::from_nanos(queued.max().unwrap_or(0))
}

/// The peak resident memory of a process so far.
fn resident(process: u32) -> u64 {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}
