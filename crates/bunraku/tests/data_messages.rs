//! Messages about mistakes in data or in `hiera.yaml`. `UPDATE_EXPECT=1` rewrites them.

#![allow(clippy::unwrap_used, reason = "a test that cannot set its stage fails")]

use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_diag::Severity;
use bunraku_diag::render::{Style, text};
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::MemoryWorld;
use expect_test::{Expect, expect};

const CONFIG: (&str, &str) = ("hiera.yaml", "version: 5\n");
const WEB: (&str, &str) = (
    "modules/web/manifests/init.pp",
    "class web(\n  Integer $port,\n  Hash[String, Integer] $limits = {},\n) { }\n",
);

fn check(files: &[(&str, &str)], program: &str, expected: Expect) {
    let all = files.iter().fold(MemoryWorld::new().with("/e/site.pp", program), |all, (path, text)| {
        all.with(format!("/e/{path}"), *text)
    });
    let layout = Layout {
        name: "e".to_owned(),
        folder: Some("/e".into()),
        manifest: Some("/e/site.pp".into()),
        ..Layout::default()
    };
    let settings = bunraku_check::CheckSettings::default();
    let environment =
        Environment::open(Arc::new(all), &layout, bunraku::language(&PUPPET8, settings)).unwrap();
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let logged = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Diagnostic(diagnostic) => Some(diagnostic),
        LogEntry::Line { .. } => None,
    });
    let rendered: String = logged
        .chain(&outcome.diagnostics)
        .filter(|diagnostic| diagnostic.severity != Severity::Info)
        .map(|diagnostic| text(diagnostic, &outcome.sources, Style::Plain))
        .collect();
    expected.assert_eq(&rendered);
}

fn data(text: &str, program: &str, expected: Expect) {
    check(&[CONFIG, WEB, ("data/common.yaml", text)], program, expected);
}

fn config(text: &str, expected: Expect) {
    check(&[("hiera.yaml", text)], "notice(lookup('a'))\n", expected);
}

