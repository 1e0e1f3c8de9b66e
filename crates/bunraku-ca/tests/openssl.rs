//! Interoperability with OpenSSL and Puppet's own code, in both directions.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests look at the files of the authority, run programs to compare with, and fail by a panic"
)]

mod common;

use std::time::Duration;

use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Authority, Autosign, CaSettings, Certificate, Import, KeyKind, State, Submitted};
use common::{Folder, has, request, run};

fn openssl(folder: &Folder, arguments: &str) -> String {
    run(folder, "openssl", &arguments.split(' ').collect::<Vec<_>>())
}

/// `openssl verify` with the lists of the authority.
fn verify(folder: &Folder, certname: &str) -> String {
    openssl(
        folder,
        &format!(
            "verify -x509_strict -CAfile ca/ca_crt.pem -crl_check_all -CRLfile ca/ca_crl.pem ca/signed/{certname}.pem"
        ),
    )
}

/// A folder as created by `puppetserver ca setup` or an old `puppet cert`, with a 4096-bit RSA key in PKCS #1.
fn puppets_folder(folder: &Folder) {
    openssl(folder, "genrsa -traditional -out key.pem 4096");
    folder.write(
        "ca.cnf",
        "[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=Puppet CA: puppet.example.com\n\
         [ext]\nnsComment=\"Puppet Server Internal Certificate\"\nbasicConstraints=critical,CA:TRUE\n\
         keyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n\
         [ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=crlnumber\ndefault_md=sha256\ncrl_extensions=crlext\n\
         [crlext]\nauthorityKeyIdentifier=keyid\n",
    );
    folder.write("index.txt", "");
    folder.write("crlnumber", "07\n");
    openssl(
        folder,
        "req -x509 -new -key key.pem -sha256 -days 1825 -set_serial 1 -config ca.cnf -out crt.pem",
    );
    openssl(folder, "ca -gencrl -config ca.cnf -keyfile key.pem -cert crt.pem -crldays 1825 -out crl.pem");
    openssl(folder, "rsa -in key.pem -pubout -out pub.pem");
    for (from, to) in [("key", "key"), ("crt", "crt"), ("crl", "crl"), ("pub", "pub")] {
        folder.write(&format!("ca/ca_{to}.pem"), &folder.read(&format!("{from}.pem")));
        std::fs::remove_file(folder.path(&format!("{from}.pem"))).unwrap();
    }
    folder.write("ca/serial", "000A");
    folder.write(
        "ca/inventory.txt",
        "0x0001 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=Puppet CA: puppet.example.com\n\
         0x0009 2026-11-14T09:36:56UTC 2090-11-14T09:36:56UTC /CN=old.example.com\n",
    );
    std::fs::create_dir_all(folder.path("ca/signed")).unwrap();
    std::fs::create_dir_all(folder.path("ca/requests")).unwrap();
}

