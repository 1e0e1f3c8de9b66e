//! Programs, data and facts that try to read what they must not: every way to read, combined with every trick with
//! paths.
//!
//! No result of a compilation, be it a catalog, a log or a message, may contain the secret, and the attempt must be
//! refused by name, with the option that would allow it.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that code must not read, and measure how long it takes"
)]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

#[path = "hostile_reading/disk.rs"]
mod disk;

use std::{fs, os::unix::fs::symlink, path::Path};

use bunraku_pcore::Value;
use bunraku_world::Policy;

use disk::{Disk, SECRET};

/// A variable that every test process has.
const VARIABLE: &str = "CARGO_MANIFEST_DIR";

/// Paths that lead to an existing secret, for readers of files with an extension.
fn leading_out(disk: &Disk, ending: &str) -> Vec<String> {
    let (env, outside) = (disk.path("env"), disk.path("outside"));
    vec![
        format!("{outside}/secret{ending}"),
        format!("{env}/../outside/secret{ending}"),
        format!("{env}/modules/m/files/../../../../outside/secret{ending}"),
        format!("/{env}//..///outside/./secret{ending}"),
        format!("{env}/modules/m/files/folder/secret{ending}"),
        format!("{env}/modules/m/files/twice/secret{ending}"),
        format!("{env}/modules/m/files/twice/deep/../secret{ending}"),
        format!("{env}/modules/evil/secret{ending}"),
        format!("/proc/self/root{outside}/secret{ending}"),
        format!("/proc/self/cwd/../../../../../../../../../../../../..{outside}/secret{ending}"),
    ]
}

#[test]
fn functions_of_puppet() {
    let disk = Disk::new("functions");
    let readers = [
        ("notice(file('PATH'))", ".txt"),
        ("notice(file('/no/such', 'PATH', 'm/own'))", ""),
        ("notice(binary_file('PATH'))", ".txt"),
        ("notice(String(binary_file('PATH'), '%s'))", ""),
        ("notice(find_file('PATH'))", ".txt"),
        ("notice(find_file(['/no/such', 'PATH']))", ""),
        ("notice(template('PATH'))", ".erb"),
        ("notice(find_template('PATH'))", ".erb"),
        ("notice(epp('PATH'))", ".epp"),
        ("notice(epp('PATH', { 'a' => 1 }))", ""),
        ("notice(call('file', 'PATH'))", ".txt"),
        ("['PATH'].map |$path| { file($path) }.notice", ".txt"),
    ];
    let mut count = 0;
    for (reader, ending) in readers {
        for path in leading_out(&disk, ending) {
            disk.refuses(&reader.replace("PATH", &path), &[]);
            count += 1;
        }
    }
    assert!(count >= 120, "{count}");
}

#[test]
fn names_in_modules() {
    let disk = Disk::new("names");
    for program in [
        "notice(file('m/link'))",
        "notice(file('m/folder/secret'))",
        "notice(file('m/twice/secret.txt'))",
        "notice(binary_file('m/link'))",
        "notice(find_file('m/link'))",
        "notice(epp('m/link'))",
        "notice(epp('m/link.epp'))",
        "notice(epp('m/folder/secret'))",
        "notice(find_template('m/link.erb'))",
        "notice(template('m/link.erb'))",
        "notice(template('m/folder/secret.erb'))",
    ] {
        disk.refuses(program, &[]);
    }
    for program in [
        "notice(file('m/../../../../outside/secret'))",
        "notice(file('evil/secret'))",
        "notice(file('m/%2e%2e/%2e%2e/%2e%2e/%2e%2e/outside/secret'))",
        "notice(file('m/\u{ff0e}\u{ff0e}/\u{ff0e}\u{ff0e}/outside/secret'))",
        "notice(file('M/link'))",
        "notice(epp('m/../../../../outside/secret'))",
        "notice(template('m/../../../../outside/secret.erb'))",
        "include m::linked",
        "include evil::secret",
        "notice(m::linked())",
        "notice(load_module_metadata('evil', true))",
        "notice(\"${module_directory('evil')}\")",
    ] {
        disk.keeps(program, &[]);
    }
}

