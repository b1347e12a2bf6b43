//! The address of a scanner (docs/api.md#scanner).

use std::fmt::{Display, Formatter};
use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use url::{Host, Url};

/// The port of ClamAV's daemon.
const PORT: u16 = 3310;

/// Where a scanner listens that speaks the protocol of ClamAV's daemon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScannerAddress {
    /// A socket on this machine.
    Unix(PathBuf),
    Tcp {
        host: String,
        port: u16,
    },
}

/// A text is not the address of a scanner.
#[derive(Debug, thiserror::Error)]
#[error("an address such as unix:/run/clamav/clamd.ctl or tcp://127.0.0.1:3310 is expected")]
pub struct ScannerAddressError;

impl ScannerAddress {
    /// Returns whether files go over a network to it, which the protocol does not encrypt.
    pub(crate) fn is_elsewhere(&self) -> bool {
        match self {
            Self::Unix(_) => false,
            Self::Tcp { host, .. } => {
                let is_here = |ip: IpAddr| ip.is_loopback();
                host != "localhost" && !host.parse().is_ok_and(is_here)
            }
        }
    }
}

impl FromStr for ScannerAddress {
    type Err = ScannerAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(path) = text.strip_prefix("unix:") {
            let path = PathBuf::from(path);
            return path
                .is_absolute()
                .then_some(Self::Unix(path))
                .ok_or(ScannerAddressError);
        }
        let url = Url::parse(text).map_err(|_| ScannerAddressError)?;
        let is_plain = matches!(url.path(), "" | "/")
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        let host = match url.host() {
            Some(Host::Ipv6(ip)) => ip.to_string(),
            Some(host) => host.to_string(),
            None => String::new(),
        };
        if url.scheme() != "tcp" || host.is_empty() || !is_plain {
            return Err(ScannerAddressError);
        }
        Ok(Self::Tcp {
            host,
            port: url.port().unwrap_or(PORT),
        })
    }
}

impl Display for ScannerAddress {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unix(path) => write!(formatter, "unix:{}", path.display()),
            Self::Tcp { host, port } => write!(formatter, "tcp://{host}:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_socket_or_a_port() {
        let tcp = |host: &str, port| ScannerAddress::Tcp {
            host: host.into(),
            port,
        };
        for (text, address, is_elsewhere) in [
            (
                "unix:/run/x.ctl",
                ScannerAddress::Unix("/run/x.ctl".into()),
                false,
            ),
            (
                "unix:///run/x.ctl",
                ScannerAddress::Unix("///run/x.ctl".into()),
                false,
            ),
            ("tcp://127.0.0.1:1234", tcp("127.0.0.1", 1234), false),
            ("tcp://localhost", tcp("localhost", PORT), false),
            ("tcp://[::1]:7", tcp("::1", 7), false),
            (
                "tcp://scanner.internal:3310/",
                tcp("scanner.internal", PORT),
                true,
            ),
            ("tcp://10.0.0.7", tcp("10.0.0.7", PORT), true),
        ] {
            let parsed: ScannerAddress = text.parse().unwrap();
            assert_eq!(
                (&parsed, parsed.is_elsewhere()),
                (&address, is_elsewhere),
                "{text}"
            );
        }
        for wrong in [
            "",
            "127.0.0.1:3310",
            "unix:",
            "unix:x.ctl",
            "http://x",
            "tcp://",
            "tcp://x/y",
            "tcp://u@x",
            "tcp://x?y",
            "tcp://x:port",
        ] {
            assert!(wrong.parse::<ScannerAddress>().is_err(), "{wrong}");
        }
    }
}
