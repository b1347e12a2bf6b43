// Prints the past of the demo, for `pulsen fill-demo`: 2,000 feedbacks of three months in two languages, a dozen chats, and how often
// flows were shown. Everything is the same in every run, as many days and minutes ago.
//
//   node examples/demo/story.mjs | pulsen fill-demo --data DIR

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ANSWERS } from "./answers.mjs";
import { chanceFrom } from "./chance.mjs";
import { chatOf } from "./chats.mjs";
import { drawTime, qualityAt } from "./times.mjs";
import { visitorOf } from "./visitors.mjs";

const EXAMPLES = join(import.meta.dirname, "..");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUARTER = 15 * MINUTE;

/** Where feedback came from, how much of it, and when people come there. */
const PLACES = [
  { node: "demo-node", flow: "demo-flow", count: 1000, rhythm: "cafe" },
  { node: "demo-app", flow: "demo-flow", widget: "PSN-DEMOTAB", count: 180, rhythm: "cafe" },
  { node: "demo-widget", flow: "demo-widget-flow", widget: "PSN-DEMO123", count: 220, rhythm: "web" },
  { node: "nps", flow: "nps", widget: "PSN-DEMONPS", count: 160, rhythm: "web" },
  { node: "csat", flow: "csat", widget: "PSN-DEMOCST", count: 140, rhythm: "web" },
  { node: "ces", flow: "ces", widget: "PSN-DEMOCES", count: 90, rhythm: "office" },
  { node: "website", flow: "website", widget: "PSN-DEMOWEB", count: 70, rhythm: "web" },
  { node: "employee", flow: "employee", count: 50, rhythm: "office" },
  { node: "contact", flow: "contact", widget: "PSN-DEMOCON", count: 40, rhythm: "office" },
  { node: "event", flow: "event", count: 30, rhythm: "web" },
  { node: "churn", flow: "churn", widget: "PSN-DEMOCHU", count: 20, rhythm: "office" },
];

const TAGS = { wait: "waiting time", taste: "taste", service: "service", clean: "cleanliness" };

const NOTES = [
  "Called back, all is well again.",
  "Passed on to the team in Karaköy.",
  "Second time this week, see the shift plan.",
  "Sent a voucher for a breakfast.",
  "Asked for the receipt.",
];

const chance = chanceFrom(20_261_128);
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const chats = read("demo/chats.json");
const feedbacks = PLACES.flatMap((place) => {
  const told = chats.filter((chat) => chat.flow === place.flow && place.node !== "demo-app");
  const drawn = Array.from({ length: place.count - told.length }, () => drawnFeedback(place));
  return [...drawn, ...told.map((chat) => toldFeedback(place, chat))];
});
feedbacks.sort((one, other) => one.at - other.at);
const story = { nodes: idsOf("nodes"), flows: idsOf("flows"), counters: countersOf(feedbacks), feedbacks };
process.stdout.write(JSON.stringify({ ...story, feedbacks: feedbacks.map(({ place, ...feedback }) => feedback) }));

/** A feedback at a moment when people come, by somebody of the mood of that day. */
function drawnFeedback(place) {
  const at = drawTime(chance, now, place.rhythm);
  const daysAgo = (now - at) / DAY;
  const quality = place.flow === "demo-flow" ? qualityAt(daysAgo) : 0.5;
  const luck = chance.next();
  const mood = luck < quality ? "promoter" : luck < quality + 0.22 ? "passive" : "detractor";
  const isBroken = Math.abs(daysAgo - 14) < 3;
  const topic = chance.weighted({ wait: isBroken ? 14 : 3, taste: 3, service: 2, clean: 1.5 });
  const visitor = { ...visitorOf(chance), mood, topic };
  const pages = ANSWERS[place.flow](visitor);
  // Some leave in the middle, of what has more than one page.
  const isPartial = pages.length > 1 && chance.happens(0.07);
  const seen = isPartial ? pages.slice(0, chance.between(1, pages.length - 1)) : pages;
  return {
    place,
    at,
    is_partial: isPartial,
    body: bodyOf(place, at, visitor, seen),
    ...(isPartial ? {} : treatmentOf(place, daysAgo, visitor)),
  };
}

function toldFeedback(place, chat) {
  const at = now - chat.minutesAgo * MINUTE;
  const visitor = { ...visitorOf(chance, chat), mood: "passive", topic: "wait", given: chat.answers };
  return {
    place,
    at,
    body: bodyOf(place, at, visitor, ANSWERS[place.flow](visitor)),
    tags: chat.tags ?? [],
    review: chat.review,
    chat: chatOf(chat, at, now),
  };
}

/** The body of a submission. */
function bodyOf(place, at, visitor, pages) {
  const times = Object.fromEntries(pages.map(({ id }) => [id, chance.between(3_000, 40_000)]));
  const spent = Object.values(times).reduce((sum, time) => sum + time, 0);
  const isKnown = place.widget && place.flow !== "website" && (visitor.given || chance.happens(0.35));
  return {
    device_id: visitor.deviceId,
    created_at: new Date(at - 700).toISOString(),
    node_id: place.node,
    flow_id: place.flow,
    language_id: visitor.language,
    time_spent_in_seconds: Math.floor(spent / 1_000),
    state_times_in_ms: times,
    responses: pages.flatMap(({ items }) => items),
    ...(place.widget && { widget_code: place.widget }),
    ...(isKnown && { customer: { name: visitor.name, email: visitor.email } }),
  };
}

/** What staff have done with a feedback: mostly with complaints, and not yet with those of today. */
function treatmentOf(place, daysAgo, { mood, topic }) {
  if (daysAgo < 1 || mood === "passive") return {};
  if (mood === "promoter") return chance.happens(0.04) ? { tags: ["praise"], review: "done" } : {};
  const isCafe = place.flow === "demo-flow";
  const review = chance.weighted({ done: daysAgo > 5 ? 6 : 2, in_progress: daysAgo > 5 ? 1 : 3, new: 3 });
  return {
    tags: isCafe && chance.happens(0.6) ? [TAGS[topic]] : [],
    ...(review !== "new" && { review }),
    ...(isCafe && review !== "new" && chance.happens(0.12) && { note: chance.pick(NOTES) }),
  };
}

/** How often flows were shown, opened and started: by those who answered, and by others at the same time. */
function countersOf(answered) {
  const counters = new Map();
  for (const { place, at } of answered) {
    const begins = at - (at % QUARTER);
    const key = `${place.node} ${begins}`;
    const known = counters.get(key) ?? {
      begins_at: begins,
      node_id: place.node,
      flow_id: place.flow,
      widget_code: place.widget ?? "",
      shown: 0,
      opened: 0,
      started: 0,
    };
    const started = 1 + (chance.happens(0.16) ? 1 : 0);
    const opened = started + (chance.happens(0.4) ? 1 : 0);
    known.started += started;
    known.opened += opened;
    // Nothing stands before a link page.
    known.shown += opened + (place.widget ? chance.between(4, 18) : 0);
    counters.set(key, known);
  }
  return [...counters.values()];
}

/** The ids of all records of a kind in `examples`, also of the templates. */
function idsOf(kind) {
  const templates = read("templates/templates.json").map(({ name }) => `templates/${name}/${kind}`);
  const folders = [kind, ...templates];
  return folders.flatMap((folder) =>
    readdirSync(join(EXAMPLES, folder)).map((file) => read(join(folder, file)).id),
  );
}

function read(path) {
  return JSON.parse(readFileSync(join(EXAMPLES, path), "utf8"));
}
