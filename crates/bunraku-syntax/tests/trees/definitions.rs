//! Definitions: classes, defines, functions, nodes and types.

use expect_test::expect;

use super::check;

#[test]
fn class() {
    check(
        "class a::b (String $c, $d = 1, Array[Integer] *$e) inherits f { }",
        expect![[r#"
            Root 0..65
              Class 0..65
                Parameters 11..50
                  Parameter 12..21
                    TypeName 12..18 "String"
                  Parameter 23..29
                    ParameterDefault 26..29
                      Number 28..29 "1"
                  Parameter 31..49
                    Access 31..45
                      TypeName 31..36 "Array"
                      TypeName 37..44 "Integer"
                ClassParent 51..61 "inherits f"
                Block 62..65 "{ }"
        "#]],
    );
}

#[test]
fn class_without_parameters() {
    check(
        "class a { $b = 1 }",
        expect![[r#"
            Root 0..18
              Class 0..18
                Block 8..18
                  Assignment 10..16
                    Variable 10..12 "$b"
                    Number 15..16 "1"
        "#]],
    );
}

#[test]
fn define() {
    check(
        "define a($b) { notice $b }",
        expect![[r#"
            Root 0..26
              Define 0..26
                Parameters 8..12
                  Parameter 9..11 "$b"
                Block 13..26
                  StatementCall 15..24
                    Name 15..21 "notice"
                    Variable 22..24 "$b"
        "#]],
    );
}

#[test]
fn function() {
    check(
        "function a::b(Integer $c = 1) >> Array[String] { [$c] }",
        expect![[r#"
            Root 0..55
              Function 0..55
                Parameters 13..29
                  Parameter 14..28
                    TypeName 14..21 "Integer"
                    ParameterDefault 25..28
                      Number 27..28 "1"
                ReturnType 30..46
                  Access 33..46
                    TypeName 33..38 "Array"
                    TypeName 39..45 "String"
                Block 47..55
                  Array 49..53
                    Variable 50..52 "$c"
        "#]],
    );
}

#[test]
fn nodes() {
    check(
        r"node default { }
node a.b.c, 'd', /e/ { f() }
",
        expect![[r#"
            Root 0..46
              NodeDefinition 0..16
                HostNames 5..12
                  Default 5..12 "default"
                Block 13..16 "{ }"
              NodeDefinition 17..45
                HostNames 22..37
                  HostName 22..27 "a.b.c"
                  String 29..32 "'d'"
                  Regexp 34..37 "/e/"
                Block 38..45
                  Call 40..43
                    Name 40..41 "f"
                    Arguments 41..43 "()"
        "#]],
    );
}

#[test]
fn type_alias() {
    check(
        "type A::B = Variant[String, Integer]",
        expect![[r#"
            Root 0..36
              TypeAlias 0..36
                TypeName 5..9 "A::B"
                Access 12..36
                  TypeName 12..19 "Variant"
                  TypeName 20..26 "String"
                  TypeName 28..35 "Integer"
        "#]],
    );
}

#[test]
fn object_type() {
    check(
        "type A = Object[{attributes => {b => String}}]",
        expect![[r#"
            Root 0..46
              TypeAlias 0..46
                TypeName 5..6 "A"
                Access 9..46
                  TypeName 9..15 "Object"
                  Hash 16..45
                    HashEntry 17..44
                      Name 17..27 "attributes"
                      Hash 31..44
                        HashEntry 32..43
                          Name 32..33 "b"
                          TypeName 37..43 "String"
        "#]],
    );
}

#[test]
fn type_with_a_body() {
    check(
        "type A = B { c => 1 }",
        expect![[r#"
            Root 0..21
              TypeAlias 0..21
                TypeName 5..6 "A"
                ObjectBody 9..21
                  TypeName 9..10 "B"
                  Hash 11..21
                    HashEntry 13..19
                      Name 13..14 "c"
                      Number 18..19 "1"
        "#]],
    );
}
