//! ERB templates: the Ruby makers inside a template, and Puppet values that a template prints.

use super::{Folder, Made, Part, Program, combine, ruby, value};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("erb", ruby::MAKERS, OUTPUTS, |maker, output| {
        folder(format!("<% {maker} %>\n{output}\n"), String::new())
    });
    programs.extend(combine("erb-value", value::MAKERS, READS, |maker, read| {
        folder(format!("{read}\n"), maker.to_owned())
    }));
    programs.extend(combine("erb-text", TEXTS, &[("render", ())], |text, ()| folder(text(), String::new())));
    programs
}

fn folder(template: String, code: String) -> Folder {
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
        .with("modules/m/templates/t.erb", template)
        .with("site.pp", format!("{code}\nnotice(template('m/t.erb'))\n"))
}

const OUTPUTS: &[Part] = &[
    ("output", "<%= v %>"),
    ("inspect", "<%= v.inspect %>"),
    ("lines", "<% v.each do |x| %><%= x %>\n<% end %>"),
    ("template", "<%= scope.function_inline_template([\"<%= @x %\" + '>' + v.to_s]) %>"),
];

const READS: &[Part] = &[
    ("output", "<%= @v %>"),
    ("inspect", "<%= scope['v'].inspect %>"),
    ("json", "<% require 'json' %><%= @v.to_json %>"),
    ("yaml", "<%= @v.to_yaml %>"),
    ("lines", "<% @v.each do |x| %><%= x %>\n<% end %>"),
];

/// Templates that are large themselves.
const TEXTS: &[Made] = &[
    ("many-tags", || "<%= 1 %>x\n".repeat(100_000)),
    ("open-tags", || "<% ".repeat(100_000)),
    ("closed-tags", || "%> ".repeat(100_000)),
    ("escaped-tags", || "<%% %%>".repeat(100_000)),
    ("comments", || "<%# a -%>\n".repeat(100_000)),
    ("nested-blocks", || "<% [1].each do %>".repeat(20_000) + &"<% end %>".repeat(20_000)),
    ("open-blocks", || "<% if true %>".repeat(20_000)),
    ("parentheses", || format!("<%= {}1{} %>", "(".repeat(50_000), ")".repeat(50_000))),
    ("arrays", || format!("<%= {}{} %>", "[".repeat(50_000), "]".repeat(50_000))),
    ("operators", || format!("<%= 1{} %>", " + 1".repeat(100_000))),
    ("calls", || format!("<%= 'a'{} %>", ".to_s".repeat(100_000))),
    ("itself", || "<%= scope.function_template(['m/t.erb']) %>".to_owned()),
    ("itself-twice", || {
        "<%= scope.function_template(['m/t.erb']) + scope.function_template(['m/t.erb']) %>".to_owned()
    }),
];
