//! What a program may read, run and find out, and the options that allow more.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::support::{Folder, folder};

fn site() -> Folder {
    folder(&[("env/manifests/site.pp", ""), ("outside/secret", "SECRET"), ("outside/a.yaml", "a: SECRET\n")])
}

#[test]
fn files_are_read_where_that_is_allowed() {
    let files = site();
    let secret = fs::canonicalize(files.path("outside/secret")).unwrap();
    let secret = secret.to_str().unwrap();
    files.write("env/manifests/site.pp", format!("notice(file('{secret}'))\n").as_bytes());
    let compile = |more: &[&str]| files.run(&[&["compile", "--environment", "env"], more].concat());
    let run =
        compile(&[]).status(1).says("error[not-allowed]: `file` is not allowed to read").never_says("SECRET");
    run.says(&format!("`--allow-read={secret}` allows it"));
    let exact = format!("--allow-read={secret}");
    for option in [exact.as_str(), "--allow-read=outside", "--allow-read=./env/../outside", "--allow-read"] {
        compile(&[option]).status(0).says("notice: SECRET (");
        compile(&["--allow-read=env", option]).status(0).says("notice: SECRET (");
    }
    compile(&["--allow-read=outside/other"]).status(1).never_says("SECRET");
    // The path must be joined to the option, since the next argument may be the manifest.
    files.write("a.pp", format!("notice(file('{secret}'))\n").as_bytes());
    files.run(&["compile", "--allow-read", "a.pp"]).status(0).says("notice: SECRET (");
    files.run(&["compile", "a.pp"]).status(1).says(&exact).never_says("SECRET");
    files.run(&["eval", "-e", &format!("file('{secret}')")]).status(1).says(&exact);
    files
        .run(&["eval", "--allow-read=outside", "-e", &format!("file('{secret}')")])
        .status(0)
        .prints("SECRET");
}

#[test]
fn the_null_device_is_an_empty_file_for_code() {
    let code = "[file('/no/such', '/dev/null'), inline_template('<%= File.read(%q(/dev/null)) %>')]";
    folder(&[]).run(&["eval", "-e", code]).status(0).prints("['', '']");
    folder(&[]).run(&["eval", "-e", "file('/dev/zero')"]).status(1).says("not-allowed");
}

/// Creates a pipe without a writer where a command looks for a file.
fn pipe(path: std::path::PathBuf) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn nothing_waits_for_a_pipe_that_nobody_has_named() {
    for name in [".gitignore", ".ignore", "manifests/.gitignore"] {
        let files = folder(&[("manifests/init.pp", "class m { }\n")]);
        pipe(files.path(name));
        for command in [&["validate", "."][..], &["fmt", "--check", "."], &["lint", "."]] {
            let run = files.run(command);
            run.says(&format!("cannot read `{name}`: it is not a regular file")).never_says("panicked");
        }
    }
    let files = folder(&[("manifests/init.pp", "class m { }\n")]);
    pipe(files.path("bunraku.toml"));
    for command in ["validate", "fmt", "lint", "compile", "config"] {
        files.run(&[command, "."]).status(2).says("cannot read `bunraku.toml`: it is not a regular file");
    }
    for name in [".puppet-lint.rc", "metadata.json"] {
        let files = folder(&[("manifests/init.pp", "# @summary a\nclass m { }\n")]);
        pipe(files.path(name));
        for command in [&["lint", "."][..], &["config"], &["doc", "--format", "html"], &["validate", "."]] {
            files.run(command).never_says("panicked");
        }
    }
}

