//! Resources: many of them, with everything that iterates over all of them or over every pair.

use super::{Folder, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("catalog", MAKERS, CONSUMERS, |maker, consumer| {
        folder(format!("$n = Integer[1, 20000].map |$i| {{ \"n${{i}}\" }}\n{maker}\n{consumer}\n"))
    });
    programs.extend(combine("catalog-alone", ALONE, &[("compile", ())], |code, ()| folder(code.to_owned())));
    programs
}

fn folder(code: String) -> Folder {
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"]).with("site.pp", code).with_stdlib()
}

/// Code that declares a `Notify` for each of the titles `$n`.
const MAKERS: &[Part] = &[
    ("plain", "notify { $n: }"),
    ("virtual", "@notify { $n: }"),
    ("tagged", "notify { $n: tag => Integer[1, 200].map |$i| { \"t${i}\" } }"),
    ("defined", "define d { notify { $title: } }\n$n.each |$x| { d { \"n${x}\": } }\nnotify { $n: }"),
    ("chained", "$n.reduce |$m, $x| { notify { $m: require => Notify[$x] } $x }\nnotify { $n[-1]: }"),
    ("classes", "class c { tag('blue') notify { $::n: } }\ninclude c"),
    ("long", "$t = Integer[1, 12].reduce('ab') |$m, $i| { \"${m}${m}\" }\nnotify { $n: message => $t }"),
    ("computed", "create_resources('notify', Hash($n.map |$x| { [$x, {'message' => $x}] }))"),
];

const CONSUMERS: &[Part] = &[
    ("arrow-product", "Notify[$n] -> Notify[$n]"),
    ("arrow-collectors", "Notify<| |> -> Notify<| |>"),
    ("arrow-chain", "$n.reduce |$m, $x| { Notify[$m] ~> Notify[$x] $x }"),
    ("arrow-many", "$n.each |$x| { Notify<| title == $x |> -> Notify<| title != $x |> }"),
    ("require-all", "notify { $n.map |$x| { \"r${x}\" }: require => Notify[$n] }"),
    ("collect-each", "$n.each |$x| { Notify<| title == $x |> }"),
    ("collect-tags", "$n.each |$x| { Notify<| tag == $x and message != $x |> }"),
    ("collect-override", "$n.each |$x| { Notify<| title == $x |> { tag +> $x } }"),
    ("override-all", "Notify[$n] { message => $n }"),
    ("override-append", "$n.each |$x| { Notify['n1'] { tag +> $x } }"),
    ("realize", "realize(Notify[$n], Notify[$n])"),
    ("realize-each", "$n.each |$x| { realize(Notify[$x]) }"),
    ("defined", "$n.each |$x| { if defined(Notify[$x]) { $x } }"),
    ("defaults", "Notify { message => $n }"),
    ("access", "$n.each |$x| { Notify[$x]['message'] }"),
    ("ensure-resource", "$n.each |$x| { ensure_resource('notify', $x, {'message' => 'a'}) }"),
    ("tag-many", "tag(*$n)"),
    ("references", "notify { 'all': message => Notify[$n] }\nnotice(Notify[$n])"),
    ("again", "notify { $n: }"),
];

