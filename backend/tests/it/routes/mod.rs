//! One file for each kind of resource, as in `src/http/routes`.

mod chats;
mod feedbacks;
mod feedbacks_once;
mod feedbacks_partial;
mod feedbacks_personal_data;
mod feedbacks_quota;
mod feedbacks_refused;
mod feedbacks_signed;
mod feedbacks_superseded;
mod flows;
mod idempotency;
mod loader;
mod node_life;
mod nodes;
mod staff_chats;
mod staff_feedbacks;
mod unknown;
mod uploads;
mod uploads_claimed;
mod uploads_refused;
mod web_widgets;
mod widget;
