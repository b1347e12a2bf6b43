//! Finds a person by an e-mail address or a telephone number, for those who know nothing else (docs/deletion.md#erasing).

use super::held::Holder;
use super::named_customers;
use crate::database::QueryBuilder;
use crate::error::StoreError;
use crate::feedback::feedback_filter::Term;
use crate::handle::Store;
use crate::list_cursor::ListCursor;
use crate::node_scope::NodeScope;
use serde_json::Value;

/// How many feedbacks are looked at in one part that are not in the index yet.
const AT_ONCE: i64 = 500;

/// By what a person is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contact {
    Email(String),
    /// With the country's code.
    Phone(String),
}

impl Contact {
    /// Returns the field of a customer that has it.
    fn field(&self) -> &'static str {
        match self {
            Self::Email(_) => "email",
            Self::Phone(_) => "phone_number",
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Email(text) | Self::Phone(text) => text,
        }
    }

    /// Returns whether a JSON object of a customer's fields has it.
    fn is_in(&self, customer: &str) -> bool {
        let fields: Value = serde_json::from_str(customer).unwrap_or_default();
        let field = fields.get(self.field()).and_then(Value::as_str);
        field.is_some_and(|found| Term::Customer(found).text() == Term::Customer(self.text()).text())
    }
}

impl Store {
    /// Finds the feedback and the customers of a person: feedback whose customer has the address or number, chats in which the address
    /// was left, and customers who have it, as a claim or proven, with the feedback that names them.
    pub async fn holder_of_contact(
        &self,
        contact: &Contact,
        nodes: &NodeScope,
    ) -> Result<Holder, StoreError> {
        let mut holder = Holder {
            feedback_ids: self.indexed_feedback_of(contact, nodes).await?,
            ..Holder::default()
        };
        holder
            .feedback_ids
            .extend(self.unindexed_feedback_of(contact, nodes).await?);
        if let Contact::Email(address) = contact {
            holder
                .feedback_ids
                .extend(self.chats_with_address(address, nodes).await?);
        }
        for id in self.customers_with(contact, nodes).await? {
            self.add_customer(&mut holder, id, nodes).await?;
        }
        holder.feedback_ids.sort();
        holder.feedback_ids.dedup();
        Ok(holder)
    }

    async fn indexed_feedback_of(
        &self,
        contact: &Contact,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT id FROM feedbacks WHERE seq IN (SELECT feedback_seq FROM feedback_terms WHERE term = ",
        );
        select.push_bind(Term::Customer(contact.text()).text()).push(")");
        self.ids(select, nodes).await
    }

    /// Looks at what has changed since the index was last filled: at a stopped server that may be much.
    async fn unindexed_feedback_of(
        &self,
        contact: &Contact,
        nodes: &NodeScope,
    ) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        let ListCursor {
            mut place,
            mut feedback_id,
        } = self.last_indexed_change().await?;
        loop {
            let mut select = QueryBuilder::new(
                "SELECT updated_at, id, customer FROM feedbacks WHERE (updated_at, id) > (",
            );
            select.push_bind(place).push(", ").push_bind(feedback_id.clone());
            select.push(")");
            nodes.push_to(&mut select, " AND node_id");
            select.push(" ORDER BY updated_at, id LIMIT ").push_bind(AT_ONCE);
            let part: Vec<(i64, String, Option<String>)> = select.build().fetch_all(&self.db).await?;
            let Some((last_place, last_id, _)) = part.last() else {
                return Ok(found);
            };
            (place, feedback_id) = (*last_place, last_id.clone());
            let matching = part
                .into_iter()
                .filter(|(_, _, customer)| customer.as_deref().is_some_and(|it| contact.is_in(it)));
            found.extend(matching.map(|(_, id, _)| id));
        }
    }

    async fn chats_with_address(&self, address: &str, nodes: &NodeScope) -> Result<Vec<String>, StoreError> {
        let mut select = QueryBuilder::new(
            "SELECT id FROM feedbacks WHERE id IN (SELECT feedback_id FROM chat_emails WHERE LOWER(address) = ",
        );
        select.push_bind(address.trim().to_lowercase()).push(")");
        self.ids(select, nodes).await
    }

    async fn customers_with(&self, contact: &Contact, nodes: &NodeScope) -> Result<Vec<String>, StoreError> {
        let matches =
            |customer: &named_customers::CustomerRow| customer.texts().any(|text| contact.is_in(text));
        self.customers_where(matches, nodes).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_count_and_fields_do() {
        let email = Contact::Email("Ann@X.example".into());
        assert!(email.is_in(r#"{"email": "ann@x.example "}"#));
        assert!(!email.is_in(r#"{"name": "ann@x.example"}"#));
        assert!(!email.is_in("no JSON"));
        let phone = Contact::Phone("+905321234567".into());
        assert!(phone.is_in(r#"{"phone_number": "+905321234567"}"#));
        assert!(!phone.is_in(r#"{"email": "+905321234567"}"#));
    }
}
