//! Tests of the server from outside: real sockets, TLS and certificates, a small environment.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests write the files that are served, and are clients on real sockets"
)]

mod bodies;
mod faults;
mod files;
mod load;
mod matrix;
mod odd;
mod page;
mod processors;
mod proxies;
mod statics;
mod support;
mod tools;
