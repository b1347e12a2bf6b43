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
    /// A customer's calls about one chat.
    pub chat: Option<NonZeroU32>,
    /// A customer's messages in one chat.
    pub message: Option<NonZeroU32>,
    /// What a member of staff changes.
    pub staff: Option<NonZeroU32>,
    /// Look-ups of one address.
    pub look_up: Option<NonZeroU32>,
    /// Uploads of one address.
    pub upload: Option<NonZeroU32>,
}

/// A page of a flow takes some fifteen requests.
const PER_ADDRESS: NonZeroU32 = NonZeroU32::new(3_000).unwrap();

/// A kiosk that was without a network sends 500 kept feedbacks within two minutes.
const PER_DEVICE: NonZeroU32 = NonZeroU32::new(300).unwrap();

/// A page without a live connection asks six times a minute.
const PER_CHAT: NonZeroU32 = NonZeroU32::new(240).unwrap();

/// More than anybody types, even in short lines.
const MESSAGES_PER_CHAT: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Two a second: more than anybody does by hand, and enough for a program that answers.
const PER_MEMBER_OF_STAFF: NonZeroU32 = NonZeroU32::new(120).unwrap();

/// A visitor looks up some three answers. Each costs the operator a call, and many visitors may share an address.
const LOOK_UPS: NonZeroU32 = NonZeroU32::new(60).unwrap();

/// Each may have 10 MiB. A kiosk that was without a network sends 500 kept files within three minutes.
const UPLOADS_PER_ADDRESS: NonZeroU32 = NonZeroU32::new(150).unwrap();

impl Default for Rates {
    fn default() -> Self {
        Self {
            address: Some(PER_ADDRESS),
            device: Some(PER_DEVICE),
            chat: Some(PER_CHAT),
            message: Some(MESSAGES_PER_CHAT),
            staff: Some(PER_MEMBER_OF_STAFF),
            look_up: Some(LOOK_UPS),
            upload: Some(UPLOADS_PER_ADDRESS),
        }
    }
}

impl Rates {
    /// No limits.
    #[must_use]
    pub fn off() -> Self {
        Self {
            address: None,
            device: None,
            chat: None,
            message: None,
            staff: None,
            look_up: None,
            upload: None,
        }
    }
}

impl FromStr for Rates {
    type Err = String;

    /// Reads `address=N,device=N,chat=N,message=N,staff=N,look_up=N,upload=N`, each a number or `off`, or `off` for all. What
    /// is not named has its default.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "off" {
            return Ok(Self::off());
        }
        let mut rates = Self::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let rate = match name.trim() {
                "address" => &mut rates.address,
                "device" => &mut rates.device,
                "chat" => &mut rates.chat,
                "message" => &mut rates.message,
                "staff" => &mut rates.staff,
                "look_up" => &mut rates.look_up,
                "upload" => &mut rates.upload,
                other => {
                    return Err(format!(
                        "`{other}` is not limited; `address`, `device`, `chat`, `message`, `staff`, `look_up` and `upload` are"
                    ));
                }
            };
            *rate = match value.trim() {
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
        let value = |rate: Option<NonZeroU32>| rate.map_or_else(|| "off".into(), |rate| rate.to_string());
        let rates = [
            self.address,
            self.device,
            self.chat,
            self.message,
            self.staff,
            self.look_up,
            self.upload,
        ];
        let [address, device, chat, message, staff, look_up, upload] = rates.map(value);
        write!(
            formatter,
            "address={address},device={device},chat={chat},message={message},staff={staff},look_up={look_up},upload={upload}"
        )
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
            "address=off,device=off,chat=off,message=off,staff=off,look_up=off,upload=off"
        );
        assert_eq!(
            parse("device=7, chat=off").unwrap(),
            "address=3000,device=7,chat=off,message=30,staff=120,look_up=60,upload=150"
        );
        assert_eq!(
            parse(&Rates::default().to_string()).unwrap(),
            Rates::default().to_string()
        );
        for wrong in ["", "7", "device=0", "device=-1", "address", "node=1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
