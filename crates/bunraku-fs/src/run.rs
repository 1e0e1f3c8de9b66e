//! Runs a command within its limits.

use std::{
    env,
    io::{self, PipeReader, Read},
    process::{self, Child, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use bunraku_world::{AskedBy, Command, CommandError, Input, Invocation, Output, Policy, Status, Streams};

use crate::scratch::Scratch;

/// How long processes that a command leaves behind may continue to print before they are killed.
const GRACE: Duration = Duration::from_millis(100);

/// The longest pause between two checks whether a command has ended. Usually there is no pause at all: a command that
/// ends closes its streams, which is noticed immediately.
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// Runs a command to its end, or until it exceeds a limit.
pub(crate) fn run(command: &Command, policy: &Policy) -> Result<Output, CommandError> {
    let deadline = Instant::now().checked_add(command.limits.time);
    let input = match &command.input {
        Input::Nothing => None,
        Input::Stdin(bytes) | Input::File(bytes) => Some(Scratch::with(bytes)?),
    };
    let (sender, receiver) = channel();
    let mut process = prepare(command, input.as_ref(), policy)?;
    let (stdout, out) = io::pipe()?;
    let (stderr, err) = match command.streams {
        Streams::Together => (None, out.try_clone()?),
        Streams::Apart => io::pipe().map(|(reader, writer)| (Some(reader), writer))?,
    };
    let running = Running { child: process.stdout(out).stderr(err).spawn()?, ended: None };
    // It holds the write ends of the pipes, which would otherwise never be closed.
    drop(process);
    let stdout = Stream::read(stdout, command.limits.output, sender.clone())?;
    let stderr = stderr.map(|reader| Stream::read(reader, command.limits.output, sender)).transpose()?;
    let open = 1 + usize::from(stderr.is_some());
    let status = wait(running, command, &receiver, open, deadline)?;
    Ok(Output {
        status: match status.code() {
            Some(code) => Status::Code(code),
            None => Status::Stopped(status.to_string()),
        },
        stdout: stdout.take(),
        stderr: stderr.map(|stream| stream.take()).unwrap_or_default(),
    })
}

/// Prepares the process, without its output streams.
fn prepare(command: &Command, input: Option<&Scratch>, policy: &Policy) -> io::Result<process::Command> {
    let mut process = match &command.invocation {
        Invocation::Program { program, arguments } => {
            let mut process = process::Command::new(program);
            process.args(arguments);
            process
        }
        Invocation::Shell(line) => {
            let mut process = process::Command::new("/bin/sh");
            process.arg("-c").arg(line);
            process
        }
    };
    process.stdin(Stdio::null());
    match (&command.input, input) {
        (Input::Stdin(_), Some(input)) => {
            process.stdin(input.file()?);
        }
        (Input::File(_), Some(input)) => {
            process.arg(input.path());
        }
        _ => {}
    }
    set_variables(&mut process, command.asked_by, policy);
    if let Some(folder) = &command.folder {
        process.current_dir(folder);
    }
    // A separate process group, so that its child processes can be killed together with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    Ok(process)
}

/// Variables that a program named by the settings needs; none of them is secret.
const HARMLESS: [&str; 7] = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"];

/// The only variable that commands of code need.
const FOR_CODE: [&str; 1] = ["PATH"];

/// Sets the variables that a process needs and those that the policy allows. Others, such as passwords and tokens, are
/// not inherited.
fn set_variables(process: &mut process::Command, asked_by: AskedBy, policy: &Policy) {
    process.env_clear();
    let needed: &[&str] = match asked_by {
        AskedBy::Code => &FOR_CODE,
        AskedBy::Environment | AskedBy::Settings => &HARMLESS,
    };
    for (name, value) in env::vars_os() {
        let known = name.to_str().unwrap_or_default();
        if needed.contains(&known) || policy.passes_variable(known) {
            process.env(name, value);
        }
    }
    if asked_by == AskedBy::Code {
        // Output must not depend on the user's locale.
        process.env("LANG", "C").env("LC_ALL", "C").env_remove("HOME");
    }
}

/// Waits until a command has ended and all of its output has been read.
fn wait(
    mut running: Running,
    command: &Command,
    events: &Receiver<Event>,
    mut open: usize,
    deadline: Option<Instant>,
) -> Result<ExitStatus, CommandError> {
    let mut pause = Duration::from_micros(50);
    loop {
        if let Some((status, since)) = running.ended()? {
            // Other processes may still hold the streams. They get a moment to print and are then killed; one that has
            // left the group is not waited for.
            if open == 0 || since.elapsed() > 2 * GRACE {
                return Ok(status);
            }
            if since.elapsed() > GRACE {
                running.kill();
            }
        } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(CommandError::TimedOut(command.limits.time));
        }
        match events.recv_timeout(pause) {
            Ok(Event::Closed) => open = open.saturating_sub(1),
            Ok(Event::Failed(error)) => return Err(error.into()),
            Ok(Event::TooMuch) => return Err(CommandError::TooMuchOutput(command.limits.output)),
            Err(error) => {
                if error == RecvTimeoutError::Disconnected {
                    thread::sleep(pause);
                }
                pause = (2 * pause).min(MAX_PAUSE);
            }
        }
    }
}

/// A process that is killed together with its child processes unless its end was waited for.
struct Running {
    child: Child,
    /// How it ended, and when that was noticed.
    ended: Option<(ExitStatus, Instant)>,
}

impl Running {
    fn ended(&mut self) -> io::Result<Option<(ExitStatus, Instant)>> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait()?.map(|status| (status, Instant::now()));
        }
        Ok(self.ended)
    }

    /// Kills the process and its group.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            use nix::{sys::signal, unistd::Pid};
            // This fails if there is no process left to kill, which is fine.
            let _ = signal::killpg(Pid::from_raw(group), signal::Signal::SIGKILL);
        }
        #[cfg(not(unix))]
        let _ = self.child.kill();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.ended.is_none() {
            self.kill();
            let _ = self.child.wait();
        }
    }
}

