//! The writing thread. It combines queued changes into one transaction, so that many changes cost one commit.

use std::{
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::{Change, Error, ErrorKind, keep::ChangeResult, session::Session, time};

/// The maximum number of changes that are committed together.
const GROUP: usize = 64;

/// How long after a commit the connection settles.
const SETTLE: Duration = Duration::from_secs(1);

/// The outcome of a change, and the number of removed rows.
pub type Done = Result<(ChangeResult, usize), Error>;

/// The connection for writing.
pub trait Written: Send + 'static {
    /// Writes changes in one transaction.
    fn write(&mut self, changes: &[&Change]) -> Result<Vec<Done>, Error>;

    /// Called about a second after something was written, also while more is being written.
    fn settle(&mut self) {}

    /// Called when nothing more will be written.
    fn finish(&mut self) {}
}

/// A handle of the thread. The thread ends when it is dropped, after everything in the queue has been written.
pub struct Writer {
    queue: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    change: Change,
    done: SyncSender<Done>,
}

impl Writer {
    /// Starts the thread with a connection.
    pub fn start(connection: impl Written) -> Result<Writer, Error> {
        let (queue, jobs) = channel();
        let thread = thread::Builder::new()
            .name("store writer".to_owned())
            .spawn(move || run(connection, &jobs))
            .map_err(|error| Error::unavailable(format!("cannot start a thread: {error}")))?;
        Ok(Writer { queue: Some(queue), thread: Some(thread) })
    }

    /// Writes a change, and waits until it is committed.
    pub fn keep(&self, change: Change) -> Done {
        let gone = || Error::unavailable("the writer thread has stopped");
        let (done, answer) = sync_channel(1);
        self.queue.as_ref().ok_or_else(gone)?.send(Job { change, done }).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the writer has no further effect here.
            let _ = thread.join();
        }
    }
}

fn run(mut connection: impl Written, jobs: &Receiver<Job>) {
    let mut due: Option<Instant> = None;
    loop {
        let first = match due {
            None => jobs.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => jobs.recv_timeout(due.saturating_duration_since(Instant::now())),
        };
        let first = match first {
            Ok(job) => job,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                connection.settle();
                due = None;
                continue;
            }
        };
        let mut group = vec![first];
        while group.len() < GROUP {
            match jobs.try_recv() {
                Ok(job) => group.push(job),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        // Servers that share a database lock nodes in the same order, which avoids deadlocks.
        group.sort_by(|a, b| a.change.certname().cmp(&b.change.certname()));
        let changes: Vec<&Change> = group.iter().map(|job| &job.change).collect();
        let outcomes = connection.write(&changes);
        for (index, job) in group.into_iter().enumerate() {
            let outcome = match &outcomes {
                Ok(outcomes) => outcomes.get(index).cloned(),
                Err(error) => Some(Err(error.clone())),
            };
            // The caller may be gone.
            let _ = job.done.send(outcome.unwrap_or_else(|| Err(Error::unavailable("nothing was written"))));
        }
        let now = Instant::now();
        if now >= *due.get_or_insert(now + SETTLE) {
            connection.settle();
            due = None;
        }
    }
    connection.finish();
}

/// Writes changes in one transaction. A change that fails has no effect and does not affect the others; a conflict with
/// another server, or a broken connection, ends the whole transaction.
pub fn write(session: &mut dyn Session, changes: &[&Change]) -> Result<Vec<Done>, Error> {
    session.batch(session.dialect().begin())?;
    match write_each(session, changes) {
        Ok(outcomes) => Ok(outcomes),
        Err(error) => {
            // The connection may be gone, and the transaction with it.
            let _ = session.batch("rollback");
            Err(error)
        }
    }
}

fn write_each(session: &mut dyn Session, changes: &[&Change]) -> Result<Vec<Done>, Error> {
    let mut outcomes = Vec::with_capacity(changes.len());
    if let [change] = changes {
        // Nothing else would be lost with it.
        outcomes.push(Ok(change.keep(session, time::now())?));
        session.batch("commit")?;
        return Ok(outcomes);
    }
    for change in changes {
        session.batch("savepoint step")?;
        let outcome = change.keep(session, time::now());
        match &outcome {
            Ok(_) => session.batch("release savepoint step")?,
            Err(error) if error.kind == ErrorKind::Conflict => return Err(error.clone()),
            Err(_) => session.batch("rollback to savepoint step; release savepoint step")?,
        }
        outcomes.push(outcome);
    }
    session.batch("commit")?;
    Ok(outcomes)
}
