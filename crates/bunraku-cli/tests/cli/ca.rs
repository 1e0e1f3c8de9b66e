//! `bunraku ca`: the subcommands of `puppetserver ca`, working on files.

use bunraku_ca::NewRequest;
use serde_json::Value;

use crate::support::{Folder, Run, folder};

fn authority() -> Folder {
    let folder = folder(&[("puppet.conf", "[main]\ncertname = puppet.example.com\n")]);
    folder.run(&["ca", "setup"]).status(0).prints("Generation succeeded. Find your files in ");
    folder
}

fn request(folder: &Folder, request: &NewRequest) {
    let csr = request.generate().unwrap().csr;
    folder.write(&format!("ca/requests/{}.pem", request.certname), csr.as_bytes());
}

fn ca(folder: &Folder, arguments: &str) -> Run {
    let arguments: Vec<&str> = ["ca"].into_iter().chain(arguments.split(' ')).collect();
    folder.run(&arguments)
}

fn list(folder: &Folder) -> Value {
    serde_json::from_str(&ca(folder, "list --all --format json").status(0).stdout).unwrap()
}

fn names(list: &Value, state: &str) -> Vec<String> {
    list[state].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn certificates_live_and_die() {
    let folder = authority();
    ca(&folder, "list").status(0).prints("No certificates to list\n");
    let all = ca(&folder, "list --all").status(0);
    assert!(
        all.stdout.starts_with("Signed Certificates:\n    puppet.example.com       (SHA256)  "),
        "{all:?}"
    );
    assert!(
        all.stdout.ends_with(
            "\talt names: [\"DNS:puppet\", \"DNS:puppet.example.com\"]\tauthorization extensions: [pp_cli_auth: true]\n"
        ),
        "{all:?}"
    );
    for name in ["a", "b", "c"] {
        request(&folder, &NewRequest::new(name));
    }
    assert_eq!(names(&list(&folder), "requested"), ["a", "b", "c"]);
    let signed = ca(&folder, "sign --certname a,x").status(1);
    assert_eq!(signed.stdout, "Successfully signed certificate request for a\n");
    signed.says("Cannot sign certificate for host x without a certificate request");
    ca(&folder, "sign --all --ttl 90d").status(0).prints("Successfully signed certificate request for c\n");
    ca(&folder, "sign --all").status(1).says("No waiting certificate requests to sign");
    let revoked = ca(&folder, "revoke --certname a,x").status(1);
    assert_eq!(revoked.stdout, "Certificate for a has been revoked\n");
    revoked.says("Could not find certificate for x");
    let listed = list(&folder);
    assert_eq!(names(&listed, "revoked"), ["a"]);
    assert_eq!(names(&listed, "signed"), ["b", "c", "puppet.example.com"]);
    ca(&folder, "renew --certname b").status(0).prints("Renewed the certificate of b\n");
    ca(&folder, "renew --certname a").status(1).says("the certificate of a is revoked: clean it");
    ca(&folder, "clean --certname b").status(0).prints("Cleaned files related to b\n");
    ca(&folder, "delete --revoked").status(0).prints("1 certificate deleted.\n");
    ca(&folder, "delete --expired").status(0).prints("0 certificates deleted.\n");
    assert_eq!(names(&list(&folder), "signed"), ["c", "puppet.example.com"]);
    let missing = ca(&folder, "list --certname c,x").status(1);
    assert!(missing.stdout.ends_with("Missing Certificates:\n    x\n"), "{missing:?}");
    ca(&folder, "renew --crl").status(0).prints("Renewed the revocation list\n");
    ca(&folder, "renew --ca --ttl 1y").status(0).prints("Renewed the authority's certificate");
}

#[test]
fn what_may_not_be_signed_says_why() {
    let folder = authority();
    let alias = NewRequest { alt_names: vec!["www".to_owned()], ..NewRequest::new("web01") };
    request(&folder, &alias);
    ca(&folder, "sign --certname web01")
        .status(1)
        .says("CSR 'web01' contains extra subject alternative names (DNS:www), which are disallowed.");
    folder.write(
        "conf.d/ca.conf",
        b"certificate-authority: { allow-subject-alt-names: true, certificate-status: {} }\n",
    );
    let signed = ca(&folder, "sign --certname web01").status(0);
    signed
        .prints("Successfully signed certificate request for web01\n")
        .says("the setting `certificate-status` is ignored");
}

#[test]
fn keys_are_generated_once() {
    let folder = authority();
    let generated = ca(&folder, "generate --certname web01 --subject-alt-names www,IP:10.0.0.1").status(0);
    generated.prints("Successfully saved private key for web01 to ");
    assert!(
        folder.path("ssl/private_keys/web01.pem").exists() && folder.path("ssl/certs/web01.pem").exists()
    );
    ca(&folder, "generate --certname web01")
        .status(1)
        .says("remove it if you want a new certificate for web01");
    ca(&folder, "generate --certname ../web01").status(1).says("Subject hostname format is invalid");
    ca(&folder, "generate --certname x --subject-alt-names *.example.com")
        .status(1)
        .says("contains a wildcard");
}

#[test]
fn an_authority_can_be_brought_along() {
    let folder = authority();
    let import = "import --confdir other --private-key ca/ca_key.pem --cert-bundle ca/ca_crt.pem --crl-chain ca/ca_crl.pem \
                  --certname other.example.com";
    folder.write("other/puppet.conf", b"");
    ca(&folder, import).status(0).prints("Import succeeded. Find your files in ");
    ca(&folder, import).status(2).says("already contains a certificate authority");
    ca(&folder, "list --all --cadir other/ca").status(0).prints("other.example.com");
    ca(&folder, "list --all --config other/puppet.conf").status(0).prints("other.example.com");
}

#[test]
fn wrong_use_is_said() {
    let empty = folder(&[("empty/x", "")]);
    ca(&empty, "list --confdir empty").status(2).says("has no certificate authority: run `bunraku ca setup`");
    ca(&empty, "list --confdir missing").status(2).says("folder `missing` not found");
    ca(&empty, "list --config empty/x").status(2).says("expected the path of a `puppet.conf`, got `empty/x`");
    for wrong in [
        "sign",
        "sign --all --certname a",
        "list --all --certname a",
        "revoke",
        "delete",
        "renew",
        "setup --key-type dsa",
    ] {
        ca(&empty, wrong).status(2);
    }
    ca(&empty, "sign --all --ttl soon").status(2).says("expected seconds, or numbers with the units");
    empty.write("puppet.conf", b"[main]\nca_ttl = 60y\n");
    ca(&empty, "setup").status(2).says("Config setting ca_ttl must have a value below 1576800000");
    assert!(!empty.path("ca").exists());
}
