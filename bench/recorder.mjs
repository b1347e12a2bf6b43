import { createServer, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";

/**
 * Starts a proxy in front of `pulsen` that stores the responses to `GET` requests, and from then on answers from memory.
 * What is compared with the server's pages is put into the same memory, so that a difference between them does not
 * include the servers.
 */
export async function startRecorder() {
  const responses = new Map();
  const recorder = {
    /** `http://127.0.0.1:` and the port. */
    origin: "",
    /** The server that is recorded. */
    upstream: "",
    transferred: () => ({
      count: responses.size,
      bytes: [...responses.values()].reduce((sum, { body }) => sum + body.length, 0),
    }),
    /** Adds a text with the headers and the compression of what was recorded under a path. */
    add(path, text, isExample) {
      const [, example] = [...responses].find(([key]) => isExample(key.replace(/^GET /, ""))) ?? [];
      if (!example) throw new Error(`Nothing was recorded that ${path} could be like.`);
      const body = brotliCompressSync(text);
      const headers = { ...example.headers, "content-encoding": "br", "content-length": body.length };
      responses.set(`GET ${path}`, { status: 200, body, headers });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (incoming, outgoing) => {
    try {
      const key = `${incoming.method} ${incoming.url}`;
      const response = responses.get(key) ?? (await forward(recorder.upstream, incoming));
      if (incoming.method === "GET" && response.status === 200) responses.set(key, response);
      outgoing.writeHead(response.status, response.headers).end(response.body);
    } catch (error) {
      outgoing.writeHead(502).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  recorder.origin = `http://127.0.0.1:${server.address().port}`;
  return recorder;
}

function forward(upstream, incoming) {
  return new Promise((resolve, reject) => {
    const { connection, ...headers } = incoming.headers;
    const forwarded = request(
      upstream + incoming.url,
      { method: incoming.method, headers },
      async (response) => {
        const body = await buffer(response);
        const { "transfer-encoding": _, connection, ...kept } = response.headers;
        resolve({ status: response.statusCode, headers: { ...kept, "content-length": body.length }, body });
      },
    );
    forwarded.on("error", reject);
    incoming.pipe(forwarded);
  });
}
