//! One file for each noun of the addresses, as in `src/http/routes`.

mod feedbacks;
mod feedbacks_once;
mod feedbacks_partial;
mod flows;
mod idempotency;
mod nodes;
mod staff;
mod unknown;
mod web_widgets;
