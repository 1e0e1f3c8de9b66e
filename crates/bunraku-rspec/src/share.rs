//! Shares the examples of a large spec file among threads.
//!
//! A thread without a file of its own takes the second half of the examples that another still has before it, loads the same file
//! into an interpreter of its own, and runs them. What the parts say is put together in the order of the examples, so that a
//! report does not tell how many threads there were.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{Event, FileRun, SpecFile};

/// The files that are running.
#[derive(Default)]
pub(crate) struct Board {
    files: Mutex<Vec<Running>>,
    /// How many files have begun.
    begun: AtomicU64,
    changed: Condvar,
}

/// A file that is running, in one part or several.
struct Running {
    /// Tells it from others: a file may run several times, for different lines.
    id: u64,
    file: SpecFile,
    /// What loading the file takes, once its examples are known and may be shared.
    load_time: Option<Duration>,
    parts: Vec<Part>,
}

/// Examples of a file that one thread runs.
struct Part {
    /// The examples that are left: the first and the end.
    left: (usize, usize),
    began: Duration,
    first: usize,
    /// Whether its thread is at work.
    active: bool,
    ran: Option<PartRun>,
}

/// What came of a part.
#[derive(Default)]
pub(crate) struct PartRun {
    pub(crate) run: FileRun,
    /// The groups around its first and its last example, from the outermost on.
    pub(crate) first_groups: Vec<String>,
    pub(crate) last_groups: Vec<String>,
}

/// The right to run a part. When it is dropped the part has ended, however it did.
pub(crate) struct Ticket<'b> {
    board: &'b Board,
    /// The file.
    id: u64,
    part: usize,
}

/// A part is only taken by another thread if running it takes that many times as long as loading the file.
const WORTH: u32 = 2;

/// How long a thread without work waits before it looks again whether there is some.
const PATIENCE: Duration = Duration::from_millis(20);

