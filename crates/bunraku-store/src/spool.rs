//! The spool: documents that wait on disk until the store accepts them. The caller continues when a document is
//! durable, without waiting for the database.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use bunraku_world::reason;

use crate::{Backend, Command, Error, ErrorKind, Sent, time};

/// The maximum number of waiting documents.
const MOST_DOCUMENTS: u64 = 200_000;

/// The maximum number of rejected documents that are kept.
const MOST_REFUSED: usize = 1_000;

/// The first and the longest pause after the store has failed; it doubles each time.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// Waiting documents, and the thread that passes them to the store.
pub struct Spool {
    inner: Arc<Inner>,
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Reports documents that the store does not accept.
pub type Complaint = Box<dyn Fn(&str) + Send + Sync>;

struct Inner {
    folder: PathBuf,
    store: Arc<dyn Backend>,
    complain: Complaint,
    waiting: AtomicU64,
    number: AtomicU64,
    stopping: AtomicBool,
    /// The last failure of the store, if it failed the last time.
    trouble: Mutex<Option<String>>,
}

impl Spool {
    /// Opens the folder, which is created if necessary, and continues with what was left there.
    pub fn open(folder: &Path, store: Arc<dyn Backend>, complain: Complaint) -> Result<Spool, Error> {
        let failed = |error: &io::Error| failed(folder, error);
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        for name in names(folder).map_err(|error| failed(&error))? {
            // The writer was stopped before it was acknowledged.
            if name.ends_with(".part") {
                let _ = fs::remove_file(folder.join(name));
            }
        }
        let waiting = names(folder).map_err(|error| failed(&error))?.len() as u64;
        let inner = Arc::new(Inner {
            folder: folder.to_owned(),
            store,
            complain,
            waiting: AtomicU64::new(waiting),
            number: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
            trouble: Mutex::new(None),
        });
        let (wake, woken) = sync_channel(1);
        let own = Arc::clone(&inner);
        let thread = thread::Builder::new()
            .name("store spool".to_owned())
            .spawn(move || own.run(&woken))
            .map_err(|error| failed(&error))?;
        Ok(Spool { inner, wake: Some(wake), thread: Some(thread) })
    }

    /// Adds a document. When this returns, it is on disk and will reach the store even if this process ends.
    pub fn put(&self, command: Command, certname: &str, document: &str) -> Result<(), Error> {
        let inner = &self.inner;
        if inner.waiting.load(Ordering::Relaxed) >= MOST_DOCUMENTS {
            let message =
                format!("too many documents are waiting for the store: the limit is {MOST_DOCUMENTS}");
            return Err(Error::unavailable(message));
        }
        let number = inner.number.fetch_add(1, Ordering::Relaxed);
        let name = format!("{:014}-{}-{number:09}.{}", time::now(), std::process::id(), word(command));
        let (part, whole) = (inner.folder.join(format!("{name}.part")), inner.folder.join(&name));
        let written = || -> io::Result<()> {
            let mut file = File::create(&part)?;
            file.write_all(certname.as_bytes())?;
            file.write_all(b"\n")?;
            file.write_all(document.as_bytes())?;
            file.sync_all()?;
            fs::rename(&part, &whole)?;
            // The name is made durable by syncing the folder.
            File::open(&inner.folder)?.sync_all()
        };
        if let Err(error) = written() {
            let _ = fs::remove_file(&part);
            return Err(failed(&inner.folder, &error));
        }
        inner.waiting.fetch_add(1, Ordering::Relaxed);
        if let Some(wake) = &self.wake {
            // If there is no room, the thread is already awake.
            let _ = wake.try_send(());
        }
        Ok(())
    }

    /// Passes something to the store, or spools its document if the store is unreachable.
    pub fn submit_or_put(&self, sent: &dyn Sent) -> Result<(), Error> {
        // A failing store is not waited for again and again.
        if self.inner.trouble().is_none() {
            match sent.hand_to(&*self.inner.store) {
                Err(error) if waits(&error) => self.inner.note(&error),
                done => return done.map(drop),
            }
        }
        self.put(sent.command(), sent.certname(), &sent.document())
    }

