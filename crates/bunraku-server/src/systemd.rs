//! Notifications to systemd, and socket activation.
//!
//! Without systemd, nothing is sent.

use std::env;
use std::net::TcpListener;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::time::Duration;

/// The connection to the service manager.
#[derive(Debug, Default)]
pub struct Manager {
    socket: Option<(UnixDatagram, SocketAddr)>,
    watchdog: Option<Duration>,
}

impl Manager {
    /// The service manager named by the process's environment, if there is one.
    pub fn of_environment() -> Manager {
        let Ok(name) = env::var("NOTIFY_SOCKET") else { return Manager::default() };
        let number = |name: &str| env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
        let mine = number("WATCHDOG_PID").is_none_or(|pid| pid == u64::from(std::process::id()));
        let watchdog = number("WATCHDOG_USEC").filter(|time| mine && *time > 0).map(Duration::from_micros);
        Manager { watchdog, ..Manager::at(&name) }
    }

    /// A service manager that listens at a path, or at an abstract name that begins with `@`.
    pub fn at(name: &str) -> Manager {
        let address = match name.strip_prefix('@') {
            #[cfg(target_os = "linux")]
            Some(name) => {
                use std::os::linux::net::SocketAddrExt as _;
                SocketAddr::from_abstract_name(name)
            }
            _ => SocketAddr::from_pathname(Path::new(name)),
        };
        let socket = UnixDatagram::unbound().ok().zip(address.ok());
        Manager { socket, watchdog: None }
    }

    /// Reports that everything is loaded, with a status line.
    pub fn ready(&self, status: &str) {
        self.tell(&format!("READY=1\nSTATUS={}\n", status.replace('\n', " ")));
    }

    /// Reports that everything is being reloaded; [`ready`](Manager::ready) must follow.
    pub fn reloading(&self) {
        self.tell("RELOADING=1\nSTATUS=reloading\n");
    }

    /// Reports that the service is stopping.
    pub fn stopping(&self) {
        self.tell("STOPPING=1\nSTATUS=finishing current requests\n");
    }

    /// Reports that the service is alive.
    pub fn alive(&self) {
        self.tell("WATCHDOG=1\n");
    }

    /// How often [`alive`](Manager::alive) must be called: half of the time after which the service is killed.
    pub fn watchdog(&self) -> Option<Duration> {
        self.watchdog.map(|time| time / 2)
    }

    fn tell(&self, state: &str) {
        if let Some((socket, address)) = &self.socket {
            // A manager that does not listen counts as none.
            let _ = socket.send_to_addr(state.as_bytes(), address);
        }
    }
}

/// The socket that systemd has opened for this process (socket activation).
pub fn inherited_listener() -> Result<Option<TcpListener>, String> {
    let mut inherited = listenfd::ListenFd::from_env();
    if inherited.len() > 1 {
        return Err(format!("expected one socket from systemd, got {}", inherited.len()));
    }
    let listener = inherited.take_tcp_listener(0);
    listener.map_err(|error| format!("cannot use the socket from systemd: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manager_hears_what_happens() {
        let path = std::env::temp_dir().join(format!("bunraku-notify-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let listener = UnixDatagram::bind(&path).unwrap();
        listener.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let heard = || {
            let mut buffer = [0; 200];
            let read = listener.recv(&mut buffer).unwrap();
            String::from_utf8_lossy(&buffer[..read]).into_owned()
        };
        let manager = Manager::at(path.to_str().unwrap());
        manager.ready("2 environments\nx");
        assert_eq!(heard(), "READY=1\nSTATUS=2 environments x\n");
        manager.alive();
        assert_eq!(heard(), "WATCHDOG=1\n");
        std::fs::remove_file(&path).unwrap();
        manager.stopping();
        Manager::default().ready("nobody hears this");
    }
}
