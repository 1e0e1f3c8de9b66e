//! A server from which Puppet agents get catalogs, files and certificates.
//!
//! The path of a request: `listen` accepts a connection and identifies the client by its certificate; `dispatch` finds
//! the [route](routes), checks the [rules](auth) for this client, reads the body within its limits and runs the handler
//! on the right kind of thread: immediately, on a file thread, or on one of the compiler threads. A handler is a plain
//! function from a [`Request`](request::Request) to a [`Reply`](reply::Reply).
//!
//! Catalogs are compiled from [environments] that are loaded in generations. Data from agents is passed to a
//! [`Keep`](keep::Keep).
//!
//! The crate evaluates no code itself: it compiles through the facade, leaves certificates to `bunraku-ca`, and data
//! that is stored to `bunraku-store`. No request may block the threads that accept connections.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a server listens, serves and keeps files, and has threads of its own; what compilations read and run goes \
              through their world"
)]

mod addresses;
pub mod auth;
pub mod body;
pub mod checksum;
mod client;
pub mod compile;
pub mod conf;
pub mod config;
mod dispatch;
pub mod environments;
pub mod files;
mod identity;
pub mod keep;
mod large_bodies;
mod listen;
pub mod log;
pub mod metrics;
pub mod msgpack;
pub mod negotiate;
mod notices;
pub mod outside;
pub mod page;
pub mod params;
mod patient;
pub mod pool;
pub mod privileges;
mod received;
pub mod reply;
pub mod reports;
pub mod request;
mod retry;
pub mod routes;
mod server;
pub mod static_catalog;
pub mod systemd;
pub mod time;
pub mod tls;
mod upkeep;

pub use client::Client;
pub use config::{Config, ServerLimits};
pub use server::{Running, Server, StartError};