/// Programs that never end or grow too large on their own.
const ALONE: &[Part] = &[
    ("define-itself", "define d { d { \"${title}x\": } }\nd { 'a': }"),
    ("define-two", "define d { d { [\"${title}x\", \"${title}y\"]: } }\nd { 'a': }"),
    ("define-virtual", "define d { @d { \"${title}x\": } D<| |> }\nd { 'a': }"),
    ("define-realize", "define d { @d { \"${title}x\": } realize(D[\"${title}x\"]) }\nd { 'a': }"),
    ("define-contains", "define d { d { $title: } }\nd { 'a': }"),
    ("define-ring", "define a { b { \"${title}x\": } }\ndefine b { a { \"${title}y\": } }\na { 'a': }"),
    (
        "define-tags",
        "define d { tag(\"t${title}\") if length($title) < 1500 { d { \"${title}x\": } } }\nd { 'a': }",
    ),
    ("class-itself", "class c inherits c { }\ninclude c"),
    ("class-ring", "class a inherits b { }\nclass b inherits a { }\ninclude a"),
    ("include-ring", "class a { include b }\nclass b { include a }\ninclude a"),
    ("contain-ring", "class a { contain b }\nclass b { contain a }\ninclude a"),
    ("require-ring", "class a { require b }\nclass b { require a }\ninclude a"),
    ("arrow-ring", "notify { ['a', 'b']: }\nNotify['a'] -> Notify['b'] -> Notify['a']"),
    ("parameter-ring", "class a($x = $b::y) { }\nclass b($y = $a::x) { }\ninclude a, b"),
    (
        "stage-ring",
        "stage { ['s', 't']: }\nStage['s'] -> Stage['t'] -> Stage['s']\nclass a { }\nclass { 'a': stage => 's' }",
    ),
    ("resources-endless", "Integer[1, 9223372036854775807].each |$i| { notify { \"n${i}\": } }"),
    ("defines-endless", "define d { }\nInteger[1, 9223372036854775807].each |$i| { d { \"n${i}\": } }"),
    ("notices-endless", "Integer[1, 9223372036854775807].each |$i| { notice(\"hello ${i}\") }"),
    ("warnings-endless", "Integer[1, 9223372036854775807].each |$i| { warning(\"hello ${i}\") }"),
    (
        "notices-long",
        "$t = Integer[1, 20].reduce('ab') |$m, $i| { \"${m}${m}\" }\nInteger[1, 5000].each |$i| { notice($t) }",
    ),
    (
        "tags-long",
        "$t = Integer[1, 18].reduce('ab') |$m, $i| { \"${m}${m}\" }\ntag($t)\nnotify { Integer[1, 20000].map |$i| { \"n${i}\" }: }",
    ),
    (
        "tags-many",
        "tag(*(Integer[1, 20000].map |$i| { \"t${i}\" }))\nnotify { Integer[1, 20000].map |$i| { \"n${i}\" }: }",
    ),
    (
        "titles-long",
        "$t = Integer[1, 15].reduce('ab') |$m, $i| { \"${m}${m}\" }\nnotify { Integer[1, 20000].map |$i| { \"${t}${i}\" }: }",
    ),
    (
        "messages-shared",
        "$t = Integer[1, 20].reduce('ab') |$m, $i| { \"${m}${m}\" }\nnotify { Integer[1, 20000].map |$i| { \"n${i}\" }: message => $t }",
    ),
    (
        "values-shared",
        "$t = Integer[1, 16].reduce([1]) |$m, $i| { [$m, $m] }\nnotify { Integer[1, 20000].map |$i| { \"n${i}\" }: message => $t }",
    ),
    ("scopes-nested", "define d($n) { if $n > 0 { d { \"x${n}\": n => $n - 1 } } }\nd { 'a': n => 100000 }"),
    (
        "flow-down",
        "define d($n) { if $n > 0 { d { \"x${n}\": n => $n - 1 } } }\nd { 'a': n => 3000, noop => true, schedule => 'daily', loglevel => 'info' }",
    ),
    (
        "collector-feeds-itself",
        "define d { @@notify { \"n${title}\": } @d { \"${title}1\": } Notify<<| |>> D<| title != 'x' |> }\nd { 'a': }",
    ),
    ("lookup-parameters", "Integer[1, 5000].each |$i| { lookup(\"k${i}\", undef, undef, 1) }"),
    ("regexp-nodes", "node /^(a+)+$/ { }\nnode /(l*)*x/ { }\nnode default { }"),
    (
        "inherited-overrides",
        "class a { notify { 'a': } }\nclass b inherits a { Integer[1, 100000].each |$i| { Notify['a'] { tag +> \"t${i}\" } } }\ninclude b",
    ),
    (
        "sensitive-many",
        "notify { Integer[1, 20000].map |$i| { \"n${i}\" }: message => Sensitive(Integer[1, 1000].map |$i| { $i }) }",
    ),
    (
        "deferred-many",
        "notify { Integer[1, 20000].map |$i| { \"n${i}\" }: message => Deferred('join', [Integer[1, 1000].map |$i| { $i }]) }",
    ),
    (
        "heredoc-bomb",
        "$a = @(\"E\")\n  ${Integer[1, 25].reduce('ab') |$m, $i| { \"${m}${m}\" }}\n  | E\nnotice(\"${a}${a}${a}${a}\")",
    ),
];