    /// The number of waiting documents.
    pub fn waiting(&self) -> u64 {
        self.inner.waiting.load(Ordering::Relaxed)
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        self.inner.stopping.store(true, Ordering::Relaxed);
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            // Waiting documents are on disk.
            let _ = thread.join();
        }
    }
}

impl Inner {
    fn run(&self, woken: &Receiver<()>) {
        let mut pause = PAUSES.0;
        loop {
            let done = self.drain();
            if self.stopping.load(Ordering::Relaxed) {
                return;
            }
            let gone = match done {
                true => {
                    pause = PAUSES.0;
                    woken.recv().is_err()
                }
                false => {
                    let mut left = pause;
                    // Short naps, so that stopping the process does not take long.
                    while !left.is_zero() && !self.stopping.load(Ordering::Relaxed) {
                        let nap = left.min(Duration::from_millis(100));
                        thread::sleep(nap);
                        left -= nap;
                    }
                    pause = (pause * 2).min(PAUSES.1);
                    false
                }
            };
            if gone {
                return;
            }
        }
    }

    /// Passes all waiting documents to the store, oldest first. Returns whether the store accepted them.
    fn drain(&self) -> bool {
        let names = match names(&self.folder) {
            Ok(names) => names,
            Err(error) => {
                (self.complain)(&failed(&self.folder, &error).message);
                return false;
            }
        };
        for name in names.iter().filter(|name| !name.ends_with(".part")) {
            if self.stopping.load(Ordering::Relaxed) {
                return true;
            }
            let path = self.folder.join(name);
            match self.hand_over(&path, name) {
                Ok(()) => {}
                Err(error) if waits(&error) => {
                    self.note(&error);
                    return false;
                }
                Err(error) => {
                    (self.complain)(&format!("the store rejected `{name}`: {error}"));
                    self.set_aside(&path, name);
                    continue;
                }
            }
            if fs::remove_file(&path).is_ok() {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
            }
        }
        if let Some(trouble) = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            (self.complain)(&format!("the store is available again: {trouble}"));
        }
        true
    }

    fn hand_over(&self, path: &Path, name: &str) -> Result<(), Error> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => Error::invalid("the file is not UTF-8"),
            _ => failed(path, &error),
        })?;
        let command = name.rsplit('.').next().and_then(Command::named);
        let (Some(command), Some((certname, document))) = (command, text.split_once('\n')) else {
            return Err(Error::invalid("expected a file of this spool"));
        };
        self.store.submit(command, certname, document).map(drop)
    }

    /// Moves aside what the store will never accept, for an operator to look at. Only the latest documents are kept, because a
    /// node can send any number of them.
    fn set_aside(&self, path: &Path, name: &str) {
        let folder = self.folder.join("refused");
        if fs::create_dir_all(&folder).and_then(|()| fs::rename(path, folder.join(name))).is_ok() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        let names = names(&folder).unwrap_or_default();
        for old in names.iter().take(names.len().saturating_sub(MOST_REFUSED)) {
            // If this fails, it is tried again with the next document.
            let _ = fs::remove_file(folder.join(old));
        }
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, error: &Error) {
        let mut trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if trouble.is_none() {
            (self.complain)(&format!("the store failed; spooling incoming documents: {error}"));
        }
        *trouble = Some(error.message.clone());
    }
}

/// Whether a document is worth a retry.
fn waits(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Unavailable | ErrorKind::TooSlow | ErrorKind::Conflict)
}

fn word(command: Command) -> String {
    command.name().replace(' ', "_")
}

/// The waiting files, oldest first.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn failed(path: &Path, error: &io::Error) -> Error {
    Error::unavailable(format!("the spool `{}` failed: {}", path.display(), reason(error)))
}
