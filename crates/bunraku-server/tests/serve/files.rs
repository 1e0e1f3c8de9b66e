//! Files: what is served, and what never is.

use std::os::unix::fs::symlink;

use crate::support::{BYTES, Site, write};

const M: &str = "environments/production/modules/m";

fn site() -> Site {
    let site = Site::new(&[
        (&format!("{M}/files/a.txt"), "hello\n"),
        (&format!("{M}/files/tree/b"), "b"),
        (&format!("{M}/files/tree/.git/c"), "c"),
        (&format!("{M}/lib/facter/f.rb"), "1"),
        ("environments/production/modules/n/lib/facter/f.rb", "2"),
        ("environments/production/modules/n/lib/facter/g.rb", "3"),
        ("mounted/x", "mounted"),
        ("secret", "secret"),
    ]);
    let conf = format!("[data]\n  path {}\n  allow *\n", site.folder.join("mounted").display());
    write(&site.folder.join("fileserver.conf"), &conf);
    let files = site.folder.join(M).join("files");
    symlink(site.folder.join("secret"), files.join("out")).unwrap();
    symlink(&site.folder, files.join("folder_out")).unwrap();
    symlink("a.txt", files.join("in")).unwrap();
    symlink("nowhere", files.join("dangling")).unwrap();
    symlink("circle", files.join("circle")).unwrap();
    symlink(".", files.join("tree/circle")).unwrap();
    symlink(site.folder.join("secret"), site.folder.join("mounted/out")).unwrap();
    site
}

#[test]
fn contents() {
    let site = site();
    let node = site.peer("node1");
    let content = |path: &str| node.get(&format!("/puppet/v3/file_content/{path}?environment=production"));
    for (path, expected) in [
        ("modules/m/a.txt", "hello\n"),
        ("modules/m/in", "hello\n"),
        ("modules/m/tree/b", "b"),
        ("plugins/facter/f.rb", "1"),
        ("plugins/facter/g.rb", "3"),
        ("data/x", "mounted"),
        ("modules/m//a.txt", "hello\n"),
        ("modules//m/tree//b", "b"),
        ("data//x", "mounted"),
    ] {
        let answer = content(path);
        assert_eq!((answer.status, answer.text().as_str()), (200, expected), "{path}");
    }
    for (path, expected) in [
        ("modules/m/out", 404),
        ("modules/m/folder_out/secret", 404),
        ("modules/m/dangling", 404),
        ("modules/m/circle", 404),
        ("modules/m/tree", 404),
        ("modules/m/missing", 404),
        ("modules/missing/a", 404),
        ("modules/m", 404),
        ("modules", 404),
        ("data/out", 404),
        ("unknown/x", 500),
        ("modules/m/../manifests/init.pp", 400),
        ("modules/m/%2e%2e/%2e%2e/x", 400),
        ("modules/m/%252e%252e/x", 400),
        ("modules/m/..%2f..%2fx", 400),
        ("modules/m/a%00b", 400),
        ("modules/..", 400),
        ("data/..%2fsecret", 400),
    ] {
        let answer = content(path);
        assert_eq!(answer.status, expected, "{path}: {}", answer.text());
        assert!(!answer.text().contains("secret\n"), "{path}");
    }
}

