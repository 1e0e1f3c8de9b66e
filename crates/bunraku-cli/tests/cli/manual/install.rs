//! The script that installs the program in CI, with a local release.

use std::path::Path;
use std::process::{Command, Output};

use super::page::repository;
use crate::support::{Folder, folder};

fn install(files: &Folder) -> Output {
    Command::new("sh")
        .arg(repository().join("templates/install"))
        .args(["v9.9.9", "bin"])
        .current_dir(files.path(""))
        .env("BUNRAKU_RELEASES", format!("file://{}", files.path("").display()))
        .output()
        .unwrap()
}

fn shell(script: &str, folder: &Path) {
    let status = Command::new("sh").args(["-c", script]).current_dir(folder).status().unwrap();
    assert!(status.success(), "{script}");
}

#[test]
fn the_program_is_installed_if_its_checksum_is_right() {
    if Command::new("curl").arg("--version").output().is_err() {
        bunraku_corpus::skipped("curl is not installed");
        return;
    }
    let name = format!("bunraku-9.9.9-{}-unknown-linux-musl", std::env::consts::ARCH);
    let files = folder(&[(&format!("{name}/bunraku"), "#!/bin/sh\necho installed\n"), ("v9.9.9/other", "")]);
    let pack = format!(
        "chmod +x {name}/bunraku && tar -czf v9.9.9/{name}.tar.gz {name} && cd v9.9.9 && \
         sha256sum {name}.tar.gz other > {name}.sha256"
    );
    shell(&pack, &files.path(""));
    let run = install(&files);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    shell("[ \"$(bin/bunraku)\" = installed ] && rm bin/bunraku", &files.path(""));

    files.write(&format!("v9.9.9/{name}.tar.gz"), b"something else");
    assert!(!install(&files).status.success());
    assert!(!files.path("bin/bunraku").exists());
}
