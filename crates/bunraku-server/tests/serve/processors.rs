//! Report processors, as `puppet.conf` names them.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{JSON, Site, write};

const REPORT: &[u8] = br#"{"host":"node1","time":"2026-11-16T00:00:00Z","status":"changed","logs":[],"metrics":{"changes":{"values":[["total","Total",3]]}}}"#;

fn send(site: &Site) -> String {
    let answer =
        site.peer("node1").ask("PUT", "/puppet/v3/report/node1?environment=production", &[JSON], REPORT);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text()
}

fn wait_for(path: &Path) -> String {
    let begun = Instant::now();
    loop {
        if let Ok(text) = fs::read_to_string(path)
            && !text.is_empty()
        {
            return text;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{} does not come", path.display());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn reports_go_to_all_that_the_settings_name() {
    // One receiver that accepts a single report, and one that rejects everything.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let taken = thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let mut bytes = Vec::new();
        let mut piece = [0; 4096];
        while !String::from_utf8_lossy(&bytes).contains("status: changed") {
            let read = socket.read(&mut piece).unwrap();
            bytes.extend_from_slice(&piece[..read]);
        }
        socket.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let folder = std::env::temp_dir().join(format!("bunraku-exec-{}", std::process::id()));
    let (program, out) = (folder.join("program"), folder.join("out"));
    write(
        &program,
        &format!("#!/bin/sh\ncat > {0}.new\necho \"$1 $2\" >> {0}.new\nmv {0}.new {0}\n", out.display()),
    );
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let puppet_conf = format!(
        "[main]\nreports = store, http, exec, prometheus, unknown\nreporturl = http://127.0.0.1:{port}/reports/upload\n"
    );
    let conf = format!("bunraku: {{ report-program: \"{}\" }}", program.display());
    let site = Site::new(&[("puppet.conf", &puppet_conf), ("conf.d/bunraku.conf", &conf)]);
    assert_eq!(send(&site), r#"["store","http","exec","prometheus"]"#);

    let posted = taken.join().unwrap();
    assert!(posted.starts_with("POST /reports/upload HTTP/1.1\r\n"), "{posted}");
    assert!(posted.contains("Content-Type: application/x-yaml\r\n"), "{posted}");
    assert!(
        posted.contains("\r\n\r\n--- !ruby/object:Puppet::Transaction::Report\nhost: node1\n"),
        "{posted}"
    );
    let given = wait_for(&out);
    assert!(given.starts_with(r#"{"host":"node1","#) && given.ends_with("node1 production\n"), "{given}");
    let numbers = wait_for(&site.folder.join("var/server_data/prometheus/node1.prom"));
    assert!(
        numbers
            .contains("puppet_report_changes{environment=\"production\",host=\"node1\",name=\"total\"} 3\n"),
        "{numbers}"
    );
    // The first no longer accepts a second report, but the others still work.
    fs::remove_file(&out).unwrap();
    send(&site);
    wait_for(&out);
    fs::remove_dir_all(&folder).unwrap();
}
