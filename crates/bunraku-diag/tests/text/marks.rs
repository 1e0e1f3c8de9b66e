//! Marks within lines: several of them, and at the ends of things.

use bunraku_diag::TextRange;
use expect_test::expect;

use crate::{OTHER, check, find, problem, span};

#[test]
fn several_marks_in_one_line() {
    let program = "file { 'a': mode => 1, owner => 2, mode => 3 }\n";
    let diagnostic = problem()
        .at(span(35, 39), "again")
        .label(find(program, "mode"), "first")
        .label(find(program, "owner"), "between");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:36
         1 | file { 'a': mode => 1, owner => 2, mode => 3 }
           |             ----       -----       ^^^^ again
           |             |          |
           |             |          between
           |             first
    "#]],
    );
}

#[test]
fn marks_within_marks() {
    let program = "notice(1 + $x[2])\n";
    let diagnostic = problem()
        .at(find(program, "$x"), "this variable")
        .label(find(program, "1 + $x[2]"), "this sum")
        .label(find(program, "1"), "a number");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:12
         1 | notice(1 + $x[2])
           |        ----^^---
           |        |   |
           |        |   this variable
           |        this sum
           |        a number
    "#]],
    );
}

#[test]
fn two_texts_for_one_place() {
    let program = "notice($x)\n";
    let diagnostic = problem().at(find(program, "$x"), "one").label(find(program, "$x"), "two");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:8
         1 | notice($x)
           |        ^^ one
           |        |
           |        two
    "#]],
    );
}

#[test]
fn a_mark_without_text_beside_one_with_text() {
    let program = "a b c\n";
    check(
        program,
        problem().at(span(0, 1), "this").label(span(4, 5), ""),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | a b c
           | ^   -
           | |
           | this
    "#]],
    );
}

#[test]
fn a_place_in_another_file() {
    let other = OTHER.span(TextRange::new(12, 14));
    let program = "$x = 2\n";
    let diagnostic = problem().label(other, "set here").at(find(program, "$x"), "and here");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | $x = 2
           | ^^ and here
          ::: modules/b.pp:2:3
         2 |   $x = 1
           |   -- set here
    "#]],
    );
}

#[test]
fn an_empty_range() {
    let program = "notice(1 2)\n";
    check(
        program,
        problem().at(span(8, 8), "expected `,`"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:9
         1 | notice(1 2)
           |         ^ expected `,`
    "#]],
    );
}

#[test]
fn the_end_of_a_line() {
    let program = "notice(1\nnotice(2)\n";
    check(
        program,
        problem().at(span(8, 8), "expected `)`"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:9
         1 | notice(1
           |         ^ expected `)`
    "#]],
    );
    check(
        program,
        problem().at(span(8, 9), "this line end"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:9
         1 | notice(1
           |         ^ this line end
    "#]],
    );
    check(
        "a\r\nb\r\n",
        problem().at(span(0, 3), "a whole line"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | a
           | ^ a whole line
    "#]],
    );
}

#[test]
fn the_end_of_the_file() {
    let program = "class a {\n  notice(1)\n\n";
    check(
        program,
        problem().at(span(program.len(), program.len()), "expected `}`"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:4:1
         2 |   notice(1)
         4 |
           | ^ expected `}`
    "#]],
    );
    check(
        "class a {",
        problem().at(span(9, 9), "expected `}`"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:10
         1 | class a {
           |          ^ expected `}`
    "#]],
    );
    check(
        "",
        problem().at(span(0, 0), "expected something"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 |
           | ^ expected something
    "#]],
    );
    check(
        "a\n",
        problem().at(span(70, 90), "past the end"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:2:1
         1 | a
         2 |
           | ^ past the end
    "#]],
    );
}
