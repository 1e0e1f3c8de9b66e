//! A process that compiles more and more nodes does not grow: what their names, titles and facts leave behind is
//! bounded.
//!
//! This is the only test in its process, because it measures the memory of the whole process.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]
#![allow(clippy::disallowed_methods, reason = "the memory of the process is in a file of the system")]

use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::MemoryWorld;

/// What full caches may hold, and what the allocator does not return.
const MOST: usize = 64 << 20;

const SITE: &str = r#"
$n = $facts['number']
node default {
  file { "/tmp/file-${n}": content => "text ${n}", tag => "tag_${n}" }
  notify { "title-${n}": message => { "key-${n}" => $n } }
  $found = [defined("missing_${n}"), getvar("missing_${n}"), lookup("key_${n}", { 'default_value' => $n })]
  notice(inline_epp('<%= $given %>', { 'given' => $n }), inline_template('<%= @n %>'), find_file("m/${n}") =~ Undef)
}
"#;

fn site() -> Site {
    let hierarchy = "version: 5\nhierarchy: [{name: n, paths: [\"%{trusted.certname}.yaml\", \"%{facts.number}.yaml\"]}]\n";
    let files = MemoryWorld::new()
        .with("/env/manifests/site.pp", SITE)
        .with("/env/modules/m/manifests/init.pp", "class m { }")
        .with("/env/hiera.yaml", hierarchy);
    let layout = Layout { name: "test".to_owned(), folder: Some("/env".into()), ..Layout::default() };
    let language = bunraku::language(&PUPPET8, Default::default());
    Site::new(Environment::open(Arc::new(files), &layout, language).expect("an environment"), None)
}

fn compile(site: &Site, number: usize) {
    let mut program = Program::new(&PUPPET8);
    program.node = format!("node{number}.example.org");
    let fact = |name: String, value: String| (Value::str(name), Value::str(value));
    let facts =
        [fact("number".into(), number.to_string()), fact(format!("fact_{number}"), format!("v{number}"))];
    program.facts = facts.into_iter().collect();
    let outcome = program.compile(site);
    assert!(outcome.catalog.is_some(), "{:?}", outcome.error().map(|error| &error.message));
}

/// The memory of the process that is in use, in bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("this is Linux");
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number") * 4096
}

fn grows(first: usize, nodes: usize) -> usize {
    bunraku::with_large_stack(|| {
        let site = site();
        (0..first).for_each(|number| compile(&site, number));
        let before = resident();
        (first..nodes).for_each(|number| compile(&site, number));
        resident().saturating_sub(before)
    })
}

#[test]
fn many_nodes_leave_little_behind() {
    let grown = grows(500, 4_000);
    assert!(grown < MOST / 4, "{grown} bytes more after 4,000 nodes");
}

#[test]
#[ignore = "it takes minutes: cargo test --release -p bunraku --test growth -- --ignored"]
fn a_million_nodes_leave_no_more_behind() {
    let grown = grows(50_000, 1_000_000);
    assert!(grown < MOST, "{grown} bytes more after a million nodes");
}
