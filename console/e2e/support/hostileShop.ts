import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { PulsenServer, png } from "pulsen-loader/e2e";
import { HOSTILE, HOSTILE_NAMES, hostileTo } from "./hostileTexts";
import { signUp } from "./test";

export const FLOW = "hostile-flow";
export const NODE = "hostile-node";
export const WIDGET = "PSN-HOSTILE";

/** The texts of the flow, which its author chooses. */
export const TITLES = hostileTo(400).filter((text) => !text.includes("{{"));
export const NODE_NAMES = TITLES.slice(0, 12);
/** Those that are tags as they are (docs/staff.md#tags), as many as a feedback has. */
export const TAGS = hostileTo(40)
  .filter((text) => text === text.toLowerCase() && /^[\x20-\x7E]+$/.test(text))
  .slice(0, 20);
/** Those of webhooks, of which there are at most 50. */
export const DESCRIPTIONS = hostileTo(200).slice(0, 50);
export const FILE_NAMES = [
  `<img hostile src=x onerror=hostile()>.png`,
  "' onload='hostile()' hostile='.png",
  "invoice\u202Egnp.exe.png",
  `${"W".repeat(150)}.png`,
];

/** How many texts are written at the same time. */
const AT_ONCE = 16;

const CUSTOMER = {
  name: "<svg hostile onload=hostile()>",
  email: `"<img/hostile/src=x/onerror=hostile()>"@hostile.example`,
  phone_number: "javascript:hostile()",
};

/** The first characters of a text. */
export const cut = (text: string, length: number) => [...text].slice(0, length).join("");
const text = (en: string) => ({ en });
const options = (prefix: string, texts: readonly string[]) =>
  texts.map((body, index) => ({ id: `${prefix}-${index}`, key: `${prefix}${index}`, body: text(body) }));

/** The data of a server with the texts, and what its owner has of it. */
export interface WrittenShop {
  data: string;
  cookies: Cookies;
  feedback: string;
}

type Cookies = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"];

const headerOf = (cookies: Cookies) => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** A server on which strangers and colleagues have written hostile texts wherever they can write. */
export class HostileShop {
  /** The feedback that has each text as an answer, and whose chat has each as a message and as a note. */
  readonly feedback: string;

  private readonly pulsen: PulsenServer;
  private readonly cookie: string;

  private constructor(pulsen: PulsenServer, cookie: string, feedback: string) {
    this.pulsen = pulsen;
    this.cookie = cookie;
    this.feedback = feedback;
  }

  /** Writes the texts on a server, as strangers and as an owner, whose requests these are. */
  static async write(request: APIRequestContext): Promise<WrittenShop> {
    const pulsen = await PulsenServer.start({ rateLimit: "off" });
    await signUp({ request }, pulsen, "<b hostile>Ann</b>", "owner");
    const { cookies } = await request.storageState();
    const shop = new HostileShop(pulsen, headerOf(cookies), "");
    for (const [path, record] of RECORDS) await shop.act("PUT", path, record);
    // Each text is also the only one of a feedback, so that lists have it.
    await atOnce(HOSTILE, (written, index) =>
      shop.give(written, [{ question_id: "q-0", body: written }, ...chosen(index)]),
    );
    const feedback = await shop.giveAll();
    return { data: await pulsen.end(), cookies, feedback };
  }

  /** Opens the shop on a server with its data, for the browser of a page. */
  static async open(page: Page, pulsen: PulsenServer, { cookies, feedback }: WrittenShop) {
    await page.context().addCookies(cookies);
    return new HostileShop(pulsen, headerOf(cookies), feedback);
  }

  private async giveAll(): Promise<string> {
    const device = randomUUID();
    const files = await atOnce(FILE_NAMES, (name) => this.upload(device, name));
    const written = HOSTILE.map((body, index) => ({ question_id: `q-${index}`, body }));
    const uploaded = files.map((id) => ({ question_id: "q-file", active_storage_blob_id: id }));
    const responses = [...written, ...chosen(3), ...uploaded];
    const { id, token } = await this.give("<svg hostile onload=hostile()>", responses, device);
    for (const body of HOSTILE) {
      await this.write(id, token, { body });
      await this.act("POST", `chats/${id}/notes`, { body });
      await this.act("POST", `feedbacks/${id}/notes`, { body });
    }
    for (const name of FILE_NAMES) await this.write(id, token, pictureForm("attachment", name));
    await this.act("POST", `feedbacks/${id}/tag`, { add: TAGS, remove: [] });
    return id;
  }

  /** Feedback with this text in all that a visitor and their page choose, and a chat about it. */
  private async give(written: string, responses: object[], device: string = randomUUID()) {
    const address = `https://shop.example/"><img hostile src=x onerror=hostile()>?edi=${encodeURIComponent(written)}`;
    const feedback = {
      device_id: device,
      node_id: NODE,
      flow_id: FLOW,
      language_id: "en",
      created_at: new Date().toISOString(),
      created_offline: false,
      time_spent_in_seconds: 5,
      user_id: "<img hostile src=x onerror=hostile()>",
      origin_url: address,
      customer: {
        ...CUSTOMER,
        name: cut(written, 200),
        schema: { [cut(written, 200)]: written },
        __proto: written,
      },
      responses,
    };
    // A key that is no more than a key, as in any JSON.
    const body = JSON.stringify(feedback).replace('"__proto":', '"__proto__":');
    const sent = await this.send("POST", "/v1/feedbacks", body, {
      "X-EDI": encodeURIComponent(written),
      "X-ECI": encodeURIComponent(written),
    });
    const [id, token] = [String(sent.id), String(sent.chat_token_string)];
    await this.write(id, token, { body: written });
    return { id, token };
  }