#[test]
fn metadata() {
    let site = site();
    let node = site.peer("node1");
    let path =
        "/puppet/v3/file_metadata/modules/m/a.txt?links=manage&checksum_type=md5&environment=production";
    let text = node.get(path).text();
    for part in [
        r#""relative_path":null"#,
        r#""links":"manage""#,
        r#""mode":420"#,
        r#""checksum":{"type":"md5","value":"{md5}b1946ac92492d2347c6235b4d2611184"}"#,
        r#""type":"file","destination":null"#,
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let link = node.get("/puppet/v3/file_metadata/modules/m/in?links=manage&environment=production").text();
    assert!(link.contains(r#""type":"link","destination":"a.txt""#), "{link}");
    let follow = node.get("/puppet/v3/file_metadata/modules/m/in?links=follow&environment=production").text();
    assert!(follow.contains(r#""type":"file","destination":null"#), "{follow}");
    let out = node.get("/puppet/v3/file_metadata/modules/m/out?links=follow&environment=production");
    assert_eq!(out.status, 404);
    for (query, status) in [
        ("checksum_type=crc&environment=production", 400),
        ("links=odd&environment=production", 400),
        ("environment=missing", 404),
        ("environment=a%2Fb", 400),
        ("", 400),
    ] {
        let answer = node.get(&format!("/puppet/v3/file_metadata/modules/m/a.txt?{query}"));
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
    }
}

#[test]
fn lists() {
    let site = site();
    let node = site.peer("node1");
    let list = |query: &str| {
        let answer = node.get(&format!("/puppet/v3/file_metadatas/{query}&environment=production"));
        assert_eq!(answer.status, 200, "{query}: {}", answer.text());
        let text = answer.text();
        let parts = text.split(r#""relative_path":""#).skip(1);
        parts.map(|part| part.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let plugins = [".", "facter", "facter/f.rb", "facter/g.rb"];
    assert_eq!(list("plugins?recurse=true&links=follow"), plugins);
    assert_eq!(list("plugins?recurse=false&links=manage"), ["."]);
    assert_eq!(list("pluginfacts?recurse=true"), ["."], "without any the agent learns that there are none");
    assert_eq!(list("modules/m/tree?recurse=true&ignore=.git&links=manage"), [".", "b", "circle"]);
    assert_eq!(list("modules/m/tree?recurse=true&recurselimit=1&links=manage"), [".", ".git", "b", "circle"]);
    let all = list("modules/m?recurse=true&links=follow&ignore=.git");
    assert!(!all.iter().any(|name| name.starts_with("out") || name.starts_with("folder_out")), "{all:?}");
    let few = node.get("/puppet/v3/file_metadatas/modules/m?recurse=true&max_files=2&environment=production");
    assert!(few.status == 500 && few.text().contains("exceeds the limit of 2"), "{}", few.text());
    // A new file is in the list as soon as agents could know about it.
    write(&site.folder.join(M).join("lib/facter/new.rb"), "4");
    std::thread::sleep(std::time::Duration::from_millis(2_200));
    assert!(list("plugins?recurse=true&links=follow").contains(&"facter/new.rb".to_owned()));
}

#[test]
fn the_file_bucket() {
    let site = site();
    let node = site.peer("node1");
    let sum = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";
    let path = format!("/puppet/v3/file_bucket_file/sha256/{sum}//etc/motd?environment=production");
    assert_eq!(node.ask("HEAD", &path, &[], b"").status, 404);
    assert_eq!(node.ask("PUT", &path, &[BYTES], b"other\n").status, 400);
    assert_eq!(node.ask("PUT", &path, &[BYTES], b"hello\n").status, 200);
    assert_eq!(node.ask("HEAD", &path, &[], b"").status, 200);
    let copy = node.get(&format!("/puppet/v3/file_bucket_file/sha256/{sum}"));
    assert_eq!((copy.status, copy.text().as_str()), (200, "hello\n"));
    let paths = site.folder.join(format!("bucket/5/8/9/1/b/5/b/5/{sum}/paths"));
    assert_eq!(std::fs::read_to_string(paths).unwrap(), "/etc/motd\n");
    let other = "c7843a667ecfa4f18ba6fd636454543634ffc863e5940eb7ec7c30cb2a6d5c83";
    let put = format!("/puppet/v3/file_bucket_file/sha256/{other}//etc/motd");
    assert_eq!(node.ask("PUT", &put, &[BYTES], b"hello\nyou\n").status, 200);
    let compare =
        |with: &str| node.get(&format!("/puppet/v3/file_bucket_file/sha256/{sum}?diff_with={with}"));
    let expected = format!("--- {sum}\n+++ {other}\n@@ -1 +1,2 @@\n hello\n+you\n");
    assert_eq!((compare(other).status, compare(other).text()), (200, expected));
    assert_eq!((compare(sum).status, compare(sum).text().as_str()), (200, ""));
    assert_eq!(compare("6382b3cc881412b77bfcaeed026001c00d9e3025e66c20f6e7e92f079851462a").status, 404);
    assert_eq!(compare("../../x").status, 400);
    let list = node.get(&format!("/puppet/v3/file_bucket_file/sha256/{sum}?list_all=true"));
    assert!(list.status == 500 && list.text().contains("Listing remote file buckets is not allowed"));
    for wrong in ["sha256/abc", "crc/00", "sha256/../../x", "md5/ZZ1d8cd98f00b204e9800998ecf8427e"] {
        let answer = node.get(&format!("/puppet/v3/file_bucket_file/{wrong}"));
        assert_eq!(answer.status, 400, "{wrong}");
    }
}
