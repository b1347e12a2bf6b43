//! What the server knows about anyone who sends a submission, beside what they say (docs/api.md#verified-customers).

use base::customers::{
    CUSTOM_ATTRIBUTES, Fields, IDENTITY, clean_contacts, unsigned_attributes, verified_customer,
};
use base::input::fault::Fault;
use base::records::{LinkSignature, OnceWithin, WidgetRules};
use base::time::Millis;
use serde_json::Value;
use store::StoredCustomer;

/// Evidence about the sender of a submission.
pub(crate) struct Evidence {
    /// Of the link by which the visitor came.
    pub(crate) signature: LinkSignature,
    /// Of the widget in which the flow was answered, if the submission names one of the node.
    pub(crate) widget: Option<WidgetRules>,
    /// Whether that widget, or without one each of the node, accepts only what is signed.
    pub(crate) needs_signed: bool,
    /// The device's customer of the node whose id the submission names.
    pub(crate) customer: Option<StoredCustomer>,
}

/// A customer, and what is proven about them.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ProvenCustomer {
    /// What is claimed, and instead of it what is proven.
    pub(super) fields: Option<Value>,
    pub(super) is_verified: bool,
    pub(super) attributes_verified: bool,
    /// The key of the person whom a signature names.
    pub(super) key: Option<String>,
    /// The proven `user_id`.
    pub(super) user_id: Option<String>,
}

impl Evidence {
    /// Returns how often the visitor may complete a feedback, by the rule of the widget.
    pub(super) fn once_within(&self) -> Option<OnceWithin> {
        self.widget.as_ref().and_then(WidgetRules::once_within)
    }

    /// Checks that a submission says nothing about the visitor that the host's server must sign, and removes the `user_id` that only a
    /// signature may say.
    ///
    /// # Errors
    /// It has custom attributes, which here come from the customer's visit, or from a signed link, only.
    pub(super) fn check_claims(
        &self,
        claimed: Option<&Value>,
        user_id: &mut Option<String>,
    ) -> Result<(), Fault> {
        if self.needs_signed {
            *user_id = None;
        }
        let attributes = claimed.and_then(|customer| customer.get(CUSTOM_ATTRIBUTES));
        // The page of a signed link repeats what it was told about its customer; what is not proven is left out.
        let is_linked = self.signature.claims().is_some();
        if self.needs_signed && attributes.is_some() && !is_linked {
            return Err(unsigned_attributes("/customer/custom_attributes"));
        }
        Ok(())
    }

