//! Reads and decompresses the bodies of requests, within the limits of their routes.

use std::io::Read;

use bytes::{Bytes, BytesMut};
use flate2::read::MultiGzDecoder;
use http_body_util::BodyExt;
use hyper::HeaderMap;
use hyper::body::{Body, Incoming};
use hyper::header::CONTENT_ENCODING;
use tokio::sync::OwnedSemaphorePermit;

use crate::reply::Problem;
use crate::routes::Size;
use crate::server::Server;

/// A body, and its share of the memory for large bodies.
pub type Received = (Bytes, Option<OwnedSemaphorePermit>);

/// Reads a body. Agents do not compress it; puppetserver does when it sends commands to a PuppetDB.
pub async fn read(
    server: &Server,
    size: Size,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Received, Problem> {
    let limit = match size {
        Size::None => 0,
        Size::Small => server.limits.small_body,
        Size::Large => server.limits.body,
    };
    let reading = tokio::time::timeout(server.limits.body_time, read_all(server, limit, body));
    let (bytes, share) = reading.await.unwrap_or_else(|_| Err(Problem::too_slow()))?;
    let encoding = headers.get(CONTENT_ENCODING).map(|value| value.to_str().unwrap_or("?").trim());
    match encoding.map(str::to_ascii_lowercase).as_deref() {
        None | Some("" | "identity") => Ok((bytes, share)),
        Some("gzip" | "x-gzip") if !bytes.is_empty() => {
            // The final size is unknown, so the largest share is needed. The old one is released first to avoid a deadlock.
            drop(share);
            let share = server.large_bodies.share(limit).await;
            let unpacked = tokio::task::spawn_blocking(move || unpacked(&bytes, limit)).await;
            let bytes =
                unpacked.map_err(|_| Problem::server_error("the server failed to read the body"))??;
            Ok((bytes, share))
        }
        Some(_) if bytes.is_empty() => Ok((bytes, share)),
        Some(other) => {
            Err(Problem::unsupported_type(format!("the body has the unsupported encoding `{other}`")))
        }
    }
}

async fn read_all(server: &Server, limit: usize, mut body: Incoming) -> Result<Received, Problem> {
    let hint = body.size_hint();
    if hint.lower() > limit as u64 {
        return Err(Problem::too_large(limit));
    }
    let whole = hint.exact().and_then(|size| usize::try_from(size).ok()).unwrap_or(limit);
    let mut bytes = BytesMut::new();
    let mut share = None;
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|error| Problem::bad_request(format!("cannot read the request body: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(Problem::too_large(limit));
        }
        if share.is_none() && bytes.len() + data.len() > server.limits.small_body {
            share = server.large_bodies.share(whole).await;
        }
        bytes.extend_from_slice(&data);
    }
    Ok((bytes.freeze(), share))
}

/// Decompresses gzip, up to the limit.
fn unpacked(packed: &[u8], limit: usize) -> Result<Bytes, Problem> {
    let mut bytes = Vec::new();
    let mut decoder = MultiGzDecoder::new(packed).take(limit as u64 + 1);
    decoder
        .read_to_end(&mut bytes)
        .map_err(|error| Problem::bad_request(format!("the body is not valid gzip: {error}")))?;
    match bytes.len() > limit {
        true => Err(Problem::too_large(limit)),
        false => Ok(bytes.into()),
    }
}
