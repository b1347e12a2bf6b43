import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { removeEntry } from "../storage/localStore";
import { createFeedbackSender, type FeedbackSender } from "./feedbackSender";
import {
  foreign,
  lost,
  refused,
  save,
  stored,
  superseded,
  TestServer,
  UNSENDABLE_HEADERS,
} from "./testServer";

let server: TestServer;
let sender: FeedbackSender;
let delays: number[];

beforeEach(async () => {
  delays = [];
  server = new TestServer();
  await server.start();
  sender = createFeedbackSender(server.apiBase, undefined, async (ms) => delays.push(ms));
  removeEntry("FLOW/offline");
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  server.stop();
  vi.restoreAllMocks();
});

describe("a submission", () => {
  it("is posted with its headers and a key of its own", async () => {
    server.responses = [stored("f1")];

    expect(await sender.submit(save("good"))).toEqual({ status: 200, body: { id: "f1" } });
    expect(await sender.submit(save("other"))).toEqual({ status: 200, body: { id: "f1" } });

    expect(server.posts).toHaveLength(2);
    expect(server.posts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.posts[1]?.key).not.toBe(server.posts[0]?.key);
  });

  it("is repeated with the same key and bytes when the response is lost", async () => {
    server.responses = [lost, lost, stored("f1")];

    expect(await sender.submit(save("good"))).toEqual({ status: 200, body: { id: "f1" } });

    expect(server.posts).toHaveLength(3);
    expect(new Set(server.posts.map(({ key, body }) => key + body)).size).toBe(1);
    expect(delays).toEqual([1000, 2000]);
  });

  it("waits as long as a busy server asks", async () => {
    server.responses = [
      refused(503, { "Retry-After": "3" }),
      refused(429, { "Retry-After": "1" }),
      stored("f1"),
    ];

    expect(await sender.submit(save("good"))).toMatchObject({ status: 200 });
    expect(delays).toEqual([3000, 1000]);
  });

  it("is not repeated when the server asks for a long pause", async () => {
    server.responses = [refused(503, { "Retry-After": "120" })];

    expect(await sender.submit(save("good"))).toMatchObject({ status: 503 });
    expect(server.posts).toHaveLength(1);
  });

  it("is not repeated after a final response", async () => {
    server.responses = [refused(400, {}, { code: 13045 })];

    expect(await sender.submit(save("good"))).toEqual({ status: 400, body: { code: 13045 } });
    expect(server.posts).toHaveLength(1);
  });

  it("fails after four attempts and logs only the status", async () => {
    server.responses = [lost];

    expect(await sender.submit(save("secret"))).toEqual({ status: 0 });

    expect(server.posts).toHaveLength(4);
    expect(vi.mocked(console.error).mock.calls).toEqual(Array(4).fill(["Error sending feedback:", 0]));
  });
});

describe("after an open outcome", () => {
  it("the same answers are sent under the same key with the same bytes, though time has passed", async () => {
    server.responses = [lost, lost, lost, lost, stored("f1")];

    await sender.submit(save("good", { times: { created_at: "then", time_spent_in_seconds: 5 } }));
    const again = await sender.submit(
      save("good", { times: { created_at: "now", time_spent_in_seconds: 60 } }),
    );

    expect(again).toEqual({ status: 200, body: { id: "f1" } });
    expect(new Set(server.posts.map(({ key, body }) => key + body)).size).toBe(1);
  });

  it("changed answers wait until the earlier submission is settled", async () => {
    server.responses = [lost, lost, lost, lost, stored("f1"), stored("f2")];

    await sender.submit(save("good"));
    const changed = await sender.submit(save("bad"));

    expect(changed).toEqual({ status: 200, body: { id: "f2" } });
    expect(server.posts[4]).toEqual(server.posts[0]);
    expect(server.posts[5]?.body).toContain("bad");
    expect(server.posts[5]?.key).not.toBe(server.posts[0]?.key);
  });

  it("changed answers are not sent while the earlier outcome stays open", async () => {
    server.responses = [lost];

    await sender.submit(save("good"));
    expect(await sender.submit(save("bad"))).toEqual({ status: 0 });

    expect(server.posts.some(({ body }) => body.includes("bad"))).toBe(false);
  });

  it("a partial save that turns out to be stored is continued", async () => {
    server.responses = [lost, lost, lost, lost, stored("part"), stored("part")];

    await sender.submit(save("good", { partial: true }));
    await sender.submit(save("good and more"));

    expect(server.posts[5]?.fid).toBe("part");
  });

  it("a 500 is not repeated, and the same answers keep their key", async () => {
    server.responses = [refused(500), stored("f1")];

    expect(await sender.submit(save("good"))).toMatchObject({ status: 500 });
    expect(server.posts).toHaveLength(1);
    await sender.submit(save("good"));

    expect(server.posts[1]).toEqual(server.posts[0]);
  });
});

