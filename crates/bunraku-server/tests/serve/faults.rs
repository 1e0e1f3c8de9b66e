//! Faults outside the server: deliberately slow clients, interrupted deployments, invalid names.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use bunraku_ca::KeyKind;
use bunraku_ca::tls::HostFiles;
use bunraku_server::ServerLimits;
use bunraku_server::config::host_warning;

use crate::support::{FORM, SITE, Site, form, write};

/// Limits short enough for a test.
fn short() -> ServerLimits {
    let time = Duration::from_millis(400);
    ServerLimits {
        handshake_time: time,
        idle_time: time,
        body_time: time,
        send_time: time,
        ..ServerLimits::default()
    }
}

/// How long it takes until the other side closes the connection.
fn until_closed(stream: &mut impl Read) -> Duration {
    let begun = Instant::now();
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).is_ok_and(|read| read > 0) {}
    begun.elapsed()
}

const SOON: Duration = Duration::from_secs(15);

#[test]
fn who_says_nothing_is_cut_off() {
    let site = Site::with_limits(&[], short());
    let mut silent = TcpStream::connect(site.running().address).unwrap();
    assert!(until_closed(&mut silent) < SOON, "before the handshake");
    site.peer("node1").on_connection(|stream| {
        stream.write_all(b"GET /status/v1/simple HTTP/1.1\r\nHost: x\r\nX-Slow: ").unwrap();
        stream.flush().unwrap();
        assert!(until_closed(stream) < SOON, "in the head of a request");
    });
    site.peer("node1").on_connection(|stream| {
        let head = "PUT /puppet/v3/report/node1?environment=production HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(head.as_bytes()).unwrap();
        stream.flush().unwrap();
        assert!(until_closed(stream) < SOON, "in the body of a request");
    });
    assert_eq!(site.peer("node1").get("/status/v1/simple").status / 100, 2, "others are served");
}

#[test]
fn who_trickles_a_head_is_cut_off() {
    let site = Site::with_limits(&[], short());
    site.peer("node1").on_connection(|stream| {
        let begun = Instant::now();
        stream.write_all(b"GET /status/v1/simple HTTP/1.1\r\nX: ").unwrap();
        // Sending a byte from time to time does not keep the connection alive.
        while stream.write_all(b"a").and_then(|()| stream.flush()).is_ok() {
            assert!(begun.elapsed() < SOON, "it is still being listened to");
            thread::sleep(Duration::from_millis(20));
        }
    });
}

#[test]
fn who_does_not_read_is_cut_off() {
    let site = Site::with_limits(&[], short());
    let size = 40 << 20;
    let file = site.folder.join("environments/production/modules/m/files/large");
    write(&file, "");
    fs::File::create(&file).unwrap().set_len(size).unwrap();
    site.running().server().environments.reload(None);
    let received = site.peer("node1").on_connection(|stream| {
        let path = "/puppet/v3/file_content/modules/m/large?environment=production";
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nAccept: application/octet-stream\r\n\r\n").unwrap();
        stream.flush().unwrap();
        thread::sleep(Duration::from_secs(2));
        let mut all = Vec::new();
        let _ = stream.read_to_end(&mut all);
        all
    });
    assert!(received.starts_with(b"HTTP/1.1 200 OK"), "{} bytes", received.len());
    assert!((received.len() as u64) < size, "all of it came");
}

fn notify(site: &Site) -> String {
    let form = form("node1", "production");
    let path = "/puppet/v3/catalog/node1?environment=production";
    let text = site.peer("node1").ask("POST", path, &[FORM], form.as_bytes()).text();
    ["old", "new"]
        .into_iter()
        .find(|title| text.contains(&format!("\"title\":\"{title}\"")))
        .unwrap_or("none")
        .to_owned()
}

