//! Conditions that are missing or not closed.

use expect_test::{Expect, expect};

use crate::errors;

#[track_caller]
fn check_errors(source: &str, expected: Expect) {
    expected.assert_eq(&errors(source));
}

#[test]
fn if_without_a_condition() {
    check_errors(
        "if { notice(1) }\nnotice(2)\n",
        expect![[r#"
        error[syntax-error]: missing condition between `if` and `{`
          --> a.pp:1:4
         1 | if { notice(1) }
           |    ^
        help: write what to test after `if`
    "#]],
    );
}

#[test]
fn elsif_without_a_condition() {
    check_errors(
        "if $a {\n  notice(1)\n} elsif {\n  notice(2)\n}\n",
        expect![[r#"
        error[syntax-error]: missing condition between `elsif` and `{`
          --> a.pp:5:1
         3 | } elsif {
           |         - the condition is missing before this
         5 | }
           | ^
        help: write what to test after `elsif`
    "#]],
    );
}

#[test]
fn case_without_a_value() {
    check_errors(
        "case {\n  1: { notice(1) }\n  default: { }\n}\n",
        expect![[r#"
        error[syntax-error]: missing value between `case` and `{`
          --> a.pp:2:4
         1 | case {
           |      - the value is missing before this
         2 |   1: { notice(1) }
           |    ^
        help: write what to test after `case`
    "#]],
    );
}

#[test]
fn a_parenthesis_that_is_not_closed() {
    check_errors(
        "if ($a == 'b' {\n  notice(1)\n} else {\n  notice(2)\n}\n",
        expect![[r#"
        error[syntax-error]: missing `)` before `{`
          --> a.pp:3:1
         1 | if ($a == 'b' {
           |    -          - the `)` is missing before this
           |    |
           |    this `(` is never closed
         3 | } else {
           | ^
        help: close the parenthesis before the block
    "#]],
    );
    check_errors(
        "unless ($a and ($b or $c) {\n  file { '/a': ensure => file }\n}\n",
        expect![[r#"
        error[syntax-error]: missing `)` before `{`
          --> a.pp:2:8
         1 | unless ($a and ($b or $c) {
           |        -                  - the `)` is missing before this
           |        |
           |        this `(` is never closed
         2 |   file { '/a': ensure => file }
           |        ^
        help: close the parenthesis before the block
    "#]],
    );
}

#[test]
fn a_hash_as_a_condition() {
    check_errors("if { a => 1 } == $b { notice(1) }\n", expect![""]);
    check_errors(
        "if { a => 1, } == $b { notice(1 2) }\n",
        expect![[r#"
        error[syntax-error]: expected `,` or `)` after this value, found the number `2`
          --> a.pp:1:33
         1 | if { a => 1, } == $b { notice(1 2) }
           |                               - ^ not expected here
           |                               |
           |                               a `,` is missing after this
        help: separate the values with commas
    "#]],
    );
}
