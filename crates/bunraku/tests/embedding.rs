//! Guarantees for embedders: what threads can share, and that any thread can evaluate, however small its stack.
#![allow(clippy::expect_used, clippy::disallowed_types, reason = "tests start threads")]

use std::{sync::Arc, thread};

use bunraku::{
    Outcome, Program, Site,
    analysis::{Analyses, Analysis, CheckSettings, Strict},
    catalog::Catalog,
    diag::{Source, Sources},
    edition::PUPPET8,
    hiera::Request,
    loader::{Environment, Layout},
    pcore::Value,
    syntax::SourceKind,
    world::MemoryWorld,
};

#[test]
fn threads_share_what_never_changes() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Site>();
    shared::<Program>();
    shared::<Catalog>();
    shared::<Analyses>();
    shared::<Sources>();
    shared::<Environment>();
    sent::<Outcome>();
}

/// Runs work on a thread with a stack of 512 KiB, far less than the main thread of a program has.
fn on_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(512 << 10).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// The code of the first error, on such a thread.
fn error(program: Program, text: String) -> Option<&'static str> {
    on_small_stack(move || program.evaluate("deep.pp", &text).error().map(|error| error.code.name()))
}

const RECURSION: &str = "function f($n) { if $n == 0 { 0 } else { [1].map |$x| { f($n - 1) } } }\nf(10000)";

#[test]
fn recursion_ends_at_the_limit_of_calls() {
    assert_eq!(error(Program::new(&PUPPET8), RECURSION.to_owned()), Some("too-deep"));
}

#[test]
fn recursion_ends_at_the_end_of_the_stack() {
    let mut program = Program::new(&PUPPET8);
    program.limits.depth = u32::MAX;
    let endless = "function f($n) { [1].map |$x| { f($n + 1) } }\nf(0)";
    assert_eq!(error(program, endless.to_owned()), Some("too-deep"));
}

#[test]
fn deep_source_is_read() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(error(Program::new(&PUPPET8), nested(200)), None);
    assert_eq!(error(Program::new(&PUPPET8), nested(100_000)), Some("nested-too-deeply"));
    let sum = "1 + ".repeat(100_000) + "1";
    assert_eq!(error(Program::new(&PUPPET8), sum), Some("nested-too-deeply"));
}

#[test]
fn deep_files_are_analysed() {
    // About the deepest tree that the parser creates.
    let text = format!("$x = {}1", "!".repeat(bunraku::syntax::MAX_HEIGHT as usize - 20));
    let analysis = on_small_stack(move || {
        let language = bunraku::language(&PUPPET8, CheckSettings::default());
        let analysis = Analysis::of_bytes("deep.pp", text.as_bytes(), SourceKind::Manifest, None, &language);
        assert!(analysis.code().is_ok(), "{:?}", analysis.diagnostics);
        analysis
    });
    assert!(!analysis.has_errors());
}

#[test]
fn deep_values_reach_the_catalog() {
    let json = on_small_stack(|| {
        let code =
            "$deep = Integer[1, 900].reduce([]) |$memo, $x| { [$memo] }\nnotify { 'a': message => $deep }";
        let catalog = Program::new(&PUPPET8).evaluate("deep.pp", code).catalog.expect("a catalog");
        bunraku::with_large_stack(|| catalog.to_json())
    });
    assert!(json.contains(&"[".repeat(900)), "{}", json.len());
}

#[test]
fn compiling_looking_up_and_rendering_bring_a_stack() {
    let world = MemoryWorld::new()
        .with("/env/manifests/site.pp", RECURSION)
        .with("/env/modules/m/functions/data.pp", "function m::data($o, $c) { m::data($o, $c) }")
        .with("/env/hiera.yaml", "{ version: 5, hierarchy: [{ name: f, data_hash: 'm::data' }] }");
    on_small_stack(move || {
        let program = Program::new(&PUPPET8);
        let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
        let environment = Environment::open(Arc::new(world), &layout, program.language());
        let site = Site::new(environment.expect("an environment"), None);
        let outcome = program.compile(&site);
        assert_eq!(outcome.error().map(|error| error.code.name()), Some("too-deep"));
        let mut data = program.data(&site, false).ok().expect("a session");
        let error = data.lookup(&Request::key("a")).expect_err("endless");
        assert!(error.message.contains("levels deep"), "{}", error.message);
        let mut templates = program.templates(Some(site));
        let source = Source::new("t.epp", "<%= m::data(1, 2) %>");
        let error = templates.render(source, None).expect_err("endless");
        assert_eq!(error.code.name(), "too-deep");
    });
}

#[test]
fn the_modulepath_has_no_dots() {
    let world = MemoryWorld::new()
        .with("/code/env/environment.conf", "modulepath = ../shared/modules\nmanifest = ../shared/site.pp\n")
        .with("/code/shared/site.pp", "include m")
        .with("/code/shared/modules/m/manifests/init.pp", "class m { notify { 'a': } }");
    let program = Program::new(&PUPPET8);
    let layout = Layout { folder: Some("/code/env".into()), ..Layout::default() };
    let environment = Environment::open(Arc::new(world), &layout, program.language());
    let outcome = program.compile(&Site::new(environment.expect("an environment"), None));
    let json = outcome.catalog.expect("a catalog").to_json();
    assert!(json.contains("\"/code/shared/modules/m/manifests/init.pp\""), "{json}");
}

#[test]
fn code_reads_the_settings_that_it_runs_with() {
    let mut program = Program::new(&PUPPET8);
    program.settings.strict = Strict::Warning;
    program.settings.strict_variables = false;
    let outcome = program.evaluate("site.pp", "[$settings::strict, $settings::strict_variables, $unset]");
    let expected = [Value::str("warning"), Value::Bool(false), Value::Undef];
    assert_eq!(outcome.value, Some(Value::array(expected)));
}
