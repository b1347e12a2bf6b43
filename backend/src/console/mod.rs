//! The page of the console, with its policy (docs/console.md).

use crate::assets::{Asset, Assets, CONSOLE_FOLDER};
use base::random::random_secret;
use tracing::warn;

/// Where the built page has to say whether anybody has an account, and then by which nonce its scripts may add styles.
const PLACES: [&str; 2] = ["{has_users}", "{nonce}"];

/// Where it says in which ways people sign in, and what the provider is called.
const WAYS: &str = "{sign_in}";
const PROVIDER_NAME: &str = "{single_sign_on}";

/// How addresses of the console's own files begin in the built page.
const RELATIVE: &str = "\"./";

/// The console of the running server.
pub(crate) struct Console {
    /// The HTML before, between and after its places; `None` if the console has not been built.
    html: Option<[String; 3]>,
    adds_people: bool,
}

/// In which ways people sign in.
#[derive(Debug, Default)]
pub(crate) struct SignInWays {
    pub(crate) has_passwords: bool,
    /// What the provider is called, perhaps nothing; `None`: there is none.
    pub(crate) provider: Option<String>,
    /// Whether people are added when they sign in.
    pub(crate) adds_people: bool,
}

/// The page of the console, made for one response.
pub(crate) struct ConsolePage {
    pub(crate) html: String,
    /// For the header `Content-Security-Policy`.
    pub(crate) policy: String,
}

impl Console {
    /// Reads the built page. `base_path` is what the server serves below, such as `/feedback`, or empty.
    pub(crate) fn new(assets: &Assets, base_path: &str, ways: &SignInWays) -> Self {
        let built = assets
            .get(&format!("{CONSOLE_FOLDER}index.html"))
            .and_then(Asset::text);
        // The page is the same at paths of different depth.
        let html = built.map(|html| html.replace(RELATIVE, &format!("\"{base_path}/staff/")));
        let name = attribute(ways.provider.as_deref().unwrap_or_default());
        let html = html.map(|html| {
            html.replacen(WAYS, ways.words(), 1)
                .replacen(PROVIDER_NAME, &name, 1)
        });
        let html = html.as_deref().and_then(split);
        if html.is_none() {
            warn!("console build missing: its pages return 503");
        }
        Self {
            html,
            adds_people: ways.adds_people,
        }
    }

    /// Makes the page with a fresh nonce, for a server on which somebody has an account or nobody; `None` if the console has not been built.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub(crate) fn page(&self, has_users: bool) -> Result<Option<ConsolePage>, getrandom::Error> {
        let Some([start, middle, end]) = &self.html else {
            return Ok(None);
        };
        let nonce = random_secret()?;
        Ok(Some(ConsolePage {
            html: format!("{start}{}{middle}{nonce}{end}", has_users || self.adds_people),
            policy: policy(&nonce),
        }))
    }
}

impl SignInWays {
    fn words(&self) -> &'static str {
        match (self.has_passwords, &self.provider) {
            (true, Some(_)) => "passwords single-sign-on",
            (false, Some(_)) => "single-sign-on",
            (_, None) => "passwords",
        }
    }
}

/// Writes a text as the value of an attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

fn split(html: &str) -> Option<[String; 3]> {
    let [has_users, nonce] = PLACES;
    let (start, rest) = html.split_once(has_users)?;
    let (middle, end) = rest.split_once(nonce)?;
    Some([start, middle, end].map(str::to_owned))
}

/// Returns the policy (docs/console.md#policy): scripts are files of this server, and none makes HTML of a text.
fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' blob: data: https:; connect-src 'self'; frame-src 'self'; worker-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )
}
