//! The spool: documents that wait on the disk until the store takes them. Whoever hands one over goes on when it is there to
//! stay, and does not wait for the database.

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

use crate::{Backend, Command, Error, ErrorKind, Sent, time};

/// How much may wait.
const MOST_DOCUMENTS: u64 = 200_000;

/// How long the store is left alone after it has failed; twice as long each time, up to the last.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(30));

/// Documents that wait, and the thread that hands them to the store.
pub struct Spool {
    inner: Arc<Inner>,
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What is said about documents that the store does not take.
pub type Complaint = Box<dyn Fn(&str) + Send + Sync>;

struct Inner {
    folder: PathBuf,
    store: Arc<dyn Backend>,
    complain: Complaint,
    waiting: AtomicU64,
    number: AtomicU64,
    stopping: AtomicBool,
    /// Whether the store failed the last time, and how.
    trouble: Mutex<Option<String>>,
}

impl Spool {
    /// Opens the folder, which is made if it does not exist, and begins with what was left there.
    pub fn open(folder: &Path, store: Arc<dyn Backend>, complain: Complaint) -> Result<Spool, Error> {
        let failed = |error: &io::Error| failed(folder, error);
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        for name in names(folder).map_err(|error| failed(&error))? {
            // Whoever wrote it was stopped before it was acknowledged.
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

    /// Takes a document over. When this returns it is on the disk, and reaches the store whatever happens to this process.
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
            // The name is kept by the folder.
            File::open(&inner.folder)?.sync_all()
        };
        if let Err(error) = written() {
            let _ = fs::remove_file(&part);
            return Err(failed(&inner.folder, &error));
        }
        inner.waiting.fetch_add(1, Ordering::Relaxed);
        if let Some(wake) = &self.wake {
            // It is awake already if there is no room.
            let _ = wake.try_send(());
        }
        Ok(())
    }

    /// Hands something to the store, or takes its document over if the store cannot be reached.
    pub fn submit_or_put(&self, sent: &dyn Sent) -> Result<(), Error> {
        // What is in trouble is not waited for again and again.
        if self.inner.trouble().is_none() {
            match sent.hand_to(&*self.inner.store) {
                Err(error) if waits(&error) => self.inner.note(&error),
                done => return done.map(drop),
            }
        }
        self.put(sent.command(), sent.certname(), &sent.document())
    }

    /// How many documents wait.
    pub fn waiting(&self) -> u64 {
        self.inner.waiting.load(Ordering::Relaxed)
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        self.inner.stopping.store(true, Ordering::Relaxed);
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            // What waits is on the disk.
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
                    // Short naps, so that whoever stops the process does not wait.
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

    /// Hands over all that waits, the oldest first; whether the store took it.
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

    /// Keeps what the store will never take for a person to look at.
    fn set_aside(&self, path: &Path, name: &str) {
        let folder = self.folder.join("refused");
        if fs::create_dir_all(&folder).and_then(|()| fs::rename(path, folder.join(name))).is_ok() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
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

/// Whether a document is worth another try.
fn waits(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Unavailable | ErrorKind::TooSlow | ErrorKind::Conflict)
}

fn word(command: Command) -> String {
    command.name().replace(' ', "_")
}

/// The files that wait, the oldest first.
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
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or(&text);
    Error::unavailable(format!("the spool `{}` failed: {reason}", path.display()))
}
