//! Broken programs: brackets, strings and comments without an end.

use expect_test::expect;

use super::check_broken;

#[test]
fn array_without_end() {
    check_broken(
        r"$a = [1, 2
$b = 3
",
        expect![[r#"
            Root 0..18
              Assignment 0..10
                Variable 0..2 "$a"
                Array 5..10
                  Number 6..7 "1"
                  Number 9..10 "2"
              Assignment 11..17
                Variable 11..13 "$b"
                Number 16..17 "3"
            error[syntax-error]: expected `,` or `]`, found the variable `$b`
              --> a.pp:2:1
             1 | $a = [1, 2
               |      - this `[` is never closed, judging by the indentation
             2 | $b = 3
               | ^^ not expected here
            help: close the `[` on line 1 with a `]` before line 2
        "#]],
    );
}

#[test]
fn call_without_end() {
    check_broken(
        r"notice(1
$b = 3
",
        expect![[r#"
            Root 0..16
              Call 0..8
                Name 0..6 "notice"
                Arguments 6..8
                  Number 7..8 "1"
              Assignment 9..15
                Variable 9..11 "$b"
                Number 14..15 "3"
            error[syntax-error]: expected `,` or `)`, found the variable `$b`
              --> a.pp:2:1
             1 | notice(1
               |       - this `(` is never closed, judging by the indentation
             2 | $b = 3
               | ^^ not expected here
            help: close the `(` on line 1 with a `)` before line 2
        "#]],
    );
}

#[test]
fn hash_without_end() {
    check_broken(
        r"$a = {b => 1
$c = 2
",
        expect![[r#"
            Root 0..20
              Assignment 0..12
                Variable 0..2 "$a"
                Hash 5..12
                  HashEntry 6..12
                    Name 6..7 "b"
                    Number 11..12 "1"
              Assignment 13..19
                Variable 13..15 "$c"
                Number 18..19 "2"
            error[syntax-error]: expected `,` or `}`, found the variable `$c`
              --> a.pp:2:1
             1 | $a = {b => 1
               |      - this `{` is never closed, judging by the indentation
             2 | $c = 2
               | ^^ not expected here
            help: close the `{` on line 1 with a `}` before line 2
        "#]],
    );
}

#[test]
fn block_without_end() {
    check_broken(
        r"class a {
  $b = 1

class c { }
",
        expect![[r#"
            Root 0..32
              Class 0..31
                Block 8..31
                  Assignment 12..18
                    Variable 12..14 "$b"
                    Number 17..18 "1"
                  Class 20..31
                    Block 28..31 "{ }"
            error[syntax-error]: expected a statement or `}`, found the end of the file
              --> a.pp:5:1
             1 | class a {
               |         - this `{` is never closed, judging by the indentation
             4 | class c { }
             5 |
               | ^ the file ends here
            help: close the `{` on line 1 with a `}` before line 4
        "#]],
    );
}

#[test]
fn too_many_braces() {
    check_broken(
        r"class a {
}
}
$b = 1
",
        expect![[r#"
            Root 0..21
              Class 0..11
                Block 8..11 "{\n}"
              Error 12..13 "}"
              Assignment 14..20
                Variable 14..16 "$b"
                Number 19..20 "1"
            error[syntax-error]: expected a statement, found `}`
              --> a.pp:3:1
             3 | }
               | ^ not expected here
            help: this `}` has no matching `{`: remove it, or add the missing `{`
        "#]],
    );
}

#[test]
fn wrong_bracket() {
    check_broken(
        r"$a = [1, 2)
$b = 3
",
        expect![[r#"
            Root 0..19
              Assignment 0..10
                Variable 0..2 "$a"
                Array 5..10
                  Number 6..7 "1"
                  Number 9..10 "2"
              Error 10..11 ")"
              Assignment 12..18
                Variable 12..14 "$b"
                Number 17..18 "3"
            error[syntax-error]: expected `,` or `]`, found `)`
              --> a.pp:1:11
             1 | $a = [1, 2)
               |      -    ^ not expected here
               |      |
               |      this `[` is never closed
            help: write `]` instead of `)`
        "#]],
    );
}

#[test]
fn access_without_end() {
    check_broken(
        r"$a = $b[1
notice $a
",
        expect![[r#"
            Root 0..20
              Assignment 0..9
                Variable 0..2 "$a"
                Access 5..9
                  Variable 5..7 "$b"
                  Number 8..9 "1"
              StatementCall 10..19
                Name 10..16 "notice"
                Variable 17..19 "$a"
            error[syntax-error]: expected `,` or `]`, found the name `notice`
              --> a.pp:2:1
             1 | $a = $b[1
               |        - this `[` is never closed, judging by the indentation
             2 | notice $a
               | ^^^^^^ not expected here
            help: close the `[` on line 1 with a `]` before line 2
        "#]],
    );
}

#[test]
fn string_without_end() {
    check_broken(
        r"$a = 'b
$c = 1
",
        expect![[r#"
            Root 0..15
              Assignment 0..15
                Variable 0..2 "$a"
                String 5..15 "'b\n$c = 1\n"
            error[unclosed-string]: this string is never closed
              --> a.pp:1:6
             1 | $a = 'b
               |      ^ opened here
            help: close it with `'`; an apostrophe inside the string is written `\'`
        "#]],
    );
}

#[test]
fn double_quoted_without_end() {
    check_broken(
        r#"$a = "b $c
$d = 1
"#,
        expect![[r#"
            Root 0..18
              Assignment 0..18
                Variable 0..2 "$a"
                InterpolatedString 5..18
                  StringText 6..8 "b "
                  Variable 8..10 "$c"
                  StringText 10..11 "\n"
                  Variable 11..13 "$d"
                  StringText 13..18 " = 1\n"
            error[unclosed-string]: this string is never closed
              --> a.pp:2:3
             1 | $a = "b $c
               |      - opened here
             2 | $d = 1
               |   ^ still inside the string here
            help: close it with `"`
        "#]],
    );
}

#[test]
fn interpolation_without_end() {
    check_broken(
        r#"$a = "b ${c"
$d = 1
"#,
        expect![[r#"
            Root 0..20
              Assignment 0..20
                Variable 0..2 "$a"
                InterpolatedString 5..20
                  StringText 6..8 "b "
                  Interpolation 8..20
                    Name 10..11 "c"
                    Error 11..20
                      InterpolatedString 11..20
                        StringText 12..13 "\n"
                        Variable 13..15 "$d"
                        StringText 15..20 " = 1\n"
            error[unclosed-string]: this string is never closed
              --> a.pp:2:3
             1 | $a = "b ${c"
               |         -- - opened here
               |         |
               |         inside this
             2 | $d = 1
               |   ^ still inside the string here
            help: close the `${` with `}` if the `"` should close the string around it
        "#]],
    );
}

#[test]
fn error_in_an_interpolation() {
    check_broken(
        r#"$a = "b ${1 +} c"
$d = )
"#,
        expect![[r#"
            Root 0..25
              Assignment 0..17
                Variable 0..2 "$a"
                InterpolatedString 5..17
                  StringText 6..8 "b "
                  Interpolation 8..14
                    Binary 10..13
                      Number 10..11 "1"
                      Missing 13..13
                  StringText 14..16 " c"
              Assignment 18..22
                Variable 18..20 "$d"
                Missing 23..23
              Error 23..24 ")"
            error[syntax-error]: expected an expression, found `}`
              --> a.pp:1:14
             1 | $a = "b ${1 +} c"
               |              ^ not expected here
            error[syntax-error]: expected an expression, found `)`
              --> a.pp:2:6
             2 | $d = )
               |      ^ not expected here
            help: this `)` has no matching `(`: remove it
        "#]],
    );
}

#[test]
fn comment_without_end() {
    check_broken(
        r"$a = 1
/* b
$c = 2
",
        expect![[r#"
            Root 0..19
              Assignment 0..6
                Variable 0..2 "$a"
                Number 5..6 "1"
            error[unclosed-comment]: this comment is never closed
              --> a.pp:2:1
             2 | /* b
               | ^^ opened here
            help: close it with `*/`
        "#]],
    );
}

#[test]
fn heredoc_without_end() {
    check_broken(
        r"$a = @(END)
b
",
        expect![[r#"
            Root 0..14
              Assignment 0..11
                Variable 0..2 "$a"
                Heredoc 5..11
                  HeredocText 12..14
                    StringText 12..14 "b\n"
            error[unclosed-heredoc]: this heredoc is never closed: no line `END` follows
              --> a.pp:2:1
             1 | $a = @(END)
               |      ------ its tag
             2 | b
               | ^ the heredoc starts here
            help: end it with a line that contains only `END`
        "#]],
    );
}

#[test]
fn template_tag_in_a_manifest() {
    check_broken(
        r"a <%= 1 %>
",
        expect![[r#"
            Root 0..11
              Assignment 0..10
                Binary 0..4
                  Binary 0..3
                    Name 0..1 "a"
                    Missing 3..3
                  Missing 4..4
                Binary 6..10
                  Binary 6..9
                    Number 6..7 "1"
                    Missing 9..9
                  Missing 11..11
            error[syntax-error]: expected an expression, found `%`
              --> a.pp:1:4
             1 | a <%= 1 %>
               |    ^ not expected here
            error[syntax-error]: expected an expression, found `>`
              --> a.pp:1:10
             1 | a <%= 1 %>
               |          ^ not expected here
        "#]],
    );
}
