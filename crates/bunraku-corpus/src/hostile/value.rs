//! Values of the Puppet language.

use super::{Folder, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    combine("puppet", MAKERS, CONSUMERS, |maker, consumer| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("site.pp", format!("{HELPERS}{maker}\n{consumer}\n"))
            .with_stdlib()
    })
}

/// Definitions that some consumers need.
const HELPERS: &str = "\
function id($x) { $x }
define thing($x = undef) { notify { \"thing ${title}\": message => $x } }
class taker($x = undef) { notify { 'taker': message => $x } }
";

/// Code that sets `$v`.
pub(super) const MAKERS: &[Part] = &[
    ("deep-array", "$v = Integer[1, 300000].reduce([]) |$m, $i| { [$m] }"),
    ("deep-hash", "$v = Integer[1, 300000].reduce({}) |$m, $i| { {'a' => $m} }"),
    ("deep-mixed", "$v = Integer[1, 150000].reduce([]) |$m, $i| { {'a' => [$m, 1]} }"),
    ("deep-key", "$v = Integer[1, 100000].reduce([]) |$m, $i| { {[$m] => 1} }"),
    ("deep-sensitive", "$v = Integer[1, 100000].reduce(1) |$m, $i| { [Sensitive($m)] }"),
    ("deep-deferred", "$v = Integer[1, 100000].reduce(1) |$m, $i| { Deferred('id', [$m]) }"),
    ("deep-type", "$v = Integer[1, 100000].reduce(Integer) |$m, $i| { Array[$m] }"),
    ("deep-string", "$v = String(Integer[1, 20].reduce('[') |$m, $i| { \"${m}${m}\" })"),
    ("wide-array", "$v = Integer[1, 1000000].map |$i| { $i }"),
    ("wide-strings", "$v = Integer[1, 500000].map |$i| { \"x${i}\" }"),
    ("wide-hash", "$v = Hash(Integer[1, 500000].map |$i| { [\"k${i}\", $i] })"),
    ("wide-same", "$v = Integer[1, 500000].map |$i| { [] }"),
    ("wide-string", "$v = Integer[1, 26].reduce('ab') |$m, $i| { \"${m}${m}\" }"),
    ("wide-lines", "$v = Integer[1, 21].reduce(\"a\\n\") |$m, $i| { \"${m}${m}\" }"),
    ("shared-array", "$v = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] }"),
    ("shared-hash", "$v = Integer[1, 60].reduce({}) |$m, $i| { {'a' => $m, 'b' => $m} }"),
    ("shared-keys", "$v = Integer[1, 60].reduce([]) |$m, $i| { {$m => $m} }"),
    ("shared-fan", "$v = Integer[1, 12].reduce([1]) |$m, $i| { [$m, $m, $m, $m, $m, $m, $m, $m, $m, $m] }"),
    (
        "shared-deep",
        "$d = Integer[1, 50000].reduce([]) |$m, $i| { [$m] }\n$v = Integer[1, 40].reduce($d) |$m, $i| { [$m, $m] }",
    ),
    (
        "shared-string",
        "$t = Integer[1, 22].reduce('ab') |$m, $i| { \"${m}${m}\" }\n$v = Integer[1, 5000].map |$i| { $t }",
    ),
    ("doubled-array", "$v = Integer[1, 60].reduce([1]) |$m, $i| { $m + $m }"),
    ("doubled-string", "$v = Integer[1, 60].reduce('ab') |$m, $i| { \"${m}${m}\" }"),
    ("appended-array", "$v = Integer[1, 200000].reduce([]) |$m, $i| { $m + [$i] }"),
    ("appended-kept", "$v = Integer[1, 30000].reduce([[]]) |$m, $i| { [$m[0] + [$i]] + $m }"),
    ("appended-string", "$v = Integer[1, 200000].reduce('') |$m, $i| { \"${m}x\" }"),
    ("merged-hash", "$v = Integer[1, 100000].reduce({}) |$m, $i| { $m + {$i => $m} }"),
    ("endless-range", "$v = Integer[1, 9223372036854775807]"),
    ("endless-step", "$v = Integer[1, 9223372036854775807].step(1)"),
    ("endless-reverse", "$v = Integer[0, 9223372036854775807].reverse_each"),
    ("endless-calls", "function f($x) { f($x) }\n$v = f(1)"),
    ("endless-pairs", "function f($x) { [f($x), f($x)] }\n$v = f(1)"),
    ("deep-calls", "function f($x) { if $x > 0 { [f($x - 1)] } else { [] } }\n$v = f(100000)"),
    ("fibonacci", "function f($x) { if $x < 2 { [$x] } else { f($x - 1) + f($x - 2) } }\n$v = f(60)"),
    ("nested-loops", "$v = Integer[1, 100000].map |$i| { Integer[1, 100000].map |$j| { $i * $j } }"),
];

/// Code that uses `$v`.
const CONSUMERS: &[Part] = &[
    ("interpolate", "notice(\"${v}\")"),
    ("string", "notice(String($v))"),
    ("string-pretty", "notice(String($v, '%#p'))"),
    ("string-alternative", "notice(String($v, '%#a'))"),
    ("sprintf", "notice(sprintf('%p', $v))"),
    ("notice", "notice($v)"),
    ("fail", "fail($v)"),
    ("type", "notice(type($v))"),
    ("type-generalized", "notice(type($v, generalized))"),
    ("data", "notice($v =~ Data)"),
    ("rich-data", "notice($v =~ RichData)"),
    ("own-type", "notice($v =~ type($v))"),
    ("assert-type", "assert_type(Array[Array[Integer]], $v)"),
    ("equal", "notice($v == id($v))"),
    ("equal-copy", "$w = [$v]\n$u = [$v]\nnotice($w == $u)"),
    ("less", "notice($v < $v)"),
    ("in", "notice($v in [$v, $v])"),
    ("key", "$h = {$v => 1, [$v] => 2}\nnotice($h[$v])"),
    ("case", "case $v { 1: {} [$v]: {} $v: { notice(1) } default: {} }"),
    ("each", "$v.each |$x| { $x }"),
    ("map", "notice($v.map |$x| { [$x, $x] })"),
    ("reduce", "notice($v.reduce |$m, $x| { [$m, $x] })"),
    ("tree-each", "$v.tree_each |$p, $x| { $x }"),
    ("flatten", "notice(flatten($v, $v))"),
    ("unique", "notice(unique($v))"),
    ("sort", "notice(sort($v))"),
    ("length", "notice(length($v))"),
    ("join", "notice(join($v, ','))"),
    ("concatenate", "notice(([$v] + $v).length)"),
    ("remove", "notice($v - [$v])"),
    ("array", "notice(Array($v, true))"),
    ("hash", "notice(Hash($v))"),
    ("sensitive", "notice(Sensitive($v))"),
    ("message", "notify { 'a': message => $v }"),
    ("title", "notify { $v: }"),
    ("define", "thing { 'a': x => $v }"),
    ("class", "class { 'taker': x => $v }"),
    ("create-resources", "create_resources('notify', $v)"),
    ("collect", "@notify { 'a': message => $v }\nNotify<| message == $v |>"),
    ("tag", "tag(\"${v}\")\nnotify { 'a': tag => $v }"),
    ("template", "notice(inline_template('<%= @v.inspect %>'))"),
    ("epp", "notice(inline_epp('<%= $x %>', {'x' => $v}))"),
    ("to-json", "notice(to_json($v))"),
    ("to-yaml", "notice(to_yaml($v))"),
    ("to-python", "notice(to_python($v))"),
    ("deep-merge", "notice(deep_merge({'a' => $v}, {'a' => $v}))"),
    ("dig", "notice($v.dig(0, 0, 0))"),
    ("regsubst", "notice(regsubst($v, '(a|b)*c?', 'x\\1y', 'G'))"),
    ("split", "notice(split($v, /a|\\n/))"),
    ("sha256", "notice(sha256(\"${v}\"))"),
    ("parsejson", "notice(parsejson($v))"),
    ("parseyaml", "notice(parseyaml($v))"),
];
