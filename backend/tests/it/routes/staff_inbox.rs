//! `/v1/staff/chats` as an inbox: its filters, its orders, and what has changed.

use super::feedbacks::{accepted, refused};
use super::staff_acts::Member;
use super::staff_erasures::erase;
use crate::chat::Chat;
use crate::database::execute;
use crate::server::TestServer;
use serde_json::{Value, json};

/// The ids of a part of the inbox.
fn ids(inbox: &Value) -> Vec<&str> {
    let items = inbox["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["feedback_id"].as_str().unwrap())
        .collect()
}

async fn inbox(member: &Member<'_>, query: &str) -> Value {
    member.get(&format!("/v1/staff/chats?{query}")).await
}

#[tokio::test]
async fn the_longest_wait_comes_first() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chats = [
        Chat::open(&server).await,
        Chat::open(&server).await,
        Chat::open(&server).await,
    ];
    let silent = Chat::open(&server).await;
    for chat in [&chats[1], &chats[0], &chats[2]] {
        let item = chat.say("Hello?").await;
        let said_at = &item["detail"]["comment"]["created_at"];
        let of_chat = inbox(&ann, &format!("id_prefix={}", chat.id)).await;
        assert_eq!(&of_chat["items"][0]["waiting_since"], said_at);
        // The next one waits since a later millisecond.
        crate::deadline::until("a millisecond", async || {
            jiff::Timestamp::now().to_string() > said_at.as_str().unwrap().to_owned() + "9"
        })
        .await;
    }
    let order = [&*chats[1].id, &chats[0].id, &chats[2].id];
    assert_eq!(ids(&inbox(&ann, "order=waiting").await), order);
    let first = inbox(&ann, "order=waiting&limit=2").await;
    let rest = inbox(
        &ann,
        &format!(
            "order=waiting&limit=2&after={}",
            first["next_cursor"].as_str().unwrap()
        ),
    )
    .await;
    assert_eq!([ids(&first), ids(&rest)].concat(), order);
    assert_eq!(
        ids(&inbox(&ann, "").await)[..3],
        [&*chats[2].id, &chats[0].id, &chats[1].id]
    );
    assert!(!ids(&inbox(&ann, "unanswered=true").await).contains(&&*silent.id));

    accepted(ann.act(&chats[1], "messages", &json!({"body": "Yes"}))).await;
    accepted(ann.act(&chats[0], "close", &json!({}))).await;
    assert_eq!(ids(&inbox(&ann, "order=waiting").await), [&*chats[2].id]);
    accepted(ann.act(&chats[0], "reopen", &json!({}))).await;
    assert_eq!(
        ids(&inbox(&ann, "unanswered=true").await).len(),
        2,
        "nobody has answered them"
    );
}

#[tokio::test]
async fn the_inbox_can_be_filtered() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (mine, free) = (Chat::open(&server).await, Chat::open(&server).await);
    accepted(ann.act(&mine, "claim", &json!({}))).await;
    for (assigned, chat) in [("me", &mine), ("ann", &mine), ("none", &free)] {
        assert_eq!(
            ids(&inbox(&ann, &format!("assigned={assigned}")).await),
            [&*chat.id],
            "{assigned}"
        );
    }
    assert_eq!(ids(&inbox(&ann, "assigned=bob").await), Vec::<&str>::new());
    assert_eq!(
        ids(&inbox(&ann, &format!("id_prefix={}", &mine.id[..20])).await),
        [&*mine.id]
    );
    let both = format!("id_prefix={}", &mine.id[..2]);
    assert_eq!(ids(&inbox(&ann, &both).await).len(), 2);
    mine.say("Is it cold?").await;
    for (query, count) in [
        ("", 2),
        (&*both, 2),
        ("assigned=me", 1),
        ("assigned=none&status=open", 1),
        ("status=archived", 0),
        ("order=waiting", 1),
        ("unanswered=true", 1),
        ("text=cold", 1),
        ("text=cold&assigned=none", 0),
    ] {
        let part = inbox(&ann, &format!("{query}&limit=1&total=true")).await;
        assert_eq!(
            part["total"],
            json!({"count": count, "is_capped": false}),
            "{query}"
        );
    }
    assert_eq!(inbox(&ann, "").await["total"], Value::Null);
    for wrong in [
        "total=true&since=1.",
        "order=size",
        "unanswered=maybe",
        "text=+*+",
        "since=x",
        "since=1.&order=changed",
    ] {
        let path = format!("/v1/staff/chats?{wrong}");
        assert_eq!(ann.server.get_as_staff(&path).await.status(), 400, "{wrong}");
    }
}

