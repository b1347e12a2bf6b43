import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { createStaffToken } from "pulsen-loader/e2e/server";
import { withDeployment } from "./deployment.mjs";
import { Customer, InboxStaff, openChat, Staff } from "./participants.mjs";
import { BINARY, freePort, importRecords, startNginx, startServer, temporaryFolder } from "./parts.mjs";
import { startProxy } from "./proxy.mjs";

const MESSAGES = Number(process.env.PULSEN_PROOF_MESSAGES ?? 60);
const KILLS = Number(process.env.PULSEN_PROOF_KILLS ?? 3);
/** What a change may take to reach the clients of another server while Redis is unavailable, and more for a busy machine. */
const CATCH_UP_MS = 40_000;
/** How often a server compares. */
const COMPARISON_MS = 15_000;

/** Each returns what it has shown. */
export const scenarios = {
  /** One server on SQLite is killed again and again, whatever it is doing. */
  async "a server killed at random"() {
    const data = temporaryFolder();
    importRecords(data.path);
    const options = ["--data", data.path];
    const port = await freePort();
    let server = await startServer(options, { port });
    const talk = await startTalk([server.url], createStaffToken(BINARY, "proof", data.path));
    for (let kill = 1; kill <= KILLS; kill++) {
      await talk.reached(kill / (KILLS + 1));
      await sleep(Math.random() * 20);
      await server.kill();
      server = await startServer(options, { port });
    }
    const shown = await talk.end();
    await server.stop();
    data.remove();
    return `${shown}, ${KILLS} kills`;
  },

  /** Customer and staff are at different servers. */
  "two servers": () =>
    withDeployment(async ({ servers, staffToken }) => {
      const talk = await startTalk([servers[0].url, servers[1].url], staffToken);
      return talk.end();
    }),

  /** All go through a proxy that is not sticky; the server that has their connections is killed. */
  "one of two servers killed": () =>
    withDeployment(async ({ servers, staffToken }) => {
      const proxy = await startProxy(servers.map((server) => server.port));
      const talk = await startTalk([proxy.url], staffToken);
      await talk.reached(0.5);
      await servers[0].kill();
      const shown = await talk.end();
      proxy.stop();
      return shown;
    }),

  /** The proxy of docs/scale.md keeps clients that poll at one server, until that is killed. */
  "one of two servers behind nginx killed": () =>
    withDeployment(async ({ servers, staffToken }) => {
      const proxy = await startNginx(servers.map((server) => server.port));
      const talk = await startTalk([proxy.url], staffToken, ["polling"]);
      await talk.reached(0.5);
      await servers[0].kill();
      const shown = await talk.end();
      await proxy.stop();
      return shown;
    }),

  /** What a server has stored reaches its own clients at once, and those of the other one by comparison. */
  "Redis killed and restarted": () =>
    withDeployment(async ({ servers, staffToken, redis }) => {
      const talk = await startTalk([servers[0].url, servers[1].url], staffToken);
      await talk.reached(0.3);
      await redis.kill();
      let waited = 0;
      const bodies = ["one", "two", "three", "four"].map((body) => `${body} by the customer's own server`);
      for (const body of bodies) waited += await talk.timeToCustomer(body, servers[0].url);
      // However busy the machine is: of messages that come by comparison, each but the first takes that long.
      const compared = (bodies.length - 1) * COMPARISON_MS;
      assert(
        waited < compared,
        `${waited} ms until the customer of the same server saw ${bodies.length} messages`,
      );
      await talk.reached(0.7);
      await talk.timeToCustomer("by the other server", servers[1].url);
      await redis.start();
      const shown = await talk.end();
      return `${shown}, ${Math.round(waited / bodies.length)} ms without Redis within one server`;
    }),

  /** Requests are refused meanwhile, and sent again. */
  "PostgreSQL restarted": () =>
    withDeployment(async ({ servers, staffToken, postgres }) => {
      const talk = await startTalk([servers[0].url, servers[1].url], staffToken);
      await talk.reached(0.5);
      await postgres.stop();
      await sleep(1_500);
      await postgres.start();
      return talk.end();
    }),
};

/**
 * Lets both sides write and follow. Staff use the last of the servers, the customer the first. Staff who write wait with requests;
 * others of them are on a socket.
 */
async function startTalk(urls, staffToken, transports = ["websocket"]) {
  const chat = await openChat(urls[0]);
  const customer = new Customer(urls[0], chat, transports);
  const staff = new Staff(urls.at(-1), chat, staffToken);
  const onSocket = new InboxStaff(urls.at(-1), chat, staffToken, transports);
  const sides = [customer, staff, onSocket];
  await Promise.all(sides.map((side) => side.follow()));
  const half = MESSAGES / 2;
  let sent = 0;
  const writing = Promise.all(
    [customer, staff].map(async (writer) => {
      for (let number = 0; number < half; number++) {
        await writer.send(`${writer.name} ${number}`);
        sent += 1;
      }
    }),
  );
  const extra = [];
  return {
    /** Waits until this part of the messages has been acknowledged. */
    async reached(part) {
      while (sent < part * MESSAGES) await sleep(1);
    },
    /** Has staff write by a server, and returns how long it takes until the customer sees it. */
    async timeToCustomer(body, url) {
      extra.push(body);
      const begin = performance.now();
      await new Staff(url, chat, staffToken).send(body);
      await customer.holds((bodies) => bodies.includes(body), CATCH_UP_MS);
      return performance.now() - begin;
    },
    /** Waits for the rest, and checks what both sides hold. */
    async end() {
      await writing;
      const all = MESSAGES + extra.length;
      for (const side of sides) {
        await side.holds((bodies) => bodies.length >= all, CATCH_UP_MS);
      }
      for (const side of [staff, onSocket]) {
        assert.deepEqual(side.bodies(), customer.bodies(), `${side.name} hold the same in the same order`);
      }
      assert.equal(new Set(customer.bodies()).size, all, "each once");
      for (const { name } of [customer, staff]) {
        const own = customer.bodies().filter((body) => body.startsWith(name));
        assert.deepEqual(
          own,
          Array.from({ length: half }, (_, number) => `${name} ${number}`),
        );
      }
      for (const side of sides) side.close();
      return `both sides hold the same ${all} messages once and in order`;
    },
  };
}
