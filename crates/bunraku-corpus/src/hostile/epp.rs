//! EPP templates.

use super::{Folder, Made, Part, Program, combine, value};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("epp", value::MAKERS, TEMPLATES, |maker, template| {
        let code = format!("{maker}\nnotice(epp('m/t.epp', {{'v' => $v}}))\n");
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/templates/t.epp", format!("<%- | $v | -%>\n{template}\n"))
            .with("site.pp", code)
    });
    programs.extend(combine("epp-text", TEXTS, COMMANDS, |text, command| {
        Folder::new(command).with("t.epp", text())
    }));
    programs
}

const TEMPLATES: &[Part] = &[
    ("output", "<%= $v %>"),
    ("lines", "<% $v.each |$x| { %><%= $x %>\n<% } %>"),
    ("itself", "<%= epp('m/t.epp', {'v' => [$v, $v]}) %>"),
    ("inline", "<%= inline_epp('<%= $v %><%= $v %>', {'v' => $v}) %>"),
];

const COMMANDS: &[(&str, &[&str])] =
    &[("render", &["epp", "render", "t.epp"]), ("validate", &["epp", "validate", "t.epp"])];

const TEXTS: &[Made] = &[
    ("many-tags", || "<%= 1 %>x\n".repeat(100_000)),
    ("open-tags", || "<% ".repeat(100_000)),
    ("closed-tags", || "%> ".repeat(100_000)),
    ("escaped-tags", || "<%% %%>".repeat(100_000)),
    ("comments", || "<%# a -%>\n".repeat(100_000)),
    ("blanks", || "<%- -%>  \n".repeat(100_000)),
    ("nested-blocks", || "<% if true { %>".repeat(20_000) + &"<% } %>".repeat(20_000)),
    ("open-blocks", || "<% if true { %>".repeat(20_000)),
    ("parameters", || {
        let names: Vec<String> = (0..50_000).map(|i| format!("$p{i} = {i}")).collect();
        format!("<%- | {} | -%>\n<%= $p1 %>", names.join(", "))
    }),
    ("renders-renders", || "<%= <%= ".repeat(50_000)),
    ("long-line", || "a".repeat(10_000_000)),
    ("endless", || "<%= Integer[1, 9223372036854775807].map |$x| { %>abc<% $x } %>".to_owned()),
    ("endless-output", || {
        "<% Integer[1, 9223372036854775807].each |$x| { %>abcabcabcabcabcabcabcabc<% } %>".to_owned()
    }),
];
