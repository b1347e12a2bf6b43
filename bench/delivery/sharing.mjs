// What servers of one database share besides it, and what a wrong address of Redis leads to.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { io } from "socket.io-client";
import { withDeployment } from "./deployment.mjs";
import { openChat } from "./participants.mjs";
import { BINARY, freePort, startRedis, startServer, temporaryFolder } from "./parts.mjs";

const CALLS = 12;
/** For so long a server waits for Redis, before it counts for itself. */
const REDIS_MS = 250;
/** What a change may take to reach the clients of another server without Redis, and more for a busy machine. */
const CATCH_UP_MS = 40_000;
/** A node at which every chat waits. */
const QUEUE = { id: "door", flow_id: "visit", default_language_id: "l-en", chat: { queue_capacity: 0 } };
/** A command line that is wrong ends at once. */
const EXIT_MS = 20_000;

export const sharing = {
  "signals and inbox over two servers": () =>
    withDeployment(async ({ servers, staffToken }) => {
      const chat = await openChat(servers[0].url);
      const customer = await subscribe(servers[0].url, {
        room: "chat",
        feedbackId: chat.id,
        token: chat.token,
      });
      const staff = await subscribe(servers[1].url, { room: "staff", token: staffToken });
      const changed = nextEvent(staff, "inbox_changed");
      await say(servers[0].url, chat);
      assert.equal((await changed).feedback_id, chat.id);
      const typing = nextEvent(staff, "typing");
      customer.emit("typing", { feedbackId: chat.id, typing: true });
      assert.deepEqual(await typing, { feedback_id: chat.id, actor: "customer", typing: true });
      const seen = nextEvent(customer, "seen");
      staff.emit("seen", { feedbackId: chat.id, cursor: "1" });
      assert.deepEqual(await seen, { feedback_id: chat.id, actor: "staff", cursor: "1" });
      for (const socket of [customer, staff]) socket.disconnect();
      return "a message, typing and what is seen reach the clients of the other server";
    }),

  "rates of two servers": () =>
    withDeployment(
      async ({ servers, redis }) => {
        const chat = await openChat(servers[0].url);
        const ask = async (calls) => {
          let [answered, alone] = [0, 0];
          const begin = performance.now();
          for (let call = 0; call < calls; call++) {
            const { url } = servers[call % servers.length];
            const asked = performance.now();
            const response = await fetch(`${url}/v1/feedbacks/${chat.id}/chat`, {
              headers: { "X-Chat-Token": chat.token },
            });
            if (response.status === 200) answered += 1;
            else assert.equal(response.status, 429);
            if (performance.now() - asked >= REDIS_MS) alone += 1;
          }
          return { answered, alone, minutes: (performance.now() - begin) / 60_000 };
        };
        // As many as leave each server one call of its own.
        const { answered: together, alone, minutes } = await ask(2 * CALLS - 2);
        // Meanwhile some have come back; and a server for which Redis was too slow has counted for itself.
        const most = CALLS * (1 + minutes) + 1 + alone;
        assert(
          together >= CALLS && together <= most,
          `${together} calls were answered, at most ${most} may be`,
        );
        await redis.kill();
        const { answered: apart } = await ask(2 * CALLS);
        assert(apart > 0, "each server counts for itself while Redis is unavailable");
        return `${together} calls of ${CALLS} a minute at both servers together, ${apart} more while Redis was away`;
      },
      ["--rate-limit", `address=off,device=off,chat=${CALLS}`],
    ),

  /** Neither has a new position that a comparison could find. */
  "a queue and an erased chat over two servers without Redis": () =>
    withDeployment(async ({ servers: [one, other], staffToken, redis, importNode }) => {
      importNode(QUEUE);
      const [first, second] = [await openChat(one.url), await openChat(one.url)];
      await redis.kill();
      const room = { room: "chat", feedbackId: second.id, token: second.token };
      const customer = await subscribe(other.url, room);
      const staff = await subscribe(other.url, { room: "staff", token: staffToken });
      const movedUp = nextEvent(customer, "reply_created");
      await act(one.url, `/v1/staff/chats/${first.id}/accept`, staffToken);
      assert.equal((await movedUp).queue_place, 1);
      const erased = nextEvent(staff, "chat_erased");
      await act(one.url, "/v1/staff/erasures", staffToken, { feedback_id: first.id });
      assert.deepEqual(await erased, { feedback_id: first.id, node_id: QUEUE.id });
      for (const socket of [customer, staff]) socket.disconnect();
      return "who waits moves up, and staff hear that a chat is gone";
    }),

  async "addresses of Redis"() {
    const redis = await startRedis(["--requirepass", "right"]);
    const data = temporaryFolder();
    const serve = (address) =>
      spawnSync(BINARY, ["serve", "--listen", "127.0.0.1:0", "--data", data.path], {
        env: { ...process.env, PULSEN_REDIS: address, PULSEN_LOG: "off" },
        encoding: "utf8",
        timeout: EXIT_MS,
      });
    const wrong = serve(redis.address.replace("//", "//:secret@"));
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /Redis rejected the connection/);
    const unreadable = serve("http://:secret@127.0.0.1");
    assert.equal(unreadable.status, 2);
    assert.match(unreadable.stderr, /an address such as redis:/);
    for (const { stderr } of [wrong, unreadable]) assert(!stderr.includes("secret"), stderr);
    await redis.kill();
    redis.remove();
    const address = `redis://127.0.0.1:${await freePort()}`;
    const server = await startServer(["--data", data.path], { env: { PULSEN_REDIS: address } });
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    await server.stop();
    data.remove();
    return "a wrong password and a wrong address are refused; a server starts without Redis";
  },
};

async function subscribe(url, request) {
  const socket = io(url, { transports: ["websocket"], forceNew: true });
  const { ok, code } = await socket.emitWithAck("subscribe", request);
  assert(ok, code);
  return socket;
}

async function nextEvent(socket, name) {
  const [event] = await once(socket, name, { signal: AbortSignal.timeout(CATCH_UP_MS) });
  return event;
}

async function act(url, path, token, body = {}) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert(response.ok, await response.text());
}

async function say(url, { id, token }) {
  const response = await fetch(`${url}/v1/feedbacks/${id}/chat_messages`, {
    method: "POST",
    headers: { "X-Chat-Token": token, "Content-Type": "application/json" },
    body: JSON.stringify({ body: "Hello" }),
  });
  assert.equal(response.status, 200);
}
