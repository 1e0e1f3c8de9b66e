//! What errors, explanations and inventories say, and where they point.

#![allow(clippy::unwrap_used, reason = "a test that cannot set its stage fails")]

use std::sync::Arc;

use bunraku_edition::PUPPET8;
use bunraku_hiera::{
    Conversion, DataCall, DataFunctionResult, Hiera, Layout, LookupCache, Merge, Request, Scope,
};
use bunraku_pcore::Value;
use bunraku_world::MemoryWorld;

struct Role(Vec<String>);

impl Scope for Role {
    fn variable(&mut self, name: &str) -> Option<Value> {
        (name == "role").then(|| Value::str("web"))
    }

    fn call_data_function(&mut self, call: &DataCall<'_>) -> Result<DataFunctionResult, String> {
        Err(format!("there is no function {}", call.function.name))
    }

    fn convert(&mut self, _: &Conversion<'_>) -> Result<Value, String> {
        Err("no conversions here".to_string())
    }

    fn warning(&mut self, message: &str) {
        self.0.push(message.to_string());
    }
}

fn hiera(files: &[(&str, &str)]) -> Hiera {
    let files =
        files.iter().fold(MemoryWorld::new(), |files, (path, text)| files.with(format!("/e/{path}"), *text));
    let layout = Layout {
        global: None,
        environment: Some("/e".into()),
        modules: vec![("m".to_string(), "/e/modules/m".into())],
        rules: &PUPPET8.types,
    };
    Hiera::load(Arc::new(files), layout)
}

fn check_error(files: &[(&str, &str)], key: &str, code: &str, expected: &str) {
    let error =
        hiera(files).lookup(&mut Role(Vec::new()), &LookupCache::new(), &Request::key(key)).unwrap_err();
    assert_eq!((error.kind.code(), error.to_string().as_str()), (code, expected));
}

const CONFIG: (&str, &str) = ("hiera.yaml", "version: 5\n");

#[test]
fn data_and_configuration_may_go_to_other_threads() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Hiera>();
    sent::<LookupCache>();
}

#[test]
fn errors_in_data_point_at_their_place() {
    let check = |text: &str, key: &str, code: &str, expected: &str| {
        check_error(&[CONFIG, ("data/common.yaml", text)], key, code, expected);
    };
    check(
        "a: 1\nb: [1\nc: 2\n",
        "a",
        "invalid-data",
        "did not find expected ',' or ']' while parsing a flow sequence (/e/data/common.yaml:3:2)",
    );
    check(
        "- a\n",
        "a",
        "invalid-data",
        "expected a hash of keys and values in this file (/e/data/common.yaml:1:1)",
    );
    check(
        "a: 1\nb:\n  yes: 1\n",
        "b",
        "invalid-data",
        "a key in data cannot be the boolean `true`; quote it to get a string (/e/data/common.yaml:3:3)",
    );
    check(
        "a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\n",
        "a",
        "data-recursion",
        "this lookup is recursive: a -> b -> a (/e/data/common.yaml:2:1)",
    );
    check(
        "a: 1\nb: \"%{nope}\"\n",
        "b",
        "lookup-failed",
        "unknown variable `nope` in `%{nope}` (/e/data/common.yaml:2:1)",
    );
    check(
        "a: text\n",
        "a.b",
        "lookup-failed",
        "the segment `b` of the key `a.b` expects a hash, got a string (/e/data/common.yaml:1:1)",
    );
}

#[test]
fn errors_in_configurations_point_at_their_place() {
    let check = |text: &str, expected: &str| {
        check_error(&[("hiera.yaml", text)], "a", "invalid-hiera-config", expected)
    };
    check("version: 99\n", "unknown hiera.yaml version 99 (/e/hiera.yaml:1:1)");
    check("---\n:backends: yaml\n", "hiera.yaml version 3 is not supported here (/e/hiera.yaml)");
    check(
        "version: 4\nhierarchy:\n  - name: a\n    backend: mongo\n",
        "no data provider is registered for backend `mongo` (/e/hiera.yaml:4:5)",
    );
    check("version: 5\nhierarchy:\n  - name: a\n    pth: x\n", "unknown key `pth` (/e/hiera.yaml:4:5)");
    check(
        "version: 5\nhierarchy:\n  - name: a\n    path: 5\n",
        "`path` must be a string, got an integer (/e/hiera.yaml:4:5)",
    );
    check(
        "version: 5\nhierarchy:\n  - {name: a, path: x}\n  - {name: a, path: y}\n",
        "duplicate level name `a`, the first on line 3 (/e/hiera.yaml:4:5)",
    );
    check(
        "version: 5\nhierarchy:\n  - name: a\n    hiera3_backend: x\n",
        "backends of Hiera 3 are not supported (/e/hiera.yaml:4:5)",
    );
    check(
        "version: 5\ndefaults: {datadir: d}\n",
        "the level `Common` has no `data_hash`, `lookup_key` or `data_dig`, and `defaults` has none either (/e/hiera.yaml:2:1)",
    );
}

