//! Literals: names, numbers, strings, arrays, hashes and heredocs.

use expect_test::expect;

use super::check;

#[test]
fn names_and_words() {
    check(
        r"apache::port
foo-bar
Foo::Bar
$::a::b
",
        expect![[r#"
            Root 0..38
              Name 0..12 "apache::port"
              Word 13..20 "foo-bar"
              TypeName 21..29 "Foo::Bar"
              Variable 30..37 "$::a::b"
        "#]],
    );
}

#[test]
fn numbers() {
    check(
        r"1
0x1F
017
1.5e-3
-1
",
        expect![[r#"
            Root 0..21
              Number 0..1 "1"
              Number 2..6 "0x1F"
              Number 7..10 "017"
              Binary 11..20
                Number 11..17 "1.5e-3"
                Number 19..20 "1"
        "#]],
    );
}

#[test]
fn constants() {
    check(
        r"true
false
undef
default
",
        expect![[r#"
            Root 0..25
              Boolean 0..4 "true"
              Boolean 5..10 "false"
              Undef 11..16 "undef"
              Default 17..24 "default"
        "#]],
    );
}

#[test]
fn single_quoted() {
    check(
        r"'it\'s'",
        expect![[r#"
            Root 0..7
              String 0..7 "'it\\'s'"
        "#]],
    );
}

#[test]
fn double_quoted() {
    check(
        r#""a\tb""#,
        expect![[r#"
            Root 0..6
              String 0..6 "\"a\\tb\""
        "#]],
    );
}

#[test]
fn interpolation() {
    check(
        r#""a $b ${c} ${d[1].e} ${$f + 1} g""#,
        expect![[r#"
            Root 0..33
              InterpolatedString 0..33
                StringText 1..3 "a "
                Variable 3..5 "$b"
                StringText 5..6 " "
                Interpolation 6..10
                  Variable 8..9 "c"
                StringText 10..11 " "
                Interpolation 11..20
                  MethodCall 13..19
                    Access 13..17
                      Variable 13..14 "d"
                      Number 15..16 "1"
                    Name 18..19 "e"
                StringText 20..21 " "
                Interpolation 21..30
                  Binary 23..29
                    Variable 23..25 "$f"
                    Number 28..29 "1"
                StringText 30..32 " g"
        "#]],
    );
}

#[test]
fn nested_strings() {
    check(
        r#""a${"b${c}"}""#,
        expect![[r#"
            Root 0..13
              InterpolatedString 0..13
                StringText 1..2 "a"
                Interpolation 2..12
                  InterpolatedString 4..11
                    StringText 5..6 "b"
                    Interpolation 6..10
                      Variable 8..9 "c"
        "#]],
    );
}

#[test]
fn regular_expression() {
    check(
        r"$a =~ /b\/c/",
        expect![[r#"
            Root 0..12
              Binary 0..12
                Variable 0..2 "$a"
                Regexp 6..12 "/b\\/c/"
        "#]],
    );
}

#[test]
fn array() {
    check(
        "[1, 'a', [], a => 1, b => 2,]",
        expect![[r#"
            Root 0..29
              Array 0..29
                Number 1..2 "1"
                String 4..7 "'a'"
                Array 9..11 "[]"
                HashEntry 13..19
                  Name 13..14 "a"
                  Number 18..19 "1"
                HashEntry 21..27
                  Name 21..22 "b"
                  Number 26..27 "2"
        "#]],
    );
}

#[test]
fn hash() {
    check(
        "$h = {a => 1, 'b' => {c => [2]},}",
        expect![[r#"
            Root 0..33
              Assignment 0..33
                Variable 0..2 "$h"
                Hash 5..33
                  HashEntry 6..12
                    Name 6..7 "a"
                    Number 11..12 "1"
                  HashEntry 14..31
                    String 14..17 "'b'"
                    Hash 21..31
                      HashEntry 22..30
                        Name 22..23 "c"
                        Array 27..30
                          Number 28..29 "2"
        "#]],
    );
}

#[test]
fn keywords_as_keys() {
    check(
        "$h = {type => function, function => type}",
        expect![[r#"
            Root 0..41
              Assignment 0..41
                Variable 0..2 "$h"
                Hash 5..41
                  HashEntry 6..22
                    Word 6..10 "type"
                    Word 14..22 "function"
                  HashEntry 24..40
                    Word 24..32 "function"
                    Word 36..40 "type"
        "#]],
    );
}

#[test]
fn heredoc() {
    check(
        r"$a = @(END)
  text
  | END
",
        expect![[r#"
            Root 0..27
              Assignment 0..11
                Variable 0..2 "$a"
                Heredoc 5..11
                  HeredocText 12..27
                    StringText 12..19 "  text\n"
        "#]],
    );
}

#[test]
fn heredoc_with_interpolation() {
    check(
        r#"$a = [@("A":json/L), @(B)]
a ${b} $c
|- A
d
B
"#,
        expect![[r#"
            Root 0..46
              Assignment 0..26
                Variable 0..2 "$a"
                Array 5..26
                  Heredoc 6..19
                    HeredocText 27..42
                      StringText 27..29 "a "
                      Interpolation 29..33
                        Variable 31..32 "b"
                      StringText 33..34 " "
                      Variable 34..36 "$c"
                      StringText 36..37 "\n"
                  Heredoc 21..25
                    HeredocText 42..46
                      StringText 42..44 "d\n"
        "#]],
    );
}

#[test]
fn heredoc_in_a_call_over_lines() {
    check(
        r"f(@(A),
text
A
  1)",
        expect![[r#"
            Root 0..19
              Call 0..19
                Name 0..1 "f"
                Arguments 1..19
                  Heredoc 2..6
                    HeredocText 8..15
                      StringText 8..13 "text\n"
                  Number 17..18 "1"
        "#]],
    );
}