#[test]
fn a_taken_over_folder_changes_only_where_asked() {
    if !has("openssl", "version") {
        return;
    }
    let folder = Folder::new();
    puppets_folder(&folder);
    let before = folder.snapshot();
    let ca = Authority::open(folder.settings()).unwrap();
    ca.statuses(None).unwrap();
    ca.expirations().unwrap();
    ca.crl().unwrap();
    assert_eq!(ca.renew_crls_if_needed(), Ok(false));
    assert_eq!(folder.snapshot(), before, "looking changes nothing");
    assert_eq!(ca.ca_certificate().unwrap().pem.as_bytes(), before["ca/ca_crt.pem"]);

    // An OpenSSL agent with an RSA key, as Puppet generates them.
    openssl(
        &folder,
        "req -new -newkey rsa:2048 -nodes -keyout agent.key -subj /CN=web01.example.com -out agent.csr",
    );
    ca.submit("web01.example.com", &folder.read("agent.csr")).unwrap();
    ca.sign("web01.example.com", None).unwrap();
    assert!(verify(&folder, "web01.example.com").contains("OK"));
    let mut after = folder.snapshot();
    for name in ["agent.key", "agent.csr", "ca/signed/web01.example.com.pem"] {
        assert!(after.remove(name).is_some(), "{name}");
    }
    assert_eq!(after.remove("ca/serial").unwrap(), b"000B");
    let inventory = String::from_utf8(after.remove("ca/inventory.txt").unwrap()).unwrap();
    let old = String::from_utf8(before["ca/inventory.txt"].clone()).unwrap();
    let line = inventory.strip_prefix(&old).unwrap();
    assert!(line.starts_with("0x000A 20") && line.ends_with("UTC /CN=web01.example.com\n"), "{line}");
    let unchanged = before.iter().filter(|(name, _)| !["ca/serial", "ca/inventory.txt"].contains(&&***name));
    assert_eq!(after, unchanged.map(|(name, content)| (name.clone(), content.clone())).collect());

    // A name that is only in the inventory can be revoked, and the number of the list continues.
    ca.revoke(&["web01.example.com".to_owned(), "old.example.com".to_owned()]).unwrap();
    let list = openssl(&folder, "crl -in ca/ca_crl.pem -noout -text -CAfile ca/ca_crt.pem");
    for expected in
        ["verify OK", "Serial Number: 0A", "Serial Number: 09", "Key Compromise", "sha256WithRSAEncryption"]
    {
        assert!(list.contains(expected), "{expected}: {list}");
    }
    let number = openssl(&folder, "crl -in ca/ca_crl.pem -noout -crlnumber");
    assert_eq!(number.trim().trim_start_matches("crlNumber=").trim_start_matches("0x"), "08");
}

#[test]
fn certificates_have_puppetservers_shape() {
    if !has("openssl", "version") {
        return;
    }
    let folder = Folder::new();
    let ca = folder.authority();
    ca.submit("web01", &request("web01").csr).unwrap();
    ca.sign("web01", None).unwrap();
    assert!(verify(&folder, "web01").contains("OK"));
    let text = openssl(&folder, "x509 -in ca/signed/web01.pem -noout -text");
    for expected in [
        "Version: 3",
        "Serial Number: 2 (0x2)",
        "Issuer: CN = Puppet CA",
        "Subject: CN = web01",
        "Netscape Comment: \n                Puppet Server Internal Certificate",
        "X509v3 Authority Key Identifier: \n                keyid:",
        "DirName:/CN=Puppet CA\n                serial:01",
        "X509v3 Basic Constraints: critical\n                CA:FALSE",
        "X509v3 Extended Key Usage: critical\n                TLS Web Server Authentication, TLS Web Client Authentication",
        "X509v3 Key Usage: critical\n                Digital Signature, Key Encipherment",
        "X509v3 Subject Key Identifier:",
        "X509v3 Subject Alternative Name: \n                DNS:web01",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    ca.revoke(&["web01".to_owned()]).unwrap();
    let output = std::process::Command::new("openssl")
        .args("verify -CAfile ca/ca_crt.pem -crl_check -CRLfile ca/ca_crl.pem ca/signed/web01.pem".split(' '))
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("certificate revoked"), "{output:?}");
    let fingerprint = openssl(&folder, "x509 -in ca/signed/web01.pem -noout -fingerprint -sha256");
    assert_eq!(
        fingerprint.trim().split_once('=').unwrap().1,
        ca.status("web01").unwrap().fingerprints.sha256
    );
}

