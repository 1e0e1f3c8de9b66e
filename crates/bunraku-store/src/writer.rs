//! The thread that writes. It takes what has queued up into one transaction, so that many changes cost one commit.

use std::{
    sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel},
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, TransactionBehavior};

use crate::{Change, Error, keep::Kept, time};

/// The most changes that are committed together.
const GROUP: usize = 64;

/// What became of a change: what was kept, and how many rows a removal took.
pub type Done = Result<(Kept, usize), Error>;

/// A handle of the thread. The thread ends when it is dropped, after all that was handed over is written.
pub struct Writer {
    queue: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    change: Change,
    done: SyncSender<Done>,
}

impl Writer {
    /// Starts the thread on a connection.
    pub fn start(connection: Connection) -> Result<Writer, Error> {
        let (queue, jobs) = channel();
        let thread = thread::Builder::new()
            .name("store writer".to_owned())
            .spawn(move || run(connection, &jobs))
            .map_err(|error| Error::unavailable(format!("no thread can be started: {error}")))?;
        Ok(Writer { queue: Some(queue), thread: Some(thread) })
    }

    /// Has a change written, and waits until it is committed.
    pub fn keep(&self, change: Change) -> Done {
        let gone = || Error::unavailable("the thread that writes has ended");
        let (done, answer) = sync_channel(1);
        self.queue.as_ref().ok_or_else(gone)?.send(Job { change, done }).map_err(|_| gone())?;
        answer.recv().map_err(|_| gone())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A writer that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

fn run(mut connection: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut group = vec![first];
        while group.len() < GROUP {
            match jobs.try_recv() {
                Ok(job) => group.push(job),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        let changes = group.iter().map(|job| &job.change);
        let outcomes = write(&mut connection, changes);
        for (index, job) in group.into_iter().enumerate() {
            let outcome = match &outcomes {
                Ok(outcomes) => outcomes.get(index).cloned(),
                Err(error) => Some(Err(error.clone())),
            };
            // Whoever asked may have gone.
            let _ = job.done.send(outcome.unwrap_or(Ok((Kept::Written, 0))));
        }
    }
    // What is only in the log is moved to the database, so that whoever copies the file has all of it.
    let _ = connection.execute_batch("pragma optimize; pragma wal_checkpoint(truncate)");
}

/// Writes changes in one transaction. One that fails leaves no trace and does not hold up the others.
pub fn write<'c>(
    connection: &mut Connection,
    changes: impl Iterator<Item = &'c Change>,
) -> Result<Vec<Done>, Error> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut outcomes = Vec::new();
    for change in changes {
        let step = transaction.savepoint()?;
        let outcome = change.keep(&step, time::now());
        match &outcome {
            Ok(_) => step.commit()?,
            // Dropping it rolls back.
            Err(_) => drop(step),
        }
        outcomes.push(outcome);
    }
    transaction.commit()?;
    Ok(outcomes)
}
