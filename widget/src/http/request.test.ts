import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ReplyError, RequestError, request } from "./request";

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

describe("a response", () => {
  it("is read as JSON", async () => {
    const url = await serve((_, response) => response.writeHead(200, { "X-Cursor": "7" }).end('{"id":"f"}'));

    const reply = await request(url);

    expect(reply).toMatchObject({ status: 200, body: { id: "f" } });
    expect(reply.headers.get("X-Cursor")).toBe("7");
  });

  it("may be empty", async () => {
    const url = await serve((_, response) => response.writeHead(204).end());
    expect(await request(url)).toMatchObject({ status: 204, body: undefined });
  });

  it("with an error status is thrown", async () => {
    const url = await serve((_, response) => response.writeHead(400).end('{"code":13045}'));

    const error = await failure(request(url));

    expect(error).toBeInstanceOf(ReplyError);
    expect((error as ReplyError).reply).toMatchObject({ status: 400, body: { code: 13045 } });
  });

  it("that is a proxy's page has its status and no body", async () => {
    const url = await serve((_, response) => response.writeHead(502).end("<h1>Bad Gateway</h1>"));
    const error = await failure(request(url));
    expect((error as ReplyError).reply).toMatchObject({ status: 502, body: undefined });
  });
});

describe("without a response, a request fails", () => {
  it("after its timeout", async () => {
    const url = await serve(() => {});
    expect(await failure(request(url, { timeoutMs: 50 }))).toEqual(new RequestError("Request timed out"));
  });

  it("when the body stops half way", async () => {
    const url = await serve((_, response) => response.writeHead(200).write('{"id":'));
    expect(await failure(request(url, { timeoutMs: 100 }))).toEqual(new RequestError("Request timed out"));
  });

  it("when the connection breaks", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await failure(request(url))).toEqual(new RequestError("Network failure"));
  });

  it("when nothing listens", async () => {
    const url = await serve(() => {});
    server?.close();
    await once(server as Server, "close");
    expect(await failure(request(url))).toEqual(new RequestError("Network failure"));
  });
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable("the request should fail"),
    (error: unknown) => error,
  );
}
