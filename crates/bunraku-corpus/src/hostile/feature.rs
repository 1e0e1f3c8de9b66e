//! Features of the Puppet language that turn little input into much output: formats, versions, times, type sets, floods
//! of resources and collectors, templates that render themselves.

use super::{Folder, Made, Part, Program, combine, shape::each};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("feature", CODE, &[("compile", ())], |code, ()| folder(code.to_owned()));
    programs.extend(combine("feature", MADE, &[("compile", ())], |code, ()| folder(code())));
    programs
}

fn folder(code: String) -> Folder {
    Folder::new(&["compile", "--environment", "."])
        .with("manifests/site.pp", code + "\n")
        .with("modules/m/manifests/init.pp", "class m { include m::a }\n")
        .with("modules/m/manifests/a.pp", "class m::a { include m }\n")
        .with("modules/m/templates/itself.erb", "<%= scope.call_function('template', ['m/itself.erb']) %>")
        .with(
            "modules/m/templates/twice.erb",
            "<%= t = 'm/twice.erb'; scope.function_template([t]) + scope.function_template([t]) %>",
        )
        .with("modules/m/templates/itself.epp", "<%= epp('m/itself.epp') %>")
        .with("modules/m/templates/twice.epp", "<%= epp('m/twice.epp') %><%= epp('m/twice.epp') %>")
        .with("modules/m/templates/loop.epp", "<% Integer[1, 9223372036854775807].each |$i| { %>x<% } %>")
        .with("modules/m/templates/typed.epp", "<%- | Array[Array[Array[Integer]]] $x | -%><%= $x %>")
        .with("modules/m/functions/ring.pp", "function m::ring($x) { m::back($x) }\n")
        .with("modules/m/functions/back.pp", "function m::back($x) { m::ring($x) }\n")
        .with("modules/m/functions/block.pp", "function m::block($x, &$b) { m::block($x) |$y| { $b($y) } }\n")
        .with("modules/m/types/ring.pp", "type M::Ring = Variant[Integer, M::Back]\n")
        .with("modules/m/types/back.pp", "type M::Back = Variant[String, Array[M::Ring], M::Ring]\n")
        .with_stdlib()
}

