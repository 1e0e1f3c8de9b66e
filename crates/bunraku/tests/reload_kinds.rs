//! What a reload reads and parses again, for every kind of file.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

mod editable;

use std::sync::Arc;

use bunraku::Site;
use editable::{Editable, log, site};

/// A file of each kind, with its content and with what it has to log.
const FILES: [(&str, &str, &str); 12] = [
    ("/env/manifests/site.pp", "include a", ""),
    ("/env/modules/a/manifests/init.pp", CLASS, ""),
    ("/env/modules/a/functions/f.pp", "function a::f() { 'function' }", "function"),
    ("/env/modules/a/types/t.pp", "type A::T = Enum[alias]", ""),
    ("/env/modules/a/templates/t.epp", "epp", "epp"),
    ("/env/modules/a/templates/t.erb", "<%= 'erb' %>", "erb"),
    ("/env/modules/a/lib/puppet/functions/a/r.rb", RUBY_FUNCTION, "ruby"),
    ("/env/modules/a/lib/puppet/type/thing.rb", RUBY_TYPE, ""),
    ("/env/modules/a/lib/puppet_x/parts.rb", "module Parts\n  NAME = :path\nend\n", ""),
    ("/env/modules/a/metadata.json", METADATA, ""),
    ("/env/modules/a/hiera.yaml", "version: 5\nhierarchy: [{name: all, path: all.yaml}]\n", ""),
    ("/env/modules/a/data/all.yaml", "a::data: 'data'\n", "data"),
];

const CLASS: &str = "class a(A::T $t = alias) {
  notice(a::f()) notice(epp('a/t')) notice(template('a/t.erb')) notice(a::r()) notice(lookup('a::data'))
  thing { '/x': }
}";

const RUBY_FUNCTION: &str =
    "Puppet::Functions.create_function(:'a::r') do\n  def r\n    'ruby'\n  end\nend\n";

const RUBY_TYPE: &str = "require 'puppet_x/parts'
Puppet::Type.newtype(:thing) do
  newparam(Parts::NAME, namevar: true) { }
end
";

const METADATA: &str = r#"{"name": "x-a", "source": "s", "author": "x", "version": "1.0.0", "license": "l",
  "dependencies": []}"#;

const LOGGED: [&str; 5] = ["function", "epp", "erb", "ruby", "data"];

fn environment() -> Arc<Editable> {
    let files = Arc::new(Editable::default());
    FILES.iter().for_each(|(path, text, _)| files.write(path, text));
    // A file that only a reload notices.
    files.write("/env/manifests/z.pp", "");
    files
}

#[track_caller]
fn refresh(site: &Site) -> Site {
    site.refreshed().expect("the environment").expect("something new")
}

fn made(site: &Site) -> (usize, usize) {
    (site.environment.analyses().made(), site.caches.made())
}

/// The files that compilations read.
fn used() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.0)
}

#[test]
fn each_kind_is_read_once() {
    let files = environment();
    let site = site(&files);
    assert_eq!(log(&site), LOGGED);
    let mut all: Vec<&str> = used().chain(["/env/manifests/z.pp"]).collect();
    all.sort_unstable();
    assert_eq!(files.all_reads(), all);
    let before = made(&site);
    assert_eq!(before, (6, 5), "manifests and EPP; and ERB, three Ruby files and a type");
    assert_eq!(log(&site), LOGGED);
    assert_eq!((files.all_reads(), made(&site)), (Vec::new(), before));
    assert!(site.refreshed().expect("the environment").is_none(), "nothing has changed");
    assert_eq!(files.all_reads(), Vec::<String>::new());
}

#[test]
fn what_was_not_touched_is_not_read_again() {
    let files = environment();
    let mut site = site(&files);
    log(&site);
    let before = made(&site);
    files.all_reads();
    // Twice, because the second generation must know as much as the first.
    for _ in 0..2 {
        files.touch("/env/manifests/z.pp");
        site = refresh(&site);
        assert_eq!(log(&site), LOGGED);
        assert_eq!(files.all_reads(), ["/env/manifests/z.pp"]);
        assert_eq!(made(&site), before);
    }
}

