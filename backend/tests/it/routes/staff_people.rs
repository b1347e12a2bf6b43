//! People as owners manage them.

use crate::person::{PASSWORD, Person, answer, link, own_page, user};
use crate::server::TestServer;
use reqwest::Method;
use serde_json::{Value, json};

const PEOPLE: &str = "/v1/staff/people";
const SESSION: &str = "/v1/staff/session";

async fn add(owner: &Person<'_>, email: &str, name: &str, role: &str) -> (u16, Value) {
    let body = json!({"email": email, "name": name, "role": role});
    owner.call_with(Method::POST, PEOPLE, body).await
}

async fn id_of(owner: &Person<'_>, name: &str) -> String {
    let list = owner.call(Method::GET, PEOPLE).await.1;
    let mut items = list["items"].as_array().unwrap().iter();
    let person = items.find(|item| item["name"] == name).unwrap();
    person["id"].as_str().unwrap().to_owned()
}

async fn change(owner: &Person<'_>, name: &str, body: Value) -> (u16, Value) {
    let path = format!("{PEOPLE}/{}", id_of(owner, name).await);
    owner.call_with(Method::PATCH, &path, body).await
}

#[tokio::test]
async fn an_owner_adds_somebody_who_signs_in_by_the_link() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let body =
        json!({"email": " Ann@Shop.example", "name": " Ann ", "role": "agent", "nodes": ["once", "door"]});
    let (status, added) = olga.call_with(Method::POST, PEOPLE, body).await;
    assert_eq!(status, 201, "{added}");
    let person = &added["person"];
    assert_eq!(
        (
            &person["email"],
            &person["name"],
            &person["role"],
            &person["nodes"],
            &person["state"]
        ),
        (
            &json!("ann@shop.example"),
            &json!("Ann"),
            &json!("agent"),
            &json!(["door", "once"]),
            &json!("no_password")
        )
    );
    let secret = added["link"]["secret"].as_str().unwrap();
    let url = format!("{}/staff/welcome#{secret}", server.address);
    assert_eq!(
        (&added["link"]["url"], &added["link"]["kind"]),
        (&json!(url), &json!("welcome"))
    );
    let body = json!({"secret": secret, "password": PASSWORD});
    let used = own_page(&server, Method::POST, "/v1/staff/links/use", "").json(&body);
    assert_eq!(answer(used).await.1["user"]["id"], person["id"]);
    let (_, list) = olga.call(Method::GET, &format!("{PEOPLE}?limit=1")).await;
    assert_eq!(list["items"][0]["name"], "Ann");
    assert_eq!(list["items"][0]["state"], "can_sign_in");
    let after = list["next_cursor"].as_str().unwrap();
    let (_, rest) = olga.call(Method::GET, &format!("{PEOPLE}?after={after}")).await;
    assert_eq!(
        (&rest["items"][0]["name"], &rest["next_cursor"]),
        (&json!("Olga"), &Value::Null)
    );
    assert!(!rest.to_string().contains("secret"), "{rest}");
}