#[test]
fn intermediate_authorities_work() {
    if !has("openssl", "version") {
        return;
    }
    let folder = Folder::new();
    let settings = CaSettings { ca_name: "Puppet CA: here".to_owned(), ..folder.settings() };
    let ca = Authority::set_up(settings, "Puppet Root CA").unwrap();
    assert_eq!(ca.bundle().len(), 2);
    let generated = ca
        .generate("web01", &["www".to_owned(), "IP:10.0.0.1".to_owned()], true, KeyKind::P384, None)
        .unwrap();
    assert!(generated.private_key.contains("PRIVATE KEY"));
    assert!(verify(&folder, "web01").contains("OK"));
    assert_eq!(
        ca.status("web01").unwrap().authorization_extensions,
        [("pp_cli_auth".to_owned(), "true".to_owned())]
    );
    let text = openssl(&folder, "x509 -in ca/signed/web01.pem -noout -text");
    assert!(text.contains("DNS:www, IP Address:10.0.0.1, DNS:web01"), "{text}");
    ca.revoke(&["web01".to_owned()]).unwrap();
    assert_eq!(folder.read("ca/ca_crl.pem").matches("BEGIN X509 CRL").count(), 2);
    assert_eq!(ca.statuses(Some(State::Revoked)).unwrap().len(), 1);
    // The root is renewed with the authority while its key is available.
    let old = ca.issuing_certificate().clone();
    ca.generate("before", &[], false, KeyKind::P256, None).unwrap();
    ca.renew_ca(bunraku_ca::DEFAULT_TTL).unwrap();
    ca.renew_crls().unwrap();
    let ca = Authority::open(folder.settings()).unwrap();
    assert_ne!(*ca.issuing_certificate(), old);
    ca.generate("web03", &[], false, KeyKind::P256, None).unwrap();
    assert!(verify(&folder, "web03").contains("OK"));
    assert!(verify(&folder, "before").contains("OK"));
    std::fs::remove_file(folder.path("ca/root_key.pem")).unwrap();
    let failure = ca.renew_ca(Duration::from_secs(1)).unwrap_err().to_string();
    assert!(failure.contains("was issued by `Puppet Root CA`, whose key is not in"), "{failure}");

    // The same authority in another folder.
    let (key, bundle, lists) =
        (folder.read("ca/ca_key.pem"), folder.read("ca/ca_crt.pem"), folder.read("ca/ca_crl.pem"));
    let import = Import { private_key: &key, cert_bundle: &bundle, crl_chain: &lists };
    let elsewhere = Folder::new();
    let imported = Authority::import(elsewhere.settings(), import).unwrap();
    imported.generate("web02", &[], false, KeyKind::P256, None).unwrap();
    assert!(verify(&elsewhere, "web02").contains("OK"));
    assert!(Authority::import(elsewhere.settings(), import).unwrap_err().to_string().contains("already"));
    let root_only = Certificate::all_from_pem(&bundle).unwrap()[1].to_pem();
    let issuing_only = Certificate::all_from_pem(&bundle).unwrap()[0].to_pem();
    for (cert_bundle, crl_chain, reason) in [
        (&*root_only, &*lists, "the private key: it does not match the first certificate of the bundle"),
        (
            &*issuing_only,
            &*lists,
            "expected the certificate of `Puppet Root CA`, which issued `Puppet CA: here`",
        ),
        (&*bundle, "", "the CRL chain has no revocation list for the authority `Puppet CA: here`"),
        ("", &*lists, "the certificate bundle: expected certificates, found none"),
    ] {
        let import = Import { private_key: &key, cert_bundle, crl_chain };
        let failure = Authority::import(Folder::new().settings(), import).unwrap_err().to_string();
        assert!(failure.contains(reason), "{failure}");
    }
}

#[test]
fn a_server_has_what_tls_needs() {
    if !has("openssl", "version") {
        return;
    }
    let folder = Folder::new();
    let ca = Authority::set_up(folder.settings(), "Puppet Root CA").unwrap();
    let files = ca.ensure_host("puppet.example.com", &[], KeyKind::P256).unwrap();
    assert_eq!(files, HostFiles::below(&folder.path("ssl"), "puppet.example.com"));
    let snapshot = folder.snapshot();
    ca.ensure_host("puppet.example.com", &[], KeyKind::P256).unwrap();
    assert_eq!(folder.snapshot(), snapshot, "what exists is kept");
    assert!(verify(&folder, "puppet.example.com").contains("OK"));
    let identity = files.load().unwrap();
    assert_eq!((identity.chain.len(), identity.trusted.len(), identity.crls.len()), (2, 2, 2));
    let certificate = Certificate::from_der(&identity.chain[0]).unwrap();
    assert_eq!(certificate.puppet_extensions(), [("1.3.6.1.4.1.34380.1.3.39".to_owned(), "true".to_owned())]);
    let status = ca.status("puppet.example.com").unwrap();
    assert_eq!(status.dns_alt_names, ["DNS:puppet", "DNS:puppet.example.com"]);
    // A key left without a certificate by a killed program is used.
    std::fs::remove_file(&files.certificate).unwrap();
    let key = folder.read("ssl/private_keys/puppet.example.com.pem");
    ca.ensure_host("puppet.example.com", &[], KeyKind::P256).unwrap();
    assert_eq!(folder.read("ssl/private_keys/puppet.example.com.pem"), key);
    files.load().unwrap();
    // A key that belongs to another certificate is rejected.
    std::fs::write(&files.private_key, request("x").private_key).unwrap();
    assert!(files.load().unwrap_err().to_string().contains("it does not match the certificate"));
    std::fs::remove_file(&files.private_key).unwrap();
    let refusal = ca.ensure_host("puppet.example.com", &[], KeyKind::P256).unwrap_err();
    assert!(refusal.message.starts_with("Found master cert"), "{refusal}");
}

