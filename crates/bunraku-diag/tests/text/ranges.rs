//! Ranges over several lines.

use expect_test::expect;

use crate::{check, find, problem, span};

#[test]
fn a_range_over_lines_from_the_margin() {
    let program = "class a {\n  notice(1)\n}\n";
    check(
        program,
        problem().at(span(0, program.len() - 1), "this class"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | / class a {
         2 | |   notice(1)
         3 | | }
           | |_^ this class
    "#]],
    );
}

#[test]
fn a_range_over_lines_from_within_a_line() {
    let program = "  $x = [1,\n    2,\n  ] + 3\n";
    let diagnostic = problem().at(find(program, "[1,\n    2,\n  ]"), "this array");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:8
         1 |     $x = [1,
           |  ________^
         2 | |     2,
         3 | |   ] + 3
           | |___^ this array
    "#]],
    );
}

#[test]
fn a_long_range_is_shown_without_its_middle() {
    let program = "class a {\n\n\n\n\n  notice(1)\n\n\n\n\n\n\n\n}\n";
    check(
        program,
        problem().at(span(0, program.len()), "this class"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | / class a {
        ...  |
        14 | | }
           | |_^ this class
    "#]],
    );
    let diagnostic = problem().at(find(program, "1"), "within").label(span(0, program.len()), "this class");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:6:10
         1 | / class a {
        ...  |
         6 | |   notice(1)
           | |          ^ within
        ...  |
        14 | | }
           | |_- this class
    "#]],
    );
}

#[test]
fn a_hole_of_one_line_is_filled() {
    let program = "class a {\n  1\n  2\n  3\n\n\n\n  4\n}\n";
    let diagnostic = problem().at(find(program, "2"), "within").label(span(0, program.len()), "this class");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:3:3
         1 | / class a {
         2 | |   1
         3 | |   2
           | |   ^ within
        ...  |
         9 | | }
           | |_- this class
    "#]],
    );
}

#[test]
fn ranges_over_lines_within_each_other() {
    let program = "class a {\n  if $x {\n    $y = {\n      1 => 2\n    }\n  }\n}\n";
    let diagnostic = problem()
        .at(find(program, "{\n      1 => 2\n    }"), "a hash")
        .label(find(program, "if $x {\n    $y = {\n      1 => 2\n    }\n  }"), "a condition")
        .label(span(0, program.len()), "a class");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:3:10
         1 | /   class a {
         2 | |/    if $x {
         3 | ||      $y = {
           | || __________^
         4 | |||       1 => 2
         5 | |||     }
           | |||_____^ a hash
         6 | ||    }
           | ||____- a condition
         7 | |   }
           | |___- a class
    "#]],
    );
}

#[test]
fn a_range_over_long_lines() {
    let long = "x".repeat(200);
    let program = format!("{long}(\n{long})\n");
    check(
        &program,
        problem().at(span(200, program.len()), "arguments"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:201
         1 |   …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx(
           |  __________________________________________^
         2 | | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx)
           | |_________________________________________^ arguments
    "#]],
    );
}