#[test]
fn broken_data_files() {
    data(
        "a: 1\nb: [1\nc: 2\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: did not find expected ',' or ']' while parsing a flow sequence
              --> /e/data/common.yaml:3:2
             3 | c: 2
               |  ^^^
              ::: /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ----------- looked up here
            help: is the closing `]` or a comma missing?
        "#]],
    );
    data(
        "a: 1\nb: 2020-01-01\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: `2020-01-01` is a date or time, which is not allowed in data; quote it to get a string
              --> /e/data/common.yaml:2:4
             2 | b: 2020-01-01
               |    ^^^^^^^^^^
              ::: /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ----------- looked up here
        "#]],
    );
    data(
        "- a\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: expected a hash of keys and values in this file
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:1:1
             1 | - a
               | ---
        "#]],
    );
    data(
        "",
        "notice(lookup('a', Any, 'first', 1))\n",
        expect![[r#"
            warning[invalid-data]: /e/data/common.yaml is empty
              --> /e/site.pp:1:8
             1 | notice(lookup('a', Any, 'first', 1))
               |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
    check(
        &[
            (
                "hiera.yaml",
                "version: 5\ndefaults: {data_hash: json_data}\nhierarchy: [{name: a, path: a.json}]\n",
            ),
            ("data/a.json", "{\"a\": 1,\n \"b\": }"),
        ],
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: expected a value
              --> /e/data/a.json:2:7
             2 |  "b": }
               |       ^
              ::: /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ----------- looked up here
        "#]],
    );
    check(
        &[
            (
                "hiera.yaml",
                "version: 5\ndefaults: {data_hash: hocon_data}\nhierarchy: [{name: a, path: a.conf}]\n",
            ),
            ("data/a.conf", "a = 1\nb = ${nope}\n"),
        ],
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: no value for `${nope}`
              --> /e/data/a.conf:2:5
             2 | b = ${nope}
               |     ^^^^^^^
              ::: /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ----------- looked up here
        "#]],
    );
}

#[test]
fn values_that_do_not_fit() {
    data(
        "web::port: many\n",
        "include web\n",
        expect![[r#"
            error[argument-mismatch]: `Class['web']`: parameter 'port' expects an Integer value, got String (from Hiera, key `web::port` in /e/data/common.yaml:1)
              --> /e/site.pp:1:1
             1 | include web
               | ^^^^^^^^^^^ got `'many'`
              ::: /e/modules/web/manifests/init.pp:2:3
             2 |   Integer $port,
               |   ------------- parameter declared here
              ::: /e/data/common.yaml:1:1
             1 | web::port: many
               | --------------- the value comes from here
        "#]],
    );
    data(
        "web::port: 80\nweb::limits: {a: x}\n",
        "include web\n",
        expect![[r#"
            error[argument-mismatch]: `Class['web']`: parameter 'limits' entry 'a' expects an Integer value, got String (from Hiera, key `web::limits` in /e/data/common.yaml:2)
              --> /e/site.pp:1:1
             1 | include web
               | ^^^^^^^^^^^ got `'x'`
              ::: /e/modules/web/manifests/init.pp:3:3
             3 |   Hash[String, Integer] $limits = {},
               |   ----------------------------- parameter declared here
              ::: /e/data/common.yaml:2:1
             2 | web::limits: {a: x}
               | ------------------- the value comes from here
        "#]],
    );
    data(
        "other: 1\n",
        "include web\n",
        expect![[r#"
            error[argument-mismatch]: missing required parameter `port` of `Class['web']`
              --> /e/site.pp:1:1
             1 | include web
               | ^^^^^^^^^^^ no value for `port`
              ::: /e/modules/web/manifests/init.pp:2:3
             2 |   Integer $port,
               |   ------------- this parameter has no default
            help: set `web::port` in Hiera; searched in /e/data/common.yaml
        "#]],
    );
    data(
        "a: text\n",
        "notice(lookup('a', Integer))\n",
        expect![[r#"
            error[argument-mismatch]: the value of the key 'a' (/e/data/common.yaml:1) has the wrong type: expected Integer, got String
              --> /e/site.pp:1:8
             1 | notice(lookup('a', Integer))
               |        ^^^^^^^^^^^^^^^^^^^^ got `'text'`
              ::: /e/data/common.yaml:1:1
             1 | a: text
               | ------- the value comes from here
        "#]],
    );
    data(
        "a: text\n",
        "notice(lookup('a.b'))\n",
        expect![[r#"
            error[lookup-failed]: the segment `b` of the key `a.b` expects a hash, got a string
              --> /e/site.pp:1:8
             1 | notice(lookup('a.b'))
               |        ^^^^^^^^^^^^^
              ::: /e/data/common.yaml:1:1
             1 | a: text
               | -------
        "#]],
    );
    data(
        "lookup_options: {a: {convert_to: Integer}}\na: text\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[lookup-failed]: the value of `a` cannot be converted according to `lookup_options`: cannot convert the string 'text' to Integer
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:2:1
             2 | a: text
               | -------
        "#]],
    );
    data(
        "a: {b: 1}\n",
        "notice(lookup('a', Any, 'uniqe'))\n",
        expect![[r#"
            error[function-failed]: unknown merge strategy `uniqe`
              --> /e/site.pp:1:8
             1 | notice(lookup('a', Any, 'uniqe'))
               |        ^^^^^^^^^^^^^^^^^^^^^^^^^
            help: valid strategies are `first`, `unique`, `hash` and `deep`
        "#]],
    );
}

#[test]
fn interpolations_that_lead_nowhere() {
    data(
        "a: \"%{alias('b')}\"\nb: \"%{alias('a')}\"\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[data-recursion]: this lookup is recursive: a -> b -> a
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:2:1
             2 | b: "%{alias('a')}"
               | ------------------
        "#]],
    );
    data(
        "a: \"%{nope}\"\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[lookup-failed]: unknown variable `nope` in `%{nope}`
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:1:1
             1 | a: "%{nope}"
               | ------------
        "#]],
    );
    data(
        "a: \"%{shout('b')}\"\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[lookup-failed]: unknown interpolation method `shout`
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:1:1
             1 | a: "%{shout('b')}"
               | ------------------
            help: valid methods are `lookup`, `hiera`, `alias`, `scope` and `literal`
        "#]],
    );
    data(
        "a: \"x %{alias('b')}\"\nb: 1\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[lookup-failed]: `alias` must be the whole string, but `x %{alias('b')}` contains more
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:1:1
             1 | a: "x %{alias('b')}"
               | --------------------
            help: use `lookup` to insert a value into a string
        "#]],
    );
}

#[test]
fn keys_that_are_no_strings() {
    check(
        &[
            ("modules/web/hiera.yaml", "version: 5\n"),
            ("modules/web/data/common.yaml", "1: x\nweb::port: 80\n"),
            WEB,
        ],
        "include web\n",
        expect![[r#"
            error[invalid-data]: all keys in the data of a module must be strings that start with `web::`
              --> /e/modules/web/manifests/init.pp:2:3
             2 |   Integer $port,
               |   ^^^^^^^^^^^^^
              ::: /e/modules/web/data/common.yaml:1:1
             1 | 1: x
               | ----
               in class `web`, from /e/site.pp:1:1
        "#]],
    );
    data(
        "a: {true: 1}\n",
        "notice(lookup('a'))\n",
        expect![[r#"
            error[invalid-data]: a key in data cannot be the boolean `true`; quote it to get a string
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/common.yaml:1:5
             1 | a: {true: 1}
               |     --------
        "#]],
    );
}

#[test]
fn configurations() {
    config(
        "version: 5\nhierarchy:\n  - name: a\n    path: [x]\n",
        expect![[r#"
            error[invalid-hiera-config]: `path` must be a string, got an array
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:4:5
             4 |     path: [x]
               |     ---------
        "#]],
    );
    config(
        "---\n:backends: [yaml]\n:hierarchy: [common]\n",
        expect![[r#"
            error[invalid-hiera-config]: hiera.yaml version 3 is not supported here (/e/hiera.yaml)
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
            help: write `version: 5`, make each line of `:hierarchy:` a level with `name` and `path`, and move `:datadir:` to `defaults: {datadir: ...}`
        "#]],
    );
    config(
        "version: 4\nhierarchy:\n  - {name: a, backend: mongo}\n",
        expect![[r#"
            error[invalid-hiera-config]: no data provider is registered for backend `mongo`
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:3:15
             3 |   - {name: a, backend: mongo}
               |               ---------------
            help: write `version: 5`; in each level replace `backend: yaml` by `data_hash: yaml_data` (`json` by `json_data`), and give each path its extension
        "#]],
    );
    config(
        "version: 5\nhierarchy:\n  - {name: a, hiera3_backend: mongo}\n",
        expect![[r#"
            error[invalid-hiera-config]: backends of Hiera 3 are not supported
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:3:15
             3 |   - {name: a, hiera3_backend: mongo}
               |               ----------------------
            help: use `data_hash: yaml_data` or `json_data`, or a function for `lookup_key` or `data_dig`
        "#]],
    );
    config(
        "version: 5\nhierarchy:\n  - {name: a, data_hash: mongo_data}\n",
        expect![[r#"
            error[lookup-failed]: unknown function `mongo_data` in `data_hash`; no module on the modulepath defines it
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:3:5
             3 |   - {name: a, data_hash: mongo_data}
               |     --------------------------------
        "#]],
    );
    config(
        "version: 5\nhierarchy:\n  - {name: a, lookup_key: m::secret}\n",
        expect![[r#"
            error[lookup-failed]: unknown function `m::secret` in `lookup_key`; no module on the modulepath defines it
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:3:5
             3 |   - {name: a, lookup_key: m::secret}
               |     --------------------------------
        "#]],
    );
    config(
        "version: 5\nhierarchy:\n  - {name: a, datadir: \"%{nope}\", path: x.yaml}\n",
        expect![[r#"
            error[lookup-failed]: unknown variable `nope` in `%{nope}`
              --> /e/hiera.yaml:3:25
             3 |   - {name: a, datadir: "%{nope}", path: x.yaml}
               |                         ^^^^^^^^^^^^^^^^^^^^^^^
              ::: /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ----------- needed here
        "#]],
    );
}

#[test]
fn data_functions() {
    let level = ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: a, data_hash: m::data}\n");
    let function = |text: &'static str, expected| {
        check(&[level, ("modules/m/functions/data.pp", text)], "notice(lookup('a'))\n", expected);
    };
    function(
        "function m::data($options, $context) {\n  fail('no luck')\n}\n",
        expect![[r#"
        error[function-failed]: no luck
          --> /e/modules/m/functions/data.pp:2:3
         2 |   fail('no luck')
           |   ^^^^^^^^^^^^^^^
           in function `m::data`, from /e/site.pp:1:8
    "#]],
    );
    function(
        "function m::data($options, $context) { [1] }\n",
        expect![[r#"
            error[lookup-failed]: the function `m::data` must return a hash for `data_hash`, got an array
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
        "#]],
    );
    function(
        "function m::data($options, $context) >> Hash { {} }\n",
        expect![[r#"
            error[lookup-failed]: the function `m::data` returns Hash, which is not allowed in data: it must return Hash[RichDataKey, RichData]
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/hiera.yaml:3:5
             3 |   - {name: a, data_hash: m::data}
               |     -----------------------------
        "#]],
    );
    function(
        "function m::data($options) { {} }\n",
        expect![[r#"
            error[argument-mismatch]: `m::data` takes 1 argument, got 2
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^ unexpected extra argument
              ::: /e/modules/m/functions/data.pp:1:1
             1 | function m::data($options) { {} }
               | ---------------- defined here
        "#]],
    );
    function(
        "function m::data($options, $context) { { 'a' => lookup('b') } }\n",
        expect![[r#"
            error[data-recursion]: this lookup is recursive: lookup_options -> lookup_options
              --> /e/modules/m/functions/data.pp:1:49
             1 | function m::data($options, $context) { { 'a' => lookup('b') } }
               |                                                 ^^^^^^^^^^^
               in function `m::data`, from /e/site.pp:1:8
        "#]],
    );
}

#[test]
fn encrypted_values() {
    let secret = |key: &str, value: &str, expected: Expect| {
        let hiera = "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: a.eyaml\n    options: {OPTIONS}\n";
        check(
            &[
                ("hiera.yaml", &hiera.replace("OPTIONS", key)),
                ("data/a.eyaml", &format!("# secrets\na: {value}\n")),
                ("text", "no key"),
                (
                    "locked",
                    "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIC\n-----END ENCRYPTED PRIVATE KEY-----\n",
                ),
            ],
            "notice(lookup('a'))\n",
            expected,
        );
    };
    secret(
        "x: 1",
        "ENC[PKCS7,AAAA]",
        expect![[r#"
            error[invalid-hiera-config]: no key to decrypt the values of this level
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[PKCS7,AAAA]
               | ------------------
            help: set `options: {pkcs7_private_key: PATH}`
        "#]],
    );
    secret(
        "pkcs7_private_key: /e/nowhere",
        "ENC[PKCS7,AAAA]",
        expect![[r#"
            error[invalid-data]: the private key `/e/nowhere` cannot be used: it does not exist
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[PKCS7,AAAA]
               | ------------------
            help: set `pkcs7_private_key` in `hiera.yaml` to a key that can be read
        "#]],
    );
    secret(
        "pkcs7_private_key: /e/text",
        "ENC[PKCS7,AAAA]",
        expect![[r#"
            error[invalid-data]: the private key `/e/text` cannot be used: it is not in PEM format
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[PKCS7,AAAA]
               | ------------------
            help: set `pkcs7_private_key` in `hiera.yaml` to a key that can be read
        "#]],
    );
    secret(
        "pkcs7_private_key: /e/locked",
        "ENC[PKCS7,AAAA]",
        expect![[r#"
            error[invalid-data]: the private key `/e/locked` cannot be used: it is protected by a password; `openssl rsa -in KEY -out NEW` removes it
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[PKCS7,AAAA]
               | ------------------
            help: set `pkcs7_private_key` in `hiera.yaml` to a key that can be read
        "#]],
    );
    secret(
        "pkcs7_private_key: /e/locked",
        "ENC[GPG,AAAA]",
        expect![[r#"
            error[invalid-data]: a value is encrypted with `GPG`, but only `PKCS7` is supported
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[GPG,AAAA]
               | ----------------
            help: encrypt it again with `eyaml recrypt --change-encryption=pkcs7`
        "#]],
    );
    secret(
        "pkcs7_private_key_env_var: NOPE",
        "ENC[PKCS7,AAAA]",
        expect![[r#"
            error[invalid-data]: the private key `$NOPE` cannot be used: no such environment variable
              --> /e/site.pp:1:8
             1 | notice(lookup('a'))
               |        ^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | a: ENC[PKCS7,AAAA]
               | ------------------
        "#]],
    );
}