/// A message from a thread that reads a stream.
enum Event {
    /// The end of the stream was reached.
    Closed,
    /// The stream exceeds the limit.
    TooMuch,
    /// The stream cannot be read.
    Failed(io::Error),
}

/// What has been read from a stream so far.
struct Stream(Arc<Mutex<Vec<u8>>>);

impl Stream {
    /// Reads a stream on a separate thread.
    fn read(mut reader: PipeReader, limit: usize, events: Sender<Event>) -> io::Result<Stream> {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let stream = Stream(Arc::clone(&bytes));
        thread::Builder::new().spawn(move || {
            let mut chunk = [0; 8192];
            let end = loop {
                match reader.read(&mut chunk) {
                    Ok(0) => break Event::Closed,
                    Ok(count) => {
                        let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                        bytes.extend(chunk.iter().take(count));
                        if bytes.len() > limit {
                            break Event::TooMuch;
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => break Event::Failed(error),
                }
            };
            // There is no receiver any more if the command was killed.
            let _ = events.send(end);
        })?;
        Ok(stream)
    }

    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{fs, path::Path};

    use bunraku_world::World;

    use super::*;
    use crate::{SystemWorld, scratch::Folder};

    fn shell(line: &str) -> Command {
        Command::shell(AskedBy::Code, line)
    }

    fn run(command: &Command) -> Result<Output, CommandError> {
        super::run(command, &Policy::default())
    }

    fn printed(command: &Command) -> String {
        String::from_utf8(run(command).unwrap().stdout).unwrap()
    }

    #[test]
    fn code_runs_commands_only_where_that_is_allowed() {
        let (code, settings) = (shell("echo a"), Command::shell(AskedBy::Settings, "echo a"));
        let allowed = SystemWorld::with_policy(Policy::default().allow_commands(true));
        let error = SystemWorld::new().run(&code).unwrap_err();
        assert!(matches!(error, CommandError::Refused(_)) && error.to_string().contains("--allow-commands"));
        assert_eq!(allowed.run(&code).unwrap().stdout, b"a\n");
        assert_eq!(SystemWorld::new().run(&settings).unwrap().stdout, b"a\n");
        let version = Command::shell(AskedBy::Environment, "echo a");
        assert!(matches!(SystemWorld::new().run(&version), Err(CommandError::Refused(_))));
        let versions = SystemWorld::with_policy(Policy::default().allow_version_commands(true));
        assert_eq!(versions.run(&version).unwrap().stdout, b"a\n");
        assert!(versions.run(&code).is_err());
    }

    #[test]
    fn no_command_inherits_the_variables_of_the_process() {
        // Cargo sets this one for tests; any other variable would do.
        let name = "CARGO_MANIFEST_DIR";
        let line = format!("echo ${{{name}-none}} ${{PATH:+path}}");
        for asked_by in [AskedBy::Code, AskedBy::Environment, AskedBy::Settings] {
            let command = Command::shell(asked_by, line.as_str());
            assert_eq!(printed(&command), "none path\n", "{asked_by:?}");
            let given = super::run(&command, &Policy::default().allow_variable(name)).unwrap().stdout;
            assert_ne!(given, b"none path\n", "{asked_by:?}");
        }
        let home = Command::shell(AskedBy::Settings, "echo ${HOME-none}");
        assert_eq!(printed(&home).trim_end(), env::var("HOME").unwrap_or("none".to_owned()));
    }

    #[test]
    fn streams_apart_and_together() {
        let mut command = shell("echo a; echo b >&2; echo c; exit 3");
        let output = run(&command).unwrap();
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"a\nc\n"[..], &b"b\n"[..]));
        assert_eq!(output.status, Status::Code(3));
        assert_eq!(output.status.to_string(), "exit status: 3");
        command.streams = Streams::Together;
        let output = run(&command).unwrap();
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"a\nb\nc\n"[..], &b""[..]));
        assert_eq!(run(&shell("kill -9 $$")).unwrap().status.to_string(), "signal: 9 (SIGKILL)");
    }

    #[test]
    fn arguments_folders_and_input() {
        let program = Command::program(AskedBy::Code, "/bin/echo").args(["$HOME", "*"]);
        assert_eq!(printed(&program), "$HOME *\n", "no shell looks at arguments");
        let folder = Folder::new();
        let mut here = shell("pwd -P");
        here.folder = Some(folder.path().to_owned());
        assert_eq!(Path::new(printed(&here).trim_end()), fs::canonicalize(folder.path()).unwrap());
        assert_eq!(printed(&shell("cat; echo ${HOME-none} $LANG")), "none C\n");
        let stdin = Command { input: Input::Stdin(b"given".to_vec()), ..shell("cat") };
        assert_eq!(printed(&stdin), "given");
        let file = Command { input: Input::File(b"given".to_vec()), ..shell("echo $0; cat $0") };
        let printed = printed(&file);
        let (path, content) = printed.split_once('\n').unwrap();
        assert_eq!(content, "given");
        assert!(!Path::new(path).exists(), "the file is removed");
    }

    #[test]
    fn what_cannot_be_started_is_an_error() {
        let missing = run(&Command::program(AskedBy::Settings, "/nowhere/program"));
        assert!(matches!(missing, Err(CommandError::Io(error)) if error.kind() == io::ErrorKind::NotFound));
    }

    #[test]
    fn much_output_comes_whole() {
        let output = run(&shell("head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2")).unwrap();
        assert_eq!((output.stdout.len(), output.stderr.len()), (3_000_000, 2_000_000));
    }

    #[test]
    fn too_much_output_ends_the_command() {
        for line in ["yes", "yes >&2"] {
            let mut command = shell(line);
            command.limits.output = 100_000;
            assert!(matches!(run(&command), Err(CommandError::TooMuchOutput(100_000))), "{line}");
        }
    }

    #[test]
    fn a_command_that_takes_too_long_is_killed_with_its_children() {
        let folder = Folder::new();
        let mut command = shell("sleep 60 & echo $! > pid; sleep 60");
        command.folder = Some(folder.path().to_owned());
        command.limits.time = Duration::from_millis(300);
        let started = Instant::now();
        assert!(matches!(run(&command), Err(CommandError::TimedOut(_))));
        assert!(started.elapsed() < Duration::from_secs(20));
        assert_ends(fs::read_to_string(folder.path().join("pid")).unwrap().trim());
    }

    #[test]
    fn what_a_command_leaves_running_does_not_hold_it_up() {
        let started = Instant::now();
        let printed = printed(&shell("sleep 60 & echo $!"));
        assert!(started.elapsed() < Duration::from_secs(20));
        assert_ends(printed.trim());
    }

    /// A killed process is gone as soon as the system has reaped it.
    fn assert_ends(pid: &str) {
        let pid = nix::unistd::Pid::from_raw(pid.parse().unwrap());
        let gone = || match fs::read_to_string(format!("/proc/{pid}/stat")) {
            // A zombie has ended, too; it just has not been reaped yet.
            Ok(stat) => stat.contains(") Z "),
            Err(_) => nix::sys::signal::kill(pid, None).is_err(),
        };
        for _ in 0..500 {
            if gone() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{pid} still runs");
    }
}
