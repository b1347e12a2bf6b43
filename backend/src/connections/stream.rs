//! The socket of a connection, which ends connections that are too slow.

use super::activity::Activity;
use super::limits::ConnectionLimits;
use super::open::ConnectionPermit;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A socket whose reads and writes fail when the client takes too long.
pub(super) struct LimitedStream<S> {
    socket: S,
    activity: Arc<Activity>,
    head_time: Duration,
    head: Option<Head>,
    slowest_time: Duration,
    slowest_bytes: usize,
    backlog: Option<Backlog>,
    linger_time: Duration,
    linger_bytes: usize,
    rest: Option<Rest>,
    _permit: ConnectionPermit,
}

/// The head of a request that has begun to arrive.
struct Head {
    request: usize,
    /// Set once the socket has to be waited for: most heads arrive at once.
    deadline: Option<Pin<Box<Sleep>>>,
}

/// What a client still sends after its answer.
struct Rest {
    bytes: usize,
    deadline: Pin<Box<Sleep>>,
}

/// Bytes that the client does not take as fast as they come.
struct Backlog {
    taken: usize,
    deadline: Pin<Box<Sleep>>,
}

impl<S> LimitedStream<S> {
    pub(super) fn new(
        socket: S,
        permit: ConnectionPermit,
        activity: Arc<Activity>,
        limits: &ConnectionLimits,
    ) -> Self {
        Self {
            socket,
            activity,
            head_time: limits.head,
            head: None,
            slowest_time: limits.slowest_time,
            slowest_bytes: limits.slowest_bytes,
            backlog: None,
            linger_time: limits.linger_time,
            linger_bytes: limits.linger_bytes,
            rest: None,
            _permit: permit,
        }
    }

    /// Starts the time of a head with its first bytes.
    fn bytes_arrived(&mut self) {
        match self.activity.awaited_head() {
            None => self.head = None,
            Some(request) if self.head.as_ref().is_some_and(|head| head.request == request) => {}
            Some(request) => {
                self.head = Some(Head {
                    request,
                    deadline: None,
                });
            }
        }
    }

    /// Completes when a head has not arrived in time.
    fn poll_late_head(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let awaited = self.activity.awaited_head();
        let Some(head) = self.head.as_mut().filter(|head| Some(head.request) == awaited) else {
            self.head = None;
            return Poll::Pending;
        };
        let deadline = head
            .deadline
            .get_or_insert_with(|| Box::pin(sleep(self.head_time)));
        deadline.as_mut().poll(context)
    }

    fn bytes_taken(&mut self, count: usize) {
        if let Some(backlog) = &mut self.backlog {
            backlog.taken += count;
            if backlog.taken >= self.slowest_bytes {
                self.backlog = None;
            }
        }
    }

    /// Completes when the client has not taken enough bytes in time.
    fn poll_slow_reader(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let backlog = self.backlog.get_or_insert_with(|| Backlog {
            taken: 0,
            deadline: Box::pin(sleep(self.slowest_time)),
        });
        backlog.deadline.as_mut().poll(context)
    }
}

fn too_slow<T>() -> Poll<io::Result<T>> {
    Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
}

impl<S: AsyncRead + Unpin> AsyncRead for LimitedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.socket).poll_read(context, buffer) {
            Poll::Ready(read) => {
                if buffer.filled().len() > before {
                    self.bytes_arrived();
                }
                Poll::Ready(read)
            }
            Poll::Pending => {
                ready!(self.poll_late_head(context));
                too_slow()
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> LimitedStream<S> {
    fn after_write(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                self.bytes_taken(*written.as_ref().unwrap_or(&0));
                Poll::Ready(written)
            }
            Poll::Pending => {
                ready!(self.poll_slow_reader(context));
                too_slow()
            }
        }
    }
}

impl<S: AsyncRead + Unpin> LimitedStream<S> {
    /// Reads and throws away what the client still sends, until it ends or has sent enough. Its system throws away what it has
    /// not read of the answer when bytes arrive at a closed socket.
    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let rest = self.rest.get_or_insert_with(|| Rest {
            bytes: 0,
            deadline: Box::pin(sleep(self.linger_time)),
        });
        let mut thrown_away = [0; 8 * 1024];
        while rest.bytes < self.linger_bytes && rest.deadline.as_mut().poll(context).is_pending() {
            let mut buffer = ReadBuf::new(&mut thrown_away);
            let read = ready!(Pin::new(&mut self.socket).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            rest.bytes += buffer.filled().len();
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for LimitedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.after_write(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        self.after_write(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // hyper flushes once the socket has taken all that there was to write.
        self.backlog = None;
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.rest.is_none() {
            ready!(Pin::new(&mut self.socket).poll_shutdown(context))?;
        }
        if self.activity.has_unread_body() {
            ready!(self.poll_rest(context));
        }
        Poll::Ready(Ok(()))
    }
}
