//! An environment that is kept, shared by threads, and read again when its files change.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{
    io,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{MemoryWorld, Stamp, World};

/// Files in memory that can be replaced, and that count how often they are read.
#[derive(Default)]
struct Editable {
    files: MemoryWorld,
    reads: Mutex<Vec<String>>,
}

impl Editable {
    fn write(&self, path: &str, text: &str) {
        self.files.write(path, text);
    }

    fn reads(&self) -> Vec<String> {
        let mut reads = std::mem::take(&mut *self.reads.lock().unwrap());
        reads.retain(|path| path.ends_with(".pp"));
        reads
    }
}

impl World for Editable {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&self.files)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.reads.lock().unwrap().push(path.display().to_string());
        self.files.read(path)
    }
}

fn site(files: &Arc<Editable>) -> Site {
    let layout = Layout { name: "test".to_owned(), folder: Some("/env".into()), ..Layout::default() };
    let files = Arc::clone(files) as Arc<dyn World>;
    Site::new(Environment::open(files, &layout, &PUPPET8, Default::default()).expect("an environment"), None)
}

fn log(site: &Site) -> Vec<String> {
    let outcome = Program::new(&PUPPET8).compile(site);
    let lines = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Line { message, .. } => Some(message.to_string()),
        LogEntry::Diagnostic(_) => None,
    });
    lines.chain(outcome.diagnostics.iter().map(|diagnostic| diagnostic.code.name().to_owned())).collect()
}

fn files() -> Arc<Editable> {
    let files = Arc::new(Editable::default());
    files.write("/env/manifests/site.pp", "include a\ninclude b\n");
    files.write("/env/modules/a/manifests/init.pp", "class a { notice('a1') }");
    files.write("/env/modules/b/manifests/init.pp", "class b { notice(lookup('k')) }");
    files.write("/env/hiera.yaml", "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n");
    files.write("/env/data/all.yaml", "k: v1\n");
    files
}

#[test]
fn nothing_is_read_twice() {
    let files = files();
    let site = site(&files);
    assert_eq!(log(&site), ["a1", "v1"]);
    assert_eq!(files.reads().len(), 3);
    assert_eq!(log(&site), ["a1", "v1"]);
    assert_eq!(files.reads(), Vec::<String>::new());
    assert!(site.refreshed().expect("the environment").is_none());
}

#[test]
fn what_has_changed_is_read_again() {
    let files = files();
    let old = site(&files);
    log(&old);
    files.reads();
    files.write("/env/modules/a/manifests/init.pp", "class a { notice('a2') }");
    assert_eq!(log(&old), ["a1", "v1"], "what is kept does not change");
    let new = old.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&new), ["a2", "v1"]);
    assert_eq!(files.reads(), ["/env/modules/a/manifests/init.pp"], "the other files are the same");
    assert!(new.refreshed().expect("the environment").is_none());
    files.write("/env/manifests/site.pp", "include b\n");
    let new = new.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&new), ["v1"]);
}

#[test]
fn data_new_files_and_modules_are_noticed() {
    let files = files();
    let site = site(&files);
    log(&site);
    files.write("/env/data/all.yaml", "k: v2\n");
    let site = site.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&site), ["a1", "v2"]);
    files.write("/env/manifests/z.pp", "notice('z')\n");
    let site = site.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&site), ["a1", "v2", "z"]);
    files.write("/env/manifests/z.pp", "include c\n");
    let site = site.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&site), ["a1", "v2", "unknown-class"]);
    files.write("/env/modules/c/manifests/init.pp", "class c { notice('c') }");
    let site = site.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&site), ["a1", "v2", "c"]);
}

#[test]
fn eight_threads_and_one_give_the_same_bytes() {
    let files = files();
    let site = site(&files);
    // The identifier of a compilation is the one thing in which two catalogs of a node differ.
    let json = |catalog: bunraku::Catalog| catalog.to_json().replace(&catalog.header().uuid, "");
    let alone = json(Program::new(&PUPPET8).compile(&site).catalog.expect("a catalog"));
    std::thread::scope(|scope| {
        let compile = || Program::new(&PUPPET8).compile(&site).catalog.map(json);
        let threads: Vec<_> = (0..8)
            .map(|_| std::thread::Builder::new().stack_size(1 << 26).spawn_scoped(scope, compile).unwrap())
            .collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic").as_deref(), Some(alone.as_str()));
        }
    });
}

/// A file whose stamp is another one each time.
struct Restless(MemoryWorld, AtomicU64);

impl World for Restless {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&self.0)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let mark = self.1.fetch_add(1, Ordering::Relaxed);
        self.0.stamp(path).map(|stamp| Stamp { mark, ..stamp })
    }
}

#[test]
fn a_manifest_that_changes_while_it_is_read_is_an_error() {
    let files = Restless(MemoryWorld::new().with("/env/manifests/site.pp", "notice(1)"), AtomicU64::new(0));
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let environment = Environment::open(Arc::new(files), &layout, &PUPPET8, Default::default()).expect("it");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let error = outcome.error().expect("an error");
    assert!(error.message.contains("it changes while it is read"), "{}", error.message);
    assert!(outcome.catalog.is_none());
}
