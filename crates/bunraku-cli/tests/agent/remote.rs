//! `bunraku ca` on a running server.

use std::fs;
use std::process::Command;

use bunraku_ca::NewRequest;

use crate::stage::{Stage, scratch, write};

#[test]
fn certificates_are_managed_over_the_network() {
    let folder = scratch("remote");
    write(&folder.join("server/environments/production/manifests/site.pp"), "notify { 'x': }\n");
    let stage = Stage::serve(folder, &[]);
    let ca = |arguments: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(["ca", "--server", &stage.url(), "--confdir"])
            .arg(stage.folder.join("server"))
            .args(arguments.split(' '))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned() + &said)
    };
    let (status, said) = ca("list");
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("set `certname` in `puppet.conf`"), "{said}");
    write(&stage.folder.join("server/puppet.conf"), "[main]\ncertname = server.test\n");
    let request = |name: &str| {
        let csr = NewRequest::new(name).generate().unwrap().csr;
        write(&stage.folder.join(format!("server/ca/requests/{name}.pem")), &csr);
    };
    request("a");
    request("b");
    let expected = [
        ("list", 0, "    a       (SHA256)  "),
        ("sign --certname a", 0, "Successfully signed certificate request for a\n"),
        ("sign --certname nobody", 1, "nobody"),
        ("sign --all", 0, "Successfully signed certificate request for b\n"),
        ("revoke --certname a", 0, "Certificate for a has been revoked\n"),
        ("list --all", 0, "Revoked Certificates:\n    a "),
        ("clean --certname b", 0, "Cleaned files related to b\n"),
        ("clean --certname b", 1, "b"),
        ("generate --certname c", 2, "this command needs the files of the authority"),
    ];
    for (arguments, status, words) in expected {
        let (found, said) = ca(arguments);
        assert_eq!(found, status, "{arguments}: {said}");
        assert!(said.contains(words), "{arguments}: {said}");
    }
    let signed = fs::read_dir(stage.folder.join("server/ca/signed")).unwrap().flatten();
    let mut signed: Vec<_> = signed.map(|file| file.file_name().into_string().unwrap()).collect();
    signed.sort();
    assert_eq!(signed, ["a.pem", "server.test.pem"]);
}
