//! Listings of lowered programs, by construct.
//!
//! `UPDATE_EXPECT=1 cargo test --package bunraku-ir` rewrites the expectations; review them like code.

use std::sync::Arc;

use bunraku_diag::Source;
use bunraku_edition::{Edition, PUPPET8, SPEC};
use bunraku_ir::lower;
use bunraku_syntax::{SourceKind, parse};
use expect_test::{Expect, expect};

fn check_as(kind: SourceKind, edition: &'static Edition, text: &str, expected: Expect) {
    let tree = parse(text, kind, &edition.syntax);
    assert_eq!(tree.errors(), []);
    let source = Arc::new(Source::new("test.pp", text));
    // As in the library, for the functions called here.
    let harmless = |name: &str| name != "getvar";
    expected.assert_eq(&lower(&tree, &source, edition, harmless).to_string());
}

fn check(text: &str, expected: Expect) {
    check_as(SourceKind::Manifest, &PUPPET8, text, expected);
}

#[test]
fn nothing() {
    check(
        "",
        expect![[r#"
        main:
          -> undef
    "#]],
    );
}

#[test]
fn literals_are_constants() {
    check(
        "notice(1, -2, 0x1f, 1.5, -1e3, 'a', \"b\\n\", c, true, undef, default, /r\\/s/, Integer[1, 2], [1, [2]], {a => 1})",
        expect![[r#"
            main:
              %0 = call notice(1, -2, 31, 1.5, -1000.0, 'a', "b\n", 'c', true, undef, default, /r\/s/, Integer[1, 2], [1, [2]], {'a' => 1})
              -> %0
        "#]],
    );
}

#[test]
fn strings_with_interpolation() {
    check(
        "$a = 1 notice(\"x${a}y $b ${c[1]}\")",
        expect![[r#"
        main:
          %0 = $a@0 = 1
          %1 = variable $b
          %2 = variable $c
          %3 = %2[1]
          %4 = interpolate 'x', $a@0, 'y ', %1, ' ', %3
          %5 = call notice(%4)
          %6 = do %0, %5
          -> %6
    "#]],
    );
    check(
        "$a = @(\"E\":json)\n  {\"x\": ${b}}\n  | E\n$c = @(E)\n  plain\n  |- E\n",
        expect![[r#"
        main:
          %0 = variable $b
          %1 = interpolate '{"x": ', %0, "}\n"
          %2 = heredoc %1 of 'json'
          %3 = $a@0 = %2
          %4 = $c@1 = 'plain'
          %5 = do %3, %4
          -> %5
    "#]],
    );
}

#[test]
fn variables_that_are_set_for_certain_have_slots() {
    check(
        "$a = 1 notice($a) notice($b) notice($::c, $d::e, $1)",
        expect![[r#"
        main:
          %0 = $a@0 = 1
          %1 = call notice($a@0)
          %2 = variable $b
          %3 = call notice(%2)
          %4 = variable $::c of the top scope
          %5 = variable $d::e of d
          %6 = group 1
          %7 = call notice(%4, %5, %6)
          %8 = do %0, %1, %3, %7
          -> %8
    "#]],
    );
    check(
        "if $x { $a = 1 notice($a) } notice($a)",
        expect![[r#"
        main:
          %0 = variable $x
          %1 = $a@0 = 1
          %2 = call notice($a@0)
          %3 = do %1, %2
          %4 = if %0 then %3 else undef
          %5 = variable $a or @0
          %6 = call notice(%5)
          %7 = do %4, %6
          -> %7
    "#]],
    );
}

#[test]
fn destructuring() {
    check(
        "[$a, [$b, $c]] = [1, [2, 3]] notice($b)",
        expect![[r#"
        main:
          %0 = [$a@0, [$b@1, $c@2]] = [1, [2, 3]]
          %1 = call notice($b@1)
          %2 = do %0, %1
          -> %2
    "#]],
    );
}

#[test]
fn appending_reads_the_variable_further_out() {
    check_as(
        SourceKind::Manifest,
        &SPEC,
        "f() |$x| { $a += [$x] $b -= 1 notice($a) }",
        expect![[r#"
        main:
          %0 = [take $x@0]
          %1 = $a@1 = (variable $a) + %0
          %2 = $b@2 = (variable $b) - 1
          %3 = call notice(take $a@1)
          %4 = do %1, %2, %3
          %5 = call f() with lambda 0
          lambda 0 |$x@0| slots 0..3 -> %4
          -> %5
    "#]],
    );
}

#[test]
fn operators() {
    check(
        "notice($a + 1 * 2, !$a, -$a, $a and $b or $c, $a in $b, $a =~ /x/, $a <= 3, $a << 1)",
        expect![[r#"
            main:
              %0 = variable $a
              %1 = 1 * 2
              %2 = %0 + %1
              %3 = variable $a
              %4 = not %3
              %5 = variable $a
              %6 = negate %5
              %7 = variable $a
              %8 = variable $b
              %9 = %7 and %8
              %10 = variable $c
              %11 = %9 or %10
              %12 = variable $a
              %13 = variable $b
              %14 = %12 in %13
              %15 = variable $a
              %16 = %15 =~ /x/
              %17 = variable $a
              %18 = %17 <= 3
              %19 = variable $a
              %20 = %19 << 1
              %21 = call notice(%2, %4, %6, %11, %14, %16, %18, %20)
              -> %21
        "#]],
    );
}

#[test]
fn access_and_types() {
    check(
        "notice($a[1, 2], File['a'], Foo::Bar[1], Array[Integer], Class['x'])",
        expect![[r#"
        main:
          %0 = variable $a
          %1 = %0[1, 2]
          %2 = type 'File'
          %3 = %2['a']
          %4 = type 'Foo::Bar'
          %5 = %4[1]
          %6 = Class['x']
          %7 = call notice(%1, %3, %5, Array[Integer], %6)
          -> %7
    "#]],
    );
}

#[test]
fn arrays_and_hashes_that_are_computed() {
    check(
        "notice([1, $a, *$b], {'x' => $a, $b => 2}, 'y', z => $c, w => 1)",
        expect![[r#"
        main:
          %0 = variable $a
          %1 = variable $b
          %2 = splat %1
          %3 = [1, %0, %2]
          %4 = variable $a
          %5 = variable $b
          %6 = {'x' => %4, %5 => 2}
          %7 = variable $c
          %8 = {'z' => %7, 'w' => 1}
          %9 = call notice(%3, %6, 'y', %8)
          -> %9
    "#]],
    );
}

#[test]
fn conditionals() {
    check(
        "if $a { 1 } elsif $b { 2 } elsif $c { } else { 3 }",
        expect![[r#"
        main:
          %0 = variable $a
          %1 = variable $b
          %2 = variable $c
          %3 = if %2 then undef else 3
          %4 = if %1 then 2 else %3
          %5 = if %0 then 1 else %4
          -> %5
    "#]],
    );
    check(
        "unless $a { $x = 1 } else { $x = 2 }",
        expect![[r#"
        main:
          %0 = variable $a
          %1 = $x@0 = 1
          %2 = $x@0 = 2
          %3 = if %0 then %2 else %1
          -> %3
    "#]],
    );
}

#[test]
fn case_and_selector() {
    check(
        "case $a { 1, 'x': { $b = 2 $b } (default): { } }",
        expect![[r#"
        main:
          %0 = variable $a
          %1 = $b@0 = 2
          %2 = do %1, $b@0
          %3 = case %0 { 1, 'x': %2; default: undef }
          -> %3
    "#]],
    );
    check(
        "$a = $b ? { /x/ => $1, default => undef }",
        expect![[r#"
        main:
          %0 = variable $b
          %1 = group 1
          %2 = select %0 { /x/: %1; default: undef }
          %3 = $a@0 = %2
          -> %3
    "#]],
    );
}

#[test]
fn calls() {
    check(
        "include a, 'b' notice { x => 1 } ::f(1) Integer('1', 16) $a.g $a.h(1) f(*$l)",
        expect![[r#"
        main:
          %0 = call include('a', 'b')
          %1 = {'x' => 1}
          %2 = call notice(%1)
          %3 = call f(1)
          %4 = call new of Integer('1', 16)
          %5 = variable $a
          %6 = method g(%5)
          %7 = variable $a
          %8 = method h(%7, 1)
          %9 = variable $l
          %10 = splat %9
          %11 = call f(%10 unfolded)
          %12 = do %0, %2, %3, %4, %6, %8, %11
          -> %12
    "#]],
    );
}

#[test]
fn lambdas() {
    check(
        "$a.map |Integer $x, $y = $x, *$z| >> String { $w = $x $y.each |$v| { notice($v, $w, $x) } }",
        expect![[r#"
            main:
              %0 = variable $a
              %1 = $w@3 = $x@0
              %2 = call notice(take $v@4, $w@3, $x@0)
              %3 = method each(take $y@1) with lambda 1
              %4 = do %1, %3
              %5 = method map(%0) with lambda 0
              lambda 0 |Integer $x@0, $y@1 = $x@0, *$z@2| slots 0..5 returns String -> %4
              lambda 1 |$v@4| slots 4..5 in lambda 0 -> %2
              -> %5
        "#]],
    );
}

#[test]
fn a_variable_that_is_read_once_is_taken() {
    check(
        "[1].reduce([]) |$memo, $x| { $memo + [$x] }",
        expect![[r#"
        main:
          %0 = [take $x@1]
          %1 = take $memo@0 + %0
          %2 = method reduce([1], []) with lambda 0
          lambda 0 |$memo@0, $x@1| slots 0..2 -> %1
          -> %2
    "#]],
    );
    check(
        "[1].each |$x| { $y = getvar('x') notice($x) }",
        expect![[r#"
        main:
          %0 = call getvar('x')
          %1 = $y@1 = %0
          %2 = call notice($x@0)
          %3 = do %1, %2
          %4 = method each([1]) with lambda 0
          lambda 0 |$x@0| slots 0..2 -> %3
          -> %4
    "#]],
    );
    check(
        "function f($a, $b) { $c = $a + $b $c + $b }",
        expect![[r#"
        main:
          %0 = definition
          -> %0
        function f:
          param $a@0
          param $b@1
          %0 = take $a@0 + $b@1
          %1 = $c@2 = %0
          %2 = take $c@2 + $b@1
          %3 = do %1, %2
          -> %3
    "#]],
    );
}

#[test]
fn resources() {
    check(
        "file { ['a', $b]: mode => '1', * => $c; default: ensure => file }\n@user { 'v': }\n@@host { 'w': ip +> 1 }",
        expect![[r#"
            main:
              %0 = variable $b
              %1 = ['a', %0]
              %2 = variable $c
              %3 = resource 'file' { %1: mode => '1', * => %2; default: ensure => 'file' }
              %4 = virtual resource 'user' { 'v': }
              %5 = exported resource 'host' { 'w': ip +> 1 }
              %6 = do %3, %4, %5
              -> %6
        "#]],
    );
    check(
        "File { mode => '1' } File['a'] { mode +> '2' } Foo::Bar[$x] { * => {} }",
        expect![[r#"
        main:
          %0 = type 'File'
          %1 = defaults %0 { mode => '1' }
          %2 = type 'File'
          %3 = %2['a']
          %4 = override %3 { mode +> '2' }
          %5 = type 'Foo::Bar'
          %6 = variable $x
          %7 = %5[%6]
          %8 = override %7 { * => {} }
          %9 = do %1, %4, %8
          -> %9
    "#]],
    );
    check(
        "class { 'a': } Foo { 'b': } $t { 'c': }",
        expect![[r#"
        main:
          %0 = resource 'class' { 'a': }
          %1 = type 'Foo'
          %2 = resource %1 { 'b': }
          %3 = variable $t
          %4 = interpolate %3
          %5 = resource %4 { 'c': }
          %6 = do %0, %2, %5
          -> %6
    "#]],
    );
}

#[test]
fn collectors() {
    check(
        "File <| |> User <<| title == 'a' and (tag != $b or c == 1) |>> { mode => '1', owner +> 'x' }",
        expect![[r#"
            main:
              %0 = collect File
              %1 = variable $b
              %2 = collect exported User where ('title' == 'a' and ('tag' != %1 or 'c' == 1)) { mode => '1', owner +> 'x' }
              %3 = do %0, %2
              -> %3
        "#]],
    );
}

#[test]
fn relationships() {
    check(
        "File['a'] -> User <| |> ~> file { 'b': } <- Class['c'] <~ $d",
        expect![[r#"
        main:
          %0 = type 'File'
          %1 = %0['a']
          %2 = collect User
          %3 = resource 'file' { 'b': }
          %4 = Class['c']
          %5 = variable $d
          %6 = chain %1 -> %2 ~> %3 <- %4 <~ %5
          -> %6
    "#]],
    );
}

#[test]
fn definitions() {
    check(
        "class A::B (Integer $x, $y = $x + 1) inherits ::c { class d { $x = $y } define e { notice($title) } }\n\
         function f(String $s, *$r) >> Integer { $s }\nnode 'A', /b/, c.d, default { }\ntype T = Array[Integer[1]]\n\
         type U = { attributes => { T => String } }\ntype V = W { }",
        expect![[r#"
            main:
              %0 = definition
              %1 = definition
              %2 = definition
              %3 = definition
              %4 = definition
              %5 = definition
              %6 = do %0, %1, %2, %3, %4, %5
              -> %6
            class a::b inherits c:
              param Integer $x@0
              param $y@1 = %0
              %0 = $x@0 + 1
              %1 = definition
              %2 = definition
              %3 = do %1, %2
              -> %3
            class a::b::d:
              %0 = variable $y
              %1 = $x@0 = %0
              -> %1
            define a::b::e:
              %0 = variable $title
              %1 = call notice(%0)
              -> %1
            function f:
              param String $s@0
              param *$r@1
              returns Integer
              -> take $s@0
            node 'a', /b/, 'c.d', default:
              -> undef
            type T:
              -> Array[Integer[1]]
            type U:
              %0 = {'attributes' => {'T' => String}}
              %1 = Object[%0]
              -> %1
            type V:
              %0 = type 'W'
              %1 = {'parent' => %0}
              %2 = Object[%1]
              -> %2
        "#]],
    );
}

#[test]
fn templates() {
    check_as(
        SourceKind::Template,
        &PUPPET8,
        "<%- | String $a, $b = 1 | -%>\nHello <%= $a %>!\n<% if $b { -%>\n  yes\n<% } -%>\n<%= { $c = 1 $c } %>",
        expect![[r#"
            main:
              param String $a@0
              param $b@1 = 1
              %0 = render 'Hello '
              %1 = render $a@0
              %2 = render "!\n"
              %3 = render "  yes\n"
              %4 = if $b@1 then %3 else undef
              %5 = $c@2 = 1
              %6 = do %5, $c@2
              %7 = render %6
              %8 = do %0, %1, %2, %4, %7
              -> %8
        "#]],
    );
}
