//! Customers: what is known about visitors, as claims or proven by a signature (docs/api.md#customers).

mod fields;
mod identity;
mod proof;
mod visit;

pub use fields::{
    CUSTOM_ATTRIBUTES, CUSTOMER_ID, CUSTOMER_LENGTH, Fields, IDENTITY, check_described, clean_contacts,
    field_names, merge_fields,
};
pub use identity::{customer_id, is_another_person, verified_customer};
pub use proof::Proof;
pub use visit::{Visit, unsigned_attributes};
