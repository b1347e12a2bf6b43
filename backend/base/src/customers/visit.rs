//! Reads a visit: what a client tells about a visitor who has come (docs/api.md#customers).

use super::fields::{CUSTOMER_LENGTH, Fields, ID_LENGTH, check_described, is_short_enough, read_fields};
use super::proof::Proof;
use crate::input::fault::{Fault, FaultKey, Faults};
use crate::json::drop_nulls;
use crate::records::WidgetRules;
use serde_json::Value;

/// A visit with values of the right types.
#[derive(Debug)]
pub struct Visit {
    pub device_id: Option<String>,
    /// The id that an earlier visit gave.
    pub id: Option<String>,
    pub widget_code: Option<String>,
    /// Of the host's server.
    pub attributes_jws: Option<String>,
    /// What the client says about the visitor. It is unverified.
    pub claimed: Fields,
}

impl Visit {
    /// Reads the body of a visit.
    ///
    /// # Errors
    /// Each value that has the wrong type or is too long.
    pub fn read(mut body: Value) -> Result<Self, Faults> {
        drop_nulls(&mut body);
        let Value::Object(body) = body else {
            return Err(Fault::at("", FaultKey::WrongType, "an object is expected").into());
        };
        let mut faults = Faults::default();
        let device_id = text(&body, "device_id", &mut faults);
        if device_id.as_ref().is_some_and(|id| id.len() > ID_LENGTH) {
            let detail = format!("at most {ID_LENGTH} bytes are expected");
            faults.push(Fault::at("/device_id", FaultKey::InvalidDeviceId, detail));
        }
        let id = text(&body, "id", &mut faults);
        let widget_code = text(&body, "widget_code", &mut faults);
        let attributes_jws = text(&body, "attributes_jws", &mut faults);
        let claimed = read_fields(&body);
        let claimed = match (claimed, faults.into_result()) {
            (Ok(claimed), Ok(())) => claimed,
            (Ok(_), Err(faults)) | (Err(faults), Ok(())) => return Err(faults),
            (Err(more), Err(mut faults)) => {
                more.listed().iter().cloned().for_each(|fault| faults.push(fault));
                return Err(faults);
            }
        };
        Ok(Self {
            device_id,
            id,
            widget_code,
            attributes_jws,
            claimed,
        })
    }

    /// Returns what the host's server has signed about the visitor; `rules` are those of the visit's widget. With `needs_signed`
    /// nothing else is accepted.
    ///
    /// # Errors
    /// The signature is not valid for the widget, says too much, or is missing where nothing unsigned is accepted.
    pub fn prove_attributes(
        &self,
        rules: Option<&WidgetRules>,
        needs_signed: bool,
    ) -> Result<Option<Proof>, Faults> {
        if needs_signed && !self.claimed.is_empty() {
            let names = self.claimed.keys();
            return Err(names
                .map(|name| unsigned_attributes(&format!("/{name}")))
                .collect());
        }
        let Some(signature) = &self.attributes_jws else {
            return Ok(None);
        };
        let fault = |key, detail: &str| Faults::from(Fault::at("/attributes_jws", key, detail));
        let rules = rules.ok_or_else(|| {
            let detail = "the widget whose secret signs the attributes is expected";
            Faults::from(Fault::at("/widget_code", FaultKey::Required, detail))
        })?;
        let claims = rules.verify_attributes(signature).ok_or_else(|| {
            let detail = "not a JWS that the secret of this widget has signed and that has not expired";
            fault(FaultKey::InvalidAttributesJws, detail)
        })?;
        let proof = Proof::of_attributes(claims);
        if proof
            .as_ref()
            .is_some_and(|proof| !is_short_enough(&proof.fields))
        {
            let detail = format!("at most {CUSTOMER_LENGTH} bytes of JSON are expected in it");
            return Err(fault(FaultKey::TooLong, &detail));
        }
        let mut faults = Faults::default();
        if let Some(proof) = &proof {
            check_described(&proof.fields, "/attributes_jws", &mut faults);
        }
        faults.into_result().map(|()| proof)
    }
}

/// Returns the fault of something that is said without a signature, where a node or its widget accepts only what is signed.
pub fn unsigned_attributes(pointer: &str) -> Fault {
    let detail = "the widget, or each widget of the node, has `secure_mode`: send what the host's server has signed, as `attributes_jws`";
    Fault::at(pointer, FaultKey::UnsignedAttributes, detail)
}

fn text(body: &Fields, name: &str, faults: &mut Faults) -> Option<String> {
    let value = body.get(name)?;
    if !value.is_string() {
        faults.push(Fault::at(
            &format!("/{name}"),
            FaultKey::WrongType,
            "a text is expected",
        ));
    }
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_wrong_value_is_named() {
        let faults =
            Visit::read(json!({"device_id": 7, "widget_code": [], "email": 1, "name": null})).unwrap_err();
        let pointers: Vec<_> = faults
            .listed()
            .iter()
            .map(|fault| fault.pointer.as_str())
            .collect();
        assert_eq!(pointers, ["/device_id", "/widget_code", "/email"]);
        assert!(Visit::read(json!([])).is_err());
        let visit = Visit::read(json!({"device_id": "d", "id": "c", "email": "a"})).unwrap();
        assert_eq!(
            (
                visit.device_id.as_deref(),
                visit.id.as_deref(),
                visit.claimed.len()
            ),
            (Some("d"), Some("c"), 1)
        );
    }
}
