//! Identifies the client of a request: by the certificate of the connection, or by the headers of a trusted proxy.

use std::net::IpAddr;
use std::sync::Arc;

use bunraku_ca::Certificate;
use hyper::HeaderMap;

use crate::client::Client;
use crate::conf::Conf;
use crate::params::unescape_path;

/// The client of a request. The headers of a proxy that is not trusted are ignored.
pub fn identify(
    conf: &Conf,
    address: IpAddr,
    shown: Option<&Arc<Client>>,
    headers: &HeaderMap,
) -> Option<Arc<Client>> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(verified) = header("x-client-verify") else { return shown.cloned() };
    if !conf.header_identity || !is_trusted(conf, address, shown) {
        return shown.cloned();
    }
    if verified.trim() != "SUCCESS" {
        return None;
    }
    let client = match header("x-client-cert") {
        Some(pem) => of_pem(&unescape_path(pem)),
        None => header("x-client-dn").and_then(of_name),
    };
    client.map(Arc::new)
}

fn is_trusted(conf: &Conf, address: IpAddr, shown: Option<&Arc<Client>>) -> bool {
    // On a dual-stack socket, the address of an IPv4 client has a different form.
    let address = address.to_canonical();
    conf.trusted_proxies.iter().any(|proxy| match proxy.parse::<IpAddr>() {
        Ok(known) => known == address,
        Err(_) => shown.is_some_and(|client| client.certname == *proxy),
    })
}

/// Parses a certificate in PEM. Proxies replace its line breaks by spaces or tabs, or omit them.
fn of_pem(pem: &str) -> Option<Client> {
    const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
    const END: &str = "-----END CERTIFICATE-----";
    let body = pem.split_once(BEGIN)?.1.split_once(END)?.0;
    let body: String = body.split_whitespace().collect();
    let lines: Vec<&str> =
        (0..body.len()).step_by(64).filter_map(|at| body.get(at..body.len().min(at + 64))).collect();
    let certificate = Certificate::from_pem(&format!("{BEGIN}\n{}\n{END}\n", lines.join("\n"))).ok()?;
    Client::of_certificate(certificate.der())
}

/// Parses a name such as `CN=node.example.net` or `/CN=node.example.net`. There are no extensions.
fn of_name(name: &str) -> Option<Client> {
    let parts = name.split([',', '/']).map(str::trim);
    let certname = parts.filter_map(|part| part.strip_prefix("CN=")).next()?.to_lowercase();
    bunraku::world::names::check_node(&certname).ok()?;
    Some(Client { certname, extensions: Vec::new(), certificate: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(conf: &Conf, address: &str, headers: &[(&'static str, &'static str)]) -> Option<String> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        let client = identify(conf, address.parse().unwrap(), None, &map);
        client.map(|client| client.certname.clone())
    }

    #[test]
    fn only_proxies_that_are_named_are_believed() {
        let mut conf = Conf { trusted_proxies: vec!["10.0.0.1".to_owned()], ..Conf::default() };
        let headers = [("x-client-verify", "SUCCESS"), ("x-client-dn", "/CN=Node1")];
        assert_eq!(asked(&conf, "10.0.0.1", &headers), None, "the setting is off");
        conf.header_identity = true;
        assert_eq!(asked(&conf, "10.0.0.1", &headers).as_deref(), Some("node1"));
        assert_eq!(asked(&conf, "::ffff:10.0.0.1", &headers).as_deref(), Some("node1"));
        assert_eq!(asked(&conf, "10.0.0.2", &headers), None);
        for refused in [
            [("x-client-verify", "NONE"), ("x-client-dn", "CN=node1")],
            [("x-client-verify", "FAILED:expired"), ("x-client-dn", "CN=node1")],
            [("x-client-verify", "SUCCESS"), ("x-client-dn", "O=node1")],
            [("x-client-verify", "SUCCESS"), ("x-client-dn", "CN=../node1")],
            [("x-client-verify", "SUCCESS"), ("x-client-cert", "rubbish")],
        ] {
            assert_eq!(asked(&conf, "10.0.0.1", &refused), None, "{refused:?}");
        }
    }
}