#[test]
fn keys_of_all_forms_are_read() {
    if !has("openssl", "version") {
        return;
    }
    let folder = Folder::new();
    for (make, convert) in [
        ("genrsa -out key.pem 2048", "rsa -in key.pem -traditional -out other.pem"),
        ("ecparam -name prime256v1 -genkey -out key.pem", "pkcs8 -topk8 -nocrypt -in key.pem -out other.pem"),
        ("ecparam -name secp384r1 -genkey -out key.pem", "ec -in key.pem -out other.pem"),
    ] {
        openssl(&folder, make);
        openssl(&folder, convert);
        for key in ["key.pem", "other.pem"] {
            openssl(&folder, &format!("req -x509 -new -key {key} -sha256 -days 9 -subj /CN=ca -out crt.pem"));
            folder.write("index.txt", "");
            folder.write("ca.cnf", "[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ndefault_md=sha256\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n");
            openssl(
                &folder,
                &format!("ca -gencrl -config ca.cnf -keyfile {key} -cert crt.pem -crldays 9 -out crl.pem"),
            );
            let (key, bundle, lists) = (folder.read(key), folder.read("crt.pem"), folder.read("crl.pem"));
            let import = Import { private_key: &key, cert_bundle: &bundle, crl_chain: &lists };
            let elsewhere = Folder::new();
            let ca = Authority::import(elsewhere.settings(), import).unwrap();
            assert_eq!(elsewhere.read("ca/ca_key.pem"), key);
            ca.generate("web01", &[], false, KeyKind::P256, None).unwrap();
            ca.revoke(&["web01".to_owned()]).unwrap();
            let text = openssl(&elsewhere, "crl -in ca/ca_crl.pem -noout -CAfile ca/ca_crt.pem");
            assert!(text.contains("verify OK"), "{make}: {text}");
        }
    }
    openssl(&folder, "genrsa -aes128 -passout pass:secret -out key.pem 2048");
    let (key, bundle, lists) = (folder.read("key.pem"), folder.read("crt.pem"), folder.read("crl.pem"));
    let import = Import { private_key: &key, cert_bundle: &bundle, crl_chain: &lists };
    let failure = Authority::import(Folder::new().settings(), import).unwrap_err().to_string();
    assert_eq!(failure, "the private key: the private key is encrypted; expected one without a password");
}

