//! The job that changes a person: their name, role, nodes, and whether they may sign in (docs/staff.md#people).

use super::links::end_link;
use super::people::UserRefusal;
use super::sessions::end_all;
use super::users::{self, User};
use crate::database::{Transaction, query};
use crate::error::StoreError;
use crate::handle::Store;
use crate::job::{Job, JobError, WriteError, WriteTransaction};
use crate::node_scope::NodeScope;
use crate::staff_audit::{self, ActBy, StaffAct};
use base::name_key::name_key;
use base::roles::Role;

/// What changes of a person; `None` stays as it is.
#[derive(Debug, Clone, Default)]
pub struct UserChange {
    pub name: Option<String>,
    pub role: Option<Role>,
    pub nodes: Option<NodeScope>,
    pub is_disabled: Option<bool>,
    /// Whether nobody may be left who manages people: only the operator can mend that.
    pub may_end_owners: bool,
    /// Whether people sign in by passwords only. If not, they may have signed in by a provider, for which they need none.
    pub needs_password: bool,
}

struct ChangeOf {
    user_id: String,
    change: UserChange,
    by: ActBy,
}

impl Store {
    /// Changes a person. With another role or other nodes their sessions end, so that nothing goes on with more rights than it began
    /// with; if they are disabled, also their link. What is so already changes nothing.
    ///
    /// # Errors
    /// There is no such person, the name is taken, a node does not exist, it is the last owner, or the database failed.
    pub async fn change_user(
        &self,
        user_id: &str,
        change: UserChange,
        by: &ActBy,
    ) -> Result<(), WriteError<UserRefusal>> {
        let job = ChangeOf {
            user_id: user_id.into(),
            change,
            by: by.clone(),
        };
        self.writer.write(job).await
    }
}

impl Job for ChangeOf {
    type Reply = ();
    type Refusal = UserRefusal;

    fn bytes(&self) -> usize {
        let UserChange { name, nodes, .. } = &self.change;
        name.as_ref().map_or(0, String::len) + nodes.as_ref().map_or(0, NodeScope::bytes)
    }

    async fn run(&self, transaction: &mut WriteTransaction) -> Result<(), JobError<UserRefusal>> {
        let connection = transaction.connection();
        let refuse = |refusal| Err(JobError::Refused(refusal));
        let before = users::by_id(&self.user_id).fetch(&mut *connection).await?;
        let before = before.ok_or(JobError::Refused(UserRefusal::Unknown))?;
        let after = self.change.apply(&before, &self.by);
        // A token may have the name of somebody who is disabled.
        let is_back = before.disabled_at.is_some() && after.disabled_at.is_none();
        if (is_back || after.name != before.name)
            && users::is_name_taken(&mut *connection, &after.name, &before.id, self.by.at).await?
        {
            return refuse(UserRefusal::NameTaken(after.name));
        }
        if after.nodes != before.nodes
            && let Some(node_id) = after.nodes.first_unknown(&mut *connection).await?
        {
            return refuse(UserRefusal::UnknownNode(node_id));
        }
        if !self.change.may_end_owners
            && before.manages_people(self.change.needs_password)
            && !after.manages_people(self.change.needs_password)
            && !is_managed_without(connection, &before.id, self.change.needs_password).await?
        {
            return refuse(UserRefusal::LastOwner(before.email));
        }
        store(connection, &after).await?;
        let is_disabled = before.disabled_at.is_none() && after.disabled_at.is_some();
        let has_other_rights = (after.role, &after.nodes) != (before.role, &before.nodes);
        if is_disabled || has_other_rights {
            end_all(&before.id).execute(&mut *connection).await?;
        }
        if is_disabled {
            end_link(&before.id).execute(&mut *connection).await?;
        }
        let is_renamed = after.name != before.name;
        let renamed = match self.by.staff == before.name {
            true => (StaffAct::Rename, after.name.clone()),
            false => (StaffAct::RenameUser, format!("{} → {}", before.name, after.name)),
        };
        for (is_done, (act, subject)) in [
            (is_renamed, renamed),
            (has_other_rights, (StaffAct::ChangeRole, before.name.clone())),
            (is_disabled, (StaffAct::DisableUser, before.name.clone())),
            (is_back, (StaffAct::EnableUser, before.name.clone())),
        ] {
            if is_done {
                staff_audit::add_for_node(connection, &self.by, act, None, &subject).await?;
            }
        }
        Ok(())
    }
}

impl UserChange {
    fn apply(&self, before: &User, by: &ActBy) -> User {
        let mut after = before.clone();
        if let Some(name) = &self.name {
            after.name.clone_from(name);
        }
        if let Some(nodes) = &self.nodes {
            after.nodes.clone_from(nodes);
        }
        after.role = self.role.unwrap_or(before.role);
        match self.is_disabled {
            Some(true) => after.disabled_at = before.disabled_at.or(Some(by.at)),
            Some(false) => after.disabled_at = None,
            None => {}
        }
        after
    }
}

async fn store(connection: &mut Transaction, user: &User) -> Result<(), StoreError> {
    query("UPDATE users SET name = $2, name_key = $3, role = $4, nodes = $5, disabled_at = $6 WHERE id = $1")
        .bind(&user.id)
        .bind(&user.name)
        .bind(name_key(&user.name))
        .bind(user.role.into_str())
        .bind(user.nodes.to_document())
        .bind(user.disabled_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns whether somebody else [manages people](User::manages_people).
async fn is_managed_without(
    connection: &mut Transaction,
    user_id: &str,
    needs_password: bool,
) -> Result<bool, StoreError> {
    let other: Option<i64> = query(
        "SELECT created_at FROM users
         WHERE id <> $1 AND role = 'owner' AND nodes IS NULL AND disabled_at IS NULL AND signed_in_at IS NOT NULL
             AND ($2 = 0 OR password_hash IS NOT NULL) LIMIT 1",
    )
    .bind(user_id)
    .bind(i64::from(needs_password))
    .scalar_optional(connection)
    .await?;
    Ok(other.is_some())
}
