// Measures how many link pages the server sends in a second, beside a static file of about the same size.
//
// A page needs records from the database, and its headers are made for each request; its text is made and compressed once
// for all visitors who get the same. A page in a language that its flow does not have is made for each request, which shows
// what the memory of pages saves. Server and load share this machine, so only the ratios mean something.
import { connect } from "node:net";
import { startPulsen } from "./server.mjs";
import { median, printTable } from "./stats.mjs";

const CONNECTIONS = 32;
const ROUNDS = 5;
const SECONDS = 2;
const PAGE = "/feedback?node_id=demo-node";
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

const pulsen = await startPulsen(["--rate-limit", "off"]);
try {
  await main();
} finally {
  await pulsen.stop();
}

async function main() {
  const page = await measureOnce(PAGE);
  const asset = await assetOfAbout(page.bytes);
  const kinds = [
    { name: "static file", path: asset },
    { name: "link page", path: PAGE },
    { name: "link page that the browser has (304)", path: PAGE, headers: `if-none-match: ${page.etag}\r\n` },
    { name: "link page that is made for each request", path: `${PAGE}&lang=x-none` },
    { name: "flow as JSON", path: "/v1/nodes/demo-node/flow" },
  ];
  for (const kind of kinds)
    Object.assign(kind, { rates: [], bytes: (await measureOnce(kind.path, kind.headers)).bytes });
  // The first round warms up. The kinds take turns, so that other work on this machine affects all of them.
  for (let round = -1; round < ROUNDS; round++) {
    for (const kind of kinds) {
      const rate = await requestsPerSecond(kind);
      if (round >= 0) kind.rates.push(rate);
    }
  }
  const beside = median(kinds[0].rates);
  printTable([
    [`${CONNECTIONS} connections`, "bytes", "requests/s", "beside the static file"],
    ...kinds.map(({ name, bytes, rates }) => {
      const rate = median(rates);
      return [name, bytes, rate.toFixed(0), (rate / beside).toFixed(2)];
    }),
  ]);
}

/** Returns the path of the file of the page's build whose compressed size is nearest. */
async function assetOfAbout(bytes) {
  const html = await (await fetch(pulsen.url + PAGE)).text();
  const paths = new Set(html.match(/\/assets\/[\w.-]+/g));
  const sizes = await Promise.all([...paths].map(async (path) => [path, (await measureOnce(path)).bytes]));
  return sizes.sort(([, a], [, b]) => Math.abs(a - bytes) - Math.abs(b - bytes))[0][0];
}

/** Returns the bytes of a response's body and its `ETag`. */
async function measureOnce(path, headers = "") {
  const client = await openClient(path, headers);
  const response = await client.ask();
  client.close();
  return response;
}

async function requestsPerSecond({ path, headers }) {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openClient(path, headers)));
  const begin = performance.now();
  const end = begin + SECONDS * 1000;
  let requests = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client.ask();
        requests += 1;
      }
    }),
  );
  const rate = (requests * 1000) / (performance.now() - begin);
  for (const client of clients) client.close();
  return rate;
}

/** Opens a connection that asks for one path again and again. It does as little as possible: the load shares the machine. */
async function openClient(path, headers = "") {
  const { hostname, port } = new URL(pulsen.url);
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept-encoding: br\r\n${headers}\r\n`,
  );
  const socket = connect(Number(port), hostname).setNoDelay();
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let received;
  let left;
  socket.on("data", (chunk) => {
    if (left === undefined) {
      const head = chunk.toString("latin1");
      const length = head.indexOf("\r\n\r\n") + 4;
      if (!/^HTTP\/1\.1 (200|304) /.test(head)) throw new Error(`${path}: ${head.slice(0, length)}`);
      const isChunked = /transfer-encoding: chunked/i.test(head);
      const bytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      left = {
        bytes,
        etag: /etag: (.*)\r/i.exec(head)?.[1],
        isChunked,
        missing: bytes - (chunk.length - length),
      };
    } else {
      left.missing -= chunk.length;
    }
    const isComplete = left.isChunked ? chunk.subarray(-5).equals(LAST_CHUNK) : left.missing <= 0;
    if (isComplete) {
      const response = left;
      left = undefined;
      received(response);
    } else if (left.isChunked) {
      left.bytes += chunk.length;
    }
  });
  return {
    ask: () =>
      new Promise((resolve) => {
        received = resolve;
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}