#[test]
fn what_is_not_a_file() {
    let disk = Disk::new("devices");
    let files = disk.path("env/modules/m/files");
    for reader in ["file", "binary_file", "template", "epp"] {
        for name in ["pipe", "socket"] {
            let all = disk.keeps(&format!("notice({reader}('{files}/{name}'))"), &[]);
            assert!(all.contains("it is a device, a pipe or a socket, not a file"), "{reader} {name}: {all}");
        }
        for path in
            ["/dev/zero", "/dev/stdin", "/dev/tty", "/dev/fd/0", "/proc/self/environ", "/proc/1/environ"]
        {
            let (all, code) = disk.run(&format!("notice({reader}('{path}'))"), &[], Policy::default());
            // A device may not exist on this system.
            let refused = code.as_deref() == Some("not-allowed") || !Path::new(path).exists();
            assert!(refused || all.contains("not a file"), "{reader} {path}: {all}");
        }
        let long = "x/".repeat(4000);
        for path in [
            format!("/{long}"),
            format!("{files}/{}", "y".repeat(100_000)),
            format!("{files}/own\\u{{0}}.txt"),
        ] {
            disk.keeps(&format!("notice({reader}(\"{path}\"))"), &[]);
        }
    }
    // Files provided by the kernel are refused even if all files on disk are allowed.
    let (all, code) =
        disk.run("notice(file('/proc/self/environ'))", &[], Policy::default().allow_all_reads());
    assert_eq!(code.as_deref(), Some("not-allowed"), "{all}");
}

/// A template with Ruby code.
fn ruby(code: &str) -> String {
    format!(
        "$code = @(END)\n<%= begin; {code}; rescue Exception, NoMethodError => e; 'rescued'; end %>\n| END\nnotice(inline_template($code))\n"
    )
}

#[test]
fn ruby_code() {
    let disk = Disk::new("ruby");
    let readers = [
        ("File.read('PATH')", ""),
        ("File.binread('PATH')", ""),
        ("File.readlines('PATH').join", ""),
        ("x = ''; File.foreach('PATH') { |line| x << line }; x", ""),
        ("File.exist?('PATH')", ""),
        ("File.file?('PATH')", ""),
        ("File.readable?('PATH')", ""),
        ("Dir.glob('PATH').join", ""),
        ("Dir['PATH'].join", ""),
        ("scope.call_function('file', ['PATH'])", ""),
        ("scope.function_file(['PATH'])", ""),
        ("call_function('file', 'PATH')", ""),
        ("scope.function_template(['PATH'])", ".erb"),
        ("scope.call_function('epp', ['PATH'])", ".epp"),
        ("scope.call_function('find_file', ['PATH'])", ""),
        ("scope.call_function('binary_file', ['PATH'])", ""),
    ];
    let mut count = 0;
    for (reader, ending) in readers {
        for path in leading_out(&disk, ending) {
            let program = ruby(&reader.replace("PATH", &path));
            let all = disk.keeps(&program, &[]);
            let may_be_rescued = disk.is_temporary() || reader.starts_with("call_function");
            assert!(!all.contains("rescued") || may_be_rescued, "{program}: {all}");
            if !reader.starts_with("call_function") {
                disk.refuses(&program, &[]);
            }
            count += 1;
        }
    }
    assert!(count >= 150, "{count}");
}

