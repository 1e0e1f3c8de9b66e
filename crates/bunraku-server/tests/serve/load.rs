//! Load, changes of files, and shutdown.

use std::thread;
use std::time::{Duration, Instant};

use bunraku_server::ServerLimits;

use crate::support::{FORM, SITE, Site, form, write};

const CATALOG: &str = "/puppet/v3/catalog/node1?environment=production";

/// Code that runs until it is stopped.
const ENDLESS: &str = "Integer[1, 100000].each |$x| { Integer[1, 100000].each |$y| { $z = $x + $y } }\n";

#[test]
fn who_comes_when_the_queue_is_full_comes_again() {
    let limits = ServerLimits {
        compilers: 1,
        queue: 1,
        compile_time: Duration::from_secs(3),
        ..ServerLimits::default()
    };
    let site = Site::with_limits(&[(SITE, ENDLESS)], limits);
    let form = form("node1", "production");
    let ask = || site.peer("node1").ask("POST", CATALOG, &[FORM], form.as_bytes());
    let answers = thread::scope(|scope| {
        let asked: Vec<_> = (0..5).map(|_| scope.spawn(ask)).collect();
        let begun = Instant::now();
        let status = site.peer("node1").get("/status/v1/services/server");
        assert_eq!(status.status / 100, 2, "others are served meanwhile");
        assert!(begun.elapsed() < Duration::from_secs(3));
        asked.into_iter().map(|asked| asked.join().unwrap()).collect::<Vec<_>>()
    });
    let busy: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert!(busy.len() >= 3, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    for answer in busy {
        let head = answer.head.to_lowercase();
        let delay = head.lines().find_map(|line| line.strip_prefix("retry-after: ")).unwrap();
        assert!((1..=300).contains(&delay.parse::<u64>().unwrap()), "{delay}");
    }
    let failed = answers.iter().find(|answer| answer.status == 500).unwrap();
    assert!(failed.text().contains("Evaluation Error"), "{}", failed.text());
}

/// Agents from 6.14 to 7.25, 8.0 and 8.1 close the connection before they read a refusal with `Retry-After`, and fail.
#[test]
fn agents_that_cannot_come_again_wait_in_the_queue() {
    let limits = ServerLimits {
        compilers: 1,
        queue: 0,
        compile_time: Duration::from_secs(3),
        ..ServerLimits::default()
    };
    let site = Site::with_limits(&[(SITE, "notify { 'served': }\n")], limits);
    let form = form("node1", "production");
    let ask = |version| {
        let headers = [FORM, ("X-Puppet-Version", version)];
        site.peer("node1").ask("POST", CATALOG, &headers, form.as_bytes())
    };
    for version in ["7.23.0", "8.1.0"] {
        let answer = ask(version);
        assert_eq!(answer.status, 200, "{version}: {}", answer.text());
    }
    for version in ["7.26.0", "8.11.0"] {
        let answer = ask(version);
        assert_eq!(answer.status, 503, "{version}: {}", answer.text());
        assert!(answer.head.to_lowercase().contains("\nretry-after: "), "{}", answer.head);
    }
}

#[test]
fn a_client_that_goes_takes_its_work_with_it() {
    let limits =
        ServerLimits { compilers: 1, compile_time: Duration::from_secs(100), ..ServerLimits::default() };
    let site = Site::with_limits(&[(SITE, ENDLESS)], limits);
    let node = site.peer("node1");
    let head = format!("GET {CATALOG} HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n");
    thread::scope(|scope| {
        let short = scope.spawn(|| node.send_and_leave(head.as_bytes(), Duration::from_secs(2)));
        short.join().unwrap();
    });
    let begun = Instant::now();
    while site.running().server().compilers.load() != (0, 0) {
        assert!(begun.elapsed() < Duration::from_secs(30), "the compilation goes on");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn changed_files_make_a_new_generation() {
    let site = Site::new(&[(SITE, "notify { 'old': }\n")]);
    let form = form("node1", "production");
    let catalog = || site.peer("node1").ask("POST", CATALOG, &[FORM], form.as_bytes()).text();
    assert!(catalog().contains("\"old\""));
    thread::sleep(Duration::from_millis(20));
    write(&site.folder.join(SITE), "notify { 'newer': }\n");
    let answer = site.peer("admin").ask("DELETE", "/puppet-admin-api/v1/environment-cache", &[], b"");
    assert_eq!(answer.status, 204);
    assert!(catalog().contains("\"newer\""), "the answer comes when the code is loaded");
    write(&site.folder.join(SITE), "notify { 'newest': }\n");
    let begun = Instant::now();
    while !catalog().contains("\"newest\"") {
        assert!(begun.elapsed() < Duration::from_secs(30), "the watcher sees changes by itself");
        thread::sleep(Duration::from_millis(50));
    }
    write(&site.folder.join("environments/dev/manifests/site.pp"), "notify { 'dev': }\n");
    let path = "/puppet/v3/catalog/node1?environment=dev";
    let answer =
        site.peer("node1").ask("POST", path, &[FORM], crate::support::form("node1", "dev").as_bytes());
    assert!(answer.text().contains("\"dev\""), "{}", answer.text());
    std::fs::remove_dir_all(site.folder.join("environments/dev")).unwrap();
    let begun = Instant::now();
    let gone = "/puppet/v3/file_metadatas/plugins?environment=dev";
    while site.peer("node1").get(gone).status != 404 {
        assert!(begun.elapsed() < Duration::from_secs(30), "an environment that is gone is gone");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn the_server_finishes_what_it_has_begun() {
    let code = "$x = Integer[1, 300].map |$x| { Integer[1, 300].map |$y| { $x + $y } }\nnotify { 'done': }\n";
    let mut site = Site::new(&[(SITE, code)]);
    let node = site.peer("node1");
    let form = form("node1", "production");
    let asked = thread::spawn(move || node.ask("POST", CATALOG, &[FORM], form.as_bytes()));
    let begun = Instant::now();
    while site.running().server().compilers.load() == (0, 0) && begun.elapsed() < Duration::from_secs(5) {
        thread::sleep(Duration::from_millis(1));
    }
    let peer = site.peer("node1");
    site.stop();
    let answer = asked.join().unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(peer.try_ask("GET", "/status/v1/simple", &[], b"").is_err());
}