    /// Puts what is proven at the moment in place of what is claimed. The link's signature counts before the host's.
    pub(super) fn prove(self, claimed: Option<Value>, moment: Millis) -> ProvenCustomer {
        let mut fields = match claimed {
            Some(Value::Object(fields)) => fields,
            _ => Fields::new(),
        };
        if self.customer.is_none() {
            // The id of another device's customer, or of nobody.
            fields.remove("id");
        }
        if self.needs_signed {
            // A page repeats what a signature proved, which may have expired meanwhile: its answers still count.
            for name in IDENTITY {
                fields.remove(name);
            }
        }
        let proof = self.customer.and_then(|customer| customer.proof);
        let mut proven = match proof {
            Some(proof) if proof.until > moment => proof.fields,
            _ => Fields::new(),
        };
        if let LinkSignature::Valid(claims) = self.signature {
            proven.extend(claims.customer);
        }
        let user_id = match proven.remove("user_id") {
            Some(Value::String(id)) => Some(id),
            _ => None,
        };
        let is_verified = user_id.is_some() || !proven.is_empty();
        let attributes_verified = proven.contains_key(CUSTOM_ATTRIBUTES);
        let key = verified_customer(&proven);
        fields.extend(proven);
        clean_contacts(&mut fields);
        ProvenCustomer {
            fields: (!fields.is_empty()).then_some(Value::Object(fields)),
            is_verified,
            attributes_verified,
            key,
            user_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::customers::Proof;
    use base::signatures::LinkClaims;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        value.as_object().unwrap().clone()
    }

    fn evidence(link: Option<Value>, host: Option<Value>) -> Evidence {
        let link = link.map(|customer| {
            LinkSignature::Valid(LinkClaims {
                node_id: "n".into(),
                exp: 1,
                nbf: None,
                customer: fields(customer),
            })
        });
        let customer = host.map(|proven| StoredCustomer {
            claimed: Fields::new(),
            proof: Some(Proof {
                fields: fields(proven),
                until: 100,
            }),
        });
        Evidence {
            signature: link.unwrap_or(LinkSignature::Unsigned),
            widget: None,
            needs_signed: false,
            customer,
        }
    }

    #[test]
    fn proven_attributes_replace_claimed_ones() {
        let claimed = json!({"id": "c", "email": "eve", "name": "A", "custom_attributes": {"vip": true}});
        let host =
            json!({"email": "host", "external_id": "1", "custom_attributes": {"vip": false}, "user_id": "u"});
        let proven =
            evidence(Some(json!({"email": "link"})), Some(host.clone())).prove(Some(claimed.clone()), 99);
        assert_eq!(
            proven.fields,
            Some(json!({
                "id": "c", "email": "link", "name": "A", "external_id": "1", "custom_attributes": {"vip": false},
            }))
        );
        assert!(proven.is_verified && proven.attributes_verified && proven.key.is_some());
        assert_eq!(proven.user_id.as_deref(), Some("u"));

        let expired = evidence(None, Some(host)).prove(Some(claimed.clone()), 100);
        assert_eq!(expired.fields, Some(claimed));
        assert!(!expired.is_verified && !expired.attributes_verified && expired.key.is_none());
    }

    #[test]
    fn secure_mode_ignores_unverified_identities() {
        let secure = |host: Option<Value>| Evidence {
            needs_signed: true,
            ..evidence(None, host)
        };
        let claimed = json!({"email": "a", "external_id": "1", "user_id": "u"});
        let mut user_id = Some("u".to_owned());
        assert!(secure(None).check_claims(Some(&claimed), &mut user_id).is_ok());
        assert_eq!(user_id, None);
        let proven = secure(None).prove(Some(claimed.clone()), 0);
        assert_eq!(proven.fields, Some(json!({"email": "a"})));
        let proven = secure(Some(json!({"external_id": "2"}))).prove(Some(claimed.clone()), 0);
        assert_eq!(proven.fields, Some(json!({"email": "a", "external_id": "2"})));
        let proven = secure(Some(json!({"external_id": "2"}))).prove(Some(claimed), 100);
        assert_eq!(proven.fields, Some(json!({"email": "a"})), "expired");
        let attributes = json!({"custom_attributes": {"vip": true}});
        assert!(secure(None).check_claims(Some(&attributes), &mut None).is_err());
        let linked = Evidence {
            needs_signed: true,
            ..evidence(Some(json!({"id": "c"})), None)
        };
        assert!(linked.check_claims(Some(&attributes), &mut None).is_ok());
        assert_eq!(linked.prove(Some(attributes), 0).fields, Some(json!({"id": "c"})));
    }

    #[test]
    fn the_id_of_an_unknown_customer_is_left_out() {
        let proven = evidence(None, None).prove(Some(json!({"id": "foreign", "name": "A"})), 0);
        assert_eq!(proven.fields, Some(json!({"name": "A"})));
        assert_eq!(
            evidence(None, None)
                .prove(Some(json!({"id": "foreign"})), 0)
                .fields,
            None
        );
        let signed = evidence(Some(json!({"id": "c"})), None).prove(None, 0);
        assert_eq!(signed.fields, Some(json!({"id": "c"})));
        assert!(signed.key.is_some());
        assert_eq!(evidence(None, None).prove(None, 0), ProvenCustomer::default());
    }
}