impl Board {
    fn files(&self) -> MutexGuard<'_, Vec<Running>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file. The ticket is for its first part, which has all examples once they are known.
    pub(crate) fn begin(&self, file: &SpecFile) -> Ticket<'_> {
        let part = Part { left: (0, 0), began: Duration::ZERO, first: 0, active: true, ran: None };
        let id = self.begun.fetch_add(1, Ordering::Relaxed);
        self.files().push(Running { id, file: file.clone(), load_time: None, parts: vec![part] });
        Ticket { board: self, id, part: 0 }
    }

    /// Takes a part of a file that another thread is running, if that is worth its while: of the given file, or of any.
    pub(crate) fn take(&self, of: Option<u64>, now: Duration) -> Option<(SpecFile, Ticket<'_>)> {
        let mut files = self.files();
        let wanted = |running: &&mut Running| of.is_none_or(|id| running.id == id);
        let candidates = files.iter_mut().filter(wanted).filter_map(|running| {
            let (gain, part) = running.most(now)?;
            Some((gain, part, running))
        });
        let (_, part, running) = candidates.max_by_key(|(gain, ..)| *gain)?;
        let number = running.split(part, now)?;
        Some((running.file.clone(), Ticket { board: self, id: running.id, part: number }))
    }

    /// Waits until a part can be taken; `None` if nothing runs any more.
    pub(crate) fn wait(&self, now: impl Fn() -> Duration) -> Option<(SpecFile, Ticket<'_>)> {
        loop {
            if let Some(taken) = self.take(None, now()) {
                return Some(taken);
            }
            let files = self.files();
            if files.is_empty() {
                return None;
            }
            // Nobody says when examples turn out to take long.
            drop(self.changed.wait_timeout(files, PATIENCE));
        }
    }

    /// Removes a file when all of its parts have ended, and puts together what they say.
    pub(crate) fn collect(&self, id: u64) -> FileRun {
        let mut files = self.files();
        loop {
            let Some(at) = files.iter().position(|running| running.id == id) else {
                return FileRun::default();
            };
            if files.get(at).is_some_and(|running| running.parts.iter().all(|part| !part.active)) {
                let mut parts = files.remove(at).parts;
                parts.sort_by_key(|part| part.first);
                drop(files);
                self.changed.notify_all();
                return parts
                    .into_iter()
                    .filter_map(|part| part.ran)
                    .reduce(PartRun::joined)
                    .unwrap_or_default()
                    .run;
            }
            files = self.changed.wait(files).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Running {
    /// The part with the most time before it, if there is enough to share: that time, and its number.
    fn most(&self, now: Duration) -> Option<(Duration, usize)> {
        let least = self.load_time? * WORTH;
        let times =
            self.parts.iter().enumerate().filter(|(_, part)| part.active).filter_map(|(number, part)| {
                let (next, end) = part.left;
                let done = u32::try_from(next.checked_sub(part.first)?).ok().filter(|done| *done > 0)?;
                let half = u32::try_from(end.checked_sub(next)? / 2).ok()?;
                Some((now.saturating_sub(part.began) / done * half, number))
            });
        times.max().filter(|(time, _)| *time > least)
    }

    /// Takes the second half of what a part has left. Returns the number of the new part.
    fn split(&mut self, part: usize, now: Duration) -> Option<usize> {
        let (next, end) = &mut self.parts.get_mut(part)?.left;
        let middle = *next + (*end - *next).div_ceil(2);
        let taken = (middle, *end);
        *end = middle;
        self.parts.push(Part { left: taken, began: now, first: middle, active: true, ran: None });
        Some(self.parts.len() - 1)
    }
}

impl Ticket<'_> {
    /// The number of the file.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Whether this is the part that began the file: it says what concerns the file as a whole.
    pub(crate) fn is_first(&self) -> bool {
        self.part == 0
    }

    /// How many examples the file has, now that it is loaded. Other threads may take some if `shared`.
    pub(crate) fn planned(&self, count: usize, shared: bool, load_time: Duration, now: Duration) {
        self.with(|running| {
            if let Some(part) = running.parts.get_mut(self.part) {
                part.began = now;
                if self.part == 0 {
                    part.left = (0, count);
                    running.load_time = shared.then_some(load_time);
                }
            }
        });
        self.board.changed.notify_all();
    }

    /// The number of the next example of this part.
    pub(crate) fn next(&self) -> Option<usize> {
        self.with(|running| {
            let (next, end) = &mut running.parts.get_mut(self.part)?.left;
            let number = *next;
            (number < *end).then(|| {
                *next += 1;
                number
            })
        })
        .flatten()
    }

    /// Hands in what came of the part.
    pub(crate) fn end(self, ran: PartRun) {
        self.with(|running| {
            if let Some(part) = running.parts.get_mut(self.part) {
                part.ran = Some(ran);
            }
        });
    }

    fn with<R>(&self, work: impl FnOnce(&mut Running) -> R) -> Option<R> {
        let mut files = self.board.files();
        files.iter_mut().find(|running| running.id == self.id).map(work)
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.with(|running| {
            if let Some(part) = running.parts.get_mut(self.part) {
                part.active = false;
                part.left.1 = part.left.0;
            }
        });
        self.board.changed.notify_all();
    }
}

impl PartRun {
    /// This part with the next one, as if one thread had run both.
    fn joined(mut self, mut next: PartRun) -> PartRun {
        if next.first_groups.is_empty() {
            // It had nothing to run.
            self.run.error = self.run.error.or(next.run.error);
            return self;
        }
        let common =
            self.last_groups.iter().zip(&next.first_groups).take_while(|(one, other)| one == other).count();
        remove_last(&mut self.run.events, common);
        remove_first(&mut next.run.events, common);
        self.run.events.append(&mut next.run.events);
        self.run.output.append(&mut next.run.output);
        self.run.read.append(&mut next.run.read);
        self.run.error = self.run.error.or(next.run.error);
        self.last_groups = next.last_groups;
        self
    }
}

/// Removes the ends of the outermost groups, which the next part goes on with.
fn remove_last(events: &mut Vec<Event>, mut count: usize) {
    let mut at = events.len();
    while count > 0 && at > 0 {
        at -= 1;
        match events.get(at) {
            Some(Event::Leave) => {
                events.remove(at);
                count -= 1;
            }
            Some(Event::Outside(_)) => {}
            _ => break,
        }
    }
}

/// Removes the beginnings of groups that the part before has begun.
fn remove_first(events: &mut Vec<Event>, count: usize) {
    let mut left = count;
    events.retain(|event| {
        let removed = left > 0 && matches!(event, Event::Enter(_));
        left -= usize::from(removed);
        !removed
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn file(name: &str) -> SpecFile {
        SpecFile::whole(name.into())
    }

    fn part(groups: [&[&str]; 2], events: Vec<Event>) -> PartRun {
        let [first_groups, last_groups] =
            groups.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        PartRun { run: FileRun { events, ..FileRun::default() }, first_groups, last_groups }
    }

    fn shape(events: &[Event]) -> String {
        let one = |event: &Event| match event {
            Event::Enter(name) => format!("({name} "),
            Event::Leave => ")".to_owned(),
            Event::Example(_) => ".".to_owned(),
            Event::Outside(_) => "!".to_owned(),
        };
        events.iter().map(one).collect()
    }

    #[test]
    fn a_part_is_taken_when_it_takes_longer_than_loading() {
        let board = Board::default();
        let first = board.begin(&file("a"));
        assert!(board.take(None, SECOND).is_none());
        first.planned(100, true, SECOND, SECOND);
        assert_eq!((first.next(), first.next()), (Some(0), Some(1)));
        // Two examples took one second, so that half of the others take 24.
        let (_, second) = board.take(None, 2 * SECOND).expect("there is enough left");
        assert_eq!((second.next(), first.next()), (Some(51), Some(2)));
        // It has run nothing that would tell how long its own take.
        assert!(board.take(Some(first.id() + 1), 9 * SECOND).is_none());
        drop(second);
        let id = first.id();
        first.end(PartRun::default());
        board.collect(id);
        assert!(board.wait(|| SECOND).is_none());
    }

    #[test]
    fn a_file_that_ends_at_its_first_failure_is_not_shared() {
        let board = Board::default();
        let first = board.begin(&file("a"));
        first.planned(100, false, Duration::ZERO, SECOND);
        first.next();
        assert!(board.take(None, 9 * SECOND).is_none());
    }

    #[test]
    fn groups_that_two_parts_have_in_common_begin_and_end_once() {
        let enter = |name: &str| Event::Enter(name.to_owned());
        let example = || Event::Example(Box::default());
        let one = part(
            [&["a"], &["a", "b"]],
            vec![enter("a"), example(), enter("b"), example(), Event::Leave, Event::Leave],
        );
        let other = part(
            [&["a", "b"], &["a"]],
            vec![enter("a"), enter("b"), example(), Event::Leave, example(), Event::Leave],
        );
        assert_eq!(shape(&one.joined(other).run.events), "(a .(b ..).)");
        let one = part([&["a"], &["a"]], vec![enter("a"), example(), Event::Leave]);
        let other = part([&["b"], &["b"]], vec![enter("b"), example(), Event::Leave]);
        assert_eq!(shape(&one.joined(other).run.events), "(a .)(b .)");
    }
}
