//! The command in a real terminal emulated by `tmux`: line editing, keys, colours and widths.

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use crate::support::{Folder, folder};

/// A terminal with a program, killed at the end of the test.
struct Terminal {
    socket: String,
    files: Folder,
}

impl Terminal {
    /// Starts a shell command in a terminal of the given width; `None` without `tmux`.
    fn start(files: Folder, width: usize, command: &str) -> Option<Terminal> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            bunraku_corpus::skipped("tmux is not installed, so that there is no terminal to try this in");
            return None;
        }
        let terminal = Terminal {
            socket: format!("bunraku-{}-{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)),
            files,
        };
        let state = terminal.files.path("state").display().to_string();
        let program = env!("CARGO_BIN_EXE_bunraku");
        let command = format!(
            "bunraku() {{ '{program}' \"$@\"; }}; export XDG_STATE_HOME='{state}'; unset NO_COLOR; {command}; \
             echo \"left with $?\"; sleep 60"
        );
        let size = ["-x", &width.to_string(), "-y", "40"];
        let folder = terminal.files.path("").display().to_string();
        let started = terminal
            .tmux(&[&["new-session", "-d", "-c", &folder], &size[..], &["sh", "-c", &command]].concat());
        assert!(started.is_some(), "tmux starts");
        Some(terminal)
    }

    fn tmux(&self, args: &[&str]) -> Option<String> {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket, "-f", "/dev/null"]).args(args).env_remove("TMUX");
        let output = command.output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Enters a line when the program waits for one.
    #[track_caller]
    fn enter(&self, line: &str) {
        self.waits();
        self.press(&[line, "Enter"]);
    }

    /// Waits until the last line of the screen is a prompt.
    #[track_caller]
    fn waits(&self) {
        let is_prompt = |screen: &str| matches!(screen.trim_end().lines().last(), Some(">" | "."));
        let start = Instant::now();
        while !is_prompt(&self.screen()) {
            assert!(start.elapsed() < Duration::from_secs(60), "no prompt:\n{}", self.screen());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses keys: literal text, or names such as `Enter`, `Tab` or `C-c`.
    fn press(&self, keys: &[&str]) {
        for key in keys {
            assert!(self.tmux(&["send-keys", "--", key]).is_some(), "{key}");
        }
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"]).unwrap_or_default()
    }

    /// Waits until the screen shows the text.
    #[track_caller]
    fn shows(&self, text: &str) {
        let start = Instant::now();
        while !self.screen().contains(text) {
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "`{text}` is not on the screen:\n{}",
                self.screen()
            );
            thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn inputs_of_several_lines() {
    let Some(terminal) = Terminal::start(folder(&[]), 80, "bunraku repl") else { return };
    terminal.shows("Type `:help` for help");
    terminal.enter("[1,");
    terminal.shows("> [1,\n.");
    terminal.enter("2]");
    terminal.shows(". 2]\n[1, 2]\n>");
    terminal.enter("notice(");
    terminal.shows("> notice(\n.");
    terminal.press(&["'never'", "C-c"]);
    terminal.shows(". 'never'\n>");
    terminal.enter("6 * 7");
    terminal.shows("> 6 * 7\n42\n>");
    assert!(!terminal.screen().contains("error"), "{}", terminal.screen());
    terminal.enter("$nope");
    terminal.shows("error[unknown-variable]");
    terminal.waits();
    terminal.press(&["C-d"]);
    terminal.shows("left with 0");
}

#[test]
fn the_tab_key() {
    let Some(terminal) = Terminal::start(folder(&[]), 100, "bunraku repl --facts-of debian-12") else {
        return;
    };
    terminal.waits();
    terminal.press(&["$facts['os']['rel", "Tab"]);
    terminal.shows("> $facts['os']['release']");
    terminal.press(&["['ma", "Tab", "Enter"]);
    terminal.shows("> $facts['os']['release']['major']\n'12'\n");
    terminal.enter("$answer = 42");
    terminal.shows("> $answer = 42\n42\n>");
    terminal.press(&["$ans", "Tab", " + 1", "Enter"]);
    terminal.shows("> $answer + 1\n43\n");
    terminal.enter("file { '/a':");
    terminal.shows("> file { '/a':\n.");
    terminal.press(&["ensu", "Tab", " => file }", "Enter"]);
    terminal.shows(". ensure => file }\n[File['/a']]\n>");
    terminal.press(&[":resou", "Tab", "Enter"]);
    terminal.shows("File[/a]\n");
    terminal.enter(":vars");
    terminal.shows("$answer = 42\n>");
    terminal.press(&["C-d"]);
    terminal.shows("left with 0");
}

#[test]
fn lines_typed_while_code_runs_are_read_afterwards() {
    let Some(terminal) = Terminal::start(folder(&[]), 80, "bunraku repl") else { return };
    terminal.enter("Integer[1, 100000].each |$x| { [$x] }");
    terminal.press(&["1 + 1", "Enter", "2 + 2", "Enter", "3 + 3", "Enter"]);
    terminal.shows("> 1 + 1\n2\n> 2 + 2\n4\n> 3 + 3\n6\n>");
    terminal.press(&["C-d"]);
    terminal.shows("left with 0");
}

#[test]
fn inputs_are_remembered() {
    let twice = "bunraku repl; echo again; bunraku repl";
    let Some(terminal) = Terminal::start(folder(&[]), 80, twice) else { return };
    terminal.enter("[1,");
    terminal.shows("> [1,\n.");
    terminal.enter("2].length");
    terminal.shows(". 2].length\n2\n>");
    terminal.press(&["C-d"]);
    terminal.shows("again");
    terminal.waits();
    terminal.press(&["Up", "Enter"]);
    let start = Instant::now();
    while !terminal.screen().split("again").nth(1).is_some_and(|screen| screen.contains("2].length\n2\n>")) {
        assert!(start.elapsed() < Duration::from_secs(60), "{}", terminal.screen());
        thread::sleep(Duration::from_millis(50));
    }
}

fn site() -> Folder {
    folder(&[(
        "site.pp",
        "class web { file { ['/etc/nginx/nginx.conf', '/etc/nginx/sites/a']: ensure => file } }\ninclude web\n",
    )])
}

#[test]
fn a_terminal_gets_a_summary() {
    let Some(terminal) = Terminal::start(site(), 80, "bunraku compile site.pp") else { return };
    terminal.shows("left with 0");
    let screen = terminal.screen();
    assert!(
        screen.contains("2 resources, 1 class,") && screen.contains("File  2  /etc/nginx/nginx.conf,"),
        "{screen}"
    );
    assert!(!screen.contains("\"resources\""), "{screen}");
    let colored = terminal.tmux(&["capture-pane", "-p", "-e"]).unwrap();
    assert!(colored.contains("\x1b[1mlocalhost"), "{colored:?}");
}

#[test]
fn narrow_terminals_and_no_colours() {
    let Some(terminal) = Terminal::start(site(), 34, "NO_COLOR=1; export NO_COLOR; bunraku compile site.pp")
    else {
        return;
    };
    terminal.shows("left with 0");
    let screen = terminal.tmux(&["capture-pane", "-p", "-e"]).unwrap();
    assert!(screen.contains("  File  2  /etc/nginx/nginx.conf,…\n") || screen.contains("…\n"), "{screen}");
    assert!(!screen.contains('\x1b'), "{screen:?}");
}
