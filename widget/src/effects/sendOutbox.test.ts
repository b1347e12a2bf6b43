import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storedFeedbackId, storeFeedback } from "../storage/feedbackRecords";
import { readJson, removeEntry, writeJson } from "../storage/localStore";
import { createFeedbackSender, type FeedbackSender } from "./feedbackSender";
import { readOutbox, setAsideReason } from "./outbox";
import {
  foreign,
  lost,
  refused,
  save,
  saveOffline,
  stored,
  superseded,
  TestServer,
  UNSENDABLE_HEADERS,
} from "./testServer";

let server: TestServer;
let sender: FeedbackSender;
const onOwnStored = vi.fn();

beforeEach(async () => {
  server = new TestServer();
  await server.start();
  sender = createFeedbackSender(server.apiBase, undefined, async (ms) => ms);
  removeEntry("FLOW/offline");
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  server.stop();
  onOwnStored.mockReset();
  vi.restoreAllMocks();
});

describe("the signature of a link", () => {
  it("is sent with each feedback, also with one that waited for the network", async () => {
    server.responses = [stored("f1")];
    const signed = createFeedbackSender(server.apiBase, "a.b.c", async (ms) => ms);
    await signed.submit(save("good"));
    signed.keep(saveOffline("later"));
    createFeedbackSender(server.apiBase).sendOutbox(onOwnStored);
    await expect.poll(() => server.posts.map(({ signature }) => signature)).toEqual(["a.b.c", "a.b.c"]);
  });
});

describe("the outbox", () => {
  it("keeps a feedback and sends it in a later visit", async () => {
    server.responses = [stored("f1")];
    sender.keep(saveOffline("good"));
    expect(server.posts).toEqual([]);

    const later = createFeedbackSender(server.apiBase);
    later.sendOutbox(onOwnStored);
    await expect.poll(() => server.posts.length).toBe(1);
    expect(server.posts[0]?.body).toContain("good");
    expect(server.posts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);

    later.sendOutbox(onOwnStored);
    await later.submit(save("after"));
    expect(server.posts.map(({ body }) => body.includes("after"))).toEqual([false, true]);
  });

  it("keeps a feedback until a response comes, and sends it before later ones", async () => {
    server.responses = [lost, stored("f1"), stored("f2")];
    sender.keep(saveOffline("good"));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => server.posts.length).toBe(1);
    sender.sendOutbox(onOwnStored);
    await sender.submit(save("later"));

    expect(server.posts[1]).toEqual(server.posts[0]);
    expect(server.posts[2]?.body).toContain("later");
  });

  it("reports the stored feedback to its visitor only", async () => {
    server.responses = [stored("f1"), stored("f2")];
    sender.keep(saveOffline("good"));
    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls).toEqual([[{ id: "f1" }]]);

    sender.keep(saveOffline("bad"));
    sender.changeVisitor();
    sender.sendOutbox(onOwnStored);
    await sender.submit(save("later"));
    expect(onOwnStored).toHaveBeenCalledOnce();
  });

  it("removes a feedback that the server refuses", async () => {
    server.responses = [refused(422), stored("f1")];
    sender.keep(saveOffline("good"));

    sender.sendOutbox(onOwnStored);
    sender.sendOutbox(onOwnStored);
    await sender.submit(save("later"));

    expect(server.posts).toHaveLength(2);
  });

  it("sends answers that the server may already have under the same key", async () => {
    server.responses = [lost, lost, lost, lost, stored("f1")];
    await sender.submit(save("good", { times: { created_offline: false } }));
    sender.keep(saveOffline("good"));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => server.posts.length).toBe(5);
    expect(server.posts[4]).toEqual(server.posts[0]);
  });

  it("replaces a partial save that this device may not continue", async () => {
    server.responses = [foreign, lost, stored("f1")];
    storeFeedback({ feedbackId: "foreign", nodeId: "n", flowId: "w" });
    sender.keep(saveOffline("good", { fid: "foreign" }));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => server.posts.length).toBe(2);
    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls).toEqual([[{ id: "f1" }]]);

    expect(server.posts.map(({ fid }) => fid)).toEqual(["foreign", undefined, undefined]);
    expect(server.posts[2]?.key).toBe(server.posts[1]?.key);
    expect(server.posts[1]?.key).not.toBe(server.posts[0]?.key);
    expect(storedFeedbackId("n", "w")).toBeUndefined();
  });
});

describe("an entry whose revision was superseded too long ago", () => {
  it("is sent to the newest one", async () => {
    server.responses = [superseded, foreign, stored("f1")];
    sender.keep(saveOffline("good", { fid: "foreign" }));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls).toEqual([[{ id: "f1" }]]);

    expect(server.posts.map(({ fid }) => fid)).toEqual(["foreign", "foreign", undefined]);
    expect(JSON.parse(server.posts[2]?.body ?? "")).not.toHaveProperty("flow_revision");
    expect(readOutbox()).toEqual([]);
  });

  it("is set aside if its answers do not fit that one, and the ones after it are sent", async () => {
    server.responses = [superseded, refused(422, {}, { code: "required" }), stored("f1")];
    sender.keep(saveOffline("good"));
    sender.changeVisitor();
    sender.keep(saveOffline("bad"));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls).toEqual([[{ id: "f1" }]]);

    const kept = readOutbox();
    expect(kept.map(setAsideReason)).toEqual(["superseded"]);
    expect(JSON.stringify(kept)).toContain("good");
  });
});

describe("an entry that can never be sent", () => {
  it("is set aside, and the ones after it are sent", async () => {
    server.responses = [stored("f1")];
    sender.keep({ ...saveOffline("good"), headers: UNSENDABLE_HEADERS });
    sender.keep(saveOffline("later"));

    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls.length).toBe(1);

    expect(server.posts.map(({ body }) => body.includes("later"))).toEqual([true]);
    expect(readOutbox().map(setAsideReason)).toEqual(["unsendable"]);
    expect(readJson("FLOW/offline")).toMatchObject([{ setAside: "unsendable", entry: { headers: {} } }]);
  });

  it.each([
    ["a text", "text"],
    ["nothing", null],
    ["an entry without a body", { key: "k", headers: {} }],
    ["an entry without headers", { key: "k", body: "{}", headers: null }],
  ])("is set aside where it is %s", async (_, entry) => {
    server.responses = [stored("f1")];
    writeJson("FLOW/offline", [entry]);
    sender.keep(saveOffline("later"));
    sender.sendOutbox(onOwnStored);
    await expect.poll(() => onOwnStored.mock.calls.length).toBe(1);
    expect(readOutbox().map(setAsideReason)).toEqual(["malformed"]);
  });

  it("is reported once, without its content, and only the newest ten are kept", async () => {
    server.responses = [stored("f1")];
    writeJson("FLOW/offline", Array(12).fill("secret"));
    sender.sendOutbox(onOwnStored);
    sender.sendOutbox(onOwnStored);
    await sender.submit(save("after"));
    const reasons = Array(12).fill("malformed");
    expect(vi.mocked(console.error).mock.calls[0]).toEqual([
      "Set aside feedback that can never be sent:",
      reasons,
    ]);
    expect(vi.mocked(console.error).mock.calls.flat().join()).not.toContain("secret");
    expect(readOutbox().map(setAsideReason)).toHaveLength(10);
  });
});
