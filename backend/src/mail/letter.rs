//! What a mail says: the same as text and as HTML, in the language of the chat (docs/mail.md#mails).

use crate::pages::escape_attribute as escape;
use base::input::fault::shorten;
use base::languages::{MailTexts, direction, known_language, texts_in};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use url::Url;

/// Most characters of a node's name as the name of the sender.
const NAME_LENGTH: usize = 60;

/// Most characters of the replies in a mail.
const REPLY_LENGTH: usize = 1_000;

/// What the texts fall back to.
const ENGLISH: &str = "en";

/// A mail to a customer.
pub(super) struct Letter<'a> {
    pub(super) from: &'a Address,
    pub(super) to: &'a Address,
    /// In whose name staff have replied.
    pub(super) node_name: Option<&'a str>,
    pub(super) language: &'a str,
    pub(super) chat_link: &'a Url,
    pub(super) stop_link: &'a Url,
    /// Empty if the mail does not repeat them.
    pub(super) replies: &'a [String],
    /// Unique, for the header `Message-ID`.
    pub(super) id: &'a str,
}

/// The parts of a letter, in its language.
struct Content<'a> {
    texts: &'static MailTexts,
    language: &'static str,
    name: Option<String>,
    replies: Option<String>,
    chat_link: &'a str,
    stop_link: &'a str,
}

impl Letter<'_> {
    /// Builds the message.
    pub(super) fn message(&self) -> Result<Message, lettre::error::Error> {
        let content = self.content();
        let id = format!("<{}@{}>", self.id, self.from.domain());
        let stop = format!("<{}>", content.stop_link);
        let builder = Message::builder()
            .from(Mailbox::new(content.name.clone(), self.from.clone()))
            .to(Mailbox::new(None, self.to.clone()))
            .subject(content.texts.subject.as_str())
            .message_id(Some(id))
            // No answer comes of it: neither of people that are away, nor of lists (RFC 3834).
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("X-Auto-Response-Suppress", "All"))
            .raw_header(header("List-Unsubscribe", &stop))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        builder.multipart(MultiPart::alternative_plain_html(content.text(), content.html()))
    }

    fn content(&self) -> Content<'_> {
        Content {
            texts: &texts_in(self.language).mail,
            language: known_language(self.language).unwrap_or(ENGLISH),
            name: self.node_name.map(sender_name).filter(|name| !name.is_empty()),
            replies: Some(excerpt(self.replies)).filter(|text| !text.is_empty()),
            chat_link: self.chat_link.as_str(),
            stop_link: self.stop_link.as_str(),
        }
    }
}

