//! Broken programs: statements and conditionals.

use expect_test::expect;

use super::check_broken;

#[test]
fn else_if() {
    check_broken(
        r"if $a { 1 } else if $b { 2 }
$c = 3
",
        expect![[r#"
            Root 0..36
              If 0..28
                Variable 3..5 "$a"
                Block 6..11
                  Number 8..9 "1"
                Elsif 17..28
                  Variable 20..22 "$b"
                  Block 23..28
                    Number 25..26 "2"
              Assignment 29..35
                Variable 29..31 "$c"
                Number 34..35 "3"
            error[syntax-error]: expected `{` after `else`, found `if`
              --> a.pp:1:18
             1 | if $a { 1 } else if $b { 2 }
               |                  ^^ not expected here
            help: write `elsif`
        "#]],
    );
}

#[test]
fn elseif() {
    check_broken(
        r"if $a { 1 } elseif $b { 2 }
$c = 3
",
        expect![[r#"
            Root 0..35
              If 0..27
                Variable 3..5 "$a"
                Block 6..11
                  Number 8..9 "1"
                Elsif 12..27
                  Variable 19..21 "$b"
                  Block 22..27
                    Number 24..25 "2"
              Assignment 28..34
                Variable 28..30 "$c"
                Number 33..34 "3"
            error[syntax-error]: expected a statement, found the name `elseif`
              --> a.pp:1:13
             1 | if $a { 1 } elseif $b { 2 }
               |             ^^^^^^ not expected here
            help: write `elsif`: there is no `elseif`
        "#]],
    );
}

#[test]
fn assignment_in_a_test() {
    check_broken(
        r"if $a = 1 { 2 }
",
        expect![[r#"
            Root 0..16
              If 0..15
                Variable 3..5 "$a"
                Number 8..9 "1"
                Block 10..15
                  Number 12..13 "2"
            error[syntax-error]: expected `{`, found `=`
              --> a.pp:1:7
             1 | if $a = 1 { 2 }
               |       ^ not expected here
            help: compare with `==`; an assignment in a condition needs parentheses
        "#]],
    );
}

#[test]
fn test_without_block() {
    check_broken(
        r"if $a
  notice 1
$b = 2
",
        expect![[r#"
            Root 0..24
              If 0..5
                Variable 3..5 "$a"
                Block 8..8
              StatementCall 8..16
                Name 8..14 "notice"
                Number 15..16 "1"
              Assignment 17..23
                Variable 17..19 "$b"
                Number 22..23 "2"
            error[syntax-error]: expected `{` after the condition of `if`, found the name `notice`
              --> a.pp:2:3
             2 |   notice 1
               |   ^^^^^^ not expected here
            help: write the statements between `{` and `}`
        "#]],
    );
}

#[test]
fn else_alone() {
    check_broken(
        r"$a = 1
else { 2 }
$b = )
",
        expect![[r#"
            Root 0..25
              Assignment 0..6
                Variable 0..2 "$a"
                Number 5..6 "1"
              Error 7..11 "else"
              Error 12..17 "{ 2 }"
              Assignment 18..22
                Variable 18..20 "$b"
                Missing 23..23
              Error 23..24 ")"
            error[syntax-error]: expected a statement, found `else`
              --> a.pp:2:1
             2 | else { 2 }
               | ^^^^ not expected here
            help: there is no `if` block right before it
            error[syntax-error]: expected an expression, found `)`
              --> a.pp:3:6
             3 | $b = )
               |      ^ not expected here
            help: this `)` has no matching `(`: remove it
        "#]],
    );
}

#[test]
fn case_with_arrows() {
    check_broken(
        r"case $a {
  1 => { b }
  default: { c }
}
",
        expect![[r#"
            Root 0..42
              Case 0..41
                Variable 5..7 "$a"
                CaseOption 12..22
                  Number 12..13 "1"
                  Block 17..22
                    Name 19..20 "b"
                CaseOption 25..39
                  Default 25..32 "default"
                  Block 34..39
                    Name 36..37 "c"
            error[syntax-error]: expected `:`, found `=>`
              --> a.pp:2:5
             2 |   1 => { b }
               |     ^^ not expected here
            help: options of `case` use `:`; `=>` is for selectors
        "#]],
    );
}

#[test]
fn selector_with_colons() {
    check_broken(
        r"$a = $b ? {
  1: 2,
  default: 3,
}
",
        expect![[r#"
            Root 0..36
              Assignment 0..35
                Variable 0..2 "$a"
                Selector 5..35
                  Variable 5..7 "$b"
                  SelectorEntry 14..18
                    Number 14..15 "1"
                    Number 17..18 "2"
                  SelectorEntry 22..32
                    Default 22..29 "default"
                    Number 31..32 "3"
            error[syntax-error]: expected `=>`, found `:`
              --> a.pp:2:4
             2 |   1: 2,
               |    ^ not expected here
            help: options of a selector use `=>`; `:` is for `case`
            error[syntax-error]: expected `=>`, found `:`
              --> a.pp:3:10
             3 |   default: 3,
               |          ^ not expected here
            help: options of a selector use `=>`; `:` is for `case`
        "#]],
    );
}

#[test]
fn selector_without_commas() {
    check_broken(
        r"$a = $b ? {
  1 => 2
  default => 3
}
",
        expect![[r#"
            Root 0..38
              Assignment 0..37
                Variable 0..2 "$a"
                Selector 5..37
                  Variable 5..7 "$b"
                  SelectorEntry 14..20
                    Number 14..15 "1"
                    Number 19..20 "2"
                  SelectorEntry 23..35
                    Default 23..30 "default"
                    Number 34..35 "3"
            error[syntax-error]: expected `,` or `}` after this option, found `default`
              --> a.pp:3:3
             2 |   1 => 2
               |        - a `,` is missing after this
             3 |   default => 3
               |   ^^^^^^^ not expected here
            help: separate the options with commas
        "#]],
    );
}

#[test]
fn list_without_call() {
    check_broken(
        r"foo 1, 2
$b = 3
",
        expect![[r#"
            Root 0..16
              Name 0..3 "foo"
              Number 4..5 "1"
              Number 7..8 "2"
              Assignment 9..15
                Variable 9..11 "$b"
                Number 14..15 "3"
            error[arguments-without-call]: unexpected comma: this list of values is not passed to any function
              --> a.pp:1:6
             1 | foo 1, 2
               | ---  ^ a list of values is not a statement
               | |
               | this function needs parentheses
            help: write `foo(...)` with the arguments in parentheses
        "#]],
    );
}

#[test]
fn missing_operand() {
    check_broken(
        r"$a = 1 +
$b = 2 *
",
        expect![[r#"
            Root 0..18
              Assignment 0..17
                Variable 0..2 "$a"
                Assignment 5..17
                  Binary 5..11
                    Number 5..6 "1"
                    Variable 9..11 "$b"
                  Binary 14..17
                    Number 14..15 "2"
                    Missing 18..18
            error[syntax-error]: expected an expression, found the end of the file
              --> a.pp:3:1
             2 | $b = 2 *
             3 |
               | ^ the file ends here
        "#]],
    );
}

#[test]
fn operators_of_other_languages() {
    check_broken(
        r"$a = $b && $c
$d = $e++
$f = $g === 1
",
        expect![[r#"
            Root 0..38
              Assignment 0..7
                Variable 0..2 "$a"
                Variable 5..7 "$b"
              Variable 11..13 "$c"
              Assignment 14..37
                Variable 14..16 "$d"
                Assignment 19..37
                  Binary 19..26
                    Binary 19..22
                      Variable 19..21 "$e"
                      Missing 22..22
                    Variable 24..26 "$f"
                  Assignment 29..37
                    Binary 29..34
                      Variable 29..31 "$g"
                      Missing 34..34
                    Number 36..37 "1"
            error[unknown-character]: the character `&` is not allowed here
              --> a.pp:1:9
             1 | $a = $b && $c
               |         ^ not part of the language
            help: write `and` for the logical operator
            error[syntax-error]: expected an expression, found `+`
              --> a.pp:2:9
             2 | $d = $e++
               |         ^ not expected here
            help: there is no `++`: write `$x + 1` and assign it to another variable
            error[syntax-error]: expected an expression, found `=`
              --> a.pp:3:11
             3 | $f = $g === 1
               |           ^ not expected here
            help: write `==`: there is no `===`
        "#]],
    );
}

#[test]
fn three_errors_in_three_lines() {
    check_broken(
        r"$a = )
$b = 1
$c = [1,, 2]
$d = 2
$e = {f}
",
        expect![[r#"
            Root 0..43
              Assignment 0..4
                Variable 0..2 "$a"
                Missing 5..5
              Error 5..6 ")"
              Assignment 7..13
                Variable 7..9 "$b"
                Number 12..13 "1"
              Assignment 14..26
                Variable 14..16 "$c"
                Array 19..26
                  Number 20..21 "1"
                  Error 22..25 ", 2"
              Assignment 27..33
                Variable 27..29 "$d"
                Number 32..33 "2"
              Assignment 34..42
                Variable 34..36 "$e"
                Hash 39..42
                  HashEntry 40..41
                    Name 40..41 "f"
                    Missing 41..41
            error[syntax-error]: expected an expression, found `)`
              --> a.pp:1:6
             1 | $a = )
               |      ^ not expected here
            help: this `)` has no matching `(`: remove it
            error[syntax-error]: expected an element, found `,`
              --> a.pp:3:9
             3 | $c = [1,, 2]
               |         ^ not expected here
            help: remove the extra comma
            error[syntax-error]: expected `=>` after the key of a hash, found `}`
              --> a.pp:5:8
             5 | $e = {f}
               |        ^ not expected here
        "#]],
    );
}

#[test]
fn missing_comma_in_an_array() {
    check_broken(
        r"$a = [1 2 'b' 'c']
$b = 1
",
        expect![[r#"
            Root 0..26
              Assignment 0..18
                Variable 0..2 "$a"
                Array 5..18
                  Number 6..7 "1"
                  Number 8..9 "2"
                  String 10..13 "'b'"
                  String 14..17 "'c'"
              Assignment 19..25
                Variable 19..21 "$b"
                Number 24..25 "1"
            error[syntax-error]: expected `,` or `]` after this value, found the number `2`
              --> a.pp:1:9
             1 | $a = [1 2 'b' 'c']
               |       - ^ not expected here
               |       |
               |       a `,` is missing after this
            help: separate the values with commas
        "#]],
    );
}

#[test]
fn missing_comma_in_a_hash() {
    check_broken(
        r"$a = {
  b => 1
  c => 2,
  d => 3
  e => 4
}
",
        expect![[r#"
            Root 0..46
              Assignment 0..45
                Variable 0..2 "$a"
                Hash 5..45
                  HashEntry 9..15
                    Name 9..10 "b"
                    Number 14..15 "1"
                  HashEntry 18..24
                    Name 18..19 "c"
                    Number 23..24 "2"
                  HashEntry 28..34
                    Name 28..29 "d"
                    Number 33..34 "3"
                  HashEntry 37..43
                    Name 37..38 "e"
                    Number 42..43 "4"
            error[syntax-error]: expected `,` or `}` after this entry, found the name `c`
              --> a.pp:3:3
             2 |   b => 1
               |        - a `,` is missing after this
             3 |   c => 2,
               |   ^ not expected here
            help: separate the entries with commas
            error[syntax-error]: expected `,` or `}` after this entry, found the name `e`
              --> a.pp:5:3
             4 |   d => 3
               |        - a `,` is missing after this
             5 |   e => 4
               |   ^ not expected here
            help: separate the entries with commas
        "#]],
    );
}
