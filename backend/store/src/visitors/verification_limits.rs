//! Whether a code may be sent now, by what was sent before (docs/api.md#limits-of-verification-codes).

use crate::database::{QueryBuilder, Transaction, query};
use crate::error::StoreError;
use crate::job::JobError;
use base::code_limits::{Brake, SendLimit, SendLimits, resend_pause};
use base::time::Millis;
use sqlx::FromRow;

/// By whom and to whom messages are counted.
#[derive(Debug, Clone)]
pub struct SenderHashes {
    /// The number.
    pub address: String,
    /// The numbers beside it.
    pub range: String,
    pub device: String,
    /// `None` where the network address says nothing about the client.
    pub client: Option<ClientHashes>,
}

/// Where a client asks from.
#[derive(Debug, Clone)]
pub struct ClientHashes {
    pub address: String,
    pub network: String,
}

/// A code may not be sent yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentTooOften {
    /// It may after this time, in milliseconds.
    pub wait: Millis,
    /// The name of the limit.
    pub limit: &'static str,
}

/// Messages that are counted together.
struct Counted<'a> {
    /// The name of their limit.
    name: &'static str,
    /// The beginning of a condition, up to the value.
    column_is: &'static str,
    value: &'a str,
    /// The rest of the condition, up to the node, if they are those for one node.
    of_node: Option<&'static str>,
    limits: &'a [SendLimit],
}

const OF_NODE: &str = " AND node_id = ";
const OF_NODE_NOT_ENTERED: &str = " AND entered_at IS NULL AND node_id = ";

/// A code that somebody wants to have sent.
pub(super) struct SendCheck<'a> {
    pub(super) sender: &'a SenderHashes,
    pub(super) node_id: &'a str,
    pub(super) limits: SendLimits,
    pub(super) at: Millis,
}

impl SendCheck<'_> {
    /// Checks all limits, and returns how many codes the number has got within the hour.
    pub(super) async fn run(&self, connection: &mut Transaction) -> Result<u32, JobError<SentTooOften>> {
        let codes = self.check_pause(connection).await?;
        let sender = self.sender;
        let (of_node, not_entered) = (self.limits.of_node(), self.limits.not_entered());
        let counted = |name, column_is, value, limits| Counted {
            name,
            column_is,
            value,
            of_node: None,
            limits,
        };
        let mut all = vec![
            counted(
                "number",
                "address_hash = ",
                &sender.address,
                SendLimits::TO_NUMBER.as_slice(),
            ),
            counted("range", "range_hash = ", &sender.range, &SendLimits::TO_RANGE),
            counted("device", "device_hash = ", &sender.device, &SendLimits::OF_CLIENT),
        ];
        if let Some(client) = &sender.client {
            let network = |name, of_node, limits| Counted {
                of_node: Some(of_node),
                ..counted(name, "network_hash = ", &client.network, limits)
            };
            all.push(counted(
                "address",
                "client_hash = ",
                &client.address,
                &SendLimits::OF_CLIENT,
            ));
            all.push(network("network", OF_NODE, &SendLimits::OF_NETWORK));
            all.push(network("not_entered", OF_NODE_NOT_ENTERED, &not_entered));
            if self.is_braked(connection).await? {
                all.push(network("brake", OF_NODE, &SendLimits::BRAKED));
            }
        }
        all.push(counted("node", "node_id = ", self.node_id, &of_node));
        for counted in all {
            for limit in counted.limits {
                self.check_limit(connection, &counted, *limit).await?;
            }
        }
        Ok(codes)
    }

    /// Checks the pause after the last code that the number got, no matter who asked for it, and returns how many it has got
    /// within the hour.
    async fn check_pause(&self, connection: &mut Transaction) -> Result<u32, JobError<SentTooOften>> {
        #[derive(FromRow)]
        struct Row {
            #[sqlx(try_from = "i64")]
            codes: u32,
            last: Option<Millis>,
        }
        let [per_hour, _] = SendLimits::TO_NUMBER;
        let row: Row = query(
            "SELECT COUNT(*) AS codes, MAX(sent_at) AS last FROM verification_sends
             WHERE address_hash = $1 AND sent_at > $2",
        )
        .bind(&self.sender.address)
        .bind(self.at - per_hour.within)
        .fetch_one(connection)
        .await?;
        if let Some(last) = row.last {
            let end = last.saturating_add(resend_pause(row.codes));
            self.refuse_until(end, "pause")?;
        }
        Ok(row.codes)
    }

    /// Checks one limit: of so many messages within a time, the earliest must be longer ago than that.
    async fn check_limit(
        &self,
        connection: &mut Transaction,
        counted: &Counted<'_>,
        limit: SendLimit,
    ) -> Result<(), JobError<SentTooOften>> {
        let mut select = QueryBuilder::new("SELECT sent_at FROM verification_sends WHERE ");
        select.push(counted.column_is).push_bind(counted.value);
        if let Some(of_node) = counted.of_node {
            select.push(of_node).push_bind(self.node_id);
        }
        select.push(" ORDER BY sent_at DESC LIMIT 1 OFFSET ");
        select.push_bind(i64::from(limit.messages.saturating_sub(1)));
        let earliest: Option<Millis> = select.build().scalar_optional(connection).await?;
        match earliest {
            Some(earliest) => self.refuse_until(earliest.saturating_add(limit.within), counted.name),
            None => Ok(()),
        }
    }

    async fn is_braked(&self, connection: &mut Transaction) -> Result<bool, StoreError> {
        #[derive(FromRow)]
        struct Row {
            #[sqlx(try_from = "i64")]
            sent: u32,
            #[sqlx(try_from = "i64")]
            entered: u32,
        }
        let [since, until] = Brake::WINDOW;
        let row: Row = query(
            "SELECT COUNT(*) AS sent, COUNT(entered_at) AS entered FROM
                 (SELECT entered_at FROM verification_sends WHERE node_id = $1 AND sent_at > $2 AND sent_at <= $3
                  ORDER BY sent_at DESC LIMIT $4) AS latest",
        )
        .bind(self.node_id)
        .bind(self.at - since)
        .bind(self.at - until)
        .bind(i64::from(Brake::MOST))
        .fetch_one(connection)
        .await?;
        Ok(Brake::is_on(row.sent, row.entered))
    }

    fn refuse_until(&self, moment: Millis, limit: &'static str) -> Result<(), JobError<SentTooOften>> {
        let wait = moment.saturating_sub(self.at);
        if wait > 0 {
            return Err(JobError::Refused(SentTooOften { wait, limit }));
        }
        Ok(())
    }
}
