//! Functions of modules, and functions that reach out of the program.

use crate::support::folder;

/// A module whose Ruby files only say that it has the functions: what they do is built in.
const RUBY: &str = "# a function\n";

#[test]
fn a_module_has_the_functions_of_its_version() {
    let files = folder(&[
        ("modules/stdlib/lib/puppet/parser/functions/member.rb", RUBY),
        ("member.pp", "notice(member(['a'], 'a'))\n"),
        ("has_key.pp", "notice(has_key({ 'a' => 1 }, 'a'))\n"),
        ("near.pp", "notice(membr(['a'], 'a'))\n"),
    ]);
    let compile = |file| files.run(&["compile", "--modulepath", "modules", file]);
    compile("member.pp").status(0).says("notice: true");
    compile("has_key.pp").status(1).says("there is no function `has_key`");
    compile("near.pp").status(1).says("did you mean `member`?");
    files.run(&["compile", "has_key.pp"]).status(0).says("notice: true");
}

#[test]
fn a_function_with_a_new_name_says_so() {
    let code = "notice(to_json({ 'a' => Sensitive('b') }))\n";
    let old = ("modules/stdlib/lib/puppet/functions/to_json.rb", RUBY);
    let new = ("modules/stdlib/lib/puppet/functions/stdlib/to_json.rb", RUBY);
    let compile = ["compile", "--modulepath", "modules", "a.pp"];
    let run = folder(&[("a.pp", code), old]).run(&compile).status(0);
    run.never_says("deprecated");
    let run = folder(&[("a.pp", code), old, new]).run(&compile).status(0);
    run.says("its new name is `stdlib::to_json`").says("Sensitive [value redacted]\"}");
    let rewrap = ("modules/stdlib/lib/puppet/functions/stdlib/rewrap_sensitive_data.rb", RUBY);
    let run = folder(&[("a.pp", code), old, new, rewrap]).run(&compile).status(0);
    run.says("its new name is `stdlib::to_json`").says("notice: Sensitive [value redacted]");
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
        (
            "a.pp",
            "notice(binary_file('a/x.bin'))\nnotice(glob('modules/*/files/*'), glob('modules/**/*.pp'))\n",
        ),
    ]);
    files.write("modules/stdlib/lib/puppet/parser/functions/glob.rb", RUBY.as_bytes());
    let run = files.run(&["compile", "--modulepath", "modules", "a.pp"]).status(0);
    run.says("notice: AQI=").says("[modules/a/files/x.bin] [modules/a/manifests/init.pp]");
}

#[test]
#[cfg(unix)]
fn commands_run_where_they_are_allowed() {
    let files = folder(&[
        ("a.pp", "notice(generate('/bin/echo', ['a', 1], 'b  c', undef))\n"),
        ("folder.pp", "notice(generate('/bin/sh', '-c', 'pwd; echo $0 \"$HOME\" $LANG; echo err >&2'))\n"),
        ("fails.pp", "generate('/bin/sh', '-c', 'echo why; exit 3')\n"),
        (
            "valid.pp",
            "validate_cmd('ab', '/bin/grep -q b')\nvalidate_cmd('ab', '/bin/grep -q a % ')\nnotice('valid')\n",
        ),
        ("invalid.pp", "validate_cmd('ab', '/bin/grep c', 'no c in it')\n"),
    ]);
    files.run(&["compile", "a.pp"]).status(1).says("error[not-allowed]").says("--allow-commands");
    let allowed = |file| files.run(&["compile", "--allow-commands", file]);
    allowed("a.pp").status(0).says("notice: a 1 b  c ");
    allowed("folder.pp").status(0).says("/bin\n/bin/sh  C\nerr");
    allowed("fails.pp").status(1).says("exit status: 3: why");
    allowed("valid.pp").status(0).says("notice: valid");
    allowed("invalid.pp").status(1).says("no c in it");
}