#[tokio::test]
async fn what_cannot_be_added_is_refused_with_its_reason() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    server.staff_token(&["Robot"]).await;
    for (email, name, role, refused) in [
        ("olga@shop.example", "Ann", "agent", (409, "email_taken")),
        ("a@shop.example", "OLGA", "agent", (409, "name_taken")),
        ("a@shop.example", "robot", "agent", (409, "name_taken")),
        ("no address", "Ann", "agent", (422, "invalid_email")),
        ("a@shop.example", "A\u{200b}nn", "agent", (422, "required")),
        ("a@shop.example", "pulsen staff-token", "agent", (422, "required")),
        ("a@shop.example", "Ann", "admin", (422, "wrong_type")),
    ] {
        let answered = add(&olga, email, name, role).await;
        assert_eq!(answered, (refused.0, json!(refused.1)), "{email} {name} {role}");
    }
    for (nodes, code) in [(json!(["none"]), "unknown_node"), (json!([]), "required")] {
        let body = json!({"email": "a@shop.example", "name": "Ann", "role": "agent", "nodes": nodes});
        let answered = olga.call_with(Method::POST, PEOPLE, body).await;
        assert_eq!(answered, (422, json!(code)));
    }
    assert_eq!(
        olga.call(Method::GET, PEOPLE).await.1["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn only_owners_of_all_nodes_manage_people_and_confirm_each_change() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let door = Person::join_with(&server, "Doris", &["--role", "owner", "--nodes", "door"]).await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let id = id_of(&olga, "Ann").await;
    let calls = [
        (
            Method::POST,
            PEOPLE.to_owned(),
            json!({"email": "b@shop.example", "name": "Bob", "role": "owner"}),
        ),
        (Method::PATCH, format!("{PEOPLE}/{id}"), json!({"role": "owner"})),
        (Method::POST, format!("{PEOPLE}/{id}/link"), json!({})),
        (Method::DELETE, format!("{PEOPLE}/{id}/sessions"), json!({})),
    ];
    olga.end_confirmation().await;
    for (method, path, body) in calls {
        for (person, code) in [
            (&ann, "right_missing"),
            (&door, "not_in_scope"),
            (&olga, "confirmation_needed"),
        ] {
            let answered = person.call_with(method.clone(), &path, body.clone()).await;
            assert_eq!(answered, (403, json!(code)), "{method} {path}");
        }
        let request = server
            .client
            .request(method.clone(), format!("{}{path}", server.address));
        let answered = answer(request.bearer_auth(&server.staff_token).json(&body)).await;
        assert_eq!(answered, (403, json!("person_needed")), "{method} {path}");
    }
    assert_eq!(door.call(Method::GET, PEOPLE).await, (403, json!("not_in_scope")));
    // Programs may look.
    assert_eq!(server.get_as_staff(PEOPLE).await.status(), 200);
    assert_eq!(
        ann.call(Method::GET, SESSION).await.0,
        200,
        "nothing has happened"
    );
}

#[tokio::test]
async fn a_changed_person_begins_with_another_session() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let mut ann = Person::join(&server, "Ann", "agent").await;
    let is_signed_in = async |ann: &Person<'_>| ann.call(Method::GET, SESSION).await.0 == 200;
    assert_eq!(
        change(&olga, "Ann", json!({"name": "ann"})).await.1["name"],
        "ann",
        "only capitals"
    );
    assert_eq!(change(&olga, "ann", json!({"role": "agent"})).await.0, 200);
    assert!(
        is_signed_in(&ann).await,
        "the name and the same role change no rights"
    );
    let changed = change(&olga, "ann", json!({"role": "viewer", "nodes": ["door"]}))
        .await
        .1;
    assert_eq!(
        (&changed["role"], &changed["nodes"]),
        (&json!("viewer"), &json!(["door"]))
    );
    assert!(!is_signed_in(&ann).await);
    let changed = change(&olga, "ann", json!({"all_nodes": true})).await.1;
    assert_eq!(changed["nodes"], Value::Null);
    ann.cookie = crate::person::set_cookie(&ann.sign_in(PASSWORD).send().await.unwrap());
    assert_eq!(
        change(&olga, "ann", json!({"disabled": true})).await.1["state"],
        "disabled"
    );
    assert!(!is_signed_in(&ann).await);
    assert_eq!(
        answer(ann.sign_in(PASSWORD)).await,
        (401, json!("wrong_credentials"))
    );
    let path = format!("{PEOPLE}/{}/link", id_of(&olga, "ann").await);
    assert_eq!(
        olga.call_with(Method::POST, &path, json!({})).await,
        (409, json!("person_disabled"))
    );
    // Meanwhile a token gets the name.
    server.staff_token(&["ANN"]).await;
    assert_eq!(
        change(&olga, "ann", json!({"disabled": false})).await,
        (409, json!("name_taken"))
    );
    let both = json!({"disabled": false, "name": "Anna"});
    assert_eq!(change(&olga, "ann", both).await.1["state"], "can_sign_in");
    for (body, code) in [
        (json!({"nodes": ["door"], "all_nodes": true}), "required"),
        (json!({"nodes": ["none"]}), "unknown_node"),
        (json!({"email": "b@shop.example"}), "wrong_type"),
    ] {
        assert_eq!(change(&olga, "Anna", body).await, (422, json!(code)));
    }
    let unknown = olga
        .call_with(Method::PATCH, &format!("{PEOPLE}/none"), json!({}))
        .await;
    assert_eq!(unknown, (404, json!("not_found")));
}

