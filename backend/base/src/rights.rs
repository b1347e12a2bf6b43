//! What a member of staff may do (docs/staff.md#rights). Which call needs which right is in `http/staff_rights.rs`.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{Display, Formatter};
use std::str::FromStr;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// Something that a member of staff may do. None includes another.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(
    serialize_all = "snake_case",
    const_into_str,
    parse_err_ty = UnknownRight,
    parse_err_fn = UnknownRight::new,
)]
pub enum Right {
    /// See feedback, chats, results and settings.
    Read,
    /// Write in chats, act in them, and block devices.
    Chat,
    /// Change records, and drafts of flows.
    Edit,
    /// Take data out: feedback as a file, and all that is held about a customer.
    Export,
    /// Change what holds for everybody, and erase.
    Manage,
}

/// Several rights. Their text has the names, separated by commas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rights(BTreeSet<Right>);

/// A text is no right.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a right; there are `read`, `chat`, `edit`, `export` and `manage`")]
pub struct UnknownRight(String);

impl UnknownRight {
    fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Rights {
    /// Returns all rights.
    pub fn all() -> Self {
        Self(Right::VARIANTS.iter().copied().collect())
    }

    /// Returns each right.
    pub fn iter(&self) -> impl Iterator<Item = Right> {
        self.0.iter().copied()
    }

    /// Returns whether a right is among them.
    pub fn include(&self, right: Right) -> bool {
        self.0.contains(&right)
    }
}

impl FromIterator<Right> for Rights {
    fn from_iter<I: IntoIterator<Item = Right>>(rights: I) -> Self {
        Self(rights.into_iter().collect())
    }
}

impl Display for Rights {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.0.iter().map(|right| right.into_str()).collect();
        formatter.write_str(&names.join(","))
    }
}

impl FromStr for Rights {
    type Err = UnknownRight;

    fn from_str(text: &str) -> Result<Self, UnknownRight> {
        text.split(',').map(Right::from_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_the_same_after_they_were_written_down() {
        for text in [
            "read",
            "read,chat",
            "export,manage",
            "read,chat,edit,export,manage",
        ] {
            assert_eq!(text.parse::<Rights>().unwrap().to_string(), text);
        }
        let rights: Rights = "chat,read".parse().unwrap();
        assert!(rights.include(Right::Chat) && !rights.include(Right::Manage));
        for wrong in ["", "read,", "read, chat", "READ", "all"] {
            assert!(wrong.parse::<Rights>().is_err(), "{wrong}");
        }
    }
}
