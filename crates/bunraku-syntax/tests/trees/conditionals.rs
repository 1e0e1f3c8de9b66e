//! Conditionals: `if`, `unless`, `case`.

use expect_test::expect;

use super::check;

#[test]
fn if_elsif_else() {
    check(
        "if $a { 1 } elsif $b { 2 } else { 3 }",
        expect![[r#"
            Root 0..37
              If 0..37
                Variable 3..5 "$a"
                Block 6..11
                  Number 8..9 "1"
                Elsif 12..26
                  Variable 18..20 "$b"
                  Block 21..26
                    Number 23..24 "2"
                Else 27..37
                  Block 32..37
                    Number 34..35 "3"
        "#]],
    );
}

#[test]
fn if_as_value() {
    check(
        "$a = if $b { 1 } else { 2 }",
        expect![[r#"
            Root 0..27
              Assignment 0..27
                Variable 0..2 "$a"
                If 5..27
                  Variable 8..10 "$b"
                  Block 11..16
                    Number 13..14 "1"
                  Else 17..27
                    Block 22..27
                      Number 24..25 "2"
        "#]],
    );
}

#[test]
fn unless() {
    check(
        "unless $a { 1 } else { 2 }",
        expect![[r#"
            Root 0..26
              Unless 0..26
                Variable 7..9 "$a"
                Block 10..15
                  Number 12..13 "1"
                Else 16..26
                  Block 21..26
                    Number 23..24 "2"
        "#]],
    );
}

#[test]
fn case_with_options() {
    check(
        "case $a { 1, 2: { b } /c/: { } default: { d } }",
        expect![[r#"
            Root 0..47
              Case 0..47
                Variable 5..7 "$a"
                CaseOption 10..21
                  Number 10..11 "1"
                  Number 13..14 "2"
                  Block 16..21
                    Name 18..19 "b"
                CaseOption 22..30
                  Regexp 22..25 "/c/"
                  Block 27..30 "{ }"
                CaseOption 31..45
                  Default 31..38 "default"
                  Block 40..45
                    Name 42..43 "d"
        "#]],
    );
}

#[test]
fn empty_blocks() {
    check(
        "if a { } else { }",
        expect![[r#"
            Root 0..17
              If 0..17
                Name 3..4 "a"
                Block 5..8 "{ }"
                Else 9..17
                  Block 14..17 "{ }"
        "#]],
    );
}
