//! Ruby tricks: code that catches, hides, restarts, copies, sorts or redefines itself, and formats that expand.

mod catching;
mod defining;
mod formatting;
mod long;

use super::{Folder, Made, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    let written = [catching::CODE, defining::CODE, formatting::CODE];
    let written = written
        .into_iter()
        .flat_map(|code| combine("trick", code, PLACES, |code, folder| folder(code.to_owned())));
    written.chain(combine("trick", long::CODE, PLACES, |code, folder| folder(code()))).collect()
}

/// A place for Ruby code: its name, and the files that have the code in it.
type Wrapping = (&'static str, fn(String) -> Folder);

const PLACES: &[Wrapping] = &[
    ("function", |code| {
        let code = format!(
            "Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n  end\n  def f\n    v = begin\n{code}\nend\n    v.to_s.size\n  end\nend\n"
        );
        folder().with("modules/m/lib/puppet/functions/m/f.rb", code).with("site.pp", "notice(m::f())\n")
    }),
    ("template", |code| {
        folder()
            .with("modules/m/templates/t.erb", format!("<% v = begin\n{code}\nend %><%= v.to_s.size %>\n"))
            .with("site.pp", "notice(template('m/t.erb'))\n")
    }),
];

fn folder() -> Folder {
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"]).with_stdlib()
}