impl Content<'_> {
    fn text(&self) -> String {
        let MailTexts {
            subject,
            open,
            personal,
            no_answer,
            reason,
            stop,
            ..
        } = self.texts;
        let name = self
            .name
            .as_ref()
            .map_or_else(String::new, |name| format!("{name}\n\n"));
        let quoted = |replies: &String| {
            let lines: String = replies.lines().map(|line| format!("> {line}\n")).collect();
            format!("{lines}\n")
        };
        let replies = self.replies.as_ref().map_or_else(String::new, quoted);
        let (chat_link, stop_link) = (self.chat_link, self.stop_link);
        format!(
            "{name}{subject}\n\n{replies}{open}:\n{chat_link}\n\n{personal}\n\n{no_answer}\n\n-- \n{reason}\n{stop}:\n\
             {stop_link}\n"
        )
    }

    /// Returns the mail as a document that loads nothing. Programs for mail leave out styles of many kinds, so those that
    /// matter stand at the elements, and dark colors in a sheet that may be missing.
    fn html(&self) -> String {
        let texts = self.texts;
        let name = self.name.as_ref().map_or_else(String::new, |name| {
            let name = escape(name);
            format!("<p class=\"soft\" dir=\"auto\" style=\"margin:0 0 4px;color:#565c68\">{name}</p>")
        });
        let replies = self.replies.as_ref().map_or_else(String::new, |replies| {
            let replies = escape(replies).replace('\n', "<br>");
            format!(
                "<blockquote class=\"reply\" dir=\"auto\" style=\"margin:0 0 24px;padding:12px 16px;border-radius:12px;\
                 background:#f0f0ee;overflow-wrap:anywhere\">{replies}</blockquote>"
            )
        });
        format!(
            "<!doctype html><html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"supported-color-schemes\" content=\"light dark\">\
             <title>{subject}</title><style>{STYLES}</style></head>\
             <body style=\"margin:0;padding:24px;background:#f5f5f3;color:#16181d;\
             font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif\">\
             <div class=\"sheet\" lang=\"{language}\" dir=\"{direction}\" style=\"max-width:560px;margin:0 auto;padding:32px;\
             border-radius:16px;background:#ffffff\">{name}\
             <h1 style=\"margin:0 0 20px;font-size:20px;line-height:1.35\">{subject}</h1>{replies}\
             <p style=\"margin:0 0 24px\"><a class=\"button\" href=\"{chat_link}\" style=\"display:inline-block;\
             padding:12px 24px;border-radius:12px;background:#16181d;color:#ffffff;font-weight:600;text-decoration:none\">\
             {open}</a></p><p class=\"soft\" style=\"margin:0 0 12px;color:#565c68\">{personal}</p>\
             <p class=\"soft\" style=\"margin:0;color:#565c68\">{no_answer}</p></div>\
             <p class=\"soft\" lang=\"{language}\" dir=\"{direction}\" style=\"max-width:560px;margin:16px auto 0;\
             padding:0 32px;font-size:14px;color:#565c68\">{reason} \
             <a class=\"soft\" href=\"{stop_link}\" style=\"color:#565c68\">{stop}</a></p></body></html>",
            language = self.language,
            direction = direction(self.language),
            subject = escape(&texts.subject),
            chat_link = escape(self.chat_link),
            open = escape(&texts.open),
            personal = escape(&texts.personal),
            no_answer = escape(&texts.no_answer),
            reason = escape(&texts.reason),
            stop_link = escape(self.stop_link),
            stop = escape(&texts.stop),
        )
    }
}

const STYLES: &str = "@media (prefers-color-scheme:dark){body{background:#121317!important;color:#eceef2!important}\
    .sheet{background:#1d1f24!important}.reply{background:#2a2d34!important}\
    .soft{color:#acb2be!important}.button{background:#eceef2!important;color:#16181d!important}}";

/// Makes a header as it is: encoded, a long address could not be read by programs that look for it. Only for printable ASCII.
fn header(name: &'static str, value: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned())
}

/// Returns a name on one line, cut.
fn sender_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect();
    let words: Vec<_> = name.split_whitespace().collect();
    shorten(words.join(" "), NAME_LENGTH)
}

