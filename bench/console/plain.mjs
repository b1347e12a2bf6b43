import { join } from "node:path";
import { build } from "vite";

/** The address of the page that is compared with the inbox: the same rows and the same messages in plain React, without anything else. */
export const PLAIN_PATH = "/staff/bench-plain";
const SCRIPT_PATH = "/staff/bench-plain.js";

const HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title>' +
  `<script type="module" src="${SCRIPT_PATH}"></script></head><body><div id="app"></div></body></html>`;

const CODE = `
  import { createElement as h, useEffect, useState } from "react";
  import { createRoot } from "react-dom/client";

  function Plain() {
    const [chats, setChats] = useState([]);
    const [opened, setOpened] = useState(0);
    const [items, setItems] = useState([]);
    useEffect(() => {
      fetch("/v1/staff/chats?limit=50&unanswered=true").then((r) => r.json()).then((list) => setChats(list.items));
    }, []);
    const id = chats[opened - 1]?.feedback_id;
    useEffect(() => {
      if (id) fetch("/v1/staff/chats/" + id).then((r) => r.json()).then((chat) => setItems(chat.timeline_items));
    }, [id]);
    useEffect(() => {
      const next = ({ key }) => key === "j" && setOpened((at) => at + 1);
      addEventListener("keydown", next);
      return () => removeEventListener("keydown", next);
    }, []);
    return h("div", null,
      h("ul", null, chats.map((chat, at) =>
        h("li", { key: chat.feedback_id }, h("button", { "data-chat": "", onClick: () => setOpened(at + 1) },
          chat.customer.name ?? chat.feedback_id, " ", chat.node_id, " ", chat.last_message?.body, " ", chat.updated_at)))),
      h("ol", { role: "log" }, items.map((item) => h("li", { key: item.position }, item.detail.comment.body))));
  }
  createRoot(document.getElementById("app")).render(h(Plain));
`;

/** Answers for the plain page, in front of the server, so that it has the session and the server of the console. */
export async function routePlain(context) {
  const script = await bundle();
  await context.route(`**${PLAIN_PATH}`, (route) => route.fulfill({ contentType: "text/html", body: HTML }));
  await context.route(`**${SCRIPT_PATH}`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
}

async function bundle() {
  const entry = "virtual:plain";
  const { output } = await build({
    root: "bench",
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "plain",
        resolveId: (id) => (id === entry ? join(process.cwd(), "bench/plain.js") : null),
        load: (id) => (id.endsWith("bench/plain.js") ? CODE : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  });
  return output[0].code;
}
