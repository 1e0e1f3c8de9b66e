//! Functions of modules, and functions with access to files and commands.

use crate::support::folder;

const METADATA: &str = r#"{"name": "puppetlabs-stdlib", "version": "9.7.0", "author": "a", "license": "l",
    "source": "s", "dependencies": []}"#;

/// The Ruby files only declare that the module has these functions; the implementations are built in.
const RUBY: &str = "# a function\n";

#[test]
fn a_module_has_the_functions_of_its_version() {
    let files = folder(&[
        ("modules/stdlib/lib/puppet/parser/functions/member.rb", RUBY),
        ("modules/stdlib/metadata.json", METADATA),
        ("member.pp", "notice(member(['a'], 'a'))\n"),
        ("has_key.pp", "notice(has_key({ 'a' => 1 }, 'a'))\n"),
        ("hash.pp", "notice(hash(['a', 1]))\n"),
        ("near.pp", "notice(membr(['a'], 'a'))\n"),
    ]);
    let compile = |file| files.run(&["compile", "--modulepath", "modules", file]);
    compile("member.pp").status(0).says("notice: true");
    let has_key = compile("has_key.pp").status(1).says("unknown function `has_key`");
    has_key.says("help: write `$key in $hash`: version 9.7.0 of puppetlabs-stdlib in `");
    let hash = compile("hash.pp").status(1).says("unknown function `hash`");
    hash.says("help: version 9.7.0 of puppetlabs-stdlib in `")
        .says("modules/stdlib` does not have it: it was removed, or added in a later version");
    compile("near.pp").status(1).says("did you mean `member`?");
}

#[test]
fn a_function_without_its_module_names_the_module() {
    let files = folder(&[
        ("modules/a/manifests/init.pp", "class a {}\n"),
        ("more/b/manifests/init.pp", "class b {}\n"),
        ("pick.pp", "notice(pick('', 'a'))\n"),
        ("own.pp", "notice(ntp::servers())\n"),
    ]);
    let pick = files.run(&["compile", "pick.pp"]).status(1);
    pick.says("help: it comes with puppetlabs-stdlib: pass the folder of that module with `--modulepath`");
    let pick = files.run(&["compile", "--modulepath", "modules", "pick.pp"]).status(1);
    pick.says("it comes with puppetlabs-stdlib; the module `stdlib` is not installed: searched in `")
        .says("/modules`\n");
    let two = format!("modules{}more", if cfg!(windows) { ';' } else { ':' });
    let pick = files.run(&["compile", "--modulepath", &two, "pick.pp"]).status(1);
    pick.says("puppetlabs-stdlib; the module `stdlib` is not installed: searched in `")
        .says("/modules`, `")
        .says("/more`\n");
    let own = files.run(&["compile", "--modulepath", "modules", "own.pp"]).status(1);
    own.says("help: the module `ntp` is not installed: searched in `").says("/modules`\n");
}

#[test]
fn a_function_in_ruby_is_named_with_its_file() {
    let files = folder(&[("modules/a/lib/puppet/functions/a/own.rb", RUBY), ("a.pp", "notice(a::own(1))\n")]);
    let run = files.run(&["compile", "--modulepath", "modules", "a.pp"]).status(1);
    run.says("`a::own`").says("modules/a/lib/puppet/functions/a/own.rb");
}

#[test]
fn files_of_modules() {
    let files = folder(&[
        ("modules/a/files/x.bin", "\u{1}\u{2}"),
        ("modules/a/manifests/init.pp", "class a {}\n"),
        ("a.pp", "notice(binary_file('a/x.bin'))\n"),
    ]);
    files.run(&["compile", "--modulepath", "modules", "a.pp"]).status(0).says("notice: AQI=");
}

#[test]
#[cfg(unix)]
fn commands_run_where_they_are_allowed() {
    let files = folder(&[
        ("a.pp", "notice(generate('/bin/echo', ['a', 1], 'b  c', undef))\n"),
        ("folder.pp", "notice(generate('/bin/sh', '-c', 'pwd; echo $0 \"$HOME\" $LANG; echo err >&2'))\n"),
        ("fails.pp", "generate('/bin/sh', '-c', 'echo why; exit 3')\n"),
    ]);
    files.run(&["compile", "a.pp"]).status(1).says("error[not-allowed]").says("--allow-commands");
    let allowed = |file| files.run(&["compile", "--allow-commands", file]);
    allowed("a.pp").status(0).says("notice: a 1 b  c ");
    allowed("folder.pp").status(0).says("/bin\n/bin/sh  C\nerr");
    allowed("fails.pp").status(1).says("exit status: 3: why");
}
