//! A request names exactly one host (docs/api.md#host). Where it names several, this server and a proxy before it could each
//! take another one for the right one.

use super::own_address::origin_of_host;
use super::problem::Problem;
use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::{HeaderMap, Uri, Version};
use axum::middleware::Next;
use axum::response::Response;

/// Refuses a request without a host, with several, and with what is no host.
pub(super) async fn require_one_host(request: Request, next: Next) -> Result<Response, Problem> {
    match fault(request.version(), request.uri(), request.headers()) {
        None => Ok(next.run(request).await),
        Some(fault) => Err(Problem::InvalidHost(fault)),
    }
}

/// Returns what is wrong with the host of a request.
fn fault(version: Version, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    let mut hosts = headers.get_all(HOST).iter();
    let Some(host) = hosts.next() else {
        // HTTP/1.0 has no such header, and simple programs that ask whether the server is there speak it.
        return (version > Version::HTTP_10).then_some("The header `Host` is missing.");
    };
    if hosts.next().is_some() {
        return Some("There are several headers `Host`; exactly one is expected.");
    }
    let Some(origin) = host.to_str().ok().and_then(origin_of_host) else {
        return Some("The header `Host` is not `host` or `host:port`.");
    };
    let authority = uri
        .authority()
        .map(|authority| origin_of_host(authority.as_str()));
    let is_other = authority.is_some_and(|authority| authority.as_ref() != Some(&origin));
    is_other.then_some("The address and the header `Host` name different hosts.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn fault_of(version: Version, uri: &str, hosts: &[&[u8]]) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(HOST, HeaderValue::from_bytes(host).unwrap());
        }
        fault(version, &uri.parse().unwrap(), &headers)
    }

    #[test]
    fn one_host_is_accepted() {
        for host in [
            "x.example",
            "X.example:8080",
            "[::1]:8080",
            "127.0.0.1",
            "a_b.example",
        ] {
            assert_eq!(
                fault_of(Version::HTTP_11, "/", &[host.as_bytes()]),
                None,
                "{host}"
            );
        }
        assert_eq!(fault_of(Version::HTTP_10, "/healthz", &[]), None);
        let absolute = "http://x.example/healthz";
        assert_eq!(fault_of(Version::HTTP_11, absolute, &[b"X.example"]), None);
    }

    #[test]
    fn missing_repeated_and_malformed_hosts_are_refused() {
        let wrong: [&[&[u8]]; 8] = [
            &[],
            &[b""],
            &[b"x.example", b"y.example"],
            &[b"x.example", b"x.example"],
            &[b"x.example, y.example"],
            &[b"x.example/path"],
            &[b"user@x.example"],
            &[b"x.ex\xFFmple"],
        ];
        for hosts in wrong {
            assert!(fault_of(Version::HTTP_11, "/", hosts).is_some(), "{hosts:?}");
        }
        let hosts: [&[u8]; 2] = [b"x.example", b"y.example"];
        assert!(fault_of(Version::HTTP_10, "/", &hosts).is_some());
        assert!(fault_of(Version::HTTP_11, "http://y.example/", &[b"x.example"]).is_some());
    }
}
