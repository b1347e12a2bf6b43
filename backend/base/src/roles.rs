//! Roles of people, and what each may do (docs/staff.md#roles).

use crate::rights::{Right, Rights};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// The role of a person.
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
    parse_err_ty = UnknownRole,
    parse_err_fn = UnknownRole::new,
)]
pub enum Role {
    /// Everything.
    Owner,
    /// Changes what visitors are asked, sees and answers everything, and takes data out.
    Editor,
    /// Answers chats, and sees feedback.
    Agent,
    /// Only sees.
    Viewer,
}

/// A text is no role.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a role; there are `owner`, `editor`, `agent` and `viewer`")]
pub struct UnknownRole(String);

impl UnknownRole {
    fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Role {
    /// Returns what a person with this role may do, at the nodes that they are for.
    pub fn rights(self) -> Rights {
        use Right::{Chat, Edit, Export, Manage, Read};
        let rights: &[Right] = match self {
            Self::Owner => &[Read, Chat, Edit, Export, Manage],
            Self::Editor => &[Read, Chat, Edit, Export],
            Self::Agent => &[Read, Chat],
            Self::Viewer => &[Read],
        };
        rights.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_its_rights() {
        let rights = |role: Role| format!("{}: {}", role.into_str(), role.rights());
        let all: Vec<_> = Role::VARIANTS.iter().copied().map(rights).collect();
        assert_eq!(
            all,
            [
                "owner: read,chat,edit,export,manage",
                "editor: read,chat,edit,export",
                "agent: read,chat",
                "viewer: read",
            ]
        );
    }

    #[test]
    fn only_roles_are_read() {
        for role in Role::VARIANTS {
            assert_eq!(role.into_str().parse::<Role>().unwrap(), *role);
        }
        for wrong in ["", "Owner", "admin"] {
            assert!(wrong.parse::<Role>().is_err(), "{wrong}");
        }
    }
}