#[test]
fn aliases_are_bounded() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_string();
    for level in 1..9 {
        let below = format!("*a{}, ", level - 1).repeat(10);
        text.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    let result = hiera(&[CONFIG, ("data/common.yaml", &text)]).lookup(
        &mut Role(Vec::new()),
        &LookupCache::new(),
        &Request::key("a0"),
    );
    assert!(result.unwrap_err().message.contains("the aliases expand to more than"));
    let deep = format!("a: {}\n", "[".repeat(100_000));
    let result = hiera(&[CONFIG, ("data/common.yaml", &deep)]).lookup(
        &mut Role(Vec::new()),
        &LookupCache::new(),
        &Request::key("a"),
    );
    assert!(result.unwrap_err().message.contains("levels deep"));
}

#[test]
fn chains_and_growth_are_bounded() {
    let check = |text: String, key: &str, expected: &str| {
        let hiera = hiera(&[CONFIG, ("data/common.yaml", &text)]);
        let error = hiera.lookup(&mut Role(Vec::new()), &LookupCache::new(), &Request::key(key)).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
    };
    let refer = |number: usize, times: usize| {
        format!("k{number}: \"{}\"\n", format!("%{{lookup('k{}')}}", number + 1).repeat(times))
    };
    check((0..1000).map(|number| refer(number, 1)).collect(), "k0", "refer to each other in a chain");
    check((0..30).map(|number| refer(number, 2)).collect(), "k0", "interpolations");
}

#[test]
fn explanations_show_the_way() {
    let hiera = hiera(&[
        (
            "hiera.yaml",
            "version: 5\nhierarchy:\n  - {name: role, path: \"%{role}.yaml\"}\n  - {name: rest, paths: [no.yaml, common.yaml]}\n",
        ),
        ("data/web.yaml", "x: 1\na: [web]\n"),
        ("data/common.yaml", "a: [common]\n"),
    ]);
    let request = Request { merge: Some(Merge::Unique), ..Request::key("a") };
    let (result, explanation) = hiera.explain(&mut Role(Vec::new()), &LookupCache::new(), &request);
    let found = result.unwrap().unwrap();
    let origin = found.origin().unwrap();
    assert_eq!(
        (
            origin.provenance.file.as_deref().and_then(|file| file.to_str()),
            origin.position.map(|position| position.line)
        ),
        (Some("/e/data/web.yaml"), Some(2))
    );
    let key = explanation.steps.first().unwrap();
    let text = explanation.to_string();
    let shown: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("└─ merge")).collect();
    let expected = "└─ merge by unique: gives [\"web\",\"common\"]
   ├─ global layer: no hiera.yaml
   └─ environment layer (/e/hiera.yaml)
      └─ merge by unique: gives [\"web\",\"common\"]
         ├─ level \"role\"
         │  └─ file /e/data/web.yaml (from \"%{role}.yaml\"): found on line 2: [\"web\"]
         └─ level \"rest\"
            └─ merge by unique: gives [\"common\"]
               ├─ file /e/data/no.yaml: no such file
               └─ file /e/data/common.yaml: found on line 1: [\"common\"]";
    assert_eq!(shown.join("\n"), expected);
    assert!(key.outcome.is_some());
    let json = bunraku_formats::json::read(&explanation.to_json()).unwrap();
    assert!(matches!(json.value, Value::Array(_)));
}

#[test]
fn keys_of_all_files_are_known() {
    let hiera = hiera(&[
        CONFIG,
        ("data/common.yaml", "a: 1\nb: \"%{lookup('c')}\"\nlookup_options: {}\n"),
        ("modules/m/hiera.yaml", "version: 5\n"),
        ("modules/m/data/common.yaml", "m::a: 1\nx: 2\n"),
    ]);
    let (mut scope, cache) = (Role(Vec::new()), LookupCache::new());
    let keys: Vec<String> = hiera
        .all_keys(&mut scope, &cache)
        .unwrap()
        .iter()
        .map(|key| format!("{} {}:{}", key.key, key.file.display(), key.position.line))
        .collect();
    assert_eq!(
        keys,
        [
            "a /e/data/common.yaml:1",
            "b /e/data/common.yaml:2",
            "m::a /e/modules/m/data/common.yaml:1",
            "x /e/modules/m/data/common.yaml:2"
        ]
    );
    cache.record_keys();
    for key in ["b", "m::a.x"] {
        let _ = hiera.lookup(&mut scope, &cache, &Request::key(key));
    }
    assert_eq!(cache.recorded_keys(), ["b", "c", "m::a"]);
    assert_eq!(
        scope.0,
        [
            "/e/modules/m/data/common.yaml:2: the key `x` has no effect, because keys in the data of a module must start with `m::`"
        ]
    );
}
