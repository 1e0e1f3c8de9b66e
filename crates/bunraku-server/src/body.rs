//! Response bodies: compressed if the client accepts it, files in pieces.

use std::fs::File;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::mpsc::{self, Receiver};

/// A body.
pub enum Body {
    /// Bytes that have not been sent yet; `None` afterwards.
    Whole(Option<Bytes>),
    /// The pieces of a file, and the number of remaining bytes.
    Pieces(Receiver<io::Result<Bytes>>, u64),
}

/// Smaller bodies are not worth compressing.
const WORTH_IT: usize = 1_000;

/// The size of the pieces of a file.
const PIECE: usize = 1 << 16;

impl Body {
    /// A body of bytes.
    pub fn of(bytes: Bytes) -> Body {
        Body::Whole(Some(bytes))
    }

    /// A file, read ahead by a few pieces. A file thread is used for each piece separately, so that slow clients do not
    /// occupy one.
    pub fn of_file(mut file: File, size: u64) -> Body {
        let (send, receive) = mpsc::channel(4);
        tokio::spawn(async move {
            let mut left = size;
            while left > 0 {
                let length = PIECE.min(usize::try_from(left).unwrap_or(PIECE));
                let read = tokio::task::spawn_blocking(move || {
                    let mut piece = vec![0; length];
                    // If the file has been truncated, the connection is aborted: the client must not consider it
                    // complete.
                    let read = file.read_exact(&mut piece).map(|()| Bytes::from(piece));
                    (file, read)
                });
                let Ok((again, read)) = read.await else { return };
                file = again;
                left -= length as u64;
                let failed = read.is_err();
                if send.send(read).await.is_err() || failed {
                    return;
                }
            }
        });
        Body::Pieces(receive, size)
    }
}

/// Compresses bytes with gzip at its fastest level, if that is worthwhile.
pub fn compressed(bytes: &[u8]) -> Option<Bytes> {
    if bytes.len() < WORTH_IT {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(1));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        match self.get_mut() {
            Body::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Body::Pieces(pieces, left) => pieces.poll_recv(cx).map(|piece| {
                Some(piece?.map(|piece| {
                    *left = left.saturating_sub(piece.len() as u64);
                    Frame::data(piece)
                }))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Body::Pieces(_, left) => SizeHint::with_exact(*left),
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn small_bodies_stay_as_they_are() {
        assert!(compressed(&[b'a'; 999]).is_none());
        let bytes = compressed(&[b'a'; 5_000]).unwrap();
        assert!(bytes.len() < 200);
        let mut back = Vec::new();
        GzDecoder::new(&bytes[..]).read_to_end(&mut back).unwrap();
        assert_eq!(back, [b'a'; 5_000]);
    }
}
