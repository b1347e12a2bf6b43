//! Where a sign-in at the provider leads (docs/staff.md#single-sign-on).

use url::Url;

/// Where it leads if nothing else was wanted.
const START: &str = "/";

/// Most bytes of a page's address: it is kept in a cookie.
const LENGTH: usize = 1_000;

/// The pages that those see who are not signed in.
const WITHOUT_SESSION: [&str; 3] = ["sign-in", "welcome", "reset"];

/// Returns the page of the console, without `/staff`, that somebody wanted before they signed in. Anybody can make a link that names
/// one: it leads to no other site, and to nothing outside of the console. The console itself has the same rule (`returnPath.ts`).
pub(super) fn console_path(wanted: &str) -> String {
    checked(wanted).unwrap_or_else(|| START.to_owned())
}

fn checked(wanted: &str) -> Option<String> {
    let rest = wanted
        .strip_prefix('/')
        .filter(|rest| !rest.starts_with(['/', '\\']))?;
    let url = Url::parse(&format!("https://console.invalid/staff/{rest}")).ok()?;
    let path = url.as_str().strip_prefix("https://console.invalid/staff")?;
    let page = url.path().strip_prefix("/staff/")?;
    let first = page.split('/').next().unwrap_or_default();
    let is_page = !page.starts_with('/') && !WITHOUT_SESSION.contains(&first);
    (is_page && path.len() <= LENGTH).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::console_path;

    #[test]
    fn only_pages_of_the_console_are_led_to() {
        for (wanted, path) in [
            ("/", "/"),
            ("/me?from=mail#here", "/me?from=mail#here"),
            ("/inbox/../me", "/me"),
            ("/inbox/ä b", "/inbox/%C3%A4%20b"),
            ("/inbox//evil", "/inbox//evil"),
        ] {
            assert_eq!(console_path(wanted), path, "{wanted}");
        }
        let long = format!("/{}", "a".repeat(1_000));
        for elsewhere in [
            "",
            "me",
            "//evil.example",
            "/\\evil.example",
            "/..//evil.example",
            "/../v1/staff/session",
            "/%2e%2e//evil.example",
            "/.//evil.example",
            "https://evil.example",
            "/\t/evil.example",
            "/sign-in?return=/sign-in",
            "/welcome",
            "/reset/",
            &long,
        ] {
            assert_eq!(console_path(elsewhere), "/", "{elsewhere}");
        }
    }
}
