//! Resources: declarations, defaults, overrides, collectors and relations.

use expect_test::expect;

use super::check;

#[test]
fn resource() {
    check(
        "file { '/a': ensure => file, mode => '0644' }",
        expect![[r#"
            Root 0..45
              Resource 0..45
                Name 0..4 "file"
                ResourceBody 7..43
                  String 7..11 "'/a'"
                  Attribute 13..27
                    Name 23..27 "file"
                  Attribute 29..43
                    String 37..43 "'0644'"
        "#]],
    );
}

#[test]
fn several_bodies() {
    check(
        "file { 'a': ; 'b': mode => 1; }",
        expect![[r#"
            Root 0..31
              Resource 0..31
                Name 0..4 "file"
                ResourceBody 7..11
                  String 7..10 "'a'"
                ResourceBody 14..28
                  String 14..17 "'b'"
                  Attribute 19..28
                    Number 27..28 "1"
        "#]],
    );
}

#[test]
fn several_titles() {
    check(
        "file { ['a', 'b']: }",
        expect![[r#"
            Root 0..20
              Resource 0..20
                Name 0..4 "file"
                ResourceBody 7..18
                  Array 7..17
                    String 8..11 "'a'"
                    String 13..16 "'b'"
        "#]],
    );
}

#[test]
fn class_as_resource() {
    check(
        "class { 'a': b => 1 }",
        expect![[r#"
            Root 0..21
              Resource 0..21
                Name 0..5 "class"
                ResourceBody 8..19
                  String 8..11 "'a'"
                  Attribute 13..19
                    Number 18..19 "1"
        "#]],
    );
}

#[test]
fn attribute_splat() {
    check(
        "file { default: * => $d; 'a': }",
        expect![[r#"
            Root 0..31
              Resource 0..31
                Name 0..4 "file"
                ResourceBody 7..23
                  Default 7..14 "default"
                  AttributeSplat 16..23
                    Variable 21..23 "$d"
                ResourceBody 25..29
                  String 25..28 "'a'"
        "#]],
    );
}

#[test]
fn keyword_attributes() {
    check(
        "a { 'b': type => 1, unless => 2, }",
        expect![[r#"
            Root 0..34
              Resource 0..34
                Name 0..1 "a"
                ResourceBody 4..32
                  String 4..7 "'b'"
                  Attribute 9..18
                    Number 17..18 "1"
                  Attribute 20..31
                    Number 30..31 "2"
        "#]],
    );
}

#[test]
fn defaults() {
    check(
        "File { mode => '0644' }",
        expect![[r#"
            Root 0..23
              ResourceDefaults 0..23
                TypeName 0..4 "File"
                Attribute 7..21
                  String 15..21 "'0644'"
        "#]],
    );
}

#[test]
fn resource_override() {
    check(
        "File['a'] { mode => 1, require +> B['c'] }",
        expect![[r#"
            Root 0..42
              ResourceOverride 0..42
                Access 0..9
                  TypeName 0..4 "File"
                  String 5..8 "'a'"
                Attribute 12..21
                  Number 20..21 "1"
                Attribute 23..40
                  Access 34..40
                    TypeName 34..35 "B"
                    String 36..39 "'c'"
        "#]],
    );
}

#[test]
fn virtual_and_exported() {
    check(
        r"@a { 'b': }
@@c { 'd': }
",
        expect![[r#"
            Root 0..25
              Virtual 0..11
                Resource 1..11
                  Name 1..2 "a"
                  ResourceBody 5..9
                    String 5..8 "'b'"
              Virtual 12..24
                Resource 14..24
                  Name 14..15 "c"
                  ResourceBody 18..22
                    String 18..21 "'d'"
        "#]],
    );
}

#[test]
fn untitled() {
    check(
        "notice { a => 1 }",
        expect![[r#"
            Root 0..17
              UntitledResource 0..17
                Name 0..6 "notice"
                Attribute 9..15
                  Number 14..15 "1"
        "#]],
    );
}

#[test]
fn collector() {
    check(
        r"A <| b == 'c' and d != 1 |>
A <<| |>> { e => 1 }
",
        expect![[r#"
            Root 0..49
              Collector 0..27
                TypeName 0..1 "A"
                Query 2..27
                  Binary 5..24
                    Binary 5..13
                      Name 5..6 "b"
                      String 10..13 "'c'"
                    Binary 18..24
                      Name 18..19 "d"
                      Number 23..24 "1"
              Collector 28..48
                TypeName 28..29 "A"
                Query 30..37 "<<| |>>"
                Attribute 40..46
                  Number 45..46 "1"
        "#]],
    );
}

#[test]
fn relations() {
    check(
        "A['b'] -> c { 'd': } ~> E <| |>",
        expect![[r#"
            Root 0..31
              Relationship 0..31
                Access 0..6
                  TypeName 0..1 "A"
                  String 2..5 "'b'"
                Resource 10..20
                  Name 10..11 "c"
                  ResourceBody 14..18
                    String 14..17 "'d'"
                Collector 24..31
                  TypeName 24..25 "E"
                  Query 26..31 "<| |>"
        "#]],
    );
}