#[test]
fn what_was_touched_is_read_but_not_parsed_again() {
    for path in used() {
        let files = environment();
        let old = site(&files);
        log(&old);
        let (analysed, parsed) = made(&old);
        files.all_reads();
        files.touch(path);
        let new = refresh(&old);
        assert_eq!(log(&new), LOGGED, "{path}");
        assert_eq!(files.all_reads(), [path]);
        // A type may depend on any of the files that were looked at while it was read.
        let types = usize::from(path.contains("/type/") || path.contains("/puppet_x/"));
        assert_eq!(made(&new), (analysed, parsed + types), "{path}");
        assert_eq!(log(&old), LOGGED, "{path}");
        assert_eq!(files.all_reads(), Vec::<String>::new(), "the old generation has all it needs");
    }
}

#[test]
fn what_has_changed_is_seen_by_the_next_generation_alone() {
    for (path, text, logged) in FILES.into_iter().filter(|(_, _, logged)| !logged.is_empty()) {
        let files = environment();
        let old = site(&files);
        log(&old);
        files.all_reads();
        files.write(path, &text.replace(&format!("'{logged}'"), "'new'").replace("epp", "new"));
        let new = refresh(&old);
        let expected = LOGGED.map(|line| if line == logged { "new" } else { line });
        assert_eq!(log(&new), expected, "{path}");
        assert_eq!(files.all_reads(), [path]);
        assert_eq!(log(&old), LOGGED, "{path}");
        assert_eq!(files.all_reads(), Vec::<String>::new(), "{path}");
    }
}

#[test]
fn a_library_of_a_type_may_change_or_be_hidden() {
    let files = environment();
    files.write("/env/modules/a/manifests/init.pp", "class a { thing { '/y': other => 1 } }");
    let first = site(&files);
    assert_eq!(log(&first), ["unknown-attribute"]);
    let library = "/env/modules/a/lib/puppet_x/parts.rb";
    files.write(library, "module Parts\n  NAME = :other\nend\n");
    let second = refresh(&first);
    assert_eq!(log(&second), Vec::<String>::new());
    assert_eq!(log(&first), ["unknown-attribute"]);
    // A library of the same name in an earlier module takes precedence, although no file has changed.
    files.write("/env/modules/b/lib/puppet_x/extra.rb", "module Extra\n  NAME = :b\nend\n");
    let ty = RUBY_TYPE.replace("parts", "extra").replace("Parts", "Extra").replace(":thing", ":gadget");
    files.write("/env/modules/b/lib/puppet/type/gadget.rb", &ty);
    files.write("/env/modules/a/manifests/init.pp", "class a { gadget { '/y': a => 1 } }");
    let third = refresh(&second);
    assert_eq!(log(&third), ["unknown-attribute"]);
    files.write("/env/modules/a/lib/puppet_x/extra.rb", "module Extra\n  NAME = :a\nend\n");
    assert_eq!(log(&refresh(&third)), Vec::<String>::new());
}

#[test]
fn data_comes_and_goes() {
    let files = environment();
    let old = site(&files);
    log(&old);
    files.write(
        "/env/hiera.yaml",
        "version: 5\nhierarchy: [{name: h, path: all.conf, data_hash: hocon_data}, {name: all, path: all.yaml}]\n",
    );
    let new = refresh(&old);
    assert_eq!(log(&new), LOGGED, "the environment has no data");
    files.write("/env/data/all.yaml", "a::data: 'of the environment'\n");
    let new = refresh(&new);
    assert_eq!(log(&new)[4], "of the environment");
    // Included files are not part of what is known about the file.
    files.write("/env/data/part.conf", "\"a::data\": one");
    files.write("/env/data/all.conf", "include file(\"/env/data/part.conf\")");
    let new = refresh(&new);
    assert_eq!(log(&new)[4], "one");
    files.write("/env/data/part.conf", "\"a::data\": two");
    let new = refresh(&new);
    assert_eq!(log(&new)[4], "two");
    files.remove("/env/hiera.yaml");
    let new = refresh(&new);
    assert_eq!(log(&new), LOGGED);
    files.remove("/env/modules/a/hiera.yaml");
    assert_eq!(log(&refresh(&new)).last().map(String::as_str), Some("lookup-failed"));
}
