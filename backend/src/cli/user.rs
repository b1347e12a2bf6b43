//! `pulsen user`: the people who sign in (docs/staff.md#people).

use super::data_option::DataOption;
use super::error::CommandError;
use super::plain_text::one_line;
use crate::accounts::{NewLink, OPERATOR, account_email, staff_name};
use crate::server_address::ServerAddress;
use base::random::random_id;
use base::roles::Role;
use base::time::{now, to_rfc3339};
use clap::{Args, Subcommand};
use std::process::ExitCode;
use store::{ActBy, LinkKind, NewUser, NodeScope, Store, User, UserChange, UserRefusal, WriteError};

/// Manage the people who sign in.
#[derive(Debug, Args)]
pub(super) struct UserCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Add a person, and print a link with which they choose their password: good once, for 30 minutes.
    Add(Add),
    /// List all people: address, name, role, nodes, whether they have a password and a second factor, or are disabled.
    List(List),
    /// Print a link with which a person chooses another password.
    Reset(Reset),
    /// Let a person sign in no more: their sessions end at once.
    Disable(Disabled),
    /// Let a person sign in again.
    Enable(Person),
    /// Give a person another role, and other nodes: their sessions end.
    Role(ChangedRole),
}

#[derive(Debug, Args)]
struct List {
    #[command(flatten)]
    data: DataOption,

    /// Address of the provider of single sign-on, as of `pulsen serve`: people need no password then.
    #[arg(long, value_name = "URL", env = "PULSEN_OIDC_ISSUER")]
    oidc_issuer: Option<String>,
}

#[derive(Debug, Args)]
struct Person {
    /// The address with which the person signs in.
    #[arg(value_name = "EMAIL", value_parser = email)]
    email: String,

    #[command(flatten)]
    data: DataOption,
}

/// What a person may do, and where.
#[derive(Debug, Args)]
struct Scope {
    /// `owner`: everything; `editor`: sees and answers everything, and takes data out; `agent`: answers chats, and sees feedback; `viewer`:
    /// only sees.
    #[arg(long, value_name = "ROLE")]
    role: Role,

    /// The nodes that the person is for, separated by commas. Without it, a new person is for all nodes, also later ones; one whose
    /// role changes keeps theirs.
    #[arg(long, value_name = "NODE,…", value_delimiter = ',', value_parser = clap::builder::NonEmptyStringValueParser::new())]
    nodes: Vec<String>,
}

/// Where links lead.
#[derive(Debug, Args)]
struct LinkOption {
    /// Address of the server, with which the link begins.
    #[arg(
        long,
        value_name = "URL",
        env = "PULSEN_SERVER",
        default_value = "http://127.0.0.1:8080"
    )]
    server: ServerAddress,

    /// Address of the host for staff, as of `pulsen serve`: the link begins with it instead.
    #[arg(long, value_name = "URL", env = "PULSEN_STAFF_URL")]
    staff_url: Option<ServerAddress>,

    /// People sign in by single sign-on only, as of `pulsen serve`: there are no links.
    #[arg(long, env = "PULSEN_NO_PASSWORDS")]
    no_passwords: bool,
}

#[derive(Debug, Args)]
struct Add {
    #[command(flatten)]
    person: Person,

    /// The name of the person, which customers see.
    #[arg(long, value_name = "NAME", value_parser = person_name)]
    name: String,

    #[command(flatten)]
    scope: Scope,

    #[command(flatten)]
    link: LinkOption,
}

#[derive(Debug, Args)]
struct Reset {
    #[command(flatten)]
    person: Person,

    /// Remove the second factor as well: for somebody who has lost it, and their recovery codes.
    #[arg(long)]
    second_factor: bool,

    #[command(flatten)]
    link: LinkOption,
}

/// What is refused unless it is wanted.
#[derive(Debug, Args)]
struct ForceOption {
    /// Do it although nobody is left then who can sign in and manage people.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Args)]
struct Disabled {
    #[command(flatten)]
    person: Person,

    #[command(flatten)]
    force: ForceOption,
}

#[derive(Debug, Args)]
struct ChangedRole {
    #[command(flatten)]
    person: Person,

    #[command(flatten)]
    force: ForceOption,

    #[command(flatten)]
    scope: Scope,