#[test]
fn requests_of_puppet_are_understood() {
    // Debian's Puppet is found automatically.
    let ruby = |program: &str, folder: &Folder| {
        let mut command = std::process::Command::new("ruby");
        if let Ok(lib) = std::env::var("BUNRAKU_PUPPET_LIB") {
            command.env("RUBYLIB", lib);
        }
        command.args(["-e", program]).arg(&folder.0).output()
    };
    let folder = Folder::new();
    let program = r#"
        require "puppet"
        Puppet.initialize_settings(["--confdir", ARGV[0], "--vardir", ARGV[0]])
        Puppet::SSL::Oids.register_puppet_oids
        key = OpenSSL::PKey::RSA.new(2048)
        csr = Puppet::SSL::CertificateRequest.new("node8.example.com")
        csr.generate(key, csr_attributes: {"challengePassword" => "secret", "1.3.6.1.4.1.34380.1.3.2" => "true"},
          extension_requests: {"pp_role" => "web", "pp_auth_role" => "admin", "1.3.6.1.4.1.34380.1.2.1" => "own"},
          dns_alt_names: "www.example.com")
        puts csr.content.to_pem
    "#;
    if !ruby("require 'puppet'", &folder).is_ok_and(|output| output.status.success()) {
        eprintln!(
            "SKIPPED: no Ruby with Puppet on this machine (BUNRAKU_PUPPET_LIB may name its folder `lib`)"
        );
        return;
    }
    let output = ruby(program, &folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let csr = String::from_utf8(output.stdout).unwrap();
    let mut settings = folder.settings();
    settings.autosign = Autosign::On;
    settings.allow_subject_alt_names = true;
    settings.allow_authorization_extensions = true;
    let ca = Authority::create(settings).unwrap();
    assert_eq!(ca.submit("node8.example.com", &csr), Ok(Submitted::Signed));
    let certificate = Certificate::from_pem(&ca.certificate("node8.example.com").unwrap().pem).unwrap();
    let mut extensions = certificate.puppet_extensions();
    extensions.sort();
    let expected = [
        ("1.3.6.1.4.1.34380.1.1.13", "web"),
        ("1.3.6.1.4.1.34380.1.2.1", "own"),
        ("1.3.6.1.4.1.34380.1.3.13", "admin"),
    ];
    assert_eq!(extensions, expected.map(|(oid, value)| (oid.to_owned(), value.to_owned())));
    let status = ca.status("node8.example.com").unwrap();
    assert_eq!(status.dns_alt_names.len(), 2, "{status:?}");
    // The attribute announces that the agent renews itself: 90 days instead of five years.
    let days = certificate.not_after().duration_since(certificate.not_before()).unwrap().as_secs() / 86_400;
    assert_eq!(days, 91);
    // Puppet accepts the result.
    let program = r#"
        require "puppet"
        Puppet.initialize_settings(["--confdir", ARGV[0], "--vardir", ARGV[0]])
        Puppet::SSL::Oids.register_puppet_oids
        ca = OpenSSL::X509::Certificate.new(File.read(ARGV[0] + "/ca/ca_crt.pem"))
        crl = OpenSSL::X509::CRL.new(File.read(ARGV[0] + "/ca/ca_crl.pem"))
        context = Puppet::SSL::SSLProvider.new.create_root_context(cacerts: [ca], crls: [crl])
        client = OpenSSL::X509::Certificate.new(File.read(ARGV[0] + "/ca/signed/node8.example.com.pem"))
        puts Puppet::SSL::Certificate.from_instance(client).custom_extensions.map { |e| e["oid"] }.sort.join(" ")
    "#;
    let output = ruby(program, &folder).unwrap();
    let text =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.trim(), "1.3.6.1.4.1.34380.1.2.1 pp_auth_role pp_role");
}

#[test]
fn lists_of_other_authorities_are_taken() {
    let folder = Folder::new();
    let ca = Authority::set_up(folder.settings(), "Puppet Root CA").unwrap();
    let lists = folder.read("ca/ca_crl.pem");
    let (own, root) = lists.split_at(lists.find("-----END").unwrap() + "-----END X509 CRL-----\n".len());
    let refused = |pem: &str| ca.update_crls(pem).unwrap_err().message;
    assert_eq!(refused(""), "No valid CRLs submitted.");
    assert_eq!(
        refused("-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n").split(':').next(),
        Some("not a revocation list of version 2")
    );
    ca.generate("web01", &[], false, KeyKind::P256, None).unwrap();
    ca.revoke(&["web01".to_owned()]).unwrap();
    let before = folder.read("ca/ca_crl.pem");
    // The own list is never replaced, and one that is not newer changes nothing.
    for pem in [own, root] {
        assert_eq!(ca.update_crls(pem), Ok("Successfully updated CRLs."));
        assert_eq!(folder.read("ca/ca_crl.pem"), before);
    }
    let stranger = Folder::new();
    let other = Authority::create(stranger.settings()).unwrap();
    assert_eq!(ca.update_crls(&other.crl().unwrap().pem), Ok("Successfully updated CRLs."));
    assert_eq!(folder.read("ca/ca_crl.pem"), before);
}