#[tokio::test]
async fn links_and_ended_sessions_are_for_those_who_lost_something() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    let ann = Person::join(&server, "Ann", "agent").await;
    let path = format!("{PEOPLE}/{}", id_of(&olga, "Ann").await);
    let (status, made) = olga
        .call_with(Method::POST, &format!("{path}/link"), json!({}))
        .await;
    assert_eq!((status, &made["kind"]), (201, &json!("reset")));
    assert_eq!(
        ann.call(Method::GET, SESSION).await.0,
        200,
        "a link alone changes nothing"
    );
    for _ in 0..2 {
        let ended = olga.call(Method::DELETE, &format!("{path}/sessions")).await;
        assert_eq!(ended.0, 204);
        assert_eq!(ann.call(Method::GET, SESSION).await.0, 401);
    }
    let body = json!({"secret": made["secret"], "password": "another long password"});
    let used = own_page(&server, Method::POST, "/v1/staff/links/use", "").json(&body);
    assert_eq!(answer(used).await.0, 200);
}

#[tokio::test]
async fn somebody_who_manages_people_is_always_left() {
    let server = TestServer::start().await;
    let mut olga = Person::join(&server, "Olga", "owner").await;
    // Neither can manage people: one has not signed in yet, the other is for one node.
    link(
        &server,
        &["add", "new@shop.example", "--name", "New", "--role", "owner"],
    )
    .await;
    Person::join_with(&server, "Doris", &["--role", "owner", "--nodes", "door"]).await;
    for body in [
        json!({"disabled": true}),
        json!({"role": "editor"}),
        json!({"nodes": ["door"]}),
    ] {
        assert_eq!(change(&olga, "Olga", body).await, (409, json!("last_owner")));
    }
    for arguments in [
        &["disable", olga.email.as_str()] as &[&str],
        &["role", olga.email.as_str(), "--role", "editor"],
        &["role", olga.email.as_str(), "--role", "owner", "--nodes", "door"],
    ] {
        let (code, _, problem) = user(&server, arguments).await;
        assert_eq!(code, 1);
        assert!(problem.contains("--force"), "{problem}");
    }
    assert_eq!(olga.call(Method::GET, SESSION).await.0, 200);
    Person::join(&server, "Otto", "owner").await;
    assert_eq!(change(&olga, "Olga", json!({"role": "editor"})).await.0, 200);
    assert_eq!(olga.call(Method::GET, SESSION).await.0, 401, "hers has ended");
    assert_eq!(
        user(&server, &["role", &olga.email, "--role", "owner"]).await.0,
        0
    );
    olga.cookie = crate::person::set_cookie(&olga.sign_in(PASSWORD).send().await.unwrap());
    assert_eq!(change(&olga, "Otto", json!({"disabled": true})).await.0, 200);
    let (code, _, problem) = user(&server, &["disable", &olga.email, "--force"]).await;
    assert_eq!(code, 0, "{problem}");
}

#[tokio::test]
async fn what_owners_do_is_written_down() {
    let server = TestServer::start().await;
    let olga = Person::join(&server, "Olga", "owner").await;
    assert_eq!(add(&olga, "ann@shop.example", "Ann", "viewer").await.0, 201);
    for body in [
        json!({"role": "agent", "name": "Anna"}),
        json!({"role": "agent"}),
        json!({"disabled": true}),
        json!({"disabled": false}),
    ] {
        let name = if body.get("name").is_some() { "Ann" } else { "Anna" };
        assert_eq!(change(&olga, name, body).await.0, 200);
    }
    let path = format!("{PEOPLE}/{}/link", id_of(&olga, "Anna").await);
    assert_eq!(olga.call_with(Method::POST, &path, json!({})).await.0, 201);
    let list = olga.call(Method::GET, "/v1/staff/audit?staff=Olga").await.1;
    let items = list["items"].as_array().unwrap().iter().rev();
    let acts: Vec<_> = items
        .map(|item| {
            format!(
                "{} {}",
                item["act"].as_str().unwrap(),
                item["subject"].as_str().unwrap()
            )
        })
        .filter(|act| !act.starts_with("use_link"))
        .collect();
    assert_eq!(
        acts,
        [
            "add_user Ann",
            "rename_user Ann → Anna",
            "change_role Ann",
            "disable_user Anna",
            "enable_user Anna",
            "reset_user Anna",
        ]
    );
}