fn wait_for_new(site: &Site) {
    let begun = Instant::now();
    while notify(site) != "new" {
        assert!(begun.elapsed() < SOON, "the new code does not go live");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn half_of_a_deployment_by_r10k_does_not_go_live() {
    let marker = "environments/production/.r10k-deploy.json";
    let site = Site::new(&[(SITE, "notify { 'old': }\n"), (marker, "{}")]);
    assert_eq!(notify(&site), "old");
    write(&site.folder.join(SITE), "notify { 'new': }\n");
    thread::sleep(Duration::from_millis(600));
    assert_eq!(notify(&site), "old", "r10k has not said that it is done");
    write(&site.folder.join(marker), "{\"finished_at\": 1}");
    wait_for_new(&site);
}

#[test]
fn while_git_writes_nothing_goes_live() {
    let lock = "environments/production/.git/index.lock";
    let site = Site::new(&[(SITE, "notify { 'old': }\n"), (lock, "")]);
    assert_eq!(notify(&site), "old");
    write(&site.folder.join(SITE), "notify { 'new': }\n");
    thread::sleep(Duration::from_millis(600));
    assert_eq!(notify(&site), "old");
    // A stale lock is ignored.
    let long_ago = SystemTime::now() - Duration::from_secs(3_600);
    fs::File::options().append(true).open(site.folder.join(lock)).unwrap().set_modified(long_ago).unwrap();
    wait_for_new(&site);
}

#[test]
fn a_broken_deployment_leaves_the_old_code_live() {
    let site = Site::new(&[(SITE, "notify { 'old': }\n")]);
    assert_eq!(notify(&site), "old");
    let conf = site.folder.join("environments/production/environment.conf");
    write(&conf, "manifest = nowhere.pp\n");
    write(&site.folder.join(SITE), "notify { 'new': }\n");
    let environments = &site.running().server().environments;
    let begun = Instant::now();
    while environments.errors().is_empty() {
        assert!(begun.elapsed() < SOON, "the mistake is not told; live is {}", notify(&site));
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(notify(&site), "old");
    fs::remove_file(&conf).unwrap();
    wait_for_new(&site);
    assert!(environments.errors().is_empty());
}

#[test]
fn certificates_that_expire() {
    let site = Site::new(&[]);
    let server = site.running().server();
    let authority = server.authority.as_ref().unwrap();
    let soon = Some(Duration::from_secs(2));
    let made = authority.generate("late", &[], false, KeyKind::P256, soon).unwrap();
    write(&site.folder.join("peers/late.pem"), &made.certificate);
    write(&site.folder.join("peers/late.key"), &made.private_key);
    assert_eq!(site.peer("late").get("/puppet/v3/environments").status, 200);
    thread::sleep(Duration::from_secs(4));
    assert!(site.peer("late").try_ask("GET", "/puppet/v3/environments", &[], b"").is_err());

    // The certificate of the server itself is renewed for the same key.
    let files = HostFiles::below(&site.folder.join("ssl"), "server.test");
    let old = fs::read_to_string(&files.certificate).unwrap();
    assert!(!authority.renew_host_if_needed("server.test", &files).unwrap());
    let short = authority.renew_certificate("server.test", Some(Duration::from_secs(86_400))).unwrap();
    write(&files.certificate, &short.to_pem());
    assert!(host_warning(&files).unwrap().contains(" expires at "));
    assert!(authority.renew_host_if_needed("server.test", &files).unwrap());
    let new = fs::read_to_string(&files.certificate).unwrap();
    assert_ne!(old, new);
    assert_eq!(host_warning(&files), None);
    server.reload_tls();
    assert_eq!(site.peer("node1").get("/puppet/v3/environments").status, 200);
}

#[test]
fn names_that_are_none_make_no_files() {
    let site = Site::new(&[]);
    let csr = bunraku_ca::NewRequest::new("../x").generate().map(|made| made.csr).unwrap_or_default();
    for name in
        ["..", "%2e%2e", "..%2fx", "a%2fb", "Upper", "a%00b", "-a", "a-", "a..b", "%20", "a%0ab", "*.x"]
    {
        let path = format!("/puppet-ca/v1/certificate_request/{name}");
        let answer = site.peer("").ask("PUT", &path, &[("Content-Type", "text/plain")], csr.as_bytes());
        assert!((400..500).contains(&answer.status), "{name}: {}", answer.status);
        let node = site.peer("admin").get(&format!("/puppet/v3/catalog/{name}?environment=production"));
        assert!((400..500).contains(&node.status), "{name}: {}", node.status);
    }
    assert_eq!(fs::read_dir(site.folder.join("ca/requests")).unwrap().count(), 0);
    assert!(!site.folder.join("ca/x.pem").exists());
}
