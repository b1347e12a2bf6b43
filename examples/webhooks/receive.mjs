// What both receivers share: an HTTP server that takes calls of Pulsen's webhooks, and nothing else (docs/webhooks.md).
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** Seconds by which a call may be older or newer than this clock: an old one may be a copy. */
const TOLERANCE = 5 * 60;

const MOST_BYTES = 4 * 1024 * 1024;

/** Ids of calls that are remembered. Programs with a database would keep them there. */
const REMEMBERED = 10_000;

/** Tells whether a call is signed with a secret (`whsec_…`), and not a copy of an old one. */
export function isGenuine(headers, body, secret, now = Date.now() / 1000) {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => headers[`webhook-${name}`]);
  if (!id || !signatures || !(Math.abs(now - Number(timestamp)) <= TOLERANCE)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  // While a secret is replaced there are two.
  return signatures.split(" ").some((signature) => {
    const [version, value] = signature.split(",");
    const given = Buffer.from(value ?? "", "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Listens on a port and hands each event over once: `handle(event, id)`. What it throws becomes a 500, after which Pulsen
 * tries again. `seen` are ids from before.
 */
export function receive({ port, secret, handle, seen = [] }) {
  if (!secret?.startsWith("whsec_")) throw new Error("Set WEBHOOK_SECRET to the secret of the webhook (whsec_…).");
  const done = new Set(seen);
  // One after the other: a repeat must find what the first call has done.
  let last = Promise.resolve();
  const take = (id, body) => {
    last = last.then(async () => {
      if (done.has(id)) return;
      await handle(JSON.parse(body), id);
      done.add(id);
      if (done.size > REMEMBERED) done.delete(done.values().next().value);
    });
    const outcome = last;
    last = last.catch(() => {});
    return outcome;
  };
  const server = createServer(async (request, response) => {
    const answer = (status) => response.writeHead(status).end();
    try {
      const body = await readBody(request);
      if (body === undefined) return answer(413);
      if (!isGenuine(request.headers, body, secret)) return answer(401);
      await take(request.headers["webhook-id"], body);
      answer(204);
    } catch (error) {
      console.error(error.message);
      answer(500);
    }
  });
  server.listen(port, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