/// Returns the replies as one text, cut.
fn excerpt(replies: &[String]) -> String {
    let spoken: Vec<_> = replies
        .iter()
        .map(|reply| reply.trim())
        .filter(|reply| !reply.is_empty())
        .collect();
    let text = spoken.join("\n\n");
    let text = text
        .chars()
        .filter(|sign| *sign == '\n' || !sign.is_control())
        .collect();
    shorten(text, REPLY_LENGTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(language: &str, node_name: Option<&str>, replies: &[String]) -> String {
        let address = |text: &str| text.parse::<Address>().unwrap();
        let letter = Letter {
            from: &address("feedback@example.com"),
            to: &address("ada@example.org"),
            node_name,
            language,
            chat_link: &Url::parse("https://x.example/chat?feedback_id=f#token=t").unwrap(),
            stop_link: &Url::parse("https://x.example/chat/stop_mails?feedback_id=f&number=1&token=s")
                .unwrap(),
            replies,
            id: "id",
        };
        let bytes = letter.message().unwrap().formatted();
        assert!(bytes.is_ascii(), "any server takes it");
        let longest = bytes.split(|byte| *byte == b'\n').map(<[u8]>::len).max();
        assert!(longest < Some(998), "{longest:?}");
        String::from_utf8(bytes).unwrap()
    }

    fn headers(message: &str) -> Vec<&str> {
        message.split("\r\n\r\n").next().unwrap().split("\r\n").collect()
    }

    #[test]
    fn a_mail_has_its_headers() {
        let message = formatted("en", Some("Acme"), &[]);
        let headers = headers(&message);
        for expected in [
            "From: Acme <feedback@example.com>",
            "To: ada@example.org",
            "Subject: You have a new reply",
            "Message-ID: <id@example.com>",
            "Auto-Submitted: auto-generated",
            "List-Unsubscribe: <https://x.example/chat/stop_mails?feedback_id=f&number=1&token=s>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(headers.contains(&expected), "{expected}: {headers:?}");
        }
        assert!(message.contains("multipart/alternative"), "{message}");
    }

    #[test]
    fn no_name_adds_a_header_or_an_address() {
        for name in [
            "Acme\r\nBcc: eve@example.net",
            "Acme\nBcc: eve@example.net\n\n<b>",
            "Acme\" <eve@example.net>, \"x",
            "Ünïcode, \u{202e}Bcc: eve@example.net\0",
            &"ü".repeat(5_000),
        ] {
            let message = formatted("en", Some(name), &[]);
            let headers = headers(&message);
            assert!(!headers.iter().any(|line| line.starts_with("Bcc")), "{headers:?}");
            let from = headers
                .iter()
                .filter(|line| line.contains("feedback@example.com>"))
                .count();
            assert_eq!(from, 1, "{headers:?}");
        }
    }

    fn content<'a>(language: &'static str, name: Option<&str>, replies: &[String]) -> Content<'a> {
        Content {
            texts: &texts_in(language).mail,
            language,
            name: name.map(sender_name),
            replies: Some(excerpt(replies)).filter(|text| !text.is_empty()),
            chat_link: "https://x.example/chat?feedback_id=f#token=t",
            stop_link: "https://x.example/chat/stop_mails?token=s",
        }
    }

    #[test]
    fn text_and_html_say_the_same() {
        let replies = [
            "Hello <Ada> & all,\nwe found it.".to_owned(),
            "Bye\u{7}".to_owned(),
        ];
        let content = content("en", Some("A & B"), &replies);
        let (text, html) = (content.text(), content.html());
        assert!(
            text.starts_with(
                "A & B\n\nYou have a new reply\n\n> Hello <Ada> & all,\n> we found it.\n> \n> Bye\n\n"
            ),
            "{text}"
        );
        assert!(
            html.contains("Hello &lt;Ada> &amp; all,<br>we found it.<br><br>Bye<"),
            "{html}"
        );
        let link = "https://x.example/chat?feedback_id=f#token=t";
        assert!(
            text.contains(&format!("Open the conversation:\n{link}\n")),
            "{text}"
        );
        assert!(
            html.contains(&format!("href=\"{}\"", link.replace('&', "&amp;"))),
            "{html}"
        );
        for part in [
            "https://x.example/chat/stop_mails?token=s",
            "Replies to this email are not read",
        ] {
            assert!(text.contains(part) && html.contains(part), "{part}");
        }
        for loaded in ["<img", "src=", "url(", "@import"] {
            assert!(!html.contains(loaded), "{loaded}");
        }
    }

    #[test]
    fn a_mail_from_right_to_left_says_so() {
        let html = content("ar", None, &[]).html();
        assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">"), "{html}");
        assert!(!html.contains("<blockquote"), "{html}");
    }

    #[test]
    fn replies_are_cut() {
        let long = ["ü".repeat(700), "x".repeat(700)];
        let text = excerpt(&long);
        assert_eq!(text.chars().count(), REPLY_LENGTH);
        assert!(text.ends_with("x…"), "{text}");
    }

    #[test]
    fn every_language_has_the_texts() {
        for language in ["de", "ja", "th", "ur"] {
            let message = formatted(language, Some("Acme"), &[]);
            assert!(!message.contains("Subject: You have"), "{message}");
        }
    }
}
