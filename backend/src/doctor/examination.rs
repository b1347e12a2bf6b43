//! Everything that a server needs, one after the other.

use super::{database, files, machine, public_address, services, staff_host};
use crate::build_features;
use crate::finding::Finding;
use crate::server::{Settings, configuration};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// How long one look may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Looks at everything that a server with these settings needs.
pub(crate) async fn examine(settings: &Settings) -> Vec<Finding> {
    let mut findings = vec![Finding::ok("build", build_features::summary())];
    findings.extend(
        configuration(settings)
            .into_iter()
            .map(|condition| condition.finding),
    );
    findings.extend(machine::examine(settings));
    for (check, look) in [
        ("database", boxed(database::examine(settings))),
        ("files", boxed(files::examine(settings))),
        ("redis", boxed(services::examine_redis(settings))),
        ("mail", boxed(services::examine_mail(settings))),
        ("scanner", boxed(services::examine_scanner(settings))),
        ("text messages", boxed(services::examine_text_messages(settings))),
        (
            "single sign-on",
            boxed(services::examine_single_sign_on(settings)),
        ),
        ("public address", boxed(public_address::examine(settings))),
        ("staff address", boxed(staff_host::examine(settings))),
    ] {
        match tokio::time::timeout(LIMIT, look).await {
            Ok(found) => findings.extend(found),
            Err(_) => {
                let reason = format!("no answer within {} s", LIMIT.as_secs());
                findings.push(Finding::fail(
                    check,
                    reason,
                    "check whether it runs, and whether a firewall is between",
                ));
            }
        }
    }
    findings
}

fn boxed<'a>(
    look: impl Future<Output = Vec<Finding>> + 'a,
) -> Pin<Box<dyn Future<Output = Vec<Finding>> + 'a>> {
    Box::pin(look)
}