#[tokio::test]
async fn messages_and_notes_are_searched_for_words() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (hotel, order) = (Chat::open(&server).await, Chat::open(&server).await);
    hotel.say("Das Hotel-Zimmer war sehr KALT!").await;
    order
        .say("Where is my order 4711? übergabe fehlt: me@example.com")
        .await;
    accepted(ann.act(&order, "notes", &json!({"body": "hot-headed, be kind"}))).await;
    for (text, found) in [
        ("hotel", vec![&*hotel.id]),
        ("zimm kal", vec![&hotel.id]),
        ("hotel 4711", vec![]),
        ("47", vec![&order.id]),
        ("%C3%BCberg", vec![&order.id]),
        ("example", vec![&order.id]),
        ("headed", vec![&order.id]),
        ("hot", vec![&order.id, &hotel.id]),
        ("uberg", vec![&order.id]),
        ("kält", vec![&hotel.id]),
        ("ＨＯＴＥＬ", vec![&hotel.id]),
        // Beginnings only, and nothing of the languages of the databases.
        ("otel", vec![]),
        ("%22%29+OR+1%3D1+--+hotel", vec![]),
        ("order%3A%2A+%26+nothing", vec![]),
    ] {
        assert_eq!(ids(&inbox(&ann, &format!("text={text}")).await), found, "{text}");
    }
}

#[tokio::test]
async fn a_search_passes_over_capitals_accents_and_spellings() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    chat.say(
        "Łódź, Smørrebrød, Straße, Ærø, Đorđe, Iğdır, İzmir, Ｗｉｄｅ, Ξενοδοχείο, हिन्दी, 한국어 Brand™",
    )
    .await;
    for text in [
        "lodz",
        "ŁÓDŹ",
        "Łódź",
        "łod",
        "L\u{301}odz",
        "smorrebrod",
        "SMØRRE",
        "strasse",
        "STRASSE",
        "straße",
        "GROẞ straß",
        "aero",
        "ærø",
        "dorde",
        "igdir",
        "IĞDIR",
        "ığdır",
        "izmir",
        "İZMİR",
        "wide",
        "Ｗｉｄｅ",
        "ξενοδοχειο",
        "ΞΕΝΟΔΟΧΕΊΟ",
        "हिन्दी",
        "한국",
        "brand",
    ] {
        let found = if text.starts_with("GRO") {
            vec![]
        } else {
            vec![&*chat.id]
        };
        assert_eq!(ids(&inbox(&ann, &format!("text={text}")).await), found, "{text}");
    }
}

#[tokio::test]
async fn many_newer_messages_elsewhere_hide_none() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let (quiet, busy) = (Chat::open(&server).await, Chat::open(&server).await);
    for chat in [&quiet, &busy] {
        chat.say("Hello everybody").await;
    }
    let (quiet, busy) = (&*quiet.id, &*busy.id);
    execute(
        server.data.path(),
        format!(
            "UPDATE chats SET node_id = 'once', status = 'queued', assigned_to = 'ann' WHERE feedback_id = '{quiet}';
             INSERT INTO chat_messages (feedback_id, position, id, actor, body, created_at)
             WITH RECURSIVE numbers (number) AS
                 (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000)
             SELECT '{busy}', 9 + number, 'm' || number, 'customer', 'Everybody', 9000000000000 + number FROM numbers"
        ),
    )
    .await;
    assert_eq!(
        ids(&inbox(&ann, "text=every").await),
        [busy],
        "only the newest are looked at"
    );
    for filter in [
        "node_id=once",
        "status=queued",
        "assigned=me",
        "node_id=once&order=waiting",
    ] {
        let found = inbox(&ann, &format!("text=every&{filter}")).await;
        assert_eq!(ids(&found), [quiet], "{filter}");
    }
}