const CODE: &[Part] = &[
    (
        "reverse-step",
        "$s = Integer[1, 27].reduce('x') |$m, $i| { \"${m}${m}\" }\nnotice($s.step(1).reverse_each.map |$x| { 1 }.length)",
    ),
    (
        "reverse-tree",
        "$d = Integer[1, 26].reduce([1]) |$m, $i| { [$m, $m] }\nnotice($d.tree_each.reverse_each.map |$x| { 1 }.length)",
    ),
    (
        "hash-tree-path",
        "$path = Integer[1, 2000000].map |$i| { 0 }\nnotice(type(Hash([[$path, 1]], 'hash_tree')) =~ Type)",
    ),
    (
        "array-of-bytes",
        "$b = Binary(Integer[1, 27].reduce('x') |$m, $i| { \"${m}${m}\" }, '%s')\nnotice(Array($b).length)",
    ),
    ("sprintf-width", "notice(sprintf('%2000000000d', 1))"),
    ("sprintf-star", "notice(sprintf('%*d', 2000000000, 1))"),
    ("sprintf-precision", "notice(sprintf('%.2000000000f', 1.0))"),
    ("sprintf-named", "notice(sprintf('%<a>2000000000s', {'a' => 1}))"),
    (
        "sprintf-many",
        "$f = Integer[1, 17].reduce('%9999s') |$m, $i| { \"${m}${m}\" }\nnotice(sprintf($f, *Integer[1, 131072].map |$i| { $i }).length)",
    ),
    ("sprintf-argument", "notice(sprintf('%999999999$s', 1))"),
    ("string-width", "notice(String(1, '%2000000000d'))"),
    ("string-precision", "notice(String(1.0, '%.2000000000e'))"),
    (
        "string-nested-width",
        "notice(String([1, [2]], {Array => {format => '%2000000000a', string_formats => {Integer => '%1000000000d'}}}))",
    ),
    (
        "string-separator",
        "$s = Integer[1, 20].reduce('ab') |$m, $i| { \"${m}${m}\" }\nnotice(String(Integer[1, 100000].map |$i| { $i }, {Array => {format => '%a', separator => $s}}).length)",
    ),
    (
        "string-format-ring",
        "$h = Integer[1, 1000].reduce({format => '%a'}) |$m, $i| { {format => '%(a', string_formats => {Array => $m}} }\nnotice(String([[[1]]], {Array => $h}))",
    ),
    (
        "string-format-wide",
        "$h = Hash(Integer[1, 100000].map |$i| { [Integer[$i, $i], '%d'] })\nnotice(String([1, 99999], $h))",
    ),
    (
        "string-indent",
        "$v = Integer[1, 1900].reduce([1]) |$m, $i| { [$m, 1] }\nnotice(String($v, '%#a').length)",
    ),
    ("string-base", "notice(String(9223372036854775807, '%#2000000000b'))"),
    ("integer-new", "notice(Integer(Integer[1, 22].reduce('9') |$m, $i| { \"${m}${m}\" }))"),
    ("integer-radix", "notice(Integer('z', 36), Integer('1', 99))"),
    ("integer-shift", "notice(1 << 9223372036854775807, 1 >> -9223372036854775807, -1 << 63)"),
    ("integer-power", "notice(Integer[1, 100000].reduce(3) |$m, $i| { $m * 3 })"),
    (
        "integer-minimum",
        "notice(-9223372036854775808 / -1, -9223372036854775808 % -1, - -9223372036854775808)",
    ),
    (
        "integer-edge",
        "notice(Integer[9223372036854775806, 9223372036854775807].map |$i| { $i }, Integer[-9223372036854775808, 9223372036854775807].length)",
    ),
    ("integer-slices", "notice(Integer[1, 9223372036854775807].slice(2) |$x| { $x })"),
    ("float-new", "notice(Float(Integer[1, 24].reduce('9') |$m, $i| { \"${m}${m}\" }))"),
    ("float-edge", "notice(1.0e308 * 10, -1.0e308 * 10, 1.0 / 3.0e-308, Integer(1.0e300))"),
    ("numeric-string", "notice(Integer[1, 22].reduce('9') |$m, $i| { \"${m}${m}\" } + 1)"),
    ("timestamp-format", "notice(Timestamp(0).strftime('%1000000000Y'))"),
    (
        "timestamp-formats",
        "$f = Integer[1, 20].reduce('%100000d') |$m, $i| { \"${m}${m}\" }\nnotice(Timestamp(0).strftime($f).length)",
    ),
    (
        "timestamp-nanoseconds",
        "notice(Timestamp(0).strftime('%1000000000N'), Timespan(1).strftime('%1000000000N'))",
    ),
    (
        "timestamp-parse",
        "$t = Integer[1, 22].reduce('1 ') |$m, $i| { \"${m}${m}\" }\nnotice(Timestamp($t, '%Y %m'))",
    ),
    ("timestamp-parse-many", "notice(Timestamp('2016', Integer[1, 300000].map |$i| { \"%d${i}\" }))"),
    ("timestamp-edge", "notice(Timestamp(9223372036854775807), Timestamp(-9.0e300), Timestamp(1.0e300))"),
    (
        "timestamp-arithmetic",
        "notice(Timestamp(9223372036) + Timespan(9223372036), Timespan(9223372036) * 9223372036)",
    ),
    (
        "timespan-format",
        "notice(Timespan(1).strftime('%1000000000D'), Timespan(1).strftime('%-1000000000H'))",
    ),
    ("timespan-parse", "notice(Timespan('1', Integer[1, 20].reduce('%D') |$m, $i| { \"${m}${m}\" }))"),
    (
        "timespan-edge",
        "notice(Timespan(9223372036854775807), Timespan(-9223372036854775808), Timespan({days => 9223372036854775807}))",
    ),
    ("strftime", "notice(strftime(Timestamp(0), '%2000000000c'))"),
    ("semver-long", "notice(SemVer(Integer[1, 22].reduce('1.') |$m, $i| { \"${m}${m}\" }))"),
    ("semver-large", "notice(SemVer(\"${Integer[1, 15].reduce('9') |$m, $i| { \"${m}${m}\" }}.0.0\"))"),
    (
        "semver-prerelease",
        "$p = Integer[1, 20].reduce('a.') |$m, $i| { \"${m}${m}\" }\nnotice(SemVer(\"1.0.0-${p}a\") < SemVer(\"1.0.0-${p}b\"))",
    ),
    (
        "semver-range",
        "$r = Integer[1, 18].reduce('>=1.0.0 ') |$m, $i| { \"${m}${m}\" }\nnotice(SemVerRange($r), SemVer('1.0.0') =~ SemVer[$r])",
    ),
    (
        "semver-ranges",
        "$r = Integer[1, 18].reduce('1.x || ') |$m, $i| { \"${m}${m}\" }\nnotice(SemVerRange(\"${r}2.x\"))",
    ),
    ("semver-range-many", "notice(SemVer('1.0.0') =~ SemVer[*Integer[1, 100000].map |$i| { \"${i}.x\" }])"),
    (
        "semver-compare",
        "$v = Integer[1, 100000].map |$i| { SemVer(\"${i}.0.0-a.b.c\") }\nnotice($v.sort |$a, $b| { compare($b, $a) }.length)",
    ),
    (
        "versioncmp",
        "$v = Integer[1, 23].reduce('1.a') |$m, $i| { \"${m}${m}\" }\nnotice(versioncmp($v, \"${v}1\"))",
    ),
    ("uri", "notice(URI(\"http://${Integer[1, 22].reduce('a%20') |$m, $i| { \"${m}${m}\" }}\"))"),
    ("uri-many", "notice(URI('http://a') =~ URI[*Integer[1, 1000].map |$i| { \"http://a${i}\" }])"),
    ("binary", "notice(Binary(Integer[1, 26].reduce('QUJD') |$m, $i| { \"${m}${m}\" }).length)"),
    (
        "binary-formats",
        "$b = Binary(Integer[1, 24].reduce('QUJD') |$m, $i| { \"${m}${m}\" })\nnotice(String($b, '%p').length, String($b, '%a').length, String($b, '%b').length, $b == $b)",
    ),
    ("regexp-new", "notice('a' =~ Regexp(Integer[1, 20].reduce('(a|b)*') |$m, $i| { \"${m}${m}\" }))"),
    (
        "regexp-lookbehind",
        "$t = Integer[1, 17].reduce('a') |$m, $i| { \"${m}${m}\" }\nnotice($t =~ /(?<=a{1,100})(?<!b{1,100})c/)",
    ),
    (
        "regexp-backreference",
        "$t = Integer[1, 12].reduce('a') |$m, $i| { \"${m}${m}\" }\nnotice(\"${t}b\" =~ /^(a+)+\\1+\\1+$/)",
    ),
    (
        "regexp-many",
        "notice(Integer[1, 100000].filter |$i| { 'aaaaaaaaaaaaaaaaaaaaaaaa' =~ Regexp(\"^(a*)*b${i}\") }.length)",
    ),
    ("regexp-matches", "Integer[1, 300000].each |$i| { if \"x${i}\" =~ /(x)(\\d+)/ { \"$0$1$2\" } }"),
    (
        "regsubst-grows",
        "notice(Integer[1, 100].reduce('ab') |$m, $i| { regsubst($m, 'b', 'bb', 'G') }.length)",
    ),
    (
        "regsubst-groups",
        "$t = Integer[1, 14].reduce('a') |$m, $i| { \"${m}${m}\" }\n$r = Integer[1, 16].reduce('\\1') |$m, $i| { \"${m}${m}\" }\nnotice(regsubst($t, '(a*)', $r).length)",
    ),
    (
        "regsubst-list",
        "notice(regsubst(Integer[1, 500000].map |$i| { \"x${i}\" }, '(x)(.*)', '\\2\\1', 'G').length)",
    ),
    (
        "split-regexp",
        "notice(split(Integer[1, 20].reduce('a,') |$m, $i| { \"${m}${m}\" }, /(,)|(a)/).length)",
    ),
    (
        "scanf",
        "notice(scanf(Integer[1, 20].reduce('1 ') |$m, $i| { \"${m}${m}\" }, Integer[1, 18].reduce('%d ') |$m, $i| { \"${m}${m}\" }).length)",
    ),
    ("scanf-width", "notice(scanf('1', '%999999999999d%999999999999c'))"),
    (
        "heredoc-regexp",
        "$a = @(\"E\"/L)\n  ${Integer[1, 24].reduce('ab') |$m, $i| { \"${m}${m}\" }}\\\n  x\n  | E\nnotice($a.length)",
    ),
    (
        "typeset-ring",
        "type S = TypeSet[{version => '1.0.0', types => {A => Array[S::B], B => Variant[Integer, S::A]}}]\nnotice([[1]] =~ S::A)",
    ),
    (
        "typeset-references",
        "type S = TypeSet[{version => '1.0.0', types => {A => Integer}, references => {T => {name => 'T', version_range => '1.x'}}}]\ntype T = TypeSet[{version => '1.0.0', types => {B => Integer}, references => {S => {name => 'S', version_range => '1.x'}}}]\nnotice(1 =~ S::A, 1 =~ T::B)",
    ),
    ("typeset-itself", "type S = TypeSet[{version => '1.0.0', types => {A => S}}]\nnotice(1 =~ S::A)"),
    ("type-own-parameter", "type T[A] = Array[A]\nnotice(1 =~ T[T])"),
    ("type-module-ring", "notice([['a', [1]]] =~ M::Ring, {} =~ M::Back)\nassert_type(M::Ring, {})"),
    (
        "type-mismatch-ring",
        "type L = Struct[{value => Integer, Optional[next] => L}]\n$v = Integer[1, 1900].reduce({value => 'x'}) |$m, $i| { {value => 1, next => $m} }\nassert_type(L, $v)",
    ),
    (
        "type-mismatch-wide",
        "assert_type(Array[Struct[{a => Integer}]], Integer[1, 300000].map |$i| { {a => 'x', b => $i} })",
    ),
    (
        "type-struct-mismatch",
        "assert_type(Struct[{a => Integer}], Hash(Integer[1, 300000].map |$i| { [\"k${i}\", $i] }))",
    ),
    (
        "type-variant-struct",
        "assert_type(Variant[*Integer[1, 3000].map |$i| { Struct[{\"k${i}\" => Integer, 'a' => Integer[$i]}] }], {'a' => 'x'})",
    ),
    (
        "type-callable",
        "function f(Callable[Callable[Callable[Integer]]] &$b) { $b(1) }\nf() |$x| { f() |$y| { 1 } }",
    ),
    ("type-init", "notice([1] =~ Init[Array[Init[Array[Init[Integer]]]]], 'a' =~ Init[Init[Init[Integer]]])"),
    (
        "type-object-functions",
        "type T = Object[{attributes => {a => Integer}, functions => {f => Callable[[], Integer]}, equality => [a]}]\nnotice(T(1) == T(2), T(1).f)",
    ),
    (
        "type-object-recursive",
        "type T = Object[{attributes => {a => Optional[T]}}]\n$v = Integer[1, 100000].reduce(T(undef)) |$m, $i| { T($m) }\nnotice($v, $v == $v, type($v))",
    ),
    (
        "type-object-shared",
        "type T = Object[{attributes => {a => Any, b => Any}}]\n$v = Integer[1, 60].reduce(1) |$m, $i| { T($m, $m) }\nnotice($v, $v == $v, type($v))",
    ),
    (
        "type-object-constants",
        "type T = Object[{constants => {c => 1}, attributes => {a => {type => Integer, value => 1}}, type_parameters => {p => Integer}}]\nnotice(T() =~ T[1], T['p'])",
    ),
    (
        "type-sensitive",
        "$v = Integer[1, 1900].reduce(1) |$m, $i| { Sensitive([$m]) }\nnotice($v =~ Sensitive[Array[Sensitive]], type($v), $v.unwrap)",
    ),
    (
        "type-of-types",
        "$v = Integer[1, 2000].reduce(Integer) |$m, $i| { Type[$m] }\nnotice($v, Integer =~ $v, type($v))",
    ),
    ("type-of-type", "notice(Integer[1, 300].reduce(1) |$m, $i| { type($m) })"),
    ("type-resource", "notice(Integer[1, 100000].map |$i| { Resource[\"m::t${i}\", \"a${i}\"] }.length)"),
    (
        "create-resources-storm",
        "Integer[1, 9223372036854775807].each |$i| { create_resources('notify', {\"n${i}\" => {'message' => $i}}) }",
    ),
    (
        "create-resources-define",
        "define d($h) { create_resources('d', {\"${title}x\" => {'h' => $h}, \"${title}y\" => {'h' => $h}}) }\nd { 'a': h => {} }",
    ),
    (
        "create-resources-defaults",
        "create_resources('notify', Hash(Integer[1, 100000].map |$i| { [\"n${i}\", {}] }), Hash(Integer[1, 3].map |$i| { ['message', 'a'] }))",
    ),
    ("create-resources-classes", "create_resources('class', {'m' => {}, 'm::a' => {}})"),
    (
        "collect-define-collect",
        "define d($n) { @e { \"e${n}\": n => $n + 1 } E<| title == \"e${n}\" |> }\ndefine e($n) { @d { \"d${n}\": n => $n + 1 } D<| title == \"d${n}\" |> }\nd { 'a': n => 0 }",
    ),
    ("collect-feeds-all", "define d { @d { \"${title}1\": } }\n@d { 'a': }\nD<| |>"),
    ("collect-feeds-two", "define d { @d { [\"${title}1\", \"${title}2\"]: } }\n@d { 'a': }\nD<| |>"),
    (
        "collect-override-ring",
        "notify { 'a': }\nNotify<| message != 'z' |> { message => 'b' }\nNotify<| message == 'b' |> { message => 'c' }\nNotify<| message == 'c' |> { message => 'b' }",
    ),
    ("collect-nested", "$q = Integer[1, 100000].map |$i| { $i }\nNotify<| title == $q or title == $q |>"),
    (
        "collect-never",
        "Integer[1, 100000].each |$i| { Notify<| title == \"x${i}\" |> -> Notify<| title == \"y${i}\" |> }",
    ),
    (
        "collect-exported",
        "@@notify { Integer[1, 50000].map |$i| { \"n${i}\" }: }\nNotify<<| |>> -> Notify<<| |>>",
    ),
    (
        "realize-ring",
        "define a { realize(B['b']) }\ndefine b { realize(A['a']) }\n@a { 'a': }\n@b { 'b': }\nrealize(A['a'])",
    ),
    ("realize-missing", "Integer[1, 100000].each |$i| { realize(Notify[\"x${i}\"]) }"),
    ("virtual-define", "define d { @d { \"${title}x\": } realize(D[\"${title}x\"]) }\nd { 'a': }"),
    (
        "override-ring",
        "class a { notify { 'x': } }\nclass b inherits a { Notify['x'] { message => 'b' } }\nclass c inherits b { Notify['x'] { message +> 'c' } }\ninclude c",
    ),
    (
        "override-appends",
        "notify { 'x': tag => [] }\nclass a { notify { 'y': tag => [] } }\nclass b inherits a { Integer[1, 100000].each |$i| { Notify['y'] { tag +> [\"t${i}\"] } } }\ninclude b",
    ),
    (
        "relations-dense",
        "notify { Integer[1, 3000].map |$i| { \"n${i}\" }: }\nInteger[1, 2999].each |$i| { Notify[Integer[1, $i].map |$j| { \"n${j}\" }] -> Notify[\"n${i + 1}\"] }",
    ),
    (
        "relations-chain",
        "notify { Integer[1, 100000].map |$i| { \"n${i}\" }: }\nInteger[1, 99999].each |$i| { Notify[\"n${i}\"] -> Notify[\"n${i + 1}\"] }",
    ),
    (
        "relations-layers",
        "Integer[1, 300].each |$i| { notify { Integer[1, 100].map |$j| { \"n${i}-${j}\" }: } }\nInteger[1, 299].each |$i| { Notify[Integer[1, 100].map |$j| { \"n${i}-${j}\" }] -> Notify[Integer[1, 100].map |$j| { \"n${i + 1}-${j}\" }] }",
    ),
    (
        "relations-ring-long",
        "notify { Integer[1, 50000].map |$i| { \"n${i}\" }: }\nInteger[1, 50000].each |$i| { Notify[\"n${i}\"] -> Notify[\"n${i % 50000 + 1}\"] }",
    ),
    (
        "contain-deep",
        "define d($n) { if $n > 0 { d { \"d${n}\": n => $n - 1 } } notify { \"n${n}\": require => Notify['n0'] } }\nd { 'a': n => 300 }",
    ),
    (
        "stages",
        "stage { Integer[1, 20000].map |$i| { \"s${i}\" }: }\nInteger[1, 19999].each |$i| { Stage[\"s${i}\"] -> Stage[\"s${i + 1}\"] }",
    ),
    (
        "files-autorequire",
        "file { Integer[1, 1000].reduce(['/a']) |$m, $i| { $m + \"${m[-1]}/a\" }: ensure => directory }",
    ),
    (
        "files-deep",
        "file { Integer[1, 1000].map |$i| { Integer[1, 200].reduce(\"/a${i}\") |$m, $j| { \"${m}/b\" } }: }",
    ),
    ("alias-metaparameter", "notify { Integer[1, 50000].map |$i| { \"n${i}\" }: alias => 'a' }"),
    ("titles-hashes", "notify { Integer[1, 50000].map |$i| { [[\"n${i}\"]] }: }"),
    ("defaults-many", "Integer[1, 100000].each |$i| { Notify { message => \"m${i}\" } }"),
    (
        "defaults-nested",
        "define d($n) { Notify { message => $n } if $n > 0 { d { \"d${n}\": n => $n - 1 } } notify { \"n${n}\": } }\nd { 'a': n => 300 }",
    ),
    ("scope-variables", "class c { Integer[1, 300000].each |$i| { $x = $i } }\ninclude c\nnotice($c::x)"),
    (
        "variables-assigned",
        "[$a, [$b, [$c]]] = [1, [2, [3]]]\n[$d, $e] = Integer[1, 1000000].map |$i| { $i }",
    ),
    ("classes-by-name", "include(Integer[1, 100000].map |$i| { \"nothing${i}\" })"),
    ("class-ring-module", "include m"),
    ("function-ring", "notice(m::ring(1))"),
    ("function-block-ring", "notice(m::block(1) |$x| { $x })"),
    (
        "function-return",
        "notice(Integer[1, 10000000].map |$i| { next($i) }.length, Integer[1, 10000000].each |$i| { if $i > 9000000 { break() } })",
    ),
    ("function-many-arguments", "notice(with(*Integer[1, 1000000]) |*$x| { $x.length })"),
    ("function-call", "function f($n) { call('f', $n + 1) }\nf(0)"),
    ("function-deferred", "function f($n) { Deferred('f', [$n]).call }\nf(0)"),
    (
        "deferred-ring",
        "$v = Integer[1, 1900].reduce(1) |$m, $i| { Deferred('join', [$m]) }\nnotice($v.call)\nnotify { 'a': message => $v }",
    ),
    ("lambda-deep", "function f($n) { with($n) |$x| { f($x + 1) } }\nf(0)"),
    ("then-lest", "function f($n) { $n.then |$x| { f($x).lest || { 1 } } }\nf(0)"),
    (
        "tree-each",
        "notice(Integer[1, 22].reduce([1]) |$m, $i| { [$m, $m] }.tree_each({include_containers => true}).reduce(0) |$m, $x| { $m + 1 })",
    ),
    ("step-each", "Integer[1, 9223372036854775807].step(3).reverse_each |$x| { $x }"),
    (
        "reverse-reverse",
        "notice(Integer[1, 100000].reduce(Integer[1, 10]) |$m, $i| { $m.reverse_each }.map |$x| { $x })",
    ),
    (
        "step-step",
        "notice(Integer[1, 100000].reduce(Integer[1, 10]) |$m, $i| { $m.step(1) }.map |$x| { $x })",
    ),
    ("erb-itself", "notice(template('m/itself.erb'))"),
    ("erb-twice", "notice(template('m/twice.erb'))"),
    ("epp-itself", "notice(epp('m/itself.epp'))"),
    ("epp-twice", "notice(epp('m/twice.epp'))"),
    ("epp-loop", "notice(epp('m/loop.epp'))"),
    ("epp-typed", "notice(epp('m/typed.epp', {'x' => Integer[1, 1000000].map |$i| { [['x']] }}))"),
    (
        "inline-itself",
        "$t = '<%= scope.call_function(\"inline_template\", [scope[\"t\"]]) %>'\nnotice(inline_template($t))",
    ),
    ("inline-epp-itself", "$t = '<%= inline_epp($t) %>'\nnotice(inline_epp($t))"),
    ("inline-many", "Integer[1, 9223372036854775807].each |$i| { inline_epp(\"<%= ${i} %>\") }"),
    ("inline-ruby-many", "Integer[1, 9223372036854775807].each |$i| { inline_template(\"<%= ${i} %>\") }"),
    ("inline-long", "notice(inline_epp(Integer[1, 20].reduce('<%= 1 %>') |$m, $i| { \"${m}${m}\" }).length)"),
    (
        "inline-ruby-long",
        "notice(inline_template(Integer[1, 18].reduce('<%= 1 %>') |$m, $i| { \"${m}${m}\" }).length)",
    ),
    ("generate", "notice(generate('/bin/sh', '-c', 'sleep 100'))"),
    (
        "fqdn-rand",
        "notice(fqdn_rand(9223372036854775807, Integer[1, 24].reduce('a') |$m, $i| { \"${m}${m}\" }))",
    ),
    ("digest-many", "Integer[1, 9223372036854775807].each |$i| { sha256(\"x${i}\") }"),
    ("crypt", "notice(pw_hash('a', 'SHA-512', 'rounds=999999999$abcdefgh'))"),
    ("shellquote", "notice(shellquote(Integer[1, 1000000].map |$i| { \"a'b\" }).length)"),
    ("range-letters", "notice(range('a', 'zzzzzzzzzz').length)"),
    ("range-numbers", "notice(range(1, 9223372036854775807).length)"),
    ("range-hosts", "notice(range('host0000000001', 'host9999999999').length)"),
    (
        "prefix-hash",
        "notice(prefix(Hash(Integer[1, 500000].map |$i| { [\"k${i}\", $i] }), Integer[1, 12].reduce('ab') |$m, $i| { \"${m}${m}\" }).length)",
    ),
    (
        "deep-merge",
        "$h = Integer[1, 1900].reduce({}) |$m, $i| { {'a' => $m, 'b' => $i} }\nnotice(Integer[1, 10000].reduce($h) |$m, $i| { deep_merge($m, $h) })",
    ),
    (
        "hash-deep-merge-plus",
        "notice(Integer[1, 50000].reduce({}) |$m, $i| { $m + {$i => Integer[1, 100].map |$j| { $j }} }.length)",
    ),
    ("getvar-long", "notice(getvar(Integer[1, 22].reduce('a.') |$m, $i| { \"${m}${m}\" }))"),
    (
        "get-deep",
        "$v = Integer[1, 1900].reduce([1]) |$m, $i| { [$m] }\nnotice($v.get(Integer[1, 1900].reduce('0') |$m, $i| { \"${m}.0\" }))",
    ),
    ("dig-long", "notice([1].dig(*Integer[1, 1000000]))"),
    (
        "tagged-many",
        "tag(*Integer[1, 50000].map |$i| { \"t${i}\" })\nInteger[1, 50000].each |$i| { tagged(\"t${i}\", 'x') }",
    ),
    ("fail-shared", "fail(Integer[1, 22].reduce([1]) |$m, $i| { [$m, $m] })"),
    ("warning-many", "Integer[1, 300000].each |$i| { warning($undefined_variable) }"),
    ("strict-many", "Integer[1, 300000].each |$i| { $x = \"${nothing}\" }"),
    ("case-many", "case 'a' { *Integer[1, 1000000].map |$i| { \"v${i}\" }: { } default: { notice(1) } }"),
    ("selector-splat", "notice('a' ? { *Integer[1, 1000000] => 1, default => 2 })"),
    (
        "in-large",
        "$v = Integer[1, 3000].map |$i| { \"v${i}\" }\nnotice($v.filter |$x| { \"${x}x\" in $v }.length)",
    ),
    (
        "equality-wide",
        "$v = Integer[1, 1000000].map |$i| { $i }\nnotice(Integer[1, 10000].filter |$i| { $v == ($v + [1]) }.length)",
    ),
    (
        "string-compare",
        "$t = Integer[1, 24].reduce('É') |$m, $i| { \"${m}${m}\" }\nnotice(Integer[1, 10000].filter |$i| { $t == \"${t}a\" }.length)",
    ),
    ("sort-lambda", "notice(Integer[1, 300000].map |$i| { -$i }.sort |$a, $b| { 1 }.length)"),
    ("unique-arrays", "notice(unique(Integer[1, 300000].map |$i| { [[[$i]]] }).length)"),
    ("group-by", "notice(Integer[1, 500000].group_by |$i| { [$i] }.length)"),
    (
        "together-messages",
        "Integer[1, 100000].each |$i| { notify { \"n${i}\": message => Integer[1, 14].reduce(\"a${i}\") |$m, $j| { \"${m}${m}\" } } }",
    ),
    (
        "together-titles",
        "Integer[1, 100000].each |$i| { notify { Integer[1, 14].reduce(\"a${i}\") |$m, $j| { \"${m}${m}\" }: } }",
    ),
    (
        "together-tags",
        "Integer[1, 100000].each |$i| { notify { \"n${i}\": tag => Integer[1, 14].reduce(\"a${i}\") |$m, $j| { \"${m}${m}\" } } }",
    ),
    (
        "together-parameters",
        "define d($x) { }\nInteger[1, 100000].each |$i| { d { \"n${i}\": x => Integer[1, 14].reduce(\"a${i}\") |$m, $j| { \"${m}${m}\" } } }",
    ),
    ("together-sensitive", "notice(Integer[1, 20000000].map |$i| { Sensitive(\"a${i}\") }.length)"),
    (
        "together-regexps",
        "notice(Integer[1, 1000000].map |$i| { Regexp(\"^(a|b)*x${i}[a-z]+\\\\w{3,5}$\") }.length)",
    ),
    (
        "hash-minus-hash",
        "$v = Hash(Integer[1, 300000].map |$i| { [$i, $i] })\nnotice(($v - $v).length, ($v - $v.keys).length)",
    ),
    (
        "array-slices",
        "$v = Integer[1, 1000000].map |$i| { $i }\nnotice(Integer[1, 1000000].reduce($v) |$m, $i| { $m[1, -1] })",
    ),
    (
        "string-reversed",
        "$v = Integer[1, 26].reduce('é') |$m, $i| { \"${m}${m}\" }\nnotice($v.reverse_each.map |$c| { $c }.length)",
    ),
    (
        "regsubst-array",
        "$v = Integer[1, 300000].map |$i| { 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaab' }\nnotice(regsubst($v, '(a|aa)+c', 'x').length)",
    ),
    ("filter-indexed", "notice(Integer[1, 9223372036854775807].filter |$i, $x| { true })"),
    ("unicode-case", "notice(upcase(Integer[1, 25].reduce('ß') |$m, $i| { \"${m}${m}\" }).length)"),
];

