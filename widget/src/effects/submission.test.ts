import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FlowEffect } from "../engine/types";
import { removeEntry } from "../storage/localStore";
import { createSubmission, type Submission } from "./submission";

/** What the server got, in order. */
let posts: { key: string | undefined; fid: string | undefined; body: string }[];
/** What it does with each; the last one also with all later ones. */
let answers: ((response: ServerResponse) => void)[];
let pauses: number[];
const onOwn = vi.fn();
let server: Server;
let apiBase: string;
let submission: Submission;
const submit = (effect: SubmitEffect) => submission.submit(effect);

beforeEach(async () => {
  [posts, answers, pauses] = [[], [], []];
  server = createServer(receive).listen(0, "127.0.0.1");
  await once(server, "listening");
  apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  submission = createSubmission(apiBase, async (ms) => pauses.push(ms));
  removeEntry("FLOW/offline");
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  onOwn.mockReset();
  vi.restoreAllMocks();
});

describe("one submission", () => {
  it("is posted with its headers and a key of its own", async () => {
    answers = [stored("f1")];

    expect(await submit(save("good"))).toEqual({ status: 200, body: { id: "f1" } });
    expect(await submit(save("other"))).toEqual({ status: 200, body: { id: "f1" } });

    expect(posts).toHaveLength(2);
    expect(posts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(posts[1]?.key).not.toBe(posts[0]?.key);
  });

  it("whose answer is lost is sent again with the same key and the same bytes", async () => {
    answers = [lost, lost, stored("f1")];

    expect(await submit(save("good"))).toEqual({ status: 200, body: { id: "f1" } });

    expect(posts).toHaveLength(3);
    expect(new Set(posts.map(({ key, body }) => key + body)).size).toBe(1);
    expect(pauses).toEqual([1000, 2000]);
  });

  it("waits as long as a busy server asks", async () => {
    answers = [refused(503, { "Retry-After": "3" }), refused(429, { "Retry-After": "1" }), stored("f1")];

    expect(await submit(save("good"))).toMatchObject({ status: 200 });
    expect(pauses).toEqual([3000, 1000]);
  });

  it("does not keep the visitor waiting for minutes", async () => {
    answers = [refused(503, { "Retry-After": "120" })];

    expect(await submit(save("good"))).toMatchObject({ status: 503 });
    expect(posts).toHaveLength(1);
  });

  it("is not repeated when the server has judged it", async () => {
    answers = [refused(400, {}, { code: 13045 })];

    expect(await submit(save("good"))).toEqual({ status: 400, body: { code: 13045 } });
    expect(posts).toHaveLength(1);
  });

  it("gives up after four tries and says only the status on the console", async () => {
    answers = [lost];

    expect(await submit(save("secret"))).toEqual({ status: 0 });

    expect(posts).toHaveLength(4);
    expect(vi.mocked(console.error).mock.calls).toEqual(Array(4).fill(["Error sending feedback:", 0]));
  });
});

describe("after an outcome that stayed open", () => {
  it("the same answers go with the same key and bytes, though time has passed", async () => {
    answers = [lost, lost, lost, lost, stored("f1")];

    await submit(save("good", { created_at: "then", time_spent_in_seconds: 5 }));
    const again = await submit(save("good", { created_at: "now", time_spent_in_seconds: 60 }));

    expect(again).toEqual({ status: 200, body: { id: "f1" } });
    expect(new Set(posts.map(({ key, body }) => key + body)).size).toBe(1);
  });

  it("changed answers wait until the earlier ones are settled", async () => {
    answers = [lost, lost, lost, lost, stored("f1"), stored("f2")];

    await submit(save("good"));
    const changed = await submit(save("bad"));

    expect(changed).toEqual({ status: 200, body: { id: "f2" } });
    expect(posts[4]).toEqual(posts[0]);
    expect(posts[5]?.body).toContain("bad");
    expect(posts[5]?.key).not.toBe(posts[0]?.key);
  });

  it("changed answers are not sent while the earlier ones stay open", async () => {
    answers = [lost];

    await submit(save("good"));
    expect(await submit(save("bad"))).toEqual({ status: 0 });

    expect(posts.some(({ body }) => body.includes("bad"))).toBe(false);
  });

  it("a partial save that turns out to be stored is the one that goes on", async () => {
    answers = [lost, lost, lost, lost, stored("part"), stored("part")];

    await submit(save("good", {}, true));
    await submit(save("good and more"));

    expect(posts[5]?.fid).toBe("part");
  });

  it("a server's own failure counts as open", async () => {
    answers = [refused(500), stored("f1")];

    expect(await submit(save("good"))).toMatchObject({ status: 500 });
    await submit(save("good"));

    expect(posts[1]).toEqual(posts[0]);
  });
});

describe("when the visitor has changed", () => {
  it("what was left open is settled, but nothing goes on with it", async () => {
    answers = [lost, lost, lost, lost, stored("part"), stored("other")];

    await submit(save("good", {}, true));
    submission.changeVisitor();
    await submit(save("bad"));

    expect(posts[4]).toEqual(posts[0]);
    expect(posts[5]?.fid).toBeUndefined();
  });

  it("the same answers are somebody else's", async () => {
    answers = [lost, lost, lost, lost, stored("f1"), stored("f2")];

    await submit(save("good"));
    submission.changeVisitor();
    expect(await submit(save("good"))).toEqual({ status: 200, body: { id: "f2" } });
    expect(posts[5]?.key).not.toBe(posts[0]?.key);
  });
});

describe("without a network", () => {
  it("a feedback is kept, and sent once the network is back, in another visit too", async () => {
    answers = [stored("f1")];
    submission.keep(offline("good"));
    expect(posts).toEqual([]);

    const later = createSubmission(apiBase);
    later.sendKept(onOwn);
    await expect.poll(() => posts.length).toBe(1);
    expect(posts[0]?.body).toContain("good");
    expect(posts[0]?.key).toMatch(/^[0-9a-f-]{36}$/);

    later.sendKept(onOwn);
    await later.submit(save("after"));
    expect(posts.map(({ body }) => body.includes("after"))).toEqual([false, true]);
  });

  it("it stays kept as long as no answer comes, and is sent before what comes later", async () => {
    answers = [lost, stored("f1"), stored("f2")];
    submission.keep(offline("good"));

    submission.sendKept(onOwn);
    await expect.poll(() => posts.length).toBe(1);
    submission.sendKept(onOwn);
    await submit(save("later"));

    expect(posts[1]).toEqual(posts[0]);
    expect(posts[2]?.body).toContain("later");
  });

  it("its visitor hears of it as long as they are there, and nobody else does", async () => {
    answers = [stored("f1"), stored("f2")];
    submission.keep(offline("good"));
    submission.sendKept(onOwn);
    await expect.poll(() => onOwn.mock.calls).toEqual([[{ id: "f1" }]]);

    submission.keep(offline("bad"));
    submission.changeVisitor();
    submission.sendKept(onOwn);
    await submit(save("later"));
    expect(onOwn).toHaveBeenCalledOnce();
  });

  it("what the server refuses is not kept for ever", async () => {
    answers = [refused(422), stored("f1")];
    submission.keep(offline("good"));

    submission.sendKept(onOwn);
    submission.sendKept(onOwn);
    await submit(save("later"));

    expect(posts).toHaveLength(2);
  });

  it("answers that the server may have already go under the same key", async () => {
    answers = [lost, lost, lost, lost, stored("f1")];
    await submit(save("good", { created_offline: false }));
    submission.keep(offline("good"));

    submission.sendKept(onOwn);
    await expect.poll(() => posts.length).toBe(5);
    expect(posts[4]).toEqual(posts[0]);
  });
});

async function receive(request: IncomingMessage, response: ServerResponse) {
  const { "idempotency-key": key, "x-fid": fid } = request.headers;
  posts.push({ key: key as string, fid: fid as string | undefined, body: await text(request) });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response);
}

/** The server has it all, and the line breaks before it can say so. */
function lost(response: ServerResponse) {
  response.socket?.destroy();
}

function stored(id: string) {
  return (response: ServerResponse) => void response.writeHead(200).end(JSON.stringify({ id }));
}

function refused(status: number, headers: Record<string, string> = {}, body: object = {}) {
  return (response: ServerResponse) => void response.writeHead(status, headers).end(JSON.stringify(body));
}

function offline(answer: string): Extract<FlowEffect, { type: "save_offline" }> {
  const { feedback, headers } = save(answer, { created_offline: true });
  return { type: "save_offline", feedback, headers };
}

type SubmitEffect = Extract<FlowEffect, { type: "submit_feedback" }>;

function save(answer: string, times: object = {}, partial = false): SubmitEffect {
  const responses = [{ question_id: "q", body: answer, hidePersonalData: false }];
  const feedback = { device_id: "d", node_id: "n", flow_id: "w", responses, ...times };
  const headers: Record<string, string> = partial ? { "X-COMPLETED": "true" } : {};
  return { type: "submit_feedback", partial, feedback, headers } as SubmitEffect;
}