#[tokio::test]
async fn changes_are_delivered_in_order_and_none_is_missed() {
    let server = TestServer::start().await;
    let ann = Member::join(&server, &["ann"]).await;
    let chat = Chat::open(&server).await;
    let since = |inbox: &Value| format!("since={}", inbox["changes_cursor"].as_str().unwrap());
    let start = inbox(&ann, "").await;
    let nothing = inbox(&ann, &since(&start)).await;
    assert_eq!(
        (ids(&nothing), &nothing["changes_cursor"]),
        (vec![], &start["changes_cursor"])
    );

    let other = Chat::open(&server).await;
    chat.say("one").await;
    accepted(ann.act(&other, "claim", &json!({}))).await;
    chat.say("two").await;
    let changes = inbox(&ann, &since(&start)).await;
    assert_eq!(ids(&changes), [&*other.id, &chat.id], "each once, as it is now");
    assert_eq!(changes["items"][0]["assigned_to"], "ann");
    let first = inbox(&ann, &format!("{}&limit=1", since(&start))).await;
    let second = inbox(&ann, &format!("{}&limit=1", since(&first))).await;
    assert_eq!([ids(&first), ids(&second)].concat(), [&*other.id, &chat.id]);
    assert_eq!(ids(&inbox(&ann, &since(&second)).await), Vec::<&str>::new());

    // A repeat that changes nothing is no change; what staff do and customers do not see is one.
    accepted(ann.act(&other, "claim", &json!({}))).await;
    assert_eq!(ids(&inbox(&ann, &since(&changes)).await), Vec::<&str>::new());
    accepted(ann.act(&chat, "read", &json!({"cursor": "2"}))).await;
    let read = inbox(&ann, &since(&changes)).await;
    assert_eq!(
        (ids(&read), &read["items"][0]["unread"]),
        (vec![&*chat.id], &json!(0))
    );

    // From before the restore of a backup.
    let own = start["changes_cursor"].as_str().unwrap();
    let (history, place) = own.split_once('.').unwrap();
    let ahead = format!("since={history}.999999.");
    assert_eq!(ids(&inbox(&ann, &ahead).await).len(), 2);
    let other = format!("since=000000000.{place}");
    assert_eq!(ids(&inbox(&ann, &other).await).len(), 2);
}

#[tokio::test]
async fn changes_name_the_chats_that_are_erased() {
    let server = TestServer::start().await;
    let (ann, elsewhere) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["elsewhere", "--nodes", "once"]).await,
    );
    let chats = [
        Chat::open(&server).await,
        Chat::open(&server).await,
        Chat::open(&server).await,
    ];
    let [first, kept, second] = &chats;
    let start = inbox(&ann, "").await;
    assert_eq!(start.get("erased_feedback_ids"), None);
    let since = |inbox: &Value| format!("since={}", inbox["changes_cursor"].as_str().unwrap());
    let erased = |inbox: &Value| -> Vec<String> {
        serde_json::from_value(inbox["erased_feedback_ids"].clone()).unwrap()
    };

    let query = format!("{}&wait=25", since(&start));
    let order = json!({"feedback_id": first.id});
    let (news, _) = tokio::join!(inbox(&ann, &query), erase(&ann, &order));
    assert_eq!((ids(&news), erased(&news)), (vec![], vec![first.id.clone()]));
    kept.say("still here").await;
    erase(&ann, &json!({"feedback_id": second.id})).await;

    let all = inbox(&ann, &since(&start)).await;
    assert_eq!(ids(&all), [&*kept.id]);
    assert_eq!(erased(&all), [&*first.id, &second.id]);
    assert_eq!(all["next_cursor"], Value::Null);
    assert_eq!(erased(&inbox(&ann, &since(&all)).await), Vec::<String>::new());
    assert_eq!(
        erased(&inbox(&elsewhere, &since(&start)).await),
        Vec::<String>::new()
    );

    // One at a time, each part with what changed until then.
    let mut part = inbox(&ann, &format!("{}&limit=1", since(&start))).await;
    assert_eq!((ids(&part), erased(&part)), (vec![], vec![first.id.clone()]));
    part = inbox(&ann, &format!("{}&limit=1", since(&part))).await;
    assert_eq!(
        (ids(&part), erased(&part)),
        (vec![&*kept.id], vec![second.id.clone()])
    );
    assert_eq!(part["next_cursor"], Value::Null);
}

#[tokio::test]
async fn following_the_inbox_waits_for_its_nodes_only() {
    let server = TestServer::start().await;
    let (ann, elsewhere) = (
        Member::join(&server, &["ann"]).await,
        Member::join(&server, &["elsewhere", "--nodes", "once"]).await,
    );
    let start = inbox(&ann, "").await;
    let since = format!("since={}", start["changes_cursor"].as_str().unwrap());
    let query = format!("{since}&wait=25");
    let (news, chat) = tokio::join!(inbox(&ann, &query), Chat::open(&server));
    assert_eq!(ids(&news), [&*chat.id], "also a chat that begins");
    let query = format!("{since}&wait=1");
    let (nothing, _) = tokio::join!(inbox(&elsewhere, &query), chat.say("not for them"));
    assert_eq!(ids(&nothing), Vec::<&str>::new());
    let of_door = elsewhere
        .server
        .get_as_staff("/v1/staff/chats?node_id=gone&wait=0");
    assert_eq!(of_door.await.status(), 404);
    let request = elsewhere.post("/v1/staff/chats");
    assert_eq!(refused(request).await.0, 405);
}
