//! A running `bunraku server`.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A server on a free port of this machine, which is stopped on drop.
pub struct Server {
    child: Child,
    /// The port that it chose.
    pub port: u16,
}

impl Server {
    /// Starts a server and waits until it listens.
    pub fn start(program: &str, certname: &str, confdir: &Path, options: &[&str]) -> Result<Server, String> {
        let mut command = Command::new(program);
        command.args(["server", "--address", "127.0.0.1", "--port", "0", "--allow-root"]);
        command.args(["--certname", certname]).args(options).arg("--confdir").arg(confdir);
        let child = command.stderr(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{program} does not start: {error}"))?;
        let lines = child.stderr.take().map(BufReader::new).ok_or("the server has no standard error")?;
        let mut server = Server { child, port: 0 };
        let mut lines = lines.lines().map_while(Result::ok);
        let port = lines.find_map(|line| line.rsplit_once("listening on 127.0.0.1:")?.1.trim().parse().ok());
        server.port = port.ok_or("the server did not start")?;
        // The log is drained so that the server never blocks on it; the first errors are passed on.
        std::thread::spawn(move || {
            let wrong = lines.filter(|line| line.contains(" error: "));
            wrong.enumerate().filter(|(number, _)| *number < 5).for_each(|(_, line)| eprintln!("{line}"));
        });
        Ok(server)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}
