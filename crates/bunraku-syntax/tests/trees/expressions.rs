//! Expressions: operators, access, calls and lambdas.

use expect_test::expect;

use super::check;

#[test]
fn precedence() {
    check(
        "$a = 1 + 2 * 3 - 4",
        expect![[r#"
            Root 0..18
              Assignment 0..18
                Variable 0..2 "$a"
                Binary 5..18
                  Binary 5..14
                    Number 5..6 "1"
                    Binary 9..14
                      Number 9..10 "2"
                      Number 13..14 "3"
                  Number 17..18 "4"
        "#]],
    );
}

#[test]
fn comparison_and_logic() {
    check(
        "!$a == 1 and $b < 2 or $c in $d",
        expect![[r#"
            Root 0..31
              Binary 0..31
                Binary 0..19
                  Binary 0..8
                    Not 0..3
                      Variable 1..3 "$a"
                    Number 7..8 "1"
                  Binary 13..19
                    Variable 13..15 "$b"
                    Number 18..19 "2"
                Binary 23..31
                  Variable 23..25 "$c"
                  Variable 29..31 "$d"
        "#]],
    );
}

#[test]
fn left_to_right() {
    check(
        "1 - 2 - 3",
        expect![[r#"
            Root 0..9
              Binary 0..9
                Binary 0..5
                  Number 0..1 "1"
                  Number 4..5 "2"
                Number 8..9 "3"
        "#]],
    );
}

#[test]
fn assignment_groups_from_the_right() {
    check(
        "$a = $b = 1",
        expect![[r#"
            Root 0..11
              Assignment 0..11
                Variable 0..2 "$a"
                Assignment 5..11
                  Variable 5..7 "$b"
                  Number 10..11 "1"
        "#]],
    );
}

#[test]
fn negation_and_splat() {
    check(
        "f(-$a, *$b, !$c)",
        expect![[r#"
            Root 0..16
              Call 0..16
                Name 0..1 "f"
                Arguments 1..16
                  Negate 2..5
                    Variable 3..5 "$a"
                  Splat 7..10
                    Variable 8..10 "$b"
                  Not 12..15
                    Variable 13..15 "$c"
        "#]],
    );
}

#[test]
fn parentheses() {
    check(
        "(1 + 2) * 3",
        expect![[r#"
            Root 0..11
              Binary 0..11
                Parenthesized 0..7
                  Binary 1..6
                    Number 1..2 "1"
                    Number 5..6 "2"
                Number 10..11 "3"
        "#]],
    );
}

#[test]
fn access() {
    check(
        "$a[1, 2]['b']",
        expect![[r#"
            Root 0..13
              Access 0..13
                Access 0..8
                  Variable 0..2 "$a"
                  Number 3..4 "1"
                  Number 6..7 "2"
                String 9..12 "'b'"
        "#]],
    );
}

#[test]
fn access_or_array() {
    check(
        r"notice [1]
$a [1]
",
        expect![[r#"
            Root 0..18
              StatementCall 0..10
                Name 0..6 "notice"
                Array 7..10
                  Number 8..9 "1"
              Variable 11..13 "$a"
              Array 14..17
                Number 15..16 "1"
        "#]],
    );
}

#[test]
fn call() {
    check(
        "f(1, a => 2)",
        expect![[r#"
            Root 0..12
              Call 0..12
                Name 0..1 "f"
                Arguments 1..12
                  Number 2..3 "1"
                  HashEntry 5..11
                    Name 5..6 "a"
                    Number 10..11 "2"
        "#]],
    );
}

#[test]
fn call_with_lambda() {
    check(
        "each($a) |Integer $i, *$rest| { notice $i }",
        expect![[r#"
            Root 0..43
              Call 0..43
                Name 0..4 "each"
                Arguments 4..8
                  Variable 5..7 "$a"
                Lambda 9..43
                  Parameters 9..29
                    Parameter 10..20
                      TypeName 10..17 "Integer"
                    Parameter 22..28 "*$rest"
                  Block 30..43
                    StatementCall 32..41
                      Name 32..38 "notice"
                      Variable 39..41 "$i"
        "#]],
    );
}

#[test]
fn method_call() {
    check(
        "$a.b.c(1) |$x| >> String { $x }",
        expect![[r#"
            Root 0..31
              MethodCall 0..31
                MethodCall 0..4
                  Variable 0..2 "$a"
                  Name 3..4 "b"
                Name 5..6 "c"
                Arguments 6..9
                  Number 7..8 "1"
                Lambda 10..31
                  Parameters 10..14
                    Parameter 11..13 "$x"
                  ReturnType 15..24
                    TypeName 18..24 "String"
                  Block 25..31
                    Variable 27..29 "$x"
        "#]],
    );
}

#[test]
fn statement_call() {
    check(
        r"include a, 'b'
notice 1 + 2
fail 'x'
",
        expect![[r#"
            Root 0..37
              StatementCall 0..14
                Name 0..7 "include"
                Name 8..9 "a"
                String 11..14 "'b'"
              StatementCall 15..27
                Name 15..21 "notice"
                Binary 22..27
                  Number 22..23 "1"
                  Number 26..27 "2"
              StatementCall 28..36
                Name 28..32 "fail"
                String 33..36 "'x'"
        "#]],
    );
}

#[test]
fn type_expression() {
    check(
        "Optional[Array[Integer[0, default]]]",
        expect![[r#"
            Root 0..36
              Access 0..36
                TypeName 0..8 "Optional"
                Access 9..35
                  TypeName 9..14 "Array"
                  Access 15..34
                    TypeName 15..22 "Integer"
                    Number 23..24 "0"
                    Default 26..33 "default"
        "#]],
    );
}

#[test]
fn selector() {
    check(
        "$a ? { 'b' => 1, default => 2 }",
        expect![[r#"
            Root 0..31
              Selector 0..31
                Variable 0..2 "$a"
                SelectorEntry 7..15
                  String 7..10 "'b'"
                  Number 14..15 "1"
                SelectorEntry 17..29
                  Default 17..24 "default"
                  Number 28..29 "2"
        "#]],
    );
}

#[test]
fn selector_without_braces() {
    check(
        "$a ? b => 1",
        expect![[r#"
            Root 0..11
              Selector 0..11
                Variable 0..2 "$a"
                SelectorEntry 5..11
                  Name 5..6 "b"
                  Number 10..11 "1"
        "#]],
    );
}

#[test]
fn semicolons() {
    check(
        "$a = 1; $b = 2",
        expect![[r#"
            Root 0..14
              Assignment 0..6
                Variable 0..2 "$a"
                Number 5..6 "1"
              Assignment 8..14
                Variable 8..10 "$b"
                Number 13..14 "2"
        "#]],
    );
}
