//! The description of the HTTP interface as OpenAPI 3.1 (docs/api.md#description).
//!
//! Handlers describe themselves beside their code, and `routes!` both routes and lists them, so that no route is without a
//! description. What goes beyond one handler is added here: the problems of layers, the parameters of paths, and one response
//! for each status.

pub(in crate::http) mod customers;
pub(in crate::http) mod headers;
mod nulls;
mod operations;
mod paths;
pub(in crate::http) mod problems;
mod responses;
pub(in crate::http) mod shapes;

pub(super) use operations::{with_responses, with_security};

use super::problem::Document;
use super::session_cookie::COOKIE;
use operations::for_each_operation;
use problems::AnyRequest;
use serde_json::Value;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi, openapi};

/// What surrounds the routes.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pulsen",
        description = "Everything that a Pulsen server answers to. Bodies are JSON in UTF-8 unless said otherwise, ids are strings, \
            times are RFC 3339 in UTC. In bodies of requests `null` means that a field is absent, and unknown fields are ignored.\n\n\
            Errors are problem documents (RFC 9457). `code` tells them apart; of status 422 it is the key of the first of `errors`, \
            each of which names a value that is wrong. 429 and 503 carry `Retry-After`, and a repeat is safe. A server with too many \
            connections answers every request with 503 `too_many_connections`.\n\n\
            Live events come by Socket.IO at `/socket.io`, which OpenAPI has no words for: docs/api.md#socket.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/", description = "the server that this comes from")),
    tags(
        (name = "Feedback", description = "What visitors answer."),
        (name = "Uploads", description = "Files that answer questions."),
        (name = "Nodes, flows and widgets", description = "What visitors are asked, and where."),
        (name = "Look-ups", description = "What follows from an answer, as other systems know it."),
        (name = "Phone numbers", description = "Proves that a number is the visitor's."),
        (name = "Customers", description = "Who a visitor is."),
        (name = "Chat", description = "The customer's side of a chat. Each call needs the chat's token."),
        (name = "Staff: feedback", description = "Feedback for the business's own people, who are known by staff tokens."),
        (name = "Staff: chats", description = "The staff's side of chats."),
        (name = "Staff: webhooks", description = "Who is told what happens."),
        (name = "Staff: accounts", description = "People sign in, and change what is their own."),
        (name = "Staff: people and devices", description = "Devices, unsubscriptions, deletion, and who did what."),
        (name = "Health", description = "For anyone who restarts the server or sends requests to it."),
        (name = "Pages", description = "Pages for people, and their files."),
    ),
    components(schemas(Document)),
    modifiers(&SecuritySchemes),
)]
struct Surroundings;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let staff = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "A staff token, as `pulsen staff-token` makes it (docs/staff.md#tokens). Each call names the right that it needs.",
            ));
        components.add_security_scheme("staff_token", SecurityScheme::Http(staff.build()));
        let session = ApiKeyValue::with_description(
            COOKIE,
            "The session of a person who has signed in (docs/staff.md#sessions), sent by pages of this server only. Each call names \
             the right that it needs.",
        );
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(session)));
        let header = ApiKeyValue::with_description(
            "X-Chat-Token",
            "The token of the chat, which the answer to its feedback has. Some calls take it in their body as well.",
        );
        components.add_security_scheme("chat_token", SecurityScheme::ApiKey(ApiKey::Header(header)));
        let query = ApiKeyValue::with_description(
            "token",
            "The same in the address, which ends up in histories and logs.",
        );
        components.add_security_scheme(
            "chat_token_in_address",
            SecurityScheme::ApiKey(ApiKey::Query(query)),
        );
    }
}

/// Returns the description of these routes as JSON, the same for the same routes.
pub(super) fn describe(routes: openapi::OpenApi) -> String {
    let mut api = Surroundings::openapi();
    api.merge(with_responses::<AnyRequest>(routes));
    // Lists the members of all objects by name.
    let mut document = serde_json::to_value(api).unwrap_or_default();
    for_each_operation(&mut document, |_, _, operation| {
        // The rest of a doc comment is for those who read the code: the responses say when a call fails.
        let description = operation.get("description").and_then(Value::as_str);
        let description = description.map(|text| text.split("# Errors").next().unwrap_or_default().trim());
        let description = description.filter(|text| !text.is_empty()).map(str::to_owned);
        if let Some(operation) = operation.as_object_mut() {
            operation.remove("description");
            operation.extend(description.map(|text| ("description".to_owned(), text.into())));
        }
    });
    paths::complete(&mut document);
    responses::merge(&mut document);
    nulls::remove_from_responses(&mut document);
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}
