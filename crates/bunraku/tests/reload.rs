//! An environment that is kept, shared by threads, and reloaded when its files change.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

mod editable;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{MemoryWorld, Stamp, World};
use editable::{Editable, log, site};

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
fn what_was_only_touched_is_read_again_but_not_analysed() {
    let files = files();
    let template = "<%- | $x | -%>\nx is <%= $x %>";
    files.write("/env/modules/a/templates/t.epp", template);
    files.write("/env/modules/a/manifests/init.pp", "class a { notice(epp('a/t', { 'x' => 1 })) }");
    let mut site = site(&files);
    let refresh = |site: &mut Site| *site = site.refreshed().expect("it").expect("something new");
    let analysed = |site: &Site| site.environment.analyses().made();
    assert_eq!(log(&site), ["x is 1", "v1"]);
    assert_eq!(analysed(&site), 4, "three manifests and a template");
    files.reads();
    let (manifest, module) = ("/env/manifests/site.pp", "/env/modules/a/manifests/init.pp");
    [manifest, module, "/env/modules/a/templates/t.epp"].into_iter().for_each(|path| files.touch(path));
    refresh(&mut site);
    assert_eq!(log(&site), ["x is 1", "v1"]);
    assert_eq!(files.reads(), [manifest, module]);
    assert_eq!(analysed(&site), 4, "the content is the same");
    files.write(module, "class a { notice('a2') }");
    refresh(&mut site);
    assert_eq!(log(&site), ["a2", "v1"]);
    assert_eq!(analysed(&site), 5);
    // Old content does not accumulate: after another reload it is dropped.
    files.write("/env/modules/b/manifests/init.pp", "class b { }");
    refresh(&mut site);
    assert_eq!(log(&site), ["a2"]);
    assert_eq!(analysed(&site), 6);
    files.write(module, "class a { notice(epp('a/t', { 'x' => 1 })) }");
    refresh(&mut site);
    assert_eq!(log(&site), ["x is 1"]);
    assert_eq!(analysed(&site), 8, "the manifest and its template");
}

#[test]
fn the_same_program_or_inline_template_is_analysed_once() {
    let program = Program::new(&PUPPET8);
    let text = "notice(inline_epp('<%= 1 + 1 %>'))";
    for _ in 0..3 {
        assert!(program.evaluate("a.pp", text).error().is_none());
        assert!(program.clone().evaluate("a.pp", text).error().is_none());
    }
    assert_eq!(program.analyses.made(), 2);
    let files = files();
    files.write("/env/modules/a/manifests/init.pp", "class a { notice(inline_epp('<%= 1 + 1 %>')) }");
    let site = site(&files);
    for _ in 0..3 {
        assert_eq!(log(&site), ["2", "v1"]);
    }
    assert_eq!(site.environment.analyses().made(), 4);
}

#[test]
fn a_file_with_an_error_gives_its_tree() {
    let files = files();
    files.write("/env/modules/a/manifests/init.pp", "class a { }\nclass a::b { $x = }");
    let site = site(&files);
    assert_eq!(log(&site), ["syntax-error"]);
    let path = Path::new("/env/modules/a/manifests/init.pp");
    let error = site.environment.load(path, bunraku_syntax::SourceKind::Manifest).expect_err("it is broken");
    let analysis = error.analysis.as_ref().expect("it can be read");
    assert!(analysis.code().is_err());
    assert_eq!(analysis.tree.root(analysis.source.text()).children().count(), 2);
    assert_eq!(site.environment.analyses().made(), 2, "the site's manifest and this one");
}

#[test]
fn a_type_that_is_gone_is_missed() {
    let files = files();
    files.write("/env/modules/a/types/port.pp", "type A::Port = Integer");
    files.write("/env/modules/a/manifests/init.pp", "class a(A::Port $port = 1) { notice('a') }");
    files.write("/env/manifests/z.pp", "define z(A::Port $port) { }");
    let old = site(&files);
    assert_eq!(log(&old), ["a", "v1"]);
    assert_eq!(log(&old), ["a", "v1"]);
    files.remove("/env/modules/a/types/port.pp");
    let new = old.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&new), ["unknown-type"], "the type of the define in the site's manifest");
    files.write("/env/manifests/z.pp", "");
    let new = new.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&new), ["unknown-type"], "the type of the class in the module");
    files.write("/env/modules/a/types/port.pp", "type A::Port = Integer");
    let new = new.refreshed().expect("the environment").expect("something new");
    assert_eq!(log(&new), ["a", "v1"]);
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
    // Two catalogs of a node differ only in the identifier of the compilation.
    let json = |catalog: bunraku::catalog::Catalog| catalog.to_json().replace(&catalog.header().uuid, "");
    let alone = json(Program::new(&PUPPET8).compile(&site).catalog.expect("a catalog"));
    std::thread::scope(|scope| {
        let compile = || Program::new(&PUPPET8).compile(&site).catalog.map(json);
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(compile)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic").as_deref(), Some(alone.as_str()));
        }
    });
}

/// A file whose stamp changes every time.
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
    let environment =
        Environment::open(Arc::new(files), &layout, bunraku::language(&PUPPET8, Default::default()))
            .expect("it");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let error = outcome.error().expect("an error");
    assert!(error.message.contains("it changed while it was being read"), "{}", error.message);
    assert!(outcome.catalog.is_none());
}