    /// Let the person be for all nodes, also later ones.
    #[arg(long, conflicts_with = "nodes")]
    all_nodes: bool,
}

impl UserCommand {
    /// Prints only the link, or the list, on standard output, so that a script can read it.
    pub(super) fn run(self) -> Result<ExitCode, CommandError> {
        let by = ActBy {
            staff: OPERATOR.into(),
            at: now(),
        };
        match self.action {
            Action::Add(add) => add.run(&by)?,
            Action::Reset(reset) => reset.run(&by)?,
            Action::List(list) => list.run()?,
            Action::Disable(Disabled { person, force }) => {
                let change = UserChange {
                    is_disabled: Some(true),
                    may_end_owners: force.force,
                    ..UserChange::default()
                };
                person.change(change, &by)?;
                eprintln!("`{}` is disabled", person.email);
            }
            Action::Enable(person) => {
                let change = UserChange {
                    is_disabled: Some(false),
                    ..UserChange::default()
                };
                person.change(change, &by)?;
                eprintln!("`{}` can sign in", person.email);
            }
            Action::Role(changed) => changed.run(&by)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(&self) -> Result<(), CommandError> {
        // An empty environment variable is none.
        let has_provider = self.oidc_issuer.as_ref().is_some_and(|url| !url.is_empty());
        for user in self.data.with_store(async |store| store.users().await)? {
            println!("{}", line(&user, has_provider));
        }
        Ok(())
    }
}

impl Person {
    fn change(&self, change: UserChange, by: &ActBy) -> Result<(), CommandError> {
        self.with(async |store, user| store.change_user(&user.id, change, by).await)
    }

    /// Does something with the person in the database.
    fn with<T>(
        &self,
        action: impl AsyncFnOnce(&Store, User) -> Result<T, WriteError<UserRefusal>>,
    ) -> Result<T, CommandError> {
        self.data.with_store(async |store| -> Result<T, CommandError> {
            let user = store.user_by_email(&self.email).await?;
            let user = user.ok_or_else(|| {
                format!(
                    "there is nobody with the address `{}` (`pulsen user list`)",
                    self.email
                )
            })?;
            Ok(action(store, user).await?)
        })
    }
}

impl Scope {
    fn nodes(&self) -> NodeScope {
        if self.nodes.is_empty() {
            NodeScope::All
        } else {
            NodeScope::Only(self.nodes.iter().cloned().collect())
        }
    }
}

impl Add {
    fn run(self, by: &ActBy) -> Result<(), CommandError> {
        let user = NewUser {
            id: random_id()?,
            email: self.person.email.clone(),
            name: self.name,
            role: self.scope.role,
            nodes: self.scope.nodes(),
        };
        let link = (!self.link.no_passwords)
            .then(|| NewLink::new(by.at))
            .transpose()?;
        let stored = link.as_ref().map(|link| link.stored.clone());
        let data = &self.person.data;
        data.with_store(async |store| store.add_user(user, stored, by).await)?;
        match link {
            Some(link) => self.link.print(&link, LinkKind::Welcome),
            None => eprintln!("`{}` can sign in by single sign-on", self.person.email),
        }
        Ok(())
    }
}

impl Reset {
    fn run(self, by: &ActBy) -> Result<(), CommandError> {
        if self.link.no_passwords {
            return Err(
                "people sign in by single sign-on only: with --no-passwords no link sets a password".into(),
            );
        }
        let link = NewLink::new(by.at)?;
        let (stored, second_factor) = (link.stored.clone(), self.second_factor);
        let reset =
            async |store: &Store, user: User| store.reset_user(&user.id, stored, second_factor, by).await;
        let kind = self.person.with(reset)?;
        self.link.print(&link, kind);
        Ok(())
    }
}

impl ChangedRole {
    fn run(self, by: &ActBy) -> Result<(), CommandError> {
        let is_for_others = self.all_nodes || !self.scope.nodes.is_empty();
        let change = UserChange {
            role: Some(self.scope.role),
            nodes: is_for_others.then(|| self.scope.nodes()),
            may_end_owners: self.force.force,
            ..UserChange::default()
        };
        self.person.change(change, by)?;
        eprintln!("`{}` is {} now", self.person.email, self.scope.role.into_str());
        Ok(())
    }
}

impl LinkOption {
    fn print(&self, link: &NewLink, kind: LinkKind) {
        let server = self.staff_url.as_ref().unwrap_or(&self.server);
        println!("{}", link.address(server, kind));
        eprintln!(
            "the link is shown this once; it is good once, until {}",
            to_rfc3339(link.stored.expires_at)
        );
    }
}

fn line(user: &User, has_provider: bool) -> String {
    let state = match user.disabled_at {
        Some(_) => "disabled",
        None if has_provider || user.password_hash.is_some() => "can sign in",
        None => "no password yet",
    };
    let nodes = match &user.nodes {
        NodeScope::All => "all nodes".to_owned(),
        NodeScope::Only(nodes) => nodes.iter().map(String::as_str).collect::<Vec<_>>().join(","),
    };
    let factor = if user.second_factor.is_some() {
        "second factor"
    } else {
        "no second factor"
    };
    [
        one_line(&user.email),
        one_line(&user.name),
        user.role.into_str().into(),
        one_line(&nodes),
        state.into(),
        factor.into(),
        format!("added {}", to_rfc3339(user.created_at)),
    ]
    .join("\t")
}

fn email(text: &str) -> Result<String, String> {
    account_email(text).ok_or_else(|| "an e-mail address is expected, such as ann@shop.example".into())
}

fn person_name(text: &str) -> Result<String, String> {
    staff_name(text)
        .map(str::to_owned)
        .map_err(|fault| fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::email;

    #[test]
    fn people_are_named_by_an_address() {
        assert_eq!(email(" Ann@Shop.Example").unwrap(), "ann@shop.example");
        for wrong in [
            "",
            "ann",
            "ann@",
            "Ann <ann@shop.example>",
            "ann@shop.example\nbob@shop.example",
        ] {
            assert!(email(wrong).is_err(), "{wrong:?}");
        }
    }
}
