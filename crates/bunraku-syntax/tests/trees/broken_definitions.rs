//! Broken programs: definitions and resources.

use expect_test::expect;

use super::check_broken;

#[test]
fn class_without_name() {
    check_broken(
        r"class { $a = 1 }
class (String $b) { }
",
        expect![[r#"
            Root 0..39
              Resource 0..16
                Name 0..5 "class"
                ResourceBody 8..14
                  Variable 8..10 "$a"
                  Error 11..14 "= 1"
              Class 17..38
                Parameters 23..34
                  Parameter 24..33
                    TypeName 24..30 "String"
                Block 35..38 "{ }"
            error[syntax-error]: expected `:` after the title of a resource, found `=`
              --> a.pp:1:12
             1 | class { $a = 1 }
               |            ^ not expected here
            error[syntax-error]: expected the name of a class, found `(`
              --> a.pp:2:7
             2 | class (String $b) { }
               |       ^ not expected here
        "#]],
    );
}

#[test]
fn quoted_class_name() {
    check_broken(
        r"class 'a' { }
$b = 1
",
        expect![[r#"
            Root 0..21
              Class 0..13
                Block 10..13 "{ }"
              Assignment 14..20
                Variable 14..16 "$b"
                Number 19..20 "1"
            error[syntax-error]: expected the name of a class, found the string 'a'
              --> a.pp:1:7
             1 | class 'a' { }
               |       ^^^ not expected here
            help: names of definitions are written without quotes
        "#]],
    );
}

#[test]
fn parameters_without_commas() {
    check_broken(
        r"class a (
  String $b
  Integer $c = 1
  $d
) { }
",
        expect![[r#"
            Root 0..50
              Class 0..49
                Parameters 8..45
                  Parameter 12..21
                    TypeName 12..18 "String"
                  Parameter 24..38
                    TypeName 24..31 "Integer"
                    ParameterDefault 35..38
                      Number 37..38 "1"
                  Parameter 41..43 "$d"
                Block 46..49 "{ }"
            error[syntax-error]: expected `,` or `)` after this parameter, found the type name `Integer`
              --> a.pp:3:3
             2 |   String $b
               |          -- a `,` is missing after this
             3 |   Integer $c = 1
               |   ^^^^^^^ not expected here
            help: separate the parameters with commas
            error[syntax-error]: expected `,` or `)` after this parameter, found the variable `$d`
              --> a.pp:4:3
             3 |   Integer $c = 1
               |                - a `,` is missing after this
             4 |   $d
               |   ^^ not expected here
            help: separate the parameters with commas
        "#]],
    );
}

#[test]
fn parameter_without_dollar() {
    check_broken(
        r"define a(b, $c) { }
$d = 1
",
        expect![[r#"
            Root 0..27
              Define 0..19
                Parameters 8..15
                  Error 9..14 "b, $c"
                Block 16..19 "{ }"
              Assignment 20..26
                Variable 20..22 "$d"
                Number 25..26 "1"
            error[syntax-error]: expected a parameter, found the name `b`
              --> a.pp:1:10
             1 | define a(b, $c) { }
               |          ^ not expected here
            help: a parameter is a variable, perhaps with a type before it: `String $name`
        "#]],
    );
}

#[test]
fn function_without_parameters() {
    check_broken(
        r"function a { 1 }
function b() >> { }
",
        expect![[r#"
            Root 0..37
              Function 0..16
                Block 11..16
                  Number 13..14 "1"
              Function 17..36
                Parameters 27..29 "()"
                ReturnType 30..32
                  Missing 33..33
                Block 33..36 "{ }"
            error[syntax-error]: expected a type after `>>`, found `{`
              --> a.pp:2:17
             2 | function b() >> { }
               |                 ^ not expected here
        "#]],
    );
}

#[test]
fn node_name_with_hyphen() {
    check_broken(
        r"node web-01.example.com { }
",
        expect![[r#"
            Root 0..28
              Error 0..27
                MethodCall 0..23
                  MethodCall 0..19
                    NodeDefinition 0..11
                      HostNames 5..11
                        Word 5..11 "web-01"
                      Block 11..11
                    Name 12..19 "example"
                  Name 20..23 "com"
            error[syntax-error]: expected `{` after the names of a node, found `.`
              --> a.pp:1:12
             1 | node web-01.example.com { }
               |            ^ not expected here
            help: quote the name: `node 'web-01.example.com' { }`
        "#]],
    );
}

#[test]
fn lower_case_type() {
    check_broken(
        r"type a = String
$b = 1
",
        expect![[r#"
            Root 0..23
              Error 0..4 "type"
              Error 5..15 "a = String"
              Assignment 16..22
                Variable 16..18 "$b"
                Number 21..22 "1"
            error[syntax-error]: expected the name of a type, found the name `a`
              --> a.pp:1:6
             1 | type a = String
               |      ^ not expected here
            help: a type alias is written `type Name = Type`, with uppercase first letters
        "#]],
    );
}

#[test]
fn attribute_without_comma() {
    check_broken(
        r"file { 'a':
  mode => 1
  owner => 2,
  group => 3
  ensure => 4
}
",
        expect![[r#"
            Root 0..67
              Resource 0..66
                Name 0..4 "file"
                ResourceBody 7..64
                  String 7..10 "'a'"
                  Attribute 14..23
                    Number 22..23 "1"
                  Attribute 26..36
                    Number 35..36 "2"
                  Attribute 40..50
                    Number 49..50 "3"
                  Attribute 53..64
                    Number 63..64 "4"
            error[syntax-error]: expected `,` or `}` after this attribute, found the name `owner`
              --> a.pp:3:3
             2 |   mode => 1
               |           - a `,` is missing after this
             3 |   owner => 2,
               |   ^^^^^ not expected here
            help: separate the attributes with commas
            error[syntax-error]: expected `,` or `}` after this attribute, found the name `ensure`
              --> a.pp:5:3
             4 |   group => 3
               |            - a `,` is missing after this
             5 |   ensure => 4
               |   ^^^^^^ not expected here
            help: separate the attributes with commas
        "#]],
    );
}

#[test]
fn attribute_with_equal_sign() {
    check_broken(
        r"file { 'a':
  mode = 1,
  owner: 2,
}
",
        expect![[r#"
            Root 0..38
              Resource 0..37
                Name 0..4 "file"
                ResourceBody 7..35
                  String 7..10 "'a'"
                  Attribute 14..22
                    Number 21..22 "1"
                  Attribute 26..34
                    Number 33..34 "2"
            error[syntax-error]: expected `=>` after the name of an attribute, found `=`
              --> a.pp:2:8
             2 |   mode = 1,
               |        ^ not expected here
            help: write `=>`
            error[syntax-error]: expected `=>` after the name of an attribute, found `:`
              --> a.pp:3:8
             3 |   owner: 2,
               |        ^ not expected here
            help: write `=>`
        "#]],
    );
}

#[test]
fn quoted_attribute() {
    check_broken(
        r"file { 'a': 'mode' => 1 }
",
        expect![[r#"
            Root 0..26
              Resource 0..25
                Name 0..4 "file"
                ResourceBody 7..23
                  String 7..10 "'a'"
                  Attribute 12..23
                    Number 22..23 "1"
            error[syntax-error]: expected the name of an attribute, found the string 'mode'
              --> a.pp:1:13
             1 | file { 'a': 'mode' => 1 }
               |             ^^^^^^ not expected here
            help: names of attributes are written without quotes
        "#]],
    );
}

#[test]
fn attribute_without_value() {
    check_broken(
        r"file { 'a':
  mode =>,
  owner => 1,
}
$b = 2
",
        expect![[r#"
            Root 0..46
              Resource 0..38
                Name 0..4 "file"
                ResourceBody 7..36
                  String 7..10 "'a'"
                  Attribute 14..21
                    Missing 21..21
                  Attribute 25..35
                    Number 34..35 "1"
              Assignment 39..45
                Variable 39..41 "$b"
                Number 44..45 "2"
            error[syntax-error]: expected an expression, found `,`
              --> a.pp:2:10
             2 |   mode =>,
               |          ^ not expected here
            help: write a value after `=>`
        "#]],
    );
}

#[test]
fn resource_without_title() {
    check_broken(
        r"file { mode => 1, owner +> 2 }
$a = 1
",
        expect![[r#"
            Root 0..38
              UntitledResource 0..30
                Name 0..4 "file"
                Attribute 7..16
                  Number 15..16 "1"
                Attribute 18..28
                  Number 27..28 "2"
              Assignment 31..37
                Variable 31..33 "$a"
                Number 36..37 "1"
            error[syntax-error]: this resource has no title
              --> a.pp:1:6
             1 | file { mode => 1, owner +> 2 }
               |      ^ expected a title and `:` after this
            help: write `file { 'title': ... }`
        "#]],
    );
}

#[test]
fn title_without_colon() {
    check_broken(
        r"file { 'a'
  mode => 1,
}
$b = 2
",
        expect![[r#"
            Root 0..33
              Resource 0..25
                Name 0..4 "file"
                ResourceBody 7..23
                  String 7..10 "'a'"
                  Error 13..23 "mode => 1,"
              Assignment 26..32
                Variable 26..28 "$b"
                Number 31..32 "2"
            error[syntax-error]: expected `:` after the title of a resource, found the name `mode`
              --> a.pp:2:3
             1 | file { 'a'
               |        --- a `:` is missing after this
             2 |   mode => 1,
               |   ^^^^ not expected here
        "#]],
    );
}

#[test]
fn virtual_expression() {
    check_broken(
        r"@$a
@notice(1)
",
        expect![[r#"
            Root 0..15
              Virtual 0..3
                Variable 1..3 "$a"
              Virtual 4..14
                Call 5..14
                  Name 5..11 "notice"
                  Arguments 11..14
                    Number 12..13 "1"
            error[virtual-non-resource]: `@` is only allowed before a resource
              --> a.pp:1:1
             1 | @$a
               | ^ no resource after it
            help: write for example `@file { '/etc/motd': }`
            error[virtual-non-resource]: `@` is only allowed before a resource
              --> a.pp:2:1
             2 | @notice(1)
               | ^ no resource after it
            help: write for example `@file { '/etc/motd': }`
        "#]],
    );
}

#[test]
fn collector_without_end() {
    check_broken(
        r"A <| b == c
$d = 1
",
        expect![[r#"
            Root 0..19
              Collector 0..11
                TypeName 0..1 "A"
                Query 2..11
                  Binary 5..11
                    Name 5..6 "b"
                    Name 10..11 "c"
              Assignment 12..18
                Variable 12..14 "$d"
                Number 17..18 "1"
            error[syntax-error]: expected `|>`, found the variable `$d`
              --> a.pp:2:1
             1 | A <| b == c
               |   -- this `<|` is never closed
             2 | $d = 1
               | ^^ not expected here
            help: add the missing `|>`
        "#]],
    );
}

#[test]
fn errors_in_two_classes() {
    check_broken(
        r"class a {
  file { 'b': mode = 1 }
}
class c {
  $d = [1 2]
  if { }
}
",
        expect![[r#"
            Root 0..71
              Class 0..36
                Block 8..36
                  Resource 12..34
                    Name 12..16 "file"
                    ResourceBody 19..32
                      String 19..22 "'b'"
                      Attribute 24..32
                        Number 31..32 "1"
              Class 37..70
                Block 45..70
                  Assignment 49..59
                    Variable 49..51 "$d"
                    Array 54..59
                      Number 55..56 "1"
                      Number 57..58 "2"
                  If 62..68
                    Hash 65..68 "{ }"
                    Block 69..69
            error[syntax-error]: expected `=>` after the name of an attribute, found `=`
              --> a.pp:2:20
             2 |   file { 'b': mode = 1 }
               |                    ^ not expected here
            help: write `=>`
            error[syntax-error]: expected `,` or `]` after this value, found the number `2`
              --> a.pp:5:11
             5 |   $d = [1 2]
               |         - ^ not expected here
               |         |
               |         a `,` is missing after this
            help: separate the values with commas
            error[syntax-error]: missing condition between `if` and `{`
              --> a.pp:7:1
             6 |   if { }
               |      - the condition is missing before this
             7 | }
               | ^
            help: write what to test after `if`
        "#]],
    );
}
