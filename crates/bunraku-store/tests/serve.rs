//! The plain port for viewers.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests open sockets, and what fails fails its test"
)]

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use bunraku_store::{Backend, Command, Database, PuppetDb, query::Paging, serve::Server};
use support::{catalog, keep};

#[test]
fn it_answers_queries_and_nothing_else() {
    let store = Database::in_memory().unwrap();
    keep(&store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap();
    let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = server.address().unwrap();
    let store: Arc<dyn Backend> = Arc::new(store);
    std::thread::spawn(move || server.run(&store));
    let client = PuppetDb::new(&format!("http://{address}"), None, Duration::from_secs(10), None).unwrap();
    for _ in 0..3 {
        assert_eq!(client.ask_about("nodes", None, &Paging::default()).unwrap().rows.len(), 1);
    }
    let gone = client.submit(Command::DeactivateNode, "a", "{}").unwrap_err();
    assert!(gone.message.contains("accepts no commands"), "{gone}");
    let talk = |request: &[u8]| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream.write_all(request).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    };
    for (request, answer) in [
        (&b"GET /pdb/meta/v1/version HTTP/1.1\r\n\r\n"[..], "HTTP/1.1 200 -"),
        (b"GET /pdb/query/v4/nodes HTTP/1.0\r\nHost: x\r\n\r\n", "HTTP/1.1 200 -"),
        (b"POST /pdb/query/v4 HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "HTTP/1.1 413 -"),
        (b"POST /pdb/query/v4 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 411 -"),
        (b"POST /pdb/query/v4 HTTP/1.1\r\nContent-Length: 2\r\n\r\n\xff\xfe", "HTTP/1.1 400 -"),
        (b"nonsense\r\n\r\n", "HTTP/1.1 400 -"),
        (b"GET /nowhere HTTP/1.1\r\n\r\n", "HTTP/1.1 404 -"),
        (b"", ""),
        (b"GET / HTT", ""),
    ] {
        assert_eq!(talk(request), answer, "{}", String::from_utf8_lossy(request));
    }
    assert!(Server::bind("0.0.0.0:0".parse().unwrap()).is_err());
}