  private write(id: string, token: string, message: FormData | { body: string }) {
    return this.send("POST", `/v1/feedbacks/${id}/chat_messages`, message, { "X-Chat-Token": token });
  }

  private async upload(device: string, name: string): Promise<unknown> {
    const path = `/v1/attachments?node_id=${NODE}&question_id=q-file`;
    return (await this.send("POST", path, pictureForm("file", name), { "X-Device-Id": device })).id;
  }

  /** Colleagues, and tokens, with these names. */
  async addPeople() {
    await atOnce(HOSTILE_NAMES, async (name, index) => {
      await this.act("POST", "people", { email: `p${index}@shop.example`, name, role: "agent" });
      await this.act("POST", "tokens", { name: `${cut(name, 98)} ~`, rights: ["read"] });
    });
  }

  /** Webhooks, a connector, and somebody who is blocked. */
  async addHooks() {
    await atOnce(DESCRIPTIONS, (description, index) =>
      this.act("PUT", `webhooks/w${index}`, {
        url: `https://hooks.example/${description}`,
        events: ["feedback.completed"],
        nodes: [NODE],
        enabled: false,
        description,
      }),
    );
    await this.act("PUT", "connectors/hostile", {
      id: "hostile",
      url: "https://shop.example/{{answer}}",
      body: HOSTILE.filter((text) => !text.includes("{{")),
      data: { hostile: "/hostile" },
    });
    await this.act("POST", `chats/${this.feedback}/block_sender`, {});
  }

  async addReplies() {
    await atOnce(HOSTILE, (body, index) =>
      this.act("PUT", `canned_replies/r${index}`, { title: cut(body, 100), body }),
    );
  }

  /** A call of the person on the page. */
  async act(method: string, path: string, body: unknown) {
    return this.send(method, `/v1/staff/${path}`, body, {
      cookie: this.cookie,
      origin: this.pulsen.url,
      ...(method === "PUT" && { "if-none-match": "*" }),
    });
  }

  private async send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Record<string, unknown>> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.pulsen.url + path, {
      method,
      headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
      body: isForm || typeof body === "string" ? body : JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} of ${path}: ${answer}`);
    return answer === "" ? {} : JSON.parse(answer);
  }
}

/** Does something with each text, with some of them at the same time. */
async function atOnce<Result>(
  texts: readonly string[],
  act: (text: string, index: number) => Promise<Result>,
) {
  const results: Result[] = [];
  for (let first = 0; first < texts.length; first += AT_ONCE) {
    const part = texts.slice(first, first + AT_ONCE);
    results.push(...(await Promise.all(part.map((text, index) => act(text, first + index)))));
  }
  return results;
}

/** What a visitor has chosen of what the flow offers. */
const chosen = (index: number) => [
  { question_id: "q-all", option_id: `all-${index % TITLES.length}` },
  { question_id: "q-one", option_id: `one-${index % TITLES.length}` },
  { question_id: "q-nps", body: String(index % 11) },
  { question_id: "row-0", option_id: "part-0" },
];

function pictureForm(field: string, name: string): FormData {
  const form = new FormData();
  form.set(field, new File([new Uint8Array(png(name).buffer)], name, { type: "image/png" }));
  return form;
}

const question = (id: string, style: string, body: string, further: object = {}) => ({
  id: `e-${id}`,
  type: "question",
  question: { id, key: id, style, body: text(body), ...further },
});

const QUESTIONS = [
  ...HOSTILE.map((_, index) =>
    question(`q-${index}`, index % 2 === 0 ? "textarea" : "text", TITLES[index] ?? `q${index}`),
  ),
  question("q-all", "checklist", "<b hostile>All", { options: options("all", TITLES) }),
  question("q-one", "radio", "<b hostile>One", { options: options("one", TITLES) }),
  question("q-nps", "score", "<b hostile>How likely"),
  question("q-parts", "matrix", "<b hostile>Parts", {
    options: options("part", TITLES.slice(0, 3)),
    statements: [{ id: "row-0", key: "row0", body: text(TITLES[5] ?? "") }],
  }),
  question("q-file", "file", "<b hostile>Files", { isMultiSelect: true }),
  { id: "e-next", type: "submit", body: text("<b hostile>Send") },
];

const FLOW_RECORD = {
  id: FLOW,
  name: TITLES[0],
  languages: [{ id: "en", code: "en", name: TITLES[1] }],
  defaultLanguageId: "en",
  states: [
    {
      id: "ask",
      name: TITLES[2],
      style: "normal",
      isInitialState: true,
      nextStateId: "talk",
      elements: QUESTIONS.map((element, order) => ({ ...element, order })),
    },
    {
      id: "talk",
      name: TITLES[8],
      style: "chat",
      elements: [{ id: "e-end", type: "label", order: 0, body: text("<b hostile>Thanks") }],
    },
  ],
  transitions: [],
};

/** The records by their paths, those first that others name. */
const RECORDS: [path: string, record: object][] = [
  [`flows/${FLOW}`, FLOW_RECORD],
  ...NODE_NAMES.map((name, index): [string, object] => {
    const id = index === 0 ? NODE : `${NODE}-${index}`;
    return [`nodes/${id}`, { id, name, flow_id: FLOW, default_language_id: "en", operating_24_7: true }];
  }),
  [
    `widgets/${WIDGET}`,
    {
      code: WIDGET,
      node_id: NODE,
      web_channel: { id: "hostile-channel", name: TITLES[4] },
      default_language_code: "en",
      popover_text: text(TITLES[6] ?? ""),
      modal_toggle_text: text(TITLES[11] ?? ""),
      enabled_urls: [],
    },
  ],
];
