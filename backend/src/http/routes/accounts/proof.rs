//! How people prove who they are: by a password, or by a code.

use crate::accounts::{Attempt, Code, MOST_CHARACTERS, Verdict, recovery_hash};
use crate::application::AppState;
use crate::http::problem::Problem;
use base::time::now;
use std::net::IpAddr;
use std::sync::Arc;
use store::{ActBy, User};
use tracing::warn;

/// Counts an attempt for the client and the account, before anything is done for it. Beside its address the account has a second
/// name where somebody has proven already that they belong to it: strangers cannot use up what they may try.
///
/// # Errors
/// 429 `too_many_attempts`.
pub(super) async fn count_attempt(
    app: &AppState,
    client: Option<IpAddr>,
    account: [&str; 2],
) -> Result<(), Problem> {
    let counted = app.admission.rates.count_sign_in(client, account).await;
    counted.map_err(Problem::TooManyAttempts)
}

/// Compares a password with that of a person; it takes as long where there is none.
///
/// # Errors
/// 503 `busy`.
pub(super) async fn verify_password(
    app: &AppState,
    by: Attempt,
    password: String,
    hash: Option<String>,
) -> Result<Verdict, Problem> {
    // Nobody could choose a longer one.
    let is_possible = password.chars().count() <= MOST_CHARACTERS;
    let password = if is_possible { password } else { String::new() };
    Ok(app.accounts.passwords.verify(by, password, hash).await?)
}

/// Returns whether somebody has given a code of a person's second factor, which is used up then.
pub(super) async fn verify_code(app: &AppState, user: &User, code: &str) -> Result<bool, Problem> {
    let Some(seed) = &user.second_factor else {
        return Ok(false);
    };
    Ok(match Code::read(code) {
        Code::Timed(number) => match app.accounts.second_factors.step_of(&user.id, seed, number, now()) {
            Some(step) => app.store.use_code(user, step).await?,
            None => false,
        },
        Code::Recovery(code) => {
            let hash = recovery_hash(&user.id, &code);
            app.store.use_recovery_code(&user.id, &hash, &by(user)).await?
        }
    })
}

/// Checks the code that a person needs beside their password or link, if they have a second factor.
///
/// # Errors
/// 401 `code_needed`, `wrong_code`.
pub(super) async fn require_code(app: &AppState, user: &User, code: Option<&str>) -> Result<(), Problem> {
    if user.second_factor.is_none() {
        return Ok(());
    }
    let code = code.ok_or(Problem::CodeNeeded)?;
    if verify_code(app, user, code).await? {
        return Ok(());
    }
    note_failure(app, user);
    Err(Problem::WrongSignInCode)
}

/// Has it written down that somebody gave a wrong password or code. Returns at once, so that the time says nothing.
pub(super) fn note_failure(app: &AppState, user: &User) {
    let (store, by) = (Arc::clone(&app.store), by(user));
    tokio::spawn(async move {
        if let Err(error) = store.note_failed_sign_in(&by).await {
            warn!(?error, "recording a failed sign-in failed");
        }
    });
}

pub(super) fn by(user: &User) -> ActBy {
    ActBy {
        staff: user.name.clone(),
        at: now(),
    }
}
