//! Types: aliases, type sets, objects, and types built at run time.

use super::{Folder, Made, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    combine("types", MAKERS, CONSUMERS, |maker, consumer| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("site.pp", format!("{}\n{consumer}\n", maker()))
            .with_stdlib()
    })
}

/// Code that defines the type `T`.
const MAKERS: &[Made] = &[
    ("alias-chain", || chain(20_000, |below| below)),
    ("alias-deep", || chain(20_000, |below| format!("Array[{below}]"))),
    ("alias-optional", || chain(5_000, |below| format!("Optional[{below}]"))),
    ("alias-variant", || chain(5_000, |below| format!("Variant[String[1], {below}]"))),
    ("shared-tuple", || chain(60, |below| format!("Tuple[{below}, {below}]"))),
    ("shared-variant", || chain(60, |below| format!("Variant[Array[{below}], Tuple[{below}, {below}]]"))),
    ("shared-struct", || chain(60, |below| format!("Struct[{{a => {below}, Optional[b] => {below}}}]"))),
    ("shared-callable", || chain(60, |below| format!("Callable[{below}, {below}]"))),
    ("shared-hash", || chain(60, |below| format!("Hash[{below}, {below}]"))),
    ("shared-fan", || chain(12, |below| format!("Tuple[{}]", vec![below; 10].join(", ")))),
    ("recursive", || "type T = Variant[Integer, Array[T], Hash[T, T], Tuple[T, T]]".to_owned()),
    ("recursive-pair", || {
        "type A = Variant[Integer, Array[T]]\ntype T = Variant[String, Array[A], A]".to_owned()
    }),
    ("recursive-only", || "type T = Array[T]".to_owned()),
    ("itself", || "type T = T".to_owned()),
    ("ring", || "type A = T\ntype B = A\ntype T = B".to_owned()),
    ("ring-variant", || "type A = Variant[T, B]\ntype B = Variant[A, T]\ntype T = Variant[A, B]".to_owned()),
    ("ring-optional", || "type A = Optional[T]\ntype T = Optional[A]".to_owned()),
    ("wide-variant", || wide("Variant", |i| format!("Integer[{}, {}]", 2 * i, 2 * i))),
    ("wide-enum", || wide("Enum", |i| format!("v{i}"))),
    ("wide-tuple", || wide("Tuple", |i| format!("Integer[{i}]"))),
    ("wide-pattern", || wide("Pattern", |i| format!("/(a|b)*{i}$/"))),
    ("wide-struct", || format!("type T = Struct[{{{}}}]", list(30_000, |i| format!("k{i} => Integer")))),
    ("object-chain", || {
        let one = |i: usize| {
            format!("type O{} = Object[parent => O{i}, attributes => {{a{i} => Integer}}]\n", i + 1)
        };
        format!(
            "type O0 = Object[attributes => {{a => Integer}}]\n{}type T = O3000",
            (0..3_000).map(one).collect::<String>()
        )
    }),
    ("object-itself", || "type T = Object[parent => T]".to_owned()),
    ("object-ring", || "type A = Object[parent => T]\ntype T = Object[parent => A]".to_owned()),
    ("object-wide", || {
        format!(
            "type T = Object[attributes => {{{}}}]",
            list(20_000, |i| format!("a{i} => {{type => Integer, value => {i}}}"))
        )
    }),
    ("object-shared", || {
        let one = |i: usize| format!("type O{} = Object[attributes => {{a => O{i}, b => O{i}}}]\n", i + 1);
        format!(
            "type O0 = Object[attributes => {{a => Integer}}]\n{}type T = O60",
            (0..60).map(one).collect::<String>()
        )
    }),
    ("type-set", || {
        format!(
            "type S = TypeSet[{{version => '1.0.0', types => {{{}}}}}]\ntype T = S::A1",
            list(5_000, |i| format!("A{i} => Array[Integer[{i}]]"))
        )
    }),
    ("computed-deep", || computed("Integer[1, 100000].reduce(Integer) |$m, $i| { Array[$m] }")),
    ("computed-tuple", || computed("Integer[1, 60].reduce(Integer) |$m, $i| { Tuple[$m, $m] }")),
    ("computed-variant", || computed("Variant[*Integer[1, 30000].map |$i| { Integer[$i * 2, $i * 2] }]")),
];

/// Code that uses `T`.
const CONSUMERS: &[Part] = &[
    ("of-integer", "notice(1 =~ T)"),
    ("of-array", "notice([[1, [2]], [[3], 4]] =~ T)"),
    ("of-deep", "$v = Integer[1, 100000].reduce([]) |$m, $i| { [$m] }\nnotice($v =~ T)"),
    ("of-shared", "$v = Integer[1, 60].reduce([1]) |$m, $i| { [$m, $m] }\nnotice($v =~ T)"),
    ("of-wide", "$v = Integer[1, 300000].map |$i| { [$i, $i] }\nnotice($v =~ Array[T])"),
    ("print", "notice(T)"),
    ("print-long", "notice(String(T, '%#p'))"),
    ("equal", "notice(T == T, Array[T] == Array[T])"),
    ("less", "notice(T < Array[T], Variant[T, String] >= T)"),
    ("meta", "notice(T =~ Type[T], type(T))"),
    ("assert", "assert_type(T, {'a' => [1]})"),
    ("assert-undef", "assert_type(T, undef)"),
    ("parameter", "function f(T $x) { $x }\nnotice(f([1, 'a', {}]))"),
    ("lambda", "notice([1, 'a'].map |T $x| { $x })"),
    ("class", "class c(T $x = [[]]) { }\ninclude c"),
    ("new", "notice(T.new([1, 2]))"),
    ("convert", "notice(convert_to('a', T))"),
    ("variant", "notice(Variant[T, Array[T], Hash[String, T]] =~ Type[Variant[T, Array[T]]])"),
    ("key", "notice({T => 1}[T])"),
    ("case", "case [[1]] { T: { notice(1) } default: { notice(2) } }"),
    ("unique", "notice(unique([T, T, Array[T]]))"),
    ("to-json", "notify { 'a': message => T }"),
    ("inferred", "notice(type([T, [T]]))"),
];

/// The type `T` at the end of a chain of aliases, each built from the previous one.
fn chain(length: usize, above: fn(String) -> String) -> String {
    let mut text = "type A0 = Integer\n".to_owned();
    for index in 0..length {
        text.push_str(&format!("type A{} = {}\n", index + 1, above(format!("A{index}"))));
    }
    text + &format!("type T = A{length}")
}

fn wide(name: &str, part: fn(usize) -> String) -> String {
    format!("type T = {name}[{}]", list(30_000, part))
}

fn list(length: usize, part: fn(usize) -> String) -> String {
    (0..length).map(part).collect::<Vec<String>>().join(", ")
}

/// A type that only code can build: the consumers read it from a variable.
fn computed(code: &str) -> String {
    format!("$t = {code}\nnotice($t =~ Type[$t], [[1]] =~ $t, type($t), \"${{t}}\")\ntype T = Integer")
}
