//! Static catalogs: metadata of files in the catalog, and contents that are independent of deployments.

use crate::support::{FORM, SITE, Site, form, write};

const MANIFEST: &str = "
file { '/a': source => 'puppet:///modules/m/a' }
file { '/first': source => ['puppet:///modules/m/missing', 'puppet:///modules/m/a'] }
file { '/tree': ensure => directory, recurse => true, source => 'puppet:///modules/m/tree' }
file { '/gone': ensure => absent, source => 'puppet:///modules/m/a' }
file { '/missing': source => 'puppet:///modules/m/missing' }
file { '/elsewhere': source => 'puppet:///mount/a' }
file { '/web': source => 'https://example.net/a' }
";

fn catalog(site: &Site, kinds: &str) -> String {
    let form = format!("{}&static_catalog=true&checksum_type={kinds}", form("node1", "production"));
    let answer = site.peer("node1").ask(
        "POST",
        "/puppet/v3/catalog/node1?environment=production",
        &[FORM],
        form.as_bytes(),
    );
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

fn code_id(catalog: &str) -> String {
    let rest = catalog.split_once("\"code_id\":\"").map(|(_, rest)| rest).unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

fn site() -> Site {
    let modules = "environments/production/modules/m/files";
    let site = Site::new(&[
        (SITE, MANIFEST),
        (&format!("{modules}/a"), "hello"),
        (&format!("{modules}/tree/b"), "b"),
        (&format!("{modules}/tree/below/c"), "c"),
    ]);
    site.running().server().environments.load_all();
    site
}

#[test]
fn contents_stay_those_of_the_catalog() {
    let site = site();
    let old = catalog(&site, "sha256.md5");
    for part in [
        r#""metadata":{"/a":{"path":""#,
        r#""content_uri":"puppet:///modules/m/files/a","source":"puppet:///modules/m/a"}"#,
        r#""checksum":{"type":"sha256","value":"{sha256}2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}"#,
        r#""/first":{"#,
        r#""recursive_metadata":{"/tree":{"puppet:///modules/m/tree":[{"path":""#,
        r#""content_uri":"puppet:///modules/m/files/tree/below/c""#,
    ] {
        assert!(old.contains(part), "{part}\n{old}");
    }
    let metadata = old.split_once("\"metadata\":").unwrap().1;
    for left_out in ["/gone", "/missing", "/elsewhere", "/web"] {
        assert!(!metadata.contains(&format!("\"{left_out}\":")), "{left_out}\n{metadata}");
    }
    let id = code_id(&old);

    write(&site.folder.join("environments/production/modules/m/files/a"), "newer");
    let new = code_id(&catalog(&site, "sha256.md5"));
    assert_ne!(id, new);
    let node = site.peer("node2");
    let content = |id: &str, path: &str| {
        let answer =
            node.get(&format!("/puppet/v3/static_file_content/{path}?environment=production&code_id={id}"));
        (answer.status, answer.text())
    };
    assert_eq!(content(&id, "modules/m/files/a"), (200, "hello".to_owned()));
    assert_eq!(content(&new, "modules/m/files/a"), (200, "newer".to_owned()));
    assert_eq!(content(&id, "modules/m/files/tree/below/c"), (200, "c".to_owned()));
    assert_eq!(content("0123", "modules/m/files/a").0, 404);
    assert_eq!(content(&id, "modules/m/files/other").0, 404);
    for denied in ["modules/m/manifests/init.pp", "environment.conf", "modules/m/files"] {
        assert_eq!(content(&id, denied).0, 403, "{denied}");
    }
    assert_eq!(content("", "modules/m/files/a").0, 400);
    assert_eq!(content("a%2fb", "modules/m/files/a").0, 400);
    assert_eq!(site.peer("").get("/puppet/v3/static_file_content/a/b/files/c").status, 403);
}

#[test]
fn agents_that_do_not_ask_get_the_plain_catalog() {
    let site = site();
    let form = form("node1", "production");
    let answer = site.peer("node1").ask(
        "POST",
        "/puppet/v3/catalog/node1?environment=production",
        &[FORM],
        form.as_bytes(),
    );
    assert!(answer.text().contains("\"code_id\":null"));
    assert!(!answer.text().contains("\"metadata\""));
    // An unknown kind counts as not requested.
    assert!(catalog(&site, "crc32").contains("\"code_id\":null"));
    assert!(catalog(&site, "crc32.md5").contains("{md5}5d41402abc4b2a76b9719d911017c592"));
}
