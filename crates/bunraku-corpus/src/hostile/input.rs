//! Input from outside the environment's code: facts, node lists, classifier output, metadata, settings, folders with
//! very many files.

use super::{Folder, Made, Part, Program, combine, shape::each};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("input-nodes", NODES, NODE_USES, |nodes, arguments| {
        environment(arguments).with("nodes", nodes())
    });
    programs.extend(combine("input-enc", ANSWERS, &[("compile", ())], |answer, ()| {
        environment(&["compile", "--environment", ".", "--enc", "./enc"])
            .with("answer", answer())
            .with("enc", "#!/bin/sh\ncat answer\n")
    }));
    programs.extend(combine("input-enc", SCRIPTS, ENC_USES, |script, arguments| {
        environment(arguments).with("nodes", "n0\nn1\n").with("enc", format!("#!/bin/sh\n{script}\n"))
    }));
    programs.extend(combine("input-metadata", METADATA, METADATA_USES, |metadata, arguments| {
        environment(arguments)
            .with("modules/m/metadata.json", metadata())
            .with("metadata.json", metadata())
            .with("site.pp", "include m\nnotice($module_name)\n")
    }));
    programs.extend(combine("input-files", FILES, FILE_USES, |files, arguments| {
        files().into_iter().fold(environment(arguments), |folder, (path, text)| folder.with(&path, text))
    }));
    programs.extend(combine("input-settings", SETTINGS, SETTING_USES, |settings, arguments| {
        environment(arguments)
            .with("environment.conf", settings())
            .with("puppet.conf", format!("[main]\n{}", settings()))
    }));
    programs.extend(combine("input-hiera", HIERA, &[("lookup", ())], |(config, data), ()| {
        environment(&["lookup", "--environment", ".", "a"])
            .with("hiera.yaml", config())
            .with("data/common.yaml", data())
    }));
    programs
}