#[test]
fn ruby_code_and_folders() {
    let disk = Disk::new("folders");
    let (env, outside) = (disk.path("env"), disk.path("outside"));
    let own =
        ruby(&format!("Dir.glob('{env}/modules/m/files/o*').map {{ |path| File.basename(path) }}.join"));
    assert!(disk.keeps(&own, &[]).contains("own"));
    for code in [
        format!("Dir.children('{outside}').join"),
        format!("Dir.entries('{outside}').join"),
        format!("Dir.exist?('{outside}')"),
        format!("File.directory?('{outside}')"),
        format!("Dir.glob('{outside}/*').join"),
        format!("Dir.glob('{env}/{{..,.}}/outside/*').join"),
        format!("Dir.glob('{env}/{{../outside/,}}*').join"),
        format!("Dir.glob('{env}/modules/../../outside/*').join"),
        format!("Dir['{outside}/*', '{outside}/**/*'].join"),
        format!("Dir.children('{env}/modules/m/files/folder').join"),
        "Dir.glob('/etc/{passwd,shadow}').join".to_owned(),
        "Dir.glob('/{etc,usr}/*').join".to_owned(),
        "Dir.glob('/*').join".to_owned(),
        "Dir.glob('/**/passwd').join".to_owned(),
        "Dir.children('/').join".to_owned(),
        "Dir.children('/proc/self').join".to_owned(),
    ] {
        disk.refuses(&ruby(&code), &[]);
    }
    // What is found by chance is left out.
    for code in [
        format!("Dir.glob('{env}/modules/m/files/*/secret').join"),
        format!("Dir.glob('{env}/**/secret.txt').join"),
        format!("Dir.glob('{env}/modules/m/files/{{folder,twice}}/../secret*').join"),
    ] {
        let all = disk.keeps(&ruby(&code), &[]);
        assert!(!all.contains("outside/secret"), "{code}: {all}");
    }
}

#[test]
fn ruby_code_by_other_ways() {
    let disk = Disk::new("ways");
    let secret = disk.path("outside/secret");
    for code in [
        format!("IO.read('{secret}')"),
        format!("open('{secret}').read"),
        format!("File.open('{secret}') {{ |file| file.read }}"),
        format!("File.new('{secret}').read"),
        format!("Kernel.open('{secret}').read"),
        format!("require 'pathname'; Pathname.new('{secret}').read"),
        format!("require 'yaml'; YAML.load_file('{secret}.yaml')"),
        format!("require 'json'; JSON.load_file('{secret}.json')"),
        format!("require '{secret}.rb'"),
        format!("require '{secret}'"),
        String::from("require_relative '../../../../outside/secret'"),
        format!("load '{secret}.rb'"),
        "require 'linked'".to_owned(),
        format!("eval(File.read('{secret}.rb'))"),
        format!("ERB.new(File.read('{secret}')).result"),
        format!("Puppet::FileSystem.read('{secret}')"),
        format!("File.readlink('{secret}')"),
        format!("File.realpath('{secret}')"),
        format!("`cat {secret}`"),
        format!("%x(cat {secret})"),
        format!("system('cat {secret}')"),
        format!("exec('cat {secret}')"),
        format!("IO.popen('cat {secret}').read"),
        format!("Process.spawn('cat {secret}')"),
        format!("File.symlink('{secret}', '{}')", disk.path("env/modules/m/files/new")),
        format!("File.link('{secret}', '{}')", disk.path("env/modules/m/files/new")),
        format!("FileUtils.cp('{secret}', '{}')", disk.path("env/modules/m/files/new")),
        format!("ObjectSpace.each_object {{ |object| object }}; File.read('{secret}')"),
        format!("File.send(:read, '{secret}')"),
        format!("File.method(:read).call('{secret}')"),
        format!("class << File; alias good read; end; File.good('{secret}')"),
        format!("PuppetHost.find_file('{secret}')"),
        format!("PuppetHost.call('file', ['{secret}'])"),
        format!("x = '{secret}'; def x.to_str; self; end; File.read(x)"),
        format!("o = Object.new; o.define_singleton_method(:to_path) {{ '{secret}' }}; File.read(o)"),
    ] {
        disk.keeps(&ruby(&code), &[]);
    }
    assert!(!Path::new(&disk.path("env/modules/m/files/new")).exists());
}

