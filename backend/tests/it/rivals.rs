//! Two requests that want a place which only one of them can have.
//!
//! A test that asks again and again until a place is taken may have the place itself while the request arrives that should take
//! it. So it begins two such requests: as soon as one is refused, the other one has the place, whichever it is.

use crate::deadline::within_limit;
use tokio::net::TcpStream;

/// Waits until the server refuses one of two unfinished requests. Returns the refused one, which can be read, and the other one.
pub(crate) async fn refused_and_other(one: TcpStream, other: TcpStream) -> (TcpStream, TcpStream) {
    let first = async {
        tokio::select! {
            readable = one.readable() => readable.map(|()| true),
            readable = other.readable() => readable.map(|()| false),
        }
    };
    let one_is_refused = within_limit("one of two requests is refused", first)
        .await
        .unwrap();
    if one_is_refused {
        (one, other)
    } else {
        (other, one)
    }
}
