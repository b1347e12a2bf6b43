//! How many packets a client may send: a socket that gets more in a second is cut (docs/api.md#socket).
//!
//! The library of Socket.IO has no such bound, so the stream below it counts the frames of the websocket (RFC 6455,
//! section 5.2): each packet is one frame at least, and frames that are no packets cost as much.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tracing::info;

/// Most packets of a client in a second, also in one request that polls. A page sends a few when it connects, then one every
/// few seconds.
pub(crate) const PACKETS_A_SECOND: usize = 50;

const SECOND: Duration = Duration::from_secs(1);

/// Bit of a frame's second byte: four bytes that mask the payload follow its length.
const IS_MASKED: u8 = 0x80;

/// The stream of a websocket, whose reads fail when the client sends too many packets.
pub(super) struct PacedStream<S> {
    stream: S,
    frames: Frames,
    /// When the second began in which frames are counted.
    since: Instant,
    count: usize,
}

/// Finds where frames begin.
#[derive(Default)]
struct Frames {
    /// What has arrived of a head: 14 bytes at most.
    head: Vec<u8>,
    /// Bytes of the payload that have not.
    payload: u64,
}

impl<S> PacedStream<S> {
    pub(super) fn new(stream: S) -> Self {
        Self {
            stream,
            frames: Frames::default(),
            since: Instant::now(),
            count: 0,
        }
    }

    /// Counts the frames that begin in these bytes; false if there are too many.
    fn may_send(&mut self, bytes: &[u8], now: Instant) -> bool {
        if now.duration_since(self.since) >= SECOND {
            self.since = now;
            self.count = 0;
        }
        self.count += self.frames.begun_in(bytes);
        self.count <= PACKETS_A_SECOND
    }
}

impl Frames {
    /// Returns how many heads of frames are complete with these bytes.
    fn begun_in(&mut self, mut bytes: &[u8]) -> usize {
        let mut begun = 0;
        loop {
            let skipped = self.payload.min(bytes.len() as u64);
            self.payload -= skipped;
            let skipped = usize::try_from(skipped).unwrap_or(bytes.len());
            let Some((first, rest)) = bytes.get(skipped..).and_then(<[u8]>::split_first) else {
                return begun;
            };
            bytes = rest;
            self.head.push(*first);
            if let Some(payload) = payload_length(&self.head) {
                self.payload = payload;
                self.head.clear();
                begun += 1;
            }
        }
    }
}

/// Returns the length of the payload behind a head; `None` if the head is not complete.
fn payload_length(head: &[u8]) -> Option<u64> {
    let ([_, second], rest) = head.split_first_chunk()?;
    let mask = if second & IS_MASKED == 0 { 0 } else { 4 };
    let (length, rest) = match second & !IS_MASKED {
        126 => rest
            .split_first_chunk()
            .map(|(length, rest)| (u64::from(u16::from_be_bytes(*length)), rest))?,
        127 => rest
            .split_first_chunk()
            .map(|(length, rest)| (u64::from_be_bytes(*length), rest))?,
        short => (u64::from(short), rest),
    };
    (rest.len() >= mask).then_some(length)
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.may_send(buffer.filled().get(before..).unwrap_or_default(), Instant::now()) {
            return Poll::Ready(Ok(()));
        }
        buffer.set_filled(before);
        info!(
            limit = PACKETS_A_SECOND,
            "socket closed: too many packets per second"
        );
        Poll::Ready(Err(io::Error::other("too many packets per second")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a frame with this payload, as clients send it.
    fn frame(payload: usize) -> Vec<u8> {
        let mut frame = vec![0x81];
        match payload {
            0..126 => frame.push(IS_MASKED | u8::try_from(payload).unwrap()),
            126..=0xffff => {
                frame.push(IS_MASKED | 126);
                frame.extend(u16::try_from(payload).unwrap().to_be_bytes());
            }
            _ => {
                frame.push(IS_MASKED | 127);
                frame.extend((payload as u64).to_be_bytes());
            }
        }
        // What looks like heads of frames.
        frame.resize(frame.len() + 4 + payload, 0x81);
        frame
    }

    #[test]
    fn frames_are_found_however_they_arrive() {
        let lengths = [0, 1, 125, 126, 300, 65_535, 65_536, 0, 7];
        let bytes: Vec<u8> = lengths.into_iter().flat_map(frame).chain([0x89, 0x00]).collect();
        for chunk in [1, 2, 3, 7, 1_000, bytes.len()] {
            let mut frames = Frames::default();
            let begun: usize = bytes.chunks(chunk).map(|bytes| frames.begun_in(bytes)).sum();
            assert_eq!(begun, lengths.len() + 1, "in parts of {chunk}");
        }
        // The longest payload that a head can claim.
        let mut frames = Frames::default();
        let claim = [&[0x82, IS_MASKED | 127][..], &[0xff; 8], &[0; 4]].concat();
        assert_eq!(frames.begun_in(&claim), 1);
        assert_eq!(frames.begun_in(&frame(1)), 0);
    }

    #[test]
    fn a_client_may_send_some_packets_each_second() {
        let mut stream = PacedStream::new(());
        let mut now = stream.since;
        for _ in 0..3 {
            for _ in 0..PACKETS_A_SECOND {
                assert!(stream.may_send(&frame(3), now));
            }
            assert!(!stream.may_send(&frame(3), now + SECOND / 2));
            now += SECOND;
        }
        let many: Vec<u8> = (0..=PACKETS_A_SECOND).flat_map(|_| frame(3)).collect();
        assert!(!stream.may_send(&many, now), "all at once");
    }
}
