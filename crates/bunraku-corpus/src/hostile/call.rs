//! Calls every function of the language with hostile values as the first argument, as the second and through its
//! lambda.

use super::{Folder, Part, Program};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for &(maker, made) in VALUES {
        for &function in FUNCTIONS {
            for &(way, call) in WAYS {
                let code = format!("{made}\n{}\n", call.replace("NAME", function));
                let name = format!("call/{maker}/{function}-{way}");
                programs.push(Program::new(name, move || {
                    Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
                        .with("site.pp", code.clone())
                        .with_stdlib()
                }));
            }
        }
    }
    programs
}

/// Code that sets `$v`. There are few shapes because there are many functions.
const VALUES: &[Part] = &[
    ("deep", "$v = Integer[1, 1900].reduce([]) |$m, $i| { [$m] }"),
    ("wide", "$v = Integer[1, 1000000].map |$i| { $i }"),
    ("strings", "$v = Integer[1, 300000].map |$i| { \"x${i}\" }"),
    ("hash", "$v = Hash(Integer[1, 300000].map |$i| { [\"k${i}\", [$i]] })"),
    ("shared", "$v = Integer[1, 22].reduce([1]) |$m, $i| { [$m, $m] }"),
    ("string", "$v = Integer[1, 25].reduce('ab') |$m, $i| { \"${m}${m}\" }"),
    ("endless", "$v = Integer[1, 9223372036854775807]"),
    ("lazy", "$v = Integer[1, 9223372036854775807].step(2)"),
];

const WAYS: &[Part] = &[
    ("first", "notice(NAME($v))"),
    ("second", "notice(NAME('a', $v))"),
    ("both", "notice(NAME($v, $v))"),
    ("three", "notice(NAME($v, $v, $v))"),
    ("lambda", "notice(NAME($v) |*$x| { $x })"),
];

const FUNCTIONS: &[&str] = &[
    "abs",
    "all",
    "annotate",
    "any",
    "any2array",
    "assert_type",
    "basename",
    "bool2str",
    "call",
    "camelcase",
    "capitalize",
    "ceiling",
    "chomp",
    "chop",
    "compare",
    "concat",
    "contain",
    "convert_to",
    "count",
    "create_resources",
    "deep_merge",
    "defined",
    "delete_undef_values",
    "dig",
    "digest",
    "dirname",
    "downcase",
    "each",
    "empty",
    "ensure_packages",
    "ensure_resource",
    "epp",
    "fact",
    "filter",
    "find_file",
    "flatten",
    "floor",
    "fqdn_rand",
    "get",
    "getvar",
    "group_by",
    "has_key",
    "hiera",
    "include",
    "index",
    "inline_epp",
    "inline_template",
    "join",
    "join_keys_to_values",
    "keys",
    "length",
    "lest",
    "lookup",
    "lstrip",
    "map",
    "match",
    "max",
    "md5",
    "member",
    "merge",
    "min",
    "new",
    "partition",
    "pick",
    "prefix",
    "realize",
    "reduce",
    "regsubst",
    "require",
    "reverse_each",
    "round",
    "rstrip",
    "scanf",
    "sha1",
    "sha256",
    "shellquote",
    "size",
    "slice",
    "sort",
    "split",
    "sprintf",
    "step",
    "str2bool",
    "strftime",
    "strip",
    "suffix",
    "tag",
    "tagged",
    "template",
    "then",
    "to_json",
    "tree_each",
    "type",
    "unique",
    "unwrap",
    "upcase",
    "values",
    "versioncmp",
    "with",
    "zip",
];