fn environment(arguments: &[&'static str]) -> Folder {
    Folder::new(arguments)
        .with("manifests/site.pp", "node default { include m }\n")
        .with("modules/m/manifests/init.pp", "class m { notice(lookup('a', undef, undef, 1)) }\n")
}

type Uses = (&'static str, &'static [&'static str]);

const NODE_USES: &[Uses] = &[
    ("compile", &["compile", "--environment", ".", "--nodes-from", "nodes", "--output", "out"]),
    ("facts", &["compile", "--environment", ".", "--facts", "nodes"]),
    ("trusted", &["compile", "--environment", ".", "--trusted", "nodes"]),
];

const NODES: &[Made] = &[
    ("same", || "a\n".repeat(300_000)),
    ("blank", || "\n".repeat(10_000_000)),
    ("comments", || "# a\n".repeat(3_000_000)),
    ("long", || "a".repeat(10_000_000)),
    ("paths", || each(3_000, "\n", |i| format!("../../x{i}"))),
    ("case", || each(2_000, "\n", |i| format!("N{i}\nn{i}"))),
    ("unicode", || each(2_000, "\n", |i| format!("é{i}"))),
    ("null", || "a\0b\n".repeat(100_000)),
    ("many", || each(3_000, "\n", |i| format!("n{i}"))),
    ("wrong", || each(100_000, "\n", |i| format!("n {i}"))),
    ("carriage", || "a\r".repeat(1_000_000)),
    ("numbers", || each(2_000, "\n", |i| format!("{i}"))),
];

const ANSWERS: &[Made] = &[
    ("classes-many", || format!("classes:\n{}", each(50_000, "\n", |i| format!("  c{i}: {{a: 1}}")))),
    ("classes-same", || format!("classes: [{}]", "m, ".repeat(300_000))),
    ("classes-deep", || format!("classes: {{m: {{x: {}1{}}}}}", "[".repeat(100_000), "]".repeat(100_000))),
    ("parameters-many", || format!("parameters:\n{}", each(300_000, "\n", |i| format!("  p{i}: {i}")))),
    ("parameters-bomb", || {
        format!(
            "parameters:\n  a0: &a0 [x]\n{}",
            each(60, "\n", |i| format!("  a{}: &a{} [*a{i}, *a{i}]", i + 1, i + 1))
        )
    }),
    ("environment", || "environment: ../../etc\nclasses: [m]".to_owned()),
    ("environment-long", || format!("environment: {}\n", "a".repeat(1_000_000))),
    ("string", || "a".repeat(10_000_000)),
    ("tags", || "--- !ruby/object:Object\nclasses: !ruby/hash:Foo {m: }\n".to_owned()),
    ("tag-nested", || format!("classes: {}m", "!a ".repeat(100_000))),
    ("names", || {
        "parameters: {facts: 1, trusted: 2, title: 3, name: 4, server_facts: 5, environment: 6, module_name: 7}\nclasses: [m]".to_owned()
    }),
    ("numbers", || {
        format!(
            "parameters: {{x: {}, y: 1e999, z: 0x{}}}\nclasses: [m]",
            "9".repeat(1_000_000),
            "f".repeat(1_000_000)
        )
    }),
    ("times", || format!("parameters: [{}]", "2016-01-01 00:00:00.999999999999 +99:99, ".repeat(50_000))),
    ("documents", || "---\na: 1\n".repeat(300_000)),
    ("keys", || format!("classes: {{m: {{{}}}}}", "? [a, b] : 1, ".repeat(50_000))),
];

const ENC_USES: &[Uses] = &[
    ("one", &["compile", "--environment", ".", "--enc", "./enc"]),
    (
        "many",
        &["compile", "--environment", ".", "--enc", "./enc", "--nodes-from", "nodes", "--output", "out"],
    ),
];

/// Classifiers that never answer, or answer and leave a process running.
const SCRIPTS: &[Part] = &[
    ("sleeps", "sleep 100"),
    ("stops", "kill -STOP $$"),
    ("closes", "exec >&- 2>&-\nsleep 100"),
    ("leaves-a-child", "sleep 100 &\necho 'classes: [m]'"),
    ("leaves-a-writer", "yes &\necho 'classes: [m]'"),
    ("runs-itself", "exec \"$0\" \"$@\""),
    ("prints", "yes"),
    ("complains", "yes >&2"),
    ("kills-itself", "kill -9 $$"),
    ("reads", "cat"),
    ("prints-bytes", "head -c 1000000 /dev/urandom"),
];

const METADATA_USES: &[Uses] = &[
    ("compile", &["compile", "--environment", "."]),
    ("validate", &["validate", "."]),
    ("doc", &["doc", "."]),
    ("modules", &["compile", "--modulepath", "modules", "site.pp"]),
];

const METADATA: &[Made] = &[
    ("dependencies", || {
        format!(
            r#"{{"name":"a-m","version":"1.0.0","author":"a","license":"a","source":"a","summary":"a","dependencies":[{}]}}"#,
            each(100_000, ",", |i| format!(
                r#"{{"name":"a/n{i}","version_requirement":">= 1.0.0 < 2.0.0"}}"#
            ))
        )
    }),
    ("dependency-itself", || {
        r#"{"name":"a-m","version":"1.0.0","dependencies":[{"name":"a/m","version_requirement":">= 1.0.0"}]}"#
            .to_owned()
    }),
    ("requirement-long", || {
        format!(
            r#"{{"name":"a-m","version":"1.0.0","dependencies":[{{"name":"a/b","version_requirement":"{}"}}]}}"#,
            ">=1.0.0 || ".repeat(100_000)
        )
    }),
    ("version-long", || format!(r#"{{"name":"a-m","version":"{}"}}"#, "1.".repeat(1_000_000))),
    ("version-large", || format!(r#"{{"name":"a-m","version":"{}.0.0"}}"#, "9".repeat(1_000_000))),
    ("name-long", || format!(r#"{{"name":"a-{}","version":"1.0.0"}}"#, "m".repeat(5_000_000))),
    ("deep", || format!(r#"{{"name":"a-m","x":{}1{}}}"#, "[".repeat(100_000), "]".repeat(100_000))),
    ("keys", || format!(r#"{{"name":"a-m",{}}}"#, each(200_000, ",", |i| format!(r#""k{i}":{i}"#)))),
    ("keys-same", || format!(r#"{{{}"name":"a-m"}}"#, r#""name":"b","#.repeat(200_000))),
    ("systems", || {
        format!(
            r#"{{"name":"a-m","version":"1.0.0","operatingsystem_support":[{}]}}"#,
            each(50_000, ",", |i| format!(
                r#"{{"operatingsystem":"o{i}","operatingsystemrelease":["1","2","3"]}}"#
            ))
        )
    }),
    ("wrong-kinds", || {
        r#"{"name":[],"version":{},"dependencies":"a","author":1,"requirements":[1,2,{}]}"#.to_owned()
    }),
    ("summary-long", || {
        format!(r#"{{"name":"a-m","version":"1.0.0","summary":"{}"}}"#, "a ".repeat(4_000_000))
    }),
];

type Files = (&'static str, fn() -> Vec<(String, String)>);

const FILE_USES: &[Uses] = &[
    ("compile", &["compile", "--environment", "."]),
    ("validate", &["validate", "."]),
    ("lint", &["lint", "."]),
    ("doc", &["doc", "modules/m"]),
];

const FILES: &[Files] = &[
    ("manifests", || {
        (0..20_000)
            .map(|i| (format!("modules/m/manifests/c{i}.pp"), format!("class m::c{i} {{ }}\n")))
            .collect()
    }),
    ("functions", || {
        (0..5_000)
            .map(|i| (format!("modules/m/functions/f{i}.pp"), format!("function m::f{i}() {{ {i} }}\n")))
            .collect()
    }),
    ("types", || {
        (0..5_000)
            .map(|i| (format!("modules/m/types/t{i}.pp"), format!("type M::T{i} = Integer[{i}]\n")))
            .collect()
    }),
    ("ruby-types", || {
        (0..3_000)
            .map(|i| {
                (
                    format!("modules/m/lib/puppet/type/t{i}.rb"),
                    format!("Puppet::Type.newtype(:t{i}) do\n  newparam(:name)\nend\n"),
                )
            })
            .collect()
    }),
    ("ruby-functions", || {
        (0..5_000)
            .map(|i| {
                (
                    format!("modules/m/lib/puppet/functions/m/r{i}.rb"),
                    format!("Puppet::Functions.create_function(:'m::r{i}') do\n  def x; 1; end\nend\n"),
                )
            })
            .collect()
    }),
    ("facts", || {
        (0..5_000)
            .map(|i| {
                (
                    format!("modules/m/lib/facter/f{i}.rb"),
                    "Facter.add(:a) { setcode { loop { } } }\n".to_owned(),
                )
            })
            .collect()
    }),
    ("templates", || {
        (0..5_000).map(|i| (format!("modules/m/templates/t{i}.epp"), "<%= 1 %>".to_owned())).collect()
    }),
    ("content", || (0..20_000).map(|i| (format!("modules/m/files/f{i}"), String::new())).collect()),
    ("modules", || {
        (0..5_000)
            .map(|i| (format!("modules/m{i}/manifests/init.pp"), format!("class m{i} {{ }}\n")))
            .collect()
    }),
    ("folders", || {
        let way = "a/".repeat(300);
        (0..300).map(|i| (format!("modules/m/manifests/{way}c{i}.pp"), "class m { }\n".to_owned())).collect()
    }),
    ("sites", || (0..10_000).map(|i| (format!("manifests/s{i}.pp"), format!("$x{i} = {i}\n"))).collect()),
    ("data", || (0..10_000).map(|i| (format!("data/d{i}.yaml"), "a: 1\n".to_owned())).collect()),
    ("duplicates", || {
        (0..3_000).map(|i| (format!("manifests/s{i}.pp"), "class same { }\n".to_owned())).collect()
    }),
    ("wrong", || (0..3_000).map(|i| (format!("manifests/s{i}.pp"), "class { ( [ \n".to_owned())).collect()),
];

const SETTING_USES: &[Uses] =
    &[("environment", &["compile", "--environment", "."]), ("configuration", &["compile", "--confdir", "."])];

const SETTINGS: &[Made] = &[
    ("modulepath-long", || format!("modulepath = {}modules\n", "modules:".repeat(20_000))),
    ("modulepath-many", || format!("modulepath = {}\n", each(20_000, ":", |i| format!("m{i}")))),
    ("modulepath-parents", || format!("modulepath = {}etc\n", "../".repeat(10_000))),
    ("manifest-itself", || "manifest = .\n".to_owned()),
    ("manifest-disk", || "manifest = /proc\n".to_owned()),
    ("variables", || format!("modulepath = {}\n", "$modulepath:$confdir:".repeat(20_000))),
    ("variable-itself", || "vardir = $vardir/a\nconfdir = $vardir\nmodulepath = $confdir\n".to_owned()),
    ("variable-bomb", || {
        format!("a0 = ab\n{}\nmodulepath = $a60\n", each(60, "\n", |i| format!("a{} = $a{i}$a{i}", i + 1)))
    }),
    ("version-command", || "config_version = /bin/sh -c 'sleep 100'\n".to_owned()),
    ("lines", || "a = b\n".repeat(500_000)),
    ("sections", || each(100_000, "\n", |i| format!("[s{i}]\na = b"))),
    ("long-line", || format!("modulepath = {}\n", "a".repeat(5_000_000))),
    ("braces", || format!("modulepath = {}\n", "${".repeat(500_000))),
];

type Hiera = (&'static str, (fn() -> String, fn() -> String));

const COMMON: &str = "version: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n";

fn common() -> String {
    COMMON.to_owned()
}

/// Two levels, so that there is something to merge.
fn twice() -> String {
    "version: 5\nhierarchy:\n  - name: a\n    paths: [common.yaml, './common.yaml']\n".to_owned()
}

fn one() -> String {
    "a: 1\n".to_owned()
}

/// Hiera configurations, each with the content of its only data file.
const HIERA: &[Hiera] = &[
    (
        "ring-three",
        (common, || "a: \"%{lookup('b')}\"\nb: \"%{lookup('c')}\"\nc: \"%{lookup('a')}\"\n".to_owned()),
    ),
    ("ring-alias", (common, || "a: \"%{alias('b')}\"\nb: \"%{alias('a')}\"\n".to_owned())),
    ("ring-hiera", (common, || "a: \"%{hiera('b')}\"\nb: \"%{hiera('a')}\"\n".to_owned())),
    ("ring-scope", (common, || "a: \"%{scope('a')}%{a}%{::a}\"\n".to_owned())),
    ("ring-keys", (common, || "a: {\"%{lookup('a')}\": 1}\n".to_owned())),
    ("ring-deep", (common, || "a: {b: \"%{lookup('a.b')}\"}\n".to_owned())),
    ("options-ring", (common, || "lookup_options: \"%{alias('lookup_options')}\"\na: 1\n".to_owned())),
    (
        "options-data-ring",
        (common, || "lookup_options:\n  a: {merge: \"%{lookup('a')}\"}\na: 1\n".to_owned()),
    ),
    (
        "options-knockout-many",
        (twice, || {
            format!(
                "lookup_options: {{a: {{merge: {{strategy: deep, knockout_prefix: '--'}}}}}}\na: [{}, {}]\nb: 1\n",
                each(60_000, ", ", |i| format!("'--x{i}'")),
                each(60_000, ", ", |i| format!("'y{i}'"))
            )
        }),
    ),
    (
        "options-knockout-nested",
        (twice, || {
            format!(
                "lookup_options: {{a: {{merge: {{strategy: deep, knockout_prefix: '--'}}}}}}\na: {{b: {{c: [{}, {}]}}}}\n",
                each(60_000, ", ", |i| format!("'--x{i}'")),
                each(60_000, ", ", |i| format!("'y{i}'"))
            )
        }),
    ),
    (
        "options-knockout-pattern",
        (twice, || {
            format!(
                "lookup_options: {{a: {{merge: {{strategy: deep, knockout_prefix: '(a|a)*(b|c)*\\1x'}}}}}}\na: [{}]\n",
                each(30_000, ", ", |i| format!("{}{i}", "a".repeat(60)))
            )
        }),
    ),
    (
        "options-merge-deep",
        (common, || {
            format!(
                "lookup_options:\n  a: {{merge: {{strategy: deep, knockout_prefix: '{}', sort_merged_arrays: true, merge_hash_arrays: true}}}}\na: [[1, 2], [2, 1], {{b: 1}}]\n",
                "-".repeat(1_000_000)
            )
        }),
    ),
    ("options-convert", (common, || "lookup_options:\n  a: {convert_to: [Variant, [1]]}\na: 1\n".to_owned())),
    (
        "options-convert-deep",
        (common, || {
            format!(
                "lookup_options:\n  a: {{convert_to: '{}Integer{}'}}\na: 1\n",
                "Array[".repeat(10_000),
                "]".repeat(10_000)
            )
        }),
    ),
    (
        "options-convert-format",
        (common, || "lookup_options:\n  a: {convert_to: [String, '%2000000000d']}\na: 1\n".to_owned()),
    ),
    (
        "options-patterns",
        (common, || {
            format!(
                "lookup_options:\n{}\naaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1\na: 1\n",
                each(3_000, "\n", |i| format!("  '^(a*)*{i}$': {{merge: deep}}"))
            )
        }),
    ),
    (
        "options-wide",
        (common, || {
            format!(
                "lookup_options:\n{}\na: 1\n",
                each(100_000, "\n", |i| format!("  k{i}: {{merge: deep}}"))
            )
        }),
    ),
    (
        "arrays-deep-merge",
        (
            || {
                format!(
                    "version: 5\nhierarchy:\n{}",
                    each(300, "\n", |i| format!("  - {{name: n{i}, path: common.yaml}}"))
                )
            },
            || {
                format!(
                    "lookup_options: {{a: {{merge: deep}}}}\na: [{}]\n",
                    each(10_000, ", ", |i| format!("x{i}"))
                )
            },
        ),
    ),
    (
        "hashes-deep-merge",
        (
            || {
                format!(
                    "version: 5\nhierarchy:\n{}",
                    each(300, "\n", |i| format!("  - {{name: n{i}, path: common.yaml}}"))
                )
            },
            || {
                format!(
                    "lookup_options: {{a: {{merge: deep}}}}\na: {{{}}}\n",
                    each(10_000, ", ", |i| format!("x{i}: [1]"))
                )
            },
        ),
    ),
    (
        "hash-arrays-merge",
        (
            || {
                format!(
                    "version: 5\nhierarchy:\n{}",
                    each(50, "\n", |i| format!("  - {{name: n{i}, path: common.yaml}}"))
                )
            },
            || {
                format!(
                    "lookup_options: {{a: {{merge: {{strategy: deep, merge_hash_arrays: true}}}}}}\na: [{}]\n",
                    each(3_000, ", ", |i| format!("{{x{i}: 1}}"))
                )
            },
        ),
    ),
    (
        "eyaml-blocks",
        (
            || {
                "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options: {pkcs7_private_key: k, pkcs7_public_key: p}\n".to_owned()
            },
            || format!("a: {}\n", "ENC[PKCS7,AAAA]".repeat(100_000)),
        ),
    ),
    (
        "eyaml-long",
        (
            || {
                "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options: {pkcs7_private_key: /dev/zero, pkcs7_public_key: /dev/zero}\n".to_owned()
            },
            || format!("a: ENC[PKCS7,{}]\n", "M".repeat(10_000_000)),
        ),
    ),
    (
        "eyaml-open",
        (
            || {
                "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: common.yaml\n    options: {pkcs7_private_key: k, pkcs7_public_key: p}\n".to_owned()
            },
            || format!("a: {}\n", "ENC[".repeat(1_000_000)),
        ),
    ),
    (
        "function-itself",
        (
            || {
                "version: 5\nhierarchy:\n  - name: a\n    data_hash: lookup\n    path: common.yaml\n"
                    .to_owned()
            },
            one,
        ),
    ),
    (
        "function-include",
        (|| "version: 5\nhierarchy:\n  - name: a\n    lookup_key: include\n".to_owned(), one),
    ),
    (
        "function-dig",
        (
            || {
                "version: 5\nhierarchy:\n  - name: a\n    data_dig: m::missing\n    uris: ['%{lookup(\"a\")}']\n".to_owned()
            },
            one,
        ),
    ),
    (
        "path-lookup",
        (|| "version: 5\nhierarchy:\n  - name: a\n    path: \"%{lookup('a')}.yaml\"\n".to_owned(), one),
    ),
    (
        "path-lookup-many",
        (
            || {
                format!(
                    "version: 5\nhierarchy:\n{}",
                    each(2_000, "\n", |i| format!("  - {{name: n{i}, path: \"%{{lookup('k{i}')}}.yaml\"}}"))
                )
            },
            one,
        ),
    ),
    (
        "datadir-lookup",
        (
            || {
                "version: 5\ndefaults: {datadir: \"%{lookup('a')}\"}\nhierarchy:\n  - {name: a, path: common.yaml}\n".to_owned()
            },
            one,
        ),
    ),
    (
        "mapped-wide",
        (
            || {
                "version: 5\nhierarchy:\n  - {name: a, mapped_paths: [facts, x, '%{x}/%{x}.yaml']}\n"
                    .to_owned()
            },
            one,
        ),
    ),
    (
        "version-three",
        (
            || {
                format!(
                    ":backends: [{}]\n:hierarchy: [{}]\n",
                    "yaml, ".repeat(20_000),
                    "'%{a}', ".repeat(20_000)
                )
            },
            one,
        ),
    ),
    ("keys-dotted", (common, || format!("a: \"%{{lookup('{}')}}\"\n", "'a.b'.".repeat(10_000)))),
    ("string-percent", (common, || format!("a: \"{}\"\n", "%%{}{}".repeat(500_000)))),
    ("string-long", (common, || format!("a: \"{}%{{x}}\"\n", "b".repeat(20_000_000)))),
];