#[test]
fn environment_variables() {
    let disk = Disk::new("variables");
    let value = std::env::var(VARIABLE).expect("cargo sets it");
    for code in [
        format!("ENV['{VARIABLE}']"),
        format!("ENV.fetch('{VARIABLE}', 'none')"),
        format!("ENV.key?('{VARIABLE}')"),
        format!("ENV.send(:[], '{VARIABLE}')"),
    ] {
        disk.refuses(&ruby(&code), &[]);
        let (all, _) = disk.run(&ruby(&code), &[], Policy::default().allow_variable(VARIABLE));
        assert!(all.contains(&value) || all.contains("true"), "{code}: {all}");
    }
    for code in [
        "ENV.to_h.inspect",
        "ENV.keys.inspect",
        "ENV.values.inspect",
        "ENV.inspect",
        "ENV.each { |k| k }.to_s",
    ] {
        assert!(!disk.keeps(&ruby(code), &[]).contains(&value), "{code}");
    }
    let all = disk.keeps(&ruby("ENV['BUNRAKU_NOBODY_SETS_THIS'].inspect + ENV.fetch('BUNRAKU_X', 'd')"), &[]);
    assert!(all.contains("nild"), "{all}");
    let all = disk.keeps(&ruby("ENV['A_B'] = 'c'; ENV['A_B'] + ENV.to_h.inspect"), &[]);
    assert!(all.contains("c{\"A_B\"=>\"c\"}"), "{all}");
    for substitution in [format!("${{{VARIABLE}}}"), format!("${{?{VARIABLE}}}")] {
        disk.write(
            "env/hiera.yaml",
            "version: 5\nhierarchy: [{name: h, data_hash: hocon_data, path: a.conf}]\n",
        );
        disk.write("env/data/a.conf", &format!("key = {substitution}\n"));
        disk.refuses("notice(lookup('key'))", &[]);
        let (all, _) = disk.run("notice(lookup('key'))", &[], Policy::default().allow_variable(VARIABLE));
        assert!(all.contains(&value), "{all}");
    }
}

#[test]
fn paths_that_facts_put_together() {
    let disk = Disk::new("facts");
    let outside = disk.path("outside");
    let levels = [
        "{name: a, path: \"%{facts.path}.yaml\"}",
        "{name: a, path: \"nodes/%{facts.path}.yaml\"}",
        "{name: a, paths: [common.yaml, \"%{facts.path}.yaml\"]}",
        "{name: a, mapped_paths: [facts.paths, path, \"%{path}.yaml\"]}",
        "{name: a, mapped_paths: [facts.paths, path, \"nodes/%{path}.yaml\"]}",
        "{name: a, glob: \"%{facts.path}.yaml\"}",
        "{name: a, globs: [\"nodes/%{facts.path}.*\"]}",
        "{name: a, datadir: \"%{facts.folder}\", path: secret.yaml}",
        "{name: a, datadir: \"data/%{facts.folder}\", path: secret.yaml}",
        "{name: a, datadir: \"%{facts.folder}\", glob: \"*.yaml\"}",
        "{name: a, data_hash: json_data, path: \"%{facts.path}.json\"}",
        "{name: a, data_hash: hocon_data, path: \"%{facts.path}.conf\"}",
        "{name: a, lookup_key: eyaml_lookup_key, path: \"%{facts.path}.yaml\", options: {pkcs7_private_key: /no}}",
    ];
    fs::create_dir_all(disk.path("env/data/nodes")).unwrap();
    for level in levels {
        disk.write("env/hiera.yaml", &format!("version: 5\nhierarchy:\n  - {level}\n"));
        let ups = ["../../outside/secret", "../../../outside/secret", "../../../../outside/secret"];
        let mut refused = 0;
        for path in ups.iter().map(|path| (*path).to_owned()).chain([format!("{outside}/secret")]) {
            let folder = Path::new(&path).parent().unwrap().display().to_string();
            let facts = [
                ("path", Value::str(path.as_str())),
                ("paths", Value::array([Value::str("x"), Value::str(path.as_str())])),
                ("folder", Value::str(folder)),
            ];
            let program = "notice(lookup('stolen', { 'default_value' => 'nothing' }))";
            disk.keeps(program, &facts);
            let (_, code) = disk.run(program, &facts, Policy::default());
            refused += usize::from(code.as_deref() == Some("not-allowed"));
        }
        assert!(refused > 0, "{level}: at least one of the paths leads to the secret");
    }
    // Facts of a node must not lead out of the data folder to other files of the environment.
    disk.write("env/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: \"nodes/%{facts.path}.yaml\"}]\n");
    disk.write("env/hidden.yaml", &format!("stolen: {SECRET}\n"));
    disk.refuses("notice(lookup('stolen'))", &[("path", Value::str("../../hidden"))]);
    disk.write("env/data/other.yaml", "fine: other\n");
    assert!(disk.keeps("notice(lookup('fine'))", &[("path", Value::str("../other"))]).contains("other"));
    for path in ["a\0b", "..", ".", "", "%2e%2e/x", "x\\..\\y", "{..,.}/x", "\u{202e}x", &"z".repeat(70_000)]
    {
        disk.keeps("notice(lookup('a', { 'default_value' => 1 }))", &[("path", Value::str(path))]);
    }
}

