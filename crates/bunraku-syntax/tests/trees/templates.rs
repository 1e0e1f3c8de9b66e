//! Templates.

use expect_test::expect;

use super::check_template;

#[test]
fn text_alone() {
    check_template(
        r"a
b
",
        expect![[r#"
            Root 0..4
              RenderText 0..4 "a\nb\n"
        "#]],
    );
}

#[test]
fn parameters_and_tags() {
    check_template(
        r"<%- |String $a, $b = 1| -%>
a <%= $a %>
<%# c %><% if $b { -%>
 x
<% } -%>
",
        expect![[r#"
            Root 0..75
              EppParameters 4..23
                Parameters 4..23
                  Parameter 5..14
                    TypeName 5..11 "String"
                  Parameter 16..22
                    ParameterDefault 19..22
                      Number 21..22 "1"
              RenderText 27..30 "\na "
              Render 30..39
                Variable 34..36 "$a"
              RenderText 39..48 "\n<%# c %>"
              If 51..70
                Variable 54..56 "$b"
                Block 57..70
                  RenderText 62..66 "\n x\n"
              RenderText 74..75 "\n"
        "#]],
    );
}

#[test]
fn escaped_tags() {
    check_template(
        "a <%% b %%> c",
        expect![[r#"
            Root 0..13
              RenderText 0..13 "a <%% b %%> c"
        "#]],
    );
}

#[test]
fn blocks_in_render_tags() {
    check_template(
        "<%= { a => 1 } %><%= { $b } %>",
        expect![[r#"
            Root 0..30
              Render 0..17
                Hash 4..14
                  HashEntry 6..12
                    Name 6..7 "a"
                    Number 11..12 "1"
              Render 17..30
                Block 21..27
                  Variable 23..25 "$b"
        "#]],
    );
}
