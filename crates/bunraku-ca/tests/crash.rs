//! A program killed at any moment leaves whole files, and no serial number is used twice.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests look at the files of the authority, start themselves, and fail by a panic"
)]

mod common;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bunraku_ca::{Authority, CaSettings, Certificate, NewRequest, State};
use common::Folder;

/// Names the folder in which a child works until it is killed.
const FOLDER: &str = "BUNRAKU_CA_CRASH_FOLDER";

/// Not a test by itself: the child process of the test below. It prints everything that was acknowledged.
#[test]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let folder = Path::new(&folder);
    let settings = CaSettings::new(folder.join("ca"), folder.join("ssl"));
    let ca = Authority::open_or_create(settings).unwrap();
    let pid = std::process::id();
    let mut out = std::io::stdout();
    for number in 0.. {
        let name = format!("n{pid}-{number}");
        let csr = NewRequest::new(&*name).generate().unwrap().csr;
        ca.submit(&name, &csr).unwrap();
        writeln!(out, "\nsubmitted {name}").unwrap();
        let certificate = ca.sign(&name, None).unwrap();
        writeln!(out, "\nsigned {name} {}", certificate.serial()).unwrap();
        if number % 3 == 0 {
            ca.revoke(std::slice::from_ref(&name)).unwrap();
            writeln!(out, "\nrevoked {name} {}", certificate.serial()).unwrap();
        }
        if number % 5 == 0 {
            let renewed = ca.renew_certificate(&name, None).map(|renewed| renewed.serial());
            if let Ok(renewed) = renewed {
                writeln!(out, "\nsigned {name} {renewed}").unwrap();
            }
        }
    }
}

fn start(folder: &Folder) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["child", "--exact", "--nocapture", "--test-threads=1"])
        .env(FOLDER, &folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn killed_at_any_moment() {
    let folder = Folder::new();
    let rounds: u64 = std::env::var("BUNRAKU_CA_CRASHES").ok().map_or(12, |rounds| rounds.parse().unwrap());
    let mut told: Vec<String> = Vec::new();
    for round in 0..rounds {
        // Two programs at once, killed at different moments.
        let mut children = [start(&folder), start(&folder)];
        let mut random =
            round.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(u64::from(std::process::id()));
        for child in &mut children {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            std::thread::sleep(Duration::from_millis((random >> 33) % 150));
            child.kill().unwrap();
        }
        for mut child in children {
            let lines = BufReader::new(child.stdout.take().unwrap()).lines();
            told.extend(lines.map_while(Result::ok));
            child.wait().unwrap();
        }
        check(&folder, &told);
    }
    let signed = told.iter().filter(|line| line.starts_with("signed ")).count();
    assert!(signed > 20, "the children have worked: {signed}");
}

fn check(folder: &Folder, told: &[String]) {
    if !folder.path("ca").exists() {
        return;
    }
    // Even an interrupted first start is completed by the next one.
    let ca = Authority::open_or_create(folder.settings()).unwrap();
    let next = u64::from_str_radix(folder.read("ca/serial").trim(), 16).unwrap();
    let inventory = folder.read("ca/inventory.txt");
    assert!(inventory.ends_with('\n'), "the last line is whole");
    let mut issued: HashMap<u64, String> = HashMap::new();
    for line in inventory.lines() {
        let [serial, _, not_after, subject] = line.splitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("half of a line: {line:?}");
        };
        assert!(not_after.ends_with("UTC"), "{line}");
        let serial = u64::from_str_radix(serial.strip_prefix("0x").unwrap(), 16).unwrap();
        assert!(serial < next, "{line}: the counter is at {next}");
        let before = issued.insert(serial, subject.to_owned());
        assert_eq!(before, None, "the serial number of {line} was used twice");
    }
    for name in ca.signed_names().unwrap() {
        let certificate = Certificate::from_pem(&folder.read(&format!("ca/signed/{name}.pem"))).unwrap();
        assert!(certificate.is_issued_by(ca.issuing_certificate()));
        let serial: u64 = certificate.serial().to_string().parse().unwrap();
        assert_eq!(issued.get(&serial), Some(&format!("/CN={name}")));
    }
    let mut seen = HashSet::new();
    for line in told {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["submitted", name] => assert!(ca.status(name).is_ok(), "{line}"),
            ["signed", name, serial] => {
                assert!(seen.insert(serial), "{line}: twice");
                assert_eq!(issued.get(&serial.parse().unwrap()), Some(&format!("/CN={name}")));
                assert_ne!(ca.status(name).unwrap().state, State::Requested, "{line}");
            }
            ["revoked", name, _] => assert_eq!(ca.status(name).unwrap().state, State::Revoked, "{line}"),
            _ => {}
        }
    }
    for folder in [folder.path("ca"), folder.path("ca/signed"), folder.path("ca/requests")] {
        for entry in fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.starts_with('.'), "{name} is left");
        }
    }
}