#[test]
fn a_suite_waits_for_no_pipe() {
    let files =
        folder(&[("metadata.json", r#"{"name": "me-m", "version": "1.0.0"}"#), ("spec/classes/a.txt", "")]);
    pipe(files.path("spec/classes/m_spec.rb"));
    symlink("/dev/zero", files.path("spec/classes/n_spec.rb")).unwrap();
    files.run(&["test"]).status(1).prints("cannot read the file").never_says("panicked");
}

#[test]
fn links_do_not_show_what_is_elsewhere() {
    let files = folder(&[
        ("m/manifests/init.pp", "class m { }\n"),
        ("m/tasks/own.json", r#"{"description": "own"}"#),
        ("outside/secret.toml", "a = SECRET\n"),
        ("outside/secret.json", r#"{"description": "SECRET"}"#),
    ]);
    symlink("own.json", files.path("m/tasks/linked.json")).unwrap();
    symlink(files.path("outside/secret.json"), files.path("m/tasks/other.json")).unwrap();
    let run = files.run(&["doc", "m", "--output", "-"]).status(0).prints("linked");
    assert!(!run.stdout.contains("SECRET") && !run.stdout.contains("other"), "{}", run.stdout);
    symlink(files.path("outside/secret.toml"), files.path("m/bunraku.toml")).unwrap();
    for command in ["validate", "fmt", "lint", "check"] {
        let run = files.run(&[command, "m"]).status(2).never_says("SECRET");
        run.says("cannot read `m/bunraku.toml`: it is a link that leads out of its folder");
    }
    files.run(&["--isolated", "validate", "m"]).status(0);
}

#[test]
fn links_that_double_at_each_level_are_followed_once() {
    let files = folder(&[("env/manifests/site.pp", "notice(1)\n"), ("env/d40/x.pp", "class x { }\n")]);
    for level in 0..40 {
        fs::create_dir_all(files.path(&format!("env/d{level}"))).unwrap();
        for name in ["a", "b"] {
            symlink(format!("../d{}", level + 1), files.path(&format!("env/d{level}/{name}"))).unwrap();
        }
    }
    for name in ["a", "b", "c"] {
        symlink(".", files.path(&format!("env/manifests/{name}"))).unwrap();
    }
    files.run(&["validate", "env"]).status(0).says("2 files: no problems");
    for command in ["fmt", "lint"] {
        files.run(&[command, "env"]).never_says("panicked");
    }
    files.run(&["compile", "--environment", "env"]).status(0).says("notice: 1 (");
}

#[cfg(target_os = "linux")]
#[test]
fn a_link_is_not_a_device() {
    let files = folder(&[("site.pp", "notice(1)\n")]);
    symlink("/proc/self/pagemap", files.path("a.pp")).unwrap();
    symlink("/dev/zero", files.path("facts.json")).unwrap();
    symlink("/", files.path("root.pp")).unwrap();
    for command in ["validate", "parse", "eval", "lint", "compile"] {
        files.run(&[command, "a.pp"]).says("which is not a file on a disk").never_says("panicked");
    }
    let run = files.run(&["compile", "site.pp", "--facts", "facts.json"]).status(2);
    run.says("it is a link to `/dev/zero`, which is not a file on a disk");
    files.run(&["validate", "root.pp"]).status(1).says("it is a link to a folder");
}

#[test]
fn the_reference_of_a_module_is_not_written_elsewhere() {
    let files = folder(&[("m/manifests/init.pp", "class m { }\n"), ("outside/own", "own")]);
    symlink(files.path("outside/own"), files.path("m/REFERENCE.md")).unwrap();
    files.run(&["doc", "m"]).status(2).says("it is a symbolic link that points outside the module");
    assert_eq!(fs::read_to_string(files.path("outside/own")).unwrap(), "own");
    files.run(&["doc", "m", "--output", "m/REFERENCE.md"]).status(0);
    assert!(fs::read_to_string(files.path("outside/own")).unwrap().contains("# Reference"));
    symlink(files.path("m/nothing"), files.path("m/index.html")).unwrap();
    files.run(&["doc", "m", "--format", "html"]).status(2).says(
        "it is a symbolic link that points outside the \
     module",
    );
}

#[test]
fn variables_are_seen_where_that_is_allowed() {
    let files = folder(&[("a.pp", "notice(inline_template('<%= ENV[\"TOKEN\"].inspect %>'))\n")]);
    let run = |args: &[&str]| files.run_with(args, "", &[("TOKEN", "SECRET")]);
    run(&["compile", "a.pp"]).status(1).says("error[not-allowed]").says("`--allow-env=TOKEN` allows it");
    run(&["compile", "--allow-env=TOKEN", "a.pp"]).status(0).says("SECRET");
    run(&["compile", "--allow-env", "a.pp"]).status(0).says("SECRET");
    run(&["compile", "--allow-env=OTHER", "a.pp"]).status(1).never_says("SECRET");
    files.run(&["compile", "a.pp"]).status(0).says("notice: nil (");
}

#[test]
fn connections_are_reserved() {
    let files = folder(&[("a.pp", "")]);
    files.run(&["compile", "--allow-net", "a.pp"]).status(2).says("`--allow-net` is reserved");
}

#[test]
fn names_of_nodes_and_environments_are_checked() {
    let files = site();
    files
        .write("env/hiera.yaml", b"version: 5\nhierarchy: [{name: n, path: \"%{trusted.certname}.yaml\"}]\n");
    files.write("env/manifests/site.pp", b"notice(lookup('a'))\n");
    for node in ["../../outside/a", "..", "a/b", ".hidden", "", "a\nb"] {
        let run = files.run(&["compile", "--environment", "env", "--node", node]);
        run.status(2).says("error[invalid-host-name]").never_says("SECRET");
    }
    files.write("facts.json", br#"{"name": "../../outside/a", "values": {}}"#);
    let run = files.run(&["compile", "--environment", "env", "--facts", "facts.json"]);
    run.status(2).says("is not a valid node name").never_says("SECRET");
    for name in ["../outside", "a/b", "", ".git"] {
        let run = files.run(&["compile", "--environment", "env", "--environment-name", name]);
        run.status(2).says("is not a valid environment name");
    }
}

/// A folder with an environment and a node classifier.
fn classified(script: &str) -> Folder {
    let files = site();
    files.write("enc", format!("#!/bin/sh\n{script}\n").as_bytes());
    fs::set_permissions(files.path("enc"), fs::Permissions::from_mode(0o755)).unwrap();
    files
}

const ENC: [&str; 5] = ["compile", "--environment", "env", "--enc", "./enc"];

#[test]
fn a_classifier_names_no_folder_outside() {
    for name in ["../outside", "outside/../outside", "..", "/etc", ".", "a b"] {
        let files = classified(&format!("echo 'environment: \"{name}\"'"));
        files.run(&ENC).status(1).says("is not a valid environment name");
    }
}

#[test]
fn a_classifier_inherits_no_secrets() {
    let files = classified("echo \"parameters: {seen: '${TOKEN-none} ${PATH:+path} ${HOME:+home}'}\"");
    files.write("env/manifests/site.pp", b"notice($seen)\n");
    let variables = [("TOKEN", "SECRET"), ("HOME", "/root")];
    files.run_with(&ENC, "", &variables).status(0).says("notice: none path home (");
    let allowed = [&ENC[..], &["--allow-env=TOKEN"]].concat();
    files.run_with(&allowed, "", &variables).status(0).says("notice: SECRET path home (");
}

#[test]
fn what_a_classifier_prints_has_limits() {
    classified("yes >&2").run(&ENC).status(1).says("it printed more than 67108864 bytes and was killed");
}

#[test]
fn a_classifier_has_no_more_time_than_its_node() {
    for script in ["sleep 100", "exec sleep 100 >&- 2>&-", "kill -STOP $$", "exec ./enc"] {
        let run = classified(script).run(&[&ENC[..], &["--max-seconds", "1"]].concat());
        run.status(1).says("and was killed");
    }
}

#[test]
fn the_configuration_folder_is_read_but_not_its_keys() {
    let files = folder(&[
        ("conf/puppet.conf", "[main]\ncodedir = ENVS\n"),
        ("conf/custom", "own configuration"),
        ("conf/ssl/private_keys/host.pem", "SECRET"),
        ("conf/eyaml/private_key.pem", "SECRET"),
        ("code/environments/production/manifests/site.pp", ""),
    ]);
    let here = fs::canonicalize(files.path("")).unwrap().display().to_string();
    files.write("conf/puppet.conf", format!("[main]\ncodedir = {here}/code\n").as_bytes());
    let compile = |path: &str| {
        let code = format!("notice(file('{here}/{path}'))\n");
        files.write("code/environments/production/manifests/site.pp", code.as_bytes());
        files.run(&["compile", "--confdir", "conf"])
    };
    compile("conf/custom").status(0).says("notice: own configuration (");
    compile("conf/ssl/private_keys/host.pem").status(1).says("error[not-allowed]").never_says("SECRET");
    compile("conf/eyaml/private_key.pem").status(1).says("error[not-allowed]").never_says("SECRET");
}

#[test]
fn environments_do_not_read_each_other() {
    let files = classified("echo \"environment: $1\"");
    let here = fs::canonicalize(files.path("")).unwrap().display().to_string();
    files.write("lab/files/secret", b"SECRET of lab");
    files.write("lab/manifests/site.pp", format!("notice(file('{here}/lab/files/secret'))\n").as_bytes());
    files.write("env/manifests/site.pp", format!("notice(file('{here}/lab/files/secret'))\n").as_bytes());
    files.write("nodes", b"lab\nenv\nlab2\n");
    symlink(files.path("lab"), files.path("lab2")).unwrap();
    let args = [&ENC[..], &["--nodes-from", "nodes", "--output", "out"]].concat();
    let run = files.run(&args).status(1);
    assert!(run.stderr.contains("lab:\nnotice: SECRET of lab ("), "{}", run.stderr);
    assert!(run.stderr.contains("env:\nerror[not-allowed]"), "{}", run.stderr);
    assert!(run.stderr.contains("wrote 2 catalogs to out; 1 node failed: env"), "{}", run.stderr);
}

#[test]
fn large_manifests_are_refused_wherever_they_come_from() {
    let files = folder(&[]);
    let large = "#".repeat((64 << 20) + 1);
    for command in ["validate", "parse", "eval", "compile"] {
        files
            .run_with(&[command, "-"], &large, &[])
            .says("it is larger than 64 MiB, the limit for a manifest");
    }
    fs::File::create(files.path("a.pp")).unwrap().set_len(large.len() as u64).unwrap();
    files.run(&["validate", "a.pp"]).status(1).says("it is larger than 64 MiB, the limit for a manifest");
}

#[test]
fn large_files_are_refused() {
    let files = folder(&[("env/manifests/site.pp", ""), ("env/modules/m/files/own", "")]);
    let big = |path: &str, size: u64| fs::File::create(files.path(path)).unwrap().set_len(size).unwrap();
    big("env/manifests/site.pp", (64 << 20) + 1);
    files
        .run(&["compile", "--environment", "env"])
        .status(1)
        .says("error[file-too-large]")
        .says("it is larger than 64 MiB, the limit for a manifest");
    files.write("env/manifests/site.pp", b"notice(file('m/big'))\n");
    big("env/modules/m/files/big", (256 << 20) + 1);
    files.run(&["compile", "--environment", "env"]).status(1).says("error[file-too-large]");
    files.write("env/manifests/site.pp", b"notice(lookup('a'))\n");
    files.write("env/hiera.yaml", b"version: 5\nhierarchy: [{name: n, path: big.yaml}]\n");
    fs::create_dir_all(files.path("env/data")).unwrap();
    big("env/data/big.yaml", (256 << 20) + 1);
    files
        .run(&["compile", "--environment", "env"])
        .status(1)
        .says("it is larger than 256 MiB, the limit for a data file");
}
