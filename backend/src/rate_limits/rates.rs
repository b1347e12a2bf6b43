//! The setting of the limits.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Requests per minute of one client; `None` is without a limit. A client that has been quiet may send as many at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rates {
    /// All requests of one address, which many visitors may share.
    pub address: Option<NonZeroU32>,
    /// Submissions and visits of one device.
    pub device: Option<NonZeroU32>,
    /// Complete feedback of one address.
    pub feedback: Option<NonZeroU32>,
    /// Complete feedback of one node, from whichever address.
    pub node_feedback: Option<NonZeroU32>,
    /// Chats that one address begins.
    pub new_chat: Option<NonZeroU32>,
    /// Chats that begin at one node, from whichever address.
    pub node_new_chat: Option<NonZeroU32>,
    /// A customer's calls about one chat.
    pub chat: Option<NonZeroU32>,
    /// A customer's messages in one chat.
    pub message: Option<NonZeroU32>,
    /// What a member of staff changes.
    pub staff: Option<NonZeroU32>,
    /// Attempts to sign in to one account; four times as many of one address.
    pub sign_in: Option<NonZeroU32>,
    /// Look-ups of one address.
    pub look_up: Option<NonZeroU32>,
    /// Uploads of one address.
    pub upload: Option<NonZeroU32>,
    /// What is counted of one address.
    pub counter: Option<NonZeroU32>,
}

/// A page of a flow takes some fifteen requests.
const PER_ADDRESS: NonZeroU32 = NonZeroU32::new(3_000).unwrap();

/// A kiosk that was without a network sends 500 kept feedbacks within two minutes.
const PER_DEVICE: NonZeroU32 = NonZeroU32::new(300).unwrap();

/// As much as one such kiosk sends: others at the same address wait and try again.
const FEEDBACK_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(300).unwrap();

/// A hundred a second: more than the visitors of a busy site give, and as much as twenty addresses may send.
const FEEDBACK_PER_NODE: NonZeroU32 = NonZeroU32::new(6_000).unwrap();

/// Nobody needs a second chat at once, but many customers may share an address.
const NEW_CHATS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Five a second: more than the staff of a node can ever take.
const NEW_CHATS_PER_NODE: NonZeroU32 = NonZeroU32::new(300).unwrap();

/// A page without a live connection asks six times a minute.
const PER_CHAT: NonZeroU32 = NonZeroU32::new(240).unwrap();

/// More than anybody types, even in short lines.
const MESSAGES_PER_CHAT: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Two a second: more than anybody does by hand, and enough for a program that answers.
const PER_MEMBER_OF_STAFF: NonZeroU32 = NonZeroU32::new(120).unwrap();

/// As often as somebody mistypes a password before they look for another one.
const SIGN_INS: NonZeroU32 = NonZeroU32::new(5).unwrap();

/// A visitor looks up some three answers. Each costs the operator a call, and many visitors may share an address.
const LOOK_UPS: NonZeroU32 = NonZeroU32::new(60).unwrap();

/// Each may have 10 MiB. A kiosk that was without a network sends 500 kept files within three minutes.
const UPLOADS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(150).unwrap();

/// A hundred visitors of a company, each of whom goes as far as the first answer.
const COUNTERS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(300).unwrap();

impl Default for Rates {
    fn default() -> Self {
        Self {
            address: Some(PER_ADDRESS),
            device: Some(PER_DEVICE),
            feedback: Some(FEEDBACK_PER_ADDRESS),
            node_feedback: Some(FEEDBACK_PER_NODE),
            new_chat: Some(NEW_CHATS_PER_ADDRESS),
            node_new_chat: Some(NEW_CHATS_PER_NODE),
            chat: Some(PER_CHAT),
            message: Some(MESSAGES_PER_CHAT),
            staff: Some(PER_MEMBER_OF_STAFF),
            sign_in: Some(SIGN_INS),
            look_up: Some(LOOK_UPS),
            upload: Some(UPLOADS_PER_ADDRESS),
            counter: Some(COUNTERS_PER_ADDRESS),
        }
    }
}

impl Rates {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        let mut rates = Self::default();
        for (_, rate) in rates.named() {
            *rate = None;
        }
        rates
    }

    /// Returns each rate with its name in the setting.
    fn named(&mut self) -> [(&'static str, &mut Option<NonZeroU32>); 13] {
        [
            ("address", &mut self.address),
            ("device", &mut self.device),
            ("feedback", &mut self.feedback),
            ("node_feedback", &mut self.node_feedback),
            ("new_chat", &mut self.new_chat),
            ("node_new_chat", &mut self.node_new_chat),
            ("chat", &mut self.chat),
            ("message", &mut self.message),
            ("staff", &mut self.staff),
            ("sign_in", &mut self.sign_in),
            ("look_up", &mut self.look_up),
            ("upload", &mut self.upload),
            ("counter", &mut self.counter),
        ]
    }
}

impl FromStr for Rates {
    type Err = String;

    /// Reads `address=N,device=N,…`, each a number or `off`, or `off` for all. What is not named has its default.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "off" {
            return Ok(Self::off());
        }
        let mut rates = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let mut named = rates.named();
            let known: Vec<_> = named.iter().map(|(name, _)| format!("`{name}`")).collect();
            let Some((_, rate)) = named.iter_mut().find(|(known, _)| *known == name.trim()) else {
                return Err(format!("`{name}` is not limited; {} are", known.join(", ")));
            };
            **rate = match value.trim() {
                "off" => None,
                number => Some(number.parse().map_err(|_| {
                    format!("`{name}` needs a number of requests per minute above 0, or `off`")
                })?),
            };
        }
        Ok(rates)
    }
}

impl fmt::Display for Rates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rates = self.clone();
        let parts = rates.named().map(|(name, rate)| match rate {
            Some(rate) => format!("{name}={rate}"),
            None => format!("{name}=off"),
        });
        formatter.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_is_read_and_shown() {
        let parse = |text: &str| text.parse::<Rates>().map(|rates| rates.to_string());
        assert_eq!(
            parse("off").unwrap(),
            "address=off,device=off,feedback=off,node_feedback=off,new_chat=off,node_new_chat=off,chat=off,message=off,\
             staff=off,sign_in=off,look_up=off,upload=off,counter=off"
        );
        assert_eq!(
            parse("device=7, chat=off,node_new_chat=3").unwrap(),
            "address=3000,device=7,feedback=300,node_feedback=6000,new_chat=10,node_new_chat=3,chat=off,message=30,staff=120,\
             sign_in=5,look_up=60,upload=150,counter=300"
        );
        assert_eq!(
            parse(&Rates::default().to_string()).unwrap(),
            Rates::default().to_string()
        );
        for wrong in ["", "7", "device=0", "device=-1", "address", "node=1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_documentation_names_the_defaults() {
        let docs = include_str!("../../../docs/api.md");
        let default = Rates::default().to_string();
        assert!(docs.contains(&format!(
            "| `--rate-limit` | `PULSEN_RATE_LIMIT` | `{default}`, per minute |"
        )));
        for part in default.split(',') {
            let (name, rate) = part.split_once('=').unwrap();
            let rows = docs
                .lines()
                .filter(|line| line.starts_with(&format!("| `{name}` | ")));
            let number = |line: &str| line.split('|').nth(2).unwrap().trim().replace(',', "");
            assert!(rows.map(number).any(|number| number == rate), "{part}");
        }
    }
}
