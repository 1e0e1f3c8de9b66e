//! Connections: accepting, TLS, and serving requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, UnixListener};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

use crate::client::Client;
use crate::dispatch::{Origin, answer};
use crate::log::Level;
use crate::patient::Patient;
use crate::server::Server;

/// Accepts connections until `stop` is set, and then waits for those in progress, within limits.
pub async fn listen(server: Arc<Server>, listener: TcpListener, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(server.limits.connections));
    loop {
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            _ = stop.changed() => break,
        };
        let Ok(place) = place else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most likely there are too many open files: other connections have to end first.
                server.log.warning(format_args!("cannot accept a connection: {error}"));
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        let (server, stop) = (Arc::clone(&server), stop.clone());
        tokio::spawn(async move {
            serve(server, stream, address, stop).await;
            drop(place);
        });
    }
    drop(listener);
    let all = u32::try_from(server.limits.connections).unwrap_or(u32::MAX);
    let ended = tokio::time::timeout(server.limits.stop_time, places.acquire_many(all)).await;
    if ended.is_err() {
        server.log.warning("the server stopped before all requests were finished");
    }
}

/// Serves one connection.
async fn serve(server: Arc<Server>, stream: TcpStream, address: SocketAddr, stop: watch::Receiver<bool>) {
    // Responses are small and clients wait for them.
    let _ = stream.set_nodelay(true);
    let stream = Patient::new(stream, server.limits.send_time);
    let acceptor = TlsAcceptor::from(server.tls.load_full());
    let stream = match tokio::time::timeout(server.limits.handshake_time, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            server.metrics.handshake_failed();
            server.log.line(Level::Info, format_args!("TLS handshake with {address} failed: {error}"));
            return;
        }
        Err(_) => return,
    };
    let (_, connection) = stream.get_ref();
    let certificate = connection.peer_certificates().and_then(|chain| chain.first());
    let client = certificate.and_then(|certificate| Client::of_certificate(certificate)).map(Arc::new);
    let origin = Origin::Network(address.ip(), client);
    if let Err(error) = converse(&server, stream, origin, stop).await {
        server.log.line(Level::Debug, format_args!("connection from {address} ended: {error}"));
    }
}

/// Accepts connections on the local socket until `stop` is set.
pub async fn listen_locally(server: Arc<Server>, listener: UnixListener, mut stop: watch::Receiver<bool>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        let (server, stop) = (Arc::clone(&server), stop.clone());
        tokio::spawn(async move {
            let stream = Patient::new(stream, server.limits.send_time);
            if let Err(error) = converse(&server, stream, Origin::Local, stop).await {
                server
                    .log
                    .line(Level::Debug, format_args!("a connection to the local socket ended: {error}"));
            }
        });
    }
}

/// Answers the requests of a connection, one after the other.
async fn converse(
    server: &Arc<Server>,
    stream: impl AsyncRead + AsyncWrite + Unpin,
    origin: Origin,
    mut stop: watch::Receiver<bool>,
) -> Result<(), hyper::Error> {
    let service = service_fn(|request| answer(Arc::clone(server), origin.clone(), request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(server.limits.idle_time)
        .max_buf_size(server.limits.head)
        .serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => ended,
        _ = stop.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    }
}
