// Tells a chat tool of new feedback and of what visitors write, by its incoming hook, which takes JSON as Slack's does:
// {"text": "…"}.
//
// WEBHOOK_SECRET=whsec_… node to-chat.mjs HOOK_URL     (PORT, 9001 by default)
import { receive } from "./receive.mjs";

const hook = process.argv[2];
if (!hook) throw new Error("Usage: node to-chat.mjs HOOK_URL");

const TIME_LIMIT_MS = 10_000;
const TEXT_LENGTH = 500;

receive({
  port: Number(process.env.PORT ?? 9001),
  secret: process.env.WEBHOOK_SECRET,
  async handle(event) {
    const text = describe(event);
    if (text === undefined) return;
    const response = await fetch(hook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`The chat tool answered ${response.status}.`);
  },
});

/** What is reported about an event; nothing of those that nobody waits for. */
function describe({ type, data }) {
  if (type === "feedback.completed") {
    const answers = data.answers.map(({ question, answer }) => `• ${question} ${answer}`);
    return plain(`New feedback at ${data.node_id}\n${answers.join("\n")}`);
  }
  if (type === "chat.message" && data.timeline_item.actor === "customer") {
    const { customer, comment } = data.timeline_item.detail;
    return plain(`${customer.name ?? "A visitor"} at ${data.node_id}: ${comment.body || "[a file]"}`);
  }
  return undefined;
}

/** Nothing that a visitor writes becomes a link or a mention. */
function plain(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return Array.from(text)
    .slice(0, TEXT_LENGTH)
    .map((sign) => signs[sign] ?? sign)
    .join("");
}
