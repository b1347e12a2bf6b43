//! Which address staff may have of their own (docs/deploy.md#a-host-for-staff).

use crate::server_address::ServerAddress;
use base::this_machine::is_this_machine;

/// Why an address cannot be that of staff.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StaffUrlError {
    #[error(
        "--staff-url has the host of --public-url: staff need a host of their own, such as https://staff.example.com, because \
         browsers send cookies to every port of a host"
    )]
    SameHost,
    #[error("--staff-url needs the path of --public-url: the server has one path at all of its hosts")]
    OtherPath,
    #[error("--staff-url has to begin with https://: nobody signs in without encryption")]
    Unencrypted,
}

/// Checks the address of staff beside that of visitors.
pub(crate) fn check_staff_url(
    staff_url: Option<&ServerAddress>,
    public_url: Option<&ServerAddress>,
) -> Result<(), StaffUrlError> {
    let Some(staff_url) = staff_url else { return Ok(()) };
    if public_url.is_some_and(|public_url| host_name(public_url) == host_name(staff_url)) {
        return Err(StaffUrlError::SameHost);
    }
    if staff_url.path() != public_url.map_or("", ServerAddress::path) {
        return Err(StaffUrlError::OtherPath);
    }
    let is_here = staff_url
        .host()
        .is_some_and(|host| is_this_machine(&host.to_string()));
    if !staff_url.is_encrypted() && !is_here {
        return Err(StaffUrlError::Unencrypted);
    }
    Ok(())
}

/// Returns the host's name as DNS compares it: a dot at its end changes nothing.
fn host_name(address: &ServerAddress) -> Option<String> {
    let host = address.host()?.to_string();
    Some(host.trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staff_have_a_host_of_their_own() {
        for (staff, public, expected) in [
            ("https://staff.example", Some("https://f.example"), Ok(())),
            ("https://staff.example/a", Some("https://f.example/a"), Ok(())),
            ("https://staff.example", None, Ok(())),
            ("http://localhost:8080", Some("http://127.0.0.1:8080"), Ok(())),
            (
                "https://f.example:8443",
                Some("https://f.example"),
                Err(StaffUrlError::SameHost),
            ),
            (
                "https://F.example.",
                Some("https://f.example"),
                Err(StaffUrlError::SameHost),
            ),
            (
                "https://staff.example",
                Some("https://f.example/a"),
                Err(StaffUrlError::OtherPath),
            ),
            ("https://staff.example/a", None, Err(StaffUrlError::OtherPath)),
            (
                "http://staff.example",
                Some("https://f.example"),
                Err(StaffUrlError::Unencrypted),
            ),
        ] {
            let staff_url: ServerAddress = staff.parse().unwrap();
            let public_url: Option<ServerAddress> = public.map(|url| url.parse().unwrap());
            let checked = check_staff_url(Some(&staff_url), public_url.as_ref());
            assert_eq!(checked, expected, "{staff} {public:?}");
        }
    }
}
