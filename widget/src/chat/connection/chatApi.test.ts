import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { readFailure } from "../../http/retry";
import { chatDetail } from "../timeline/testChat";
import { createChatApi } from "./chatApi";

let server: Server | undefined;
let request: { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe("a call", () => {
  it("for the chat has token and device in headers, never in its address", async () => {
    const api = await serve(200, chatDetail());
    expect(await api.fetchChat(undefined, true)).toEqual(chatDetail());
    expect(request).toMatchObject({ method: "GET", url: "/v1/feedbacks/f%201/chat?people=apart" });
    expect(request.headers).toMatchObject({ "x-chat-token": "secret" });
    expect(request.headers["x-device-id"]).toMatch(/^[0-9a-f-]{36}$/);

    await api.fetchChat("c&1", true);
    expect(request.url).toBe("/v1/feedbacks/f%201/chat?people=apart&after=c%261");
    await api.fetchEarlier(201);
    expect(request.url).toBe("/v1/feedbacks/f%201/chat?people=apart&before=201");
  });

  it("for a chat that nobody sees says so", async () => {
    const api = await serve(200, chatDetail());
    await api.fetchChat("1", false);
    expect(request.url).toBe("/v1/feedbacks/f%201/chat?people=apart&after=1&background=true");
  });

  it("to end the chat sends the token as JSON", async () => {
    const api = await serve(200, { status: "archived" });
    expect(await api.archive()).toBe("archived");
    expect(request).toMatchObject({ method: "POST", url: "/v1/feedback/f%201/archive" });
    expect(JSON.parse(request.body)).toEqual({ token: "secret" });
  });
});

describe("a failed call", () => {
  it("has the status, and how long the server asks to wait", async () => {
    const api = await serve(429, {}, { "Retry-After": "7" });
    expect(await failure(api.fetchChat(undefined, true))).toEqual({ status: 429, retryAfterMs: 7_000 });
  });

  it("has status 0 where a network's own page came instead of the response", async () => {
    const api = await serve(200, "<h1>Please log in</h1>");
    expect(await failure(api.fetchChat(undefined, true))).toEqual({ status: 0 });
    expect(await failure(api.archive())).toEqual({ status: 0 });
  });

  it("has status 0 where no response came", async () => {
    const api = await serve(200, {});
    server?.close();
    server?.closeAllConnections();
    expect(await failure(api.fetchChat(undefined, true))).toEqual({ status: 0 });
  });
});

async function serve(status: number, answer: unknown, headers: Record<string, string> = {}) {
  server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers: sent } = incoming;
    request = { method, url, headers: sent, body: Buffer.concat(chunks).toString() };
    response.writeHead(status, headers).end(typeof answer === "string" ? answer : JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return createChatApi(`http://127.0.0.1:${port}`, { feedbackId: "f 1", token: "secret" });
}

async function failure(call: Promise<unknown>) {
  return call.then(
    () => expect.unreachable("the call should fail"),
    (error: unknown) => readFailure(error),
  );
}
