//! The texts that the server shows by itself, in every language of the interface (docs/languages.md).
//!
//! | module | what it has |
//! |---|---|
//! | `codes` | which codes mean which language; which way it is written |
//! | `accepted` | what a browser says of its visitor's languages |

mod accepted;
mod codes;

pub use accepted::accepted_language;
pub use codes::{direction, find_fallback};

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tracing::error;

/// The files of the languages, which the widget's build reads as well.
#[derive(RustEmbed)]
#[folder = "../../widget/src/texts/languages"]
struct Files;

/// What every text falls back to.
const ENGLISH: &str = "en";

static LANGUAGES: LazyLock<BTreeMap<String, Texts>> = LazyLock::new(read_files);
static NO_TEXTS: LazyLock<Texts> = LazyLock::new(Texts::default);

/// The texts of one language that the server uses. The fields are keys of its file.
#[derive(Debug, Default, Deserialize)]
pub struct Texts {
    pub page: PageTexts,
    pub uploads: UploadTexts,
    pub launcher: LauncherLabels,
    pub server: ServerTexts,
    pub mail: MailTexts,
}

/// Texts that the widget's pages show, too.
#[derive(Debug, Default, Deserialize)]
pub struct PageTexts {
    pub system_error: String,
    pub wrong_url: String,
    pub not_found: String,
    pub try_again: String,
    /// Below `not_found` and `wrong_url`: what to do.
    pub check_address: String,
}

/// Texts that the widget's uploads show, too.
#[derive(Debug, Default, Deserialize)]
pub struct UploadTexts {
    pub busy: String,
}

/// The accessible names of a widget's launcher and frames, as the loader gets them.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct LauncherLabels {
    /// The launcher while the widget is closed, unless the widget has a text for it.
    open: String,
    /// The launcher while the widget is open.
    pub close: String,
    /// The frames.
    title: String,
}

/// Texts that only the server shows.
#[derive(Debug, Default, Deserialize)]
pub struct ServerTexts {
    /// On a page whose browser runs no scripts.
    pub no_script: String,
    /// On a page whose scripts did not arrive.
    pub not_loaded: String,
    /// A link to the provider's site.
    pub home: String,
    /// A text message with a verification code.
    pub code: String,
    /// The same with the name of the node that wants to know the number.
    pub code_named: String,
    /// The title of the page for visitors without a connection.
    pub offline: String,
    /// Below it: why the page that they want does not open.
    pub offline_note: String,
    /// Beside the launcher: what a reply says that is only a picture.
    pub picture: String,
}

/// Texts of the mails about replies in a chat, and of the page that stops them (docs/mail.md#mails).
#[derive(Debug, Default, Deserialize)]
pub struct MailTexts {
    /// The subject and the headline. Before it stands the name of the business.
    pub subject: String,
    /// The button that opens the chat, also that of a reply beside the launcher.
    pub open: String,
    /// Warns not to pass the link on.
    pub personal: String,
    /// Says that nobody reads what is sent to the sender's address.
    pub no_answer: String,
    /// Why the mail came.
    pub reason: String,
    /// A link at the end of the mail, and the button of the page that it opens.
    pub stop: String,
    /// The headline of that page.
    pub stop_question: String,
    /// The headline once the mails are stopped.
    pub stopped: String,
}

/// Returns the texts in a language, or in its fallback language, or else in English.
pub fn texts_in(language: &str) -> &'static Texts {
    let code = known_language(language).unwrap_or(ENGLISH);
    LANGUAGES.get(code).unwrap_or(&NO_TEXTS)
}

/// Returns the code of the language whose texts are used for a language; `None` if there are none.
pub fn known_language(language: &str) -> Option<&'static str> {
    find_fallback(language, |code| LANGUAGES.get_key_value(code)).map(|(code, _)| code.as_str())
}

/// Returns the file of a language's texts, or of its fallback language's, as JSON, with the code that names it; `None` if there
/// is none. What the page's components show in another language than English.
pub fn language_file(language: &str) -> Option<(&'static str, Cow<'static, str>)> {
    let code = known_language(language)?;
    let text = match Files::get(&format!("{code}.json"))?.data {
        Cow::Borrowed(bytes) => Cow::Borrowed(std::str::from_utf8(bytes).ok()?),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).ok()?),
    };
    Some((code, text))
}

fn read_files() -> BTreeMap<String, Texts> {
    let languages = Files::iter().filter_map(|name| {
        let code = name.strip_suffix(".json")?;
        match serde_json::from_slice(&Files::get(&name)?.data) {
            Ok(texts) => Some((code.to_owned(), texts)),
            Err(error) => {
                error!(%error, "language file {code} unreadable; using English");
                None
            }
        }
    });
    languages.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_has_the_file_of_its_fallback() {
        let (code, text) = language_file("fr-be").unwrap();
        assert_eq!(code, "fr");
        assert!(text.contains("\"page\""), "{text}");
        assert!(language_file("x-none").is_none());
    }

    #[test]
    fn every_file_has_the_texts_of_the_server() {
        let files = Files::iter().filter(|name| name.ends_with(".json")).count();
        assert_eq!(LANGUAGES.len(), files);
        assert!(files >= 57, "{files}");
    }

    #[test]
    fn a_text_falls_back_to_the_substitute_language() {
        for (language, expected) in [
            ("en", "Close"),
            ("de-AT", "Schließen"),
            ("no", "Lukk"),
            ("zh-cn", "关闭"),
            ("zh-tw", "關閉"),
            ("zh-hk", "Close"),
            ("xx", "Close"),
            ("", "Close"),
        ] {
            assert_eq!(texts_in(language).launcher.close, expected, "{language}");
        }
    }

    #[test]
    fn text_messages_have_their_placeholders() {
        for (code, Texts { server, .. }) in &*LANGUAGES {
            assert!(server.code.contains("{code}"), "{code}");
            assert!(
                server.code_named.contains("{code}") && server.code_named.contains("{name}"),
                "{code}"
            );
        }
    }
}