#[test]
fn data_files() {
    let disk = Disk::new("data");
    let outside = disk.path("outside");
    let lookup = "notice(lookup('stolen', { 'default_value' => 'nothing' }))";
    disk.write("env/hiera.yaml", "version: 5\nhierarchy: [{name: a, path: link.yaml}]\n");
    disk.refuses(lookup, &[]);
    disk.write("env/hiera.yaml", "version: 5\nhierarchy: [{name: a, data_hash: hocon_data, path: a.conf}]\n");
    for include in [
        format!("include file(\"{outside}/secret.conf\")"),
        format!("include file(\"{outside}/secret\")"),
        format!("a {{ include file(\"{outside}/secret.json\") }}"),
        format!("include file(\"{}/../outside/secret.conf\")", disk.path("env")),
        format!("include file(\"{}\")", disk.path("env/modules/m/files/folder/secret.conf")),
    ] {
        disk.write("env/data/a.conf", &format!("{include}\n"));
        disk.refuses(lookup, &[]);
    }
    // Files next to it, and a missing file, behave as in Puppet.
    disk.write("env/data/b.conf", "fine = b\n");
    let own = disk.path("env/data/b.conf");
    disk.write("env/data/a.conf", &format!("include file(\"{own}\")\ninclude file(\"/no/such.conf\")\n"));
    assert!(disk.keeps("notice(lookup('fine'))", &[]).contains('b'));
}

#[test]
fn data_functions_and_modules() {
    let disk = Disk::new("lookup");
    let outside = disk.path("outside");
    let lookup = "notice(lookup('m::stolen', { 'default_value' => 'nothing' }))";
    // The configuration of a module is code of the module: it cannot name a data folder elsewhere.
    disk.write("outside/m.yaml", &format!("m::stolen: {SECRET}\n"));
    for place in [
        format!("{{name: a, datadir: \"{outside}\", path: m.yaml}}"),
        format!("{{name: a, path: \"{outside}/m.yaml\"}}"),
        "{name: a, path: ../../../../outside/m.yaml}".to_owned(),
        format!("{{name: a, glob: \"{outside}/m*\"}}"),
        "{name: a, path: ../files/folder/m.yaml}".to_owned(),
    ] {
        disk.write("env/modules/m/hiera.yaml", &format!("version: 5\nhierarchy:\n  - {place}\n"));
        disk.refuses(lookup, &[]);
    }
    let functions = [
        format!("function m::data($options, $context) {{ {{ 'm::stolen' => file('{outside}/m.yaml') }} }}"),
        format!(
            "function m::data($options, $context) {{ yaml_data({{ 'path' => '{outside}/m.yaml' }}, $context) }}"
        ),
        format!(
            "function m::data($options, $context) {{ {{ 'm::stolen' => $context.cached_file_data('{outside}/m.yaml') }} }}"
        ),
    ];
    disk.write("env/modules/m/hiera.yaml", "version: 5\nhierarchy: [{name: a, data_hash: \"m::data\"}]\n");
    for function in functions {
        disk.write("env/modules/m/functions/data.pp", &function);
        disk.refuses(lookup, &[]);
    }
}