describe("after a change of visitor", () => {
  it("the open submission is settled, but not continued", async () => {
    server.responses = [lost, lost, lost, lost, stored("part"), stored("other")];

    await sender.submit(save("good", { partial: true }));
    sender.changeVisitor();
    await sender.submit(save("bad"));

    expect(server.posts[4]).toEqual(server.posts[0]);
    expect(server.posts[5]?.fid).toBeUndefined();
  });

  it("the same answers are another feedback", async () => {
    server.responses = [lost, lost, lost, lost, stored("f1"), stored("f2")];

    await sender.submit(save("good"));
    sender.changeVisitor();
    expect(await sender.submit(save("good"))).toEqual({ status: 200, body: { id: "f2" } });
    expect(server.posts[5]?.key).not.toBe(server.posts[0]?.key);
  });
});

describe("a revision that was superseded too long ago", () => {
  it("is left out: the same answers are sent to the newest one", async () => {
    server.responses = [superseded, stored("f1")];

    expect(await sender.submit(save("good", { fid: "part" }))).toMatchObject({ status: 200 });

    const [first, second] = server.posts;
    const { flow_revision: revision, ...answers } = JSON.parse(first?.body ?? "");
    expect(revision).toBe(3);
    expect(JSON.parse(second?.body ?? "")).toEqual(answers);
    expect(second?.fid).toBe("part");
    expect(second?.key).not.toBe(first?.key);
  });

  it("is tried once: the page keeps answers that the newest one refuses", async () => {
    server.responses = [superseded, refused(422, {}, { code: "unknown_question" })];
    expect(await sender.submit(save("good"))).toMatchObject({ status: 422 });
    expect(server.posts).toHaveLength(2);
  });
});

describe("a partial save that this device may not continue", () => {
  it("is replaced: the submission is sent as a new feedback", async () => {
    server.responses = [foreign, stored("f1")];

    expect(await sender.submit(save("good", { fid: "foreign" }))).toMatchObject({
      status: 200,
      body: { id: "f1" },
    });

    expect(server.posts.map(({ fid }) => fid)).toEqual(["foreign", undefined]);
    expect(server.posts[1]?.body).toBe(server.posts[0]?.body);
    expect(server.posts[1]?.key).not.toBe(server.posts[0]?.key);
  });

  it("does not make other refusals worth repeating", async () => {
    server.responses = [refused(422, {}, { code: "invalid_answer" })];
    expect(await sender.submit(save("good", { fid: "part" }))).toMatchObject({ status: 422 });
    expect(server.posts).toHaveLength(1);
  });
});

describe("a feedback that can never be sent", () => {
  it("fails at once and does not block the next one", async () => {
    server.responses = [stored("f1")];
    expect(await sender.submit({ ...save("good"), headers: UNSENDABLE_HEADERS })).toEqual({ status: 0 });
    expect(server.posts).toEqual([]);
    expect(await sender.submit(save("good"))).toMatchObject({ status: 200 });
  });
});
