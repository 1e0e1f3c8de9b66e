//! Characters that are not one column wide, and lines that are too long.

use expect_test::expect;

use crate::{check, find, problem, span};

#[test]
fn tabs() {
    let program = "\tnotice(\t$x,\t$y)\n";
    let diagnostic = problem().at(find(program, "$y"), "here").label(find(program, "$x"), "there");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:14
         1 |     notice( $x, $y)
           |             --  ^^ here
           |             |
           |             there
    "#]],
    );
}

#[test]
fn wide_and_combining_characters() {
    let program = "notice('漢字🎭', 'e\u{301}', $x)\n";
    let diagnostic = problem().at(find(program, "$x"), "here").label(find(program, "字🎭"), "wide");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:21
         1 | notice('漢字🎭', 'é', $x)
           |           ----        ^^ here
           |           |
           |           wide
    "#]],
    );
}

#[test]
fn control_characters_do_no_harm() {
    let program = "notice('\x1b[31m\u{202e}', $x)\n";
    let diagnostic =
        problem().at(find(program, "$x"), "not \x1b[0m set\nhere").help("write \u{7}\ttwo\nlines");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:18
         1 | notice('␛[31m�', $x)
           |                  ^^ not ␛[0m set␊here
        help: write ␇ two
              lines
    "#]],
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let program = format!("notice({}, $x, {})\n", "'many words', ".repeat(20), "'many more', ".repeat(20));
    check(
        &program,
        problem().at(find(&program, "$x"), "here").label(span(0, 6), "call"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:290
         1 | …y words', 'many words', 'many words', , $x, 'many more', 'many more', 'many more', 'many more', 'many more', 'many more…
           | -                                        ^^ here
           | |
           | call
    "#]],
    );
    check(
        &program,
        problem().at(span(0, 6), "here"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | notice('many words', 'many words', 'many words', 'many words', 'many words', 'many words', 'many words', 'many words', '…
           | ^^^^^^ here
    "#]],
    );
    check(
        &program,
        problem().at(span(0, program.len()), "everything"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | notice('many words', 'many words', 'many words', 'many words', 'many words', 'many words', 'many words', 'many words', '…
           | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ everything
    "#]],
    );
}

#[test]
fn an_offset_within_a_character() {
    check(
        "'漢'",
        problem().at(span(2, 3), "here"),
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:1:2
         1 | '漢'
           |  ^ here
    "#]],
    );
}