#[test]
fn what_the_configuration_names_is_read() {
    let disk = Disk::new("configuration");
    let outside = disk.path("outside");
    let lookup = "notice(lookup('stolen'))";
    for level in [
        format!("{{name: a, datadir: \"{outside}\", path: secret.yaml}}"),
        format!("{{name: a, path: \"{outside}/secret.yaml\"}}"),
        "{name: a, path: ../../outside/secret.yaml}".to_owned(),
        "{name: a, datadir: ../outside, glob: \"*.yaml\"}".to_owned(),
        format!("{{name: a, path: \"{outside}/%{{facts.name}}.yaml\"}}"),
        format!("{{name: a, glob: \"{outside}/*.yaml\"}}"),
    ] {
        disk.write("env/hiera.yaml", &format!("version: 5\nhierarchy:\n  - {level}\n"));
        let (all, code) = disk.run(lookup, &[("name", Value::str("secret"))], Policy::default());
        assert!(all.contains(SECRET) && code.is_none(), "{level}: {all}");
        // Facts of a node must not lead out of a folder that the configuration names elsewhere.
        disk.write("secret2.yaml", &format!("other: {SECRET}\n"));
        disk.keeps(
            "notice(lookup('other', { 'default_value' => 1 }))",
            &[("name", Value::str("../secret2"))],
        );
    }
    // A module may be a link to its actual location.
    disk.write("kept/linked/manifests/init.pp", "class linked { notice(file('linked/a')) }\n");
    disk.write("kept/linked/files/a", "kept here");
    symlink(disk.path("kept/linked"), disk.path("env/modules/linked")).unwrap();
    assert!(disk.keeps("include linked", &[]).contains("kept here"));
    disk.refuses(&format!("notice(file('{}'))", disk.path("kept/../outside/secret")), &[]);
}

#[test]
fn what_is_missing_is_as_it_is_in_puppet() {
    let disk = Disk::new("missing");
    let missing = disk.path("outside/nothing");
    for (program, expected) in [
        (format!("notice(find_file('{missing}') =~ Undef)"), "true"),
        (format!("notice(find_file('{missing}', 'm/own'))"), "modules/m/files/own"),
        (format!("notice(file('{missing}', 'm/own'))"), "own"),
        (ruby(&format!("File.exist?('{missing}')")), "false"),
        (ruby(&format!("Dir.glob('{missing}/*').inspect")), "[]"),
    ] {
        let (all, code) = disk.run(&program, &[], Policy::default());
        assert!(all.contains(expected) && code.is_none(), "{program}: {all}");
    }
    let (all, code) = disk.run(&format!("file('{missing}')"), &[], Policy::default());
    assert_eq!(code.as_deref(), Some("function-failed"), "{all}");
}

#[test]
fn what_is_allowed_is_read() {
    let disk = Disk::new("allowed");
    let secret = disk.path("outside/secret");
    let programs = [
        format!("notice(file('{secret}'))"),
        ruby(&format!("File.read('{secret}')")),
        "notice(file('m/folder/secret'))".to_owned(),
    ];
    for program in &programs {
        for path in [secret.as_str(), &disk.path("outside"), &disk.path("env/../outside")] {
            let (all, code) = disk.run(program, &[], Policy::default().allow_read(path));
            assert!(all.contains(SECRET) && code.is_none(), "{program}: {all}");
        }
        let (all, _) = disk.run(program, &[], Policy::default().allow_read(disk.path("outsid")));
        assert!(!all.contains(SECRET), "{program}: {all}");
    }
    // The option named by a refusal is the one that helps.
    let (all, _) = disk.run(&programs[2], &[], Policy::default());
    let flag = all.split("--allow-read=").nth(1).and_then(|rest| rest.split('`').next()).expect("a flag");
    let (all, code) = disk.run(&programs[2], &[], Policy::default().allow_read(flag));
    assert!(all.contains(SECRET) && code.is_none(), "{all}");
}