#[test]
fn a_line_that_was_cut_off_is_removed() {
    let folder = Folder::new();
    let ca = folder.authority();
    let whole = folder.read("ca/inventory.txt");
    for (tail, kept) in [
        ("0x0002 2026-11-14T09:36:5", ""),
        (
            "0x0002 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=edited",
            "0x0002 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=edited\n",
        ),
    ] {
        folder.write("ca/inventory.txt", &format!("{whole}{tail}"));
        ca.generate("web01", &[], false, bunraku_ca::KeyKind::P256, None).unwrap();
        ca.delete("web01").unwrap();
        let inventory = folder.read("ca/inventory.txt");
        assert!(inventory.starts_with(&format!("{whole}{kept}0x000")), "{inventory}");
        assert!(inventory.ends_with("/CN=web01\n"), "{inventory}");
    }
}

#[test]
fn an_old_counter_uses_no_number_again() {
    let folder = Folder::new();
    let ca = folder.authority();
    for name in ["a", "b", "c"] {
        ca.generate(name, &[], false, bunraku_ca::KeyKind::P256, None).unwrap();
    }
    folder.write("ca/serial", "0001");
    ca.generate("d", &[], false, bunraku_ca::KeyKind::P256, None).unwrap();
    assert_eq!(ca.status("d").unwrap().certificate.unwrap().serial_number.to_string(), "5");
    assert_eq!(folder.read("ca/serial"), "0006");
}

#[test]
fn broken_folders_have_clear_messages() {
    let opened = |change: &dyn Fn(&Folder)| {
        let folder = Folder::new();
        folder.authority();
        change(&folder);
        let message = Authority::open(folder.settings()).unwrap_err().to_string();
        message.replace(&*folder.0.to_string_lossy(), "")
    };
    let remove = |name: &'static str| move |folder: &Folder| fs::remove_file(folder.path(name)).unwrap();
    let write =
        |name: &'static str, content: &'static str| move |folder: &Folder| drop(folder.write(name, content));
    assert_eq!(
        opened(&remove("ca/serial")),
        "Cannot initialize CA with partial state; need all files or none.\nFound:\n/ca/ca_crt.pem\n/ca/ca_crl.pem\n\
         /ca/ca_key.pem\n/ca/inventory.txt\nMissing:\n/ca/serial"
    );
    assert_eq!(
        opened(&write("ca/serial", "next")),
        "expected the next serial number in `/ca/serial`, hexadecimal, got `next`"
    );
    assert_eq!(
        opened(&write("ca/ca_key.pem", "")),
        "`/ca/ca_key.pem`: expected a private key in PEM format, found none"
    );
    assert_eq!(
        opened(&write("ca/ca_crl.pem", "")),
        "`/ca/ca_crl.pem`: expected a revocation list of the authority, found none"
    );
    assert_eq!(
        opened(&|folder| drop(folder.write("ca/ca_key.pem", &common::request("x").private_key))),
        "no certificate in `/ca/ca_crt.pem` matches the key in `/ca/ca_key.pem`"
    );
    assert_eq!(
        opened(&|folder| fs::remove_dir_all(folder.path("ca")).unwrap()),
        "`/ca` has no certificate authority: run `bunraku ca setup`"
    );
}

#[test]
fn a_full_disk_loses_nothing() {
    // Simulated by a read-only folder; the superuser may write everywhere.
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let ca = folder.authority();
    let before = folder.snapshot();
    fs::set_permissions(folder.path("ca"), fs::Permissions::from_mode(0o500)).unwrap();
    let result = ca.generate("web01", &[], false, bunraku_ca::KeyKind::P256, None);
    fs::set_permissions(folder.path("ca"), fs::Permissions::from_mode(0o750)).unwrap();
    match result {
        Ok(_) => eprintln!("SKIPPED: this user may write everywhere"),
        Err(refusal) => {
            assert_eq!(refusal.status, 500);
            assert_eq!(folder.snapshot(), before);
        }
    }
}