const MADE: &[Made] = &[
    ("typeset-wide", || {
        format!(
            "type S = TypeSet[{{version => '1.0.0', types => {{{}}}}}]\nnotice(1 =~ S::A0)",
            each(20_000, ", ", |i| format!("A{i} => Variant[Integer, S::A{}]", (i + 1) % 20_000))
        )
    }),
    ("typeset-deep", || {
        let open = "TypeSet[{version => '1.0.0', types => {A => ".repeat(300);
        format!("type S = {open}Integer{}\nnotice(1 =~ S::A)", "}}]".repeat(300))
    }),
    ("aliases-unused", || each(50_000, "\n", |i| format!("type A{i} = Array[A{}]", (i + 1) % 50_000))),
    ("functions-many", || {
        each(50_000, "\n", |i| format!("function f{i}($x) {{ f{}($x) }}", (i + 1) % 50_000)) + "\nf0(1)"
    }),
    ("nodes-many", || each(50_000, "\n", |i| format!("node 'n{i}' {{ }}")) + "\nnode default { }"),
    ("nodes-regexps", || each(20_000, "\n", |i| format!("node /^(a+)+{i}$/ {{ }}")) + "\nnode default { }"),
    ("parameters-chain", || {
        format!(
            "class c({}) {{ }}\ninclude c",
            each(20_000, ", ", |i| if i == 0 {
                "$a0 = 1".to_owned()
            } else {
                format!("$a{i} = $a{}", i - 1)
            })
        )
    }),
    ("parameters-doubled", || {
        format!(
            "class c({}) {{ }}\ninclude c",
            each(60, ", ", |i| if i == 0 {
                "$a0 = 'ab'".to_owned()
            } else {
                format!("$a{i} = \"${{a{p}}}${{a{p}}}\"", p = i - 1)
            })
        )
    }),
    ("inheritance-chain", || {
        each(3_000, "\n", |i| format!("class c{}($x{i} = {i}) inherits c{i} {{ }}", i + 1))
            + "\nclass c0 { }\ninclude c3000"
    }),
    ("include-chain", || {
        each(5_000, "\n", |i| format!("class c{i} {{ include c{} }}", i + 1))
            + "\nclass c5000 { }\ninclude c0"
    }),
    ("heredocs-nested", || "$a = @(\"E\")\n${".repeat(300) + "1" + &"}\n| E\n".repeat(300)),
    ("heredoc-tags", || {
        format!(
            "$a = [{}]\n{}",
            each(10_000, ", ", |i| format!("@(E{i})")),
            each(10_000, "\n", |i| format!("x\n| E{i}"))
        )
    }),
    ("query-deep", || format!("Notify<| {}title == 'a'{} |>", "(".repeat(5_000), ")".repeat(5_000))),
    ("query-wide", || {
        format!("notify {{ 'a': }}\nNotify<| {} |>", each(20_000, " or ", |i| format!("title == 'n{i}'")))
    }),
    ("resource-bodies", || {
        format!("notify {{ {} }}", each(50_000, ";\n", |i| format!("'n{i}': message => 'a'")))
    }),
    ("resource-defaults-body", || {
        format!(
            "notify {{ default: message => 'a'; {} }}",
            each(50_000, ";\n", |i| format!("'n{i}': * => {{}}"))
        )
    }),
    ("arrows-written", || each(20_000, " -> ", |i| format!("Notify['n{i}']"))),
    ("arrows-declared", || each(5_000, " -> ", |i| format!("notify {{ 'n{i}': }}"))),
    ("minus-chain", || format!("notice({}1)", "- ".repeat(100_000))),
    ("not-chain", || format!("notice({}true)", "!".repeat(100_000))),
    ("splat-chain", || format!("notice({}[1])", "*".repeat(100_000))),
    ("selector-chain", || format!("notice({}1{})", "1 ? { default => ".repeat(5_000), " }".repeat(5_000))),
    ("lambda-chain", || format!("{}1{}", "with(1) |$x| { ".repeat(5_000), " }".repeat(5_000))),
    ("call-chain", || format!("notice(1{})", ".with |$x| { $x }".repeat(5_000))),
    ("index-chain", || format!("notice($facts{})", "['a']".repeat(50_000))),
    ("name-mistyped-long", || format!("${} = 1\nnotice(${}b)", "a".repeat(100_000), "a".repeat(99_999))),
    ("names-mistyped", || each(50_000, "\n", |i| format!("$abcdefgh{i} = 1")) + "\nnotice($abcdefghx)"),
    ("types-written", || format!("notice(1 =~ {}Integer{})", "Array[".repeat(50_000), "]".repeat(50_000))),
    ("unless-chain", || format!("{}notice(1){}", "unless false { ".repeat(5_000), " }".repeat(5_000))),
    ("classes-nested", || format!("{}{}", "class a { ".repeat(5_000), " }".repeat(5_000))),
    ("definitions-nested", || format!("{}{}", "define a { ".repeat(5_000), " }".repeat(5_000))),
    ("strings-interpolated", || format!("notice({}1{})", "\"${".repeat(5_000), "}\"".repeat(5_000))),
];
